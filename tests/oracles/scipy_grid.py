"""Shortest paths on the grid by SciPy: which cells a disc fits on by shapely, the costs by its Dijkstra.

Nothing here is ours but the rules themselves: terrain of cost 0 is blocked, and so is a cell a polygon covers any
of; a disc needs its room at a cell's centre; a diagonal step needs both cells beside it; a step costs its length,
times the mean of its two cells where terrain counts.
"""

import math
from functools import cached_property

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from sandbox.level.obstacles import UNITS

STEPS = [(1, 0), (0, 1), (1, 1), (-1, 1)]  # the others are the same ones backwards
ROUNDING = 1e-6  # in what touches a disc


class Ground:
    """A level as it is now, for discs of one radius."""

    def __init__(self, level, radius=0.0):
        self.width, self.height = level.width, level.height
        cost = np.array([terrain.cost for terrain in level.palette])[level.terrain]
        y, x = np.mgrid[: level.height, : level.width]
        cells = shapely.box(x, y, x + 1, y + 1)
        for polygon in level.polygons.values():
            outline, *holes = (np.asarray(ring, float) / UNITS for ring in polygon.rings)
            cost[shapely.area(shapely.intersection(cells, shapely.Polygon(outline, holes))) > 0] = 0
        if radius:
            walls = shapely.union_all([*cells[cost == 0], shapely.box(0, 0, level.width, level.height).exterior])
            cost[shapely.distance(shapely.points(x + 0.5, y + 0.5), walls) < radius - ROUNDING] = 0
        self.cost = cost
        self.terrain_counts = len(np.unique(cost[cost > 0])) > 1

    def index(self, cell):
        """The node of a cell."""
        return cell[1] * self.width + cell[0]

    def is_open(self, cell):
        """Whether there is room."""
        return self.cost[cell[1], cell[0]] > 0

    def graph(self, moves, weighted):
        """The steps there are."""
        rows, columns, lengths = [], [], []
        number = np.arange(self.width * self.height).reshape(self.height, self.width)
        for dx, dy in STEPS[: moves // 2]:
            here = (slice(0, self.height - dy), slice(max(-dx, 0), self.width - max(dx, 0)))
            there = (slice(dy, self.height), slice(max(dx, 0), self.width + min(dx, 0)))
            free = (self.cost[here] > 0) & (self.cost[there] > 0)
            if dx and dy:
                free &= (self.cost[here[0], there[1]] > 0) & (self.cost[there[0], here[1]] > 0)
            mean = (self.cost[here] + self.cost[there])[free] / 2
            rows.append(number[here][free])
            columns.append(number[there][free])
            lengths.append(math.hypot(dx, dy) * (mean if weighted else np.ones(len(mean))))
        data, ends = np.concatenate(lengths), (np.concatenate(rows), np.concatenate(columns))
        return csr_array((data, ends), (number.size, number.size))

    @cached_property
    def _found(self):
        return {}

    def distances(self, start, moves=8, *, weighted=False, hops=False):
        """From a cell to every node: the least cost, or the fewest steps; infinite where there is no way."""
        key = (start, moves, weighted, hops)
        if key not in self._found:
            if not self.is_open(start):
                self._found[key] = np.full(self.width * self.height, np.inf)
            else:
                steps = self.graph(moves, weighted)
                self._found[key] = dijkstra(steps, directed=False, indices=self.index(start), unweighted=hops)
        return self._found[key]
