"""Careful, and after capsules and scared ghosts as well. Weights chosen by hand."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.pacman.judging import pacman_sums
from sandbox.games.general.library.pacman.sums.careful import Careful
from sandbox.games.general.sums import Weight


@pacman_sums.register("hunter", title="Careful, and hunting", order=20)
@dataclass(frozen=True, slots=True)
class Hunter(Careful):
    """Points, dots, capsules, and ghosts while they are scared."""

    capsules_left: Weight = -20.0
    scared_near: Weight = 2.0
