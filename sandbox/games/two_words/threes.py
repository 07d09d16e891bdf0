"""Three in a row on 3 × 3 squares, for people: lines as texts, and what is checked of a position that is written out.

Knows nothing of the kernels; their tables are made of the same lines (three_by_three.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from sandbox.errors import BadInput
from sandbox.games.two_words.boards import Cells
from sandbox.games.two_words.notation import read_board

ROWS = ("012", "345", "678", "036", "147", "258", "048", "246")  # the last two are the diagonals
C = TypeVar("C", bound=Cells)


def read_signs(text: str, where: str, most: int, expected: str) -> tuple[str, str, int, int]:
    """Nine cells, the side if it is said, how many X and how many O; X begins, and sets at most one more."""
    cells, side = read_board(text, 9, where)
    first, second = cells.count("X"), cells.count("O")
    if max(first, second) > most or first - second not in (0, 1):
        raise BadInput(where, f"{first} X and {second} O", expected)
    return cells, side, first, second


def check_side(side: str, due: str, signs: tuple[int, int], where: str) -> None:
    """Refuse another side to move than who is due by what has been set."""
    if side and side != due:
        raise BadInput(where, f"{side} to move with {signs[0]} X and {signs[1]} O", f"{due} to move")


def line_of(cells: str, side: str, rows: Sequence[str] = ROWS) -> str:
    """The indices of a line a side has, or nothing."""
    return next((line for line in rows if all(cells[int(i)] == side for i in line)), "")


def without_line(position: C, where: str, rows: Sequence[str] = ROWS) -> C:
    """The position, unless who is to move has three already."""
    if line_of(position.cells, position.side, rows):
        raise BadInput(where, f"{position.side} has three and is to move", "the last to move may have three")
    return position
