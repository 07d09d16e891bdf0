"""A game's clock: how long each side has for all its moves, and what an engine may spend on the next one.

Minutes for the game and seconds added with every move, written as people do: "5+3". An engine shares what it has left
among as many moves as games usually still last, and spends most of what a move adds.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace
from typing import Final

from sandbox.errors import BadInput
from sandbox.gametree.api import Limits

MOVES_LEFT: Final = 20
SPENT: Final = 0.8  # of what a move adds
RESERVE: Final = 0.05  # seconds that pass between an answer and the clock
LEAST: Final = 0.001
MOST_MINUTES, MOST_INCREMENT = 180.0, 60.0


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How long each side has; without minutes there is no clock."""

    minutes: float = 0.0
    increment: float = 0.0  # seconds, for each move made

    @classmethod
    def parse(cls, text: str) -> TimeControl:
        """From "5", or "5+3"."""
        minutes, _, increment = text.partition("+")
        try:
            found = cls(float(minutes), float(increment or 0))
        except ValueError:
            found = cls(math.nan)
        if not (0 < found.minutes <= MOST_MINUTES and 0 <= found.increment <= MOST_INCREMENT):
            span = f"up to {MOST_MINUTES:g} minutes, and up to {MOST_INCREMENT:g} seconds a move: 5+3"
            raise BadInput("clock", repr(text), span)
        return found

    @property
    def words(self) -> str:
        """As `parse` reads it."""
        return f"{self.minutes:g}+{self.increment:g}" if self.minutes else ""

    def left(self, used: float, moves: int) -> float:
        """Seconds a side has left, after so many moves of its own."""
        return 60.0 * self.minutes + self.increment * moves - used

    def allowance(self, left: float) -> float:
        """Seconds an engine may take for its next move."""
        share = left / MOVES_LEFT + SPENT * self.increment
        return max(LEAST, min(share, max(left - RESERVE, left / MOVES_LEFT)))

    def within(self, limits: Limits, left: float) -> Limits:
        """A budget that keeps to the clock, too."""
        if not self.minutes:
            return limits
        return replace(limits, seconds=min(limits.seconds or math.inf, self.allowance(left)))


@dataclass(slots=True)
class GameClock:
    """The clock of one game between engines."""

    control: TimeControl
    used: list[float] = field(default_factory=lambda: [0.0, 0.0])
    made: list[int] = field(default_factory=lambda: [0, 0])
    fallen: int | None = None  # whose time ran out

    def within(self, limits: Limits, who: int) -> Limits:
        """The budget of a player's next move."""
        return self.control.within(limits, self.control.left(self.used[who], self.made[who]))

    def press(self, who: int, seconds: float) -> None:
        """A move was made, in so much time; it must have been there before the move's increment."""
        self.used[who] += seconds
        if self.control.minutes and self.control.left(self.used[who], self.made[who]) <= 0:
            self.fallen = who
        self.made[who] += 1
