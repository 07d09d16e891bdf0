"""Avoids trouble: the score, the way to the next dot, and no ghost near. Weights chosen by hand."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.pacman.judging import WeighedSum, pacman_sums
from sandbox.games.general.sums import Weight


@pacman_sums.register("careful", title="Score, food, no ghost near", order=10)
@dataclass(frozen=True, slots=True)
class Careful(WeighedSum):
    """Points, the nearest dot, distance from ghosts."""

    score: Weight = 1.0
    food_distance: Weight = -0.5
    ghost_near: Weight = -4.0
