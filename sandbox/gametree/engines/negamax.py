"""Negamax: minimax with one line for both sides, since what is good for one is as bad for the other.

D. E. Knuth, R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975 (their F0).
The text to read before alpha-beta: this one, with two comparisons more.

Departs from it in nothing: no pruning, no table, no ordering.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from sandbox.games.two_words.rules import INFINITE, ONE, ZERO, Words, moves, play
from sandbox.gametree import work as w
from sandbox.gametree.api import engines
from sandbox.gametree.recorder import SEARCHED, STOPPED
from sandbox.gametree.recorder import no_closed as closed
from sandbox.gametree.windowed.nodes import begin_root_move, out_of_budget
from sandbox.gametree.windowed.whole_tree import INNER, SIGNATURE, WholeTree, entered, leaf_value, tried
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel


@kernel(signature=SIGNATURE, counted=False)
def negamax(a: np.uint64, b: np.uint64, depth: int, ply: int, parent: int, came: int, work: Words) -> int:
    """The value of a state for the side to move."""
    if out_of_budget(work):
        return 0
    node = entered(ply, depth, parent, came, work)
    legal = moves(a, b, work)
    leaf = leaf_value(a, b, legal, depth, ply, node, work)
    if leaf != INNER:
        return leaf
    best = -INFINITE
    while legal != ZERO:
        index = ctz(legal)
        legal &= legal - ONE
        before, horizon = begin_root_move(index, work) if ply == 0 else ZERO, work[w.HORIZON]
        next_a, next_b = play(a, b, ONE << np.uint64(index), work)
        value = -negamax(next_a, next_b, depth - 1, ply + 1, node, index, work)
        if out_of_budget(work):
            closed(node, best, STOPPED, work)
            return best
        tried(index, value, value > best, work[w.HORIZON] == horizon, depth, ply, before, work)
        best = max(best, value)
    closed(node, best, SEARCHED, work)
    return best


@engines.register(
    "negamax",
    title="Negamax",
    paper="Knuth & Moore, An Analysis of Alpha-Beta Pruning, Artificial Intelligence 6, 1975",
    order=5,
    strength=4,
)
@dataclass(frozen=True, slots=True)
class Negamax(WholeTree):
    """Minimax written once for both sides."""

    text: ClassVar[Callable[..., int]] = negamax
