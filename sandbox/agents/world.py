"""A crowd on a level: ways are planned, a policy wishes, contacts are resolved, and all of it is written down.

    world = World(level, agents, Settings(policy, planner))
    while world.seconds < 60 and not world.done:
        world.step()

A tick:
    1. time passes and edits are done; who stands where an obstacle now is, is buried
    2. ways that lead into walls, or are missing, are planned anew from where each stands; a few a tick, in turn
    3. the policy says how fast everybody would like to go
    4. the resolver moves them, contact by contact
    5. what each fell behind is charged to whom it met; who arrived, and who is deadlocked, is noted
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.api import Agents, Driver, Resolver, Settings, boxes_of
from sandbox.agents.clock import Clock
from sandbox.agents.crowd import Crowd, Presence, new_crowd, put_back
from sandbox.agents.deadlocks import Deadlocks
from sandbox.agents.guide import Guide
from sandbox.agents.record.encounters import NONE, Book, How, charge, gather, gather_waits
from sandbox.agents.record.log import Act, Log
from sandbox.agents.record.script import Done, Player, Script, Way
from sandbox.agents.resolver import Contacts, Neighbours, all_pairs, new_workspace, resolve
from sandbox.agents.resolver.passing import pass_through
from sandbox.agents.space.places import inside
from sandbox.agents.space.walls import walls_of
from sandbox.agents.ways import Roads, blocked_ways, head_along

if TYPE_CHECKING:
    from sandbox.agents.record.film import Checkpoint
    from sandbox.kernels.arrays import Floats
    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level

Witness = Callable[[Crowd, Contacts | None, Crowd, float], None]
"""Told of every tick: the crowd as it began, its contacts (None: not resolved), how it ended, its seconds."""

SLACK = 0.25  # cells: lists of neighbours hold until somebody moved half of it
CALM = 0.5  # seconds without contact after which two who meet again do so anew
HIDDEN = 6  # looks in a row that the next point was hidden in, after which a way is planned anew
ARRIVED = 2.0  # radii from the goal
HOLD_EVERY = 30  # ticks: whom an obstacle waits for is noted no more often


class World:
    """Everything of one run. The level is its own: it changes with time."""

    def __init__(self, level: Level, agents: Agents, settings: Settings, played: Script | None = None) -> None:
        """With a script to play, edits and ways come from there, in place of clock and planner."""
        self.level, self.agents, self.settings = level, agents, settings
        self.script = Script() if played is None else played
        self.player = None if played is None else Player(played)
        self.crowd: Crowd = new_crowd(agents.places, agents.radius, agents.speed)
        self.goals = np.array(agents.goals, np.float64, order="C")  # its own: a policy may move them
        n = self.crowd.size
        widest = float(agents.radius.max(initial=0.1))
        self.fastest = float(agents.speed.max(initial=0.0))
        self.rule = settings.policy.rule if settings.rule is None else settings.rule
        self.tick = 0
        self.log, self.book, self.roads = Log(), Book(n), Roads(n)
        self.guide = Guide(level, settings.planner, widest)
        self.clock = Clock(level)
        self.arrived = np.full(n, NONE)  # [agents] the tick
        self.delay = np.zeros(n)  # seconds fallen behind
        self.wanted = np.zeros(n, np.uint8)  # who waits to get a way: 1 a first one, 2 another
        self.wanted[:] = 1
        self.contacts = 0  # so far, walls included
        self.workspace = new_workspace(n)
        self._margin = widest + 1.01 * self.fastest * settings.tick + 1e-3
        self.walls = walls_of(level, self._margin)
        self.neighbours = Neighbours(self.crowd, 2.02 * self.fastest * settings.tick + 1e-6, SLACK)
        self._version = level.version
        self.witness: Witness | None = None
        self.turn = 0  # whose way is planned next
        self._boxes = boxes_of(agents)
        self._before, self._after = np.zeros(n), np.zeros(n)
        self.deadlocks = Deadlocks(self)
        self.driver: Driver[Any] = settings.policy.drive(self)
        self.resolver = settings.resolver or (Resolver.EVENTS if self.driver.resolved else Resolver.NONE)

    # Facts.

    @property
    def seconds(self) -> float:
        """Time simulated."""
        return self.tick * self.settings.tick

    @property
    def here(self) -> NDArray[np.bool_]:
        """Who is on the map."""
        return np.asarray(self.crowd.presence == Presence.HERE)

    @property
    def walking(self) -> NDArray[np.bool_]:
        """Who is on the map and has not arrived."""
        return np.asarray(self.here & (self.arrived == NONE))

    @property
    def done(self) -> bool:
        """Whether nobody walks any more."""
        return not self.walking.any()

    @property
    def arrays(self) -> tuple[NDArray[Any], ...]:
        """What a checkpoint keeps beside the crowd, its ways and the policy's memory."""
        locks = self.deadlocks
        return self.arrived, self.delay, self.wanted, self.driver.waits, locks.still, locks.least, locks.group

    # Time.

    def prepare(self, said: Callable[[int], bool] | None = None) -> None:
        """Plan everybody's first way now, not a few a tick; `said` hears how many, and may end it by False."""
        while (self.wanted > 0)[self.driver.guided].any():
            self._plan(self.settings.plans)
            if self.player is None and self.tick == 0:
                self.script.prepared = len(self.script.ways)
            if said is not None and not said(self.crowd.size - int(np.count_nonzero(self.wanted))):
                return

    def edit(self, edit: Edit) -> Edit:
        """Change the level between two ticks; return the edit that takes it back."""
        return self._do(edit, timed=False)

    def _do(self, edit: Edit, *, timed: bool) -> Edit:
        inverse = self.level.apply(edit)
        if self.player is None:
            self.script.edits.append(Done(self.tick, edit, inverse, timed))
        else:
            self.player.next_edit += 1
        self._follow()
        self.driver.edited(edit)
        return inverse

    def step(self) -> None:
        """One tick."""
        self._pass_time()
        self._plan(self.settings.plans)
        crowd, end = self.crowd, self.settings.tick
        head_along(crowd, self.roads.ways, self.walls, self.tick, end)
        self.driver.waits[:] = NONE
        self.driver.wish()
        self.driver.left(self._before)
        self._resolve()
        self._account()
        self.tick += 1
        self.driver.moved()
        self.deadlocks.look()

    def _pass_time(self) -> None:
        if self.player is not None:
            for done in self.player.edits(self.tick):
                self._do(done, timed=False)
        edit = self.clock.edit_to(self.seconds, self.settings.tick, self.crowd, self.driver.claims())
        if self.clock.holding and self.tick % HOLD_EVERY == 0:
            self.log.add_all(self.tick, Act.HOLD, np.unique(self.clock.holding))
        if edit is not None:
            self._do(edit, timed=True)

    def _follow(self) -> None:
        """Catch up with the level's edits."""
        if self._version == self.level.version:
            return
        self._version = self.level.version
        self.walls = walls_of(self.level, self._margin)
        self._bury()
        found = np.zeros(self.crowd.size, np.uint8)
        blocked_ways(self.crowd, self.roads.ways, self.walls, found)
        again = (found == 1) | (self.roads.ways.length == 0)
        self.wanted[again & self.here & (self.wanted == 0)] = 2

    def _bury(self) -> None:
        crowd, here = self.crowd, self.here
        stands = self.guide.ground.free(crowd.x, crowd.y, crowd.radius, 0.0)
        gone = np.flatnonzero(here & ~stands)
        if not len(gone):
            return
        self._remove(gone, Presence.BURIED)
        self.log.add_all(self.tick, Act.BURIED, gone)

    def _remove(self, who: NDArray[np.int64], presence: Presence) -> None:
        crowd = self.crowd
        crowd.presence[who] = presence
        crowd.vx[who], crowd.vy[who] = 0.0, 0.0
        self.wanted[who] = 0
        self.neighbours.forget()

    def take(self, point: Checkpoint, later: Book, log: Log) -> None:
        """Be as at a checkpoint of the same run; the level is so already. `later` and `log` go on beyond it."""
        self.tick, self.turn, self._version = point.tick, point.numbers[4], self.level.version
        self.crowd.take(point.crowd)
        self.roads = point.roads.copy()
        put_back(self.arrays, point.arrays)
        self.driver.restore(point.memory)
        self.clock.back_to(point.clock)
        self.book.back_to(later, point.open)
        self.log.back_to(log, point.numbers[0])
        self.contacts, self.deadlocks.named, self.book.lost = point.numbers[3], point.numbers[5], point.numbers[6]
        self.walls = walls_of(self.level, self._margin)
        self.neighbours.forget()

    # Ways.

    def replan(self, agent: int) -> None:
        """Have an agent's way planned anew, when its turn comes."""
        if self.wanted[agent] == 0 and self.crowd.presence[agent] == Presence.HERE:
            self.wanted[agent] = 2

    def _plan(self, most: int) -> None:
        """Plan the ways of a few who wait for one, going round."""
        waiting = np.flatnonzero((self.wanted > 0) & self.driver.guided)
        if not len(waiting):
            return
        first = int(np.searchsorted(waiting, self.turn))
        for agent in np.roll(waiting, -first)[:most].tolist():
            self._plan_one(agent)
            self.turn = agent + 1

    def _plan_one(self, agent: int) -> None:
        again = self.wanted[agent] == 2
        self.wanted[agent] = 0
        had = self.roads.ways.length[agent] > 0
        if self.give_way(agent, lambda: self.find_way(agent, self.guide)):
            self.log.add(self.tick, Act.REPLAN if again and had else Act.PLAN, agent)
            self.driver.replanned(agent)
        elif had or not again:
            self.log.add(self.tick, Act.NO_WAY, agent)

    def give_way(self, agent: int, find: Callable[[], Floats]) -> bool:
        """Give an agent the way that is found, or that was found when this run was live; False if there is none."""
        if self.player is not None:
            way = self.player.way(self.tick, agent)
        else:
            way = find()
            self.script.ways.append(Way(self.tick, agent, way))
        self.roads.assign(agent, way)
        return len(way) > 0

    def find_way(self, agent: int, guide: Guide) -> Floats:
        """Ask for a way from where an agent stands to its goal."""
        crowd, (x, y) = self.crowd, self.goals[agent].tolist()
        place = float(crowd.x[agent]), float(crowd.y[agent])
        return guide.way(place, (x, y), float(crowd.radius[agent]))

    # Contacts, and what they cost.

    def _resolve(self) -> None:
        crowd, end = self.crowd, self.settings.tick
        before = None if self.witness is None else crowd.copy()
        lists = self.neighbours.lists()
        if self.resolver is Resolver.NONE:
            found = pass_through(crowd, lists, self.workspace.contacts, end)
        else:
            step = resolve if self.resolver is Resolver.EVENTS else all_pairs
            found = step(crowd, lists, self.walls, self.workspace, int(self.rule), end)
        self.contacts += found
        if self.witness is not None and before is not None:
            contacts = None if self.resolver is Resolver.NONE else self.workspace.contacts
            self.witness(before, contacts, crowd, end)
        calm = round(CALM / end)
        how = How.OVERLAPPED if self.resolver is Resolver.NONE else How(int(self.rule))
        self.book.prepare(self.tick, calm, found + crowd.size)
        table, ledger = self.book.table, self.book.ledger
        self.book.lost += gather(self.workspace.contacts, crowd, table, ledger, self.tick, calm, how)
        if (self.driver.waits != NONE).any():
            self.book.lost += gather_waits(self.driver.waits, crowd, table, ledger, self.tick, calm)

    def _account(self) -> None:
        crowd, end = self.crowd, self.settings.tick
        walking = self.walking
        self.driver.left(self._after)
        ahead = (self._before - self._after) / np.maximum(crowd.speed, 1e-9)
        lost = np.where(walking & (crowd.speed > 0) & (self._before > 0), np.clip(end - ahead, 0.0, 2 * end), 0.0)
        self.delay += lost
        charge(self.book.table, self.book.ledger, lost)
        self._note_arrivals(walking)
        hidden = walking & (self.roads.ways.unseen >= HIDDEN) & (self.wanted == 0)
        self.wanted[hidden] = 2
        self.roads.ways.unseen[hidden] = 0

    def _note_arrivals(self, walking: NDArray[np.bool_]) -> None:
        near = np.flatnonzero(walking & self._at_goal())
        if not len(near):
            return
        self.arrived[near] = self.tick
        self.log.add_all(self.tick, Act.ARRIVE, near)
        if self.settings.leave:
            self._remove(near, Presence.LEFT)
            self.log.add_all(self.tick, Act.LEAVE, near)

    @property
    def _in_box(self) -> NDArray[np.bool_]:
        """Who is in the box round its goal area; nobody who has none."""
        crowd, box = self.crowd, self._boxes
        across = (crowd.x >= box[:, 0]) & (crowd.x <= box[:, 2])
        return np.asarray(across & (crowd.y >= box[:, 1]) & (crowd.y <= box[:, 3]))

    def _at_goal(self) -> NDArray[np.bool_]:
        """Who is near its place, or in its goal area."""
        crowd, agents = self.crowd, self.agents
        off = np.maximum(np.abs(crowd.x - self.goals[:, 0]), np.abs(crowd.y - self.goals[:, 1]))
        there = off <= ARRIVED * crowd.radius
        coming = self._in_box & ~there & (self.arrived == NONE)
        for number in np.unique(agents.area[coming]).tolist() if coming.any() else ():
            rows = np.flatnonzero((agents.area == number) & ~there & (self.arrived == NONE))
            there[rows] = inside(agents.areas[number], crowd.x[rows], crowd.y[rows])
        return np.asarray(there)
