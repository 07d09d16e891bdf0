"""What a heuristic says, inside kernels: an estimate of the cost that is left.

One kernel for all heuristics, told apart at run time, so that no search is compiled once per heuristic.
`heuristics.py` has the registered things that make a `Guess`.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

NORM, EUCLID, SQUARED, PATCHY, LANDMARKS, FIELD = 0, 1, 2, 3, 4, 5
ROUNDED_DOWN = 1 - 1e-8  # keeps Euclid below 8119 for a diagonal step


class Guess(NamedTuple):
    """Which estimate, and its parameters in cost units."""

    kind: int
    along: int  # times the longer of dx and dy
    across: int  # times the shorter
    tables: NDArray[np.int64]  # [ids, landmarks] distances; [ids, 1] the estimates of a FIELD


NO_TABLES = np.zeros((1, 1), np.int64)


@kernel(counted=False)
def estimate(guess: Guess, u: int, goal: int, dx: int, dy: int) -> int:
    """The estimate for a cell dx, dy away from the goal."""
    norm = guess.along * max(dx, dy) + guess.across * min(dx, dy)
    if guess.kind == NORM:
        return norm
    if guess.kind == EUCLID:
        return np.int64(guess.along * math.sqrt(dx * dx + dy * dy) * ROUNDED_DOWN)
    if guess.kind == SQUARED:
        return guess.along * (dx * dx + dy * dy)
    if guess.kind == PATCHY:
        patch = (dx >> 2) * 7 + (dy >> 2) * 13
        return norm if patch % 3 == 0 else norm >> 2
    if guess.kind == FIELD:
        return guess.tables[u, 0]
    best = norm
    for k in range(guess.tables.shape[1]):
        best = max(best, abs(guess.tables[u, k] - guess.tables[goal, k]))
    return best
