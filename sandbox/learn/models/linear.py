"""Linear: the sum itself is the score, and its squared error is minimised."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sandbox.kernels.arrays import Floats
from sandbox.learn.design import Design
from sandbox.learn.models.api import Iterations, Ridge, Step, models, silent
from sandbox.learn.models.squares import Squares, Summed, solved


@models.register("linear", title="Linear", error="points off", order=1)
@dataclass(frozen=True, slots=True)
class Linear(Summed):
    """Least squares of the game's own score."""

    ridge: Ridge = 3.0
    iterations: Iterations = 20

    points: ClassVar[bool] = True

    def target(self, labels: Floats) -> Floats:
        """The score."""
        return labels

    def fit(self, design: Design, target: Floats, centre: Floats, report: Step = silent) -> Floats:
        """The one minimum."""
        return solved(Squares(design, target, np.ones(len(target)), self.ridge, centre), self.iterations, report)

    def error(self, sums: Floats, target: Floats) -> float:
        """The root of the mean square."""
        return float(np.sqrt(np.mean((sums - target) ** 2))) if len(target) else 0.0

    def loss(self, design: Design, target: Floats, centre: Floats, w: Floats) -> float:
        """Half the sum of squares, and of what the ridge holds."""
        return float(np.sum((design.times(w) - target) ** 2) + self.ridge * np.sum((w - centre) ** 2)) / 2

    def gradient(self, design: Design, target: Floats, centre: Floats, w: Floats) -> Floats:
        """Its slope."""
        return design.back(design.times(w) - target) + self.ridge * (w - centre)
