"""Records the tree of a general search while it runs, if asked to; otherwise its calls compile to nothing.

The texts call `coming` before they go down, `opened` when they enter a node, `closed` or `closed_one` when they
leave it. What was opened on the way down stands in the arena, ply by ply. A row of the recording (words from
RECORD_BASE on):

    0  its parent's row, -1 for none     1  the move that came     2  ply, player + 2 (from bit 16), cause (from bit 32)
    3  depth left      4, 5  the window      6 …  what it is worth to each player; NaN where that is not known
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from sandbox.games.general.rules import players
from sandbox.games.general.words import Words, number_at, put_number, put_word, word_at
from sandbox.games.two_words.rules import ONE
from sandbox.gametree import work as w
from sandbox.gametree.general import arena
from sandbox.gametree.recorder import Cause
from sandbox.kernels.jit import kernel, reachable, specialise

SEARCHED, CUT, TABLE, TERMINAL_CAUSE, HORIZON = map(int, tuple(Cause)[:5])
STOPPED = int(Cause.STOPPED)
PARENT, MOVE, FACTS, DEPTH, ALPHA, BETA, WORTH = range(7)
NONE = -1
NAN = math.nan


@kernel
def no_coming(move: np.uint64, ply: int, data: Words) -> None:
    """Record nothing."""


@kernel
def no_opened(who: int, ply: int, depth: int, alpha: float, beta: float, data: Words) -> None:
    """Record nothing."""


@kernel
def no_closed(f: int, cause: int, ply: int, data: Words) -> None:
    """Record nothing."""


@kernel
def no_closed_one(value: float, player: int, cause: int, ply: int, data: Words) -> None:
    """Record nothing."""


@kernel
def node_coming(move: np.uint64, ply: int, data: Words) -> None:
    """This move leads to the next node at that ply."""
    data[np.uint64(arena.CAME + ply)] = move


@kernel
def row_at(node: int, data: Words) -> int:
    """Where a node's row begins."""
    return word_at(data, w.RECORD_BASE) + node * (WORTH + players(data))


@kernel
def node_opened(who: int, ply: int, depth: int, alpha: float, beta: float, data: Words) -> None:
    """A node is entered; it is kept if its parent was and there is room."""
    parent = word_at(data, arena.NODES + ply - 1) if ply > 0 else NONE
    node = word_at(data, w.RECORD_COUNT)
    if (ply > 0 and parent == NONE) or node >= word_at(data, w.RECORD_CAP):
        data[w.RECORD_LOST] += ONE
        put_word(data, arena.NODES + ply, NONE)
        return
    put_word(data, w.RECORD_COUNT, node + 1)
    put_word(data, arena.NODES + ply, node)
    at = row_at(node, data)
    put_word(data, at + PARENT, parent)
    data[np.uint64(at + MOVE)] = data[np.uint64(arena.CAME + ply)]
    put_word(data, at + FACTS, ply | ((who + 2) << 16) | (STOPPED << 32))
    put_word(data, at + DEPTH, depth)
    put_number(data, at + ALPHA, alpha)
    put_number(data, at + BETA, beta)
    for player in range(players(data)):
        put_number(data, at + WORTH + player, NAN)


@kernel
def ended(node: int, cause: int, data: Words) -> int:
    """Write why a node ended; where its row begins."""
    at = row_at(node, data)
    put_word(data, at + FACTS, (word_at(data, at + FACTS) & 0xFFFFFFFF) | (cause << 32))
    return at


@kernel
def node_closed(f: int, cause: int, ply: int, data: Words) -> None:
    """A node is left with a vector at `f`."""
    node = word_at(data, arena.NODES + ply)
    if node != NONE:
        at = ended(node, cause, data)
        for player in range(players(data)):
            put_number(data, at + WORTH + player, number_at(data, f + player))


@kernel
def node_closed_one(value: float, player: int, cause: int, ply: int, data: Words) -> None:
    """A node is left, and what it is worth to one player is known."""
    node = word_at(data, arena.NODES + ply)
    if node != NONE:
        put_number(data, ended(node, cause, data) + WORTH + player, value)


HOOKS: dict[str, Any] = {
    "coming": node_coming,
    "opened": node_opened,
    "closed": node_closed,
    "closed_one": node_closed_one,
}


def recorded(text: Any, rules: dict[str, Any]) -> Any:
    """A text that was bound to a game, with the recorder of that game."""
    free = {name for member in reachable(text) for name in member.callees}
    own = {"players": rules["players"]}
    return specialise(
        text, **{name: specialise(hook, **_needed(hook, own)) for name, hook in HOOKS.items() if name in free}
    )


def _needed(hook: Any, own: dict[str, Any]) -> dict[str, Any]:
    free = {name for member in reachable(hook) for name in member.callees}
    return {name: k for name, k in own.items() if name in free}


@dataclass(slots=True)
class Recording:
    """Asks a search to write its tree, and holds the rows of the last depth afterwards."""

    capacity: int = 100_000
    rows: Words = field(default_factory=lambda: np.zeros((0, WORTH), np.uint64))
    lost: int = 0  # nodes there was no room for

    def __len__(self) -> int:
        return len(self.rows)

    def words(self, many: int) -> int:
        """What it takes of the arena for so many players."""
        return self.capacity * (WORTH + many)

    def prepare(self, data: Words, base: int) -> None:
        """Tell a search where to write."""
        data[w.RECORD_BASE], data[w.RECORD_CAP] = base, self.capacity
        self.begin(data)

    @staticmethod
    def begin(data: Words) -> None:
        """A search from the root begins anew."""
        data[w.RECORD_COUNT] = data[w.RECORD_LOST] = 0

    def collect(self, data: Words, many: int) -> None:
        """Take what was written."""
        base, count = int(data[w.RECORD_BASE]), int(data[w.RECORD_COUNT])
        self.rows = data[base : base + count * (WORTH + many)].reshape(count, WORTH + many).copy()
        self.lost = int(data[w.RECORD_LOST])
