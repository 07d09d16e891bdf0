"""A* with buckets of a width, emptied last in, first out: the search text's naive twin, on dictionaries.

It writes down what happens in the words the recorder has, so that a run can be compared event by event.
"""

import math

GENERATE, EXPAND, RELAX, REOPEN, INCUMBENT = 1, 2, 3, 4, 9
FOUND, NO_PATH, OUT_OF_BUDGET = 0, 1, 2


class Search:
    """One search; `edges(u)` gives (node, cost, how it is reached), `ahead(node)` and `finish(node)` costs."""

    def __init__(self, edges, ahead, finish, *, goal, width, budget, buckets, allowed, consistent):
        self.edges, self.ahead, self.finish = edges, ahead, finish
        self.goal, self.width, self.budget, self.buckets = goal, width, budget, buckets
        self.allowed, self.consistent = allowed, consistent
        self.g, self.came, self.closed, self.stacks = {}, {}, set(), {}
        self.events, self.best, self.last, self.now, self.expanded = [], math.inf, None, 0, 0

    def run(self, source, came, f0, *, outright, best=math.inf):
        """How it ended, the cost, from where the goal was reached."""
        self.f0, self.best, self.last = f0, best, source
        if outright:
            self.leave(source, 0)
        else:
            self.g[source], self.came[source] = 0, came
            self.stacks[0] = [(0, source)]
            self.events.append((GENERATE, source, -1, 0, f0, came & 15))
        ended = self.take_all()
        found = math.isfinite(self.best) or self.goal is None
        return (FOUND if found else NO_PATH) if ended is None else ended, self.best, self.last

    def take_all(self):
        """Take and leave nodes until none can lead to a better way."""
        while any(self.stacks.values()):
            self.now = min(b for b, stack in self.stacks.items() if stack)
            if self.best < math.inf and (self.best - self.f0) // self.width < self.now:
                return None
            g, u = self.stacks[self.now].pop()
            if g != self.g[u] or (self.consistent and g + self.ahead(u) >= self.best):
                continue
            if self.expanded >= self.budget:
                return OUT_OF_BUDGET
            self.expanded += 1
            self.closed.add(u)
            self.events.append((EXPAND, u, u, g, 0, 0))
            self.leave(u, g)
        return None

    def leave(self, u, g):
        """Try what leads away from a node."""
        if g + self.finish(u) < self.best:
            self.best, self.last = g + self.finish(u), u
        for v, cost, via in self.edges(u):
            self.reach(u, v, g + cost, via)

    def reach(self, u, v, g, via):
        """Come to a node in a new way."""
        if (self.allowed is not None and v not in self.allowed) or g >= self.g.get(v, math.inf):
            return
        kind = GENERATE if v not in self.g else REOPEN if v in self.closed else RELAX
        self.closed.discard(v)
        self.g[v], self.came[v] = g, via
        f = g + self.ahead(v)
        self.events.append((kind, v, u, g, f, via & 15))
        if v == self.goal:
            self.best, self.last = f, u
            self.events.append((INCUMBENT, v, u, g, f, via & 15))
        elif f < self.best:
            bucket = min(max((f - self.f0) // self.width, self.now), self.now + self.buckets - 1)
            self.stacks.setdefault(bucket, []).append((g, v))
