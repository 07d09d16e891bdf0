"""Takeaway: one to three stones are taken in turn; who takes the last one wins. A game in one file."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.advice import SAFE, WIN, Advice
from sandbox.games.api import (
    Axes,
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
from sandbox.games.two_words.notation import SIDES, choice, outcome_caption, shortened
from sandbox.games.two_words.rules import ONE, ZERO, exact_score
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel
from sandbox.registry import Help, Range

THREE = np.uint64(3)


@kernel
def moves(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """A bit for each number that may be taken."""
    every: np.uint64 = (ONE << min(a, THREE)) - ONE
    return every


@kernel
def play(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """Fewer stones."""
    return a - np.uint64(ctz(move)) - ONE, ZERO


@kernel
def outcome(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The other took the last."""
    return exact_score(-1)


@kernel
def key(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """The number of stones, never 0."""
    return a + ONE


@games.register(
    "takeaway",
    title="Takeaway",
    axes=Axes(),
    order=50,
    perfect_key=True,
    finished_leaves=False,
    largest_utility=1,
    first_win_is_best=True,
    opening_plies=1,
    advice=Advice(WIN, SAFE),
    openings={"one stone": "1"},
)
@dataclass(frozen=True, slots=True)
class Takeaway(WithoutData):
    """Take one to three stones; the last one wins."""

    stones: Annotated[int, Range(1, 20), Help("stones at the start")] = 10

    def face(self) -> Face[Row]:
        """A number."""
        return TakeawayFace(self.stones)

    def kernels(self) -> GameKernels:
        """One word."""
        return GameKernels(moves, play, outcome, key)


@dataclass(frozen=True, slots=True)
class Row:
    """How many stones are left."""

    left: int
    ply: int = field(default=0, compare=False)

    @property
    def words(self) -> tuple[int, int]:
        """The number."""
        return self.left, 0


class TakeawayFace:
    """Rules and notation in plain Python."""

    def __init__(self, stones: int) -> None:
        self._stones = stones

    def start(self) -> Row:
        """All stones."""
        return Row(self._stones)

    def parse(self, text: str) -> Row:
        """A number."""
        bare = text.strip()
        if bare in ("", "-"):
            return self.start()
        if not (bare.isascii() and bare.isdigit() and int(bare[:3]) <= 20):
            raise BadInput(f"takeaway position {shortened(bare)!r}", "no number", "0 to 20")
        return Row(int(bare[:3]))

    def print(self, position: Row) -> str:
        """The number."""
        return str(position.left)

    def board(self, position: Row) -> str:
        """A row of stones."""
        return "o" * position.left

    def picture(self, position: Row) -> BoardPicture:
        """A row of stones; point at the first one to be taken."""
        return BoardPicture(
            BoardStyle.PILES,
            max(position.left, 1),
            1,
            tuple(Stone(x, 0, 0) for x in range(position.left)),
            tuple(Target(m, position.left - int(m), 0) for m in self.moves(position)),
            caption=outcome_caption(self.utility(position, 0), SIDES[position.ply % 2], Pieces.COUNTERS),
            pieces=Pieces.COUNTERS,
        )

    def moves(self, position: Row) -> tuple[str, ...]:
        """How many are taken."""
        return tuple(str(n) for n in (1, 2, 3) if n <= position.left)

    def play(self, position: Row, move: str) -> Row:
        """Take them."""
        if move not in self.moves(position):
            raise BadInput("takeaway move", f"{move!r}", choice(self.moves(position)))
        return Row(position.left - int(move), position.ply + 1)

    def bit_of(self, position: Row, move: str) -> int:
        """The number's bit."""
        return 1 << int(move) - 1

    def move_of(self, position: Row, bit: int) -> str:
        """The bit's number."""
        return str(bit.bit_length())

    def to_move(self, position: Row) -> int:
        """The first to move is 0."""
        return position.ply % 2

    def utility(self, position: Row, player: int) -> float | None:
        """1 for a win."""
        if position.left:
            return None
        return -1 if self.to_move(position) == player else 1
