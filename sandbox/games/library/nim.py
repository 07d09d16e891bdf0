"""7-split Nim: a move splits one pile into two unequal ones; who cannot move loses. Wins are worth 1.

The small example of many textbooks (Grundy's game: P. M. Grundy, "Mathematics and Games", Eureka 2, 1939),
usually begun with one pile of seven. The order of the piles means nothing, so a state counts piles by size.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.advice import SAFE, WIN, Advice, Rule, by_least, replies
from sandbox.games.api import (
    BoardPicture,
    BoardStyle,
    Face,
    GameKernels,
    Pieces,
    Stone,
    Target,
    WithoutData,
    Words,
    games,
)
from sandbox.games.two_words import rules
from sandbox.games.two_words.notation import SIDES, Readable, check_move, outcome_caption, shortened
from sandbox.games.two_words.rules import ZERO, exact_score
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel
from sandbox.registry import Help

LARGEST = 16  # stones of one pile
IN_ALL = 45  # stones: then no count of piles exceeds its field below

# a: how many piles of 3, 4, … 16, four bits each. b: how many of 2 (bits 0 … 7) and of 1 (bits 8 … 15).
# A move's bit numbers the pairs (size, smaller part): (3, 1), (4, 1), (5, 1), (5, 2), (6, 1), …
SPLITS = [(size, part) for size in range(3, LARGEST + 1) for part in range(1, (size + 1) // 2)]


def _one_pile(size: int) -> tuple[int, int]:
    """The words of a single pile."""
    return (1 << 4 * (size - 3), 0) if size >= 3 else (0, 1 << 8 * (2 - size))


def _change(size: int, part: int) -> tuple[int, int]:
    """What a split adds to both words, modulo 2^64."""
    (a0, b0), (a1, b1), (a2, b2) = map(_one_pile, (size, part, size - part))
    return (a1 + a2 - a0) % 2**64, (b1 + b2 - b0) % 2**64


CHANGE = np.array([_change(*split) for split in SPLITS], np.uint64)
MOVES_OF = np.array(
    [sum(1 << i for i, (s, _) in enumerate(SPLITS) if s == size) for size in range(LARGEST + 1)], np.uint64
)
FIELD = np.uint64(15)


@kernel
def moves(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """Every way to split a pile of every size there is."""
    found = ZERO
    for size in range(3, 17):
        if (a >> np.uint64(4 * (size - 3))) & FIELD != ZERO:
            found |= MOVES_OF[size]
    return found


@kernel
def play(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """One pile less, two more."""
    i = ctz(move)
    return a + CHANGE[i, 0], b + CHANGE[i, 1]


@kernel
def outcome(a: np.uint64, b: np.uint64, data: Words) -> int:
    """Who cannot move has lost."""
    return exact_score(-1)


@games.register(
    "nim",
    title="7-split Nim",
    paper="Grundy, Mathematics and Games, Eureka 2, 1939",
    order=4,
    perfect_key=False,
    largest_utility=1,
    first_win_is_best=True,
    advice=Advice(WIN, SAFE, Rule("Leave the other side few moves.", by_least(replies))),
)
@dataclass(frozen=True, slots=True)
class SplitNim(WithoutData):
    """Split a pile into two unequal ones; who cannot loses."""

    piles: Annotated[str, Help("the piles at the start, such as 7 or 4,3")] = "7"

    def face(self) -> Face[Piles]:
        """Piles."""
        return NimFace(self.piles)

    def kernels(self) -> GameKernels:
        """Counts by size. The piles have no order, so there is no symmetry left to use."""
        return GameKernels(moves, play, outcome, rules.key, best_case=rules.any_win)


@dataclass(frozen=True, slots=True)
class Piles:
    """Sizes from the largest down; `ply` counts from where reading began."""

    sizes: tuple[int, ...]
    ply: int = field(default=0, compare=False)
    last: tuple[int, int] = field(default=(0, 0), compare=False)

    @property
    def words(self) -> tuple[int, int]:
        """Counts by size."""
        pairs = [_one_pile(size) for size in self.sizes]
        return sum(a for a, _ in pairs), sum(b for _, b in pairs)


class NimFace(Readable):
    """Rules and notation in plain Python: piles with commas or spaces between."""

    name = "nim"

    def __init__(self, piles: str = "7") -> None:
        self._piles = piles

    def start(self) -> Piles:
        """The piles of the game's option."""
        return self.read(self._piles, "nim.piles")

    def read(self, text: str, where: str) -> Piles:
        """Their sizes."""
        words = [w for w in re.split(r"[,\s]+", text.strip()) if w]
        for word in words or ["nothing"]:
            if not (word.isascii() and word.isdigit() and 1 <= int(word[:9]) <= LARGEST):
                raise BadInput(where, f"{shortened(word)!r}", f"piles of 1–{LARGEST} stones, such as 4,3")
        sizes = sorted(map(int, words), reverse=True)
        if sum(sizes) > IN_ALL:
            raise BadInput(where, f"{sum(sizes)} stones", f"at most {IN_ALL} in all")
        return Piles(tuple(sizes))

    def print(self, position: Piles) -> str:
        """Sizes with commas, the largest first."""
        return ",".join(map(str, position.sizes))

    def board(self, position: Piles) -> str:
        """A row of stones for each pile."""
        return "\n".join(f"{size:2d} " + "o" * size for size in position.sizes)

    def picture(self, position: Piles) -> BoardPicture:
        """A row for each pile; a split is made by pointing at the last stone of its smaller part."""
        stones = [Stone(x, y, 0) for y, size in enumerate(position.sizes) for x in range(size)]
        rows = {size: y for y, size in reversed(list(enumerate(position.sizes)))}
        targets = [Target(m, part - 1, rows[size]) for m, size, part in self._splits(position)]
        return BoardPicture(
            BoardStyle.PILES,
            max(position.sizes),
            len(position.sizes),
            tuple(stones),
            tuple(targets),
            highlights=tuple(self._marked(position)),
            caption=outcome_caption(self.utility(position, 0), SIDES[position.ply % 2], Pieces.COUNTERS),
            row_names=tuple(map(str, position.sizes)),
            pieces=Pieces.COUNTERS,
        )

    def _marked(self, position: Piles) -> Iterator[tuple[float, float]]:
        """The first stones of the two piles made last."""
        rows = list(position.sizes)
        for size in (s for s in position.last if s):
            y = rows.index(size)
            rows[y] = 0
            yield 0.0, float(y)

    def _splits(self, position: Piles) -> Iterator[tuple[str, int, int]]:
        """Notation, size and smaller part of every move."""
        for size in sorted(set(position.sizes), reverse=True):
            for part in range(1, (size + 1) // 2):
                yield f"{size}={size - part}+{part}", size, part

    def moves(self, position: Piles) -> tuple[str, ...]:
        """`7=5+2`: the pile and its parts, the larger first."""
        return tuple(name for name, _, _ in self._splits(position))

    def play(self, position: Piles, move: str) -> Piles:
        """Split."""
        check_move(move, self.moves(position), "nim move")
        size, *parts = map(int, re.split("[=+]", move))
        sizes = list(position.sizes)
        sizes.remove(size)
        return Piles(tuple(sorted(sizes + parts, reverse=True)), position.ply + 1, (parts[0], parts[1]))

    def bit_of(self, position: Piles, move: str) -> int:
        """The number of the pair (size, smaller part)."""
        size, _, part = map(int, re.split("[=+]", move))
        return 1 << SPLITS.index((size, part))

    def move_of(self, position: Piles, bit: int) -> str:
        """The pair a bit numbers."""
        size, part = SPLITS[bit.bit_length() - 1]
        return f"{size}={size - part}+{part}"

    def to_move(self, position: Piles) -> int:
        """The first to move is 0."""
        return position.ply % 2

    def utility(self, position: Piles, player: int) -> float | None:
        """1 for a win."""
        if self.moves(position):
            return None
        return -1 if self.to_move(position) == player else 1
