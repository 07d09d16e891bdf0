"""Boards written cell by cell, `-XO` and the side to move: what their positions and faces share."""

from __future__ import annotations

from typing import Any

from sandbox.games.api import BoardPicture, BoardStyle, Stone, Target
from sandbox.games.two_words.notation import COLUMN_NAMES, ROW_NAMES, SIDES, Readable

Place = tuple[float, float]


class Cells:
    """A position of cells, each `-`, `X` or `O`, row by row, with `side` to move."""

    __slots__ = ()

    cells: str

    @property
    def side(self) -> str:
        """Whose turn it is: a field, or worked out."""
        raise NotImplementedError

    @property
    def other(self) -> str:
        """Whose turn it is not."""
        return SIDES[1 - SIDES.index(self.side)]

    @property
    def words(self) -> tuple[int, int]:
        """Own and other cells."""
        own, other = (sum(1 << i for i, c in enumerate(self.cells) if c == s) for s in (self.side, self.other))
        return own, other

    def stones(self, width: int) -> tuple[Stone, ...]:
        """For the picture of a board so wide."""
        return tuple(Stone(*place(i, width), SIDES.index(c)) for i, c in enumerate(self.cells) if c != "-")


class CellsFace(Readable):
    """Notation of such positions: cells and perhaps the side."""

    def print(self, position: Any) -> str:
        """The cells and the side."""
        return f"{position.cells} {position.side}"

    def to_move(self, position: Any) -> int:
        """X is 0."""
        return SIDES.index(position.side)


def place(cell: int, width: int) -> Place:
    """Column and row."""
    return float(cell % width), float(cell // width)


def square_board(
    position: Cells,
    width: int,
    style: BoardStyle,
    targets: tuple[Target, ...],
    highlights: tuple[Place, ...],
    caption: str,
    **more: Any,
) -> BoardPicture:
    """The picture of a board as wide as high, its columns and rows named as its squares are."""
    return BoardPicture(
        style, width, width, position.stones(width), targets, highlights=highlights, caption=caption,
        column_names=tuple(COLUMN_NAMES[:width]), row_names=tuple(ROW_NAMES[:width]), **more,
    )  # fmt: skip
