"""A search stepped through, both ways: at any event, the stack of open windows and the values so far.

Every node is entered once and left once: two events. Rows are in the order of a walk, so the number of either event
follows from the row, its ply and where its subtree ends, and nothing has to be played from the beginning:

    entered  2 · row - ply                       (all rows before it were entered, all but its ancestors left)
    left     2 · end - ply - 1

Time is the number of the last event that happened; -1 is before all of them. Any jump costs the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree.causes import Causes, valued
from sandbox.gametree.tree.model import Act, SearchTree
from sandbox.kernels.arrays import Bytes, Floats, Int32s
from sandbox.kernels.jit import kernel

AHEAD, OPEN, LEFT = 0, 1, 2
"""What a node is at a moment."""


@dataclass(frozen=True, slots=True)
class Frame:
    """An open node: its window as it was entered, and what it has come to."""

    row: int
    move: str  # into it
    side: str  # to move
    alpha: float
    beta: float
    low: float  # alpha now: what the side to move already has
    best: float  # the best value so far; -inf before the first
    tried: int  # moves that have a value


@dataclass(frozen=True, slots=True)
class Event:
    """A node entered or left."""

    number: int
    row: int
    entered: bool
    words: str


@kernel
def _so_far(parent: Int32s, value: Floats, best: Floats, rank: Int32s, run: Floats, seen: Int32s) -> None:
    """The best value of a node's parent just after the node, and the node's place among its siblings.

    `run`, `seen` [n] are room: what each node's children have come to so far.
    """
    for row in range(parent.size):
        run[row], seen[row] = -np.inf, 0
        above = parent[row]
        if above >= 0:
            if -value[row] > run[above]:  # noqa: PLR1730  (never where it is NaN; max would take it)
                run[above] = -value[row]
            rank[row], best[row] = seen[above], run[above]
            seen[above] += 1


class Steps:
    """The events of a tree, or of one act of it."""

    def __init__(self, tree: SearchTree, act: Act | None = None) -> None:
        self.tree, self.causes = tree, Causes(tree)
        self.start, self.stop = (act.start, act.stop) if act is not None else (0, len(tree))

    def __len__(self) -> int:
        return 2 * (self.stop - self.start)

    @cached_property
    def entered(self) -> Int32s:
        """The event that entered each node of the tree, counted from this beginning."""
        rows = np.arange(len(self.tree), dtype=np.int32)
        found: Int32s = (2 * (rows - self.start) - self.tree.ply).astype(np.int32)
        return found

    @cached_property
    def left(self) -> Int32s:
        """The event that left it."""
        found: Int32s = (2 * (self.tree.ends - self.start) - self.tree.ply - 1).astype(np.int32)
        return found

    @cached_property
    def rows(self) -> Int32s:
        """The node of each event."""
        found = np.zeros(len(self), np.int32)
        own = np.arange(self.start, self.stop, dtype=np.int32)
        found[self.entered[self.start : self.stop]] = own
        found[self.left[self.start : self.stop]] = own
        return found

    @cached_property
    def _came_to(self) -> tuple[Floats, Int32s]:
        size = len(self.tree)
        best, rank = np.full(size, -np.inf), np.zeros(size, np.int32)
        _so_far(self.tree.parent, self.tree.value, best, rank, np.zeros(size), np.zeros(size, np.int32))
        return best, rank

    def event(self, number: int) -> Event:
        """What happened at an event, in words."""
        row = int(self.rows[number])
        if number == int(self.entered[row]):
            return Event(number, row, True, self._entering(row))
        return Event(number, row, False, self._leaving(row))

    def _entering(self, row: int) -> str:
        tree = self.tree
        window = f"window {valued(float(tree.alpha[row]))} … {valued(float(tree.beta[row]))}"
        title = tree.name(row) or tree.act_of(row).title
        return f"{title}: {tree.side(row)} to move, {window}"

    def _leaving(self, row: int) -> str:
        name = self.tree.name(row) or "the root"
        return (
            f"{name} is worth {valued(float(self.tree.value[row]))} to {self.tree.side(row)}: {self.causes.words(row)}"
        )

    def stack(self, number: int) -> tuple[Frame, ...]:
        """The open nodes after an event, the root first."""
        if number < 0:
            return ()
        row = int(self.rows[number])
        entered = number == int(self.entered[row])
        top, last = (row, -1) if entered else (int(self.tree.parent[row]), row)
        frames: list[Frame] = []
        while top >= 0:
            frames.append(self._frame(top, last, closed=not entered and last == row))
            top, last = int(self.tree.parent[top]), top
        return tuple(reversed(frames))

    def _frame(self, row: int, child: int, *, closed: bool) -> Frame:
        """An open node whose child is the open one, or was the last to be left, or is none (-1)."""
        tree, (best_after, rank) = self.tree, self._came_to
        best, tried = -np.inf, 0
        if child >= 0 and closed:
            best, tried = float(best_after[child]), int(rank[child]) + 1
        elif child >= 0 and rank[child] > 0:
            best, tried = float(best_after[self._before(child)]), int(rank[child])
        low = max(float(tree.alpha[row]), best)
        return Frame(
            row, tree.name(row), tree.side(row), float(tree.alpha[row]), float(tree.beta[row]), low, best, tried
        )

    @cached_property
    def _previous(self) -> Int32s:
        """The sibling before each node; -1 for the first."""
        found = np.full(len(self.tree), -1, np.int32)
        following = self.tree.links.next
        has = np.flatnonzero(following >= 0)
        found[following[has]] = has
        return found

    def _before(self, row: int) -> int:
        return int(self._previous[row])

    def states(self, number: int, rows: Int32s | None = None) -> Bytes:
        """What nodes are after an event, AHEAD, OPEN or LEFT: some rows of the tree, or every node of the act."""
        which = slice(self.start, self.stop) if rows is None else rows
        entered, left = self.entered[which], self.left[which]
        found: Bytes = (entered <= number).astype(np.uint8) + (left <= number)
        return found

    @cached_property
    def _cuts(self) -> tuple[Int32s, Int32s]:
        """The events that left a node by a cut, and those that left one otherwise."""
        cut, left = self.tree.cause[self.start : self.stop] == Cause.CUT, self.left[self.start : self.stop]
        return np.sort(left[cut]), np.sort(left[~cut])

    def next_of(self, number: int, *, cut: bool = True, by: int = 1) -> int:
        """The next event (or, with `by` -1, the one before) that left a node by a cut; the end where there is none."""
        events = self._cuts[0 if cut else 1]
        at = int(np.searchsorted(events, number, "right" if by > 0 else "left")) - (by < 0)
        if 0 <= at < len(events):
            return int(events[at])
        return len(self) - 1 if by > 0 else -1
