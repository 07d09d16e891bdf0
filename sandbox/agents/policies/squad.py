"""Squads: one leader plans, the others follow in formation; at a door they become a column, and open again behind it.

A leader drops a trail of points as it goes. Each follower has a slot: so far behind the leader along the trail, so far
to the side. Where a slot's row has no room to its sides the squad narrows: all walk one behind the other, on the trail
itself, which is known to be free. A leader goes slower than the slowest, slower still when somebody lags behind, and
waits a while for who is far off. Who has lost sight of the trail plans a way of its own to the leader. When the leader
has arrived, everybody plans the way to its own place.

Formations by offsets from a leader's path: C. W. Reynolds, "Steering behaviors for autonomous characters", GDC 1999.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Annotated, ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.api import Driven, Driver, policies
from sandbox.agents.crowd import Crowd
from sandbox.agents.record.encounters import NONE
from sandbox.agents.record.log import Act
from sandbox.agents.resolver.rules import Rule
from sandbox.agents.space.sight import clear
from sandbox.agents.space.walls import Walls
from sandbox.kernels.arrays import Floats, Int64s
from sandbox.kernels.jit import kernel
from sandbox.registry import Help, Range, Unit

if TYPE_CHECKING:
    from sandbox.agents.guide import Guide
    from sandbox.agents.world import World

STEP = 0.1  # cells between two points of a trail
CRUISE = 0.85  # of the slowest member's speed: the leader's
LAGS, FAR = 2.0, 5.0  # gaps behind its slot at which the leader goes slowly, and at which it waits
LOOKS = 4  # ticks between two looks at the sides
PATIENCE = 4.0  # seconds a leader waits: who stands in a doorway waiting for who cannot come through holds up both
SLIM = 0.9  # of the radius: the trail round a corner is followed in chords, and the rule of contact does the rest
LOST = 45  # ticks without sight of slot or trail
MOST = 40  # members


class Squads(NamedTuple):
    """All squads. Trails are rings of points; a point's number is how many were dropped before it."""

    squad: Int64s  # [agents]
    place: Int64s  # [agents] in its squad: 0 leads, 1 is the first behind
    leader: Int64s  # [squads] an agent; NONE: nobody is left
    narrow: Int64s  # [squads] 1 while it walks in a column
    released: Int64s  # [squads] 1 when everybody goes to its own place
    dropped: Int64s  # [squads] points so far
    trail: Floats  # [squads, ring, 2]
    at: Int64s  # [agents] number of the point a follower walks on from
    unseen: Int64s  # [agents] ticks without sight of slot and trail
    astray: Int64s  # [agents] 1 while it follows a way of its own to the leader
    waited: Floats  # [squads] seconds the leader has waited since nobody lagged
    gap: Floats  # [squads] cells from one to the next


class _Squad(Driver["Squad"]):
    def __init__(self, world: World, policy: Squad) -> None:
        super().__init__(world, policy)
        self.squads = _fall_in(world, policy)
        self.guided[:] = self.squads.place == 0
        self.memory = {"guided": self.guided, **self.squads._asdict()}

    def wish(self) -> None:
        """Lead, follow, narrow, open, wait."""
        world, squads = self.world, self.squads
        self._replace_leaders()
        before = squads.narrow.copy()
        drop_points(world.crowd, squads)
        if world.tick % LOOKS == 0 and self.policy.narrows:
            look_aside(world.crowd, squads, world.walls, self.policy.abreast)
        march(world.crowd, squads, world.walls, self.policy.abreast, world.settings.tick, self.waits)
        for number in np.flatnonzero(squads.narrow != before).tolist():
            act = Act.NARROW if squads.narrow[number] else Act.WIDEN
            world.log.add(world.tick, act, int(squads.leader[number]))
        self._find_the_lost()

    def moved(self) -> None:
        """Near the goal, everybody goes to its own place."""
        world, squads = self.world, self.squads
        for number in np.flatnonzero(squads.released == 0).tolist():
            leader = int(squads.leader[number])
            if leader != NONE and world.arrived[leader] != NONE:
                self._release(number)

    def _release(self, number: int) -> None:
        squads = self.squads
        squads.released[number] = 1
        members = np.flatnonzero(squads.squad == number)
        self.guided[members] = True
        self.world.wanted[members[self.world.walking[members]]] = 2

    def _replace_leaders(self) -> None:
        """Who is next leads, when a leader is gone."""
        squads, here = self.squads, self.world.here
        for number, leader in enumerate(squads.leader.tolist()):
            if leader == NONE or here[leader] or squads.released[number]:
                continue
            members = np.flatnonzero((squads.squad == number) & here)
            squads.leader[number] = members[0] if len(members) else NONE
            if len(members):
                self._lead_on(number, members)

    def _lead_on(self, number: int, members: NDArray[np.int64]) -> None:
        squads = self.squads
        squads.place[members] = np.arange(len(members))
        squads.dropped[number] = 0
        squads.at[members] = 0
        self.guided[members[0]] = True
        self.world.replan(int(members[0]))

    def _find_the_lost(self) -> None:
        """Who sees neither its slot nor the trail plans a way to its leader."""
        world, squads = self.world, self.squads
        for agent in np.flatnonzero((squads.unseen >= LOST) & world.here)[:4].tolist():
            squads.unseen[agent] = 0
            if world.give_way(agent, partial(self._way_to_leader, agent, world.guide)):
                squads.astray[agent] = 1
                world.log.add(world.tick, Act.REPLAN, agent, int(squads.leader[squads.squad[agent]]))

    def _way_to_leader(self, agent: int, guide: Guide) -> Floats:
        crowd, leader = self.world.crowd, int(self.squads.leader[self.squads.squad[agent]])
        here, there = ((float(crowd.x[k]), float(crowd.y[k])) for k in (agent, leader))
        return guide.way(here, there, float(crowd.radius[agent]))


@policies.register("squad", title="Squads", paper="Reynolds, GDC 1999", order=60)
@dataclass(frozen=True, slots=True)
class Squad(Driven):
    """One leader plans; the others follow in formation, which narrows through doors and opens again."""

    size: Annotated[int, Range(2, MOST, 1), Help("members of a squad, the leader included")] = 9
    abreast: Annotated[int, Range(1, 8, 1), Help("how many walk side by side")] = 3
    gap: Annotated[float, Range(2.1, 8.0, 0.1), Unit("radii"), Help("from one to the next, centre to centre")] = 3.0
    narrows: Annotated[bool, Help("become a column where there is no room")] = True

    rule: ClassVar[Rule] = Rule.RIGHT
    driver: ClassVar = _Squad


def _fall_in(world: World, policy: Squad) -> Squads:
    """Make squads of each group, of those who stand near each other."""
    n = world.crowd.size
    squad, place = np.full(n, NONE), np.zeros(n, np.int64)
    leaders: list[int] = []
    for group in np.unique(world.agents.group):
        members = np.flatnonzero(world.agents.group == group)
        order = members[np.lexsort((world.crowd.y[members], np.floor(world.crowd.x[members] / 2)))]
        for begin in range(0, len(order), policy.size):
            rows = order[begin : begin + policy.size]
            squad[rows], place[rows] = len(leaders), np.arange(len(rows))
            leaders.append(int(rows[0]))
    count = len(leaders)
    gap = np.array([policy.gap * world.crowd.radius[squad == k].max() for k in range(count)], np.float64)
    ring = int(MOST * 8.0 * 4.0 / STEP) if count == 0 else int(policy.size * gap.max() / STEP) + 64
    fields = [np.zeros(count, np.int64) for _ in range(3)], [np.zeros(n, np.int64) for _ in range(3)]
    narrow, released, dropped = fields[0]
    at, unseen, astray = fields[1]
    trail = np.zeros((count, ring, 2))
    leader = np.array(leaders, np.int64)
    return Squads(squad, place, leader, narrow, released, dropped, trail, at, unseen, astray, np.zeros(count), gap)


@kernel
def drop_points(crowd: Crowd, squads: Squads) -> None:
    """Leaders drop points every `STEP`. Modified: squads.trail, squads.dropped."""
    ring = squads.trail.shape[1]
    for s in range(squads.leader.shape[0]):
        leader = squads.leader[s]
        if leader < 0:
            continue
        x, y = crowd.x[leader], crowd.y[leader]
        if squads.dropped[s] == 0:
            squads.trail[s, 0, 0], squads.trail[s, 0, 1], squads.dropped[s] = x, y, 1
        while True:
            last = (squads.dropped[s] - 1) % ring
            dx, dy = x - squads.trail[s, last, 0], y - squads.trail[s, last, 1]
            apart = np.sqrt(dx * dx + dy * dy)
            if apart < STEP:
                break
            new = squads.dropped[s] % ring
            squads.trail[s, new, 0] = squads.trail[s, last, 0] + dx / apart * STEP
            squads.trail[s, new, 1] = squads.trail[s, last, 1] + dy / apart * STEP
            squads.dropped[s] += 1


@kernel(counted=False)
def behind(squads: Squads, s: int, distance: float) -> int:
    """The number of the trail's point so far behind the leader, as far as the trail goes back."""
    number = squads.dropped[s] - 1 - int(distance / STEP)
    return max(number, squads.dropped[s] - squads.trail.shape[1] + 8, 0)


@kernel(counted=False)
def heading(squads: Squads, s: int, number: int) -> tuple[float, float]:
    """The direction the leader went at a point; (0, 0) if it never moved."""
    ring = squads.trail.shape[1]
    ahead, back = min(number + 4, squads.dropped[s] - 1), max(number - 4, squads.dropped[s] - ring + 4, 0)
    dx = squads.trail[s, ahead % ring, 0] - squads.trail[s, back % ring, 0]
    dy = squads.trail[s, ahead % ring, 1] - squads.trail[s, back % ring, 1]
    length = np.sqrt(dx * dx + dy * dy)
    return (dx / length, dy / length) if length > 0.0 else (0.0, 0.0)


@kernel
def look_aside(crowd: Crowd, squads: Squads, walls: Walls, abreast: int) -> None:
    """Narrow squads one of whose rows has no room beside the trail, open those that have. Modified: squads.narrow."""
    ring = squads.trail.shape[1]
    for s in range(squads.leader.shape[0]):
        leader = squads.leader[s]
        if leader < 0 or squads.released[s] == 1:
            continue
        members = 0
        for k in range(squads.squad.shape[0]):
            members += squads.squad[k] == s
        deep = members if squads.narrow[s] == 1 else (members + abreast - 1) // abreast
        half = 0.5 * (abreast - 1) * squads.gap[s]
        room = True
        for row in range(deep + 1):
            number = behind(squads, s, row * squads.gap[s])
            x, y = squads.trail[s, number % ring, 0], squads.trail[s, number % ring, 1]
            hx, hy = heading(squads, s, number)
            left, right = (x + hy * half, y - hx * half), (x - hy * half, y + hx * half)
            if not (
                clear(walls, x, y, left[0], left[1], crowd.radius[leader])
                and clear(walls, x, y, right[0], right[1], crowd.radius[leader])
            ):
                room = False
                break
        squads.narrow[s] = 0 if room else 1


@kernel
def march(crowd: Crowd, squads: Squads, walls: Walls, abreast: int, end: float, waits: Int64s) -> None:
    """Set the velocities of followers and leaders. Modified: crowd's velocities, squads, waits."""
    lag = np.zeros(squads.leader.shape[0])
    last = np.full(squads.leader.shape[0], NONE)
    slowest = np.full(squads.leader.shape[0], np.inf)
    for k in range(squads.squad.shape[0]):
        s = squads.squad[k]
        if crowd.presence[k] != 1 or squads.released[s] == 1:
            continue
        slowest[s] = min(slowest[s], crowd.speed[k])
        if squads.leader[s] == k or (squads.narrow[s] == 1 and _clears_the_way(crowd, squads, k, s)):
            continue
        distance = _follow(crowd, squads, walls, k, s, abreast, end) / squads.gap[s]
        if distance > lag[s]:
            lag[s], last[s] = distance, k
    for s in range(squads.leader.shape[0]):
        leader = squads.leader[s]
        if leader < 0 or squads.released[s] == 1:
            continue
        share = min(1.0, CRUISE * slowest[s] / crowd.speed[leader])
        if lag[s] > FAR and squads.waited[s] < PATIENCE:
            share, waits[leader] = 0.0, last[s]
            squads.waited[s] += end
        elif lag[s] > LAGS:
            share *= 0.4
        else:
            squads.waited[s] = 0.0
        crowd.vx[leader] *= share
        crowd.vy[leader] *= share


@kernel(counted=False)
def _clears_the_way(crowd: Crowd, squads: Squads, k: int, s: int) -> bool:
    """Have who got before its leader go on ahead of it: nobody can be passed in a doorway. Modified: crowd."""
    leader = squads.leader[s]
    dx, dy = crowd.x[k] - crowd.x[leader], crowd.y[k] - crowd.y[leader]
    vx, vy = crowd.vx[leader], crowd.vy[leader]
    if dx * dx + dy * dy > 4.0 * squads.gap[s] * squads.gap[s] or dx * vx + dy * vy <= 0.0:
        return False
    share = crowd.speed[k] / max(crowd.speed[leader], crowd.speed[k])
    crowd.vx[k], crowd.vy[k] = vx * share, vy * share
    return True


@kernel(counted=False)
def _follow(crowd: Crowd, squads: Squads, walls: Walls, k: int, s: int, abreast: int, end: float) -> float:
    """Set a follower's velocity; return how far its slot is. Modified: crowd's velocities, squads."""
    ring = squads.trail.shape[1]
    x, y, radius = crowd.x[k], crowd.y[k], crowd.radius[k]
    row, side = squads.place[k], 0.0
    if squads.narrow[s] == 0:
        row = (squads.place[k] + abreast - 1) // abreast
        side = ((squads.place[k] - 1) % abreast - 0.5 * (abreast - 1)) * squads.gap[s]
    number = behind(squads, s, row * squads.gap[s])
    hx, hy = heading(squads, s, number)
    tx, ty = squads.trail[s, number % ring, 0], squads.trail[s, number % ring, 1]
    # where the trail is too short yet, slots lie behind its first point
    short = row * squads.gap[s] - (squads.dropped[s] - 1 - number) * STEP
    slot_x, slot_y = tx - hy * side - hx * short, ty + hx * side - hy * short
    seen = clear(walls, x, y, slot_x, slot_y, radius)
    if not seen:
        slot_x, slot_y = tx, ty
        seen = clear(walls, x, y, tx, ty, radius)
    if seen:
        squads.at[k], squads.unseen[k], squads.astray[k] = number, 0, 0
    elif squads.astray[k] == 0:
        seen = _walk_trail(squads, walls, k, s, number, x, y, SLIM * radius)
        at = squads.at[k] % ring
        slot_x, slot_y = squads.trail[s, at, 0], squads.trail[s, at, 1]
    dx, dy = slot_x - x, slot_y - y
    apart = np.sqrt(dx * dx + dy * dy)
    if squads.astray[k] == 0:
        speed = min(crowd.speed[k], 0.5 * apart / end) if apart > 0.02 else 0.0
        crowd.vx[k], crowd.vy[k] = 0.0, 0.0
        if speed > 0.0:
            crowd.vx[k], crowd.vy[k] = dx / apart * speed, dy / apart * speed
    return apart if seen else max(apart, (number - squads.at[k]) * STEP)


@kernel(counted=False)
def _walk_trail(squads: Squads, walls: Walls, k: int, s: int, number: int, x: float, y: float, radius: float) -> bool:
    """Head for the farthest point of the trail in sight, up to the slot's; False if none is. Modified: squads."""
    ring = squads.trail.shape[1]
    first = max(squads.at[k], squads.dropped[s] - ring + 8, 0)
    far = number
    while far > first:  # half as far again and again: the farthest in sight need not be found at once
        if clear(walls, x, y, squads.trail[s, far % ring, 0], squads.trail[s, far % ring, 1], radius):
            break
        far = first + (far - first) // 2
    squads.at[k] = far
    sees = clear(walls, x, y, squads.trail[s, far % ring, 0], squads.trail[s, far % ring, 1], radius)
    squads.unseen[k] = 0 if sees else squads.unseen[k] + 1
    return sees
