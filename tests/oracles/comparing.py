"""What runs have in common and where they differ, found by walking through all events, cells and points."""

import itertools
import math

from sandbox.kernels.recording import EXPAND


def times_by_expansions(runs, moment):
    """Everything that happens before the expansion after the moment-th; all of a run that makes no more."""
    return tuple(_before(kinds, moment) for kinds in runs) if moment > 0 else tuple(0 for _ in runs)


def _before(kinds, moment):
    made = 0
    for number, kind in enumerate(kinds):
        if kind == EXPAND:
            made += 1
            if made > moment:
                return number
    return len(kinds)


def time_by_f(events, height):
    """How many events happen before the first expansion above a height."""
    for number, (kind, f) in enumerate(events):
        if kind == EXPAND and f > height:
            return number
    return len(events)


def first_unlike(trails):
    for number in range(max(map(len, trails), default=0)):
        places = [trail[number] if number < len(trail) else None for trail in trails]
        if any(not _alike(places[0], place) for place in places[1:]):
            return number
    return None


def _alike(a, b):
    if a is None or b is None:
        return a is b
    return all((math.isnan(u) and math.isnan(v)) or abs(u - v) <= 1e-6 for u, v in zip(a, b, strict=True))


def holds(outline, x, y, rim=1e-9):
    """Whether a convex outline holds a point, its rim included, whichever way it goes round."""
    turns = []
    for (ax, ay), (bx, by) in zip(outline, outline[1:] + outline[:1], strict=True):
        long = math.hypot(bx - ax, by - ay)
        if long > 0:
            turns.append(((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / long)
    return all(t >= -rim for t in turns) or all(t <= rim for t in turns)


def codes_at(reached, times):
    """Which runs have been on each cell, as bits."""
    return [
        sum(1 << run for run, numbers in enumerate(reached) if numbers[cell] <= times[run])
        for cell in range(len(reached[0]))
    ]


def along(line, length):
    """The place so far along a polyline, or its end."""
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        step = math.hypot(bx - ax, by - ay)
        if length <= step:
            return ax + (bx - ax) * length / step if step else ax, ay + (by - ay) * length / step if step else ay
        length -= step
    return line[-1]


def length_of(line):
    return sum(math.dist(a, b) for a, b in itertools.pairwise(line))


def together_until(a, b, step=0.01):
    """How far two polylines run together, in small steps: right but for one step."""
    done, shorter = 0.0, min(length_of(a), length_of(b))
    while done <= shorter:
        if math.dist(along(a, done), along(b, done)) > 1e-6:
            return done
        done += step
    return shorter
