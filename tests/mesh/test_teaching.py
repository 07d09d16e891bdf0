"""What is told of the mesh step by step: it ends where the algorithm ends, and every picture follows from the steps."""

from itertools import pairwise

import numpy as np
import pytest

from sandbox.level.model import WALL, Level
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import NONE
from sandbox.mesh.layers import live
from sandbox.mesh.of_level import LevelMesh
from sandbox.mesh.reduction import DECISION, reduction_of
from sandbox.mesh.teaching.constraint import ConstraintSteps, _edges
from sandbox.mesh.teaching.construction import ConstructionSteps
from sandbox.mesh.teaching.peeling import PeelingSteps
from sandbox.mesh.teaching.walking import WalkSteps, summary

SEEDS = (1, 2, 3)


def level_of(seed, share=0.2):
    level = Level(np.where(np.random.default_rng(seed).random((14, 18)) < share, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    return level


def walls_of(steps, time):
    return {
        tuple(map(tuple, pair)) for layer in steps.layers(time) if layer.name == "kept" for pair in layer.ends.tolist()
    }


@pytest.mark.parametrize("seed", SEEDS)
def test_a_walk_goes_from_neighbour_to_neighbour_and_ends_where_the_point_lies(seed):
    level, points = level_of(seed), {"start": (0.5, 0.5), "goal": (17.25, 13.75)}
    steps = WalkSteps(level, points)
    assert {stretch.name for stretch in steps.stretches} == {
        "jump to the start",
        "walk to the start",
        "jump to the goal",
        "walk to the goal",
    }
    mesh = LevelMesh(level)
    for number, (name, at) in enumerate(points.items()):
        walked = [row[1] for row in steps.rows if row[0] == 9 and row[3] == number]
        assert walked[-1] == steps.places[number].triangle
        assert mesh.locate(*at).triangle in walked
        for here, there in pairwise(walked):
            assert there in (steps.mesh.twin[3 * here : 3 * here + 3] // 3)
        assert any(f"holds the {name}" in step.words for step in steps.texts)
    names = {layer.name for layer in steps.layers(len(steps))}
    assert {"edges", "here", "measured", "nearest", "looked for"} <= names
    assert len(steps.layers(0)) == 2
    assert "measured" in summary(steps)


@pytest.mark.parametrize("seed", SEEDS)
def test_a_constraint_is_in_at_the_end_and_nothing_crosses_it(seed):
    level = level_of(seed)
    steps = ConstraintSteps(level, (0.5, 0.5), (17.5, 13.5))
    assert not steps.truncated
    assert steps.edges_after(0) == _edges(LevelMesh(level).mesh)
    assert steps.edges_after(len(steps)) == _edges(steps.mesh)
    kept = sorted(walls_of(steps, len(steps)))
    assert sum(np.hypot(*np.subtract(a, b)) for a, b in kept) == pytest.approx(np.hypot(17, 13), abs=0.05)
    assert not [layer for layer in steps.layers(len(steps)) if layer.name == "crossing"]
    assert [layer for layer in steps.layers(len(steps) // 2) if layer.name == "constraint"]
    words = " ".join(step.words for step in steps.texts)
    assert "crossed the constraint" in words
    assert "lies on the constraint" in words
    assert words.count("an end of the constraint") == 2
    assert "piece" in steps.summary


def test_a_flip_is_seen_from_its_own_step_on():
    steps = ConstraintSteps(level_of(2), (0.5, 0.5), (17.5, 13.5))
    flips = 0
    for time, step in enumerate(steps.texts):
        if step.words.startswith("Flip "):
            old, new = (tuple(sorted(map(int, edge.split("–")))) for edge in step.words[5:].split(":")[0].split(" to "))
            before, after = steps.edges_after(time), steps.edges_after(time + 1)
            assert (before - after, after - before) == ({old}, {new})
            flips += 1
    assert flips > 5
    for time in (0, len(steps) // 2, len(steps)):
        layers = {layer.name: layer for layer in steps.layers(time)}
        shown = [layers[name].ends for name in ("edges", "crossing", "kept") if name in layers]
        assert sum(map(len, shown)) == len(steps.edges_after(time))
        assert {(layer.group, layer.version) for layer in layers.values()} == {(steps.title, time)}


def test_ends_that_lie_between_the_points_of_the_grid_are_ends_of_the_constraint_too():
    steps = ConstraintSteps(Level.empty(8, 8), (1.3, 1.7), (6.1, 5.9))
    words = [step.words for step in steps.texts if step.words.startswith("Vertex ")]
    assert len(words) == 2
    assert all("an end of the constraint" in text for text in words)


def test_a_constraint_of_one_edge_in_an_empty_world_crosses_what_it_must():
    steps = ConstraintSteps(Level.empty(8, 8), (1.0, 6.0), (7.0, 2.0))
    assert len(steps.kept) == 1
    assert steps.edges_after(len(steps)) == _edges(steps.mesh)


@pytest.mark.parametrize("seed", SEEDS)
def test_peeling_leaves_what_the_reduction_leaves(seed):
    steps = PeelingSteps(level_of(seed))
    found = reduction_of(steps.mesh)
    left = steps.degrees_after(len(steps.order))
    assert set(np.flatnonzero(left == 3).tolist()) == set(np.flatnonzero(found.level == DECISION).tolist())
    for time in range(len(steps.order)):  # whatever is peeled is a dead end at that moment
        assert steps.degrees_after(time)[steps.order[time]] <= 1
    assert len(steps) == len(found.order) + len(found.rows) + 1
    assert f"{found.decisions} decision" in steps.words(len(steps) - 1)
    assert (left[found.level == NONE] == 0).all()
    peeled = next((layer for layer in steps.layers(3) if layer.name == "peeled"), None)
    assert peeled is None or len(peeled.starts) - 1 == min(3, len(steps.order))
    for time in range(len(steps) + 1):
        layers = {layer.name: layer for layer in steps.layers(time)}
        assert {(layer.group, layer.version) for layer in layers.values()} == {(steps.title, time)}
        assert ("step" in layers) == (0 < time < len(steps))
        if "step" in layers:
            assert hasattr(layers["step"], "ends") == (time > len(steps.order)), "a triangle, then a corridor"
    told = [layer.name for layer in steps.layers(len(steps))]
    assert "step" not in told
    assert len(steps.free) <= len(live(steps.mesh))


def test_the_construction_ends_with_delaunays_triangulation():
    steps = ConstructionSteps(level_of(5))
    edges = next(layer for layer in steps.layers(len(steps)) if layer.name == "edges")
    mesh = steps.course.mesh
    assert {tuple(sorted(map(tuple, pair))) for pair in edges.ends.tolist()} == {
        tuple(sorted(map(tuple, (mesh.xy[list(e)] / UNITS).tolist()))) for e in _edges(mesh)
    }
    assert len(steps.stretches) == 1
