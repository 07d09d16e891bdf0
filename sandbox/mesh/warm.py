"""The warm-ups of this package."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

POLYGONS = "mesh of polygons"
NAMES = (POLYGONS, "mesh of a level, and its edits", "mesh layers", "point location")


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """One for each thing a person may ask for first."""
    yield from zip(NAMES, (_of_polygons, _edited, _layers, _locate), strict=True)


def _of_polygons() -> object:
    from sandbox.level.edits import AddPolygon
    from sandbox.level.model import Level
    from sandbox.level.obstacles import Obstacle
    from sandbox.mesh.of_level import LevelMesh

    level = Level.empty(8, 8)
    level.apply(AddPolygon(Obstacle.of_cells([(4, 4), (6, 4), (5, 6)])))
    return LevelMesh(level)


def _edited() -> object:
    from sandbox.level.edits import AddPolygon, PaintCells, RemovePolygon
    from sandbox.level.model import WALL, Level
    from sandbox.level.obstacles import Obstacle
    from sandbox.mesh.of_level import LevelMesh

    level = Level.empty(8, 8)
    mesh = LevelMesh(level)
    level.apply(PaintCells.one(2, 2, WALL))
    level.apply(AddPolygon(Obstacle.of_cells([(4, 4), (6, 4), (5, 6)])))
    mesh.follow()
    level.apply(RemovePolygon(1))
    mesh.follow()
    mesh.free(1.5, 1.5)
    return mesh


def _layers() -> object:
    from sandbox.level.model import Level
    from sandbox.mesh.layers import mesh_layers
    from sandbox.mesh.of_level import LevelMesh

    return mesh_layers(LevelMesh(Level.empty(4, 4)))


def _locate() -> object:
    from sandbox.mesh.delaunay import teach
    from sandbox.mesh.location.methods import contenders

    points = np.array([[1, 2], [7, 3], [4, 8]], np.int32)
    for finder in contenders(points, (0, 0, 10, 10)):
        finder.many(points)
    return teach(points, (0, 0, 10, 10), seed=1)
