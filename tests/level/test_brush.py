"""Strokes by definition, cell by cell: broad ones cover cells whose centre is within half a brush, thin ones step."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.edits import Line, Rectangle
from sandbox.level.edits.brush import stroke
from sandbox.level.model import WALL, Level
from sandbox.level.rect import Rect

END = st.integers(-6, 26).map(lambda n: n / 2)


@given(st.tuples(END, END, END, END), st.integers(2, 9))
def test_round_strokes(ends, across):
    covered = stroke(Rect(-4, -4, 17, 17), ends, across, "round")
    for y in range(-4, 17):
        for x in range(-4, 17):
            away = to_segment(x, y, *ends)
            if abs(away - across / 2) > 1e-6:
                assert covered[y + 4, x + 4] == (away < across / 2), (x, y)


def to_segment(x, y, x0, y0, x1, y1):
    dx, dy = x1 - x0, y1 - y0
    along = ((x - x0) * dx + (y - y0) * dy) / (dx * dx + dy * dy) if dx or dy else 0
    along = min(max(along, 0), 1)
    return np.hypot(x - x0 - along * dx, y - y0 - along * dy)


@given(st.tuples(END, END, END, END), st.integers(2, 9))
def test_square_strokes(ends, across):
    """Whatever a square covers at one of many stops is covered, and what is covered lies near a stop."""
    covered = stroke(Rect(-4, -4, 17, 17), ends, across, "square")
    t = np.linspace(0, 1, 400)[:, None, None]
    y, x = np.mgrid[-4:17, -4:17]
    away = np.maximum(np.abs(x - ends[0] - t * (ends[2] - ends[0])), np.abs(y - ends[1] - t * (ends[3] - ends[1])))
    nearest = away.min(axis=0)
    assert covered[nearest < across / 2 - 0.04].all()
    assert not covered[nearest > across / 2 + 0.04].any()


CELL = st.integers(-40, 60)


@given(st.tuples(CELL, CELL, CELL, CELL))
def test_a_thin_line_is_a_cell_for_each_step_along_its_longer_axis(ends):
    x0, y0, x1, y1 = ends
    level, steps = Level.empty(16, 12), max(abs(x1 - x0), abs(y1 - y0)) + 1
    level.apply(Line(*ends, WALL))
    x, y = np.rint(np.linspace(x0, x1, steps)).astype(int), np.rint(np.linspace(y0, y1, steps)).astype(int)
    expected = {(a, b) for a, b in zip(x.tolist(), y.tolist(), strict=True) if 0 <= a < 16 and 0 <= b < 12}
    assert {(int(a), int(b)) for b, a in np.argwhere(level.terrain == WALL)} == expected


@pytest.mark.parametrize("brush", [1, 3])
def test_a_line_from_far_away_paints_what_is_inside(brush):
    """No more than the level's own size is asked for."""
    level, far = Level.empty(16, 12), 10**12
    level.apply(Line(-far, 5, far, 5, WALL, brush))
    level.apply(Line(7 - far, 5 + far, 7 + far, 5 - far, WALL, brush))
    half = brush // 2
    inside = {(x, y) for x in range(16) for y in range(5 - half, 6 + half)}
    assert inside <= {(int(x), int(y)) for y, x in np.argwhere(level.terrain == WALL)}
    assert level.terrain[[3, 4, 5, 6, 7], [9, 8, 7, 6, 5]].all()
    assert not level.terrain[0, :9].any()


def test_a_line_from_farther_away_is_refused():
    with pytest.raises(BadInput, match=r"line: from \(0, 0\) to \(2199023255552, 1\)"):
        Level.empty(4, 4).apply(Line(0, 0, 1 << 41, 1, WALL))


@given(st.tuples(CELL, CELL, CELL, CELL))
def test_the_border_of_a_rectangle_is_what_lies_inside_of_it(ends):
    x0, x1, y0, y1 = *sorted(ends[:2]), *sorted(ends[2:])
    level = Level.empty(16, 12)
    level.apply(Rectangle(Rect(x0, y0, x1, y1), WALL, filled=False))
    border = {
        (x, y) for x in range(x0, x1) for y in range(y0, y1)
        if (x in (x0, x1 - 1) or y in (y0, y1 - 1)) and 0 <= x < 16 and 0 <= y < 12
    }  # fmt: skip
    assert {(int(x), int(y)) for y, x in np.argwhere(level.terrain == WALL)} == border


def test_the_border_of_a_vast_rectangle_asks_for_no_more_than_the_level():
    level = Level.empty(16, 12)
    level.apply(Rectangle(Rect(3, -(10**6), 10**6, 10**6), WALL, filled=False))
    assert level.terrain[:, 3].all()
    assert np.count_nonzero(level.terrain) == 12
