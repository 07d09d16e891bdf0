"""One schema for every tree of a search: alpha-beta's with its windows, that of simulations, and those to come.

A `SearchTree` holds a column a fact, its rows in the order of a walk from left to right (a node before its children, a
subtree in one piece), so that row numbers are the nodes' names. A search that begins anew (the next depth of
iterative deepening, a window opened again, another pass of MTD(f)) has a root of its own: an *act*.

Values are as people read them (gametree/values.py), from the side to move at the node; NaN where there is none.
A column a search does not know is None; what only some kinds of tree have (the chance of a move, a value for each
player, AND and OR, proof numbers) stands in `more`, under the names of `MORE`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import IntFlag
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.gametree.recorder import Cause, Kind
from sandbox.gametree.tree import shape
from sandbox.kernels.arrays import Bytes, Floats, Int16s, Int32s, Int64s

CHANCE: Final = -1  # `player` where dice or cards decide
NO_MOVE: Final = -1

MORE: Final[Mapping[str, str]] = {
    "probability": "of the move into the node, from a chance node",
    "often": "how often the move into the node is played, from a node where strategies are mixed",
    "values": "what each player gets (a row of numbers a node)",
    "gate": "0 neither, 1 OR: one child is enough, 2 AND: all children are needed",
    "proof": "leaves that must yet be proven to prove the node",
    "disproof": "leaves that must yet be disproven to disprove it",
    "low": "what is known of the value from below",
    "high": "and from above",
}
"""Further columns that a kind of tree may have."""


class Mark(IntFlag):
    """What else is to be said of a node."""

    AGAIN = 1  # the move was searched before, with a narrower window
    BEYOND = 2  # at the horizon, and looked at deeper all the same: an extension, or not quiet


@dataclass(frozen=True, slots=True)
class About:
    """Whose tree it is."""

    game: str  # a key
    position: str  # at the roots, as its face prints it
    engine: str = ""
    game_options: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    sides: tuple[str, ...] = ("First player", "Second player")
    lost: int = 0  # nodes there was no room for
    nodes: int = 0  # that the search visited, by its own count


@dataclass(frozen=True, slots=True)
class Act:
    """A search that begins at the root: rows `start` to `stop` - 1."""

    title: str
    start: int
    stop: int
    depth: int  # plies asked for

    def __len__(self) -> int:
        return self.stop - self.start


@dataclass(frozen=True, eq=False, kw_only=True)
class SearchTree:
    """The nodes, a column a fact."""

    about: About
    names: Mapping[int, str]  # of the numbers in `move`
    parent: Int32s  # row of the parent; -1 for a root
    move: Int16s  # into the node; NO_MOVE at a root
    ply: Int16s  # moves since the root
    player: NDArray[np.int8]  # who moves: 0, 1 …, or CHANCE
    depth: Int16s  # plies that were left; beyond the horizon negative
    alpha: Floats  # of the window when the node was entered; infinite where it was open
    beta: Floats
    value: Floats  # NaN where the search was stopped inside
    kind: NDArray[np.int8]  # recorder.Kind
    cause: NDArray[np.int8]  # recorder.Cause
    mark: Bytes  # of Mark
    visits: Int64s | None = None  # simulations through the node
    win_rate: Floats | None = None  # 0 … 1, of the side that moved into the node
    exploit: Floats | None = None  # its two terms of the upper confidence bound, as its parent sees them at the end
    explore: Floats | None = None
    more: Mapping[str, NDArray[Any]] = field(default_factory=dict)
    infos: tuple[str, ...] = ()  # what the mover knows, node by node, where something is hidden

    def __len__(self) -> int:
        return len(self.parent)

    @cached_property
    def links(self) -> shape.Links:
        """First child and next sibling of every node."""
        return shape.links(self.parent)

    @cached_property
    def ends(self) -> Int32s:
        """The row behind each node's subtree."""
        return shape.ends(self.ply)

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """The searches from the root, in their order."""
        starts = np.flatnonzero(self.parent < 0).tolist()
        found: list[Act] = []
        for start, stop in zip(starts, [*starts, len(self)][1:], strict=True):
            depth, again = int(self.depth[start]), sum(a.depth == int(self.depth[start]) for a in found)
            found.append(Act(self._title(start, depth, again), start, stop, depth))
        return tuple(found)

    def _title(self, root: int, depth: int, again: int) -> str:
        if self.visits is not None:
            return f"{int(self.visits[root]):,} simulations"
        low, high = float(self.alpha[root]), float(self.beta[root])
        window = "" if np.isinf(low) and np.isinf(high) else f", window {low:+.3g} to {high:+.3g}"
        return f"depth {depth}{f', pass {again + 1}' if again else ''}{window}"

    def act_of(self, row: int) -> Act:
        """The search a node belongs to."""
        return next(act for act in self.acts if act.start <= row < act.stop)

    def children(self, row: int) -> list[int]:
        """A node's children, in the order they were searched."""
        found, child = [], int(self.links.first[row])
        while child >= 0:
            found.append(child)
            child = int(self.links.next[child])
        return found

    def path(self, row: int) -> list[int]:
        """The nodes from the root to this one, both included."""
        rows = [row]
        while self.parent[rows[-1]] >= 0:
            rows.append(int(self.parent[rows[-1]]))
        return rows[::-1]

    def name(self, row: int) -> str:
        """The move into a node; empty at a root."""
        return self.names.get(int(self.move[row]), "")

    def moves(self, row: int) -> tuple[str, ...]:
        """The moves from the root to a node."""
        return tuple(self.name(r) for r in self.path(row)[1:])

    def side(self, row: int) -> str:
        """Who moves at a node, in words."""
        player = int(self.player[row])
        return "Chance" if player == CHANCE else self.about.sides[player % len(self.about.sides)]

    @cached_property
    def goodness(self) -> Floats:
        """How good a node is for whoever chose it: the more simulations, or the worse for the side to move."""
        if self.visits is not None:
            return self.visits.astype(np.float64)
        if "values" in self.more:
            chooser = self.player[np.maximum(self.parent, 0)]
            return np.asarray(self.more["values"], np.float64)[np.arange(len(self)), np.maximum(chooser, 0)]
        return np.where(np.isnan(self.value), -np.inf, -self.value)

    def line(self, root: int) -> list[int]:
        """The best line from a node, as far as the tree goes: the first child that gave each its value."""
        found, row = [root], root
        while children := self.children(row):
            goods = self.goodness[children]
            best = int(np.argmax(goods))
            if not np.isfinite(goods[best]):
                break
            row = self._last_of_move(children, children[best])
            found.append(row)
        return found

    def _last_of_move(self, children: list[int], chosen: int) -> int:
        """A move that was searched again counts as it was searched last."""
        return [c for c in children if self.move[c] == self.move[chosen]][-1]

    def counts(self) -> dict[str, int]:
        """How many nodes ended how."""
        return {cause.name.lower(): int((self.cause == cause).sum()) for cause in Cause} | {
            kind.name: int((self.kind == kind).sum()) for kind in Kind
        }
