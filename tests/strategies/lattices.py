"""Small pictures of free cells, and agents on them."""

import numpy as np
from hypothesis import strategies as st


@st.composite
def pictures(draw, side=7, most_walls=0.5):
    """A picture [height, width]: open, full, or anything between."""
    width, height = draw(st.integers(1, side)), draw(st.integers(1, side))
    walls = draw(st.sampled_from([0.0, 0.15, 0.3, most_walls]))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return random.random((height, width)) >= walls


@st.composite
def crowded(draw, side=6, most=12):
    """A picture, different starts, and goals: different ones, the starts, or any."""
    free = draw(pictures(side))
    y, x = np.nonzero(free)
    cells = list(zip(x.tolist(), y.tolist(), strict=True))
    random = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    count = len(cells) if draw(st.integers(0, 9)) == 0 else draw(st.integers(0, min(most, len(cells))))
    starts = [cells[i] for i in random.permutation(len(cells))[:count]]
    kind = draw(st.sampled_from(["others", "others", "starts", "any"]))
    picked = random.permutation(len(cells))[:count] if kind != "any" else random.integers(0, max(1, len(cells)), count)
    return free, starts, starts if kind == "starts" else [cells[i] for i in picked]


def free_cells(free):
    """The free cells of a picture as a set of (x, y)."""
    return {(x, y) for y, x in np.argwhere(free).tolist()}


def picture(*rows):
    """A picture from text: `.` is free."""
    return np.array([[letter == "." for letter in row] for row in rows])
