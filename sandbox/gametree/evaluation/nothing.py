"""Knows nothing: every unfinished position is worth 0, so that only what a search proves counts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.games.two_words.rules import Words, evaluate
from sandbox.gametree.evaluation.api import Feature, evaluations


@evaluations.register("nothing", title="Nothing", games=(), order=90)
@dataclass(frozen=True, slots=True)
class Nothing:
    """Every unfinished position is worth 0."""

    def kernel(self) -> Any:
        """The default."""
        return evaluate

    def weights(self) -> Words:
        """None."""
        return np.zeros(0, np.uint64)

    def explain(self, words: tuple[int, int], data: Words) -> tuple[Feature, ...]:
        """No features."""
        return ()
