"""Bidirectional A*: one search from each end. See `search` for the algorithm and its paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from sandbox.planning.api import Limits, Promises, planners
from sandbox.planning.grid.distances import shift_for
from sandbox.planning.grid.graph import STRAIGHT, TURN
from sandbox.planning.grid.planner import Cells, GridPrepared, Moves
from sandbox.planning.grid.runner import Ground, Searcher, kernels_of
from sandbox.planning.limits import expansions
from sandbox.planning.planners.bidirectional import search as text
from sandbox.planning.prepared import PlannerBase
from sandbox.planning.taking_up import ALL
from sandbox.registry import Help

KERNELS = kernels_of(text.two_ended_search, text.two_ended_trace)
NORM_OF_MOVES = {8: (STRAIGHT, TURN), 4: (STRAIGHT, STRAIGHT)}


class BidirectionalPrepared(GridPrepared):
    """Bidirectional A* on a level."""

    planner: Bidirectional
    text: Any = text

    def engine(self, ground: Ground, limits: Limits) -> Searcher:
        """The text with the norm that fits the moves."""
        scale = self.scale(ground) if self.planner.informed else 0
        along, across = NORM_OF_MOVES[self.planner.moves]
        mask = 15 if self.planner.moves == 4 else 255
        canonical = self.planner.pruning and self.planner.moves == 8 and not self.weighted
        rule = text.Rule(
            along=along * scale,
            across=across * scale,
            moves=mask,
            weighted=int(self.weighted),
            canonical=int(canonical),
            shift=shift_for(ground.space, weighted=self.weighted),
            budget=expansions(limits),
        )
        return Searcher(KERNELS, self.memory(ground), rule, self.unit)

    @property
    def goes_on(self) -> bool:
        """An answer may stand."""
        return True

    def take_up(self, ends: Cells, rule: Any, parts: NDArray[np.int64]) -> int:  # noqa: ARG002
        """All or nothing: which side goes next depends on all that both have done."""
        return 0 if text.saw(self.work, ends.ground.space.stride, parts) else ALL


@planners.register(
    "bidirectional", title="Bidirectional A*", paper="Pijls, Post, Econometric Institute 2009 (NBA*)", order=35
)
@dataclass(frozen=True, slots=True)
class Bidirectional(PlannerBase):
    """Digs the tunnel from both ends, and goes on after the first meeting until no better one is possible."""

    informed: Annotated[bool, Help("use the distance across open ground; off: two searches like Dijkstra's")] = True
    moves: Moves = 8
    pruning: Annotated[bool, Help("on uniform terrain, skip ways that only permute steps")] = True
    prepared: ClassVar = BidirectionalPrepared

    @property
    def promises(self) -> Promises:
        """Optimal, informed or not."""
        return Promises(optimal=True, weighted=True, moves=self.moves, factor=1.0)
