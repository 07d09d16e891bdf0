"""The 3 × 3 games by open lines: those on which only one side has stones."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.two_words.rules import Words
from sandbox.games.two_words.three_by_three import LINES
from sandbox.gametree.evaluation.api import evaluations
from sandbox.gametree.evaluation.weighted import Weighted
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel

MASKS = np.array(LINES, np.uint64)
CENTRE = np.uint64(1 << 4)
ZERO = np.uint64(0)


@kernel
def open_lines(own: np.uint64, other: np.uint64, stones: int) -> int:
    """Lines with so many own stones and no other's."""
    found = 0
    for i in range(len(MASKS)):
        if other & MASKS[i] == ZERO and popcount(own & MASKS[i]) == stones:
            found += 1
    return found


@kernel
def features(a: np.uint64, b: np.uint64, data: Words) -> tuple[int, int, int]:
    """See `OpenLines.names`."""
    return (
        open_lines(a, b, 2) - open_lines(b, a, 2),
        open_lines(a, b, 1) - open_lines(b, a, 1),
        popcount(a & CENTRE) - popcount(b & CENTRE),
    )


@evaluations.register("open-lines", title="Open lines", games=("tic-tac-toe", "morris"), order=10)
@dataclass(frozen=True)
class OpenLines(Weighted):
    """Lines that can still be completed, and the centre."""

    shipped = "open-lines"
    names = ("open twos", "open ones", "centre")
    features_kernel = features
