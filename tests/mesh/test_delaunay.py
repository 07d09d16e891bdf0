"""The teaching mode: its steps alone rebuild every picture, and end in the Delaunay triangulation."""

import numpy as np
import pytest
import shapely

from sandbox.errors import BadInput
from sandbox.kernels.recording import Recording
from sandbox.mesh.check import live_triangles, problems
from sandbox.mesh.delaunay import Lesson, teach

BOX = (0, 0, 100, 100)


def points(seed, count, size=100):
    return np.random.default_rng(seed).integers(0, size + 1, (count, 2)).astype(np.int32)


def edges_of(mesh):
    found = set()
    for t in live_triangles(mesh):
        a, b, c = mesh.org[3 * t : 3 * t + 3].tolist()
        found |= {tuple(sorted(pair)) for pair in ((a, b), (b, c), (c, a))}
    return found


@pytest.mark.small
@pytest.mark.parametrize("seed", range(4))
def test_the_steps_lead_to_the_mesh(seed):
    course = teach(points(seed, 40, 12 if seed % 2 else 100), BOX, seed)
    assert problems(course.mesh) == []
    assert course.edges_after(len(course.steps)) == edges_of(course.mesh)
    assert course.edges_after(0) == {(0, 1), (1, 2), (2, 3), (0, 3), (0, 2)}


@pytest.mark.small
def test_every_picture_is_a_triangulation():
    """Euler: with all corners of the box as vertices, E = 3V - 3 - border at any time between two points."""
    course = teach(points(3, 30), BOX, 0)
    starts = [i for i, step in enumerate(course.steps) if step.kind is Lesson.INSERT]
    assert len(starts) == 30
    for i in starts:
        edges = course.edges_after(i)
        vertices = {v for edge in edges for v in edge}
        on_border = sum(1 for v in vertices if (course.xy[v] % 100 == 0).any())
        assert len(edges) == 3 * len(vertices) - 3 - on_border


@pytest.mark.small
def test_flips_follow_illegal_tests_only():
    course = teach(points(5, 40), BOX, 1)
    flips = 0
    for before, step in zip(course.steps, course.steps[1:], strict=False):
        if step.kind is Lesson.FLIP:
            flips += 1
            assert before.kind is Lesson.TEST
            assert before.illegal
            assert step.edge == before.edge
        elif before.kind is Lesson.TEST:
            assert not before.illegal
    assert flips > 20


@pytest.mark.small
def test_every_point_is_looked_for_down_to_the_triangle_that_is_split():
    course = teach(points(7, 12), BOX, 2)
    by_point = {}
    for step in course.steps:
        by_point.setdefault(step.point, []).append(step)
    assert len(by_point) == 12
    for steps in by_point.values():
        kinds = [step.kind for step in steps]
        at = kinds.index(Lesson.SPLIT)
        assert kinds[:at] == [Lesson.INSERT] + [Lesson.LOCATE] * (at - 1)
        for step in steps[1 : at + 1]:
            around = shapely.MultiPoint(course.xy[list(step.triangle)]).convex_hull
            assert around.covers(shapely.Point(course.xy[step.point])), "in whatever is looked at lies the point"
    assert sum(step.kind is Lesson.LOCATE for step in course.steps) > 12


@pytest.mark.small
def test_a_picture_marks_the_edge_or_the_triangle_its_step_is_about():
    course = teach(points(5, 15), BOX, 1)
    for count, step in enumerate(course.steps, start=1):
        marked = [layer for layer in course.frame(count, 2.0) if layer.name == "step"]
        if step.kind is Lesson.INSERT:
            assert marked == []
            continue
        corners = step.edge if step.edge != (-1, -1) else step.triangle
        ends = {tuple(end) for end in marked[0].ends.reshape(-1, 2).tolist()}
        assert ends == {tuple(end) for end in (course.xy[list(corners)] / 2).tolist()}
        assert len(marked[0].ends) == (1 if len(corners) == 2 else len(corners))


@pytest.mark.small
def test_frames_and_recording():
    course = teach(points(1, 20), BOX, 1)
    for count in range(0, len(course.steps) + 1, 7):
        layers = course.frame(count)
        assert layers[0].name == "edges"
    recording = Recording(10_000)
    course.record(recording)
    assert recording.count == 2 * len(course.steps)
    assert all(step.words for step in course.steps)


@pytest.mark.small
def test_points_outside_and_too_many_are_refused():
    with pytest.raises(BadInput, match="point 1"):
        teach(np.array([[5, 5], [101, 5]], np.int32), BOX, 0)
    with pytest.raises(BadInput, match="20000"):
        teach(np.zeros((20_001, 2), np.int32), BOX, 0)
