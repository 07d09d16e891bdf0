"""A position set up by hand: squares filled one by one, the side to move chosen, and one line that says what is wrong.

    setup = Setup("othello", {}, "-")
    setup.put(3, 4, "X")
    setup.side = "O"
    setup.problem               # "" once the position can be played from

For the games with a board; piles and trees are written (`Setup.text` is what their faces read).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sandbox.errors import BadInput
from sandbox.games.api import Face, games

SIZES: Final = {"connect-four": (7, 6), "othello": (8, 8), "tic-tac-toe": (3, 3), "morris": (3, 3)}
EMPTY: Final = "-"
SIDELESS: Final = ("connect-four", "tic-tac-toe")  # whose turn it is follows from the stones


class Setup:
    """A board being set up; squares are X, O or empty, (0, 0) is the top left."""

    def __init__(self, key: str, options: Mapping[str, Any] | None = None, start: str = "-") -> None:
        if key not in SIZES:
            raise BadInput("set-up", key, "one of " + ", ".join(SIZES))
        self.key, (self.columns, self.rows) = key, SIZES[key]
        self.face: Face[Any] = games[key].create(dict(options or {})).face()
        self.side = "X"
        self._cells = [EMPTY] * (self.columns * self.rows)
        self._take(self.face.parse(start))

    def _take(self, position: Any) -> None:
        for stone in self.face.picture(position).stones:
            self.put(int(stone.x), int(stone.y), "XO"[stone.player])
        self.side = "XO"[self.face.to_move(position)]

    def put(self, x: int, y: int, piece: str) -> None:
        """Fill a square with X or O, or empty it."""
        if not (0 <= x < self.columns and 0 <= y < self.rows) or piece not in ("X", "O", EMPTY):
            raise BadInput("set-up", f"{piece!r} on {x}, {y}", f"X, O or - within {self.columns} × {self.rows}")
        self._cells[y * self.columns + x] = piece

    def at(self, x: int, y: int) -> str:
        """What stands on a square."""
        return self._cells[y * self.columns + x]

    def clear(self) -> None:
        """Empty the board."""
        self._cells = [EMPTY] * len(self._cells)

    @property
    def text(self) -> str:
        """The position as its face reads it."""
        cells = "".join(self._cells)
        if set(cells) == {EMPTY} and self.key != "othello":
            return "-"
        return cells if self.key in SIDELESS else f"{cells} {self.side}"

    @property
    def problem(self) -> str:
        """What is wrong with the position, in one line; empty if it can be played from."""
        try:
            position = self.face.parse(self.text)
        except BadInput as error:
            return f"{error.found}, expected {error.expected}"
        return "" if self.face.moves(position) else "the game is over"

    def position(self) -> Any:
        """The position, or what is wrong with it as an error."""
        return self.face.parse(self.text)
