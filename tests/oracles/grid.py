"""Shortest paths on a grid, as naively as possible: a dictionary, a sorted queue, floats, and the level itself."""

import heapq
import math

STRAIGHT = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONAL = [(1, 1), (-1, 1), (1, -1), (-1, -1)]


def costs(level):
    """Cost per cell by (x, y); blocked cells are missing."""
    covered = level.derived.grid.image(level.derived.covered)
    return {
        (x, y): level.palette[int(level.terrain[y, x])].cost
        for y in range(level.height)
        for x in range(level.width)
        if level.palette[int(level.terrain[y, x])].cost > 0 and not covered[y, x]
    }


def neighbours(cost, cell, moves=8):
    """Legal steps: no corner is cut."""
    x, y = cell
    for dx, dy in STRAIGHT + (DIAGONAL if moves == 8 else []):
        beside = [(x + dx, y), (x, y + dy), (x + dx, y + dy)]
        if all(c in cost for c in beside):
            yield (x + dx, y + dy), math.hypot(dx, dy)


def distances(cost, start, moves=8, weighted=True):
    """The least cost from start to every cell it can reach."""
    best, queue = {start: 0.0}, [(0.0, start)]
    while queue:
        g, cell = heapq.heappop(queue)
        if g > best[cell]:
            continue
        for other, length in neighbours(cost, cell, moves):
            step = length * (cost[cell] + cost[other]) / 2 if weighted else length
            if g + step < best.get(other, math.inf) - 1e-12:
                best[other] = g + step
                heapq.heappush(queue, (g + step, other))
    return best


def fewest_steps(cost, start, moves=8):
    """Steps from start to every cell it can reach."""
    steps, ring = {start: 0}, [start]
    while ring:
        ring = [o for c in ring for o, _ in neighbours(cost, c, moves) if steps.setdefault(o, steps[c] + 1) > steps[c]]
        ring = list(dict.fromkeys(ring))
    return steps


def with_radius(cost, level, radius):
    """The cells where a disc of this radius fits, its centre on the cell's."""

    def fits(x, y):
        if min(x + 0.5, y + 0.5, level.width - x - 0.5, level.height - y - 0.5) < radius - 1e-6:
            return False
        n = math.ceil(radius) + 1
        for oy in range(y - n, y + n + 1):
            for ox in range(x - n, x + n + 1):
                inside = 0 <= ox < level.width and 0 <= oy < level.height
                if inside and (ox, oy) not in cost:
                    gap = math.hypot(max(abs(ox - x) - 0.5, 0), max(abs(oy - y) - 0.5, 0))
                    if gap < radius - 1e-6:
                        return False
        return True

    return {cell: c for cell, c in cost.items() if fits(*cell)}
