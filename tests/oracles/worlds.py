"""The optima of the worlds a ledger speaks of, by others: SciPy's Dijkstra for steps, shapely's sight for any angle."""

import heapq
import itertools
import math

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from sandbox.planning.check.mesh import ROUNDING, MeshChecker
from tests.oracles.scipy_grid import STEPS, Ground
from tests.oracles.visibility import Sight, room_for

NEAR = 1e-9
QUARTER = 6  # steps of a quarter of a circle
TOUCH = 1e-4  # cells: discs that fit by less than that may fit or not


class Worlds:
    """The worlds of one level, for discs of one radius. Optima are pairs: no more than, no less than."""

    def __init__(self, level, radius=0.0):
        self.level, self.radius = level, radius
        self.point = Ground(level)
        self.ground = Ground(level, radius) if radius else self.point
        self._sights = {}

    def by_steps(self, a, b, moves=8, *, weighted=False, corners=False, inside=None):
        """The cheapest way by steps, of cells `inside` alone if given."""
        start, goal = ((int(x), int(y)) for x, y in (a, b))
        if not (self.ground.is_open(start) and self.ground.is_open(goal)):
            return math.inf, math.inf
        graph = steps(self.ground, moves, weighted=weighted, corners=corners, inside=inside)
        found = float(dijkstra(graph, directed=False, indices=self.ground.index(start))[self.ground.index(goal)])
        return found, found

    def in_open_cells(self, a, b):
        """At any angle, inside the squares of cells open for the disc."""
        return self._seen("open", lambda: [squares(self.ground.cost > 0)] * 2, a, b)

    def among_cells(self, a, b):
        """At any angle, polygons being the cells they cover."""
        return self._seen("cells", lambda: self._around(squares(self.point.cost > 0)), a, b)

    def true(self, a, b):
        """The shortest way there is."""
        return self._seen("true", self._true_free, a, b)

    def _true_free(self):
        checker = MeshChecker(self.level)
        if checker.bent.is_empty:
            return self._around(checker.free)
        bent = checker.bent.buffer(ROUNDING, quad_segs=2)
        roomy = checker.free.buffer(NEAR, join_style="mitre").union(bent)
        return self._around(roomy)[0], self._around(checker.free.difference(bent))[1]

    def _around(self, free):
        """Where the disc's middle may be: a little too much, a little too little."""
        r = self.radius
        if r == 0:
            return free, free
        wide = room_for(free, r * (1 - 1e-6) - min(TOUCH, r / 100), QUARTER, outside=False)
        return wide, room_for(free, r * (1 + 1e-6) + TOUCH, QUARTER, outside=True)

    def _seen(self, name, spaces, a, b):
        if name not in self._sights:
            wide, narrow = spaces()
            roomy = sight_in(wide)
            self._sights[name] = roomy, roomy if narrow is wide else sight_in(narrow)
        low, high = (distance(sight, a, b) for sight in self._sights[name])
        return low, high


def sight_in(free):
    """Corners that see each other; None where nothing is free."""
    return None if free.is_empty else Sight(free)


def distance(sight, a, b):
    """How far it is in a free space that may not hold the ends, or anything."""
    free = sight is not None and all(sight.free.covers(shapely.Point(p)) for p in (a, b))
    return sight.distance(a, b) if free else math.inf


def squares(is_open):
    """The union of open cells, with the level's rectangle around them."""
    height, width = is_open.shape
    y, x = np.nonzero(~is_open)
    return shapely.box(0, 0, width, height).difference(shapely.union_all(shapely.box(x, y, x + 1, y + 1)))


def steps(ground, moves, *, weighted, corners, inside=None):
    """The graph of steps; with `corners`, one open cell beside a diagonal will do."""
    rows, columns, costs = [], [], []
    number = np.arange(ground.width * ground.height).reshape(ground.height, ground.width)
    usable = (ground.cost > 0) & (True if inside is None else inside)
    for dx, dy in STEPS[: moves // 2]:
        here = (slice(0, ground.height - dy), slice(max(-dx, 0), ground.width - max(dx, 0)))
        there = (slice(dy, ground.height), slice(max(dx, 0), ground.width + min(dx, 0)))
        legal = usable[here] & usable[there]
        if dx and dy:
            one, other = ground.cost[here[0], there[1]] > 0, ground.cost[there[0], here[1]] > 0
            legal &= (one | other) if corners else (one & other)
        mean = (ground.cost[here] + ground.cost[there])[legal] / 2
        rows.append(number[here][legal])
        columns.append(number[there][legal])
        costs.append(math.hypot(dx, dy) * (mean if weighted else np.ones(len(mean))))
    return csr_array((np.concatenate(costs), (np.concatenate(rows), np.concatenate(columns))), (number.size,) * 2)


def through(portals, start, goal):
    """The shortest way that crosses these portals, segments [n, 2, 2], one after the other: corner by corner."""
    n = len(portals)
    stops = [(-1, tuple(start)), *((i, tuple(p)) for i in range(n) for p in portals[i].tolist()), (n, tuple(goal))]
    best = [math.inf] * len(stops)
    best[0] = 0.0
    open_list = [(0.0, 0)]
    while open_list:
        g, k = heapq.heappop(open_list)
        if g > best[k]:
            continue
        at, p = stops[k]
        for m in range(k + 1, len(stops)):
            to, q = stops[m]
            if to > at and g + math.dist(p, q) < best[m] and crosses_all(portals[at + 1 : to], p, q):
                best[m] = g + math.dist(p, q)
                heapq.heappush(open_list, (best[m], m))
    return best[-1]


def crosses_all(portals, p, q):
    """Whether the straight way from p to q meets all of some segments."""
    step = np.subtract(q, p)
    for (ax, ay), (bx, by) in np.asarray(portals) - np.asarray(p):
        left, right = step[0] * ay - step[1] * ax, step[0] * by - step[1] * bx
        here = (bx - ax) * -ay - (by - ay) * -ax
        there = (bx - ax) * (step[1] - ay) - (by - ay) * (step[0] - ax)
        if min(left, right) > NEAR or max(left, right) < -NEAR or min(here, there) > NEAR or max(here, there) < -NEAR:
            return False
    return True


def length(points):
    """Of a chain of points."""
    return math.fsum(math.dist(p, q) for p, q in itertools.pairwise(np.asarray(points).tolist()))
