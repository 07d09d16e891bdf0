"""The optima of the worlds a ledger speaks of, by others: SciPy's Dijkstra for steps, shapely's sight for any angle."""

import heapq
import itertools
import math

import numpy as np
import shapely
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from sandbox.planning.check.contacts import contacts_of
from sandbox.planning.check.mesh import ROUNDING, MeshChecker
from tests.oracles.scipy_grid import STEPS, Ground
from tests.oracles.visibility import Sight, room_for, turns_of

NEAR = 1e-9
QUARTER = 6  # steps of a quarter of a circle
TOUCH = 1e-4  # cells: discs that fit by less than that may fit or not


class Worlds:
    """The worlds of one level, for discs of one radius. Optima are pairs: no more than, no less than."""

    def __init__(self, level, radius=0.0):
        self.level, self.radius = level, radius
        self.point = Ground(level)
        self.ground = Ground(level, radius) if radius else self.point
        self.prices = np.array([terrain.cost for terrain in level.palette])[level.terrain]
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
        if self.radius == 0:
            return self.among_cells(a, b)
        return self._seen("open", lambda: [squares(self.ground.cost > 0)] * 2, a, b)

    def among_cells(self, a, b):
        """At any angle, polygons being the cells they cover."""
        if not self.level.polygons:
            return self.true(a, b)
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


class Glance(Sight):
    """A sight that looks around from a corner when a search comes there, nearest to the goal first."""

    def __init__(self, free):
        self.free = free
        shapely.prepare(free)
        self.contacts = contacts_of(free)
        self.turning = np.array([p for p in turns_of(free) if self._may_turn(p)]).reshape(-1, 2)
        self._near = {}

    def seen_from(self, p):
        """The corners seen from a point."""
        if p not in self._near:
            self._near[p] = [tuple(q) for q in self.turning[self._seen_from(np.array(p))].tolist()]
        return self._near[p]

    def distance(self, start, goal):
        """Length of the shortest path, infinite without one; a corner counts once for each of its sides."""
        start, goal = tuple(start), tuple(goal)
        if start == goal or self.sees(start, goal):
            return math.dist(start, goal)
        ends_at = set(self.seen_from(goal))
        best, closed = math.inf, set()
        open_list = [(math.dist(start, p) + math.dist(p, goal), math.dist(start, p), p, start)
                     for p in self.seen_from(start)]  # fmt: skip
        heapq.heapify(open_list)
        while open_list and open_list[0][0] < best:
            _, g, p, came = heapq.heappop(open_list)
            sides = {side for side in self._sides(p, came) if (p, side) not in closed}
            closed |= {(p, side) for side in sides}
            if not sides:
                continue
            if p in ends_at and self._sides(p, goal) & sides:
                best = min(best, g + math.dist(p, goal))
            for q in self.seen_from(p):
                if self._sides(p, q) & sides:
                    on = g + math.dist(p, q)
                    heapq.heappush(open_list, (on + math.dist(q, goal), on, q, p))
        return best


def sight_in(free):
    """Corners that see each other; None where nothing is free."""
    return None if free.is_empty else Glance(free)


def distance(sight, a, b):
    """How far it is in a free space that may not hold the ends, or anything."""
    parts = [] if sight is None else shapely.get_parts(sight.free)
    joined_up = any(part.covers(shapely.Point(a)) and part.covers(shapely.Point(b)) for part in parts)
    return sight.distance(a, b) if joined_up else math.inf


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


def joined(ground, points, *, weighted):
    """The cost of the cheapest way by joins of one diagonal and one straight run between any bends of a way."""
    cells = np.floor(points).astype(int)
    turns = [i for i in range(1, len(cells) - 1) if (cells[i + 1] - cells[i] != cells[i] - cells[i - 1]).any()]
    bends = [tuple(cells[i].tolist()) for i in (0, *turns, len(cells) - 1)]
    best = [0.0]
    for j in range(1, len(bends)):
        joins = [(best[i], run) for i in range(j) for run in runs(bends[i], bends[j])]
        best.append(min(before + cost_of_run(ground, run, weighted=weighted) for before, run in joins))
    return best[-1]


def runs(a, b):
    """The cells of both joins."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    sx, sy, few = np.sign(dx), np.sign(dy), min(abs(dx), abs(dy))
    along = (sx, 0) if abs(dx) > abs(dy) else (0, sy)
    one, two = [(sx, sy)] * few, [along] * (max(abs(dx), abs(dy)) - few)
    for steps_of in (one + two, two + one):
        at = [a]
        for step in steps_of:
            at.append((int(at[-1][0] + step[0]), int(at[-1][1] + step[1])))
        yield at


def cost_of_run(ground, cells, *, weighted):
    """What a run of steps costs, infinite if one is not legal."""
    total = 0.0
    for (x, y), (u, v) in itertools.pairwise(cells):
        if max(abs(u - x), abs(v - y)) > 1 or any(ground.cost[q, p] == 0 for p in (x, u) for q in (y, v)):
            return math.inf
        mean = (ground.cost[y, x] + ground.cost[v, u]) / 2
        total += math.hypot(u - x, v - y) * (mean if weighted else 1)
    return total


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
