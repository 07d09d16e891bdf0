"""Pips, blots in reach, points made, the bar, what is off, the longest prime. Weights chosen by hand."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.backgammon.judging import WeighedSum, backgammon_sums
from sandbox.games.general.sums import Weight


@backgammon_sums.register("positional", title="Race and position", order=10, origin="chosen by hand")
@dataclass(frozen=True, slots=True)
class Positional(WeighedSum):
    """What a beginner learns to look at; it says nothing of gammons."""

    pip: Weight = -10.0
    blot: Weight = -14.0
    point: Weight = 22.0
    home_point: Weight = 30.0
    on_bar: Weight = -60.0
    borne_off: Weight = 22.0
    prime: Weight = 12.0
