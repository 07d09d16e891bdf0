"""What a ghost wants: to be near. Chosen by hand."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.pacman.judging import WeighedSum, pacman_sums
from sandbox.games.general.sums import Weight


@pacman_sums.register("chase", title="Near to Pac-Man", order=50)
@dataclass(frozen=True, slots=True)
class Chase(WeighedSum):
    """For ghosts: how near they are."""

    ghost_distance: Weight = 1.0
