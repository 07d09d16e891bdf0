"""The shortest path among polygons by the definition: every pair of corners, shapely says which see each other."""

import heapq
import itertools
import math

import shapely


class Sight:
    """Corners of a free space and which of them see each other."""

    def __init__(self, free):
        self.free = free
        shapely.prepare(free)
        self.corners = sorted({tuple(p) for p in shapely.get_coordinates(free).tolist()})
        self.near = {p: [] for p in self.corners}
        for a, b in itertools.combinations(self.corners, 2):
            if self.sees(a, b):
                self.near[a].append(b)
                self.near[b].append(a)

    def sees(self, a, b):
        return self.free.covers(shapely.LineString([a, b]))

    def distance(self, start, goal):
        """Length of the shortest path, infinite without one."""
        if self.sees(start, goal):
            return math.dist(start, goal)
        last = {p: math.dist(p, goal) for p in self.corners if self.sees(p, goal)}
        open_list = [(math.dist(start, p), p) for p in self.corners if self.sees(start, p)]
        heapq.heapify(open_list)
        closed = set()
        best = math.inf
        while open_list and open_list[0][0] < best:
            g, p = heapq.heappop(open_list)
            if p in closed:
                continue
            closed.add(p)
            best = min(best, g + last.get(p, math.inf))
            for q in self.near[p]:
                heapq.heappush(open_list, (g + math.dist(p, q), q))
        return best
