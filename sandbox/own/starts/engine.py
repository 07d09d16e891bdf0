"""TITLE: save this file and it plays as it now stands."""

from dataclasses import dataclass
from typing import Annotated, Any

from sandbox.own import Help, Range, Thinking, engine


@engine(title="TITLE", seconds=20)
@dataclass(frozen=True)
class Mine:
    """Minimax of my own, for any game of two."""  # what the list says of it; the fields below become its controls

    depth: Annotated[int, Range(1, 20), Help("plies it looks ahead")] = 3

    def choose(self, game: Any, position: Any, report: Thinking) -> str:
        """Return one of game.moves(position)."""
        values: dict[str, float] = {}
        for move in game.moves(position):
            values[move] = -self.value(game, game.play(position, move), self.depth - 1, report)
            report.best(max(values, key=values.__getitem__))  # counts if time runs out
        return max(values, key=values.__getitem__)

    def value(self, game: Any, position: Any, depth: int, report: Thinking) -> float:
        """What a position is worth to whose turn it is."""
        report.node()  # counted; ends the search when its time or nodes are spent
        result = game.utility(position, game.to_move(position))  # None while the game goes on
        if result is not None:
            return float(result)
        if depth == 0:
            return 0.0  # an estimate of your own belongs here
        after = (game.play(position, move) for move in game.moves(position))
        return max(-self.value(game, each, depth - 1, report) for each in after)
