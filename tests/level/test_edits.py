"""Every edit: what it does, that it can be taken back, that a refused one leaves no trace, that it pickles."""

import math
import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.edits import (
    AddPolygon,
    Batch,
    DeleteVertex,
    FillRegion,
    InsertVertex,
    Line,
    MovePolygon,
    MoveVertex,
    PaintCells,
    Rectangle,
    RemoveMarker,
    RemovePolygon,
    ReplaceTerrain,
    Resize,
    RotatePolygon,
    ScalePolygon,
    SetMarker,
    SetPalette,
    SetTimed,
    mirrored,
)
from sandbox.level.model import DEFAULT_PALETTE, UNITS, WALL, Level, Marker, Obstacle, Palette, Rect
from sandbox.level.timed import Door, Drift
from tests.oracles import level as naive
from tests.strategies.edits import SEEDS, Maker, scene, tried

SQUARE = Obstacle.of_cells([(1, 1), (4, 1), (4, 4), (1, 4)])


def cells(level, code=WALL):
    return {(int(x), int(y)) for y, x in np.argwhere(level.terrain == code)}


def painted(*edits, size=(9, 9)):
    level = Level.empty(*size)
    for edit in edits:
        level.apply(edit)
    return cells(level)


@given(SEEDS)
def test_undoing_any_edit_restores_the_level(seed):
    level, maker = scene(seed)
    maker = Maker(seed, heavy=True)
    for _ in range(20):
        before = level.copy()
        edit = maker.edit(level)
        back = tried(level, edit)
        if back is None:
            assert level.same_as(before), f"{edit} was refused and left traces"
            continue
        after = level.copy()
        again = level.apply(back)
        assert level.same_as(before), edit
        level.apply(again)
        assert level.same_as(after), edit


@given(SEEDS)
def test_edits_survive_pickling(seed):
    level, maker = scene(seed)
    other = level.copy()
    for _ in range(10):
        edit = maker.edit(level)
        sent = pickle.loads(pickle.dumps(edit))
        assert (tried(level, edit) is None) == (tried(other, sent) is None)
        assert level.same_as(other)


@given(SEEDS)
def test_dirty_regions_hold_every_change(seed):
    level, maker = scene(seed)
    told = []
    level.subscribe(lambda edit, dirty: told.append(dirty))
    for _ in range(20):
        before = level.copy()
        told.clear()
        changed = tried(level, maker.edit(level)) is not None
        assert len(told) == changed
        if changed and told[0] != level.bounds:
            x0, y0, x1, y1 = told[0]
            before.terrain[y0:y1, x0:x1] = level.terrain[y0:y1, x0:x1]
            assert np.array_equal(before.terrain, level.terrain)
            difference = naive.covered(before) != naive.covered(level)
            difference[y0:y1, x0:x1] = False
            assert not difference.any()


@pytest.mark.small
def test_a_refused_part_takes_the_whole_batch_back():
    level = Level.empty(6, 6)
    with pytest.raises(BadInput, match="polygon 7"):
        level.apply(Batch((PaintCells.one(1, 1, WALL), AddPolygon(SQUARE), RemovePolygon(7))))
    assert level.same_as(Level.empty(6, 6))
    assert level.version == 0


class Broken:
    """An edit with a fault."""

    size = 1

    def perform(self, _level):
        raise ZeroDivisionError


@pytest.mark.small
def test_a_part_with_a_fault_takes_the_whole_batch_back_too():
    level = Level.empty(6, 6)
    with pytest.raises(ZeroDivisionError):
        level.apply(Batch((PaintCells.one(1, 1, WALL), AddPolygon(SQUARE), Broken())))
    assert level.same_as(Level.empty(6, 6))
    assert level.version == 0


@pytest.mark.small
def test_a_line_has_one_cell_a_step():
    assert painted(Line(1, 1, 4, 3, WALL)) == {(1, 1), (2, 2), (3, 2), (4, 3)}
    assert painted(Line(7, 2, 7, 2, WALL)) == {(7, 2)}


@pytest.mark.small
def test_brushes_have_their_size():
    assert painted(Line(4, 4, 4, 4, WALL, 3, "square")) == {(x, y) for x in (3, 4, 5) for y in (3, 4, 5)}
    assert painted(Line(4, 4, 4, 4, WALL, 2, "square")) == {(x, y) for x in (4, 5) for y in (4, 5)}
    assert painted(Line(4, 4, 4, 4, WALL, 3)) == {(x, y) for x in (3, 4, 5) for y in (3, 4, 5)}
    assert len(painted(Line(4, 4, 4, 4, WALL, 5))) == 21
    slanted = painted(Line(2, 2, 6, 6, WALL, 3, "square"))
    assert slanted == {(x + i, y + i) for i in range(2, 7) for x in (-1, 0, 1) for y in (-1, 0, 1)}


@pytest.mark.small
def test_strokes_may_leave_the_level():
    assert painted(Line(-3, 4, 3, 4, WALL)) == {(x, 4) for x in range(4)}
    assert painted(Line(-30, -30, -20, -20, WALL, 7)) == set()
    assert painted(Rectangle(Rect(-2, 7, 30, 30), WALL)) == {(x, y) for x in range(9) for y in (7, 8)}


@pytest.mark.small
def test_a_rectangle_may_be_hollow():
    assert painted(Rectangle(Rect(2, 2, 6, 5), WALL, filled=False)) == {
        (x, y) for x in range(2, 6) for y in range(2, 5) if x in (2, 5) or y in (2, 4)
    }
    assert painted(Rectangle(Rect(2, 2, 4, 5), WALL, filled=False)) == {(x, y) for x in (2, 3) for y in (2, 3, 4)}


@given(SEEDS)
def test_filling_reaches_the_region_and_no_more(seed):
    level, maker = scene(seed, edits=12)
    x, y = (int(v) for v in maker.r.integers((0, 0), (level.width, level.height)))
    region, before = naive.region(level.terrain, x, y), level.terrain.copy()
    level.apply(FillRegion(x, y, 6))
    assert np.array_equal(level.terrain, np.where(region, 6, before))


@pytest.mark.small
def test_replacing_a_terrain_in_a_box():
    level = Level.empty(4, 1)
    level.apply(ReplaceTerrain(0, 3, Rect(1, 0, 3, 9)))
    assert level.terrain.tolist() == [[0, 3, 3, 0]]
    level.apply(ReplaceTerrain(0, 2))
    assert level.terrain.tolist() == [[2, 3, 3, 2]]


@pytest.mark.small
@pytest.mark.parametrize(
    ("symmetry", "expected"),
    [
        ("left-right", {(1, 0), (7, 0)}),
        ("top-bottom", {(1, 0), (1, 8)}),
        ("four-way", {(1, 0), (7, 0), (1, 8), (7, 8)}),
        ("half-turn", {(1, 0), (7, 8)}),
        ("quarter-turns", {(1, 0), (8, 1), (7, 8), (0, 7)}),
    ],
)
def test_symmetric_painting(symmetry, expected):
    level = Level.empty(9, 9)
    for edit in mirrored(PaintCells.one(1, 0, WALL), symmetry, level):
        level.apply(edit)
    assert cells(level) == expected


@pytest.mark.small
def test_symmetric_painting_keeps_codes_in_place():
    level = Level.empty(5, 2)
    codes = np.array([[1, 2], [3, 4]], np.uint8)
    for edit in mirrored(PaintCells.of(Rect(0, 0, 2, 2), codes), "left-right", level):
        level.apply(edit)
    assert level.terrain.tolist() == [[1, 2, 0, 2, 1], [3, 4, 0, 4, 3]]


@pytest.mark.small
def test_quarter_turns_need_a_square_level():
    with pytest.raises(BadInput, match="square level"):
        mirrored(PaintCells.one(0, 0, WALL), "quarter-turns", Level.empty(4, 5))


@pytest.mark.small
@pytest.mark.parametrize(
    ("edit", "words"),
    [
        (PaintCells.one(1, 1, 200), "terrain code 200"),
        (Line(1, 1, 2, 2, WALL, 0), "brush: 0 cells"),
        (FillRegion(9, 1, WALL), "inside 8 × 8"),
        (AddPolygon(Obstacle.of_cells([(1, 1), (3, 3), (3, 1), (1, 3)])), "Self-intersection"),
        (AddPolygon(Obstacle.of_cells([(1, 1), (3, 3), (2, 2)])), "without area"),
        (AddPolygon(Obstacle.of_cells([(1, 1), (30, 3), (2, 2)])), "inside the level"),
        (AddPolygon(Obstacle.of_cells([(1, 1), (2, 1), (2, 2)], id=1)), "taken"),
        (RemovePolygon(5), "no such polygon, expected one of 1"),
        (MovePolygon(1, -513, 0), "inside the level"),
        (ScalePolygon(1, 9.0, 1.0, 0, 0), "inside the level"),
        (ScalePolygon(1, 0.0, 1.0, 0, 0), "fewer than three|without area"),
        (ScalePolygon(1, float("inf"), 1.0, 0, 0), "out of all bounds"),
        (RotatePolygon(1, 3.1, 0, 0), "inside the level"),
        (MoveVertex(1, 0, 9, 5, 5), "vertex 9, expected 0 to 3"),
        (MoveVertex(1, 1, 0, 5, 5), "ring 1, expected 0 to 0"),
        (MoveVertex(1, 0, 0, 2048, 1000), "ntersection|without area"),
        (InsertVertex(1, 0, 6, 5, 5), "vertex 6"),
        (DeleteVertex(1, 0, -1), "vertex -1"),
        (SetMarker("", Marker.at(1, 1)), "no name"),
        (SetMarker("goal", Marker.at(8.5, 1)), "inside 8 × 8"),
        (SetPalette(Palette(DEFAULT_PALETTE[:1])), "code 1 is in use"),
        (SetTimed((Door("gate", Rect(6, 6, 9, 8)),)), "door 'gate'"),
        (SetTimed((Drift("log", 4, ((0, 0),)),)), "no such polygon"),
        (SetTimed((Drift("log", 1, ((0, 0), (5, 0))),)), "inside the level"),
        (SetTimed((Door("gate", Rect(1, 1, 2, 2), open_code=-1),)), "codes -1, 1"),
        (PaintCells.one(1, 1, -1), "terrain code -1"),
        (Rectangle(Rect(1, 1, 4, 4), -1, filled=False), "terrain code -1"),
        (Resize(0, 5), "0 × 5 cells"),
        (Resize(4096, 5), "4096 × 5 cells"),
        (Resize(9, 9, code=len(DEFAULT_PALETTE)), "terrain code 11, expected a code below 11"),
    ],
)
def test_what_is_refused_says_why_and_changes_nothing(edit, words):
    level = Level.empty(8, 8)
    level.apply(PaintCells.one(0, 0, WALL))
    level.apply(AddPolygon(SQUARE))
    before = level.copy()
    with pytest.raises(BadInput, match=words):
        level.apply(edit)
    assert level.same_as(before)
    assert level.version == before.version


@pytest.mark.small
def test_vertices_are_moved_inserted_and_deleted():
    level = Level.empty(8, 8)
    level.apply(AddPolygon(SQUARE))
    level.apply(InsertVertex(1, 0, 1, 1280, 300))
    level.apply(MoveVertex(1, 0, 0, 600, 600))
    level.apply(DeleteVertex(1, 0, 4))
    assert level.polygons[1].outer.tolist() == [[600, 600], [1280, 300], [2048, 512], [2048, 2048]]


@pytest.mark.small
def test_polygons_are_turned_and_scaled():
    level = Level.empty(8, 8)
    level.apply(AddPolygon(Obstacle.of_cells([(4, 4), (6, 4), (6, 5)])))
    level.apply(RotatePolygon(1, np.pi / 2, 2048, 2048))
    assert (level.polygons[1].outer / 512).tolist() == [[4, 4], [4, 6], [3, 6]]
    level.apply(ScalePolygon(1, -1.0, 2.0, 2048, 2048))
    assert (level.polygons[1].outer / 512).tolist() == [[4, 4], [4, 8], [5, 8]]


@pytest.mark.small
def test_resizing_keeps_cuts_and_drops():
    level = Level.empty(8, 6, palette=DEFAULT_PALETTE)
    level.apply(PaintCells.one(2, 3, WALL))
    level.apply(AddPolygon(Obstacle.of_cells([(1, 1), (3, 1), (3, 3), (1, 3)])))
    level.apply(AddPolygon(Obstacle.of_cells([(5, 1), (7, 1), (7, 2), (5, 2)])))
    level.apply(SetMarker("start", Marker.at(2.5, 2.5)))
    level.apply(SetMarker("goal", Marker.at(7.5, 0.5)))
    level.apply(SetTimed((Door("gate", Rect(0, 0, 1, 1)), Drift("log", 2, ((0, 0), (0.5, 0))))))
    level.apply(Resize(3, 7, -2, 1, code=4))
    assert level.terrain[0].tolist() == [4, 4, 4]
    assert cells(level) == {(0, 4)}
    assert list(level.polygons) == [1]
    assert level.polygons[1].box == (0, 1024, 512, 2048)
    assert level.markers == {"start": Marker.at(0.5, 3.5)}
    assert level.timed == ()


@pytest.mark.small
def test_a_vertex_touches_the_cells_between_its_neighbours():
    ring = [(30 + 25 * math.cos(a), 30 + 25 * math.sin(a)) for a in np.linspace(0, 2 * math.pi, 100, endpoint=False)]
    level = Level.empty(60, 60)
    level.apply(AddPolygon(Obstacle.of_cells(ring)))
    told = []
    level.subscribe(lambda edit, dirty: told.append(dirty))
    level.apply(MoveVertex(1, 0, 0, 57 * UNITS, 30 * UNITS))
    assert told[-1] == Rect(54, 28, 57, 32)
    level.apply(InsertVertex(1, 0, 1, 57 * UNITS, 31 * UNITS))
    assert told[-1] == Rect(54, 30, 57, 34)
    level.apply(DeleteVertex(1, 0, 0))
    assert told[-1] == Rect(54, 28, 57, 32)


@pytest.mark.small
def test_a_polygon_cut_in_two_gets_a_second_id():
    level = Level.empty(10, 10)
    u_shape = [(1, 1), (2, 1), (2, 8), (8, 8), (8, 1), (9, 1), (9, 9), (1, 9)]
    level.apply(AddPolygon(Obstacle.of_cells(u_shape)))
    level.apply(Resize(10, 5))
    assert sorted(p.box for p in level.polygons.values()) == [(512, 512, 1024, 2560), (4096, 512, 4608, 2560)]
    assert all(number == polygon.id for number, polygon in level.polygons.items())


@given(SEEDS)
def test_every_edit_has_a_label_and_so_has_what_takes_it_back(seed):
    level, maker = scene(seed, edits=5)
    for _ in range(10):
        edit = maker.edit(level)
        assert edit.label.strip()
        back = tried(level, edit)
        assert back is None or back.label.strip()


def assert_a_cell_a_step(start, end):
    """Along its longer side a thin line has exactly one cell in each row, or column."""
    level = Level.empty(30, 30)
    level.apply(Line(*(c + 6 for c in (*start, *end)), WALL))
    drawn = level.terrain == WALL
    across = 0 if abs(start[0] - end[0]) >= abs(start[1] - end[1]) else 1
    lines = drawn.sum(axis=across)
    assert set(lines.tolist()) <= {0, 1}
    assert lines.sum() == max(abs(start[0] - end[0]), abs(start[1] - end[1])) + 1


CELL = st.tuples(st.integers(-3, 15), st.integers(-3, 12))


@given(CELL, CELL, st.integers(1, 6), st.sampled_from(["round", "square"]))
def test_a_line_covers_what_its_brush_passes_over(start, end, brush, shape):
    """By definition. A brush of even size is centred on the corner at its lower right; a thin one is a cell a step."""
    level = Level.empty(13, 10)
    level.apply(Line(*start, *end, WALL, brush=brush, shape=shape))
    shift = 0.5 if brush % 2 == 0 else 0.0
    stops = np.linspace(np.array(start) + shift, np.array(end) + shift, 400)
    y, x = np.mgrid[0:10, 0:13]
    dx, dy = np.abs(x[..., None] - stops[:, 0]), np.abs(y[..., None] - stops[:, 1])
    away = (np.hypot(dx, dy) if shape == "round" else np.maximum(dx, dy)).min(axis=-1)
    if brush == 1:
        assert (level.terrain[away < 0.02] == WALL).all()
        assert (level.terrain[away > 0.75] != WALL).all()
        assert_a_cell_a_step(start, end)
    else:
        assert (level.terrain[away < brush / 2 - 0.03] == WALL).all()
        assert (level.terrain[away > brush / 2 + 0.03] != WALL).all()


@pytest.mark.small
def test_a_marker_that_is_not_there_is_told_which_are():
    level = Level.empty(8, 8)
    with pytest.raises(BadInput, match="'camp', expected one of none"):
        level.apply(RemoveMarker("camp"))
    for name in ("goal", "start"):
        level.apply(SetMarker(name, Marker.at(1, 2)))
    with pytest.raises(BadInput, match="'camp', expected one of goal, start"):
        level.apply(RemoveMarker("camp"))
    level.apply(RemoveMarker("goal"))
    assert set(level.markers) == {"start"}
