"""What evaluations by patterns share: weights from a file, the account by pattern, the chance to win."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from sandbox.games.two_words.rules import WEIGHTS_AT, Words
from sandbox.gametree.evaluation.api import Feature
from sandbox.gametree.evaluation.filed import Filed
from sandbox.gametree.evaluation.patterns import block
from sandbox.gametree.evaluation.patterns.shapes import LANES, Shapes, number_of


@dataclass(frozen=True)
class Learnt(Filed[block.Learned]):
    """An evaluation by tables; a subclass names its shapes and gives its kernels."""

    shapes: ClassVar[Shapes]
    stages: ClassVar[int]
    kinds: ClassVar[int] = 1  # of stages that take turns: with 2, what an odd number of stones learns no even one does
    unit: ClassVar[int]  # of the estimate, for one point of the game's score
    grain: ClassVar[int] = 1  # learned weights are multiples of it: a coarser file is a smaller one
    evaluate_kernel: ClassVar[Any]
    stage_kernel: ClassVar[Any]
    numbers_kernel: ClassVar[Any]  # of all places, then of all counts

    def kernel(self) -> Any:
        """Look-ups and their sum."""
        return self.evaluate_kernel

    @classmethod
    def read(cls, path: Path) -> block.Learned:
        """A file of tables."""
        return block.load(path, cls.key, cls.shapes, cls.stages)

    @classmethod
    def unpacked(cls, held: block.Learned) -> Words:
        """A table for each pattern and stage."""
        return held.words(cls.shapes)

    def explain(self, words: tuple[int, int], data: Words) -> tuple[Feature, ...]:
        """What the places of each pattern add, and each count; their shares add up to the estimate."""
        a, b = (np.uint64(w) for w in words)
        stage, stones = int(self.stage_kernel(a, b)), (int(a) | int(b)).bit_count()
        at = int(data[WEIGHTS_AT])
        table = data[at + block.TABLE :].view(np.int16)[stage * block.stride_of(self.shapes) :]
        shares = dict.fromkeys(self.shapes.names, 0)
        for name, _, share in self._places((int(a), int(b)), table):
            shares[name] += share
        shares |= self._counts((a, b), table)
        bias = int(data[at + stones].view(np.int64))
        return (*(Feature(name, share, 1) for name, share in shares.items()), Feature("stones set", bias, 1))

    def places(self, words: tuple[int, int]) -> list[tuple[str, tuple[int, ...], int]]:
        """Pattern, squares and share of every place of a position: what is painted on the board."""
        a, b = (np.uint64(w) for w in words)
        first = int(self.stage_kernel(a, b)) * block.stride_of(self.shapes)
        return self._places((int(a), int(b)), self.weights()[block.TABLE :].view(np.int16)[first:])

    def _places(self, words: tuple[int, int], table: Any) -> list[tuple[str, tuple[int, ...], int]]:
        own, other = ({s for s in range(64) if word >> s & 1} for word in words)
        names, centres = self.shapes.names, self.shapes.centres
        return [
            (names[pattern], squares, int(table[int(centres[at]) + number_of(tuple(own), tuple(other), squares)]))
            for at, (pattern, squares) in enumerate(self.shapes.places)
        ]

    def _counts(self, words: tuple[np.uint64, np.uint64], table: Any) -> dict[str, int]:
        """What is added for what was counted."""
        shapes, first, numbers = self.shapes, len(self.shapes.places), np.zeros(LANES, np.int16)
        self.numbers_kernel(*words, numbers, np.uint64(0))
        at = (shapes.centres + numbers.astype(np.uint64))[first : shapes.numbers]
        return {name: int(table[int(i)]) for (name, _), i in zip(shapes.counts, at, strict=True)}

    def fields(self, words: tuple[int, int], pattern: str = "") -> dict[tuple[int, int], float]:
        """What each field of the board adds: every place's share, in equal parts to its squares.

        Of one pattern only, if one is named. With the shares of what is counted, and of the number of stones, they add
        up to the estimate.
        """
        found: dict[tuple[int, int], float] = {}
        for name, squares, share in self.places(words):
            for at in map(self.shapes.field, squares) if pattern in ("", name) else ():
                found[at] = found.get(at, 0.0) + share / len(squares)
        return found

    def foretells(self) -> bool:
        """Whether it is known how well a shallow search foretells a deep one."""
        return bool(self.held().errors[..., 2].any())
