"""PRA*: legal, never below the optimum, close to it; a repaired abstraction is the cover a fresh build gives."""

from functools import partial
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.kernels.recording import EXPAND, GENERATE, LEVEL, REOPEN, Recording
from sandbox.level.edits.paint import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Status
from sandbox.planning.planners.astar import AStar
from sandbox.planning.planners.pra import pool as cl
from sandbox.planning.planners.pra.memory import STAGES_RECORDED
from sandbox.planning.planners.pra.planner import PraStar
from tests.oracles.grid import costs, neighbours
from tests.planning.levels import SAND, SWAMP, cave, random_cells, random_level
from tests.planning.near_optimal import (
    answer,
    check_against_the_optimum,
    check_keeps_away_from_walls,
    check_parents,
    over_the_optimum,
    recorded_like_clean,
)

Hierarchy = partial(PraStar, near=0)  # also where ends are near

OPTIONS = [
    Hierarchy(),
    Hierarchy(corridor="all neighbours", smoothing=0),
    Hierarchy(corridor="from level 3 up"),
    Hierarchy(corridor="path only"),
    Hierarchy(start="top", smoothing=0),
    Hierarchy(start="middle"),
    Hierarchy(steps=1, smoothing=0),
    Hierarchy(steps=4),
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("seed", range(8))
def test_paths_are_legal_and_never_beat_the_optimum(options, weighted, seed):
    check_against_the_optimum(options, seed, weighted=weighted)


@pytest.mark.parametrize("corridor", ["all neighbours", "where needed"])
def test_paths_are_near_the_optimum_on_a_cave(corridor):
    level = cave(3)
    over = over_the_optimum(Hierarchy(corridor=corridor), level, random_cells(level, 5, 80))
    assert np.mean(over) < 0.01
    assert np.mean(np.array(over) <= 0.04) >= 0.95


def over_the_shortest(level, pairs):
    """How much longer PRA*'s paths are than A*'s, which are the shortest."""
    both = [planner.prepare(level) for planner in (Hierarchy(), AStar())]
    found = [tuple(answer(prepared, *pair)[1].cost for prepared in both) for pair in pairs]
    return np.array([cost / best - 1 for cost, best in found if 60 < best < np.inf])


def rooms(seed=1, size=16, count=8):
    """Square rooms with a door of one cell to most neighbours."""
    r = np.random.default_rng(seed)
    terrain = np.zeros((size * count, size * count), np.uint8)
    terrain[::size, :] = terrain[:, ::size] = WALL
    for i in range(count):
        for j in range(1, count):
            across, along = size * j, size * i + r.integers(1, size, 2)
            terrain[along[0], across] = terrain[across, along[1]] = FLOOR
    return Level(terrain)


def scattered(seed=1):
    """A cell in ten is a wall."""
    return Level(np.where(np.random.default_rng(seed).random((128, 128)) < 0.1, WALL, FLOOR).astype(np.uint8))


def patches(seed=3, size=24, count=6):
    """A cave with patches of floor, sand and swamp."""
    r, level = np.random.default_rng(seed), cave(seed, size * count)
    ground = np.kron(r.choice([FLOOR, FLOOR, SAND, SWAMP], (count, count)), np.ones((size, size), int))
    return Level(np.where(level.terrain == WALL, WALL, ground).astype(np.uint8))


@pytest.mark.parametrize("world", [rooms, scattered, patches], ids=lambda w: w.__name__)
def test_rooms_scattered_walls_and_terrain_cost_little(world):
    level = world()
    over = over_the_shortest(level, random_cells(level, 3, 100))
    assert len(over) > 20
    assert np.mean(over <= 0.03) >= 0.95


def test_first_moves_come_before_the_whole_path():
    level = Level(np.zeros((200, 200), np.uint8))
    prepared = Hierarchy(steps=4).prepare(level)
    recording = Recording(1 << 18)
    _, plan = answer(prepared, (3, 5), (190, 180), recording=recording)
    assert plan.status is Status.FOUND
    assert 0 < plan.first_move_ns < plan.total_ns
    whole = Hierarchy(steps=0).prepare(level)
    assert answer(whole, (3, 5), (190, 180))[1].cost <= plan.cost
    kinds = recording.kind
    legs = np.flatnonzero((kinds == LEVEL) & (recording.subject == 0))
    assert len(legs) > 5  # many legs, each a query of its own
    assert np.count_nonzero(kinds[: legs[0]] == EXPAND) < plan.expanded / 10


# The abstraction.


def children(cliques, u, stride):
    """What a node stands for: cells at level 1, nodes above."""
    if cliques.rank[u] == 1:
        corner, cells = cliques.child[u] >> 4, cliques.child[u] & 15
        return [int(corner + (i & 1) + (i >> 1) * stride) for i in range(4) if cells >> i & 1]
    found, v = [], int(cliques.child[u])
    while v >= 0:
        found.append(v)
        v = int(cliques.sibling[v])
    return found


def adjacency(cliques, level):
    """The neighbours of every node of a level, as sets."""
    nodes = cl.nodes_of(cliques, level)
    pairs = cl.edges_of(cliques, nodes).tolist()
    assert len(pairs) == len(set(map(tuple, pairs)))
    near = {u: set() for u in nodes.tolist()}
    for u, v in pairs:
        near[u].add(v)
    return near


def check_cover(level, prepared):
    """Everything a clique abstraction has to be."""
    ground = prepared.ground(0.0)
    cliques, S = ground.tables, ground.space.stride
    cost = costs(level)
    here = {(y + 1) * S + x + 1: {(b + 1) * S + a + 1 for (a, b), _ in neighbours(cost, (x, y))} for x, y in cost}
    parent = cliques.parent_of_cell
    assert set(np.flatnonzero(parent >= 0).tolist()) == set(here)
    assert cliques.count[0] == len(here)
    for k in cl.levels_of(cliques):
        above = adjacency(cliques, k)
        assert len(above) == cliques.count[k]
        assert all(cliques.rank[u] == k for u in above)
        seen = []
        for p in above:
            kids = children(cliques, p, S)
            seen += kids
            check_clique(kids, here)
            assert all(parent[u] == p for u in kids)
        assert sorted(seen) == sorted(u for u in here if parent[u] >= 0)
        if k > 1:
            assert all(not here[u] for u in here if parent[u] < 0)  # only what is alone ends
        expected = {p: set() for p in above}
        for u, others in here.items():
            for v in others:
                if parent[u] != parent[v]:
                    expected[int(parent[u])].add(int(parent[v]))
        assert above == expected
        here, parent = above, cliques.parent
    assert all(not others for others in here.values())  # the top: one node per component
    roots = {int(c): set() for c in np.unique(ground.components) if c > 0}
    for u in np.flatnonzero(cliques.parent_of_cell >= 0).tolist():
        p = int(cliques.parent_of_cell[u])
        while cliques.parent[p] >= 0:
            p = int(cliques.parent[p])
        roots[int(ground.components[u])].add(p)
    assert all(len(tops) == 1 for tops in roots.values())
    assert len(set().union(*roots.values())) == len(roots)


def check_clique(kids, near):
    """A clique of at most four, and dead ends that hang on it."""
    core = [u for u in kids if len(near[u]) != 1 or len(kids) <= 2]
    assert len(kids) >= 1
    for u in set(kids) - set(core):
        assert near[u] <= set(kids)
    assert len(core) <= 4
    assert all(v in near[u] for u, v in combinations(core, 2))


def same_cover(a, b):
    """Whether two abstractions join the same cells at every level, whatever the numbers."""
    assert (a.count == b.count).all()
    one, two = a.parent_of_cell, b.parent_of_cell
    while (one >= 0).any():
        for left, right in ((one, two), (two, one)):
            pairs = np.unique(np.stack([left, right]), axis=1)
            assert len(np.unique(pairs[0])) == pairs.shape[1]
        both = (one >= 0) & (two >= 0)
        assert (a.place.reshape(-1, 4)[one[both]] == b.place.reshape(-1, 4)[two[both]]).all()
        one, two = (np.where(x >= 0, t.parent[x], -1) for x, t in ((one, a), (two, b)))


@pytest.mark.parametrize("seed", range(8))
def test_every_level_is_a_cover_by_cliques(seed):
    level = cave(seed, 48) if seed % 2 else random_level(seed, longest=50, fill=0.3)
    check_cover(level, Hierarchy().prepare(level))


edits = st.lists(
    st.tuples(st.integers(0, 29), st.integers(0, 24), st.integers(1, 4), st.sampled_from([FLOOR, WALL, WALL, SWAMP])),
    min_size=1,
    max_size=10,
)


@settings(max_examples=25)
@given(edits, st.integers(0, 5), st.booleans())
def test_repair_gives_the_cover_of_a_fresh_build(script, seed, together):
    level = Level(np.where(np.random.default_rng(seed).random((25, 30)) < 0.25, WALL, FLOOR).astype(np.uint8))
    prepared = Hierarchy().prepare(level)
    for x, y, size, code in script:
        for i in range(size):
            level.apply(PaintCells.one(min(29, x + i), y, code))
        if not together:
            prepared.follow()
    prepared.follow()
    check_cover(level, prepared)
    same_cover(prepared.ground(0.0).tables, Hierarchy().prepare(level.copy()).ground(0.0).tables)


@pytest.mark.small
def test_a_pool_that_runs_out_is_made_anew():
    level = Level(np.full((24, 24), WALL, np.uint8))
    prepared = Hierarchy().prepare(level)
    for y in range(0, 24, 2):
        for x in range(24):
            level.apply(PaintCells.one(x, y, FLOOR))
            prepared.follow()
    check_cover(level, prepared)
    assert answer(prepared, (0, 2), (23, 2))[1].cost == 23


@pytest.mark.small
def test_an_edit_says_how_many_blocks_it_touched():
    level = Level(np.zeros((64, 64), np.uint8))
    prepared = Hierarchy().prepare(level)
    level.apply(PaintCells.one(25, 25, WALL))
    said = prepared.follow()
    touched, total = (int(part.replace(",", "")) for part in said.removesuffix(" blocks").split(" of "))
    assert 6 <= touched <= 40 < total


# What it shows.


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_recorded_and_clean_runs_agree(options):
    level = cave(1, 64)
    prepared = options.prepare(level)
    for start, goal in random_cells(level, 1, 10):
        clean, recording = recorded_like_clean(prepared, start, goal)
        if clean.status is Status.FOUND and start != goal:
            assert recording.stages == list(STAGES_RECORDED)
            kinds = np.bincount(recording.kind, minlength=16)
            assert kinds[EXPAND] == clean.expanded
            assert kinds[GENERATE] == clean.generated
            assert kinds[REOPEN] == clean.reopened
            check_levels(prepared, recording)
            check_parents(recording)


def check_levels(prepared, recording):
    """Every subject belongs to the level said last."""
    cliques, level = prepared.ground(0.0).tables, None
    for kind, subject in zip(recording.kind.tolist(), recording.subject.tolist(), strict=True):
        if kind == LEVEL:
            level = subject
        elif kind in (EXPAND, GENERATE):
            assert cliques.rank[subject] == level if level else cliques.parent_of_cell[subject] >= 0


def test_layers_show_levels_pyramid_paths_and_corridors():
    level = cave(1)
    prepared = Hierarchy().prepare(level)
    start, goal = next(p for p in random_cells(level, 7, 50) if 40 < answer(prepared, *p)[1].cost < 1e9)
    _, plan = answer(prepared, start, goal)
    layers = {layer.name: layer for layer in (*prepared.layers(), *plan.layers)}
    assert {"level 1 graph", "level 2 nodes", "pyramid", "level 1 path", "level 1 corridor"} <= set(layers)
    assert set(plan.stage_ns) == {"locate", *STAGES_RECORDED}
    shown = [int(layer.name.split()[1]) for layer in plan.layers if layer.name.endswith(" corridor")]
    assert shown == list(range(len(shown), 0, -1)), "every level that was searched, the coarsest first"
    assert len(shown) > 1
    corridor = layers["level 1 corridor"].values
    xs, ys = np.floor(plan.points).astype(int).T
    raw = Hierarchy(smoothing=0).prepare(level)
    xs, ys = np.floor(answer(raw, start, goal)[1].points).astype(int).T
    assert (corridor[ys, xs] == 1).all()
    assert (corridor[start[1], start[0]], corridor[goal[1], goal[0]]) == (1, 1)
    where = prepared.places(1)
    nodes = cl.nodes_of(prepared.ground(0.0).tables, 1)
    assert (np.abs(where[nodes] - layers["level 1 nodes"].xy) == 0).all()
    assert prepared.places(0) is None


@pytest.mark.small
def test_discs_of_a_radius_keep_away_from_walls():
    check_keeps_away_from_walls(Hierarchy())
