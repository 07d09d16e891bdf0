"""TITLE: save this file and alpha-beta judges by it as it now stands."""

from dataclasses import dataclass
from typing import Annotated, Any

from sandbox.own import Help, Range, evaluation


@evaluation(title="TITLE", seconds=20)
@dataclass(frozen=True)
class Mine:
    """Who has more moves stands better."""  # what the list says of it; the fields below become its controls

    moves: Annotated[float, Range(0, 1), Help("what the share of moves counts")] = 0.9

    def estimate(self, game: Any, position: Any) -> float:
        """What a position is worth to whose turn it is: from -1, lost, to 1, won."""
        mine = game.moves(position)
        after = [len(game.moves(game.play(position, move))) for move in mine]
        theirs = sum(after) / len(after)  # what the other has left, on average
        return self.moves * (len(mine) - theirs) / max(len(mine) + theirs, 1)
