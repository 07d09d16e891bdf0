"""Logistic: the sum is the logit of the chance to win, and the cross-entropy with the results is minimised.

Newton's steps, each a weighted least squares problem (iteratively reweighted least squares; J. A. Nelder, R. W. M.
Wedderburn, "Generalized Linear Models", J. R. Statist. Soc. A 135, 1972). A draw counts as half a win. M. Buro,
"Statistical Feature Combination for the Evaluation of Game Positions", JAIR 3, 1995, fits Othello's features so.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, ClassVar

import numpy as np

from sandbox.kernels.arrays import Floats
from sandbox.learn.design import Design
from sandbox.learn.models.api import Iterations, Ridge, Step, models, sign_points, silent
from sandbox.learn.models.squares import Squares, Summed, solved
from sandbox.registry import Help, Range

LEAST = 1e-4  # that a row counts, however certain it is: else one step goes too far


@models.register("logistic", title="Logistic", error="surprise", order=2)
@dataclass(frozen=True, slots=True)
class Logistic(Summed):
    """The chance to win, through its link."""

    ridge: Ridge = 1.0
    iterations: Iterations = 20
    steps: Annotated[int, Range(1, 100), Help("Newton's steps, at most")] = 60

    points: ClassVar[bool] = False

    def target(self, labels: Floats) -> Floats:
        """Won, drawn or lost."""
        return sign_points(labels)

    def fit(self, design: Design, target: Floats, centre: Floats, report: Step = silent) -> Floats:
        """Newton's steps, halved until they lead down."""
        w = centre.astype(np.float64)
        loss = self.loss(design, target, centre, w)
        for step in range(self.steps):
            before = loss
            w, loss = self._stepped(design, target, centre, w, before)
            report(step + 1, float(loss))
            if before - loss <= 1e-9 * abs(before):
                break
        return w

    def _stepped(self, design: Design, target: Floats, centre: Floats, w: Floats, loss: float) -> tuple[Floats, float]:
        sums = design.times(w)
        chance = chance_of(sums)
        rows = np.maximum(chance * (1 - chance), LEAST)
        goal = solved(Squares(design, sums + (target - chance) / rows, rows, self.ridge, centre), self.iterations)
        length = 1.0
        while length > 1e-6:
            tried = w + length * (goal - w)
            if (found := self.loss(design, target, centre, tried)) <= loss:
                return tried, found
            length /= 2
        return w, loss

    def error(self, sums: Floats, target: Floats) -> float:
        """The mean surprise, in nats: 0.693 is knowing nothing."""
        return float(np.mean(_surprise(sums, target))) if len(target) else 0.0

    def loss(self, design: Design, target: Floats, centre: Floats, w: Floats) -> float:
        """The sum of surprises, and what the ridge holds."""
        return float(np.sum(_surprise(design.times(w), target)) + self.ridge / 2 * np.sum((w - centre) ** 2))

    def gradient(self, design: Design, target: Floats, centre: Floats, w: Floats) -> Floats:
        """Its slope."""
        return design.back(chance_of(design.times(w)) - target) + self.ridge * (w - centre)


def chance_of(sums: Floats) -> Floats:
    """The link."""
    found: Floats = 1 / (1 + np.exp(-np.clip(sums, -500, 500)))
    return found


def _surprise(sums: Floats, target: Floats) -> Floats:
    found: Floats = np.logaddexp(0, sums) - target * sums
    return found
