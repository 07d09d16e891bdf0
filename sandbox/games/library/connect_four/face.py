"""Connect Four for people: columns as strings, from the bottom up. Knows nothing of the kernels.

A position is written as the columns played, `4453`, or, when the order is not known, as a board of 42
characters `-XO` from the top left (X moved first).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise, product

from sandbox.errors import BadInput
from sandbox.games.api import BoardPicture, BoardStyle, Stone, Target
from sandbox.games.two_words.notation import check_move, is_start, outcome_caption, shortened

COLUMNS, ROWS = 7, 6
SIDES = "XO"
DIRECTIONS = ((1, 0), (0, 1), (1, 1), (1, -1))


@dataclass(frozen=True, slots=True)
class Drop:
    """The stones of each column, bottom first, and the columns played as far as they are known."""

    columns: tuple[str, ...] = ("",) * COLUMNS
    played: str = ""

    @property
    def ply(self) -> int:
        """Stones on the board."""
        return sum(map(len, self.columns))

    @property
    def side(self) -> str:
        """Whose turn: X moved first."""
        return SIDES[self.ply % 2]

    @property
    def words(self) -> tuple[int, int]:
        """Own and other stones, seven bits a column."""
        own, other = (self._bits(s) for s in (self.side, SIDES[(self.ply + 1) % 2]))
        return own, other

    def _bits(self, side: str) -> int:
        return sum(1 << 7 * x + y for x, y in self.squares() if self.at(x, y) == side)

    def squares(self) -> Iterator[tuple[int, int]]:
        """Column and height of every stone."""
        return ((x, y) for x, column in enumerate(self.columns) for y in range(len(column)))

    def at(self, x: int, y: int) -> str:
        """The stone at column x, height y; empty outside."""
        inside = 0 <= x < COLUMNS and 0 <= y < len(self.columns[x])
        return self.columns[x][y] if inside else ""

    def dropped(self, x: int) -> Drop:
        """With one stone more of the side to move."""
        columns = list(self.columns)
        columns[x] += self.side
        known = len(self.played) == self.ply
        return Drop(tuple(columns), self.played + str(x + 1) if known else "")


def _lines() -> list[tuple[tuple[int, int], ...]]:
    """The squares of all 69 lines of four."""
    starts = product(range(COLUMNS), range(ROWS), DIRECTIONS)
    lines = [tuple((x + i * dx, y + i * dy) for i in range(4)) for x, y, (dx, dy) in starts]
    return [line for line in lines if all(0 <= x < COLUMNS and 0 <= y < ROWS for x, y in line)]


LINES = _lines()


@lru_cache(maxsize=4096)
def four(position: Drop, side: str) -> tuple[tuple[int, int], ...]:
    """The squares of one line of four of a side, or none."""
    own = {(x, y) for x, column in enumerate(position.columns) for y, stone in enumerate(column) if stone == side}
    return next((line for line in LINES if own.issuperset(line)), ())


class ConnectFourFace:
    """Rules and notation."""

    def start(self) -> Drop:
        """The empty board."""
        return Drop()

    def parse(self, text: str) -> Drop:
        """Columns played, or a board of 42 characters."""
        bare = "".join(text.split())
        if is_start(bare):
            return Drop()
        return self._replayed(bare) if bare.isascii() and bare[0].isdigit() else _from_board(bare)

    def _replayed(self, text: str) -> Drop:
        position = Drop()
        for number, letter in enumerate(text, start=1):
            where = f"connect-four position {shortened(text)!r}, move {number}"
            if letter not in "1234567":
                raise BadInput(where, f"{letter!r}", "a column 1–7")
            if four(position, SIDES[(position.ply + 1) % 2]):
                raise BadInput(where, "the game is over before it", "no further move")
            if len(position.columns[int(letter) - 1]) == ROWS:
                raise BadInput(where, f"column {letter} is full", "a column with room")
            position = position.dropped(int(letter) - 1)
        return position

    def print(self, position: Drop) -> str:
        """The columns played if they are known, else the board."""
        if len(position.played) == position.ply:
            return position.played or "-"
        return "".join(position.at(x, y) or "-" for y in reversed(range(ROWS)) for x in range(COLUMNS))

    def board(self, position: Drop) -> str:
        """Six rows and the column numbers."""
        rows = (" ".join(position.at(x, y) or "·" for x in range(COLUMNS)) for y in reversed(range(ROWS)))
        return "\n".join((*rows, "1 2 3 4 5 6 7"))

    def picture(self, position: Drop) -> BoardPicture:
        """A standing frame."""
        stones = tuple(Stone(x, ROWS - 1 - y, SIDES.index(position.at(x, y))) for x, y in position.squares())
        heights = [ROWS - 1 - len(column) for column in position.columns]
        targets = tuple(Target(m, int(m) - 1, heights[int(m) - 1]) for m in self.moves(position))
        marked = tuple((float(x), float(ROWS - 1 - y)) for x, y in self._marked(position))
        names = tuple(str(x + 1) for x in range(COLUMNS))
        return BoardPicture(
            BoardStyle.DROP,
            COLUMNS,
            ROWS,
            stones,
            targets,
            highlights=marked,
            caption=outcome_caption(self.utility(position, 0), position.side),
            column_names=names,
        )

    def _marked(self, position: Drop) -> tuple[tuple[int, int], ...]:
        line = four(position, "X") or four(position, "O")
        if line or not position.played:
            return line
        last = int(position.played[-1]) - 1
        return ((last, len(position.columns[last]) - 1),)

    def moves(self, position: Drop) -> tuple[str, ...]:
        """Open columns, while nobody has four."""
        if four(position, SIDES[(position.ply + 1) % 2]):
            return ()
        return tuple(str(x + 1) for x in range(COLUMNS) if len(position.columns[x]) < ROWS)

    def play(self, position: Drop, move: str) -> Drop:
        """Drop a stone."""
        check_move(move, self.moves(position), "connect-four move")
        return position.dropped(int(move) - 1)

    def bit_of(self, position: Drop, move: str) -> int:
        """Where the stone lands."""
        x = int(move) - 1
        return 1 << 7 * x + len(position.columns[x])

    def move_of(self, position: Drop, bit: int) -> str:
        """The column of a bit."""
        return str((bit.bit_length() - 1) // 7 + 1)

    def to_move(self, position: Drop) -> int:
        """X is 0."""
        return position.ply % 2

    def utility(self, position: Drop, player: int) -> float | None:
        """22 minus the winner's stones, signed."""
        for winner, side in enumerate(SIDES):
            if four(position, side):
                value = 22 - (position.ply + 1 - winner) // 2
                return value if winner == player else -value
        return 0 if position.ply == COLUMNS * ROWS else None


def _from_board(text: str) -> Drop:
    """Read 42 characters from the top left, and see that such a game exists."""
    where = f"connect-four position {shortened(text)!r}"
    wrong = next((letter for letter in text if letter not in "-XO"), "")
    if wrong:
        raise BadInput(where, f"character {wrong!r}", "columns 1–7, or a board of - X O")
    if len(text) != COLUMNS * ROWS:
        raise BadInput(where, f"{len(text)} characters", f"a board of {COLUMNS * ROWS}")
    upright = ["".join(text[x::COLUMNS][::-1]) for x in range(COLUMNS)]
    for x, column in enumerate(upright):
        if any(below == "-" != above for below, above in pairwise(column)):
            raise BadInput(where, f"a floating stone in column {x + 1}", "stones on stones")
    return _possible(Drop(tuple(column.rstrip("-") for column in upright)), where)


def _possible(position: Drop, where: str) -> Drop:
    stones = "".join(position.columns)
    first, second = stones.count("X"), stones.count("O")
    if first - second not in (0, 1):
        raise BadInput(where, f"{first} X and {second} O", "as many X as O, or one more")
    mover = four(position, position.side)
    if mover:
        raise BadInput(where, f"{position.side} has four and is to move", "the last to move may have four")
    last = SIDES[(position.ply + 1) % 2]
    if four(position, last) and not any(_ends_there(position, x, last) for x in range(COLUMNS)):
        raise BadInput(where, f"{last} has fours that no single last stone made", "a game that ended in time")
    return position


def _ends_there(position: Drop, x: int, side: str) -> bool:
    """Whether a side's stone on top of column x may have been the last: before it there was no four."""
    column = position.columns[x]
    if not column.endswith(side):
        return False
    before = Drop((*position.columns[:x], column[:-1], *position.columns[x + 1 :]))
    return not four(before, side)
