"""ORCA's linear programs against all candidates there are: the wish, feet on lines, corners, ends at the limit."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.agents.policies.orca.halfplanes import best, least_violation

NUMBERS = st.floats(-2, 2)


@st.composite
def half_planes(draw, most=7):
    rows = []
    for _ in range(draw(st.integers(0, most))):
        angle = draw(st.floats(0, 2 * math.pi))
        rows.append((draw(NUMBERS), draw(NUMBERS), math.cos(angle), math.sin(angle)))
    return np.array(rows).reshape(-1, 4)


def over(line, point):
    """By how much a point is to the right of a line."""
    return line[2] * (line[1] - point[1]) - line[3] * (line[0] - point[0])


def candidates(lines, most, wish):
    length = math.hypot(*wish)
    yield wish if length <= most else tuple(most / length * c for c in wish)
    for px, py, dx, dy in lines.tolist():
        t = dx * (wish[0] - px) + dy * (wish[1] - py)
        yield px + t * dx, py + t * dy
        dot = px * dx + py * dy
        inner = dot * dot + most * most - px * px - py * py
        for sign in (-1, 1) if inner >= 0 else ():
            t = -dot + sign * math.sqrt(inner)
            yield px + t * dx, py + t * dy
    for (px, py, dx, dy), (qx, qy, ex, ey) in itertools.combinations(lines.tolist(), 2):
        across = dx * ey - dy * ex
        if abs(across) > 1e-6:
            t = (ex * (py - qy) - ey * (px - qx)) / across
            yield px + t * dx, py + t * dy


@given(half_planes(), st.floats(0.1, 2), NUMBERS, NUMBERS)
def test_the_velocity_nearest_to_the_wish(lines, most, x, y):
    kept, u, v = best(lines, len(lines), most, x, y, False)
    allowed = [
        p
        for p in candidates(lines, most, (x, y))
        if math.hypot(*p) <= most + 1e-6 and all(over(line, p) <= 1e-6 for line in lines)
    ]
    if kept == len(lines):
        assert math.hypot(u, v) <= most + 1e-6
        assert all(over(line, (u, v)) <= 1e-5 for line in lines)
        assert math.dist((u, v), (x, y)) <= min(math.dist(p, (x, y)) for p in allowed) + 1e-4
    else:
        strictly = [
            p for p in allowed if all(over(line, p) <= -1e-4 for line in lines) and math.hypot(*p) <= most - 1e-4
        ]
        assert not strictly


@given(half_planes(), st.floats(0.1, 2), NUMBERS, NUMBERS)
def test_the_worst_line_is_broken_least(lines, most, x, y):
    kept, u, v = best(lines, len(lines), most, x, y, False)
    if kept == len(lines):
        return
    u, v = least_violation(lines, np.zeros((40, 4)), 0, len(lines), kept, most, u, v)
    assert math.hypot(u, v) <= most + 1e-6
    worst = max(over(line, (u, v)) for line in lines)
    grid = np.linspace(-most, most, 41)
    rivals = [(a, b) for a in grid for b in grid if math.hypot(a, b) <= most]
    assert worst <= min(max(over(line, p) for line in lines) for p in rivals) + 1e-3 + 1e-2 * most


def test_walls_are_kept_to_before_agents():
    lines = np.array([[0.0, 0.0, 0.0, 1.0], [0.5, 0.0, 0.0, -1.0]])  # keep x <= 0 (a wall), and x >= 0.5
    kept, u, v = best(lines, 2, 1.0, 0.3, 0.0, False)
    assert kept == 1
    u, v = least_violation(lines, np.zeros((40, 4)), 1, 2, 1, 1.0, u, v)
    assert u == pytest.approx(0.0, abs=1e-9)
    assert math.hypot(u, v) <= 1.0
