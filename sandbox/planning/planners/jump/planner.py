"""What JPS and JPS+ share outside their kernels."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from sandbox.planning.api import Limits, Promises
from sandbox.planning.grid.graph import STRAIGHT, Space
from sandbox.planning.grid.planner import GridPrepared
from sandbox.planning.grid.runner import Ground, Kernels, Searcher
from sandbox.planning.limits import expansions
from sandbox.planning.planners.jump import search as text
from sandbox.planning.prepared import PlannerBase


class JumpPrepared(GridPrepared):
    """A jump point planner on a level. `ground.tables` is what its kernels read."""

    text: Any = text

    @property
    @abstractmethod
    def kernels(self) -> Kernels:
        """The text, bound to this planner's jumps."""

    @abstractmethod
    def tables(self, space: Space) -> Any:
        """Tables for a grid."""

    def build_tables(self, ground: Ground) -> None:
        """Build the tables."""
        ground.tables = self.tables(ground.space)

    def engine(self, ground: Ground, limits: Limits) -> Searcher:
        """The kernels with the tables of this ground."""
        if self.memory(ground).tables is not ground.tables:
            self.work = self.work._replace(tables=ground.tables)
        return Searcher(self.kernels, self.work, text.Rule(text.SHIFT, expansions(limits)), STRAIGHT)

    def new_work(self, ground: Ground) -> text.Work:
        """Memory for a grid of this size."""
        return text.new_work(ground.space, ground.tables)


class JumpPlanner(PlannerBase):
    """JPS or JPS+: they differ in what their kernels read."""

    __slots__ = ()

    promises: ClassVar[Promises] = Promises(optimal=True, factor=1.0)
