"""The game on the board: its positions so far, whose turn it is, and going back and forth in them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sandbox.games.api import Face, games
from sandbox.registry import Entry


@dataclass
class Match:
    """A line of play; `at` is the position looked at, later ones are kept until another move is made."""

    entry: Entry[Any]
    options: dict[str, Any] = field(default_factory=dict)
    positions: list[Any] = field(default_factory=list)
    moves: list[str] = field(default_factory=list)
    at: int = 0

    def __post_init__(self) -> None:
        self.game = self.entry.create(self.options)
        self.face: Face[Any] = self.game.face()
        if not self.positions:
            self.positions.append(self.face.start())

    @classmethod
    def of(cls, key: str, text: str = "-") -> Match:
        """A game of a kind, from a position in its notation."""
        match = cls(games[key])
        match.positions = [match.face.parse(text)]
        return match

    @property
    def position(self) -> Any:
        """The position on the board."""
        return self.positions[self.at]

    @property
    def to_move(self) -> int:
        """Whose turn it is."""
        return self.face.to_move(self.position)

    @property
    def legal(self) -> Sequence[str]:
        """What may be played; empty when the game is over."""
        return () if self.over else self.face.moves(self.position)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.face.utility(self.position, 0) is not None

    def play(self, move: str) -> None:
        """Make a move; what had been played after this position is dropped."""
        position = self.face.play(self.position, move)
        del self.positions[self.at + 1 :], self.moves[self.at :]
        self.positions.append(position)
        self.moves.append(move)
        self.at += 1

    def back(self) -> bool:
        """Look at the position before."""
        self.at = max(self.at - 1, 0)
        return self.at > 0

    def forward(self) -> None:
        """Look at the next position."""
        self.at = min(self.at + 1, len(self.positions) - 1)

    def start_again(self) -> None:
        """A new game of the same kind."""
        self.positions, self.moves, self.at = [self.face.start()], [], 0
