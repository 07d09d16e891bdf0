"""The ways agents follow: polylines in one pool, the point each heads for, and how far it has still to go.

An agent heads for the next point of its way. It takes the one after that as soon as it has reached the point, or can
see past it: so a way of cells is walked in straight lines, and whoever was pushed aside goes on from there.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.crowd import Crowd
from sandbox.agents.space.sight import clear
from sandbox.agents.space.walls import Walls
from sandbox.kernels.arrays import Floats
from sandbox.kernels.jit import kernel

LOOKS = 8  # ticks between two looks past the next point
CLOSE = 0.05  # cells from a point at which it counts as reached
NEAR = 0.5  # cells, across or down, from a firm point at which it is looked past


class Ways(NamedTuple):
    """The way of agent i is `points[starts[i] : starts[i] + length[i]]`; length 0: it has none, and stands."""

    starts: NDArray[np.int64]  # [agents]
    length: NDArray[np.int64]  # [agents]
    at: NDArray[np.int64]  # [agents] the point it heads for
    unseen: NDArray[np.int64]  # [agents] looks in a row in which that point was hidden
    firm: NDArray[np.int64]  # [agents] points before this one are gone near to before they are looked past
    points: Floats  # [room, 3] x, y, and the length of the way from there on


class Roads:
    """The ways of a crowd; makes room for new ones."""

    def __init__(self, agents: int) -> None:
        starts, length, at, unseen, firm = (np.zeros(agents, np.int64) for _ in range(5))
        self.ways = Ways(starts, length, at, unseen, firm, np.zeros((16 * agents + 256, 3)))
        self._used = 0

    def assign(self, agent: int, points: Floats) -> None:
        """Give an agent a way: [n, 2] points, the first where it stands. None with no points."""
        count = len(points)
        if self._used + count > len(self.ways.points):
            self._make_room(count)
        ways, at = self.ways, self._used
        self._used += count
        ways.starts[agent], ways.length[agent], ways.at[agent], ways.unseen[agent] = at, count, min(1, count - 1), 0
        ways.firm[agent] = 0
        if count == 0:
            ways.at[agent] = 0
            return
        ways.points[at : at + count, :2] = points
        legs = np.sqrt((np.diff(points, axis=0) ** 2).sum(axis=1))
        ways.points[at : at + count, 2] = np.append(np.cumsum(legs[::-1])[::-1], 0.0)

    def hold(self, agent: int, reach: float) -> None:
        """Have an agent go near every point of its way this far from where it begins: it leads round somebody."""
        ways = self.ways
        begin, end = ways.starts[agent], ways.starts[agent] + ways.length[agent]
        off = np.abs(ways.points[begin:end, :2] - ways.points[begin, :2]).max(axis=1, initial=0.0)
        far = np.flatnonzero(off > reach)
        ways.firm[agent] = far[0] if len(far) else len(off)

    def way(self, agent: int) -> Floats:
        """[n, 2] what an agent still has before it, from the point it heads for on."""
        ways = self.ways
        begin, end = ways.starts[agent] + ways.at[agent], ways.starts[agent] + ways.length[agent]
        return ways.points[begin:end, :2]

    def _make_room(self, count: int) -> None:
        """Close the gaps that ways given up left, and double the pool if it is still too full."""
        old = self.ways
        needed = int(old.length.sum()) + count
        points = np.zeros((max(len(old.points), 2 * needed), 3))
        self._used = pack(old, points)
        self.ways = old._replace(points=points)

    def copy(self) -> Roads:
        """Arrays of its own."""
        twin = Roads(0)
        twin.ways, twin._used = Ways(*(column.copy() for column in self.ways)), self._used
        return twin


@kernel
def pack(ways: Ways, points: Floats) -> int:
    """Copy all ways side by side; return how many points they have. Modified: ways.starts, points."""
    used = 0
    for i in range(ways.starts.shape[0]):
        begin = ways.starts[i]
        ways.starts[i] = used
        for k in range(ways.length[i]):
            points[used] = ways.points[begin + k]
            used += 1
    return used


@kernel
def head_along(crowd: Crowd, ways: Ways, walls: Walls, tick: int, end: float) -> None:
    """Give all the velocities that lead along their ways at full speed. Modified: crowd's velocities, ways."""
    for i in range(crowd.x.shape[0]):
        crowd.vx[i], crowd.vy[i] = 0.0, 0.0
        if crowd.presence[i] != 1 or ways.length[i] == 0:
            continue
        _advance(crowd, ways, walls, i, (tick + i) % LOOKS == 0)
        row = ways.starts[i] + ways.at[i]
        dx, dy = ways.points[row, 0] - crowd.x[i], ways.points[row, 1] - crowd.y[i]
        apart = np.sqrt(dx * dx + dy * dy)
        if apart > 0.0:
            speed = min(crowd.speed[i], apart / end)
            crowd.vx[i], crowd.vy[i] = dx / apart * speed, dy / apart * speed


@kernel(counted=False)
def _advance(crowd: Crowd, ways: Ways, walls: Walls, i: int, looks: bool) -> None:
    """Head for a later point if this one is reached, or seen past. Modified: ways."""
    last = ways.length[i] - 1
    while ways.at[i] < last:
        row = ways.starts[i] + ways.at[i]
        dx, dy = ways.points[row, 0] - crowd.x[i], ways.points[row, 1] - crowd.y[i]
        past = looks and (ways.at[i] >= ways.firm[i] or max(abs(dx), abs(dy)) <= NEAR)
        if dx * dx + dy * dy > CLOSE * CLOSE and not (past and _sees(crowd, ways, walls, i, row + 1)):
            break
        ways.at[i] += 1
        ways.unseen[i] = 0
    if looks:
        hidden = not _sees(crowd, ways, walls, i, ways.starts[i] + ways.at[i])
        ways.unseen[i] = ways.unseen[i] + 1 if hidden else 0


@kernel(counted=False)
def _sees(crowd: Crowd, ways: Ways, walls: Walls, i: int, row: int) -> bool:
    """Whether the disc could go straight to a point of its way."""
    return clear(walls, crowd.x[i], crowd.y[i], ways.points[row, 0], ways.points[row, 1], crowd.radius[i])


@kernel
def left(crowd: Crowd, ways: Ways, lengths: Floats) -> None:
    """How far each has still to go; 0 without a way. Modified: lengths."""
    for i in range(crowd.x.shape[0]):
        lengths[i] = 0.0
        if ways.length[i] > 0:
            row = ways.starts[i] + ways.at[i]
            dx, dy = ways.points[row, 0] - crowd.x[i], ways.points[row, 1] - crowd.y[i]
            lengths[i] = np.sqrt(dx * dx + dy * dy) + ways.points[row, 2]


@kernel
def blocked_ways(crowd: Crowd, ways: Ways, walls: Walls, found: NDArray[np.uint8]) -> None:
    """Mark whose way, from where it stands, leads into a wall. Modified: found."""
    for i in range(crowd.x.shape[0]):
        found[i] = 0
        if crowd.presence[i] != 1:
            continue
        x, y = crowd.x[i], crowd.y[i]
        for row in range(ways.starts[i] + ways.at[i], ways.starts[i] + ways.length[i]):
            if not clear(walls, x, y, ways.points[row, 0], ways.points[row, 1], crowd.radius[i]):
                found[i] = 1
                break
            x, y = ways.points[row, 0], ways.points[row, 1]
