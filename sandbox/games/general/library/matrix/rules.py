"""Matrix games: both choose at once, and a table says what each has.

J. von Neumann, "Zur Theorie der Gesellschaftsspiele", Mathematische Annalen 100, 1928; J. Nash, "Non-cooperative
Games", Annals of Mathematics 54, 1951. The column player moves second without seeing what the row player chose.

A state is both choices, each 1 more than its number (0: not made). The game's words, from the place GAME_AT names: how
many rows and columns, then what both have, row by row, as floats.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Annotated

import numpy as np

from sandbox.games.api import Axes, Words
from sandbox.games.general.api import GeneralFace, Plain, general_games
from sandbox.games.general.library.matrix.reading import EXAMPLE, Payoffs, load, read, shipped
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.words import TERMINAL, number_at, put_number, put_word, word_at
from sandbox.games.two_words.notation import check_move, is_start, shortened
from sandbox.games.two_words.rules import GAME_AT
from sandbox.kernels.jit import kernel
from sandbox.registry import Help

LENGTH = 2  # both choices


@kernel
def of_game(data: Words, place: int) -> int:
    """Where a word of the game's own stands."""
    return word_at(data, GAME_AT) + place


@kernel
def most_moves(data: Words) -> int:
    """Of the player who has more."""
    return max(word_at(data, of_game(data, 0)), word_at(data, of_game(data, 1)))


@kernel
def to_move(data: Words, s: int) -> int:
    """The row player, the column player."""
    if word_at(data, s) == 0:
        return 0
    return 1 if word_at(data, s + 1) == 0 else TERMINAL


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """All rows, or all columns."""
    many = word_at(data, of_game(data, 1 if word_at(data, s) != 0 else 0))
    for i in range(many):
        put_word(data, m + i, i + 1)
    return many


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """The choice."""
    data[np.uint64(c)] = data[np.uint64(s)]
    data[np.uint64(c + 1)] = data[np.uint64(s + 1)]
    data[np.uint64(c + (1 if word_at(data, s) != 0 else 0))] = move


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """As the table says."""
    row, column = word_at(data, s) - 1, word_at(data, s + 1) - 1
    at = of_game(data, 2 + 2 * (row * word_at(data, of_game(data, 1)) + column))
    put_number(data, u, number_at(data, at))
    put_number(data, u + 1, number_at(data, at + 1))


@kernel
def information(data: Words, s: int) -> np.uint64:
    """Nobody has seen anything but whose turn it is."""
    return np.uint64(2 if word_at(data, s) != 0 else 1)


@dataclass(frozen=True, slots=True)
class Choices:
    """The table, and what was chosen."""

    payoffs: Payoffs
    made: tuple[str, ...] = ()

    @property
    def ply(self) -> int:
        """How many have chosen."""
        return len(self.made)


class MatrixFace:
    """Rules and notation: a matrix, its file or the name of one that ships; behind `/` what was chosen."""

    def __init__(self, file: str) -> None:
        self._file = file

    def start(self) -> Choices:
        """Nobody has chosen."""
        return Choices(load(self._file or EXAMPLE))

    def parse(self, text: str) -> Choices:
        """A matrix, and choices."""
        table, _, made = text.strip().rpartition(" / ") if " / " in text else (text.strip(), "", "")
        where = f"matrix position {shortened(text.strip())!r}"
        position = self.start() if is_start(table) else Choices(_payoffs(table, where))
        for word in made.split():
            position = self._next(position, word, where)
        return position

    def _next(self, position: Choices, move: str, where: str) -> Choices:
        known = self.moves(position)
        check_move(move, known, where)
        return Choices(position.payoffs, (*position.made, move))

    def print(self, position: Choices) -> str:
        """The matrix on one line, and choices."""
        return position.payoffs.text + (" / " + " ".join(position.made) if position.made else "")

    def board(self, position: Choices) -> str:
        """The table, with what was chosen in brackets."""
        table = position.payoffs
        rows = [["", *table.columns]]
        for name, mine, yours in zip(table.rows, table.first, table.second, strict=True):
            rows.append([name, *(f"{a}, {b}" for a, b in zip(mine, yours, strict=True))])
        widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]))]
        lines = ["  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True)) for row in rows]
        return "\n".join([*lines, " ".join(f"[{word}]" for word in position.made)]).rstrip()

    def to_move(self, position: Choices) -> int:
        """The row player, the column player."""
        return len(position.made) if len(position.made) < 2 else TERMINAL

    def moves(self, position: Choices) -> Sequence[str]:
        """All rows, or all columns."""
        table = position.payoffs
        return (table.rows, table.columns, ())[len(position.made)]

    def chances(self, position: Choices) -> Sequence[Fraction]:
        """There are no dice."""
        return ()

    def play(self, position: Choices, move: str) -> Choices:
        """One choice."""
        return self._next(position, move, "matrix move")

    def utility(self, position: Choices) -> tuple[float, ...] | None:
        """As the table says."""
        if len(position.made) < 2:
            return None
        table = position.payoffs
        row, column = table.rows.index(position.made[0]), table.columns.index(position.made[1])
        return float(table.first[row][column]), float(table.second[row][column])

    def state(self, position: Choices) -> Sequence[int]:
        """As the kernels have it."""
        names = (position.payoffs.rows, position.payoffs.columns)
        codes = [names[i].index(word) + 1 for i, word in enumerate(position.made)]
        return (*codes, 0, 0)[:2]

    def code_of(self, position: Choices, move: str) -> int:
        """Its number."""
        return self.moves(position).index(move) + 1

    def path(self, position: Choices) -> Sequence[str]:
        """What was chosen."""
        return position.made

    def information(self, position: Choices, player: int) -> str:
        """One's own choice, if it is made."""
        return " ".join(["row" if player == 0 else "column", *position.made[player : player + 1]])

    def origin(self, position: Choices) -> Choices:
        """Nobody has chosen."""
        return Choices(position.payoffs)


def _payoffs(text: str, where: str) -> Payoffs:
    """A matrix written out, or a name."""
    return read(text, where) if ";" in text or "\n" in text or text[0] in "-+0123456789" else load(text)


@general_games.register(
    "matrix",
    title="Matrix game",
    paper="Nash, Non-cooperative Games, Annals of Mathematics 1951",
    order=30,
    players="2",
)
@dataclass(frozen=True, slots=True)
class Matrix(Plain):
    """Both choose at once, and a table says what each has."""

    file: Annotated[str, Help("a file with a matrix, or one that ships: chicken, …; empty: rock-paper-scissors")] = ""

    def examples(self) -> tuple[str, ...]:
        """The matrices that ship."""
        return tuple(shipped())

    def face(self) -> GeneralFace[Choices]:
        """Names."""
        return MatrixFace(self.file)

    def kernels(self) -> GeneralKernels:
        """Numbers."""
        return GeneralKernels(to_move, moves, play, utility, LENGTH, most_moves, information=information)

    def data(self, position: Choices | None = None) -> Words:
        """The table."""
        table = (position or self.face().start()).payoffs
        both = [
            float(x) for mine, yours in zip(table.first, table.second, strict=True)
            for pair in zip(mine, yours, strict=True) for x in pair
        ]  # fmt: skip
        return np.concatenate(
            [np.array([len(table.rows), len(table.columns)], np.uint64), np.array(both).view(np.uint64)]
        )

    def axes(self, position: Choices | None = None) -> Axes:
        """Neither sees what the other does."""
        return Axes(zero_sum=(position or self.face().start()).payoffs.zero_sum, perfect_information=False)
