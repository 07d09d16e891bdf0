"""The tree a search really visited: every node with its window, its value and why it ended.

A recorded search is the same text with `opened` and `closed` bound to the two kernels below; the clean one
keeps the defaults, which do nothing and cost nothing. A node takes two words of the work array:

    word 0   parent (32 bits) · move (7) · ply (8) · cause (4) · depth left (8)
    word 1   alpha (16) · beta (16) · value (16), each with sign

Node 0 stands for "no parent", so a first node's parent is 0. With iterative deepening each depth starts the
recording anew (`every_depth` keeps them all); nodes beyond `plies` are not written, nodes beyond the capacity
only counted, and a picture of such a tree must say so (`lost`).

Monte Carlo tree search keeps its tree anyway; montecarlo/tree.py reads it off afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from sandbox.games.api import Words
from sandbox.gametree import work as w
from sandbox.kernels.jit import kernel

ONE = np.uint64(1)
BY_16 = np.uint64(16)
BY_32 = np.uint64(32)
BY_39 = np.uint64(39)
BY_47 = np.uint64(47)
BY_51 = np.uint64(51)


class Cause(IntEnum):
    """Why a node ended."""

    SEARCHED = 0  # all its moves were searched
    CUT = 1  # a move was good enough: the rest was cut off
    TABLE = 2  # the table knew enough
    TERMINAL = 3  # the game was over
    HORIZON = 4  # the evaluation judged it
    REPETITION = 5  # the position stood before: a draw
    STOPPED = 6  # the search was stopped inside
    BOUND = 7  # not even the best that can still come about would be enough
    FORETOLD = 8  # a shallower search foretold a value beyond the window


class Kind(IntEnum):
    """What a node turned out to be, by its value and its window (Knuth and Moore's types 1, 2, 3)."""

    PV = 1  # inside the window: exact
    CUT = 2  # at or above beta: a lower bound
    ALL = 3  # at or below alpha: an upper bound


SEARCHED, CUT, TABLE, TERMINAL, HORIZON, REPETITION, STOPPED, BOUND, FORETOLD = map(int, Cause)


@kernel
def no_opened(parent: int, move: int, ply: int, depth: int, alpha: int, beta: int, work: Words) -> int:  # noqa: ARG001
    """Record nothing."""
    return int(np.int64(0))  # not the literal 0: a recursive call with a literal would be compiled once more


@kernel
def no_closed(node: int, value: int, cause: int, work: Words) -> None:
    """Record nothing."""


@kernel
def node_opened(parent: int, move: int, ply: int, depth: int, alpha: int, beta: int, work: Words) -> int:
    """Write a node as it is entered; its number, or -1 when it is not kept (then its children are not)."""
    if parent < 0 or ply > np.int64(work[w.RECORD_PLIES]):
        return -1
    node = np.int64(work[w.RECORD_COUNT]) + 1
    if node >= np.int64(work[w.RECORD_CAP]):
        work[w.RECORD_LOST] += ONE
        return -1
    work[w.RECORD_COUNT] = np.uint64(node)
    at = np.int64(work[w.RECORD_BASE]) + 2 * node
    work[at] = (
        np.uint64(parent) | (np.uint64(move) << BY_32) | (np.uint64(ply) << BY_39) | (np.uint64(depth & 255) << BY_51)
    )
    work[at + 1] = np.uint64(alpha & 0xFFFF) | (np.uint64(beta & 0xFFFF) << BY_16)
    return int(node)


@kernel
def node_closed(node: int, value: int, cause: int, work: Words) -> None:
    """Write what became of a node."""
    if node > 0:
        at = np.int64(work[w.RECORD_BASE]) + 2 * node
        work[at] |= np.uint64(cause) << BY_47
        work[at + 1] |= np.uint64(value & 0xFFFF) << BY_32


@dataclass(frozen=True, slots=True)
class TreeColumns:
    """A recorded tree, a column a fact; row 0 is the first node (so parents are one less, -1 for none)."""

    parent: NDArray[np.int32]
    move: NDArray[np.int8]  # bit index, work.NO_MOVE for a root
    ply: NDArray[np.int16]
    depth: NDArray[np.int16]  # plies that were left; beyond the horizon negative
    alpha: NDArray[np.int16]
    beta: NDArray[np.int16]
    value: NDArray[np.int16]  # from the side to move; meaningless when STOPPED
    kind: NDArray[np.int8]  # Kind
    cause: NDArray[np.int8]  # Cause
    visits: NDArray[np.int64]  # simulations through the node; 1 where a search comes but once
    reward: NDArray[np.float64] | None = None  # what simulations gave the side that moved into the node, -1 … 1
    exploit: NDArray[np.float64] | None = None  # the two terms its parent chooses by, at the end of the search
    explore: NDArray[np.float64] | None = None

    def __len__(self) -> int:
        return len(self.parent)

    def children(self, row: int) -> NDArray[np.int64]:
        """The rows of a node's children, in the order searched (children are written after their parent)."""
        return np.flatnonzero(self.parent == row)


@dataclass(slots=True)
class TreeRecording:
    """Asks a search to write its tree, and holds it afterwards."""

    capacity: int = 1_000_000  # nodes
    plies: int = 127  # deeper nodes are not written
    every_depth: bool = False
    words: Words = field(default_factory=lambda: np.zeros(2, np.uint64))  # two a node, node 0 unused
    lost: int = 0  # nodes the capacity had no room for
    kept_columns: TreeColumns | None = None  # of an engine that keeps its tree anyway, and need not write it as it goes

    @property
    def count(self) -> int:
        """Nodes written."""
        return len(self.words) // 2 - 1 if self.kept_columns is None else len(self.kept_columns)

    @property
    def columns(self) -> TreeColumns:
        """The tree, unpacked."""
        return self._unpacked() if self.kept_columns is None else self.kept_columns

    def _unpacked(self) -> TreeColumns:
        first, second = self.words[2::2], self.words[3::2]
        alpha, beta, value = (_part(second, at, 16).astype(np.uint16).view(np.int16) for at in (0, 16, 32))
        kind = np.where(value >= beta, Kind.CUT, np.where(value <= alpha, Kind.ALL, Kind.PV))
        return TreeColumns(
            parent=_part(first, 0, 32).astype(np.int32) - 1,
            move=_part(first, 32, 7).astype(np.int8),
            ply=_part(first, 39, 8).astype(np.int16),
            depth=_part(first, 51, 8).astype(np.uint8).view(np.int8).astype(np.int16),
            alpha=alpha,
            beta=beta,
            value=value,
            kind=kind.astype(np.int8),
            cause=_part(first, 47, 4).astype(np.int8),
            visits=np.ones(len(first), np.int64),
        )

    def prepare(self, work: Words, base: int) -> None:
        """Tell a search where to write; the array has `size` words from `base` on."""
        work[w.RECORD_BASE], work[w.RECORD_CAP] = base, self.capacity + 1
        work[w.RECORD_PLIES], work[w.RECORD_COUNT], work[w.RECORD_LOST] = self.plies, 0, 0

    def collect(self, work: Words) -> None:
        """Take the finished tree out of the work array."""
        base, count = int(work[w.RECORD_BASE]), int(work[w.RECORD_COUNT])
        self.words = work[base : base + 2 * (count + 1)].copy()
        self.lost = int(work[w.RECORD_LOST])

    @property
    def size(self) -> int:
        """Words of the work array this recording needs."""
        return 2 * (self.capacity + 2)


def _part(words: Words, shift: int, bits: int) -> Words:
    part: Words = (words >> np.uint64(shift)) & np.uint64((1 << bits) - 1)
    return part
