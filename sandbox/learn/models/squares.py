"""Least squares: the closed form for few weights, conjugate gradients for many.

    minimise  Σ sᵢ (xᵢ·w − yᵢ)² + λ |w − c|²

The closed form solves the normal equations (XᵀSX + λ) w = XᵀSy + λc, which are formed; conjugate gradients solve the
same ones without forming them (M. R. Hestenes, E. Stiefel, "Methods of Conjugate Gradients for Solving Linear Systems",
J. Res. NBS 49, 1952), each weight scaled by how often it occurs (Jacobi). Neither has a learning rate.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Final

import numpy as np

from sandbox.kernels.arrays import Floats
from sandbox.learn.design import Dense, Design
from sandbox.learn.models.api import Step, silent

FEW: Final = 400  # weights up to which the normal equations are formed
ENOUGH: Final = 1e-10  # the residual by which conjugate gradients end, against the first
LEAST_RIDGE: Final = 1e-9  # a column of zeros has some weight, too


@dataclass(frozen=True, eq=False)
class Squares:
    """The problem."""

    design: Design
    target: Floats
    rows: Floats  # how much each row counts
    ridge: float
    centre: Floats

    @property
    def held(self) -> float:
        """The ridge; never quite 0."""
        return max(self.ridge, LEAST_RIDGE)

    def right(self) -> Floats:
        """The right side of the normal equations."""
        return self.design.back(self.rows * self.target) + self.held * self.centre

    def left(self, w: Floats) -> Floats:
        """Their left side."""
        return self.design.back(self.rows * self.design.times(w)) + self.held * w


def closed_form(of: Squares) -> Floats:
    """The normal equations, formed and solved."""
    x = _dense(of.design)
    matrix = (x.T * of.rows) @ x + of.held * np.eye(x.shape[1])
    return np.asarray(np.linalg.solve(matrix, of.right()), np.float64)


def _dense(design: Design) -> Floats:
    return design.x if isinstance(design, Dense) else np.stack([design.times(e) for e in np.eye(design.weights)], 1)


def conjugate_gradients(of: Squares, rounds: int, report: Step = silent) -> Floats:
    """Step by step, from the centre."""
    w: Floats = of.centre
    residual = of.right() - of.left(w)
    scale = 1 / (of.design.squares(of.rows) + of.held)
    towards = scale * residual
    direction, height = towards.copy(), float(residual @ towards)
    first = height
    for step in range(rounds):
        if height <= ENOUGH**2 * first or height == 0.0:
            break
        left = of.left(direction)
        length = height / float(direction @ left)
        w = w + length * direction
        residual = residual - length * left
        towards = scale * residual
        before, height = height, float(residual @ towards)
        direction = towards + height / before * direction
        report(step + 1, height)
    return w


def solved(of: Squares, rounds: int, report: Step = silent) -> Floats:
    """By whichever way suits the number of weights."""
    return closed_form(of) if of.design.weights <= FEW else conjugate_gradients(of, rounds, report)


class Summed:
    """What models share whose score is a sum of weights."""

    __slots__ = ()
    linear: ClassVar[bool] = True

    def begin(self, columns: int) -> Floats:
        """Nothing."""
        return np.zeros(columns)

    def sums(self, design: Design, w: Floats) -> Floats:
        """X w."""
        return design.times(w)
