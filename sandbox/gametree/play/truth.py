"""What moves are truly worth, wherever that can be known in a moment, and what a move gives away: its regret.

The truth comes from the game's table of endings or its book, from its own solver, or from playing the game to its end
(exact.py); beyond a budget of nodes it is not known. So it depends on no clock: the same is known on every machine.

    truth = Truth(game)
    truth.of_moves(position)          {"4": 1.0, "3": 0.0, ...}, or nothing where it is not known
    truth.regrets(positions, moves)   of every move of a game: 0 for a best one, None where the truth is not known

Values are the game's own scores, from the mover's side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final

from sandbox.games.api import Game
from sandbox.gametree.api import Limits, Status, new_stop
from sandbox.gametree.books.book import page_of
from sandbox.gametree.known.endings import worths
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from sandbox.kernels.arrays import Stop

ENOUGH: Final = 2_000_000
"""Nodes a position may take: a fraction of a second."""

Worths = Mapping[str, float]


@dataclass(slots=True)
class Truth:
    """What is known of one game."""

    game: Game
    nodes: int = ENOUGH  # that a position may take
    stop: Stop = field(default_factory=new_stop)
    _report: SearchReport = field(default_factory=SearchReport)

    def value(self, position: Any) -> float | None:
        """A position's value; None where it is not known."""
        face = self.game.face()
        if not face.moves(position):
            return face.utility(position, face.to_move(position))
        if known := self._kept(position):
            return max(known.values())
        found = exact.solve(self.game, position, self._limits(), self._report)
        return found.value if found.exact else None

    def of_moves(self, position: Any) -> Worths | None:
        """What each move is worth; None where that of one is not known, and at the end of the game."""
        if not self.game.face().moves(position):
            return None
        if known := self._kept(position):
            return known
        found = exact.solve(self.game, position, self._limits(every_move=True), self._report)
        if found.status is not Status.DONE or not all(row.exact for row in found.root):
            return None
        return {row.move: row.value for row in found.root if row.value is not None}

    def _kept(self, position: Any) -> Worths | None:
        """What the game's table of endings or its book says of each move."""
        if (known := worths(self.game, position)) is not None:
            return known
        return {move: float(worth) for move, worth in (page_of(self.game, position) or {}).items()}

    def regrets(self, positions: Sequence[Any], moves: Sequence[str]) -> tuple[float | None, ...]:
        """What each move of a game gave away; `positions` are those before the moves, and the last."""
        values = [self.value(position) for position in positions]
        known = zip(pairwise(values), moves, strict=True)
        return tuple(None if b is None or a is None else max(0.0, b + a) for (b, a), _ in known)

    def _limits(self, *, every_move: bool = False) -> Limits:
        return Limits(nodes=self.nodes, every_move=every_move, stop=self.stop)


@dataclass(frozen=True, slots=True)
class Regret:
    """What a player's moves gave away, as far as it is known."""

    moves: int = 0  # of which it is known
    unknown: int = 0
    total: float = 0.0
    largest: float = 0.0
    mistakes: int = 0  # moves that were not best

    @classmethod
    def of(cls, regrets: Sequence[float | None]) -> Regret:
        """Add up."""
        known = [regret for regret in regrets if regret is not None]
        unknown, mistakes = len(regrets) - len(known), sum(regret > 0 for regret in known)
        return cls(len(known), unknown, sum(known), max(known, default=0.0), mistakes)

    @property
    def mean(self) -> float:
        """Of a move that is known."""
        return self.total / self.moves if self.moves else 0.0

    def to_json(self) -> dict[str, Any]:
        """One player's object in the summary of `match --json`."""
        return {name: getattr(self, name) for name in self.__slots__} | {"mean": self.mean}
