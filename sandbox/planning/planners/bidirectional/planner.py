"""Bidirectional A*: one search from each end. See `search` for the algorithm and its paper."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from sandbox.planning.api import planners
from sandbox.planning.grid.graph import STRAIGHT, TURN, WEIGHTED_SCALE
from sandbox.planning.grid.planner import GridPrepared, Promises
from sandbox.planning.grid.runner import Engine, Ground, expansions, kernels_of
from sandbox.planning.planners.bidirectional import search as text
from sandbox.registry import Help

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.planning.api import Limits

KERNELS = kernels_of(text.two_ended_search, text.two_ended_trace)
NORM_OF_MOVES = {8: (STRAIGHT, TURN), 4: (STRAIGHT, STRAIGHT)}


@planners.register(
    "bidirectional",
    title="Bidirectional A*",
    paper="Pijls, Post, Econometric Institute 2009 (NBA*)",
    world="grid",
    optimal=True,
    any_angle=False,
    weighted=True,
    radius=True,
    order=35,
)
@dataclass(frozen=True, slots=True)
class Bidirectional:
    """Digs the tunnel from both ends, and goes on after the first meeting until no better one is possible."""

    informed: Annotated[bool, Help("use the distance across open ground; off: two searches like Dijkstra's")] = True
    moves: Annotated[Literal[8, 4], Help("neighbours of a cell")] = 8

    def prepare(self, level: Level) -> BidirectionalPrepared:
        """Make ready for a level."""
        return BidirectionalPrepared(level, self)


class BidirectionalPrepared(GridPrepared):
    """Bidirectional A* on a level."""

    def __init__(self, level: Level, options: Bidirectional) -> None:
        self.options = options
        self._work: text.Work | None = None
        super().__init__(level, Promises(optimal=True, weighted=True, moves=options.moves, factor=1.0))

    def engine(self, ground: Ground, limits: Limits) -> Engine:
        """The text with the norm that fits the moves."""
        if self._work is None:
            self._work = text.new_work(ground.space.moves.shape[0])
        weighted = not self.level.uniform
        scale = (2 * ground.space.lowest8 if weighted else 1) if self.options.informed else 0
        along, across = NORM_OF_MOVES[self.options.moves]
        mask = 15 if self.options.moves == 4 else 255
        rule = text.Rule(along * scale, across * scale, mask, int(weighted), expansions(limits))
        return Engine(KERNELS, self._work, rule, STRAIGHT * (WEIGHTED_SCALE if weighted else 1))

    def grow(self) -> None:
        """Twice the open lists."""
        assert self._work is not None
        self._work = text.with_more_room(self._work)

    def restart(self) -> None:
        """Memory of the new size will be made when needed."""
        self._work = None
