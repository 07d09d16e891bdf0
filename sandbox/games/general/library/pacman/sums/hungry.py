"""The score and the way to the next dot: what cures thrashing. Weights chosen by hand."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.pacman.judging import WeighedSum, pacman_sums
from sandbox.games.general.sums import Weight


@pacman_sums.register("hungry", title="Score and the nearest dot", order=30)
@dataclass(frozen=True, slots=True)
class Hungry(WeighedSum):
    """Points, and how near the next dot is."""

    score: Weight = 1.0
    food_distance: Weight = -0.5
