"""A small network of rectified linear units, trained by gradient descent on mini-batches.

The steps are Adam's (D. P. Kingma, J. Ba, "Adam: A Method for Stochastic Optimization", ICLR 2015): each weight's step
is its mean slope over the root of its mean square. Departs from it in that the rate falls in a straight line to
nothing, pass by pass. Passes and layers are in layers.py.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, ClassVar, Final, Literal

import numpy as np

from sandbox.errors import BadInput
from sandbox.gametree.evaluation.networks.block import WIDTHS, are_widths
from sandbox.kernels.arrays import Floats
from sandbox.learn.design import Design
from sandbox.learn.models.api import Step, models, sign_points, silent
from sandbox.learn.models.layers import backward, begun, forward, parted
from sandbox.learn.models.logistic import chance_of
from sandbox.registry import Help, Range

POINTS: Final = 8.0  # an output of 1 is worth so many, where points are learned
KEPT, KEPT_SQUARES, LEAST = 0.9, 0.999, 1e-8
CHUNK: Final = 20_000  # rows at a time, where all are judged


@models.register("network", title="Network", error="surprise", order=3)
@dataclass(frozen=True, slots=True)
class Network:
    """Layers of units that find features by themselves; the output is the chance to win, or points."""

    layers: Annotated[str, Help("units of each hidden layer, from the board on: 32, or 32-16")] = "32-16"
    output: Annotated[Literal["chance", "points"], Help("what the output says")] = "chance"
    passes: Annotated[int, Range(1, 1000), Help("over all positions")] = 15
    batch: Annotated[int, Range(1, 10_000), Help("positions a step looks at")] = 128
    rate: Annotated[float, Range(1e-6, 1.0), Help("of the first steps")] = 0.003
    ridge: Annotated[float, Range(0.0, 1000.0), Help("how strongly weights are held at 0")] = 0.0
    seed: Annotated[int, Range(0, 2**31 - 1), Help("of the first weights, and of the order of positions")] = 1

    linear: ClassVar[bool] = False

    def __post_init__(self) -> None:
        words = self.layers.split("-")
        if not are_widths([int(word) if word.isdecimal() and len(word) < 4 else 0 for word in words]):
            raise BadInput("layers", repr(self.layers)[:60], f"{WIDTHS}, joined by -")

    @property
    def points(self) -> bool:
        """Whether the output is points."""
        return self.output == "points"

    def sizes(self, columns: int) -> tuple[int, ...]:
        """Numbers in, units, one number out."""
        return (columns, *(int(word) for word in self.layers.split("-")), 1)

    def begin(self, columns: int) -> Floats:
        """Random weights of the seed."""
        return begun(self.sizes(columns), self.seed)

    def target(self, labels: Floats) -> Floats:
        """The score, or won, drawn and lost."""
        return labels if self.points else sign_points(labels)

    def fit(self, design: Design, target: Floats, centre: Floats, report: Step = silent) -> Floats:
        """All passes, from `centre` on."""
        w = centre
        for number, w in enumerate(self.passes_over(design, target, centre)):
            report(number + 1, self.error(self.sums(design, w), target))
        return w

    def passes_over(self, design: Design, target: Floats, centre: Floats) -> Iterator[Floats]:
        """The weights after every pass."""
        draw, sizes = np.random.default_rng(self.seed), self.sizes(design.weights)
        w, mean, square, step = centre.astype(np.float64), np.zeros(len(centre)), np.zeros(len(centre)), 0
        of_pass = max(1, len(target) // self.batch)
        for _ in range(self.passes):
            for which in np.array_split(draw.permutation(len(target)), of_pass):
                x = design.rows(which)
                slope = self._slope(sizes, x, target[which], w) / len(which) + self.ridge / len(target) * w
                step += 1
                mean += (1 - KEPT) * (slope - mean)
                square += (1 - KEPT_SQUARES) * (slope * slope - square)
                rate = self.rate * (1 - (step - 1) / (self.passes * of_pass))
                steep = np.sqrt(square / (1 - KEPT_SQUARES**step)) + LEAST
                w = w - rate / (1 - KEPT**step) * mean / steep
            yield w

    def sums(self, design: Design, w: Floats) -> Floats:
        """The outputs."""
        layers, rows = parted(self.sizes(design.weights), w), np.arange(design.count)
        parts = [forward(layers, design.rows(rows[at : at + CHUNK]))[-1][:, 0] for at in range(0, len(rows), CHUNK)]
        return np.concatenate([np.zeros(0), *parts]) * self._worth

    @property
    def _worth(self) -> float:
        return POINTS if self.points else 1.0

    def _slope(self, sizes: tuple[int, ...], x: Floats, target: Floats, w: Floats) -> Floats:
        layers = parted(sizes, w)
        handed = forward(layers, x)
        sums = handed[-1][:, 0] * self._worth
        off = (sums - target) / POINTS**2 if self.points else chance_of(sums) - target
        return backward(layers, handed, (off * self._worth)[:, None])

    def error(self, sums: Floats, target: Floats) -> float:
        """The mean surprise, or the root of the mean square."""
        if not len(target):
            return 0.0
        off = self._losses(sums, target)
        return float(np.sqrt(2 * np.mean(off)) * POINTS) if self.points else float(np.mean(off))

    def _losses(self, sums: Floats, target: Floats) -> Floats:
        found: Floats = np.logaddexp(0, sums) - target * sums
        return ((sums - target) / POINTS) ** 2 / 2 if self.points else found

    def loss(self, design: Design, target: Floats, centre: Floats, w: Floats) -> float:  # noqa: ARG002
        """The sum of surprises, or of squares, and what the ridge holds."""
        return float(np.sum(self._losses(self.sums(design, w), target)) + self.ridge / 2 * np.sum(w**2))

    def gradient(self, design: Design, target: Floats, centre: Floats, w: Floats) -> Floats:  # noqa: ARG002
        """Its slope."""
        x = design.rows(np.arange(design.count))
        return self._slope(self.sizes(design.weights), x, target, w) + self.ridge * w
