"""Two-word games for the general engines, each with its best evaluation, its estimates as people read them."""

from __future__ import annotations

from sandbox.games.api import Axes, Game
from sandbox.games.general.adapter import TwoWords
from sandbox.gametree.evaluation.judging import BEST, entry_of, judge_of
from sandbox.gametree.values import for_people


class Judged(TwoWords):
    """A two-word game with an evaluation."""

    def shown(self, worth: float) -> float:
        """Exact results in the game's own units, estimates between -1 and 1."""
        return for_people(round(worth))


def general(game: Game, evaluation: str = BEST) -> Judged:
    """A two-word game as a general one."""
    axes: Axes = entry_of(game).info["axes"]
    judge = judge_of(game, evaluation)
    return Judged(game, axes, judge.kernel, judge.weights)
