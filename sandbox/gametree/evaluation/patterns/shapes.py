"""Patterns of a board: groups of squares, all their places, and the numbers of what stands on them.

A pattern's number is written in balanced ternary (own stone +1, the other's -1, empty 0), so that the other side's
number is its negative. A *place* of a pattern is a list of squares in order; a pattern's images under the board's
symmetries share one table, and so do the mirrored numbers of a place that is its own mirror image.

    a position ── ROWS: one look-up a board row and side ──> numbers of all places ── table ──> a sum

M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello", 1997. Departs from it
in that no state is kept between moves: sixteen look-ups of 48 numbers each are added instead. Tables of what is
*counted* on the whole board, and stands on no squares of its own, follow those of the patterns; a game's kernel counts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

Squares = tuple[int, ...]
Images = Callable[[Squares], list[Squares]]

LANES: Final = 48  # places of a position, padded to whole vectors
WIDE: Final = 32  # of them in the first loop: one register of the widest kind, two of the usual


@dataclass(frozen=True)
class Shapes:
    """The patterns of a game; the first image of each is the one that is named."""

    patterns: tuple[tuple[str, Squares], ...]
    images: Images  # a list of squares under all symmetries of the board
    line_of: Callable[[int], tuple[int, int]]  # of a square: which line of the board is looked up, which bit of it
    lines: int
    bits: int  # of a line
    stage: Callable[[int], int]  # by stones on the board, plainly
    field: Callable[[int], tuple[int, int]]  # column and row of a square on the board as it is drawn
    counts: tuple[tuple[str, int], ...] = ()  # what is counted, and how many numbers that may have

    @property
    def names(self) -> tuple[str, ...]:
        """What people call the patterns, and what is counted."""
        return tuple(name for name, _ in (*self.patterns, *self.counts))

    @property
    def numbers(self) -> int:
        """How many a position has: one of each place, one of each count."""
        return len(self.places) + len(self.counts)

    @cached_property
    def places(self) -> tuple[tuple[int, Squares], ...]:
        """Pattern and squares of every place."""
        found: dict[frozenset[int], tuple[int, Squares]] = {}
        for number, (_, squares) in enumerate(self.patterns):
            for image in self.images(squares):
                found.setdefault(frozenset(image) | {-1 - number}, (number, image))
        return tuple(found.values())

    @cached_property
    def sizes(self) -> tuple[int, ...]:
        """Numbers a pattern, or what is counted, may have."""
        return (*(int(3 ** len(squares)) for _, squares in self.patterns), *(size for _, size in self.counts))

    @cached_property
    def bases(self) -> tuple[int, ...]:
        """Where each table begins."""
        return tuple(int(n) for n in np.cumsum((0, *self.sizes[:-1])))

    @property
    def total(self) -> int:
        """Weights of a stage."""
        return sum(self.sizes)

    @cached_property
    def centres(self) -> NDArray[np.uint64]:
        """Where the weight of each place's number 0 lies."""
        found = np.zeros(LANES, np.uint64)
        for at, (pattern, _) in enumerate(self.places):
            found[at] = self.bases[pattern] + self.sizes[pattern] // 2
        found[len(self.places) : self.numbers] = self.bases[len(self.patterns) :]
        return found

    @cached_property
    def rows(self) -> NDArray[np.int16]:
        """What the own stones of a line add to every place's number: [line × what stands there × LANES], flat."""
        deltas = np.zeros((self.lines, self.bits, LANES), np.int16)
        for at, (_, squares) in enumerate(self.places):
            for digit, square in enumerate(squares):
                deltas[(*self.line_of(square), at)] += 3**digit
        stones = (np.arange(1 << self.bits)[:, None] >> np.arange(self.bits)) & 1
        found: NDArray[np.int16] = np.einsum("sb,lbn->lsn", stones, deltas.astype(np.int64)).astype(np.int16)
        return found.reshape(-1)

    @cached_property
    def shared(self) -> tuple[NDArray[np.int32], int]:
        """Which free weight stands for each weight of a stage, and how many free ones there are."""
        first = np.arange(self.total)
        for number, (_, squares) in enumerate(self.patterns):
            first[self._table(number)] = self._mirrored(number, squares)
        free, inverse = np.unique(first, return_inverse=True)
        return inverse.astype(np.int32), len(free)

    def _table(self, number: int) -> slice:
        return slice(self.bases[number], self.bases[number] + self.sizes[number])

    def _mirrored(self, number: int, squares: Squares) -> Any:
        """The least of a number's own images, for every number of a pattern."""
        index = np.arange(self.sizes[number])
        least = index
        for image in self.images(squares):
            if set(image) == set(squares):
                digits = ((index // 3**d) % 3 * 3 ** squares.index(s) for d, s in enumerate(image))
                least = np.minimum(least, sum(digits))
        return self.bases[number] + least


def number_of(own: Sequence[int], other: Sequence[int], squares: Squares) -> int:
    """A place's number, plainly: the twin of the look-ups."""
    return sum(((s in own) - (s in other)) * 3**d for d, s in enumerate(squares))
