"""Pieces of levels: what is copied is what is pasted, in any level, and one undo takes it back."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given

from sandbox.errors import BadInput
from sandbox.level.edits import AddPolygon, Batch, PaintCells, SetMarker, SetTimed
from sandbox.level.edits.clip import Clip, cleared
from sandbox.level.history import History
from sandbox.level.model import DEFAULT_PALETTE, WALL, Level, Marker, MarkerKind, Obstacle, Palette, Rect
from sandbox.level.obstacles import DrawnAs
from sandbox.level.problems import problems_of
from sandbox.level.timed import Door, Drift
from tests.strategies.edits import SEEDS, scene


def furnished():
    """A piece of everything inside (2, 2)–(12, 10), and something outside."""
    level = Level.empty(20, 15)
    level.apply(PaintCells.of(Rect(3, 3, 6, 4), WALL))
    level.apply(AddPolygon(Obstacle.of_cells([(4, 5), (6, 5), (5, 7)])))
    level.apply(AddPolygon(Obstacle.of_cells([(11, 5), (14, 5), (13, 7)])))
    level.apply(SetMarker("start", Marker.at(3.5, 3.5)))
    level.apply(SetMarker("camp", Marker.area(MarkerKind.SPAWN, Rect(7, 7, 9, 9), target="home", agents=4)))
    level.apply(SetMarker("home", Marker.area(MarkerKind.GOAL, Rect(9, 3, 11, 5))))
    level.apply(SetTimed((Door("gate", Rect(8, 3, 9, 5)), Drift("log", 1, ((0, 0), (1, 0))))))
    return level


AREA = Rect(2, 2, 12, 10)


def put(level, clip, x, y):
    level.apply(Batch(tuple(clip.pasted(level, x, y))))


@pytest.mark.small
def test_a_piece_holds_what_lies_wholly_inside():
    clip = Clip.of(furnished(), AREA)
    assert clip.size == (10, 8)
    assert sorted(clip.level.markers) == ["camp", "home"]
    assert [p.box for p in clip.level.polygons.values()] == [(1024, 1536, 2048, 2560)]
    assert [t.name for t in clip.level.timed] == ["gate", "log"]
    assert np.count_nonzero(clip.level.terrain) == 3


@pytest.mark.small
def test_pasted_in_an_empty_level_it_is_the_same_piece():
    clip, other = Clip.of(furnished(), AREA), Level.empty(30, 30)
    put(other, clip, 7, 9)
    again = Clip.of(other, Rect(7, 9, 17, 17))
    assert again.level.same_as(clip.level)


@pytest.mark.small
def test_pasted_beside_itself_everything_gets_names_of_its_own():
    level = furnished()
    put(level, Clip.of(level, AREA), 10, 7)
    assert sorted(level.markers) == ["camp", "camp 2", "home", "home 2", "start"]
    assert level.markers["camp 2"].target == "home 2"
    assert [t.name for t in level.timed] == ["gate", "log", "gate 2", "log 2"]
    assert level.timed[3].polygon == 3
    assert sorted(level.polygons) == [1, 2, 3]


@pytest.mark.small
def test_terrains_are_matched_by_name_and_brought_along():
    bare = Palette((DEFAULT_PALETTE[5], DEFAULT_PALETTE[0]))
    other = Level.empty(12, 12, palette=bare)
    put(other, Clip.of(furnished(), AREA), 0, 0)
    assert other.palette.names == ("grass", "floor", "wall")
    assert other.palette[other.terrain[1, 1]].name == "wall"
    assert other.palette[other.terrain[0, 0]].name == "floor"
    assert other.timed[0].closed_code == 2


@pytest.mark.small
def test_what_reaches_outside_is_cut_or_left_out():
    level = Level.empty(8, 8)
    put(level, Clip.of(furnished(), AREA), -3, -4)
    assert level.polygons[1].fits(8, 8)
    assert "camp" in level.markers
    assert [t.name for t in level.timed] == ["log"]
    far = Level.empty(8, 8)
    put(far, Clip.of(furnished(), AREA), 40, 40)
    assert far.same_as(Level.empty(8, 8))


@pytest.mark.small
def test_polygons_alone_leave_the_ground():
    level = furnished()
    clip = Clip.of_polygons(level, [1])
    other = Level.empty(30, 30, WALL)
    put(other, clip, 3, 3)
    assert (other.terrain == WALL).all()
    assert len(other.polygons) == 1
    assert [t.name for t in other.timed] == ["log"]
    assert not Clip.from_text(clip.text).ground


@pytest.mark.small
def test_clearing_leaves_floor_and_what_reaches_out():
    level = furnished()
    level.apply(Batch(tuple(cleared(level, AREA))))
    assert not level.terrain.any()
    assert sorted(level.polygons) == [2]
    assert level.timed == ()


@pytest.mark.small
def test_a_piece_is_turned_with_all_that_stands_on_it():
    clip = Clip.of(furnished(), AREA).turned()
    assert clip.size == (8, 10)
    assert [p.outer.tolist() for p in clip.level.polygons.values()] == [[[2560, 1024], [2560, 2048], [1536, 1536]]]
    assert np.argwhere(clip.level.terrain).tolist() == [[1, 6], [2, 6], [3, 6]]
    door, drift = clip.level.timed
    assert door.area == Rect(5, 6, 7, 7)
    assert drift.path == ((0, 0), (0, 1))
    assert clip.level.markers["camp"].points[0] == (3.0, 5.0)
    assert not [p for p in problems_of(clip.level, set()) if "overlap" not in str(p)]


@given(SEEDS)
def test_four_quarters_and_two_mirrors_are_nothing(seed):
    level, _ = scene(seed)
    bare = {n: replace(p, origin=DrawnAs()) for n, p in level.polygons.items()}
    level.polygons = bare
    clip = Clip.of(level, level.bounds)
    around = clip.turned().turned().turned().turned()
    assert around.level.same_as(clip.level)
    assert clip.mirrored().mirrored().level.same_as(clip.level)
    assert clip.mirrored().turned().mirrored().turned().level.same_as(clip.level)


@pytest.mark.small
def test_other_texts_are_no_pieces():
    assert Clip.from_text("hello") is None
    assert Clip.from_text('{"a": 1}') is None
    with pytest.raises(BadInput, match="clipboard"):
        Clip.from_text('{"format": "game-ai-sandbox level", "version": 1}')
    with pytest.raises(BadInput, match="selection"):
        Clip.of(Level.empty(3, 3), Rect(5, 5, 9, 9))


@given(SEEDS)
def test_any_piece_survives_text_pasting_and_undo(seed):
    level, maker = scene(seed)
    area = maker.box(level).clipped(level.width, level.height) or Rect(0, 0, 3, 3)
    clip = Clip.of(level, area)
    level.apply(SetTimed(()))
    text = Clip.from_text(clip.text)
    assert text.size == clip.size
    assert np.array_equal(text.level.terrain, clip.level.terrain)
    before, history = level.copy(), History(level)
    with history.gesture("Paste"):
        for edit in text.pasted(level, *map(int, maker.r.integers(-5, 20, 2))):
            history.do(edit)
    history.undo()
    assert level.same_as(before)
