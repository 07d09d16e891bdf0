"""ORCA: two agents that would collide soon share the avoidance, each changing its velocity by half of what it takes.

What an agent may do is an intersection of half-planes, one for each it might meet; it does what is nearest to its wish.

Paper: J. van den Berg, S. J. Guy, M. Lin, D. Manocha, "Reciprocal n-Body Collision Avoidance", ISRR 2011.
Departs from it in: the half-plane of a wall near by (kept to before all else, as in section 5.4) follows from the
wall's nearest point alone; what is left over (in a jam nothing keeps to all half-planes) the resolver settles, so
nothing overlaps; everybody also leans a little to its right, without which perfect symmetry stands still.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar

import numpy as np

from sandbox.agents.api import Driven, Driver, policies
from sandbox.agents.crowd import Crowd
from sandbox.agents.policies.orca.halfplanes import best, least_violation
from sandbox.agents.record.encounters import NONE
from sandbox.agents.record.log import Act
from sandbox.agents.resolver.nearby import Nearby, Neighbours
from sandbox.agents.resolver.rules import Rule
from sandbox.agents.space.walls import Walls, cell_at, foot, walls_of
from sandbox.kernels.arrays import Floats, Int64s
from sandbox.kernels.jit import kernel
from sandbox.registry import Help, Range, Unit

if TYPE_CHECKING:
    from sandbox.agents.world import World
    from sandbox.level.edits.effect import Edit

MOST_LINES = 40  # half-planes of an agent: walls first (a third at most), then the nearest agents
WALL_TIME = 0.5  # seconds within which no wall may be touched
SLACK = 0.5


class _Orca(Driver["Orca"]):
    def __init__(self, world: World, policy: Orca) -> None:
        super().__init__(world, policy)
        n = world.crowd.size
        self.seen = Neighbours(world.crowd, policy.sight, SLACK)
        self.was = np.zeros((n, 2))  # velocities after the tick before: what others see
        self.avoided = np.full(n, NONE)  # whom each turns away from most
        self.memory = {"was": self.was, "avoided": self.avoided}
        self._lines, self._work = np.zeros((MOST_LINES, 4)), np.zeros((MOST_LINES, 4))
        self._near = np.zeros((2, policy.neighbours))
        self._walls: Walls | None = None
        self._version = -1

    def wish(self) -> None:
        """Find the velocity nearest to the wish that is safe."""
        if not self.policy.avoid:
            return
        world = self.world
        policy = self.policy
        numbers = np.array([policy.horizon, policy.sight, world.settings.tick, policy.lean])
        work = self._lines, self._work, self._near
        before = self.avoided.copy()
        avoid(world.crowd, self.seen.lists(), self._long_walls(), self.was, numbers, work, self.avoided)
        world.log.add_changes(world.tick, Act.AVOID, before, self.avoided)

    def moved(self) -> None:
        """What others see is how everybody really went."""
        self.was[:, 0], self.was[:, 1] = self.world.crowd.vx, self.world.crowd.vy

    def edited(self, edit: Edit) -> None:  # noqa: ARG002
        """Other walls."""
        self._walls = None

    def _long_walls(self) -> Walls:
        """Walls listed as far as an agent looks out for them."""
        world = self.world
        if self._walls is None or self._version != world.level.version:
            widest = float(world.crowd.radius.max(initial=0.1))
            self._walls, self._version = walls_of(world.level, widest + world.fastest * WALL_TIME), world.level.version
        return self._walls


@policies.register("orca", title="ORCA", paper="van den Berg et al., ISRR 2011", order=70)
@dataclass(frozen=True, slots=True)
class Orca(Driven):
    """Everybody turns away half as far as needed from everybody it would meet."""

    horizon: Annotated[float, Range(0.2, 10.0, 0.1), Unit("s"), Help("within which nobody is to be met")] = 2.0
    neighbours: Annotated[int, Range(1, 24, 1), Help("how many of the nearest are looked at")] = 10
    sight: Annotated[float, Range(0.5, 8.0, 0.1), Unit("cells"), Help("how far the others are seen")] = 3.0
    lean: Annotated[float, Range(0.0, 0.5, 0.05), Help("of its speed, to the right: breaks symmetry, makes lanes")] = (
        0.2
    )
    avoid: Annotated[bool, Help("turn away; off: only the rule of contact")] = True

    rule: ClassVar[Rule] = Rule.RIGHT
    driver: ClassVar = _Orca


Work = tuple[Floats, Floats, Floats]


@kernel
def avoid(crowd: Crowd, lists: Nearby, walls: Walls, was: Floats, numbers: Floats, work: Work, avoided: Int64s) -> None:
    """Give everybody a safe velocity near to its wish. Modified: crowd's velocities, work, avoided.

    `numbers`: horizon, sight, length of a tick, lean.
    """
    count = crowd.x.shape[0]
    wishes, lean = np.empty((count, 2)), numbers[3]
    for i in range(count):
        wishes[i, 0], wishes[i, 1] = crowd.vx[i] - lean * crowd.vy[i], crowd.vy[i] + lean * crowd.vx[i]
    lines = work[0]
    for i in range(count):
        avoided[i] = -1
        if crowd.presence[i] != 1:
            continue
        solid = _wall_lines(crowd, i, walls, lines)
        near = _nearest(crowd, lists, i, numbers[1], work[2])
        rows, worst = solid, 0.0
        for k in range(min(near, lines.shape[0] - solid)):
            j = np.int64(work[2][1, k])
            _pair_line(crowd, i, j, was, numbers, lines, rows)
            over = lines[rows, 2] * (lines[rows, 1] - wishes[i, 1]) - lines[rows, 3] * (lines[rows, 0] - wishes[i, 0])
            if over > worst:
                worst, avoided[i] = over, j
            rows += 1
        kept, vx, vy = best(lines, rows, crowd.speed[i], wishes[i, 0], wishes[i, 1], False)
        if kept < rows:
            vx, vy = least_violation(lines, work[1], solid, rows, kept, crowd.speed[i], vx, vy)
        crowd.vx[i], crowd.vy[i] = vx, vy


@kernel(counted=False)
def _nearest(crowd: Crowd, lists: Nearby, i: int, sight: float, near: Floats) -> int:
    """The nearest others: squared distances and numbers, in their order. Modified: near."""
    found, room = 0, near.shape[1]
    for k in range(lists.starts[i], lists.ends[i]):
        j = lists.who[k]
        dx, dy = crowd.x[j] - crowd.x[i], crowd.y[j] - crowd.y[i]
        square = dx * dx + dy * dy
        reach = sight + crowd.radius[i] + crowd.radius[j]
        if square > reach * reach:
            continue
        at = found
        if found == room:
            if not _before(square, j, near, room - 1):
                continue
            at = room - 1
        else:
            found += 1
        while at > 0 and _before(square, j, near, at - 1):
            near[0, at], near[1, at] = near[0, at - 1], near[1, at - 1]
            at -= 1
        near[0, at], near[1, at] = square, j
    return found


@kernel(counted=False)
def _before(square: float, j: int, near: Floats, at: int) -> bool:
    return square < near[0, at] or (square == near[0, at] and j < near[1, at])


@kernel(counted=False)
def _pair_line(crowd: Crowd, i: int, j: int, was: Floats, numbers: Floats, lines: Floats, row: int) -> None:
    """The half-plane in which i does its half for j (section 4 of the paper). Modified: lines."""
    px, py = crowd.x[j] - crowd.x[i], crowd.y[j] - crowd.y[i]
    ux, uy = was[i, 0] - was[j, 0], was[i, 1] - was[j, 1]
    both = crowd.radius[i] + crowd.radius[j]
    square, reach = px * px + py * py, both * both
    inverse = 1.0 / numbers[0] if square > reach else 1.0 / numbers[2]
    wx, wy = ux - px * inverse, uy - py * inverse
    length = wx * wx + wy * wy
    dot = wx * px + wy * py
    if square <= reach or (dot < 0.0 and dot * dot > reach * length):  # the cut-off circle is nearest
        length = np.sqrt(length)
        if length == 0.0:
            wx, wy, length = -py, px, np.sqrt(square)
        dx, dy = wy / length, -wx / length
        amount = both * inverse - length
        cx, cy = amount * wx / length, amount * wy / length
    else:  # one of the legs is
        leg = np.sqrt(square - reach)
        if px * wy - py * wx > 0.0:
            dx, dy = (px * leg - py * both) / square, (px * both + py * leg) / square
        else:
            dx, dy = -(px * leg + py * both) / square, -(-px * both + py * leg) / square
        along = ux * dx + uy * dy
        cx, cy = along * dx - ux, along * dy - uy
    lines[row, 0], lines[row, 1] = was[i, 0] + 0.5 * cx, was[i, 1] + 0.5 * cy
    lines[row, 2], lines[row, 3] = dx, dy


@kernel(counted=False)
def _wall_lines(crowd: Crowd, i: int, walls: Walls, lines: Floats) -> int:
    """Half-planes that keep an agent from walls near by, a third of the lines at most; how many. Modified: lines."""
    rows, most = 0, lines.shape[0] // 3
    cell = cell_at(walls, crowd.x[i], crowd.y[i])
    for k in range(walls.starts[cell], walls.starts[cell + 1]):
        fx, fy = foot(walls, walls.near[k], crowd.x[i], crowd.y[i])
        nx, ny = fx - crowd.x[i], fy - crowd.y[i]
        apart = np.sqrt(nx * nx + ny * ny)
        if apart - crowd.radius[i] > crowd.speed[i] * WALL_TIME or rows >= most or apart == 0.0:
            continue
        nx, ny = nx / apart, ny / apart
        allowed = max(0.0, apart - crowd.radius[i]) / WALL_TIME
        lines[rows, 0], lines[rows, 1] = nx * allowed, ny * allowed
        lines[rows, 2], lines[rows, 3] = -ny, nx
        rows += 1
    return rows
