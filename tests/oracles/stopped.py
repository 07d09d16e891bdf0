"""Searches over cells as in a textbook, on dictionaries, that stop after so many events.

What is open and closed then, and at what cost, is what their own sets hold: nobody had to write it down. The order is
the planners', whole-number costs included; among equals that no rule tells apart, the one a recording took is taken.
"""

import contextlib
import math
from collections import deque

from sandbox.planning.grid.graph import CANON, DX, DY, NO_DIRECTION
from tests.oracles import grid
from tests.oracles.search import GENERATE, RELAX, REOPEN, Search

STRAIGHT, DIAGONAL = 5741, 8119  # cost units of a step: their ratio is the root of two
WEIGHT_UNIT = 64


class Enough(Exception):
    """So many events have happened."""


class Upto(list):
    """Events, until there are so many."""

    def __init__(self, most):
        self.most = most

    def append(self, event):
        super().append(event)
        if len(self) == self.most:
            raise Enough


class Cells:
    """A level's cells as the graph the planners search; ids are theirs, of the padded grid."""

    def __init__(self, level, moves=8):
        self.stride, self.moves, self.weighted = level.width + 2, moves, not level.uniform
        self.price = {self.id(cell): round(8 * cost) for cell, cost in grid.costs(level).items()}
        self.unit = STRAIGHT * (16 if self.weighted else 1)

    def id(self, cell):
        return (cell[1] + 1) * self.stride + cell[0] + 1

    def step(self, u, d):
        """The cell in a direction; None if no step leads there: no corner is cut."""
        beside = [u + DX[d], u + DY[d] * self.stride, u + DX[d] + DY[d] * self.stride]
        return beside[2] if all(v in self.price for v in beside) else None

    def edges(self, u, among=255):
        """(cell, cost, direction) of the legal steps, of some directions only."""
        for d in range(self.moves):
            v = self.step(u, d) if among >> d & 1 else None
            if v is not None:
                cost = STRAIGHT if d < 4 else DIAGONAL
                yield v, cost * (self.price[u] + self.price[v] if self.weighted else 1), d

    def around(self, u):
        """The open neighbours, a bit each."""
        return sum(1 << d for d in range(8) if u + DX[d] + DY[d] * self.stride in self.price)


def in_buckets(cells, ahead, start, goal, shift, buckets, most, *, canonical):
    """The bucket queue's search after so many events: itself, with its sets."""

    def edges(u):
        came = search.came[u] & 15
        return cells.edges(u, int(CANON[came, cells.around(u)]) if canonical else 255)

    search = Search(
        edges, ahead, lambda _: math.inf, goal=goal, width=1 << shift, budget=math.inf, buckets=buckets, allowed=None,
        consistent=True,
    )  # fmt: skip
    search.events = Upto(most)
    with contextlib.suppress(Enough):
        search.run(start, NO_DIRECTION, ahead(start), outright=False)
    search.f = {v: g + ahead(v) for v, g in search.g.items()}
    return search


class BestFirst:
    """A list of what is open, looked through for the best one every time."""

    def __init__(self, cells, ahead, *, order="cost", weight=1.0, ties="larger g", reopen=True, taken=()):
        self.cells, self.ahead, self.order, self.ties = cells, ahead, order, ties
        self.weight, self.reopen = round(weight * WEIGHT_UNIT), reopen
        self.taken = deque(taken)  # what a recording expanded, one after the other
        self.g, self.f, self.closed, self.open, self.serial = {}, {}, set(), [], 0

    def run(self, start, goal, most):
        """Stop after so many events."""
        self.events = Upto(most)
        with contextlib.suppress(Enough):
            self.reach(start, 0, self.ahead(start), GENERATE)
            while self.open and self.leave(goal):
                pass
        return self

    def rank(self, entry):
        f, g, _, serial = entry
        if self.order == "steps":
            return serial, 0
        return f, {"larger g": -g, "smaller g": g, "newest": -serial, "oldest": serial}[self.ties]

    def leave(self, goal):
        """Take the best one, and leave it for its neighbours; False at the goal."""
        self.open = [entry for entry in self.open if entry[2] not in self.closed]
        if not self.open:
            return False
        best = min(map(self.rank, self.open))
        equals = {entry[2]: entry for entry in self.open if self.rank(entry) == best}
        u = self.taken.popleft()
        assert u in equals, "it took one that was not the best"
        self.open.remove(equals[u])
        self.closed.add(u)
        self.events.append(("expand", u))
        if u == goal:
            return False
        for v, cost, _ in self.cells.edges(u):
            self.consider(v, self.g[u] + cost)
        return True

    def consider(self, v, g):
        if v not in self.g:
            kind = GENERATE
        elif self.order != "cost" or self.g[v] <= g:
            return
        elif v in self.closed:
            if not self.reopen:
                return
            kind = REOPEN
        else:
            kind = RELAX
        h = self.ahead(v)
        self.reach(v, g, h if self.order == "guess" else g + (h * self.weight >> 6), kind)

    def reach(self, v, g, f, kind):
        self.closed.discard(v)
        self.g[v], self.f[v] = g, f
        self.open.append((f, g, v, self.serial))
        self.serial += 1
        self.events.append((kind, v))
