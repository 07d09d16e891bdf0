"""Broad strokes cover the cells whose centre is within half a brush: by definition, cell by cell."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sandbox.level.edits.brush import stroke
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
