"""Minimax: every line to the same depth, one side taking the largest, the other the smallest value.

C. E. Shannon, "Programming a Computer for Playing Chess", Philosophical Magazine 41, 1950 (his type A
strategy), after J. von Neumann (1928). For whoever wants to see the whole tree drown before pruning it.

Departs from it in nothing: no pruning, no table, no ordering. Values inside are from the root player's side;
maximiser and minimiser are one kernel with a role, for two kernels must not call each other.
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
def minimax(a: np.uint64, b: np.uint64, depth: int, ply: int, parent: int, came: int, work: Words) -> int:
    """The value for MAX, who moves at even plies, MIN at odd ones."""
    if out_of_budget(work):
        return 0
    node = entered(ply, depth, parent, came, work)
    role = 1 - 2 * (ply & 1)
    legal = moves(a, b, work)
    leaf = leaf_value(a, b, legal, depth, ply, node, work)
    if leaf != INNER:
        return role * leaf
    best = -role * INFINITE
    while legal != ZERO:
        index = ctz(legal)
        legal &= legal - ONE
        before, horizon = begin_root_move(index, work) if ply == 0 else ZERO, work[w.HORIZON]
        next_a, next_b = play(a, b, ONE << np.uint64(index), work)
        value = minimax(next_a, next_b, depth - 1, ply + 1, node, index, work)
        if out_of_budget(work):
            closed(node, role * best, STOPPED, work)
            return best
        better = value > best if role > 0 else value < best
        tried(index, value, better, work[w.HORIZON] == horizon, depth, ply, before, work)
        if better:
            best = value
    closed(node, role * best, SEARCHED, work)
    return best


@engines.register(
    "minimax",
    title="Minimax",
    paper="Shannon, Programming a Computer for Playing Chess, Philosophical Magazine 1950",
    order=4,
    strength=3,
)
@dataclass(frozen=True, slots=True)
class Minimax(WholeTree):
    """Search every line to one depth."""

    text: ClassVar[Callable[..., int]] = minimax
