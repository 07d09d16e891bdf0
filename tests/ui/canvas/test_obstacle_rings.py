"""The layer of polygons that follows edits is the one gathered from nothing."""

import numpy as np
from hypothesis import given

from sandbox.level.edits import AddPolygon, MovePolygon, MoveVertex, RemovePolygon
from sandbox.level.model import Level, Obstacle
from sandbox.ui.canvas.obstacle_rings import ObstacleRings
from tests.strategies.edits import SEEDS, scene, tried


def same(a, b):
    return all(np.array_equal(getattr(a.layer, name), getattr(b.layer, name)) for name in ("xy", "starts", "holes"))


@given(SEEDS)
def test_followed_rings_are_fresh_rings(seed):
    level, maker = scene(seed)
    rings = ObstacleRings(level)
    for _ in range(12):
        before = dict(level.polygons)
        for _ in range(maker.r.integers(1, 4)):
            tried(level, maker.edit(level))
        assert rings.follow(level) or before == level.polygons
        assert same(rings, ObstacleRings(level))


def test_a_moved_polygon_is_written_over_its_old_points():
    level = Level.empty(30, 30)
    for x in (2, 10, 20):
        level.apply(AddPolygon(Obstacle.of_cells([(x, 2), (x + 4, 2), (x + 4, 6), (x, 6)])))
    rings = ObstacleRings(level)
    layer = rings.layer
    assert not rings.follow(level)
    level.apply(MovePolygon(2, 512, 0))
    level.apply(MoveVertex(3, 0, 1, 26 * 512, 512))
    assert rings.follow(level)
    assert rings.layer is layer
    assert layer.xy[4:8].tolist() == [[11, 2], [15, 2], [15, 6], [11, 6]]
    assert layer.xy[9].tolist() == [26, 1]
    level.apply(RemovePolygon(1))
    assert rings.follow(level)
    assert len(rings.layer.xy) == 8
