"""Discs that go by the steps of a lattice: all begin a step together, and the next one when all are where it leads.

At first, and whenever an edit takes somebody's cell, agents *fall in*: each goes to a free cell in sight, the nearest
that no other has taken. A step takes as long as the slowest needs; so nobody comes near another on the way, as long as
radii are at most `WIDEST`: the resolver beneath has nothing to do.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import deque
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.api import Driver, P
from sandbox.agents.lattice.graph import WIDEST, Lattice, lattice_of
from sandbox.agents.lattice.state import Notice
from sandbox.agents.record.encounters import NONE
from sandbox.agents.record.log import Act
from sandbox.agents.space.sight import clear
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Iterable

    from sandbox.agents.lattice.crowd import Crowd
    from sandbox.agents.world import World
    from sandbox.kernels.arrays import Floats
    from sandbox.level.edits.effect import Edit

THERE = 1e-6  # cells from the centre of a cell at which an agent is there
AGAIN = 4.0  # seconds of falling in after which who is not there yet looks for another cell
NEAR = 400  # cells looked at for one that is free
FORMING, TICKS, ELAPSED = range(3)  # of `numbers`


class Lockstep(Driver[P]):
    """Agents on a lattice. What decides their steps is added to it. Memory: see `saved`."""

    def __init__(self, world: World, policy: P) -> None:
        super().__init__(world, policy)
        crowd, n = world.crowd, world.crowd.size
        widest = float(crowd.radius.max(initial=0.1))
        if widest > WIDEST:
            raise BadInput("radius", f"{widest:g}", f"at most {WIDEST:.3f} cells: agents of this policy go by cells")
        self.guided[:] = False
        self.radius = widest
        self.lattice = lattice_of(world.level, widest)
        self.number = np.full(n, NONE)  # [agents] each one's number on the lattice; NONE: it has no cell
        self.target = np.full(n, NONE)  # [agents] the cell each goes to, or stands on
        self.numbers = np.array([1, 0, 0])  # falling in?, ticks of this step, ticks since it began
        self.waiting_for = np.full(n, NONE)  # [agents] for whom each waits in this step
        self.crowd: Crowd | None = None
        self._fall_in(np.arange(n))

    @abstractmethod
    def gather(self, lattice: Lattice, starts: NDArray[np.int32], goals: NDArray[np.int32]) -> Crowd:
        """The crowd on the lattice that decides the steps."""

    # What worlds ask.

    def wish(self) -> None:
        """On to the centre of the cell each goes to; when all are there, the next step."""
        world = self.world
        if self._all_there():
            self._next_step()
        elif self.numbers[FORMING] and self.numbers[ELAPSED] * world.settings.tick > AGAIN:
            self._fall_in(np.flatnonzero(world.here & ~self._there()))
        self.numbers[ELAPSED] += 1
        self._head()
        self.waits[:] = self.waiting_for

    def left(self, lengths: Floats) -> None:
        """Steps still to go from where each goes, and the way there."""
        lengths[:] = 0.0
        if self.crowd is None:
            return
        rows = np.flatnonzero((self.number != NONE) & self.world.here)
        dx, dy = self._off(rows)
        lengths[rows] = self.crowd.to_go[self.number[rows]] + np.abs(dx) + np.abs(dy)

    def saved(self) -> Any:
        """The lattice's crowd, and who goes where."""
        lattice = self.lattice, None if self.crowd is None else self.crowd.save()
        return lattice, [array.copy() for array in self._arrays]

    def restore(self, saved: Any) -> None:
        """Be as then."""
        (self.lattice, crowd), arrays = saved
        for array, then in zip(self._arrays, arrays, strict=True):
            array[:] = then
        if crowd is None:
            self.crowd = None
            return
        if self.crowd is None:
            self._muster()
        assert self.crowd is not None
        self.crowd.restore(crowd)

    def edited(self, edit: Edit) -> None:  # noqa: ARG002
        """Go on on the lattice of the level as it is now; whose cell is gone falls in anew."""
        places, had = self._cells(), self.target != NONE
        self.lattice = lattice_of(self.world.level, self.radius)
        if self.crowd is not None:
            self.crowd.follow(self.lattice)
        self.target[had] = self.lattice.numbers(places[had])
        lost = np.flatnonzero(had & (self.target == NONE))
        self.number[lost] = NONE
        if len(lost):
            self._fall_in(lost[self.world.here[lost]])

    def claims(self) -> NDArray[np.float64]:
        """[n, 3] discs that obstacles must not move into: where agents are going to stand."""
        rows = np.flatnonzero((self.target != NONE) & self.world.here)
        return np.column_stack([self._cells()[rows] + 0.5, self.world.crowd.radius[rows]])

    # Falling in.

    def _fall_in(self, who: Iterable[int]) -> None:
        """Give each a cell of its own, near and in sight."""
        who = np.asarray(who)
        self.target[who] = NONE
        taken = set(self.target[self.target != NONE].tolist())
        for agent in who.tolist():
            cell = self._free_cell(agent, taken)
            self.target[agent] = cell
            if cell == NONE:
                self.world.log.add(self.world.tick, Act.NO_WAY, agent)
            taken.add(cell)
        self.numbers[:] = 1, 0, 0

    def _free_cell(self, agent: int, taken: set[int]) -> int:
        crowd, walls = self.world.crowd, self.world.walls
        x, y, radius = float(crowd.x[agent]), float(crowd.y[agent]), float(crowd.radius[agent])
        for cell in _outwards(self.lattice, x, y):
            cx, cy = self.lattice.places(np.array([cell]))[0] + 0.5
            if cell not in taken and clear(walls, x, y, float(cx), float(cy), radius):
                return cell
        return NONE

    def _muster(self) -> None:
        """All are in place: begin on the lattice."""
        rows = np.flatnonzero((self.target != NONE) & self.world.here)
        goals = self._goal_cells(rows)
        self.number[:] = NONE
        self.number[rows] = np.arange(len(rows))
        self.crowd = self.gather(self.lattice, self.target[rows].astype(np.int32), goals)

    def _goal_cells(self, rows: NDArray[np.int64]) -> NDArray[np.int32]:
        """A cell of its own for everybody's goal, near its place; the place moves to the cell's centre."""
        taken: set[int] = set()
        cells = np.zeros(len(rows), np.int32)
        for k, agent in enumerate(rows.tolist()):
            x, y = self.world.goals[agent].tolist()
            cells[k] = next((c for c in _outwards(self.lattice, x, y) if c not in taken), int(self.target[agent]))
            taken.add(int(cells[k]))
        self.world.goals[rows] = self.lattice.places(cells) + 0.5
        return cells

    # Steps.

    def _next_step(self) -> None:
        self._let_go()
        if self.crowd is None or self.numbers[FORMING]:
            self._muster()
        assert self.crowd is not None
        was = self.waiting_for.copy()
        step = self.crowd.advance()
        rows = np.flatnonzero(self.number != NONE)
        self.target[rows] = step.cells[self.number[rows]]
        slowest = float(self.world.crowd.speed[rows].min(initial=np.inf))
        ticks = int(np.ceil(1.0 / (max(slowest, 1e-3) * self.world.settings.tick))) if len(rows) else 1
        self.numbers[:] = 0, ticks, 0
        self._tell(step.events, was)

    def _let_go(self) -> None:
        """Those who left the map, or are buried, are no longer on the lattice."""
        for agent in np.flatnonzero((self.number != NONE) & ~self.world.here).tolist():
            if self.crowd is not None:
                self.crowd.remove(int(self.number[agent]))
            self.number[agent] = self.target[agent] = NONE

    def _tell(self, events: NDArray[np.int32], was: NDArray[np.int64]) -> None:
        """Write down what the step reported."""
        world, agent_of = self.world, self._agents_by_number()
        self.waiting_for[:] = NONE
        stuck: list[int] = []
        for kind, number, other_number in events.tolist():
            agent, other = agent_of.get(number, NONE), agent_of.get(other_number, NONE)
            if kind == Notice.WAIT:
                self.waiting_for[agent] = other
                if was[agent] == NONE and other != NONE:
                    world.log.add(world.tick, Act.WAIT, agent, other)
            elif kind == Notice.DEADLOCK:
                stuck.append(agent)
            elif kind in ACTS:
                world.log.add(world.tick, ACTS[kind], agent, other)
        goes = np.flatnonzero((was != NONE) & (self.waiting_for == NONE))
        world.log.add_all(world.tick, Act.GO, goes, was[goes])
        if stuck:
            world.log.add(world.tick, Act.DEADLOCK, min(stuck), len(stuck))
            world.deadlocks.named += 1

    def _agents_by_number(self) -> dict[int, int]:
        return {int(number): agent for agent, number in enumerate(self.number.tolist()) if number != NONE}

    # Where everybody is.

    @property
    def _arrays(self) -> tuple[NDArray[Any], ...]:
        return self.number, self.target, self.numbers, self.waiting_for, self.world.goals

    def _cells(self) -> NDArray[np.int32]:
        """[agents, 2] the cells all go to; (-1, -1) for none."""
        return self.lattice.places(self.target)

    def _off(self, rows: NDArray[np.int64]) -> tuple[Floats, Floats]:
        centre, crowd = self._cells()[rows] + 0.5, self.world.crowd
        return centre[:, 0] - crowd.x[rows], centre[:, 1] - crowd.y[rows]

    def _there(self) -> NDArray[np.bool_]:
        """Who is where it goes; who has no cell is."""
        there = np.ones(len(self.target), np.bool_)
        rows = np.flatnonzero((self.target != NONE) & self.world.here)
        dx, dy = self._off(rows)
        there[rows] = np.maximum(np.abs(dx), np.abs(dy)) <= THERE
        return there

    def _all_there(self) -> bool:
        return bool(self._there().all())

    def _head(self) -> None:
        """Velocities that bring all there: at the end of the step, or as fast as they can while falling in."""
        world, crowd, end = self.world, self.world.crowd, self.world.settings.tick
        crowd.vx[:], crowd.vy[:] = 0.0, 0.0
        rows = np.flatnonzero((self.target != NONE) & world.here)
        dx, dy = self._off(rows)
        apart = np.sqrt(dx * dx + dy * dy)
        ahead = max(1, int(self.numbers[TICKS] - self.numbers[ELAPSED] + 1)) * end
        share = np.minimum(crowd.speed[rows] / np.maximum(apart, 1e-12), 1.0 / ahead)
        crowd.vx[rows], crowd.vy[rows] = dx * share, dy * share


ACTS = {
    int(Notice.YIELD): Act.ASIDE,
    int(Notice.REPLAN): Act.WINDOW,
    int(Notice.RISE): Act.RISE,
    int(Notice.LOST): Act.NO_WAY,
}


def _outwards(lattice: Lattice, x: float, y: float) -> Iterable[int]:
    """Free cells near a point, the nearest first: round and round from its cell, also across what is blocked."""
    column = min(max(int(x), 0), lattice.width - 1)
    row = min(max(int(y), 0), lattice.height - 1)
    queue, seen = deque([(column, row)]), {(column, row)}
    while queue and len(seen) < NEAR:
        cx, cy = queue.popleft()
        number = int(lattice.number_of[cy * lattice.width + cx])
        if number != NONE:
            yield number
        for near in ((cx + 1, cy), (cx, cy + 1), (cx - 1, cy), (cx, cy - 1)):
            if near not in seen and 0 <= near[0] < lattice.width and 0 <= near[1] < lattice.height:
                seen.add(near)
                queue.append(near)
