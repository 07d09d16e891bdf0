"""Othello for people: 64 characters and a side. Knows nothing of the kernels.

A position is written `-XO` from a1, b1 … to h8 (X is black and moves first), then the side to move; or read
from a transcript, `f5d6c3`, in which passes may be left out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache

from sandbox.errors import BadInput
from sandbox.games.api import BoardPicture, BoardStyle, Pieces, Target
from sandbox.games.two_words.boards import Cells, CellsFace, place, square_board
from sandbox.games.two_words.notation import (
    SIDES,
    check_move,
    choice,
    outcome_caption,
    read_board,
    shortened,
    square_index,
    square_name,
)

PASS = "pass"  # noqa: S105  (no password)
PASS_BIT = 1 << 27
START = "-" * 27 + "OX" + "-" * 6 + "XO" + "-" * 27
CENTRE = (27, 28, 35, 36)
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


@dataclass(frozen=True, slots=True)
class Discs(Cells):
    """64 cells, whose turn, and the last move for the picture."""

    cells: str = START
    side: str = "X"
    last: str = field(default="", compare=False)

    @property
    def ply(self) -> int:
        """Discs set since the start."""
        return 60 - self.cells.count("-")

    def passed(self) -> Discs:
        """The same board, the other to move."""
        return Discs(self.cells, self.other, PASS)


def _ray(square: int, dx: int, dy: int) -> tuple[int, ...]:
    """The squares from one (exclusive) to the edge."""
    x, y = square % 8, square // 8
    steps = ((x + n * dx, y + n * dy) for n in range(1, 8))
    return tuple(8 * y + x for x, y in steps if 0 <= x < 8 and 0 <= y < 8)


RAYS = tuple(tuple(ray for d in DIRECTIONS if len(ray := _ray(s, *d)) > 1) for s in range(64))


def turned(position: Discs, square: int) -> set[int]:
    """The discs a move on an empty square turns."""
    if position.cells[square] != "-":
        return set()
    cells, own, other = position.cells, position.side, position.other
    return {s for ray in RAYS[square] if cells[ray[0]] == other for s in _outflanked(cells, own, other, ray)}


def _outflanked(cells: str, own: str, other: str, ray: tuple[int, ...]) -> tuple[int, ...]:
    for count, square in enumerate(ray):
        if cells[square] != other:
            return ray[:count] if cells[square] == own else ()
    return ()


@lru_cache(maxsize=4096)
def _squares(position: Discs) -> tuple[str, ...]:
    return tuple(square_name(s, 8) for s in range(64) if turned(position, s))


class OthelloFace(CellsFace):
    """Rules and notation."""

    name = "othello"

    def start(self) -> Discs:
        """Four discs, black to move."""
        return Discs()

    def read(self, text: str, where: str) -> Discs:
        """64 characters and the side, or a transcript."""
        if re.match(r"\s*[a-hA-H][1-8]", text):
            return self._replayed(text)
        cells, side = read_board(text, 64, where)
        if not side:
            raise BadInput(where, "no side to move", "X or O after the 64 squares")
        _check_discs(cells, where)
        return Discs(cells, side)

    def _replayed(self, text: str) -> Discs:
        where = f"othello transcript {shortened(text)!r}"
        words = re.findall(r"[a-h][1-8]|pass|--|pa|\S", text.lower())
        position = Discs()
        for number, word in enumerate(words, start=1):
            position = self._next(position, word, f"{where}, move {number}")
        return position

    def _next(self, position: Discs, word: str, where: str) -> Discs:
        if word in ("--", "pa", PASS):
            word = PASS
        elif self.moves(position) == (PASS,):
            position = position.passed()
        if word not in self.moves(position):
            raise BadInput(where, f"{word!r} for {position.side}", choice(self.moves(position)))
        return self.play(position, word)

    def board(self, position: Discs) -> str:
        """Eight rows with names, legal moves as crosses."""
        legal = {square_index(m, 8) for m in self.moves(position) if m != PASS}
        cells = ["+" if i in legal else "·" if c == "-" else c for i, c in enumerate(position.cells)]
        rows = (f"{y + 1} " + " ".join(cells[8 * y : 8 * y + 8]) for y in range(8))
        return "\n".join(("  a b c d e f g h", *rows))

    def picture(self, position: Discs) -> BoardPicture:
        """Discs in squares; how many each has as the caption. A pass is made in the middle of the board."""
        targets = tuple(Target(m, *_place(m)) for m in self.moves(position))
        last = square_index(position.last, 8)
        marked, caption = (place(last, 8),) if last >= 0 else (), self._caption(position)
        return square_board(position, 8, BoardStyle.CELLS, targets, marked, caption, pieces=Pieces.BLACK_AND_WHITE)

    def _caption(self, position: Discs) -> str:
        first, second = (position.cells.count(s) for s in SIDES)
        state = outcome_caption(self.utility(position, 0), position.side, Pieces.BLACK_AND_WHITE)
        must_pass = " and must pass" if self.moves(position) == (PASS,) else ""
        return f"{state}{must_pass} · {first} : {second}"

    def moves(self, position: Discs) -> tuple[str, ...]:
        """Squares; `pass` when only the other has any."""
        squares = _squares(position)
        if not squares and _squares(position.passed()):
            return (PASS,)
        return squares

    def play(self, position: Discs, move: str) -> Discs:
        """Set a disc and turn, or pass."""
        check_move(move, self.moves(position), "othello move")
        if move == PASS:
            return position.passed()
        square = square_index(move, 8)
        changed = turned(position, square) | {square}
        cells = "".join(position.side if i in changed else c for i, c in enumerate(position.cells))
        return Discs(cells, position.other, move)

    def bit_of(self, position: Discs, move: str) -> int:
        """The square's bit; d4's for the pass."""
        return PASS_BIT if move == PASS else 1 << square_index(move, 8)

    def move_of(self, position: Discs, bit: int) -> str:
        """The bit's square; the pass for d4."""
        return PASS if bit == PASS_BIT else square_name(bit.bit_length() - 1, 8)

    def utility(self, position: Discs, player: int) -> float | None:
        """The disc difference, empties to the winner."""
        if self.moves(position):
            return None
        own, other = (position.cells.count(SIDES[p]) for p in (player, 1 - player))
        return 64 - 2 * other if own > other else 2 * own - 64 if own < other else 0


def _place(move: str) -> tuple[float, float]:
    """Where a move is made by mouse."""
    square = square_index(move, 8)
    return (3.5, 3.5) if move == PASS else place(square, 8)


def _check_discs(cells: str, where: str) -> None:
    """The centre is never empty, and every disc was set beside another."""
    for square in CENTRE:
        if cells[square] == "-":
            raise BadInput(where, f"{square_name(square, 8)} is empty", "discs on the four centre squares")
    alone = {i for i, c in enumerate(cells) if c != "-"} - _connected(cells)
    if alone:
        raise BadInput(where, f"a disc apart from all others on {square_name(min(alone), 8)}", "connected discs")


def _connected(cells: str) -> set[int]:
    """The discs that hang together with the centre."""
    found, open_ = set(CENTRE), list(CENTRE)
    while open_:
        x, y = (square := open_.pop()) % 8, square // 8
        near = {8 * (y + dy) + x + dx for dx, dy in DIRECTIONS if 0 <= x + dx < 8 and 0 <= y + dy < 8}
        new = {s for s in near - found if cells[s] != "-"}
        found |= new
        open_.extend(new)
    return found
