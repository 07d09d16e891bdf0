"""The reduced mesh by the definition: sets of triangles, taken off one at a time, and paths followed step by step."""

import itertools
from collections import defaultdict

import numpy as np

from sandbox.mesh.check import live_triangles


class Reduced:
    """Levels, roots, corridors and chokes of a mesh."""

    def __init__(self, mesh):
        self.mesh = mesh
        free = [int(t) for t in live_triangles(mesh) if mesh.depth[t] == 0]
        self.near = {t: {int(mesh.twin[h]) // 3: h for h in self.portals(t)} for t in free}
        self.rest = set(free)
        while loose := {t for t in self.rest if len(self.ways(t)) <= 1}:
            self.rest.remove(min(loose))
        self.level = {t: self.level_of(t) for t in free}

    def portals(self, t):
        return [h for h in range(3 * t, 3 * t + 3) if self.mesh.con[h] == 0]

    def ways(self, t):
        """Half-edges that lead to triangles that are left."""
        return [h for other, h in self.near[t].items() if other in self.rest]

    def level_of(self, t):
        if not self.near[t]:
            return 0
        return len(self.ways(t)) if t in self.rest else 1

    def trees(self):
        """Sets of triangles that hang together, and what they hang on (nothing, or one triangle)."""
        found, left = [], {t for t, level in self.level.items() if level == 1}
        while left:
            tree = self.spread(left, min(left))
            left -= tree
            found.append((tree, {other for t in tree for other in self.near[t]} & self.rest))
        return found

    def spread(self, allowed, t):
        reached, waiting = {t}, [t]
        while waiting:
            more = (set(self.near[waiting.pop()]) & allowed) - reached
            reached |= more
            waiting += more
        return reached

    def corridors(self):
        """As multisets of (ends, triangles): the half-edges that lead in from decisions, and what lies between."""
        found, left = [], {t for t, level in self.level.items() if level == 2}
        while left:
            chain = self.spread(left, min(left))
            left -= chain
            ends = [int(self.mesh.twin[h]) for t in chain for h in self.ways(t) if self.at(h) == 3]
            found.append((frozenset(ends), frozenset(chain)))
        joined = [frozenset((h, int(self.mesh.twin[h]))) for h in self.exits() if self.at(h) == 3]
        return sorted([*found, *((ends, frozenset()) for ends in set(joined))], key=lambda c: sorted(c[0] or c[1]))

    def exits(self):
        return [h for t, level in self.level.items() if level == 3 for h in self.ways(t)]

    def at(self, h):
        """Level of the triangle across a half-edge."""
        return self.level[int(self.mesh.twin[h]) // 3]

    def way(self, h):
        """Half-edges crossed from here to the next decision, or up to where a tree hangs."""
        crossed = [h]
        level = self.level[h // 3]
        while True:
            t = int(self.mesh.twin[crossed[-1]]) // 3
            if self.level[t] == 3 or (level == 1 and self.level[t] == 2):
                return crossed
            crossed += [e for e in self.upward(t, level) if e != self.mesh.twin[crossed[-1]]]

    def upward(self, t, level):
        if level != 1:
            return self.ways(t)
        ups = defaultdict(list)
        for tree, _ in self.trees():
            if t in tree:
                ups[t] = [h for other, h in self.near[t].items() if self.nearer(other, t, tree)]
        return ups[t]

    def nearer(self, other, t, tree):
        """Whether the way from `t` to the root leads over `other`: without t, it still gets out."""
        return other in self.rest or bool({o for x in self.spread(tree - {t}, other) for o in self.near[x]} & self.rest)

    def choke(self, h, widths):
        """The least width of an edge crossed or a triangle passed, the first and the last left out."""
        crossed = self.way(h)
        lengths = [float(np.hypot(*(self.place(e) - self.place(e - e % 3 + (e + 1) % 3)))) for e in crossed]
        passed = [(int(self.mesh.twin[a]), b) for a, b in itertools.pairwise(crossed)]
        return min([*lengths, *(float(widths[9 * (a // 3) + 3 - a - b]) for a, b in passed)])

    def place(self, h):
        return self.mesh.xy[self.mesh.org[h]]
