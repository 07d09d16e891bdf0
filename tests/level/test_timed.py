"""Time passes as ordinary edits: doors, drifting blocks, and the way back to the drawing."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.edits import AddPolygon, MovePolygon, PaintCells, RemovePolygon, SetTimed
from sandbox.level.model import WALL, Level, Obstacle, Rect
from sandbox.level.timed import Door, Drift, Timeline

GATE = Door("gate", Rect(4, 0, 5, 3), period=6, open_for=2, phase=1)
LOG = Drift("log", 1, ((0, 0), (4, 0)), period=8, phase=0, step=0.5)


def busy_level():
    level = Level.empty(9, 9)
    level.apply(AddPolygon(Obstacle.of_cells([(1, 5), (3, 5), (3, 7), (1, 7)])))
    level.apply(SetTimed((GATE, LOG)))
    return level


@pytest.mark.small
@pytest.mark.parametrize(("time", "is_open"), [(0.9, False), (1, True), (2.9, True), (3, False), (7, True), (-5, True)])
def test_doors_keep_their_hours(time, is_open):
    assert GATE.is_open(time) == is_open
    terrain = busy_level().at(time).terrain
    assert (terrain[:3, 4] == (0 if is_open else WALL)).all()


@pytest.mark.small
@pytest.mark.parametrize(("time", "cells"), [(0, 0), (0.49, 0), (0.5, 0.5), (4, 4), (6, 2), (8, 0), (9.2, 1)])
def test_blocks_drift_there_and_back(time, cells):
    assert LOG.offset(time) == (round(cells * 512), 0)
    assert busy_level().at(time).polygons[1].box[0] == round((1 + cells) * 512)


@given(st.lists(st.floats(0, 100), max_size=10))
def test_a_timeline_gets_where_a_fresh_one_gets(times):
    level = busy_level()
    running = level.copy()
    timeline = Timeline(running)
    for time in times:
        edit = timeline.edit_to(time)
        if edit is not None:
            running.apply(edit)
        assert running.same_as(level.at(time))


@given(st.floats(0, 50))
def test_nothing_happens_before_the_next_change_and_something_then(time):
    timeline = Timeline(busy_level())
    soon = timeline.next_change(time)
    assert time < soon
    before, just_before, then = (busy_level().at(t) for t in (time, soon - (soon - time) / 100 - 1e-12, soon + 1e-9))
    assert before.same_as(just_before)
    assert not then.same_as(before)


@pytest.mark.small
def test_the_level_itself_stays_as_drawn():
    level = busy_level()
    before = level.copy()
    level.at(3.7)
    assert level.same_as(before)
    assert level.version == before.version


@pytest.mark.small
def test_what_never_changes_is_never_waited_for():
    assert math.isinf(Door("wall", Rect(0, 0, 1, 1), 5, 0).next_change(1))
    assert math.isinf(Drift("rock", 1, ((0, 0),)).next_change(1))
    assert math.isinf(Timeline(Level.empty(3, 3)).next_change(0))


@pytest.mark.small
def test_a_drift_whose_polygon_is_gone_is_left_out():
    level = busy_level()
    level.apply(RemovePolygon(1))
    level.apply(PaintCells.one(0, 0, WALL))
    assert level.at(2).polygons == {}


@pytest.mark.small
def test_a_drift_that_would_leave_the_level_waits():
    level = busy_level()
    level.apply(MovePolygon(1, 4 * 512, 0))
    assert level.at(4).polygons[1].box[0] == 5 * 512
    assert level.at(1).polygons[1].box[0] == 6 * 512
    assert not LOG.fits(level)


@pytest.mark.small
@pytest.mark.parametrize("far", [6.5, 1e6, 1e7, 1e9])
def test_a_drift_out_of_the_level_is_refused_however_far_it_leads(far):
    level = busy_level()
    away = Drift("away", 1, ((0, 0), (far, 0)))
    assert not away.fits(level)
    with pytest.raises(BadInput, match="inside the level"):
        level.apply(SetTimed((away,)))


@pytest.mark.small
@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Door("d", Rect(0, 0, 1, 1), period=0), "period 0"),
        (lambda: Door("d", Rect(0, 0, 1, 1), period=float("nan")), "period nan"),
        (lambda: Door("d", Rect(0, 0, 1, 1), 3, 4), "open for 4 s"),
        (lambda: Drift("d", 1, ((0, 0),), period=0), "period 0"),
        (lambda: Drift("d", 1, ((0, 0),), phase=math.nan), "phase nan"),
        (lambda: Drift("d", 1, ()), "one or more finite offsets"),
        (lambda: Drift("d", 1, ((0, math.inf),)), "one or more finite offsets"),
        (lambda: Drift("d", 1, ((0, 0),), step=0), "a step of 0 s"),
    ],
)
def test_impossible_clocks_are_refused(make, words):
    with pytest.raises(BadInput, match=words):
        make()
