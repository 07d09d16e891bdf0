"""Worlds for the planners' tests: scattered polygons, on top of walls or not, points in them, and edits of them."""

import numpy as np
import shapely

from sandbox.level.edits import AddPolygon, PaintCells, RemovePolygon
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.level.rect import Rect
from tests.planning.levels import GRASS, SWAMP, random_level


def scattered(seed, *, side=24, count=10):
    """A level of polygons that keep apart, corners on the 1/512 grid."""
    r = np.random.default_rng(seed)
    level = Level(np.full((side, side), FLOOR, np.uint8))
    for ring in rings(r, side, count):
        level.apply(AddPolygon(Obstacle(0, ring)))
    return level


def rings(r, side, count):
    """Star-shaped rings, or boxes on whole cells, at least a tenth of a cell apart."""
    kept, found = [], []
    for _ in range(40 * count):
        ring = star(r, side) if r.random() < 0.6 else box(r, side)
        shape = shapely.Polygon(ring / UNITS)
        if shape.is_valid and shape.area > 0.05 and all(shape.distance(k) > 0.1 for k in kept):
            kept.append(shape)
            found.append(ring)
        if len(found) == count:
            break
    return found


def star(r, side, longest=3.0):
    corners, reach = int(r.integers(3, 9)), r.uniform(longest / 6, longest)
    x, y = r.uniform(reach, side - reach, 2)
    angle = np.sort(r.random(corners)) * 2 * np.pi
    far = reach * (0.4 + 0.6 * r.random(corners))
    points = np.column_stack((x + far * np.cos(angle), y + far * np.sin(angle)))
    return np.round(points * UNITS).astype(np.int32)


def box(r, side):
    x, y = r.integers(1, side - 4, 2)
    w, h = r.integers(1, 4, 2)
    return np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]], np.int32) * UNITS


def mixed(seed, longest=20):
    """Random walls, with polygons thrown over them."""
    level = random_level(seed, longest=longest, fill=0.15)
    r = np.random.default_rng(seed)
    for _ in range(int(r.integers(0, 5))):
        reach = min(level.width, level.height) / 4
        ring = star(r, min(level.width, level.height), max(reach, 0.3))
        if shapely.Polygon(ring).is_valid and shapely.Polygon(ring).area > UNITS:
            level.apply(AddPolygon(Obstacle(0, ring)))
    return level


def random_points(level, seed, count=1, *, centres=False):
    """Pairs of points anywhere, or of cell centres."""
    r = np.random.default_rng(seed)
    size = np.array([level.width, level.height] * 2)
    ends = np.floor(r.random((count, 4)) * size) + 0.5 if centres else r.random((count, 4)) * size
    return [((a, b), (c, d)) for a, b, c, d in ends.tolist()]


def a_polygon(r, level):
    side = min(level.width, level.height)
    while True:
        ring = star(r, side, side / 4)
        if shapely.Polygon(ring).is_valid and shapely.Polygon(ring).area > 0:
            return Obstacle(0, ring)


def edit(r, level):
    """Paint some cells, or put up or take down a polygon."""
    if level.polygons and r.random() < 0.2:
        level.apply(RemovePolygon(int(r.choice(list(level.polygons)))))
    elif min(level.width, level.height) > 3 and r.random() < 0.2:
        level.apply(AddPolygon(a_polygon(r, level)))
    else:
        x0, y0 = (int(r.integers(0, n)) for n in (level.width, level.height))
        x1, y1 = (min(int(a + r.integers(1, 5)), n) for a, n in ((x0, level.width), (y0, level.height)))
        level.apply(PaintCells.of(Rect(x0, y0, x1, y1), int(r.choice([FLOOR, FLOOR, WALL, SWAMP, GRASS]))))
