"""What follows from a level: equal to its definition, and after any edits equal to a fresh build."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.derived import REMEMBERED_CHANGES, REMEMBERED_RADII, discs
from sandbox.level.derived.components import CAPACITY
from sandbox.level.edits import (
    AddPolygon,
    Batch,
    Line,
    MovePolygon,
    PaintCells,
    Rectangle,
    RemovePolygon,
    Resize,
    SetPalette,
    SetTitle,
)
from sandbox.level.model import DEFAULT_PALETTE, WALL, Level, Obstacle, Rect
from tests.oracles import level as naive
from tests.strategies.edits import SEEDS, Maker, scene, tried


def image(level, field):
    return level.derived.grid.image(field)


def assert_as_fresh(level, radii=()):
    """Everything derived equals what a copy builds from nothing."""
    ours, fresh = level.derived, level.copy().derived
    for radius in (0.0, *radii):
        mine, anew = ours.disc(radius), fresh.disc(radius)
        for name in ("moves", "cost8", "around"):
            assert np.array_equal(getattr(mine.grid, name), getattr(anew.grid, name)), (radius, name)
        assert naive.same_partition(mine.components, anew.components), radius
    assert np.array_equal(ours.covered, fresh.covered)
    reach = min(ours.reach, fresh.reach)
    assert np.array_equal(np.minimum(ours.clearance, reach), np.minimum(fresh.clearance, reach))
    assert (ours.uniform, ours.lowest8) == (fresh.uniform, fresh.lowest8)
    assert list(map(len, ours.outlines)) == list(map(len, fresh.outlines))
    assert not ours.outlines or np.array_equal(np.concatenate(ours.outlines), np.concatenate(fresh.outlines))


@given(SEEDS)
def test_everything_equals_its_definition(seed):
    level, _ = scene(seed, 14, 11)
    derived, costs = level.derived, naive.cost8(level)
    assert np.array_equal(image(level, derived.covered), naive.covered(level))
    assert np.array_equal(image(level, derived.grid.cost8), costs)
    assert np.array_equal(image(level, derived.grid.moves), naive.moves(costs))
    assert np.array_equal(image(level, derived.grid.around), naive.around(costs))
    assert naive.same_partition(image(level, derived.components), naive.components(costs))
    assert np.allclose(image(level, derived.clearance), naive.clearance(costs, derived.reach))
    assert derived.uniform == (len(set(costs[costs > 0].tolist())) <= 1)


@given(SEEDS, st.integers(1, 12))
def test_repair_equals_rebuild(seed, at_once):
    level, maker = scene(seed)
    maker = Maker(seed)
    radii = (0.5, 0.8, 2.3)
    assert_as_fresh(level, radii)
    for _ in range(6):
        for _ in range(at_once):
            tried(level, maker.edit(level))
        assert_as_fresh(level, radii)


@given(SEEDS)
def test_painting_across_blocks_equals_rebuild(seed):
    """Components are found in blocks of 64 cells: paint where several meet."""
    r = np.random.default_rng(seed)
    level = Level.empty(200, 140)
    level.apply(PaintCells.of(level.bounds, (r.random((140, 200)) < r.uniform(0.2, 0.5)).astype(np.uint8)))
    assert_as_fresh(level)
    for _ in range(5):
        x, y = int(r.choice([1, 62, 63, 64, 65, 127, 128, 199])), int(r.choice([0, 62, 63, 64, 65, 127, 139]))
        for _ in range(5):
            x1, y1 = x + int(r.integers(-3, 4)), y + int(r.integers(-3, 4))
            level.apply(Line(x, y, x1, y1, int(r.integers(2)), int(r.integers(1, 4))))
            assert level.derived.grid
        assert_as_fresh(level)


@given(SEEDS)
def test_flipping_single_cells_equals_rebuild(seed):
    """Most painting touches one cell, and has a repair of its own that looks at its eight neighbours only."""
    r = np.random.default_rng(seed)
    level = Level.empty(12, 9)
    level.apply(PaintCells.of(level.bounds, (r.random((9, 12)) < 0.4).astype(np.uint8)))
    assert level.derived.components.size
    for _ in range(40):
        x, y = int(r.integers(12)), int(r.integers(9))
        level.apply(PaintCells.one(x, y, 1 - int(level.terrain[y, x])))
        labels = image(level, level.derived.components)
        assert naive.same_partition(labels, naive.components(level.terrain == 0))


@pytest.mark.small
def test_a_wall_parts_and_a_gap_joins():
    level = Level.empty(150, 5)
    left, right = (0, 2), (149.5, 2.5)
    assert level.derived.connected(left, right)
    level.apply(Rectangle(Rect(70, 0, 71, 5), WALL))
    assert not level.derived.connected(left, right)
    assert level.derived.connected(left, (69, 0))
    level.apply(PaintCells.one(70, 4, 0))
    assert level.derived.connected(left, right)
    assert not level.derived.connected(left, (70, 2)), "a blocked cell is connected to nothing"


@pytest.mark.small
def test_the_larger_part_keeps_its_number():
    level = Level.empty(300, 3)
    before = level.derived.components.copy()
    level.apply(Rectangle(Rect(250, 0, 251, 3), WALL))
    after = image(level, level.derived.components)
    assert after[0, 0] == image(level, before)[0, 0]
    assert after[0, 299] != after[0, 0]


def test_numbers_of_components_never_run_out():
    level = Level.empty(3, 1)
    assert level.derived.components.any()
    for _ in range(CAPACITY + 10):
        level.apply(PaintCells.one(1, 0, WALL))
        assert not level.derived.connected((0, 0), (2, 0))
        level.apply(PaintCells.one(1, 0, 0))
        assert level.derived.connected((0, 0), (2, 0))
    assert_as_fresh(level)


@pytest.mark.small
def test_running_out_of_numbers_where_no_connection_changes():
    level = Level.empty(130, 3)
    level.apply(Rectangle(Rect(100, 0, 101, 3), WALL))
    assert level.derived.components.any()
    parts = level.derived.points._parts
    parts.next_id[0] = len(parts.owner) - 1
    level.apply(PaintCells.one(64, 0, WALL))
    assert level.derived.connected((0, 0), (99, 2))
    assert not level.derived.connected((0, 0), (101, 2))
    assert_as_fresh(level)


@given(SEEDS, st.floats(0.1, 5))
def test_a_disc_that_fits_at_cells_fits_on_every_move_between(seed, radius):
    """The swept disc of every legal move stays clear: checked at its middle, where it could first fail."""
    level, _ = scene(seed, 14, 11)
    grid, costs = level.derived.disc(radius).grid, naive.cost8(level)
    blocked = [(x, y) for y in range(11) for x in range(14) if costs[y, x] == 0]
    for y in range(11):
        for x in range(14):
            for bit, (dx, dy) in naive.STEPS.items():
                if grid.moves[grid.cell(x, y)] & bit:
                    middle = (x + 0.5 + dx / 2, y + 0.5 + dy / 2)
                    room = min((_distance(middle, b) for b in blocked), default=9.0)
                    assert min(room, *middle, 14 - middle[0], 11 - middle[1]) >= radius - 1e-6


def _distance(point, square):
    away = [max(s - p, p - s - 1, 0) for p, s in zip(point, square, strict=True)]
    return float(np.hypot(*away))


@given(SEEDS, st.sampled_from([0.5, 0.6, 1.0, 1.5, 2.0, 2.5, 0.5**0.5]))
def test_a_cell_is_open_for_a_radius_when_its_disc_is_free(seed, radius):
    level, _ = scene(seed, 14, 11)
    room = naive.clearance(naive.cost8(level), 20)
    grid = level.derived.disc(radius).grid
    assert np.array_equal(grid.image(grid.cost8) > 0, room >= radius - 1e-9)


@pytest.mark.small
def test_radii_beyond_the_first_reach():
    level = Level.empty(90, 90)
    assert level.derived.reach == 8
    grid = level.derived.disc(40.5).grid
    assert level.derived.reach == 64
    assert sorted({grid.xy(int(c)) for c in np.flatnonzero(grid.cost8)}) == [
        (x, y) for x in range(40, 50) for y in range(40, 50)
    ]
    level.apply(PaintCells.one(45, 80, WALL))
    assert_as_fresh(level, (40.5,))
    with pytest.raises(BadInput, match="up to 64"):
        level.derived.disc(65)
    assert level.derived.disc(0).grid is level.derived.grid


@given(SEEDS, st.lists(st.sampled_from([0.0, 0.3, 0.5, 0.8, 1.2, 2.3, 9.0, 20.0]), min_size=1, max_size=12))
def test_radii_that_come_and_go_are_as_if_they_were_alone(seed, asked):
    """Whatever was asked for before, forgotten and asked for again; and clearance never reaches too far."""
    level, maker = scene(seed)
    for radius in asked:
        tried(level, maker.edit(level))
        disc, fresh = level.derived.disc(radius), level.copy().derived.disc(radius)
        assert np.array_equal(disc.grid.moves, fresh.grid.moves)
        assert naive.same_partition(disc.components, fresh.components)
        remembered = [r for r in set(asked) if r > 0 and level.derived.remembered(r) is not None]
        assert len(remembered) <= REMEMBERED_RADII
        assert level.derived.remembered(radius) is disc
        assert level.derived.reach <= (
            32 if max(remembered, default=0) > 16 else 16 if max(remembered, default=0) > 8 else 8
        )


@pytest.mark.small
def test_an_edit_repairs_a_radius_where_it_is(monkeypatch):
    """What a painted cell relabels lies within the disc's reach; in the midst of one piece that is nothing."""
    level = Level.empty(500, 400)
    before, relabelled = level.derived.disc(1.5).components, []
    monkeypatch.setattr(discs, "repair_components", lambda cost8, parts, box: relabelled.append(box.tolist()))
    level.apply(PaintCells.one(200, 100, WALL))
    assert level.derived.disc(1.5).components is before
    assert relabelled == []
    level.apply(PaintCells.one(64, 100, WALL))
    assert level.derived.disc(1.5).components is before
    assert relabelled == [[63, 99, 66, 102]]  # it lies across the border of two blocks


@given(SEEDS, st.integers(2, 5), st.sampled_from([0.15, 0.3, 0.5]))
def test_brushes_that_leave_pieces_whole_or_part_them_equal_rebuild(seed, side, fill):
    """Several cells at once, in the midst of blocks, at their borders and at the level's."""
    r = np.random.default_rng(seed)
    level = Level((r.random((70, 70)) < fill).astype(np.uint8))
    for _ in range(25):
        x, y = (int(v) for v in r.integers(0, 70, 2))
        level.apply(Rectangle(Rect(x, y, min(x + side, 70), min(y + side, 70)), int(r.integers(2))))
        assert naive.same_partition(level.derived.components, level.copy().derived.components)


@given(SEEDS)
def test_outlines_have_the_area_of_the_blocked_cells(seed):
    level, maker = scene(seed)
    assert level.derived.outlines is not None
    for _ in range(5):
        tried(level, maker.edit(level))
        blocked = level.palette.cost8()[level.terrain] == 0
        assert sum(_doubled_area(r) for r in level.derived.outlines) == 2 * int(blocked.sum())


def _doubled_area(ring):
    x, y = ring.T.astype(np.int64)
    return int((x * np.roll(y, -1) - np.roll(x, -1) * y).sum())


@given(SEEDS, st.integers(1, 5))
def test_segment_changes_lead_from_the_old_segments_to_the_new(seed, edits):
    level, maker = scene(seed)
    known = {tuple(s) for s in level.derived.boundary.segments().tolist()}
    version = level.version
    for _ in range(4):
        for _ in range(edits):
            tried(level, maker.edit(level))
            assert level.derived.boundary
        change = level.derived.boundary.changes_since(version)
        current = {tuple(s) for s in level.derived.boundary.segments().tolist()}
        if change is not None:
            removed, added = ({tuple(s) for s in part.tolist()} for part in (change.removed, change.added))
            assert removed <= known
            assert not added & known
            assert known - removed | added == current
        known, version = current, level.version


@pytest.mark.small
def test_changes_are_told_to_those_who_follow():
    level = Level.empty(9, 9)
    assert level.derived.grid
    level.apply(PaintCells.one(1, 2, WALL))
    level.apply(AddPolygon(Obstacle.of_cells([(4, 4), (6, 4), (6, 6)])))
    level.apply(SetTitle("no change to what is derived"))
    level.apply(Batch((PaintCells.one(0, 0, WALL), PaintCells.one(8, 8, WALL))))
    changes = level.derived.changes_since(0)
    assert [(c.version, tuple(c.dirty), c.polygons, c.whole) for c in changes] == [
        (1, (1, 2, 2, 3), (), False),
        (2, (4, 4, 6, 6), (1,), False),
        (4, (0, 0, 1, 1), (), False),
        (4, (8, 8, 9, 9), (), False),
    ]
    assert level.derived.changes_since(2) == changes[2:]
    assert level.derived.changes_since(4) == []
    level.apply(Resize(5, 5))
    assert [c.whole for c in level.derived.changes_since(4)] == [True]


@pytest.mark.small
def test_what_is_too_long_ago_is_one_whole_change():
    level = Level.empty(9, 9)
    level.derived.changes_since(0)
    for i in range(REMEMBERED_CHANGES + 1):
        level.apply(PaintCells.one(0, 0, (i + 1) % 2))
    assert len(level.derived.changes_since(level.version - 3)) == 3
    assert [c.whole for c in level.derived.changes_since(0)] == [True]


@pytest.mark.small
def test_new_looks_are_no_change_and_new_costs_are():
    level = Level.empty(5, 5)
    assert level.derived.uniform
    from dataclasses import replace

    level.apply(SetPalette(DEFAULT_PALETTE.changed(0, replace(DEFAULT_PALETTE[0], colour="#ffffff"))))
    assert level.derived.changes_since(0) == []
    level.apply(SetPalette(DEFAULT_PALETTE.changed(0, replace(DEFAULT_PALETTE[0], cost=0))))
    assert [c.whole for c in level.derived.changes_since(0)] == [True]
    assert not level.derived.grid.moves.any()


@pytest.mark.small
def test_polygons_that_overlap_are_counted():
    level = Level.empty(6, 6)
    square = Obstacle.of_cells([(1, 1), (4, 1), (4, 4), (1, 4)])
    level.apply(AddPolygon(square))
    level.apply(AddPolygon(square))
    level.apply(MovePolygon(2, 512, 0))
    assert image(level, level.derived.covered)[2].tolist() == [0, 1, 2, 2, 1, 0]
    level.apply(RemovePolygon(1))
    assert image(level, level.derived.covered)[2].tolist() == [0, 0, 1, 1, 1, 0]
    assert_as_fresh(level)


@pytest.mark.small
def test_importing_and_building_a_level_leaves_numba_alone():
    import subprocess
    import sys

    code = (
        "import sys; from sandbox.level.model import Level; from sandbox.level.edits import *; "
        "from sandbox.level.model import *; from sandbox.level.history import History; "
        "h = History(Level.empty(64, 64)); h.do(Rectangle(Rect(1, 1, 5, 5), WALL)); h.undo(); h.level.copy(); "
        "assert 'numba' not in sys.modules, 'numba'; assert 'shapely' not in sys.modules, 'shapely'"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
