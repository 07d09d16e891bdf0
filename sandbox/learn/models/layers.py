"""A network's forward and backward pass, written out.

    forward     z₁ = x W₁ + b₁,  a₁ = max(z₁, 0),  …,  y = a W + b
    backward    δ = ∂loss/∂y;  ∂W = aᵀ δ,  ∂b = Σ δ;  δ ← (δ Wᵀ) where z > 0;  and so on to the first layer

(D. E. Rumelhart, G. E. Hinton, R. J. Williams, "Learning representations by back-propagating errors", Nature 323,
1986.) All weights lie in one array, so that a step is one sum; `parted` shows each layer's part of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from sandbox.kernels.arrays import Floats

Layer = tuple[Floats, Floats]
"""A row of weights for each number that comes in, and the biases."""


def shapes_of(sizes: Sequence[int]) -> list[tuple[int, int]]:
    """Rows and columns of each layer, of a network of so many numbers in, units, …, numbers out."""
    return list(pairwise(sizes))


def size_of(sizes: Sequence[int]) -> int:
    """How many weights there are, biases among them."""
    return sum((rows + 1) * columns for rows, columns in shapes_of(sizes))


def begun(sizes: Sequence[int], seed: int) -> Floats:
    """Small random weights, the smaller the more are summed (K. He et al., ICCV 2015); biases nothing."""
    draw = np.random.default_rng(seed)
    w = np.zeros(size_of(sizes))
    for rows, _ in parted(sizes, w):
        rows[:] = draw.normal(0, np.sqrt(2 / len(rows)), rows.shape)
    return w


def parted(sizes: Sequence[int], w: Floats) -> list[Layer]:
    """Each layer's rows and biases: views, not copies."""
    found, at = [], 0
    for rows, columns in shapes_of(sizes):
        part = w[at : at + (rows + 1) * columns].reshape(rows + 1, columns)
        found.append((part[:rows], part[rows]))
        at += part.size
    return found


def forward(layers: Sequence[Layer], x: Floats) -> list[Floats]:
    """What each layer hands on, what came in first; the last is the output."""
    handed = [x]
    for number, (rows, bias) in enumerate(layers):
        sums = handed[-1] @ rows + bias
        handed.append(sums if number == len(layers) - 1 else np.maximum(sums, 0))
    return handed


def backward(layers: Sequence[Layer], handed: Sequence[Floats], slope: Floats) -> Floats:
    """The slope of every weight, from the slopes of the outputs."""
    found: list[Floats] = []
    for number in range(len(layers) - 1, -1, -1):
        found.append(np.vstack([handed[number].T @ slope, slope.sum(axis=0)]).ravel())
        if number:
            slope = (slope @ layers[number][0].T) * (handed[number] > 0)
    return np.concatenate(found[::-1])
