"""Minimax: every line to the same depth, one side taking the largest, the other the smallest value.

C. E. Shannon, "Programming a Computer for Playing Chess", Philosophical Magazine 41, 1950 (his type A
strategy), after J. von Neumann (1928). For whoever wants to see the whole tree drown before pruning it.

Departs from it in nothing: no pruning, no table, no ordering. Values inside are from the root player's side;
maximiser and minimiser are one kernel with a role, for two kernels must not call each other.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from sandbox.games.api import Game
from sandbox.games.rules import INFINITE, ONE, ZERO, Words, evaluate, moves, play
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, Result, engines, two_sided
from sandbox.gametree.judging import BEST
from sandbox.gametree.nodes import (
    begin_root_move,
    end_root_move,
    expanded,
    judged,
    keep_line,
    out_of_budget,
    repeated,
    scored,
)
from sandbox.gametree.options import Cycles, Depth, Evaluation
from sandbox.gametree.recorder import SEARCHED, STOPPED, TreeRecording
from sandbox.gametree.recorder import no_closed as closed
from sandbox.gametree.recorder import no_opened as opened
from sandbox.gametree.report import SearchReport
from sandbox.gametree.session import Session, Settings, full_window, one_depth
from sandbox.kernels.bits import ctz
from sandbox.kernels.jit import kernel


@kernel(signature="int64(uint64, uint64, int64, int64, int64, int64, int64, uint64[::1])")
def minimax(a: np.uint64, b: np.uint64, depth: int, role: int, ply: int, parent: int, came: int, work: Words) -> int:
    """The value for MAX of a state where `role` (1 MAX, -1 MIN) moves."""
    if out_of_budget(work):
        return 0
    work[w.NODES] += ONE
    work[w.PV_LENGTH + ply] = ZERO
    node = opened(parent, came, ply, depth, -INFINITE, INFINITE, work)
    legal = moves(a, b, work)
    if legal == ZERO:
        return role * scored(a, b, ply, node, work)
    if work[w.CYCLES] != ZERO and repeated(a, b, ply, node, work):
        return 0
    if depth == 0:
        return role * judged(evaluate(a, b, work), ply, node, work)
    expanded(legal, work)
    best = -role * INFINITE
    while legal != ZERO:
        move = legal & (~legal + ONE)
        legal ^= move
        index = ctz(move)
        before, horizon = begin_root_move(index, work) if ply == 0 else ZERO, work[w.HORIZON]
        next_a, next_b = play(a, b, move, work)
        value = minimax(next_a, next_b, depth - 1, -role, ply + 1, node, index, work)
        if out_of_budget(work):
            closed(node, role * best, STOPPED, work)
            return best
        better = value > best if role > 0 else value < best
        if ply == 0:
            proven = work[w.HORIZON] == horizon
            end_root_move(index, value, w.BOUND_EXACT, proven, better, depth, before, work)
        if better:
            best = value
            keep_line(index, ply, work)
    closed(node, role * best, SEARCHED, work)
    return best


@kernel
def from_root(
    a: np.uint64,
    b: np.uint64,
    _h: np.uint64,
    depth: int,
    _alpha: int,
    _beta: int,
    _ply: int,
    _parent: int,
    came: int,
    work: Words,
) -> int:
    """The session's way in: the side to move at the root is MAX."""
    return minimax(a, b, depth, 1, 0, 0, came, work)


@engines.register(
    "minimax",
    title="Minimax",
    paper="Shannon, Programming a Computer for Playing Chess, Philosophical Magazine 1950",
    needs=two_sided,
    order=4,
    strength=3,
    records=True,
)
@dataclass(frozen=True, slots=True)
class Minimax:
    """Search every line to one depth."""

    depth: Depth = 5
    cycles: Cycles = True
    evaluation: Evaluation = BEST

    def search(
        self, game: Game, position: Any, limits: Limits, report: SearchReport, recording: TreeRecording | None = None
    ) -> Result:
        """See api.Engine."""
        settings = Settings(from_root, {w.CYCLES: int(self.cycles)}, evaluation=self.evaluation)
        session = Session(game, position, limits, report, recording, settings)
        return session.run(one_depth(limits.depth or self.depth, full_window))
