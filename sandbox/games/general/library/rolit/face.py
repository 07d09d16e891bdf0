"""Rolit for people: cells, colours A to D, and the rules in plain Python. Knows nothing of the kernels."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from sandbox.errors import BadInput
from sandbox.games.api import BoardPicture, BoardStyle, Pieces, Stone, Target
from sandbox.games.general.api import NAMES, NothingHidden
from sandbox.games.general.words import TERMINAL
from sandbox.games.two_words.notation import COLUMN_NAMES, check_move, shortened, square_index, square_name

SIZE = 8
CELLS = SIZE * SIZE
MIDDLE = (27, 28, 36, 35)  # d4, e4, e5, d5: the first balls, colour by colour
EMPTY = "-"


@dataclass(frozen=True, slots=True)
class Balls:
    """The board, a letter a cell, a1 b1 … h8; and whose turn it is."""

    cells: str
    mover: int = 0

    @property
    def ply(self) -> int:
        """Balls set since the start."""
        return CELLS - self.cells.count(EMPTY) - len(MIDDLE)


@cache
def lines_from(square: int) -> tuple[tuple[int, ...], ...]:
    """The squares in each of the eight directions, the nearest first."""
    x, y = square % SIZE, square // SIZE
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    return tuple(tuple(_along(x, y, dx, dy)) for dx, dy in steps)


def _along(x: int, y: int, dx: int, dy: int) -> list[int]:
    found = []
    while 0 <= x + dx < SIZE and 0 <= y + dy < SIZE:
        x, y = x + dx, y + dy
        found.append(y * SIZE + x)
    return found


def turned(cells: str, square: int, colour: str) -> list[int]:
    """The balls that one of this colour would turn, set there."""
    found: list[int] = []
    for line in lines_from(square):
        between: list[int] = []
        for at in line:
            if cells[at] in (EMPTY, colour):
                if cells[at] == colour:
                    found += between
                break
            between.append(at)
    return found


class RolitFace(NothingHidden):
    """Rules and notation: 64 cells `-ABCD` and the mover."""

    def __init__(self, many: int) -> None:
        self.many = many

    def start(self) -> Balls:
        """Four balls in the middle, of as many colours as play."""
        cells = [EMPTY] * CELLS
        for number, square in enumerate(MIDDLE):
            cells[square] = NAMES[number % self.many]
        return Balls("".join(cells))

    def parse(self, text: str) -> Balls:
        """Cells and mover; or the squares played from the start, `f4 d6`."""
        bare = text.split()
        if bare in ([], ["-"]):
            return self.start()
        where = f"rolit position {shortened(text.strip())!r}"
        if all(square_index(word, SIZE) >= 0 for word in bare):
            position = self.start()
            for word in bare:
                position = self._played(position, word, where)
            return position
        return self._read("".join(bare[:-1]).upper(), bare[-1].upper(), where)

    def _read(self, cells: str, mover: str, where: str) -> Balls:
        colours = NAMES[: self.many]
        if len(cells) != CELLS or mover not in tuple(colours):
            found = f"{len(cells)} cells and {shortened(mover)!r} to move"
            raise BadInput(where, found, f"{CELLS} cells and one of {', '.join(colours)}")
        wrong = next((letter for letter in cells if letter not in EMPTY + colours), "")
        if wrong:
            raise BadInput(where, f"character {wrong!r}", f"{EMPTY} {' '.join(colours)}")
        if any(cells[square] == EMPTY for square in MIDDLE):
            raise BadInput(where, "an empty square in the middle", "balls on d4, e4, d5 and e5")
        return Balls(cells, colours.index(mover))

    def print(self, position: Balls) -> str:
        """The cells and the mover."""
        return f"{position.cells} {NAMES[position.mover]}"

    def board(self, position: Balls) -> str:
        """Eight rows with names, and what each colour has."""
        rows = [" ".join(position.cells[at : at + SIZE]).replace(EMPTY, "·") for at in range(0, CELLS, SIZE)]
        counts = "  ".join(f"{name} {position.cells.count(name)}" for name in NAMES[: self.many])
        return "\n".join(["  " + " ".join(COLUMN_NAMES), *(f"{n} {row}" for n, row in enumerate(rows, 1)), counts])

    def picture(self, position: Balls) -> BoardPicture:
        """Balls in squares."""
        stones = tuple(
            Stone(at % SIZE, at // SIZE, NAMES.index(cell)) for at, cell in enumerate(position.cells) if cell != EMPTY
        )
        squares = ((move, square_index(move, SIZE)) for move in self.moves(position))
        targets = tuple(Target(move, at % SIZE, at // SIZE) for move, at in squares)
        columns, rows = tuple(COLUMN_NAMES), tuple(str(row + 1) for row in range(SIZE))
        return BoardPicture(
            BoardStyle.CELLS, SIZE, SIZE, stones, targets, column_names=columns, row_names=rows, pieces=Pieces.BALLS
        )

    def to_move(self, position: Balls) -> int:
        """Nobody once the board is full: somebody can always set a ball."""
        return position.mover if EMPTY in position.cells else TERMINAL

    def moves(self, position: Balls) -> Sequence[str]:
        """What turns something; if nothing does, any empty square beside a ball."""
        colour = NAMES[position.mover]
        empty = [at for at, cell in enumerate(position.cells) if cell == EMPTY]
        capturing = [at for at in empty if turned(position.cells, at, colour)]
        beside = [at for at in empty if any(line and position.cells[line[0]] != EMPTY for line in lines_from(at))]
        return tuple(square_name(at, SIZE) for at in capturing or beside)

    def chances(self, _position: Balls) -> Sequence[Fraction]:
        """There are no dice."""
        return ()

    def play(self, position: Balls, move: str) -> Balls:
        """Set a ball, and turn what it outflanks."""
        return self._played(position, move, "rolit move")

    def _played(self, position: Balls, move: str, where: str) -> Balls:
        known = self.moves(position)
        check_move(move, known, where)
        square, cells = square_index(move, SIZE), list(position.cells)
        for at in (square, *turned(position.cells, square, NAMES[position.mover])):
            cells[at] = NAMES[position.mover]
        return Balls("".join(cells), (position.mover + 1) % self.many)

    def utility(self, position: Balls) -> tuple[float, ...] | None:
        """Everybody's balls."""
        if EMPTY in position.cells:
            return None
        return tuple(float(position.cells.count(name)) for name in NAMES[: self.many])

    def state(self, position: Balls) -> Sequence[int]:
        """A word for each of four colours, and the mover."""
        words = [sum(1 << at for at, cell in enumerate(position.cells) if cell == name) for name in NAMES[:4]]
        return (*words, position.mover)

    def code_of(self, _position: Balls, move: str) -> int:
        """The square's bit."""
        return 1 << square_index(move, SIZE)
