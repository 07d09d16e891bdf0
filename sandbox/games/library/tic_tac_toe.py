"""Tic-tac-toe: three in a row on nine squares; a draw when both play well. Wins are worth 1.

Squares are a1 … c3, a1 at the top left; positions nine characters `-XO`, row by row, and the side to move.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.advice import IN_A_ROW, Advice, Rule, only
from sandbox.games.api import (
    BoardPicture,
    BoardStyle,
    Face,
    GameKernels,
    Pieces,
    Target,
    WithoutData,
    Words,
    games,
)
from sandbox.games.two_words import rules
from sandbox.games.two_words.boards import Cells, CellsFace, place, square_board
from sandbox.games.two_words.notation import (
    SIDES,
    check_move,
    outcome_caption,
    square_index,
    square_name,
)
from sandbox.games.two_words.rules import ZERO, exact_score
from sandbox.games.two_words.three_by_three import COMPLETING, FULL, THROUGH, key, symmetry, won
from sandbox.games.two_words.threes import check_side, line_of, read_signs, without_line
from sandbox.kernels.bits import lowest_index
from sandbox.kernels.jit import kernel


@kernel
def moves(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """Empty squares, until the other has three."""
    if won(b):
        return ZERO
    return FULL & ~(a | b)


@kernel
def outcome(a: np.uint64, b: np.uint64, data: Words) -> int:
    """Lost if the other has three, else a draw."""
    return exact_score(-1) if won(b) else 0


@kernel
def promise(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> int:
    """Lines through the square."""
    return int(THROUGH[lowest_index(move)])


@kernel
def tactics(a: np.uint64, b: np.uint64, legal: np.uint64, data: Words) -> np.uint64:
    """Win at once, else stop the other's three, else anything."""
    found = COMPLETING[np.int64(a)] & legal
    if found == ZERO:
        found = COMPLETING[np.int64(b)] & legal
    return found if found != ZERO else legal


ADVICE = Advice(
    *IN_A_ROW,
    Rule("Take the centre.", only("b2")),
    Rule("Take a corner.", only("a1", "c1", "a3", "c3")),
)


@games.register(
    "tic-tac-toe",
    title="Tic-tac-toe",
    order=3,
    largest_utility=1,
    cells=9,
    first_win_is_best=True,
    opening_plies=1,
    advice=ADVICE,
)
@dataclass(frozen=True, slots=True)
class TicTacToe(WithoutData):
    """Three in a row on nine squares."""

    def face(self) -> Face[Marks]:
        """Nine characters."""
        return TicTacToeFace()

    def kernels(self) -> GameKernels:
        """Two words of stones."""
        return GameKernels(moves, rules.play, outcome, key, symmetry, promise, tactics, best_case=rules.any_win)


@dataclass(frozen=True, slots=True)
class Marks(Cells):
    """Nine cells, `-`, `X` or `O`."""

    cells: str = "-" * 9

    @property
    def ply(self) -> int:
        """Stones on the board."""
        return 9 - self.cells.count("-")

    @property
    def side(self) -> str:
        """Whose turn."""
        return SIDES[self.ply % 2]

    def line(self, side: str) -> str:
        """The indices of a line a side has, or nothing."""
        return line_of(self.cells, side)


class TicTacToeFace(CellsFace):
    """Rules and notation in plain Python."""

    name = "tic-tac-toe"

    def start(self) -> Marks:
        """The empty board."""
        return Marks()

    def read(self, text: str, where: str) -> Marks:
        """Nine characters and perhaps the side."""
        cells, side, *signs = read_signs(text, where, 5, "as many X as O, or one more")
        position = Marks(cells)
        check_side(side, position.side, (signs[0], signs[1]), where)
        return without_line(position, where)

    def board(self, position: Marks) -> str:
        """Three rows with names."""
        rows = [" ".join(position.cells[y : y + 3]).replace("-", "·") for y in (0, 3, 6)]
        return "\n".join(["  a b c", *(f"{n} {row}" for n, row in enumerate(rows, start=1))])

    def picture(self, position: Marks) -> BoardPicture:
        """Nine squares."""
        targets = tuple(Target(m, *place(square_index(m, 3), 3)) for m in self.moves(position))
        line = position.line("X") or position.line("O")
        caption = outcome_caption(self.utility(position, 0), position.side, Pieces.SIGNS)
        marked = tuple(place(int(i), 3) for i in line)
        return square_board(position, 3, BoardStyle.CELLS, targets, marked, caption, pieces=Pieces.SIGNS)

    def moves(self, position: Marks) -> tuple[str, ...]:
        """Empty squares, while nobody has three."""
        if position.line("X") or position.line("O"):
            return ()
        return tuple(square_name(i, 3) for i, cell in enumerate(position.cells) if cell == "-")

    def play(self, position: Marks, move: str) -> Marks:
        """Set a stone."""
        check_move(move, self.moves(position), "tic-tac-toe move")
        i = square_index(move, 3)
        return Marks(position.cells[:i] + position.side + position.cells[i + 1 :])

    def bit_of(self, position: Marks, move: str) -> int:
        """The square's bit."""
        return 1 << square_index(move, 3)

    def move_of(self, position: Marks, bit: int) -> str:
        """The bit's square."""
        return square_name(bit.bit_length() - 1, 3)

    def utility(self, position: Marks, player: int) -> float | None:
        """1 for a win."""
        for winner, side in enumerate(SIDES):
            if position.line(side):
                return 1 if winner == player else -1
        return 0 if position.ply == 9 else None
