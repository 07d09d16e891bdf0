"""What judges backgammon's positions: registered weighted sums, one file each in `sums/`; their fields are the weights.

A side's features are counted in its own view; the estimate is the difference of both sides' sums, as a share of a win.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

from sandbox.games.api import Words
from sandbox.games.general.sums import WHAT_JUDGES, Weight, Weights
from sandbox.registry import ChoicesFrom, Registry

PIP, BLOT, POINT, HOME_POINT, ON_BAR, BORNE_OFF, PRIME = range(7)  # features, in the order of the fields below


@dataclass(frozen=True, slots=True)
class WeighedSum(Weights):
    """A weight for every feature; a sum of 3,000 is a win."""

    pip: Weight = 0.0  # every pip that is left to go
    blot: Weight = 0.0  # an eighth of it for each pip that a blot within the other's reach would lose
    point: Weight = 0.0  # two checkers or more on a point
    home_point: Weight = 0.0  # … besides, in the home
    on_bar: Weight = 0.0  # a checker there, besides its pips
    borne_off: Weight = 0.0  # a checker that is off
    prime: Weight = 0.0  # each point of the longest run of points


backgammon_sums: Registry[WeighedSum] = Registry("evaluation", "sandbox.games.general.library.backgammon.sums")
"""Registered with `order`."""

Evaluation = Annotated[str, ChoicesFrom(backgammon_sums.keys), WHAT_JUDGES]


@lru_cache(maxsize=16)
def weights_of(key: str) -> Words:
    """A registered sum's weights."""
    return backgammon_sums[key].create().words()
