"""The shortest path among polygons by the definition: every pair of corners, shapely says which see each other.

Where obstacles touch in a point nothing passes from one side of it to another (`check.contacts`); whoever begins or
ends there may do so on every side.
"""

import heapq
import math

import numpy as np
import shapely

from sandbox.planning.check.contacts import contacts_of, sides_towards

FLAT = math.pi - 1e-12  # free space that takes up less around a corner is no place to turn
ALIGNED = 1e-12
ONE_SIDE = [(0.0, 2 * math.pi)]


class Sight:
    """Corners of a free space and which of them see each other."""

    def __init__(self, free):
        self.free = free
        shapely.prepare(free)
        self.corners = sorted({tuple(p) for p in shapely.get_coordinates(free).tolist()})
        self.contacts = contacts_of(free)
        self.turning = np.array([p for p in turns_of(free) if self._may_turn(p)]).reshape(-1, 2)
        self._spots = [tuple(p) for p in self.turning.tolist()]
        first, second = np.triu_indices(len(self.turning), 1)
        seen = self._all_see(self.turning[first], self.turning[second])
        self.near = [[] for _ in self._spots]
        for i, j in np.column_stack((first, second))[seen].tolist():
            self.near[i].append(j)
            self.near[j].append(i)

    def _may_turn(self, p):
        return p not in self.contacts or any(turn >= FLAT for _, turn in self.contacts[p])

    def sees(self, a, b):
        """Whether the straight way leads through free space, and through no gap without width."""
        return bool(self._all_see(np.array([a], float), np.array([b], float))[0])

    def _all_see(self, a, b):
        seen = shapely.covers(self.free, shapely.linestrings(np.stack((a, b), axis=1)))
        step = b - a
        length = np.hypot(*step.T)
        for spot in self.contacts:
            apart = np.array(spot) - a
            off = np.abs(step[:, 0] * apart[:, 1] - step[:, 1] * apart[:, 0])
            along = (step * apart).sum(axis=1)
            between = (along > ALIGNED * length**2) & (along < (1 - ALIGNED) * length**2)
            seen &= ~(between & (off <= ALIGNED * length * np.maximum(length, 1)))
        return seen

    def _seen_from(self, p):
        """Which other corners are seen from a point."""
        others = (self.turning != p).any(axis=1)
        others[others] = self._all_see(np.broadcast_to(p, (int(others.sum()), 2)), self.turning[others])
        return others

    def _sides(self, p, towards):
        """The sides of p from which a point is seen."""
        return sides_towards(p, self.contacts[p], np.array(towards), 1e-9) if p in self.contacts else {0}

    def distance(self, start, goal):
        """Length of the shortest path, infinite without one."""
        start, goal = tuple(start), tuple(goal)
        if start == goal:
            return 0.0 if self.free.covers(shapely.Point(start)) else math.inf
        if self.sees(start, goal):
            return math.dist(start, goal)
        ends = np.array([start, goal], float)
        from_start, to_goal = (self._seen_from(p) for p in ends)
        best, closed = math.inf, set()
        open_list = [(math.dist(start, self._spots[i]), i, start) for i in np.flatnonzero(from_start).tolist()]
        heapq.heapify(open_list)
        while open_list and open_list[0][0] < best:
            g, i, came = heapq.heappop(open_list)
            p = self._spots[i]
            sides = {s for s in self._sides(p, came) if (i, s) not in closed}
            closed |= {(i, s) for s in sides}
            if not sides:
                continue
            if to_goal[i] and self._sides(p, goal) & sides:
                best = min(best, g + math.dist(p, goal))
            for j in self.near[i]:
                if self._sides(p, self._spots[j]) & sides:
                    heapq.heappush(open_list, (g + math.dist(p, self._spots[j]), j, p))
        return best


def turns_of(free):
    """Corners at which free space takes up half a turn or more, on any side of them."""
    found = set()
    parts = [shapely.geometry.polygon.orient(part) for part in shapely.get_parts(free) if part.area > 0]
    for part in parts:
        for ring in (part.exterior, *part.interiors):
            at = shapely.get_coordinates(ring)[:-1]
            came, goes = at - np.roll(at, 1, axis=0), np.roll(at, -1, axis=0) - at
            turn = came[:, 0] * goes[:, 1] - came[:, 1] * goes[:, 0]
            found |= {tuple(p) for p in at[turn < 0].tolist()}
    return sorted(found | set(contacts_of(free)))


def room_for(free, radius, quarter, *, outside):
    """Where a disc's centre may be: arcs drawn inside the true ones (too much room), or outside (too little)."""
    widest_step = 1.5 * math.pi / 2 / quarter  # GEOS rounds how many steps it takes
    out = radius / math.cos(widest_step / 2) if outside else radius
    at, ring = shapely.get_coordinates(shapely.get_parts(free.boundary), return_index=True)
    legs = np.stack((at[:-1], at[1:]), axis=1)[ring[1:] == ring[:-1]]
    return free.difference(shapely.union_all(shapely.buffer(shapely.linestrings(legs), out, quad_segs=quarter)))
