"""HPA*: legal, never below the optimum, close to it; a repaired abstraction is a fresh one."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.level.edits import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Status
from sandbox.planning.hpa import HpaStar, built
from sandbox.planning.sector_search import STAGES_RECORDED
from tests.planning.levels import SWAMP, cave, random_cells
from tests.planning.near_optimal import (
    answer,
    check_against_the_optimum,
    check_keeps_away_from_walls,
    over_the_optimum,
    recorded_like_clean,
)

OPTIONS = [
    HpaStar(sector=8, smoothing=0),
    HpaStar(sector=8),
    HpaStar(sector=16),
    HpaStar(sector=8, fields=True),
    HpaStar(sector=16, fields=True, smoothing=0),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(12))
def test_paths_are_legal_and_never_beat_the_optimum(options, weighted, seed):
    check_against_the_optimum(options, seed, weighted=weighted)


@pytest.mark.parametrize("fields", [False, True])
def test_smoothed_paths_are_near_the_optimum_on_a_cave(fields):
    level = cave(3)
    over = over_the_optimum(HpaStar(fields=fields), level, random_cells(level, 5, 60))
    assert np.mean(over) < 0.02
    assert max(over) < 0.12


def same(a, b):
    """Whether two abstractions say the same, slot by slot in use."""
    assert (a.nodes == b.nodes).all()
    assert (a.exits == b.exits).all()
    assert (a.slot_of == b.slot_of).all()
    cells = a.size * a.size
    for sector in range(len(a.nodes)):
        base = sector * a.room
        n, m = int(a.nodes[sector]), int(a.exits[sector])
        for name in ("cell", "x", "y", "inner"):
            assert (getattr(a, name)[base : base + n] == getattr(b, name)[base : base + n]).all(), name
        for name in ("exit_node", "exit_way", "behind"):
            assert (getattr(a, name)[base : base + m] == getattr(b, name)[base : base + m]).all(), name
        for slot in range(base, base + n):
            assert (a.cost[slot * a.room :][:m] == b.cost[slot * a.room :][:m]).all()
            if a.fields:
                assert (a.far[slot * cells :][:cells] == b.far[slot * cells :][:cells]).all()


edits = st.lists(
    st.tuples(st.integers(0, 29), st.integers(0, 24), st.sampled_from([FLOOR, WALL, WALL, SWAMP])),
    min_size=1,
    max_size=12,
)


@settings(max_examples=25)
@given(edits, st.booleans(), st.integers(0, 5))
def test_repair_equals_a_fresh_build(script, fields, seed):
    level = Level(np.where(np.random.default_rng(seed).random((25, 30)) < 0.2, WALL, FLOOR).astype(np.uint8))
    options = HpaStar(sector=8, fields=fields)
    prepared = options.prepare(level)
    for x, y, code in script:
        level.apply(PaintCells.one(x, y, code))
        prepared.follow()
    same(prepared.ground(0.0).tables, built(level.copy(), options))


def test_an_edit_says_how_many_sectors_it_touched():
    level = Level(np.zeros((64, 64), np.uint8))
    prepared = HpaStar(sector=16).prepare(level)
    level.apply(PaintCells.one(24, 24, WALL))
    assert prepared.repair(level.derived.changes_since(0)) == "1 of 16 sectors"


def test_discs_of_a_radius_keep_away_from_walls():
    check_keeps_away_from_walls(HpaStar(sector=8))


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("seed", range(3))
def test_recorded_and_clean_runs_agree(options, seed):
    level = cave(seed, 64)
    prepared = options.prepare(level)
    for start, goal in random_cells(level, seed, 10):
        clean, recording = recorded_like_clean(prepared, start, goal)
        if clean.status is Status.FOUND and start != goal:
            assert recording.stages == list(STAGES_RECORDED)


def test_layers_show_sectors_transitions_and_the_abstract_path():
    level = cave(1)
    prepared = HpaStar().prepare(level)
    (start, goal) = next(
        pair
        for pair in random_cells(level, 7, 50)
        if answer(prepared, *pair)[1].cost > 40 and answer(prepared, *pair)[1].cost < 1e9
    )
    _, plan = answer(prepared, start, goal)
    names = {layer.name for layer in (*prepared.layers(), *plan.layers)}
    assert {"sectors", "transitions", "abstract nodes", "abstract graph", "abstract path"} <= names
    assert set(plan.stage_ns) == {"locate", "insert", "abstract search", "refine", "smooth"}
