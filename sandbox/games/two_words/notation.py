"""What the faces share in words: sides, squares, short messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from sandbox.errors import BadInput
from sandbox.games.api import Pieces

COLUMN_NAMES, ROW_NAMES = "abcdefgh", "12345678"
SIDES = "XO"
"""X moved first, everywhere."""

SIDE_NAMES = {
    Pieces.COLOURED: ("Yellow", "Red"),
    Pieces.BLACK_AND_WHITE: ("Black", "White"),
    Pieces.SIGNS: ("X", "O"),
    Pieces.COUNTERS: ("First player", "Second player"),
}
"""What a board on the screen calls the two, after what is seen of them."""


def shortened(text: str, limit: int = 40) -> str:
    """What was given, on one line and cut, for a message."""
    text = "".join(c if c.isprintable() else " " for c in text)
    return text if len(text) <= limit else text[: limit - 1] + "…"


def is_start(text: str) -> bool:
    """Whether a position that is written like this is the game's start: nothing, or a dash."""
    return text.strip() in ("", "-")


class Readable:
    """What faces share that read a position as it is written out: they give `name`, `start` and `read`."""

    __slots__ = ()

    name: ClassVar[str]  # of the game

    def start(self) -> Any:
        """As a face has it."""
        raise NotImplementedError

    def read(self, text: str, where: str) -> Any:
        """A position that is written out."""
        raise NotImplementedError

    def parse(self, text: str) -> Any:
        """As a face has it."""
        bare = text.strip()
        return self.start() if is_start(bare) else self.read(bare, f"{self.name} position {shortened(bare)!r}")


def choice(legal: Iterable[str]) -> str:
    """What a move was expected to be."""
    words = " ".join(legal)
    return f"one of {words}" if words else "no move: the game is over"


def check_move(move: str, legal: Sequence[str], where: str) -> None:
    """Raise BadInput unless a move is one of these."""
    if move not in legal:
        raise BadInput(where, f"{shortened(move)!r}", choice(legal))


def outcome_caption(result: float | None, side: str, pieces: Pieces = Pieces.COLOURED) -> str:
    """Whose turn, or how it ended; `result` is the first player's."""
    first, second = SIDE_NAMES[pieces]
    if result is None:
        return f"{first if side == SIDES[0] else second} to move"
    return "Draw" if result == 0 else f"{first if result > 0 else second} wins"


def square_name(index: int, width: int) -> str:
    """`a1` is the top left, letters run right, numbers down."""
    return COLUMN_NAMES[index % width] + str(index // width + 1)


def square_index(name: str, width: int) -> int:
    """The inverse of `square_name` for a well-formed name; -1 otherwise."""
    if len(name) != 2 or name[0] not in COLUMN_NAMES[:width] or name[1] not in ROW_NAMES[:width]:
        return -1
    return (int(name[1]) - 1) * width + COLUMN_NAMES.index(name[0])


def read_board(text: str, size: int, where: str) -> tuple[str, str]:
    """`size` characters -XO and perhaps the side to move: (cells, side or "")."""
    typed = "".join(text.split())
    bare = typed.upper()
    wrong = next((letter for letter in typed if letter.upper() not in "-XO"), "")
    if wrong:
        raise BadInput(where, f"character {wrong!r}", f"{size} characters - X O and the side to move")
    if len(bare) not in (size, size + 1):
        raise BadInput(where, f"{len(bare)} characters", f"{size} and the side to move")
    side = bare[size:]
    if side == "-":
        raise BadInput(where, "'-' for the side to move", "X or O")
    return bare[:size], side
