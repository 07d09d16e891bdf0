"""What a model is: a loss, how it is minimised, and what its sums say of a position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, ClassVar, Protocol

import numpy as np

from sandbox.kernels.arrays import Floats
from sandbox.learn.design import Design
from sandbox.registry import Help, Range, Registry

Ridge = Annotated[float, Range(0.0, 1000.0), Help("how strongly weights are held where they were, or at 0")]
Iterations = Annotated[int, Range(1, 500), Help("steps of conjugate gradients, where they are used")]
Step = Callable[[int, float], None]
"""`report(step, loss)` after every step of a fit."""


def silent(_step: int, _loss: float) -> None:
    """Nobody looks on."""


class Model(Protocol):
    """A registered frozen dataclass."""

    linear: ClassVar[bool]
    """Whether there is a weight for each feature, and sums are all it makes of them."""

    @property
    def points(self) -> bool:
        """Whether sums are points of the game's score; else they are logits of the chance to win."""

    def begin(self, columns: int) -> Floats:
        """The weights before anything is learned."""

    def sums(self, design: Design, w: Floats) -> Floats:
        """What it says of every row."""

    def target(self, labels: Floats) -> Floats:
        """What the sums are to come to: labels are scores of the game, or what is to be expected of the result."""

    def fit(self, design: Design, target: Floats, centre: Floats, report: Step = silent) -> Floats:
        """The weights, held towards `centre`."""

    def error(self, sums: Floats, target: Floats) -> float:
        """How far off, on an average: what is said of those learned from and of those held out."""

    def loss(self, design: Design, target: Floats, centre: Floats, w: Floats) -> float:
        """What `fit` makes small."""

    def gradient(self, design: Design, target: Floats, centre: Floats, w: Floats) -> Floats:
        """Its slope."""


models: Registry[Model] = Registry("model", "sandbox.learn.models")
"""Registered with `error=`, what its error is called."""


def sign_points(labels: Floats) -> Floats:
    """Won 1, drawn a half, lost 0; labels between -1 and 1 lie between."""
    found: Floats = (np.clip(labels, -1, 1) + 1) / 2
    return found
