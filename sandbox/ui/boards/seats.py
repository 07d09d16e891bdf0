"""Who plays: a person, or an engine with its options and its budget."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from sandbox.games.api import Game
from sandbox.gametree.api import Engine, engines_for
from sandbox.gametree.evaluation.judging import offered
from sandbox.registry import Entry, Option


@dataclass
class Seat:
    """One side of the board."""

    game: str = ""  # the key of what is played
    engines: tuple[Entry[Engine], ...] = ()
    chosen: int = 0  # 0 is the person, 1 … the engines
    options: dict[str, dict[str, Any]] = field(default_factory=dict)
    budget: dict[str, Any] = field(default_factory=lambda: {"seconds": 1.0, "depth": 0, "nodes": 0})
    memory: dict[Any, Any] = field(default_factory=dict)  # what the engine keeps from move to move

    @property
    def entry(self) -> Entry[Engine] | None:
        """The engine that sits here, if any."""
        return self.engines[self.chosen - 1] if 0 < self.chosen <= len(self.engines) else None

    def suit(self, game: Entry[Game], key: str) -> None:
        """Offer the engines that fit a game, and seat one of them: a person where none has this key."""
        self.game, self.engines = game.key, engines_for(game.info["axes"])
        keys = ["", *(e.key for e in self.engines)]
        self.chosen = keys.index(key) if key in keys else 0
        self.forget()

    @property
    def offered(self) -> tuple[Option, ...]:
        """The engine's options, as far as they fit the game."""
        return offered(self.entry.options, self.game) if self.entry is not None else ()

    def forget(self) -> None:
        """Begin a memory: a search that still runs keeps the one it has."""
        self.memory = {}

    def swap(self, other: Seat) -> None:
        """Exchange who sits, how they play and how long they may think."""
        for name in ("engines", "chosen", "options", "budget"):
            mine, theirs = getattr(self, name), getattr(other, name)
            setattr(self, name, theirs)
            setattr(other, name, mine)
        self.forget()
        other.forget()
