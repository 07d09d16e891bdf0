"""What judges backgammon's positions: registered weighted sums, one file each in `sums/`; their fields are the weights.

A side's features are counted in its own view; the estimate is the difference of both sides' sums, as a share of a win.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from functools import lru_cache
from typing import Annotated

import numpy as np

from sandbox.games.api import Words
from sandbox.registry import ChoicesFrom, Help, Range, Registry

PIP, BLOT, POINT, HOME_POINT, ON_BAR, BORNE_OFF, PRIME = range(7)  # features, in the order of the fields below
Weight = Annotated[float, Range(-1000.0, 1000.0)]


@dataclass(frozen=True, slots=True)
class WeighedSum:
    """A weight for every feature; a sum of 3,000 is a win."""

    pip: Weight = 0.0  # every pip that is left to go
    blot: Weight = 0.0  # an eighth of it for each pip that a blot within the other's reach would lose
    point: Weight = 0.0  # two checkers or more on a point
    home_point: Weight = 0.0  # … besides, in the home
    on_bar: Weight = 0.0  # a checker there, besides its pips
    borne_off: Weight = 0.0  # a checker that is off
    prime: Weight = 0.0  # each point of the longest run of points

    def words(self) -> Words:
        """As the kernels read them."""
        return np.array(astuple(self), np.float64).view(np.uint64)


backgammon_sums: Registry[WeighedSum] = Registry("evaluation", "sandbox.games.general.library.backgammon.sums")
"""Registered with `order`."""


def keys() -> tuple[str, ...]:
    """What the option may be set to."""
    return backgammon_sums.keys()


Evaluation = Annotated[str, ChoicesFrom(keys), Help("what judges positions at the horizon: a weighted sum of features")]


@lru_cache(maxsize=16)
def weights_of(key: str) -> Words:
    """A registered sum's weights."""
    return backgammon_sums[key].create().words()
