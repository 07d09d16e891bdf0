"""The reduced mesh: levels, trees, corridors and chokes, against the definition followed step by step."""

import numpy as np
import pytest
import shapely
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.kernels.recording import CLOSE, STAGE, Recording
from sandbox.level.formats import load
from sandbox.level.model import Level
from sandbox.mesh.arrays import NONE, TRIANGLES
from sandbox.mesh.of_level import LevelMesh
from sandbox.mesh.reduction import (
    ALONE,
    ARRIVAL,
    CORRIDOR,
    DECISION,
    HEIGHT,
    ROOT,
    TREE,
    UP,
    chokes_of,
    peeling,
    reduction_of,
)
from sandbox.mesh.reduction_layers import reduction_layers
from sandbox.mesh.widths import widths_of
from sandbox.planning.check.mesh import MeshChecker
from tests.oracles.reduction import Reduced
from tests.planning.levels import drawn
from tests.planning.worlds import mixed, scattered

WORLDS = st.one_of(
    st.builds(mixed, st.integers(0, 2**32 - 1), st.just(9)),
    st.builds(scattered, st.integers(0, 2**32 - 1), side=st.just(10), count=st.integers(1, 5)),
)


@pytest.mark.small
@given(WORLDS)
@settings(max_examples=25)
def test_it_is_what_the_definition_says(level):
    mesh = LevelMesh(level).mesh
    reduction, naive = reduction_of(mesh), Reduced(mesh)
    assert {t: v for t, v in enumerate(reduction.level.tolist()) if v != NONE} == naive.level
    for tree, roots in naive.trees():
        assert {int(reduction.tree[t, ROOT]) for t in tree} == (roots or {int(reduction.tree[min(tree), ROOT])})
    rows = reduction.rows.tolist()
    assert sorted(len(triangles) for _, triangles in naive.corridors()) == sorted(n for _, _, n in rows)
    for ends, triangles in naive.corridors():
        numbers = {int(reduction.corridor[t]) for t in triangles}
        row = next(r for i, r in enumerate(rows) if (i in numbers if numbers else ends == set(r[:2])))
        assert len(numbers) == bool(triangles)
        assert not ends or set(row[:2]) == ends


@pytest.mark.small
@given(WORLDS)
@settings(max_examples=15)
def test_ways_lead_where_they_say_and_are_as_narrow(level):
    mesh = LevelMesh(level).mesh
    reduction, naive, widths = reduction_of(mesh), Reduced(mesh), widths_of(mesh)
    choke = chokes_of(mesh, reduction, widths)
    for t, h in ((int(h) // 3, int(h)) for h in np.flatnonzero(reduction.on[:, ARRIVAL] != NONE)):
        assert naive.level[t] in (CORRIDOR, DECISION)
        assert reduction.on[h, ARRIVAL] == mesh.twin[naive.way(h)[-1]]
        assert choke[h] == np.float32(naive.choke(h, widths))
    for tree, roots in naive.trees():
        for t in tree if roots else ():
            h = int(reduction.tree[t, UP])
            assert int(mesh.twin[naive.way(h)[-1]]) // 3 == reduction.tree[t, ROOT]
            assert len(naive.way(h)) == reduction.tree[t, HEIGHT]
            assert choke[h] == np.float32(naive.choke(h, widths))


@pytest.mark.small
@given(seed=st.integers(0, 2**32 - 1))
@settings(max_examples=10)
def test_decisions_are_two_for_each_hole_but_one(seed):
    level = scattered(seed, side=16, count=6)
    reduction = reduction_of(LevelMesh(level).mesh)
    holes = [len(part.interiors) for part in shapely.get_parts(MeshChecker(level).free)]
    assert reduction.decisions == sum(2 * k - 2 for k in holes if k)


def test_decisions_of_a_game_map_are_two_for_each_hole_but_one(movingai):
    level = load(movingai / "bg512" / "AR0011SR.map")
    mesh = LevelMesh(level).mesh
    reduction = reduction_of(mesh)
    free = np.flatnonzero(reduction.level != NONE)
    portals = int((mesh.con[3 * free[:, None] + np.arange(3)] == 0).sum()) // 2
    without_holes = len(
        {int(reduction.tree[t, ROOT]) for t in free if reduction.level[reduction.tree[t, ROOT]] <= TREE}
    )
    holes_but_one = portals - len(free) + without_holes  # summed over the parts with holes: Euler
    assert reduction.decisions == 2 * holes_but_one > 30


@pytest.mark.small
def test_special_parts():
    around = reduction_of(LevelMesh(drawn("...", ".#.", "...")).mesh)
    assert set(around.level[around.level != NONE].tolist()) <= {TREE, CORRIDOR}
    assert around.rows[:, 1].tolist() == [NONE]  # a ring has no ends
    room = reduction_of(LevelMesh(drawn("..", "..")).mesh)
    assert set(room.level.tolist()) == {TREE}
    assert len(set(room.tree[:, ROOT].tolist())) == 1


def test_a_triangle_alone_has_its_own_level():
    level = Level.empty(4, 4)
    mesh = LevelMesh(level)
    triangle = np.array([[0, 0], [1024, 0], [0, 1024]], np.int32)
    mesh.triangulation.add_polygon([triangle], 2)
    mesh.mesh.depth[:] = 1 - mesh.mesh.depth  # inside out: the triangle is all that is free
    reduction = reduction_of(mesh.mesh)
    assert np.flatnonzero(reduction.level == ALONE).tolist() == np.flatnonzero(mesh.mesh.depth == 0).tolist()
    assert len(reduction.order) == 1


@pytest.mark.small
def test_peeling_is_recorded_step_by_step():
    level = scattered(2, side=10, count=4)
    mesh, recording = LevelMesh(level).mesh, Recording(1000)
    reduction = reduction_of(mesh)
    peeling(mesh, reduction, recording)
    assert recording.kind.tolist() == [STAGE] + [CLOSE] * len(reduction.order)
    left = set(np.flatnonzero(reduction.level != NONE).tolist())
    for t, parent in zip(recording.subject[1:].tolist(), recording.parent[1:].tolist(), strict=True):
        near = [int(mesh.twin[h]) // 3 for h in range(3 * t, 3 * t + 3) if mesh.con[h] == 0]
        assert [n for n in near if n in left] == ([] if parent == NONE else [parent])
        left.remove(t)


# -- pictures --------------------------------------------------------------------------------------------


@pytest.mark.small
def test_the_picture_shows_every_triangle_by_its_kind_and_every_step_out_of_a_dead_end():
    level_mesh = LevelMesh(drawn("......", ".##.#.", "......", ".#.##."))
    mesh, reduction = level_mesh.mesh, reduction_of(level_mesh.mesh)
    layers = {layer.name: layer for layer in reduction_layers(level_mesh, reduction)}
    free = np.flatnonzero(reduction.level != NONE)
    kinds = layers["triangles by degree"]
    assert kinds.values.tolist() == reduction.level[free].tolist()
    assert kinds.starts.tolist() == [3 * i for i in range(len(free) + 1)]
    corners = mesh.xy[mesh.org[: 3 * int(mesh.counts[TRIANGLES])]].reshape(-1, 3, 2) / 512
    assert np.array_equal(kinds.xy.reshape(-1, 3, 2), corners[free])
    up = [int(h) for h in reduction.tree[:, UP] if h != NONE]
    assert len(up) > 3
    assert layers["trees"].legend.startswith(f"{len(up)} steps")
    for h, (one, other) in zip(up, layers["trees"].ends.reshape(-1, 2, 2, 2), strict=True):
        edge = corners[h // 3][[h % 3, (h + 1) % 3]].mean(axis=0)
        middles = corners[h // 3].mean(axis=0), edge, edge, corners[mesh.twin[h] // 3].mean(axis=0)
        assert np.allclose(np.concatenate((one, other)), middles)
