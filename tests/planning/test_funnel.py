"""The funnel alone: what it pulls, and what it says about it."""

import math

import numpy as np
import pytest

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, Recording, record_event
from sandbox.planning.mesh.disc_way import kink
from sandbox.planning.mesh.funnel import blocks, in_words, new_funnel, pull, rounded

pytestmark = pytest.mark.small

# Going right (+x): with cross products positive to the left, the left side has the larger y.
XY = np.array([[10, 5], [10, -5], [20, 12], [20, 6], [30, 1], [30, -5]], np.int64)
PORTALS = np.array([[0, 1], [2, 3], [4, 5]], np.int32)
ENDS = np.array([0.0, 0.0, 40.0, 0.0])


def pulled(ends=ENDS, radius=0.0, events=NO_EVENTS, text=pull, xy=XY, portals=PORTALS):
    funnel = new_funnel(8)
    funnel.portals[: len(portals)] = portals
    count, length = text(xy, funnel, len(portals), ends, radius, events)
    return funnel, count, length


def test_it_bends_where_it_must():
    funnel, count, length = pulled()
    assert funnel.vertex[funnel.way[:count]].tolist() == [-1, 3, 4, -1]
    assert length == pytest.approx(math.hypot(20, 6) + math.hypot(10, 5) + math.hypot(10, 1))


def test_left_and_right_are_mirrors():
    _, _, length = pulled()
    mirrored = XY * [1, -1]
    funnel, count, other = pulled(xy=mirrored, portals=PORTALS[:, ::-1])
    assert other == length
    assert funnel.vertex[funnel.way[:count]].tolist() == [-1, 3, 4, -1]


def test_a_disc_keeps_its_distance_and_turns_on_arcs():
    funnel, count, length = pulled(radius=1.0)
    points, arcs = rounded(funnel, count, 1.0)
    assert len(arcs) == 2
    assert arcs[0, 4] < 0 < arcs[1, 4] or arcs[1, 4] < 0 < arcs[0, 4]
    assert np.hypot(*np.diff(points, axis=0).T).sum() == pytest.approx(length, rel=1e-3)
    for corner in XY[[3, 4]]:
        assert np.hypot(*(points - corner).T).min() >= 1 - 1e-9
    assert length > pulled()[2]


A, C, N = 0, 1, 2  # elements: where the way comes from, a corner whose tangent it crosses, where it goes
LEFT, RIGHT, GOAL = 1, -1, 0

BLOCKS = {  # the way begins at the origin, for a disc of radius 1: (left corner c, n, side of n, is c in the way?)
    "before the end, too near": ((5, 0.5), (10, -1), RIGHT, True),
    "before the end, on its wrong side": ((5, -3), (10, 0), GOAL, True),
    "beyond the end, on its right side": ((12, 0.5), (10, 0), GOAL, False),
    "beyond the end, on its wrong side": ((12, -1), (10, 0), GOAL, True),
    "far ahead, where only the size of the disc leads": ((30, 1), (4, 0), RIGHT, False),
    "far ahead, and n behind it": ((12, -3), (10, 0), RIGHT, True),
}


def elements(*rows):
    """A funnel of the origin and of some elements: ((x, y), side)."""
    funnel = new_funnel(8)
    for number, (spot, side) in enumerate([((0, 0), 0), *rows]):
        funnel.spot[number], funnel.side[number], funnel.vertex[number] = spot, side, number
    return funnel


@pytest.mark.parametrize("mirror", [1, -1])
@pytest.mark.parametrize("name", BLOCKS)
def test_a_corner_is_in_the_way_or_not(name, mirror):
    (cx, cy), (nx, ny), side, expected = BLOCKS[name]
    funnel = elements(((cx, mirror * cy), mirror * LEFT), ((nx, mirror * ny), mirror * side))
    assert blocks(funnel, A, C, N, 1.0) == expected


@pytest.mark.parametrize(("goal_y", "bent"), [(5, False), (0, False), (-5, True)])
@pytest.mark.parametrize("mirror", [1, -1])
def test_a_kink_is_where_the_way_turns_away_from_its_corner(goal_y, bent, mirror):
    """A corner on the left, at (10, 1), which the way passes at the origin's height."""
    funnel = elements(((10, mirror * 1), mirror * LEFT), ((20, mirror * goal_y), GOAL))
    funnel.way[:3] = 0, 1, 2
    assert kink(funnel, 3, 1.0) == (1 if bent else -1)


def test_every_step_is_told_in_words():
    recording = Recording(100)
    pulled(events=recording.events, text=specialise(pull, record_step=record_event))
    told = [in_words(recording, i) for i in range(recording.count)]
    assert told[0] == "left side moves to vertex 0, reached from the start"
    assert "right side crosses left: apex moves" in " ".join(told) or "left side crosses right" in " ".join(told)
    assert told[-1].startswith("the goal is reached from vertex 4")
