"""Careful, and after capsules and scared ghosts as well. Weights chosen by hand."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.pacman.judging import WeighedSum, Weight, pacman_sums


@pacman_sums.register("hunter", title="Careful, and hunting", order=20)
@dataclass(frozen=True, slots=True)
class Hunter(WeighedSum):
    """Points, dots, capsules, and ghosts while they are scared."""

    score: Weight = 1.0
    food_distance: Weight = -0.5
    capsules_left: Weight = -20.0
    ghost_near: Weight = -4.0
    scared_near: Weight = 2.0
