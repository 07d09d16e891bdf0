"""What all weighted sums share: the specialised kernel, the weights as words, the account."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.api import Feature, features, stage, weigh
from sandbox.gametree.evaluation.weights import Rows, WeightsFile, load
from sandbox.kernels.jit import specialise


@dataclass(frozen=True)
class Weighted:
    """A weighted sum; a subclass names its features and gives their kernel."""

    file: WeightsFile = ""

    shipped: ClassVar[str]  # the weights that ship: a name in assets/weights
    names: ClassVar[tuple[str, ...]]
    rows_at: ClassVar[tuple[int, ...]] = (0,)  # stones on the board at each stage
    features_kernel: ClassVar[Callable[..., Any]] = features
    stage_kernel: ClassVar[Callable[..., Any]] = stage

    def kernel(self) -> Any:
        """The sum over this game's features."""
        return specialise(weigh, features=self.features_kernel, stage=self.stage_kernel)

    def weights(self) -> Words:
        """All rows, one after the other."""
        words: Words = self._rows().ravel().view(np.uint64)
        return words

    def explain(self, words: tuple[int, int], data: Words) -> tuple[Feature, ...]:
        """Name, value and weight of every feature."""
        a, b = (np.uint64(w) for w in words)
        row = self._rows()[int(self.stage_kernel(a, b))]
        values = self.features_kernel(a, b, data)
        return tuple(Feature(n, int(v), int(w)) for n, v, w in zip(self.names, values, row, strict=True))

    def _rows(self) -> Rows:
        return load(self.file, self.shipped, self.names, self.rows_at)
