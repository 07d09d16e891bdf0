"""What minimax and negamax share: the whole tree to one depth, no windows, no table, no ordering."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from sandbox.games.two_words.rules import INFINITE, ONE, ZERO, Words, evaluate
from sandbox.gametree import work as w
from sandbox.gametree.evaluation.judging import BEST
from sandbox.gametree.options import Cycles, Depth, Evaluation, Weights
from sandbox.gametree.recorder import no_opened as opened
from sandbox.gametree.windowed.drivers import driver, full_window
from sandbox.gametree.windowed.nodes import end_root_move, expanded, judged, keep_line, repeated, scored
from sandbox.gametree.windowed.session import Searching, Session, Settings
from sandbox.kernels.jit import kernel

SIGNATURE = "int64(uint64, uint64, int64, int64, int64, int64, uint64[::1])"
"""Of such a text: state, depth left, ply, and for the recorder the parent and the move that came."""

INNER = INFINITE + 1
"""No value of a node: it has moves to try."""


@kernel(inlined=True)
def entered(ply: int, depth: int, parent: int, came: int, work: Words) -> int:
    """A node is come to: count it, begin its line, and record it. Its number in the recording."""
    work[w.NODES] += ONE
    work[w.PV_LENGTH + ply] = ZERO
    return opened(parent, came, ply, depth, -INFINITE, INFINITE, work)


@kernel(inlined=True)
def leaf_value(a: np.uint64, b: np.uint64, legal: np.uint64, depth: int, ply: int, node: int, work: Words) -> int:
    """What a node is worth to its mover where the game ends, repeats itself, or no depth is left; else INNER."""
    if legal == ZERO:
        return scored(a, b, ply, node, work)
    if work[w.CYCLES] != ZERO and repeated(a, b, ply, node, work):
        return 0
    if depth == 0:
        return judged(evaluate(a, b, work), ply, node, work)
    expanded(legal, work)
    return INNER


@kernel(inlined=True)
def tried(
    index: int, value: int, better: bool, proven: bool, depth: int, ply: int, before: np.uint64, work: Words
) -> None:
    """A move has its value: report it at the root, and keep its line if it is the best so far."""
    if ply == 0:
        end_root_move(index, value, w.BOUND_EXACT, proven, better, depth, before, work)
    if better:
        keep_line(index, ply, work)


@dataclass(frozen=True, slots=True)
class WholeTree(Searching):
    """The controls."""

    depth: Depth = 5
    cycles: Cycles = True
    evaluation: Evaluation = BEST
    weights: Weights = ""

    facts: ClassVar[dict[str, Any]] = {"records": True}
    text: ClassVar[Callable[..., int]]

    def settings(self) -> Settings:
        """The text, without windows."""
        cycles, judge = {w.CYCLES: int(self.cycles)}, self.evaluation
        return Settings(self.text, cycles, evaluation=judge, windows=False, weights=self.weights)

    def drive(self, session: Session) -> None:
        """One depth."""
        driver(self.depth, session.limits, full_window, deepens=False)(session)
