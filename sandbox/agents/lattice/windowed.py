"""WHCA*: ways for a window of steps, planned one agent after the other past what is reserved, walked in part.

D. Silver, "Cooperative Pathfinding", AIIDE 2005. Departs from it in four things, each of which can be left out:
- *priorities* grow while an agent is away: those away longest plan first, those at home last, and step aside;
- an agent that finds no way *rises*: it plans as if only those were there who rose before it in this window, or, if
  that does not help, nobody; those in its way lose theirs and plan again at once. A bounded number may rise. So who
  is driven back drives back those behind it, as in PIBT. (To begin the window again with that agent first, and to do
  so for one after the other, takes six times as many searches in a full warehouse, and more often fails.)
- a *deadlock* is seen and named: a window cannot be planned, all together have come no nearer than ever for some
  windows, or one agent has not for many;
- it is *resolved* by some steps of PIBT with swaps (see `pibt`), which are always legal; by twice as many each time,
  up to 32 times as many, if nobody has come nearer than ever since the last. Where that does not help either,
  everything goes on, in vain.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.crowd import Crowd
from sandbox.agents.lattice.distances import MOST_BYTES
from sandbox.agents.lattice.graph import Lattice
from sandbox.agents.lattice.pibt import new_memory
from sandbox.agents.lattice.pibt_crowd import forget_step, pibt_step
from sandbox.agents.lattice.reservations import FREE, Table, close, enter, new_table, swaps
from sandbox.agents.lattice.space_time import ALL, NONE_OF_THEM, Search, find, new_search
from sandbox.agents.lattice.state import (
    AT,
    FUTILE,
    GAINED,
    LAST,
    LEAST,
    SINCE,
    SPELL,
    STEP,
    Decision,
    Notice,
    Scene,
    holder_ahead,
    next_holder,
)
from sandbox.errors import BadInput
from sandbox.kernels.arrays import Bytes, Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import NO_EVENTS, NONE

ALONE: Final = 4  # an agent that has been stuck so many times as long as everyone may be is a deadlock by itself
MOST_DOUBLINGS: Final = 5
PLANNED: Final = 0
NO_WINDOW: Final = 1
STOPPED: Final = 2


@dataclass(frozen=True, slots=True)
class WindowedOptions:
    """How a WHCA* crowd plans."""

    window: int = 16  # steps planned ahead, 4 … 64
    every: int = 0  # steps walked before the next window, 1 … window; 0: half a window
    tries: int = 100  # how many agents may rise in a window before it counts as a deadlock; 0: none does
    patience: int = 6  # windows without all together coming nearer
    edges: bool = True  # nobody changes places with somebody
    rising: bool = True  # priorities grow while an agent is away from its goal
    resolve: bool = True  # steps of PIBT when there is a deadlock
    most_bytes: int = MOST_BYTES  # for distances

    def __post_init__(self) -> None:
        """Refuse what cannot be planned with."""
        for name, low, high in (("window", 4, 64), ("every", 0, self.window), ("tries", 0, 1000), ("patience", 1, 999)):
            value = getattr(self, name)
            if not low <= value <= high:
                raise BadInput(name, f"{value}", f"{low} … {high}")

    @property
    def walked(self) -> int:
        """Steps walked of each window."""
        return self.every or self.window // 2


@kernel
def plan_window(
    scene: Scene,
    order: Int32s,
    first: int,
    edges: int,
    table: Table,
    search: Search,
    plan: Int32s,
    failed: Int32s,
    queue: Int32s,
    risen: Bytes,
    stop: Bytes,
) -> tuple[int, int]:
    """Plan for everyone in `order`, from step `first` to the end of the window, past all who have plans already.

    Returns PLANNED, NO_WINDOW or STOPPED, and how many failed. `failed` [tries + 1, 2]: who found no way, and who was
    where it would have gone, or comes to where it is. Modified: table and all after it but `stop`.
    """
    lattice, far, row, cell, _ = scene
    last, room = table.shape[1] - 1, queue.shape[0]
    failures = 0
    for q in range(order.shape[0]):
        queue[0] = order[q]
        taken, waiting = 0, 1
        while taken < waiting:
            if stop[0] != 0:
                return STOPPED, failures
            i = queue[taken % room]
            taken += 1
            start = cell[i]
            through = NONE_OF_THEM
            while (
                find(lattice, far, row[i], table, start, first, last, edges, through, risen, search, NO_EVENTS) == NONE
            ):
                if through == NONE_OF_THEM:
                    failed[failures, 0] = i
                    failed[failures, 1] = holder_ahead(lattice, far, row[i], table, start, i, first, last)
                    if failed[failures, 1] == NONE:
                        failed[failures, 1] = next_holder(table, start, i, first, last)[0]
                    failures += 1
                if failures == failed.shape[0] or through == ALL:
                    return NO_WINDOW, failures
                through += 1
            if through != NONE_OF_THEM:
                risen[i] = 1
                for step in range(first, last + 1):
                    for j in in_the_way(table, search.path, first, step, edges):
                        if j >= 0:
                            enter(table, plan, j, first, last, FREE)
                            queue[waiting % room] = j
                            waiting += 1
            for step in range(first, last + 1):
                plan[step, i] = search.path[step - first]
                table[search.path[step - first], step] = i
    return PLANNED, failures


@kernel(counted=False)
def in_the_way(table: Table, path: Int32s, first: int, step: int, edges: int) -> tuple[int, int]:
    """Who is on a way at a step, and who changes places with its agent after it; NONE."""
    here = np.int64(path[step - first])
    holder, swapped = np.int64(table[here, step]), np.int64(NONE)
    if edges and step < table.shape[1] - 1:
        u = np.int64(path[step + 1 - first])
        if u != here and table[u, step] != holder and swaps(table, here, u, step):
            swapped = np.int64(table[u, step])
    return holder, swapped


class Windowed(Crowd):
    """Agents that go by WHCA*."""

    def __init__(self, lattice: Lattice, starts: Int32s, goals: Int32s, options: WindowedOptions, seed: int) -> None:
        self.options = options
        self._steps = options.window + 1
        self._table, self._search = new_table(lattice, options.window), new_search(lattice, options.window)
        super().__init__(lattice, starts, goals, options.most_bytes, seed)

    @property
    def by_plan(self) -> bool:
        """Whether the last step was one of a window, not one of PIBT."""
        return bool(self.state.count[AT] > 0)

    @property
    def ahead(self) -> Int32s:
        """Where everyone is and will be, [steps, agents]; what is planned beyond the steps walked may change."""
        return self.state.plan[self.state.count[AT] :] if self._planned else self.state.plan[:0]

    @property
    def _planned(self) -> bool:
        """Whether there is a window of which steps are left to walk."""
        return bool(self.state.count[AT] < self.state.count[LAST])

    def _decide(self) -> Decision | None:
        count = self.state.count
        self._before = self.state.cell.copy()
        if not self._planned and not count[SPELL] and not self._begin():
            return None
        if self.state.count[SPELL]:
            return pibt_step(self, self._memory, swap=True, rising=self.options.rising)
        at = int(self.state.count[AT])
        return Decision(self.state.plan[at + 1], self._table, at, self.options.window)

    def _decided(self, decision: Decision) -> None:
        count = self.state.count
        if decision.table is self._table:
            count[AT] += 1
            return
        forget_step(self, self._memory, self._before)
        count[SPELL] = 0 if self.resting else count[SPELL] - 1

    def _begin(self) -> bool:
        """Begin a window, or steps of PIBT. False if somebody raised the flag: then nothing has changed."""
        stuck = self._stuck()
        if len(stuck) and self.options.resolve:
            self._deadlock(stuck)
            return True
        state = self.state
        closed = state.closed[state.closed[:, 2] > state.count[STEP]]
        self._table[:] = FREE
        close(self._table, closed, int(state.count[STEP]))
        ended, failed = self._plan(self.order(rising=self.options.rising), 0)
        if ended == STOPPED:
            return False
        self.state = state._replace(closed=closed)
        state.count[AT], state.count[LAST] = 0, self.options.walked
        self._tell_plan(NONE, failed)
        self._measure()
        if ended == NO_WINDOW:
            stuck = np.union1d(stuck, failed[:, 0])
        if len(stuck):
            self._deadlock(stuck)
        if ended == NO_WINDOW and not self.options.resolve:
            self._stand()
        return True

    def _plan(self, order: Int32s, first: int) -> tuple[int, Int32s]:
        """Plan for these agents: how it ended, and who failed because of whom."""
        state, options = self.state, self.options
        failed = np.full((options.tries + 1, 2), NONE, np.int32)
        self._risen[:] = 0
        ended, failures = plan_window(
            self.scene,
            order,
            first,
            int(options.edges),
            self._table,
            self._search,
            state.plan,
            failed,
            self._queue,
            self._risen,
            self.stop,
        )
        return ended, failed[:failures]

    def _tell_plan(self, agent: int, failed: Int32s) -> None:
        self._notices.append((Notice.REPLAN, agent, NONE))
        self._notices += [(Notice.RISE, one, other) for one, other in failed.tolist()]

    def _measure(self) -> None:
        """Whether all together are nearer than ever since the last deadlock."""
        state, total = self.state, int(self.to_go.sum())
        if total < state.count[LEAST] or state.count[SINCE] < 0:
            state.count[LEAST], state.count[SINCE] = total, state.count[STEP]
            state.stall[state.cell == state.target] = 0

    def _stuck(self) -> Int64s:
        """Who has come no nearer for too long."""
        state, patience = self.state, self.options.patience * self.options.walked
        away = self.present & (state.cell != state.target)
        alone = state.stall >= ALONE * patience
        if away.any() and 0 <= state.count[SINCE] <= state.count[STEP] - patience:
            return np.flatnonzero(away | alone | (state.stall >= self.options.walked))
        return np.flatnonzero(away & alone)

    def _deadlock(self, named: NDArray[np.integer]) -> None:
        """Tell who is stuck, and, if it is to be resolved, give PIBT its steps."""
        state = self.state
        standing = {cell: agent for agent, cell in enumerate(state.cell.tolist()) if cell != NONE}
        for agent in named.tolist():
            self._notices.append((Notice.DEADLOCK, agent, self._before_it(agent, standing)))
        state.stall[:] = 0
        state.count[SINCE] = NONE
        state.count[FUTILE] = 0 if state.count[GAINED] else min(state.count[FUTILE] + 1, MOST_DOUBLINGS)
        state.count[GAINED] = 0
        if self.options.resolve:
            self._stale()
            state.count[SPELL] = self.options.window << int(state.count[FUTILE])

    def _before_it(self, agent: int, standing: dict[int, int]) -> int:
        """Who stands where an agent would go."""
        cell, far = self.state.cell[agent], self.distances.table[self.row[agent]]
        around = self.lattice.neighbours[cell, : self.lattice.degree[cell]].tolist()
        ahead = [standing[u] for u in around if far[u] < far[cell] and u in standing]
        return ahead[0] if ahead else NONE

    def _stand(self) -> None:
        """Nobody moves for as long as a window is walked."""
        self.state.plan[:] = self.state.cell
        self._enter_plan()

    def _enter_plan(self) -> None:
        """Make the table anew from the plan."""
        state = self.state
        self._table[:] = FREE
        for agent in np.flatnonzero(self.present).tolist():
            self._enter(agent, agent)
        close(self._table, state.closed, int(state.count[STEP] - state.count[AT]))

    def _enter(self, agent: int, who: int) -> None:
        """Write `who` where an agent's plan leads, from the step at which it came."""
        since = int(np.count_nonzero(self.state.plan[:, agent] == NONE))
        enter(self._table, self.state.plan, agent, since, self.options.window, who)

    def _leave(self, agent: int) -> None:
        """An agent's cells are free, or closed, again."""
        self._enter(agent, FREE)
        close(self._table, self.state.closed, int(self.state.count[STEP] - self.state.count[AT]))

    def _anew(self) -> None:
        """Memory for this lattice and so many agents; the table as the plan says."""
        agents = len(self.state.cell)
        self._memory, self._queue = new_memory(self.lattice, agents), np.zeros(max(agents, 1), np.int32)
        self._risen = np.zeros(agents, np.uint8)
        if len(self._table) != self.lattice.cells:
            self._table, self._search = (make(self.lattice, self.options.window) for make in (new_table, new_search))
        if self._planned:
            self._enter_plan()

    def _forget(self, agent: int) -> None:
        """Its cells are free from now on."""
        if self._planned:
            self._leave(agent)
        self.state.plan[:, agent] = NONE
        super()._forget(agent)

    def _changed(self, agent: int) -> None:
        """Plan for one agent what is left of the window; if that cannot be, all plan anew."""
        super()._changed(agent)
        if not self._planned:
            return
        self._leave(agent)
        ended, failed = self._plan(np.array([agent], np.int32), int(self.state.count[AT]))
        if ended == PLANNED:
            self._tell_plan(agent, failed)
        else:
            self._stale()


def new_windowed(
    lattice: Lattice, starts: Int32s, goals: Int32s, options: WindowedOptions | None = None, seed: int = 0
) -> Windowed:
    """A crowd of agents on these cells (numbers of the lattice), with these goals, that goes by WHCA*."""
    return Windowed(lattice, starts, goals, options or WindowedOptions(), seed)
