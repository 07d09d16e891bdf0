"""Many positions solved in one call of a kernel, for books, benchmarks and files of positions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.games.api import Words
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits
from sandbox.gametree.solving.kernels import driven
from sandbox.gametree.solving.session import Wish, prepared_words
from sandbox.gametree.watch import watching

Numbers = NDArray[np.int64]


class BatchSolver:
    """A solver's memory, used again for one batch after the other."""

    def __init__(self, wish: Wish) -> None:
        self.wish = wish
        self.words = prepared_words(wish)
        self._kernels = driven(wish.ideas.kernels())
        self._kernels.fresh(np.uint64(0), np.uint64(0), self.words)

    def solve(
        self, positions: Iterable[Any], limits: Limits | None = None, *, forget: bool = True
    ) -> tuple[Numbers, Numbers]:
        """The value of each, and the nodes it took; fewer if the budget ran out.

        Each begins with an empty table; without `forget` all share what was stored since the last batch that forgot,
        which suits positions near each other.
        """
        return self.solve_states([position.words for position in positions], limits, forget=forget)

    def solve_states(
        self, pairs: Sequence[tuple[int, int]] | Words, limits: Limits | None = None, *, forget: bool = True
    ) -> tuple[Numbers, Numbers]:
        """The same for bare states, pairs or an array of two columns."""
        states = np.asarray(pairs, np.uint64).reshape(-1, 2)
        values, nodes = np.zeros(len(states), np.int64), np.zeros(len(states), np.int64)
        self.words[w.NODES] = 0
        with watching(self.words, limits or Limits(), 0.0):
            done = int(self._kernels.solve_all(states, values, nodes, int(forget), self.words))
        return values[:done], nodes[:done]

    def forget(self, state: tuple[int, int]) -> None:
        """Empty the table, for what comes below a state."""
        a, b = (np.uint64(x) for x in state)
        self._kernels.fresh(a, b, self.words)
