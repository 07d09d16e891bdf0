"""Six ways to locate a point give one answer."""

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.geometry.predicates import GRID
from sandbox.kernels.recording import LOCATE, Recording
from sandbox.mesh.arrays import LAST, LOGGED, NONE, TRACE, EditStep
from sandbox.mesh.check import problems
from sandbox.mesh.editing.build import build
from sandbox.mesh.location.methods import Locator, Method, construct_with_history, hints_of, locator
from sandbox.mesh.triangulation import Triangulation

BOX = (0, 0, GRID, GRID)


def some_points(seed, count, size=GRID):
    return np.random.default_rng(seed).integers(0, size + 1, (count, 2)).astype(np.int32)


def inside(mesh, t, point):
    """Whether a triangle, border included, holds a point: in Python's integers."""
    px, py = map(int, point)
    for i in range(3):
        (ax, ay), (bx, by) = (mesh.xy[mesh.org[3 * t + (i + j) % 3]].tolist() for j in range(2))
        if (bx - ax) * (py - ay) - (by - ay) * (px - ax) < 0:
            return False
    return True


@pytest.mark.parametrize("size", [GRID, 50])
def test_all_methods_agree(size):
    built = construct_with_history(some_points(1, 400, size), (0, 0, size, size), seed=2)
    assert problems(built.mesh) == []
    queries = np.concatenate((some_points(3, 300, size), some_points(1, 100, size)))
    answers = {m: locator(built.mesh, m).many(queries) for m in Method if m is not Method.HISTORY}
    answers[Method.HISTORY] = built.many(queries)
    truth = answers[Method.BRUTE]
    strictly = truth[:, 1] == -1
    vertex = truth[:, 1] < -1
    assert strictly.any()
    assert vertex.any()
    for method, found in answers.items():
        assert (found[strictly] == truth[strictly]).all(), method
        assert (found[vertex, 1] == truth[vertex, 1]).all(), method
        assert all(inside(built.mesh, t, q) for t, q in zip(found[:, 0], queries, strict=True)), method


@pytest.mark.small
@pytest.mark.parametrize("method", list(Method))
def test_every_search_can_be_recorded(method):
    built = construct_with_history(some_points(1, 60), BOX, seed=2)
    one = built if method is Method.HISTORY else locator(built.mesh, method)
    recording = Recording(1000)
    x, y = some_points(9, 1)[0].tolist()
    assert one.one(x, y, recording)[0] == one.one(x, y)[0]
    assert recording.count > 0
    assert (recording.kind == LOCATE).all()
    assert recording.subject[-1] == one.one(x, y)[0]


@pytest.mark.small
def test_every_method_does_what_its_name_says():
    built = construct_with_history(some_points(1, 3000), BOX, seed=2)
    mesh, point = built.mesh, some_points(9, 1)[0].tolist()
    first = mesh.counts[LAST] = mesh.out[0] // 3
    sampled, visited = {}, {}
    for method in Method:
        search = Recording(1 << 14)
        (built if method is Method.HISTORY else locator(mesh, method)).one(*point, search)
        samples = search.f == 1
        sampled[method], visited[method] = search.subject[samples], search.subject[~samples].tolist()
    assert {m: len(v) for m, v in sampled.items() if len(v)} == {Method.JUMP: 10, Method.JUMP_CUBE_ROOT: 15}
    assert visited[Method.BRUTE] == list(range(len(visited[Method.BRUTE])))
    assert visited[Method.WALK][0] in begins(mesh, first)
    for method in (Method.JUMP, Method.JUMP_CUBE_ROOT):
        nearest = sampled[method][np.hypot(*(mesh.xy[sampled[method]] - point).T).argmin()]
        assert visited[method][0] in begins(mesh, mesh.out[nearest] // 3)
        assert len(visited[method]) < len(visited[Method.WALK]) / 2
    hints = locator(mesh, Method.BUCKETS)
    column, row = (c * hints.side // GRID for c in point)
    assert visited[Method.BUCKETS][0] in begins(mesh, mesh.out[hints.hints[row * hints.side + column]] // 3)
    assert len(visited[Method.BUCKETS]) < 8


def begins(mesh, t):
    """Where a walk from triangle t looks first: there, or beyond its first edge."""
    return {int(t), int(mesh.twin[3 * t] // 3)}


@pytest.mark.small
def test_nothing_is_traced_but_what_is_recorded():
    world = Triangulation((0, 0, 100, 100))
    finder = locator(world.mesh, Method.JUMP_CUBE_ROOT)
    finder.one(10, 20, Recording(100))
    assert world.mesh.counts[TRACE] == 0
    world.add_point(30, 40)
    assert {kind for kind, _ in world.steps()} <= {EditStep.SPLIT_FACE, EditStep.SPLIT_EDGE, EditStep.FLIP}
    finder.one(10, 20)
    assert world.mesh.counts[LOGGED] == 0


@pytest.mark.small
def test_a_walk_ends_among_constraints():
    """Rows of walls make slivers whose circles hold far corners: here a fixed choice of edge may circle."""
    rows = [[(0, 2 * i), (200, 2 * i + 1)] for i in range(40)]
    points = np.array(rows, np.int32).reshape(-1, 2)
    segments = np.array([[2 * i, 2 * i + 1, 2 + i, 0] for i in range(40)], np.int32)
    mesh, _, _ = build(points, segments, (0, 0, 200, 200))
    assert problems(mesh) == []
    queries = some_points(4, 150, 200)
    for t, q in zip(locator(mesh, Method.WALK).many(queries)[:, 0], queries, strict=True):
        assert inside(mesh, t, q)


@pytest.mark.small
def test_history_needs_its_construction():
    mesh, _, _ = build(some_points(1, 5), np.zeros((0, 4), np.int32), BOX)
    with pytest.raises(BadInput, match="history"):
        locator(mesh, Method.HISTORY)
    with pytest.raises(BadInput, match="point 0"):
        construct_with_history(np.array([[-1, 0]], np.int32), BOX, 0)


@pytest.mark.small
def test_hints_that_died_still_lead_there():
    world = Triangulation((0, 0, 100, 100))
    points = [world.add_point(x, y) for x, y in some_points(5, 40, 100).tolist()]
    hints = hints_of(world.mesh)
    assert (world.mesh.out[hints] >= 0).all()
    for vertex in points[::2]:
        world.remove_point(vertex)
    finder = Locator(world.mesh, Method.BUCKETS, hints)
    for x, y in some_points(6, 60, 100).tolist():
        search = Recording(1000)
        assert inside(world.mesh, finder.one(x, y, search)[0], (x, y))
        assert (world.mesh.org[3 * search.subject] != NONE).all()
        assert search.subject.min() >= 0


@pytest.mark.small
def test_titles():
    assert len({m.title for m in Method}) == len(Method)
