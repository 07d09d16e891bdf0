"""What the faces share of games whose position is all that happened, in its order: `KsJh raise call Js`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, ClassVar, Protocol

from sandbox.games.general.api import OneStart
from sandbox.games.general.words import CHANCE
from sandbox.games.two_words.notation import check_move, shortened


class _Face(Protocol):
    """What such a game says itself."""

    name: ClassVar[str]

    def start(self) -> Any:
        """As a face has it."""

    def to_move(self, position: Any) -> int:
        """Likewise."""

    def moves(self, position: Any) -> Sequence[str]:
        """Likewise."""

    def path(self, position: Any) -> Sequence[str]:
        """Likewise."""

    def after(self, position: Any, move: str) -> Any:
        """The position after a move or an outcome that is allowed."""


def allowed(face: _Face, position: Any, move: str, where: str) -> Any:
    """The position after a move or an outcome; BadInput if there is none of that name."""
    known = face.moves(position)
    check_move(move, known, where)
    return face.after(position, move)


class Sequential(OneStart):
    """A face that gives `name`, `start`, `to_move`, `moves`, `path` and `after`; how it is read and played follows."""

    __slots__ = ()

    def parse(self: _Face, text: str) -> Any:
        """Everything that happened, in its order."""
        words, position = text.split(), self.start()
        for word in [] if words == ["-"] else words:
            position = allowed(self, position, word, f"{self.name} position {shortened(text.strip())!r}")
        return position

    def print(self: _Face, position: Any) -> str:
        """The same, such that it can be read again."""
        return " ".join(self.path(position)) or "-"

    def play(self: _Face, position: Any, move: str) -> Any:
        """One thing more."""
        return allowed(self, position, move, f"{self.name} move")

    def chances(self: _Face, position: Any) -> Sequence[Fraction]:
        """All outcomes alike."""
        many = len(self.moves(position))
        return (Fraction(1, many),) * many if self.to_move(position) == CHANCE else ()
