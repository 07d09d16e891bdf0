"""Who has thought for how long at the board, and what the game's clock leaves them."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.gametree.api import Limits
from sandbox.gametree.play.time_control import TimeControl
from sandbox.ui.boards.game.match import Match


class Clocks:
    """Measures whoever is to move. It stands while nobody may think: behind another tab, a tree, a duel."""

    def __init__(self, now: Callable[[], float]) -> None:
        self.now = now
        self.control = TimeControl()
        self.since = now()  # when whoever is to move was asked to
        self._stood = 0.0  # since when it stands
        self._before, self._made = (0.0, 0.0), (0, 0)  # used and moved by each side when the clock was wound

    def wind(self, control: TimeControl, match: Match, *, runs: bool) -> None:
        """A clock set in the midst of a game: everybody has all of it from now on."""
        self.control = control
        self._before, self._made = self.used(match, runs=runs), (match.made(0), match.made(1))

    def afresh(self) -> None:
        """Another game."""
        self._before, self._made = (0.0, 0.0), (0, 0)

    def begin(self, rest: float = 0.0) -> None:
        """Somebody is to move: now, or after a rest."""
        self.since, self._stood = self.now() + rest, 0.0

    def hurry(self) -> None:
        """A rest was cut short."""
        self.since = min(self.since, self.now())

    def stand(self) -> None:
        """Stop."""
        self._stood = self._stood or self.now()

    def go_on(self) -> None:
        """Run again."""
        if self._stood:
            self.since += self.now() - self._stood
            self._stood = 0.0

    @property
    def spent(self) -> float:
        """By whoever is to move, on this move."""
        return max(0.0, (self._stood or self.now()) - self.since)

    def used(self, match: Match, *, runs: bool) -> tuple[float, float]:
        """By each side, in seconds; `runs`: whoever is to move is thinking."""
        used = [match.used(0), match.used(1)]
        if runs:
            used[match.to_move] += self.spent
        return used[0], used[1]

    def flagged(self, match: Match, *, runs: bool) -> bool:
        """Whether whoever is to move has no time left."""
        left = self.left(match, runs=runs)
        return runs and left is not None and left[match.to_move] <= 0

    def within(self, limits: Limits, match: Match) -> Limits:
        """An engine's budget that keeps to the clock, too."""
        left = self.left(match, runs=False)
        return limits if left is None else self.control.within(limits, left[match.to_move])

    def left(self, match: Match, *, runs: bool) -> tuple[float, float] | None:
        """What each side has left; None without a clock."""
        if not self.control.minutes:
            return None
        used = self.used(match, runs=runs)
        fallen = match.loser if match.here in match.fallen else None
        left = [0.0 if side == fallen else self._left_of(side, used[side], match.made(side)) for side in (0, 1)]
        return left[0], left[1]

    def _left_of(self, side: int, used: float, made: int) -> float:
        """Of what counts since the clock was wound; nothing does at positions before that."""
        return self.control.left(max(used - self._before[side], 0.0), max(made - self._made[side], 0))
