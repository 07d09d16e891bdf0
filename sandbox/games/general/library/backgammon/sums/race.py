"""Pips alone: what a race is judged by, and too little as long as checkers can be hit."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.games.general.library.backgammon.judging import WeighedSum, backgammon_sums
from sandbox.games.general.sums import Weight


@backgammon_sums.register("race", title="The race alone", order=20, origin="chosen by hand")
@dataclass(frozen=True, slots=True)
class Race(WeighedSum):
    """How many pips are left to go."""

    pip: Weight = -10.0
