"""Agents on a lattice, as naively as possible: cells (x, y), dictionaries, recursion. The twin of `agents/lattice`."""

import math
from collections import deque

from tests.oracles.random_numbers import SplitMix

WAIT, YIELD, REPLAN, RISE, DEADLOCK, LOST = 1, 2, 3, 4, 5, 6
NOBODY, CLOSED = -1, -2


def neighbours(free, cell):
    """East, west, south, north, where free."""
    x, y = cell
    return [c for c in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)) if c in free]


def distances(free, goal):
    """Steps to the goal from every cell with a way there."""
    found, ring = {goal: 0}, deque([goal])
    while ring:
        cell = ring.popleft()
        for other in neighbours(free, cell):
            if other not in found:
                found[other] = found[cell] + 1
                ring.append(other)
    return found


def swapped(table, here, there, step):
    """Whether who goes from here to there changes places with somebody."""
    other = table.get((there, step), NOBODY)
    return other >= 0 and table.get((here, step + 1), NOBODY) == other


def passable(holder, through, risen):
    """Whether a way may lead through somebody: 0 nobody, 1 all but the risen, 2 all."""
    return holder == NOBODY or (holder != CLOSED and (through == 2 or (through == 1 and holder not in risen)))


def step_allowed(table, here, there, step, edges, through, risen):
    """Whether somebody may go from here to there."""
    if not passable(table.get((there, step + 1), NOBODY), through, risen):
        return False
    other = table.get((there, step), NOBODY)
    return not edges or here == there or not swapped(table, here, there, step) or passable(other, through, risen)


def least_cost(free, far, table, start, first, last, edges, through=0, risen=()):
    """The least cost of a way past all that is reserved, beyond the distance at first; None. Dijkstra, step by step."""
    cost = {start: 0}
    for step in range(first, last):
        after = {}
        for cell, g in cost.items():
            for other in [cell, *neighbours(free, cell)]:
                if not step_allowed(table, cell, other, step, edges, through, risen):
                    continue
                price = 0 if other == cell and far[cell] == 0 else 1
                after[other] = min(after.get(other, math.inf), g + price)
        cost = after
    return min((g + far[cell] for cell, g in cost.items()), default=math.inf) - far[start] if cost else None


def find(free, far, table, start, first, last, edges, through=0, risen=()):
    """A cheapest way, the one A* with stacks for buckets finds; None."""
    best, stacks = {(start, first): 0}, {0: [(start, first, None)]}
    while any(stacks.values()):
        f = min(b for b, stack in stacks.items() if stack)
        node = stacks[f].pop()
        cell, step, _ = node
        if best[cell, step] != f:
            continue
        if step == last:
            way = []
            while node:
                way.append(node[0])
                node = node[2]
            return way[::-1]
        for other in [cell, *neighbours(free, cell)[::-1]]:
            if not step_allowed(table, cell, other, step, edges, through, risen):
                continue
            price = 0 if other == cell and far[cell] == 0 else 1
            g = f + price + far[other] - far[cell]
            if g < best.get((other, step + 1), math.inf):
                best[other, step + 1] = g
                stacks.setdefault(g, []).append((other, step + 1, node))
    return None


class Pibt:
    """One step by recursion, as in the paper."""

    def __init__(self, free, far, cell, target, random, *, swap, closed=()):
        self.free, self.far, self.cell, self.target, self.random, self.swap = free, far, cell, target, random, swap
        self.now = {c: i for i, c in cell.items()}
        self.next, self.after = dict.fromkeys(closed, CLOSED), {}

    def run(self, order, demands=()):
        """Where everyone goes; None if not all demands (agent, cell) can be met."""
        for i, u in demands:
            j = self.now.get(u)
            if u in self.next or (j is not None and j != i and dict(demands).get(j) == self.cell[i]):
                return None
            self.next[u], self.after[i] = i, u
        for i in order:
            if i not in self.after and not self.decide(i) and demands:
                return None
        return self.after

    def decide(self, i):
        """Whether the agent finds a cell to go to, or to stay on, that it wants."""
        v = self.cell[i]
        choices, partner = self.choices(i)
        for number, u in enumerate(choices):
            j = self.now.get(u)
            if u in self.next or (j is not None and self.after.get(j) == v):
                continue
            self.next[u], self.after[i] = i, u
            if j is not None and u != v and j not in self.after and not self.decide(j):
                continue
            if number == 0 and partner is not None and partner not in self.after and v not in self.next:
                self.next[v], self.after[partner] = partner, v
            return True
        self.next[v], self.after[i] = i, v
        return False

    def choices(self, i):
        """Cells to go to, best first, and with whom to swap."""
        v, word = self.cell[i], self.random.word()
        around = neighbours(self.free, v)
        keyed = [(self.far[i][u], word >> 8 * k & 127, u) for k, u in enumerate(around)] + [(self.far[i][v], 255, v)]
        choices = [u for _, _, u in sorted(keyed, key=lambda key: key[:2])]
        partner = self.partner(i, choices[0]) if self.swap else None
        return (choices if partner is None else choices[::-1]), partner

    def partner(self, i, best):
        """With whom an agent that wants to go somewhere has to change places, and can."""
        v = self.cell[i]
        j = self.now.get(best)
        if j is not None and j != i and j not in self.after and self.must(i, j, v, best) and self.can(best, v):
            return j
        for u in neighbours(self.free, v) if best != v else ():
            j = self.now.get(u)
            if j is not None and best != u and self.must(j, i, v, best) and self.can(best, v):
                return j
        return None

    def ways_on(self, u, v):
        """Ways on from u but back to v; dead ends with someone at home are none."""

        def taken(w):
            j = self.now.get(w)
            return len(neighbours(self.free, w)) == 1 and j is not None and self.target[j] == w

        return [w for w in neighbours(self.free, u) if w != v and not taken(w)]

    def must(self, i, j, v, u):
        """Whether i drives j before it down a corridor they both want through."""
        a, b = self.far[i], self.far[j]
        while a[u] < a[v]:
            on = self.ways_on(u, v)
            if len(on) > 1:
                return False
            if not on:
                break
            v, u = u, on[0]
        return b[v] < b[u] and (a[v] == 0 or a[u] < a[v])

    def can(self, v, u):
        """Whether pulling back from v through u leads to a junction."""
        origin = v
        while True:
            on = self.ways_on(u, v)
            if len(on) > 1:
                return True
            if not on or on[0] == origin:
                return False
            v, u = u, on[0]


class Crowd:
    """Agents that go by WHCA*, or (with `options` None) by PIBT alone."""

    def __init__(self, free, starts, goals, options, key, *, swap=True, rising=True, closed=()):
        self.free, self.options, self.swap, self.closed = free, options, swap, list(closed)
        self.rising = rising if options is None else options.rising
        self.cell, self.goal = dict(enumerate(starts)), dict(enumerate(goals))
        self.random, self.told, self.step = SplitMix(key), [], 0
        self.target, self.far = {}, {}
        for i, cell in self.cell.items():
            far = distances(free, self.goal[i])
            self.target[i] = self.goal[i] if cell in far else cell
            self.far[i] = far if cell in far else distances(free, cell)
            if cell not in far:
                self.told.append((LOST, i, NOBODY))
        self.first = {i: self.left(i) for i in self.cell}
        self.nearest = dict(self.first)
        self.away, self.stall = dict.fromkeys(self.cell, 0), dict.fromkeys(self.cell, 0)
        self.table, self.plan, self.at, self.until = {}, {}, 0, 0
        self.spell = self.futile = 0
        self.gained, self.least = False, None

    def left(self, i):
        """How far an agent has to go."""
        return self.far[i][self.cell[i]]

    def order(self):
        """Who goes first."""
        return sorted(self.cell, key=lambda i: (-self.away[i] if self.rising else 0, -self.first[i], i))

    def advance(self):
        """Where everyone is after a step, and what there is to tell."""
        if self.options is not None and self.at == self.until and not self.spell:
            self.begin()
        if self.options is None or self.spell:
            table, at, last = self.by_pibt(), 0, 1
        else:
            table, at, last = self.table, self.at, self.options.window
            after = {i: self.plan[i][at + 1] for i in self.cell}
        if table is not self.table:
            after = {i: c for (c, step), i in table.items() if step == 1 and i >= 0}
        self.walk(after, table, at, last)
        if table is self.table:
            self.at += 1
        elif self.spell:
            self.spell = self.spell - 1 if any(self.left(i) for i in self.cell) else 0
        told, self.told = self.told, []
        return [self.cell[i] for i in sorted(self.cell)], told

    def by_pibt(self):
        """A table of two steps."""
        shut = {c for c, first, end in self.closed if first <= self.step + 1 < end}
        swap = self.swap if self.options is None else True
        step = Pibt(self.free, self.far, self.cell, self.target, self.random, swap=swap, closed=shut)
        after = step.run(self.order())
        return (
            {(c, 1): CLOSED for c in shut}
            | {(c, 0): i for i, c in self.cell.items()}
            | {(after[i], 1): i for i in after}
        )

    def walk(self, after, table, at, last):
        """Everyone goes."""
        for i in sorted(self.cell):
            v, u, far = self.cell[i], after[i], self.far[i]
            if u == v and far[v]:
                self.told.append((WAIT, i, self.holder_ahead(i, table, at, last)))
            elif far[u] > far[v]:
                self.told.append((YIELD, i, self.next_holder(v, i, table, at, last)[1]))
            self.cell[i] = u
            if far[u] < self.nearest[i]:
                self.nearest[i], self.stall[i], self.gained = far[u], 0, True
            elif far[u]:
                self.stall[i] += 1
            self.away[i] = self.away[i] + 1 if far[u] else 0
        self.step += 1

    def next_holder(self, cell, i, table, at, last):
        """When somebody else is on a cell, and who, before the agent itself is."""
        for step in range(at + 1, last + 1):
            who = table.get((cell, step), NOBODY)
            if who == i:
                break
            if who != NOBODY:
                return step, who
        return last + 1, NOBODY

    def holder_ahead(self, i, table, at, last):
        """Who is first on a cell the agent would go to."""
        v, far = self.cell[i], self.far[i]
        ahead = [self.next_holder(u, i, table, at, last) for u in neighbours(self.free, v) if far[u] < far[v]]
        return min(ahead, key=lambda found: found[0], default=(0, NOBODY))[1]

    def begin(self):
        """A window, or steps of PIBT."""
        stuck = self.stuck()
        if stuck and self.options.resolve:
            self.deadlock(stuck)
            return
        failed, planned = self.window()
        self.at, self.until = 0, self.options.walked
        self.told.append((REPLAN, NOBODY, NOBODY))
        self.told += [(RISE, *pair) for pair in failed]
        total = sum(map(self.left, self.cell))
        if self.least is None or total < self.least[0]:
            self.least = total, self.step
            self.stall |= {i: 0 for i in self.cell if self.cell[i] == self.target[i]}
        if not planned:
            stuck = stuck | {i for i, _ in failed}
        if stuck:
            self.deadlock(stuck)
        if not planned and not self.options.resolve:
            self.plan = {i: [c] * (self.options.window + 1) for i, c in self.cell.items()}
            self.table = self.shut() | {(c, t): i for i, way in self.plan.items() for t, c in enumerate(way)}

    def shut(self):
        """What is closed in the window that begins now."""
        spans = ((c, t - self.step) for c, first, end in self.closed for t in range(first, end))
        return {(c, t): CLOSED for c, t in spans if 1 <= t <= self.options.window}

    def window(self):
        """Plan for everyone: who failed, and whether all have plans."""
        last, edges = self.options.window, self.options.edges
        self.table, self.plan, failed, risen = self.shut(), {}, [], set()
        for one in self.order():
            queue = deque([one])
            while queue:
                i = queue.popleft()
                ways = (self.way(i, through, risen) for through in (0, 1, 2))
                way = next(ways)
                if way is None:
                    ahead = self.holder_ahead(i, self.table, 0, last)
                    comes = self.next_holder(self.cell[i], i, self.table, 0, last)[1]
                    failed.append((i, comes if ahead == NOBODY else ahead))
                    way = None if len(failed) > self.options.tries else next(filter(None, ways), None)
                    if way is None:
                        return failed, False
                    risen.add(i)
                    queue.extend(self.thrown_out(way, edges))
                self.plan[i] = way
                self.table |= {(c, t): i for t, c in enumerate(way)}
        return failed, True

    def way(self, i, through, risen):
        """A way for one agent to the end of the window."""
        last, edges = self.options.window, self.options.edges
        return find(self.free, self.far[i], self.table, self.cell[i], 0, last, edges, through, risen)

    def thrown_out(self, way, edges):
        """Whose plans go, because they are in the way."""
        for t, here in enumerate(way):
            holder = self.table.get((here, t), NOBODY)
            there = way[min(t + 1, len(way) - 1)]
            other = self.table.get((there, t), NOBODY)
            swap = edges and there != here and other != holder and swapped(self.table, here, there, t)
            for j in (holder, other if swap else NOBODY):
                if j >= 0:
                    self.table = {at: who for at, who in self.table.items() if who != j}
                    yield j

    def stuck(self):
        """Who comes no nearer."""
        patience = self.options.patience * self.options.walked
        away = {i for i in self.cell if self.cell[i] != self.target[i]}
        alone = {i for i in self.cell if self.stall[i] >= 4 * patience}
        if away and self.least is not None and self.least[1] <= self.step - patience:
            return away | alone | {i for i in self.cell if self.stall[i] >= self.options.walked}
        return away & alone

    def deadlock(self, stuck):
        """Name them, and have PIBT take some steps."""
        standing = {c: i for i, c in self.cell.items()}
        for i in sorted(stuck):
            v, far = self.cell[i], self.far[i]
            ahead = [standing[u] for u in neighbours(self.free, v) if far[u] < far[v] and u in standing]
            self.told.append((DEADLOCK, i, ahead[0] if ahead else NOBODY))
        self.stall = dict.fromkeys(self.cell, 0)
        self.least = None
        self.futile = 0 if self.gained else min(self.futile + 1, 5)
        self.gained = False
        if self.options.resolve:
            self.at = self.until = 0
            self.spell = self.options.window << self.futile
