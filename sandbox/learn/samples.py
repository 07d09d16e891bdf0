"""Positions with labels, and which of them a fit may see.

A label is what a position is worth to its mover, in the game's own score; where chances are learned from searches or
returns, what is to be expected of the result (labels.py). Whole games are held out, not positions
(those of one game are alike), and of what is held out every position that also occurs elsewhere is dropped: error on
what was seen says nothing. `check_apart` refuses a fit that would look at what is held out.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import SandboxError
from sandbox.games.two_words.rules import MIX_A, MIX_B

HELD_OUT: Final = 12  # one game in so many


@dataclass(frozen=True, eq=False)
class Samples:
    """Positions seen by their movers: own and other words, labels, numbers of their games."""

    states: NDArray[np.uint64]  # [n, 2]
    labels: NDArray[np.float64]
    games: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.states)

    @property
    def stones(self) -> NDArray[np.int64]:
        """How many are on the board."""
        return stones_of(self.states)

    @property
    def keys(self) -> NDArray[np.uint64]:
        """A word for each position, the same for the same."""
        mixed = (self.states[:, 0] * MIX_A) ^ (self.states[:, 0] >> np.uint64(29))
        found: NDArray[np.uint64] = (mixed + self.states[:, 1]) * MIX_B
        return found ^ (found >> np.uint64(32))

    def at(self, which: Any) -> Samples:
        """Some of them."""
        return Samples(self.states[which], self.labels[which], self.games[which])

    def labelled(self, labels: NDArray[np.float64]) -> Samples:
        """The same with other labels."""
        return replace(self, labels=labels)

    def split(self) -> tuple[Samples, Samples]:
        """What may be learned from, and what is held out."""
        held = self.games % HELD_OUT == HELD_OUT - 1
        seen, kept = self.at(~held), self.at(held)
        return seen, kept.at(~np.isin(kept.keys, seen.keys))


def stones_of(states: NDArray[np.uint64]) -> NDArray[np.int64]:
    """How many stones each state has."""
    both = np.ascontiguousarray(states[:, 0] | states[:, 1])
    found: NDArray[np.int64] = np.unpackbits(both.view(np.uint8).reshape(-1, 8), axis=1).sum(axis=1, dtype=np.int64)
    return found


def joined(parts: Sequence[Samples]) -> Samples:
    """All of them; games are numbered on."""
    games, first = [], 0
    for part in parts:
        games.append(part.games + first)
        first += int(part.games.max(initial=-1)) + 1
    nothing = np.zeros((0, 2), np.uint64), np.zeros(0), np.zeros(0, np.int64)
    if not parts:
        return Samples(*nothing)
    states, labels = (np.concatenate([getattr(p, name) for p in parts]) for name in ("states", "labels"))
    return Samples(states, labels, np.concatenate(games))


def check_apart(seen: Samples, held: Samples) -> None:
    """Refuse to learn from what is held out."""
    both = int(np.isin(held.keys, seen.keys).sum())
    if both:
        raise SandboxError(f"{both} of {len(held)} positions held out are among those to learn from")
