"""What games share whose positions are judged by registered weighted sums: a field for the weight of each feature."""

from __future__ import annotations

from dataclasses import astuple
from typing import Annotated, Any

import numpy as np

from sandbox.games.api import Words
from sandbox.registry import Help, Range

Weight = Annotated[float, Range(-1000.0, 1000.0)]
WHAT_JUDGES = Help("what judges positions at the horizon: a weighted sum of features")


class Weights:
    """Fields that are weights, in the order of the features."""

    __slots__ = ()

    def words(self: Any) -> Words:
        """As the kernels read them."""
        return np.array(astuple(self), np.float64).view(np.uint64)
