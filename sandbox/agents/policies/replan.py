"""Plan anew: each agent plans as if it were alone, and plans again when it no longer comes forward.

Who does not come forward looks at those who stand around it as if they were walls, and asks its planner for a way
round them: local repair, after D. Silver, "Cooperative Pathfinding", AIIDE 2005 (LRA*). Nothing is agreed upon, so
two may dodge to the same side, and again.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np

from sandbox.agents.api import Driven, Driver, policies
from sandbox.agents.guide import Guide
from sandbox.agents.record.log import Act
from sandbox.agents.resolver.rules import Rule
from sandbox.level.edits import PaintCells
from sandbox.level.model import WALL
from sandbox.level.rect import Rect
from sandbox.registry import Help, Range, Unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.agents.world import World
    from sandbox.kernels.arrays import Floats
    from sandbox.level.edits.effect import Edit

SLOW = 0.25  # of its speed: below it an agent does not come forward
SIGHT = 6.0  # cells around it in which an agent sees who stands there
AT_ONCE = 8  # agents that plan anew in a tick


class _Replan(Driver["Replan"]):
    def __init__(self, world: World, policy: Replan) -> None:
        super().__init__(world, policy)
        n = world.crowd.size
        self.held = np.zeros(n)  # seconds each has not come forward
        self.x, self.y = world.crowd.x.copy(), world.crowd.y.copy()
        self.pace = np.zeros(n)  # cells a second in the tick before
        self.memory = {"held": self.held, "x": self.x, "y": self.y, "pace": self.pace}
        self._guide: Guide | None = None

    def wish(self) -> None:
        """Plan anew for who is held up."""
        world = self.world
        slow = world.walking & (self.pace < SLOW * world.crowd.speed) & (world.roads.ways.length > 0)
        self.held[:] = np.where(slow, self.held + world.settings.tick, 0.0)
        if not self.policy.around:
            return
        patience = self.policy.patience * (1.0 + 0.1 * (np.arange(len(self.held)) % 7))  # not all at once
        late = np.flatnonzero(self.held >= patience)
        for agent in late[np.argsort(-self.held[late], kind="stable")][:AT_ONCE].tolist():
            self.held[agent] = 0.0
            self._plan_round(agent)

    def moved(self) -> None:
        """See how far everybody came."""
        crowd = self.world.crowd
        dx, dy = crowd.x - self.x, crowd.y - self.y
        self.pace[:] = np.sqrt(dx * dx + dy * dy) / self.world.settings.tick
        self.x[:], self.y[:] = crowd.x, crowd.y

    def edited(self, edit: Edit) -> None:
        """The copy with agents as walls follows."""
        if self._guide is not None:
            self._guide.level.apply(edit)

    def _plan_round(self, agent: int) -> None:
        world = self.world
        blocking = self._who_stands(agent)
        if not len(blocking):
            return
        kept = world.roads.way(agent).copy()
        if world.give_way(agent, lambda: self._way_round(agent, blocking)):
            world.roads.hold(agent, SIGHT)  # or it would look past those it goes round, as if they were not there
            world.log.add(world.tick, Act.REPLAN, agent, int(blocking[0]))
        else:
            world.roads.assign(agent, np.vstack([[world.crowd.x[agent], world.crowd.y[agent]], kept]))

    def _way_round(self, agent: int, who: NDArray[np.int64]) -> Floats:
        guide = self._crowded()
        undo = guide.level.apply(self._as_walls(agent, who))
        way = self.world.find_way(agent, guide)
        guide.level.apply(undo)
        return way

    def _crowded(self) -> Guide:
        """A planner on a copy of the level in which agents are walls, when first needed."""
        if self._guide is None:
            world = self.world
            self._guide = Guide(world.level.copy(), world.settings.planner, world.guide.widest)
        return self._guide

    def _who_stands(self, agent: int) -> NDArray[np.int64]:
        """Those near an agent who hardly move, the nearest first."""
        crowd = self.world.crowd
        off = np.maximum(np.abs(crowd.x - crowd.x[agent]), np.abs(crowd.y - crowd.y[agent]))
        still = (off <= SIGHT) & (self.pace < SLOW * crowd.speed) & self.world.here
        still[agent] = False
        rows = np.flatnonzero(still)
        return np.asarray(rows[np.argsort(off[rows], kind="stable")])

    def _as_walls(self, agent: int, who: NDArray[np.int64]) -> Edit:
        """The cells under others, but not the agent's own, nor its goal's."""
        crowd, level = self.world.crowd, self.world.level
        column, row = (np.floor(c[who]).astype(np.int64) for c in (crowd.x, crowd.y))
        box = Rect(int(column.min()), int(row.min()), int(column.max()) + 1, int(row.max()) + 1)
        mask = np.zeros((box.height, box.width), np.bool_)
        mask[row - box.y0, column - box.x0] = True
        for x, y in ((crowd.x[agent], crowd.y[agent]), self.world.goals[agent]):
            if box.x0 <= x < box.x1 and box.y0 <= y < box.y1:
                mask[int(y) - box.y0, int(x) - box.x0] = False
        blocked = next((code for code, terrain in enumerate(level.palette) if terrain.blocked), WALL)
        return PaintCells.of(box, blocked, mask)


@policies.register("replan", title="Plan anew", paper="Silver, AIIDE 2005 (LRA*)", order=20)
@dataclass(frozen=True, slots=True)
class Replan(Driven):
    """Who is held up takes those who stand around it for walls, and plans another way."""

    patience: Annotated[float, Range(0.2, 10.0, 0.1), Unit("s"), Help("without progress, before it plans anew")] = 0.8
    around: Annotated[bool, Help("plan round those who stand; off: keep the way")] = True

    rule: ClassVar[Rule] = Rule.SLIDE
    driver: ClassVar = _Replan
