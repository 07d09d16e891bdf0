"""The level as a value: sizes, copies, pickles, subscribers, and what its parts refuse."""

import pickle

import numpy as np
import pytest
from hypothesis import given

from sandbox.errors import BadInput
from sandbox.level.edits import AddPolygon, Line, PaintCells, RemovePolygon, SetTitle
from sandbox.level.model import (
    DEFAULT_PALETTE,
    FLOOR,
    WALL,
    Level,
    Marker,
    MarkerKind,
    Obstacle,
    Palette,
    Rect,
    Terrain,
)
from sandbox.level.obstacles import DrawnAs, ring_of_cells
from tests.strategies.edits import SEEDS, scene


@pytest.mark.small
@pytest.mark.parametrize(("width", "height"), [(0, 5), (5, 0), (2049, 5), (5, 2049), (-1, 5), (10**9, 10**9)])
def test_sizes_are_checked_before_anything_is_allocated(width, height):
    with pytest.raises(BadInput, match="1 to 2048 a side"):
        Level.empty(width, height)


@pytest.mark.small
def test_terrain_must_fit_the_palette():
    with pytest.raises(BadInput, match="code 11, expected codes below 11"):
        Level(np.full((2, 2), 11, np.uint8))
    with pytest.raises(BadInput, match="int64"):
        Level(np.zeros((2, 2), np.int64))


@given(SEEDS)
def test_copies_and_pickles_are_equal_and_independent(seed):
    level, _ = scene(seed)
    for twin in (level.copy(), pickle.loads(pickle.dumps(level))):
        assert twin.same_as(level)
        assert twin.version == level.version
        twin.apply(SetTitle("another"))
        twin.apply(PaintCells.one(0, 0, 9 if level.terrain[0, 0] != 9 else 8))
        assert not np.array_equal(twin.terrain, level.terrain)
        assert level.title != "another"


@pytest.mark.small
def test_subscribers_hear_every_edit_until_they_leave():
    level, heard = Level.empty(9, 9), []
    leave = level.subscribe(lambda edit, dirty: heard.append((edit.label, tuple(dirty))))
    level.apply(Line(1, 1, 3, 2, WALL))
    level.apply(SetTitle("x"))
    with pytest.raises(BadInput):
        level.apply(PaintCells.one(1, 1, 99))
    leave()
    level.apply(SetTitle("y"))
    assert heard == [("Line", (1, 1, 4, 3)), ("Change title", (0, 0, 0, 0))]
    assert level.version == 3


@pytest.mark.small
@pytest.mark.parametrize(("many", "told"), [(0, "none"), (1, "1"), (8, "1, 2, 3, 4, 5, 6, 7, 8"), (9, "7, 8, …")])
def test_a_polygon_that_is_not_there_is_told_which_are(many, told):
    level = Level.empty(20, 3)
    for x in range(many):
        level.apply(AddPolygon(Obstacle.of_cells([(2 * x, 0), (2 * x + 1, 0), (2 * x, 1)])))
    with pytest.raises(BadInput, match=f"polygon 77: no such polygon, expected one of .*{told}$"):
        level.apply(RemovePolygon(77))


@pytest.mark.small
def test_code_at():
    level = Level.empty(3, 2)
    level.apply(PaintCells.one(2, 1, WALL))
    assert (level.code_at(2.0, 1.99), level.code_at(1.99, 1.5)) == (WALL, FLOOR)
    with pytest.raises(BadInput, match="inside 3 × 2"):
        level.code_at(3.0, 1)


@pytest.mark.small
@pytest.mark.parametrize("cost", [0.5, -1, 1.1, 32, float("nan"), float("inf")])
def test_costs_are_eighths(cost):
    with pytest.raises(BadInput, match="multiple of 1/8"):
        Terrain("mud", "#112233", cost=cost)


@pytest.mark.small
@pytest.mark.parametrize("colour", ["", "112233", "#11223", "#11223g", "red"])
def test_colours_are_hex(colour):
    with pytest.raises(BadInput, match="#rrggbb"):
        Terrain("mud", colour)


@pytest.mark.small
def test_palettes_know_their_terrains():
    assert DEFAULT_PALETTE[FLOOR].name == "floor"
    assert DEFAULT_PALETTE[WALL].blocked
    assert DEFAULT_PALETTE.code("swamp") == 3
    assert DEFAULT_PALETTE.cost8()[[0, 1, 3, 255]].tolist() == [8, 0, 24, 0]
    assert len({t.pattern for t in DEFAULT_PALETTE}) == len(DEFAULT_PALETTE), "told apart without colour"
    with pytest.raises(BadInput, match="one of floor, wall"):
        DEFAULT_PALETTE.code("lava")
    with pytest.raises(BadInput, match="every name once"):
        Palette(DEFAULT_PALETTE[:2] * 2)
    with pytest.raises(BadInput, match="1 to 256"):
        Palette(())
    assert pickle.loads(pickle.dumps(DEFAULT_PALETTE)) == DEFAULT_PALETTE


@pytest.mark.small
def test_markers():
    area = Marker.area(MarkerKind.SPAWN, Rect(1, 1, 3, 2), target="exit", agents=5)
    assert (area.point, area.cell) == ((2, 1.5), (2, 1))
    assert Marker.at(3.5, 4.5).moved(-1, 1) == Marker.at(2.5, 5.5)
    with pytest.raises(BadInput, match="at least three"):
        Marker(((1, 1), (2, 2)), MarkerKind.GOAL)
    with pytest.raises(BadInput, match="finite"):
        Marker.at(float("nan"), 1)
    with pytest.raises(BadInput, match="agents"):
        Marker(((1, 1),), agents=-1)


@pytest.mark.small
def test_obstacles_are_values():
    a = Obstacle.of_cells([(1, 1), (2, 1), (2, 2.001)])
    assert a.outer.tolist() == [[512, 512], [1024, 512], [1024, 1025]]
    assert a == Obstacle.of_cells([(1, 1), (2, 1), (2, 2.0011)])
    assert a != a.moved(1, 0)
    assert hash(a) == hash(a.moved(1, 0).moved(-1, 0))
    assert tuple(a.cells) == (1, 1, 2, 3)
    assert not a.outer.flags.writeable
    circle = Obstacle(1, ring_of_cells([(1, 1), (2, 1), (2, 2)]), origin=DrawnAs("circle", (1.5, 1.5, 0.7), 0.1))
    assert circle.moved(512, 256).origin.parameters == (2.5, 2.0, 0.7)
    with pytest.raises(BadInput, match="n ≥ 3"):
        Obstacle.of_cells([(1, 1), (2, 2)])


@pytest.mark.small
def test_rectangles_of_cells():
    a, b = Rect(1, 2, 4, 5), Rect(3, 3, 9, 4)
    assert tuple(a.union(b)) == (1, 2, 9, 5)
    assert a.union(Rect.nothing()) == Rect.nothing().union(a) == a
    assert a.meets(b)
    assert not a.meets(Rect(4, 2, 5, 5))
    assert tuple(a.enlarged(3).clipped(5, 6)) == (0, 0, 5, 6)
    assert not Rect.nothing().enlarged(3)
    assert not Rect(7, 7, 9, 9).clipped(5, 5)
    assert Rect(5, 1, 2, 3).area == 0
