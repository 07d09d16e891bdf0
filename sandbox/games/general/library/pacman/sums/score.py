"""The score alone: within the horizon a dot now is worth as much as a dot later, so he may go to and fro for ever."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.pacman.judging import WeighedSum, pacman_sums
from sandbox.games.general.sums import Weight


@pacman_sums.register("score", title="Score alone", order=40)
@dataclass(frozen=True, slots=True)
class Score(WeighedSum):
    """Points, and nothing else."""

    score: Weight = 1.0
