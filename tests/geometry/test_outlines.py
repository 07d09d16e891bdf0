"""Outlines of blocked cells: simple rings, each boundary step once, areas that add up."""

import itertools

import numpy as np
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sandbox.geometry.outlines import difference, rings_of, segments_near
from tests.oracles.level import boundary_steps


def padded(blocked):
    return np.pad(blocked, 1).ravel().astype(np.uint8)


def outlines(blocked):
    return rings_of(padded(blocked), blocked.shape[1])


def segments(blocked, box=None):
    height, width = blocked.shape
    return {tuple(s) for s in segments_near(padded(blocked), width, height, box or (0, 0, width, height)).tolist()}


def drawn(*rows):
    return np.array([[c == "#" for c in row] for row in rows], np.uint8)


def doubled_area(ring):
    x, y = ring.T.astype(np.int64)
    return int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


def steps_of(x0, y0, x1, y1):
    """The unit steps of a straight segment."""
    n = abs(x1 - x0) + abs(y1 - y0)
    dx, dy = (x1 - x0) // n, (y1 - y0) // n
    return [(x0 + i * dx, y0 + i * dy, x0 + (i + 1) * dx, y0 + (i + 1) * dy) for i in range(n)]


maps = st.builds(
    lambda seed, w, h, share: (np.random.default_rng(seed).random((h, w)) < share).astype(np.uint8),
    st.integers(0, 2**32 - 1), st.integers(1, 20), st.integers(1, 20), st.floats(0, 1),
)  # fmt: skip


@given(maps)
def test_rings_walk_every_boundary_step_once(blocked):
    sides = [(*a, *b) for r in outlines(blocked) for a, b in itertools.pairwise([*r.tolist(), r[0].tolist()])]
    walked = [step for side in sides for step in steps_of(*side)]
    assert len(walked) == len(set(walked))
    assert set(walked) == boundary_steps(blocked)


@given(maps)
def test_rings_are_simple_and_turn_at_every_vertex(blocked):
    for ring in outlines(blocked):
        assert shapely.Polygon(ring).is_valid, ring.tolist()
        ahead = np.roll(ring, -1, axis=0) - ring
        assert ((ahead != 0).sum(axis=1) == 1).all()
        assert ((ahead != 0) != (np.roll(ahead, 1, axis=0) != 0)).all(), "collinear sides are one"


@given(maps)
def test_areas_add_up_to_the_blocked_cells(blocked):
    assert sum(doubled_area(r) for r in outlines(blocked)) == 2 * int(blocked.sum())


@given(maps)
def test_segments_are_the_sides_of_the_rings(blocked):
    sides = {(*a, *b) for r in outlines(blocked) for a, b in itertools.pairwise([*r.tolist(), r[0].tolist()])}
    assert segments(blocked) == sides


@given(maps, st.data())
def test_an_edit_changes_only_segments_near_it(blocked, data):
    height, width = blocked.shape
    x, y = data.draw(st.integers(0, width - 1)), data.draw(st.integers(0, height - 1))
    box = (x, y, data.draw(st.integers(x + 1, width)), data.draw(st.integers(y + 1, height)))
    edited = blocked.copy()
    edited[box[1] : box[3], box[0] : box[2]] ^= 1
    gone, new = segments(blocked, box), segments(edited, box)
    assert segments(edited) == segments(blocked) - gone | new
    removed, added = difference(*(np.array(sorted(s), np.int32).reshape(-1, 4) for s in (gone, new)))
    assert {tuple(s) for s in removed.tolist()} == gone - new
    assert {tuple(s) for s in added.tolist()} == new - gone


@pytest.mark.small
@pytest.mark.parametrize(
    ("blocked", "rings"),
    [
        (drawn("..", ".."), []),
        (drawn("##", "##"), [[(0, 0), (2, 0), (2, 2), (0, 2)]]),
        (drawn("#.", ".#"), [[(0, 0), (1, 0), (1, 1), (0, 1)], [(1, 1), (2, 1), (2, 2), (1, 2)]]),
        (
            drawn("###", "#.#", "###"),
            [[(0, 0), (3, 0), (3, 3), (0, 3)], [(1, 2), (2, 2), (2, 1), (1, 1)]],
        ),
        (  # a pinch of one piece with itself: the hole is cut off the outer ring there
            drawn("##.", "#.#", "###"),
            [[(1, 1), (1, 2), (2, 2), (2, 1)], [(0, 0), (2, 0), (2, 1), (3, 1), (3, 3), (0, 3)]],
        ),
    ],
)
def test_rings_of_small_maps(blocked, rings):
    def turned(ring):
        """Starting at its smallest corner."""
        first = ring.index(min(ring))
        return ring[first:] + ring[:first]

    found = [turned([tuple(p) for p in r.tolist()]) for r in outlines(blocked)]
    assert sorted(found) == sorted(turned(r) for r in rings)
