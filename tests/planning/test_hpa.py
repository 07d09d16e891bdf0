"""HPA*: legal, never below the optimum, close to it; a repaired abstraction is a fresh one."""

import heapq
from dataclasses import replace
from functools import partial

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.edits import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Query, Status
from sandbox.planning.grid.graph import DX, DY
from sandbox.planning.planners.hpa.layers import exits_in_use
from sandbox.planning.planners.hpa.levels import GAPS
from sandbox.planning.planners.hpa.planner import HpaStar
from sandbox.planning.planners.hpa.query import STAGES_RECORDED
from sandbox.planning.planners.hpa.sectors import BITS, FIRST, LEAVING, ROW, SLOT, UNREACHED
from tests.planning.levels import SWAMP, cave, drawn, random_cells
from tests.planning.near_optimal import (
    answer,
    check_against_the_optimum,
    check_keeps_away_from_walls,
    over_the_optimum,
    recorded_like_clean,
)

Hierarchy = partial(HpaStar, near=0)  # also where ends are near

OPTIONS = [
    Hierarchy(sector=8, levels=1, smoothing=0),
    Hierarchy(sector=8, levels=1),
    Hierarchy(sector=16),
    Hierarchy(sector=8, levels=1, fields=True),
    Hierarchy(sector=16, fields=True, smoothing=0),
    Hierarchy(sector=8),
    Hierarchy(sector=8, levels=3, smoothing=0, fields=True),
    Hierarchy(sector=8, on_demand=True),
    Hierarchy(sector=16, on_demand=True, fields=True),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_paths_are_legal_and_never_beat_the_optimum(options, weighted, seed):
    check_against_the_optimum(options, seed, weighted=weighted)


@pytest.mark.parametrize("fields", [False, True])
def test_smoothed_paths_are_near_the_optimum_on_a_cave(fields):
    level = cave(3)
    over = over_the_optimum(Hierarchy(fields=fields), level, random_cells(level, 5, 60))
    assert np.mean(over) < 0.02
    assert max(over) < 0.12


def built(level, options):
    """A fresh abstraction of a level."""
    return options.prepare(level).ground(0.0).tables


@pytest.mark.small
def test_what_is_asked_for_is_built():
    level = Level(np.zeros((20, 20), np.uint8))
    for sector, levels, fields, on_demand in ((8, 3, True, False), (16, 2, False, False), (32, 1, True, True)):
        a = built(level, Hierarchy(sector=sector, levels=levels, fields=fields, on_demand=on_demand))
        assert (a.size, a.levels, a.fields, a.on_demand) == (sector, levels, fields, on_demand)
    assert built(level, Hierarchy(levels=3, on_demand=True)).levels == 1


def sectors_of(a, level):
    """Every sector of a level, with its slots and its exits."""
    across, down = a.shape[level, 1:3].tolist()
    room, first = 2 << int(a.shape[level, BITS]), int(a.shape[level, FIRST])
    for i in range(across * down):
        base = int(a.shape[level, SLOT]) + i * room
        sector = first + i
        yield sector, range(base, base + int(a.nodes[sector])), range(base, base + int(a.exits[sector]))


def row(a, level, slot, exits):
    """A slot's costs to the exits of its sector."""
    room = 2 << int(a.shape[level, BITS])
    first = int(a.shape[level, ROW]) + slot * room
    return a.cost[first : first + len(exits)]


def same(a, b):
    """Whether two abstractions say the same, on every level, slot by slot in use."""
    assert (a.nodes == b.nodes).all()
    assert (a.exits == b.exits).all()
    assert (a.slot_of == b.slot_of).all()
    cells = a.size * a.size
    for level in range(1, a.levels + 1):
        below, above = level > 1, level < a.levels
        for sector, slots, exits in sectors_of(a, level):
            for name in ("cell", "xy") + ("below",) * below + ("above",) * above:
                assert (getattr(a, name)[slots] == getattr(b, name)[slots]).all(), name
            for name in ("exit_node", "exit_way", "behind") + ("under",) * below + ("beyond",) * above:
                assert (getattr(a, name)[exits] == getattr(b, name)[exits]).all(), name
            for slot in slots:
                assert (row(a, level, slot, exits) == row(b, level, slot, exits)).all()
            if a.fields and level == 1:
                field = slice(sector * cells * 2 * a.size, sector * cells * 2 * a.size + cells * len(slots))
                assert (a.far[field] == b.far[field]).all()


def costs_below(a, level, sector, slot):
    """By Dijkstra's algorithm on the level below, inside a sector: from a node to what its exits stand for there."""
    exits_by_slot = {s: exits for _, slots, exits in sectors_of(a, level - 1) for s in slots}
    found, best, waiting = {}, {}, [(0, int(a.below[slot]))]
    while waiting:
        cost, u = heapq.heappop(waiting)
        exits = exits_by_slot[u]
        for e, step in zip(exits, row(a, level - 1, u, exits).tolist(), strict=True):
            if step >= UNREACHED:
                continue
            if a.beyond[e] <= LEAVING or a.beyond[e] >= 0:
                found[e] = min(found.get(e, UNREACHED), cost + step)
            elif cost + step < best.get(int(a.behind[e]), UNREACHED):
                best[int(a.behind[e])] = cost + step
                heapq.heappush(waiting, (cost + step, int(a.behind[e])))
    return found


edits = st.lists(
    st.tuples(st.integers(0, 74), st.integers(0, 69), st.sampled_from([FLOOR, WALL, WALL, SWAMP])),
    min_size=1,
    max_size=12,
)


@settings(max_examples=25)
@given(edits, st.booleans(), st.integers(1, 3), st.integers(0, 5))
def test_repair_equals_a_fresh_build(script, fields, levels, seed):
    level = Level(np.where(np.random.default_rng(seed).random((70, 75)) < 0.2, WALL, FLOOR).astype(np.uint8))
    options = Hierarchy(sector=8, levels=levels, fields=fields)
    prepared = options.prepare(level)
    for x, y, code in script:
        level.apply(PaintCells.one(x, y, code))
        prepared.follow()
    same(prepared.ground(0.0).tables, built(level.copy(), options))


@settings(max_examples=25)
@given(edits, st.booleans(), st.sampled_from([8, 16]), st.integers(0, 5))
def test_on_demand_gives_the_answers_of_all_prepared(script, fields, sector, seed):
    """Through edits too, and through the first and the last terrain that costs more."""
    level = Level(np.where(np.random.default_rng(seed).random((70, 75)) < 0.2, WALL, FLOOR).astype(np.uint8))
    options = Hierarchy(sector=sector, levels=1, fields=fields)
    ready, lazy = options.prepare(level), replace(options, on_demand=True).prepare(level)
    for x, y, code in [*script, *((x, y, FLOOR) for x, y, _ in script)]:
        level.apply(PaintCells.one(x, y, code))
        assert lazy.follow() == ready.follow()
        for start, goal in random_cells(level, x + y, 3):
            (_, one), (_, two) = answer(ready, start, goal), answer(lazy, start, goal)
            assert (one.status, one.cost, one.expanded) == (two.status, two.cost, two.expanded)
            assert np.array_equal(one.points, two.points)


@pytest.mark.small
@pytest.mark.parametrize("fields", [False, True])
def test_on_demand_measures_what_a_search_comes_to_and_only_that(fields):
    level = Level(np.zeros((128, 256), np.uint8))
    lazy = Hierarchy(sector=16, on_demand=True, fields=fields).prepare(level)
    a = lazy.ground(0.0).tables
    assert (a.levels, int(a.unmeasured.sum())) == (1, 128)
    plan = answer(lazy, (3, 60), (100, 60))[1]
    assert plan.status is Status.FOUND
    asked = 128 - int(a.unmeasured.sum())
    assert 6 <= asked <= 40
    shown = {layer.name: layer for layer in plan.layers}
    assert np.nansum(shown["measured sectors"].values) == asked * 256
    assert len(shown["abstract graph"].ends) > asked
    assert "abstract graph" not in {layer.name for layer in lazy.layers()}
    answer(lazy, (3, 60), (100, 60))
    assert 128 - int(a.unmeasured.sum()) == asked
    level.apply(PaintCells.one(56, 60, WALL))
    assert lazy.follow() == "1 of 128 sectors"
    assert 128 - int(a.unmeasured.sum()) == asked - 1


@pytest.mark.small
@pytest.mark.parametrize("fields", [False, True])
def test_what_is_measured_is_not_measured_again_and_nothing_without_need(fields):
    lazy = Hierarchy(sector=16, on_demand=True, fields=fields).prepare(Level(np.zeros((48, 64), np.uint8)))
    a = lazy.ground(0.0).tables
    answer(lazy, (2, 2), (12, 9))  # inside one sector
    assert a.unmeasured.tolist() == [0 if fields else 1, *[1] * 11]
    answer(lazy, (2, 20), (60, 20))
    a.cost[a.cost < UNREACHED] += 1  # so that one would see it
    before, asked = a.cost[: a.ends].copy(), a.unmeasured.copy()
    answer(lazy, (2, 20), (60, 20))
    assert (a.unmeasured == asked).all()
    assert (a.cost[: a.ends] == before).all()


@pytest.mark.small
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(3))
def test_higher_levels_cost_what_the_level_below_says(weighted, seed):
    ground = np.random.default_rng(seed).choice([FLOOR, SWAMP] if weighted else [FLOOR], (90, 70))
    level = Level(np.where(cave(seed, 90).terrain[:, :70] == WALL, WALL, ground).astype(np.uint8))
    a = built(level, Hierarchy(sector=8, levels=3))
    seen = 0
    for above in (2, 3):
        for sector, slots, exits in sectors_of(a, above):
            for slot in slots:
                found = costs_below(a, above, sector, slot)
                assert [found.get(int(a.under[e]), UNREACHED) for e in exits] == row(a, above, slot, exits).tolist()
                seen += len(exits)
    assert seen > 100


@pytest.mark.small
@pytest.mark.parametrize("seed", range(3))
def test_a_higher_level_takes_over_exits_of_every_opening_by_itself(seed):
    """Spread over each opening of a border as its length asks for; never one for two openings."""
    level = Level(np.where(np.random.default_rng(seed).random((96, 130)) < 0.15, WALL, FLOOR).astype(np.uint8))
    a = built(level, Hierarchy(sector=8, levels=2))
    expected = {e for run in openings(level, a) for e in spread_over(run, 1 << int(a.shape[2, BITS]))}
    assert set(a.under[exits_in_use(a, 2)].tolist()) == expected
    assert len(expected) > 20


def openings(level, a):
    """The first level's exits across borders of the second, those side by side in one open stretch together."""
    side, open_cells = 1 << int(a.shape[2, BITS]), level.terrain == FLOOR
    lines = {}
    for e in exits_in_use(a, 1).tolist():
        y, x = (int(v) - 1 for v in divmod(int(a.cell[a.exit_node[e]]), level.width + 2))
        way = int(a.exit_way[e])
        over = (x + DX[way], y + DY[way])
        if (x // side, y // side) != (over[0] // side, over[1] // side):
            along, across = (y, x) if way < 2 else (x, y)
            lines.setdefault((way, across, along // side), []).append((along, e, across, over[0 if way < 2 else 1]))
    for (way, *_), line in lines.items():
        cells = open_cells.T if way < 2 else open_cells
        run = []
        for along, e, here, there in sorted(line):
            if run and not all(cells[n, k] for n in (here, there) for k in range(run[-1][0], along + 1)):
                yield run
                run = []
            run.append((along, e))
        yield run


def spread_over(run, side):
    """So many of an opening's exits, its ends among them; the middle one of a short opening."""
    gap, n = side // GAPS, len(run)
    wanted = min(n, 1 + (run[-1][0] - run[0][0] + gap // 2) // gap)
    return [run[(n - 1) // 2 if wanted == 1 else i * (n - 1) // (wanted - 1)][1] for i in range(wanted)]


@pytest.mark.parametrize("fields", [False, True])
def test_paths_over_levels_are_near_the_optimum(fields):
    level = cave(3)
    over = over_the_optimum(Hierarchy(sector=8, levels=2, fields=fields), level, random_cells(level, 5, 60))
    assert np.mean(over) < 0.03
    assert max(over) < 0.15


@pytest.mark.small
def test_far_ends_are_searched_for_on_the_highest_level_and_near_ones_below():
    level = Level(np.zeros((128, 200), np.uint8))
    prepared = Hierarchy(sector=8, levels=2).prepare(level)
    far, near = ({layer.name for layer in answer(prepared, (3, 3), goal)[1].layers} for goal in ((190, 120), (60, 40)))
    assert "level 2 abstract path" in far
    assert "level 2 abstract path" not in near


@pytest.mark.small
def test_an_edit_says_how_many_sectors_it_touched():
    level = Level(np.zeros((64, 64), np.uint8))
    prepared = Hierarchy(sector=16, levels=1).prepare(level)
    level.apply(PaintCells.one(24, 24, WALL))
    assert prepared.follow() == "1 of 16 sectors"


@pytest.mark.small
@pytest.mark.parametrize("levels", [1, 2])
def test_the_first_and_the_last_terrain_that_costs_more_touch_no_other_sectors(levels):
    level = Level(np.where(np.random.default_rng(4).random((64, 96)) < 0.1, WALL, FLOOR).astype(np.uint8))
    level.terrain[20:28, 20:28] = FLOOR
    options = Hierarchy(sector=16, levels=levels)
    prepared = options.prepare(level)
    for code in (SWAMP, FLOOR):
        level.apply(PaintCells.one(24, 24, code))
        assert prepared.follow().startswith("1 of 24 sectors")
        same(prepared.ground(0.0).tables, built(level.copy(), options))
        for pair in random_cells(level, 2, 8):
            (_, repaired), (_, fresh) = answer(prepared, *pair), answer(options.prepare(level.copy()), *pair)
            assert (repaired.status, repaired.cost, repaired.metric) == (fresh.status, fresh.cost, fresh.metric)


@pytest.mark.small
@pytest.mark.parametrize("code", [FLOOR, SWAMP])
def test_on_terrain_of_one_cost_ways_cost_their_length(code):
    level = Level(np.full((40, 60), code, np.uint8))
    for smoothing in (0, 16):
        plan = answer(Hierarchy(sector=8, smoothing=smoothing).prepare(level), (2, 20), (50, 20))[1]
        length = np.hypot(*np.diff(plan.points, axis=0).T).sum()
        assert (plan.status, plan.cost) == (Status.FOUND, pytest.approx(length))


@pytest.mark.small
def test_what_an_edit_touched_is_shown_for_points():
    """Discs lie nearer to a wall: for them two sectors change here."""
    level = Level(np.zeros((32, 64), np.uint8))
    prepared = Hierarchy(sector=16, levels=1).prepare(level)
    prepared.plan(Query((2.5, 2.5), (60.5, 20.5), 3.0), Limits())
    level.apply(PaintCells.one(28, 8, WALL))
    prepared.follow()
    (dirty,) = (layer.values for layer in prepared.layers() if layer.name == "dirty sectors")
    assert np.argwhere(dirty == 1).min(axis=0).tolist() == [0, 16]
    assert np.nansum(dirty) == 256


@pytest.mark.small
def test_an_edit_says_what_it_touched_on_every_level():
    level = Level(np.zeros((64, 100), np.uint8))
    prepared = Hierarchy(sector=8, levels=3).prepare(level)
    level.apply(PaintCells.one(32, 20, WALL))
    assert prepared.follow() == "2 of 104 sectors, 2 of 8 on level 2, 1 of 1 on level 3"
    dirty = {layer.name: np.nansum(layer.values) for layer in prepared.layers() if "dirty" in layer.name}
    assert dirty == {"dirty sectors": 128, "level 2 dirty sectors": 2048, "level 3 dirty sectors": 6400}


def test_discs_of_a_radius_keep_away_from_walls():
    check_keeps_away_from_walls(Hierarchy(sector=8))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_recorded_and_clean_runs_agree(options, seed):
    level = cave(seed, 64)
    prepared = options.prepare(level)
    for start, goal in random_cells(level, seed, 10):
        clean, recording = recorded_like_clean(prepared, start, goal)
        if clean.status is Status.FOUND and start != goal:
            assert recording.stages == list(STAGES_RECORDED)


@pytest.mark.small
def test_layers_show_sectors_transitions_and_the_abstract_path():
    level = cave(1)
    prepared = Hierarchy().prepare(level)
    (start, goal) = next(
        pair
        for pair in random_cells(level, 7, 50)
        if answer(prepared, *pair)[1].cost > 40 and answer(prepared, *pair)[1].cost < 1e9
    )
    _, plan = answer(prepared, start, goal)
    names = {layer.name for layer in (*prepared.layers(), *plan.layers)}
    assert {"sectors", "transitions", "abstract nodes", "abstract graph", "abstract path", "refined legs"} <= names
    legs = next(layer for layer in plan.layers if layer.name == "refined legs")
    assert len(legs.values) == len(legs.ends)
    assert (legs.values > 0).all()
    assert set(plan.stage_ns) == {"locate", *STAGES_RECORDED}


@pytest.mark.small
@pytest.mark.parametrize("on_demand", [False, True])
@pytest.mark.parametrize("fields", [False, True])
def test_edges_join_what_hangs_together_in_one_measured_sector(on_demand, fields):
    """All such pairs of nodes, each once; also where sectors are cut off by the level's end, and parted by a wall."""
    rows = [["."] * 75 for _ in range(45)]
    for y in range(16):
        rows[y][20] = "#"  # parts a sector
    for x in range(32, 48):
        rows[21][x] = rows[22][x + 5] = "#"
    level = drawn(*map("".join, rows))
    prepared = Hierarchy(sector=16, levels=1, on_demand=on_demand, fields=fields).prepare(level)
    plan = answer(prepared, (2, 3), (70, 18))[1]
    level.apply(PaintCells.one(2, 3, WALL))
    prepared.follow()
    plan = answer(prepared, (30, 30), (70, 18))[1]
    shown = {layer.name: layer for layer in (*prepared.layers(), *plan.layers)}
    inside = shown["measured sectors"].values == 1 if on_demand else np.ones((45, 75), bool)
    assert not on_demand or (not inside[:16, :16].any() and 0 < inside.sum() < inside.size)
    cells = [(int(x), int(y)) for x, y in shown["abstract nodes"].xy]
    expected = set()
    for parts in together(level.terrain == FLOOR, 16):
        mine = [c for c in cells if c in parts and inside[c[1], c[0]]]
        expected |= {frozenset((a, b)) for a in mine for b in mine if a != b and parts[a] == parts[b]}
    edges = [frozenset((int(x), int(y)) for x, y in ends) for ends in shown["abstract graph"].ends]
    assert len(edges) == len(set(edges)) > 40
    assert set(edges) == expected


def together(free, side):
    """Sector by sector: its free cells, each with one cell for all it can come to inside (by steps along rows, too)."""
    for corner in np.ndindex(-(-free.shape[0] // side), -(-free.shape[1] // side)):
        top, left = (side * i for i in corner)
        waiting = {(left + x, top + y) for y, x in np.argwhere(free[top : top + side, left : left + side]).tolist()}
        parts = {}
        while waiting:
            first = waiting.pop()
            reached = [first]
            for x, y in reached:
                parts[x, y] = first
                beside = {(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)} & waiting
                waiting -= beside
                reached += beside
        yield parts


@pytest.mark.small
def test_borders_and_transitions_are_drawn_each_once():
    level = Level(np.where(np.random.default_rng(2).random((32, 48)) < 0.2, WALL, FLOOR).astype(np.uint8))
    prepared = Hierarchy(sector=16, levels=1).prepare(level)
    shown = {layer.name: layer for layer in prepared.layers()}
    upright = {((x, 0), (x, 32)) for x in (0, 16, 32, 48)}
    flat = {((0, y), (48, y)) for y in (0, 16, 32)}
    assert {tuple(tuple(map(int, end)) for end in ends) for ends in shown["sectors"].ends} == upright | flat
    crossed = shown["transitions"].ends.astype(int)
    assert (np.abs(crossed[:, 0] - crossed[:, 1]).sum(axis=1) == 1).all()
    assert (crossed[:, 0] // 16 != crossed[:, 1] // 16).any(axis=1).all()
    assert (level.terrain[crossed[..., 1], crossed[..., 0]] == FLOOR).all()
    assert len({frozenset(map(tuple, pair)) for pair in crossed.tolist()}) == len(crossed) > 20
    nodes = {tuple(xy) for xy in shown["abstract nodes"].xy.astype(int).tolist()}
    assert nodes == {tuple(cell) for cell in crossed.reshape(-1, 2).tolist()}


@pytest.mark.small
def test_the_abstract_path_leads_from_start_to_goal_over_neighbouring_cells():
    level = cave(2, 64)
    prepared = Hierarchy(sector=8, levels=1).prepare(level)
    seen = 0
    for start, goal in random_cells(level, 3, 12):
        plan = answer(prepared, start, goal)[1]
        path = [layer.ends for layer in plan.layers if layer.name == "abstract path"]
        if plan.status is Status.FOUND and path:
            (ends,), seen = path, seen + 1
            assert (ends[0, 0].tolist(), ends[-1, 1].tolist()) == ([v + 0.5 for v in start], [v + 0.5 for v in goal])
            assert (np.abs(ends[1:, 0] - ends[:-1, 1]).sum(axis=1) == 1).all()
            assert (ends[:, 0].astype(int) // 8 == ends[:, 1].astype(int) // 8).all()
    assert seen > 5


@pytest.mark.small
def test_touched_sectors_end_where_the_level_does():
    level = Level(np.zeros((20, 37), np.uint8))
    prepared = Hierarchy(sector=16, levels=1).prepare(level)
    level.apply(PaintCells.one(36, 18, WALL))
    prepared.follow()
    (layer,) = prepared.touched()
    assert sorted(map(tuple, layer.xy.tolist())) == [(32, 16), (32, 20), (37, 16), (37, 20)]


def test_a_bad_query_leaves_no_clock_running():
    prepared = Hierarchy().prepare(drawn("....", "...."))
    with pytest.raises(BadInput):
        prepared.plan(Query((0.5, 0.5), (9.5, 0.5)), Limits())
    assert not prepared.engine(prepared.ground(0.0), Limits()).rule.timed
