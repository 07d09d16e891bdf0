"""What JPS and JPS+ share outside their kernels."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from sandbox.planning.grid.graph import STRAIGHT
from sandbox.planning.grid.planner import GridPrepared, Promises
from sandbox.planning.grid.runner import Engine, Ground, Kernels, expansions
from sandbox.planning.planners.jump import search as text

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.planning.api import Limits
    from sandbox.planning.grid.graph import Space

PROMISES = Promises(optimal=True, weighted=False, moves=8, factor=1.0)


class JumpPrepared(GridPrepared):
    """A jump point planner on a level. `ground.tables` is what its kernels read."""

    def __init__(self, level: Level) -> None:
        self._work: text.Work | None = None
        super().__init__(level, PROMISES)

    @property
    @abstractmethod
    def kernels(self) -> Kernels:
        """The text, bound to this planner's jumps."""

    @abstractmethod
    def build(self, space: Space) -> Any:
        """Tables for a grid."""

    def equip(self, ground: Ground) -> None:
        """Build the tables, and the memory of the searches."""
        ground.tables = self.build(ground.space)
        if self._work is None:
            self._work = text.new_work(ground.space, ground.tables)

    def restart(self) -> None:
        """Memory of the new size will be made when needed."""
        self._work = None

    def engine(self, ground: Ground, limits: Limits) -> Engine:
        """The kernels with the tables of this ground."""
        assert self._work is not None
        self._work = self._work._replace(tables=ground.tables)
        return Engine(self.kernels, self._work, text.Rule(text.SHIFT, expansions(limits)), STRAIGHT)

    def grow(self) -> None:
        """Twice the entries."""
        assert self._work is not None
        self._work = text.with_more_room(self._work)
