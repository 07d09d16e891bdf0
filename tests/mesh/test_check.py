"""The checker sees every rule broken; and bulk builds break none."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.geometry.predicates import GRID
from sandbox.mesh.arrays import FREE_TRIANGLE, LAST, LIVE_VERTICES, NONE, TRIANGLES, VERTICES
from sandbox.mesh.check import live_triangles, problems
from sandbox.mesh.editing.build import build, hilbert_order
from sandbox.mesh.editing.edges import flip

NO_SEGMENTS = np.zeros((0, 4), np.int32)


def sound():
    """A mesh with a blocked square, a wall, and a flippable free edge."""
    points = np.array([[10, 10], [30, 12], [28, 31], [9, 30], [3, 20], [37, 22], [20, 5]], np.int32)
    rows = [[0, 1, 2, 1], [1, 2, 2, 1], [2, 3, 2, 1], [3, 0, 2, 1], [4, 6, 3, 0]]
    return build(points, np.array(rows, np.int32), (0, 0, 40, 40))[0]


def free_edge(mesh):
    """A free edge whose flip keeps all triangles the right way round but is not Delaunay."""
    for t in live_triangles(mesh):
        for h in range(3 * t, 3 * t + 3):
            if mesh.con[h] == 0:
                copy = type(mesh)(*(a.copy() for a in mesh))
                flip(copy, h)
                if [p for p in problems(copy) if "Delaunay" in p] == problems(copy):
                    return h
    raise AssertionError("no such edge")


def wall(mesh, owner):
    return next(
        h for t in live_triangles(mesh) for h in range(3 * t, 3 * t + 3)
        if mesh.con[h] and mesh.owners[mesh.con[h] - 1, 1] == owner and mesh.twin[h] != NONE
    )  # fmt: skip


def break_twin(mesh):
    mesh.twin[wall(mesh, 2)] = 0


def break_origin(mesh):
    mesh.org[4] = mesh.org[3]


def break_out(mesh):
    mesh.out[5] = mesh.out[6]


def break_shape(mesh):
    mesh.xy[4] = 39, 39


def break_delaunay(mesh):
    flip(mesh, free_edge(mesh))


def break_owners(mesh):
    mesh.con[wall(mesh, 3)] = 0


def break_border(mesh):
    mesh.con[np.flatnonzero((mesh.twin == NONE) & (mesh.org != NONE))[0]] = 0


def share_owners(mesh):
    a, b = wall(mesh, 2), wall(mesh, 3)
    mesh.con[[b, mesh.twin[b]]] = mesh.con[a]


def list_twice(mesh):
    k = mesh.con[wall(mesh, 2)] - 1
    mesh.owners[-1] = mesh.owners[k]
    mesh.owners[k, 0] = len(mesh.owners) - 1


def break_label(mesh):
    mesh.depth[live_triangles(mesh)[0]] += 1


def break_winding(mesh):
    mesh.owners[mesh.con[wall(mesh, 2)] - 1, 2] *= -1


def break_count(mesh):
    mesh.counts[LIVE_VERTICES] += 1


def break_free_list(mesh):
    mesh.counts[TRIANGLES] += 1
    t = 3 * int(mesh.counts[TRIANGLES]) - 3
    mesh.org[t : t + 3] = NONE
    mesh.counts[FREE_TRIANGLE] = NONE


def double_vertex(mesh):
    v = int(mesh.counts[VERTICES])
    mesh.counts[[VERTICES, LIVE_VERTICES]] += 1
    mesh.xy[v], mesh.out[v] = mesh.xy[4], mesh.out[4]


def lose_last(mesh):
    mesh.counts[TRIANGLES] += 1
    mesh.counts[LAST] = mesh.counts[FREE_TRIANGLE] = mesh.counts[TRIANGLES] - 1
    t = 3 * int(mesh.counts[LAST])
    mesh.org[t : t + 3], mesh.twin[t] = NONE, NONE


@pytest.mark.small
@pytest.mark.parametrize(
    ("fault", "said"),
    [
        (break_twin, "does not match its twin"),
        (break_origin, "does not match its twin"),
        (break_out, "starts elsewhere"),
        (break_shape, "doubled area"),
        (break_delaunay, "not locally Delaunay"),
        (break_owners, "other owners than its twin"),
        (break_border, "border without an owner"),
        (share_owners, "share a list"),
        (list_twice, "lists an owner twice"),
        (break_label, "depths"),
        (break_winding, "depths"),
        (break_count, "counted"),
        (break_free_list, "free lists"),
        (lose_last, "which is no more"),
        (double_vertex, "starts elsewhere"),
    ],
)
def test_every_fault_is_found(fault, said):
    mesh = sound()
    assert problems(mesh) == []
    fault(mesh)
    assert any(said in p for p in problems(mesh)), problems(mesh)


@pytest.mark.small
def test_a_flat_triangle_is_found_where_all_others_are_sound():
    mesh, _, (v,) = build(np.array([[20, 10]], np.int32), NO_SEGMENTS, (0, 0, 40, 40))
    mesh.xy[v] = 20, 0  # on the border: the triangles cover the box as before
    found = [p for p in problems(mesh) if "triangle" in p]
    assert any("has doubled area 0" in p for p in found), found


@given(st.integers(0, 2**32 - 1), st.sampled_from([3, 12, 40, GRID]))
def test_any_points_and_constraints_build_a_sound_mesh(seed, size):
    rng = np.random.default_rng(seed)
    points = rng.integers(0, size + 1, (int(rng.integers(0, 60)), 2)).astype(np.int32)
    rows = NO_SEGMENTS
    if len(points):
        count = int(rng.integers(0, 30))
        ends = rng.integers(0, len(points), (count, 2))
        rows = np.column_stack((ends, rng.integers(2, 6, count), np.zeros(count, int))).astype(np.int32)
    mesh, _, ids = build(points, rows, (0, 0, size, size))
    assert problems(mesh) == []
    assert (mesh.xy[ids] == points).all()


@pytest.mark.small
def test_equal_points_are_one_vertex():
    points = np.array([[5, 5], [7, 7], [5, 5]], np.int32)
    mesh, _, ids = build(points, NO_SEGMENTS, (0, 0, 10, 10))
    assert ids[0] == ids[2] != ids[1]
    assert mesh.counts[LIVE_VERTICES] == 6


@pytest.mark.small
def test_points_outside_are_named():
    with pytest.raises(BadInput, match=r"point 1: \(11, 0\)"):
        build(np.array([[5, 5], [11, 0]], np.int32), NO_SEGMENTS, (0, 0, 10, 10))


@pytest.mark.small
def test_the_curve_visits_every_point_once_and_goes_short_ways():
    points = np.random.default_rng(1).integers(0, GRID + 1, (500, 2)).astype(np.int32)
    order = hilbert_order(points)
    assert sorted(order.tolist()) == list(range(500))
    steps = np.abs(np.diff(points[order].astype(np.int64), axis=0)).sum(axis=1)
    assert np.median(steps) < GRID / 15
    square = np.array([(x, y) for x in range(8) for y in range(8)], np.int32) << 17
    walked = np.abs(np.diff(square[hilbert_order(square)], axis=0)).sum(axis=1)
    assert (walked == 1 << 17).all()
