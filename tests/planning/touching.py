"""Small levels full of what is degenerate, and ends where that shows: on corners, outlines, where obstacles touch."""

import numpy as np
import shapely

from sandbox.level.edits.reshape import AddPolygon
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.planning.check.mesh import MeshChecker
from tests.planning.levels import random_level

SHAPES = [
    [(0, 0), (1, 0), (0, 1)], [(0, 0), (2, 0), (1, 1)], [(0, 1), (1, 0), (2, 1), (1, 2)],
    [(0, 0), (2, 0), (2, 1), (0, 1)], [(0, 0), (3, 0), (3, 3), (2, 3), (2, 1), (0, 1)],
    [(0, 0), (2, 2), (1, 2)], [(1, 1), (1, 2), (0, 0)], [(0, 0), (2, 0), (1, 3)],
]  # fmt: skip
"""In half cells. Most outlines run along axes and diagonals: they touch often, and cross at points of the grid."""


def touching_level(seed, *, longest=7, exact=True):
    """Walls and polygons on half cells that touch, overlap, and, if `exact`, cross at points of the grid only."""
    r = np.random.default_rng(seed)
    level = random_level(seed, longest=longest, fill=float(r.choice([0.05, 0.15, 0.3])), weighted=seed % 5 == 0)
    for _ in range(int(r.integers(0, 7))):
        add_shape(level, r, exact=exact)
    return level


def add_shape(level, r, *, exact=True):
    """Put a shape somewhere, turned some way, if it fits."""
    shape = np.array(SHAPES[r.integers(len(SHAPES))])
    shape = shape[:, :: r.choice([1, -1])] * r.choice([1, -1], 2)
    shape = shape - shape.min(axis=0)
    room = np.array([2 * level.width, 2 * level.height]) - shape.max(axis=0)
    if (room < 0).any():
        return
    ring = ((shape + r.integers(0, room + 1)) * (UNITS // 2)).astype(np.int32)
    undo = level.apply(AddPolygon(Obstacle(0, ring)))
    if exact and off_grid(MeshChecker(level).free):
        level.apply(undo)


def off_grid(free):
    """Whether outlines cross between points of the grid."""
    return bool((shapely.get_coordinates(free) * UNITS % 1 != 0).any())


def places(level, free, r, count):
    """Points on corners, in the middle of outlines, on half and whole cells, and anywhere."""
    corners = shapely.get_coordinates(free)
    pool = [corners, (corners[1:] + corners[:-1]) / 2] if len(corners) else []
    size = np.array([level.width, level.height])
    pool += [r.integers(0, 2 * size + 1, (8, 2)) / 2, r.random((8, 2)) * size, np.floor(r.random((4, 2)) * size) + 0.5]
    chosen = [pool[r.integers(len(pool))] for _ in range(count)]
    return [tuple(part[r.integers(len(part))].tolist()) for part in chosen]
