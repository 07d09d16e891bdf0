"""What follows from a level, as naively as possible: from definitions, without kernels and without repair."""

import math

import numpy as np
import shapely

STEPS = {1: (1, 0), 2: (-1, 0), 4: (0, 1), 8: (0, -1), 16: (1, 1), 32: (-1, 1), 64: (1, -1), 128: (-1, -1)}


def covered(level):
    """How many polygons share interior with each cell, by shapely's relation of interiors."""
    counts = np.zeros(level.terrain.shape, int)
    for polygon in level.polygons.values():
        shape = shapely.Polygon(polygon.outer, list(polygon.holes))
        y, x = 512 * np.mgrid[: level.height, : level.width]
        matrices = shapely.relate(shape, shapely.box(x, y, x + 512, y + 512)).astype(str)
        counts += np.char.startswith(matrices, "2")
    return counts


def cost8(level):
    """Eighths per cell, 0 blocked."""
    costs = np.array([[level.palette[code].cost * 8 for code in row] for row in level.terrain.tolist()])
    return np.where(covered(level) > 0, 0, costs).astype(int)


def moves(costs):
    """The byte of legal moves of every cell: no cutting of corners."""
    height, width = costs.shape

    def is_open(x, y):
        return 0 <= x < width and 0 <= y < height and costs[y, x] > 0

    found = np.zeros(costs.shape, int)
    for y in range(height):
        for x in range(width):
            for bit, (dx, dy) in STEPS.items():
                if is_open(x, y) and is_open(x + dx, y) and is_open(x, y + dy) and is_open(x + dx, y + dy):
                    found[y, x] |= bit
    return found


def around(costs):
    """The byte of open cells around every open cell."""
    wider = np.pad(costs > 0, 1)
    height, width = costs.shape
    return (costs > 0) * sum(
        bit * wider[1 + dy : 1 + dy + height, 1 + dx : 1 + dx + width].astype(int) for bit, (dx, dy) in STEPS.items()
    )


def components(costs):
    """A number per cell, by flooding one after the other."""
    labels = np.zeros(costs.shape, int)
    height, width = costs.shape
    for y in range(height):
        for x in range(width):
            if costs[y, x] and not labels[y, x]:
                _flood(costs > 0, labels, x, y, labels.max() + 1)
    return labels


def region(terrain, x, y):
    """The cells of one terrain that hang together with a seed."""
    labels = np.zeros(terrain.shape, int)
    _flood(terrain == terrain[y, x], labels, x, y, 1)
    return labels == 1


def _flood(passable, labels, x, y, label):
    waiting = [(x, y)]
    while waiting:
        x, y = waiting.pop()
        if 0 <= y < passable.shape[0] and 0 <= x < passable.shape[1] and passable[y, x] and not labels[y, x]:
            labels[y, x] = label
            waiting += [(x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)]


def same_partition(a, b):
    """Whether two labellings tell the same cells apart (0 is 0 in both)."""
    together = np.unique(a.ravel().astype(np.int64) * (int(b.max()) + 1) + b.ravel())
    alike = len(np.unique(a)) == len(np.unique(b)) == len(together)
    return alike and np.array_equal(a.ravel() == 0, b.ravel() == 0)


def clearance(costs, reach):
    """Distance of each cell's centre to the nearest blocked square or the border."""
    height, width = costs.shape
    blocked = [(x, y) for y in range(height) for x in range(width) if costs[y, x] == 0]
    found = np.zeros(costs.shape)
    for y in range(height):
        for x in range(width):
            to_border = min(x + 0.5, y + 0.5, width - x - 0.5, height - y - 0.5)
            to_blocked = min((_to_square(x, y, bx, by) for bx, by in blocked), default=math.inf)
            found[y, x] = min(to_border, to_blocked, reach)
    return found


def _to_square(x, y, bx, by):
    if (x, y) == (bx, by):
        return 0.0
    return math.hypot(max(abs(x - bx) - 0.5, 0), max(abs(y - by) - 0.5, 0))


def boundary_steps(blocked):
    """Every unit step of the outlines, blocked cell on the right: (x0, y0, x1, y1)."""
    height, width = blocked.shape

    def at(x, y):
        return 0 <= x < width and 0 <= y < height and blocked[y, x]

    steps = set()
    for y in range(height):
        for x in range(width):
            if blocked[y, x]:
                steps |= {(x, y, x + 1, y)} if not at(x, y - 1) else set()
                steps |= {(x + 1, y, x + 1, y + 1)} if not at(x + 1, y) else set()
                steps |= {(x + 1, y + 1, x, y + 1)} if not at(x, y + 1) else set()
                steps |= {(x, y + 1, x, y)} if not at(x - 1, y) else set()
    return steps
