"""The game on the board: its positions so far, whose turn it is, and going back and forth in them."""

from __future__ import annotations

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

    @property
    def behind(self) -> bool:
        """Whether moves follow that were taken back."""
        return self.at < len(self.moves)

    def back(self) -> bool:
        """Look at the position before; whether there is another one before that."""
        self.at = max(self.at - 1, 0)
        return self.at > 0

    def forward(self) -> bool:
        """Look at the next position; whether there is another one after that."""
        self.at = min(self.at + 1, len(self.moves))
        return self.behind
