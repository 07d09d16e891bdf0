"""What ghosts want together: to be near, and to come to as many cells as can be before him. Chosen by hand."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.pacman.judging import pacman_sums
from sandbox.games.general.library.pacman.sums.chase import Chase
from sandbox.games.general.sums import Weight


@pacman_sums.register("surround", title="Near, and cutting off", order=60)
@dataclass(frozen=True, slots=True)
class Surround(Chase):
    """For ghosts: how near they are, and how much they cut off."""

    cut_off: Weight = -0.3
