"""An evaluation in one file: in Takeaway, fours are lost for the side to move."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.games.two_words.rules import ZERO, Words
from sandbox.gametree.evaluation.api import Feature, evaluations
from sandbox.kernels.jit import kernel

THREE = np.uint64(3)


@kernel
def fours(a: np.uint64, b: np.uint64, data: Words) -> int:
    """Good, unless a number divisible by four is left."""
    return -100 if a & THREE == ZERO else 100


@evaluations.register("fours", title="Fours", games=("takeaway",), order=10)
@dataclass(frozen=True, slots=True)
class Fours:
    """Whether a multiple of four is left."""

    def kernel(self) -> Any:
        """The rule."""
        return fours

    def weights(self) -> Words:
        """None."""
        return np.zeros(0, np.uint64)

    def explain(self, words: tuple[int, int], data: Words) -> tuple[Feature, ...]:
        """One feature."""
        return (Feature("not a four", -1 if words[0] % 4 == 0 else 1, 100),)
