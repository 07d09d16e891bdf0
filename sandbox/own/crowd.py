"""A crowd in one tick, as a policy of the user's own sees it: in plain Python, its columns open to NumPy and Numba.

What lies in a column is counted in cells and cells a second. Only `wish_x`, `wish_y` and `waits` are read back.
"""

from __future__ import annotations

import math
import random
from array import array
from collections.abc import Mapping
from functools import cached_property
from typing import Any, Final

from sandbox.own.grid import Grid

COLUMNS: Final = ("x", "y", "vx", "vy", "wish_x", "wish_y", "radius", "speed", "goal_x", "goal_y")
NOBODY: Final = -1
PLACE: Final = 2.0  # cells: the side of the squares by which neighbours are found


class Agent:
    """One disc. `wish_x`, `wish_y` lead along its way at full speed; `vx`, `vy` is how it moved in the tick before."""

    __slots__ = ("_crowd", "arrived", "goal_x", "goal_y", "id", "radius", "speed", "vx", "vy", "x", "y")

    def __init__(self, crowd: Crowd, number: int) -> None:
        self._crowd, self.id = crowd, number
        self.x, self.y = crowd.x[number], crowd.y[number]
        self.vx, self.vy = crowd.vx[number], crowd.vy[number]
        self.radius, self.speed = crowd.radius[number], crowd.speed[number]
        self.goal_x, self.goal_y = crowd.goal_x[number], crowd.goal_y[number]
        self.arrived = bool(crowd.arrived[number])

    @property
    def wish_x(self) -> float:
        """How fast it would like to go to the right."""
        return self._crowd.wish_x[self.id]

    @property
    def wish_y(self) -> float:
        """How fast it would like to go down."""
        return self._crowd.wish_y[self.id]

    def go(self, vx: float, vy: float) -> None:
        """Wish this velocity; more than its speed is cut down to that."""
        self._crowd.wish_x[self.id], self._crowd.wish_y[self.id] = vx, vy

    def turn(self, degrees: float) -> None:
        """Turn what it wishes to its right; to its left by less than nothing."""
        x, y, angle = self.wish_x, self.wish_y, math.radians(degrees)
        self.go(x * math.cos(angle) - y * math.sin(angle), x * math.sin(angle) + y * math.cos(angle))

    def wait(self, on: Agent | None = None) -> None:
        """Stand still in this tick; for whom is told where conflicts are."""
        self.go(0.0, 0.0)
        if on is not None:
            self._crowd.waits[self.id] = on.id

    def meets(self, other: Agent) -> float:
        """Seconds until the two touch if both go as they wish; infinite if they do not."""
        dx, dy = other.x - self.x, other.y - self.y
        vx, vy = other.wish_x - self.wish_x, other.wish_y - self.wish_y
        closing, speed2 = -(dx * vx + dy * vy), vx * vx + vy * vy
        room2 = dx * dx + dy * dy - (self.radius + other.radius) ** 2
        under = closing * closing - speed2 * room2
        if closing <= 0.0 or under < 0.0:
            return math.inf
        return max(0.0, (closing - math.sqrt(under)) / speed2)


class Crowd:
    """Everybody. Columns are arrays of numbers by agent: `numpy.frombuffer(crowd.wish_x)` may be written into."""

    x: array[float]
    y: array[float]
    vx: array[float]  # how everybody moved in the tick before
    vy: array[float]
    wish_x: array[float]  # along the ways at full speed; what a policy changes
    wish_y: array[float]
    radius: array[float]
    speed: array[float]  # the most each may go
    goal_x: array[float]
    goal_y: array[float]

    def __init__(self, said: Mapping[str, Any], data: bytes, grid: Grid | None, memory: dict[Any, Any]) -> None:
        self.size: int = int(said["size"])
        self.tick, self.seconds, self.step = int(said["tick"]), float(said["now"]), float(said["step"])
        self.grid = grid  # the map, in cells; whoever is wide may not fit everywhere
        self.memory = memory  # numbers, texts, lists, sets, dictionaries: kept from tick to tick, put back with time
        self.random = random.Random(f"{said['seed']} {self.tick}")
        for number, name in enumerate(COLUMNS):
            column = array("d")
            column.frombytes(data[8 * number * self.size : 8 * (number + 1) * self.size])
            setattr(self, name, column)
        at = 8 * len(COLUMNS) * self.size
        self.here, self.arrived = data[at : at + self.size], data[at + self.size : at + 2 * self.size]
        self.waits = array("q", [NOBODY]) * self.size

    @cached_property
    def agents(self) -> list[Agent]:
        """Everybody on the map, by number."""
        return [Agent(self, number) for number in range(self.size) if self.here[number]]

    @cached_property
    def walking(self) -> list[Agent]:
        """Those who have not arrived."""
        return [agent for agent in self.agents if not agent.arrived]

    def near(self, agent: Agent, distance: float) -> list[Agent]:
        """The others whose centres are within a distance, by number."""
        places, reach = self._places, math.ceil(distance / PLACE)
        x, y = int(agent.x // PLACE), int(agent.y // PLACE)
        found = [
            other
            for row in range(y - reach, y + reach + 1)
            for column in range(x - reach, x + reach + 1)
            for other in places.get((column, row), ())
            if other is not agent and math.hypot(other.x - agent.x, other.y - agent.y) <= distance
        ]
        return sorted(found, key=lambda other: other.id)

    @cached_property
    def _places(self) -> dict[tuple[int, int], list[Agent]]:
        places: dict[tuple[int, int], list[Agent]] = {}
        for agent in self.agents:
            places.setdefault((int(agent.x // PLACE), int(agent.y // PLACE)), []).append(agent)
        return places

    def wishes(self) -> bytes:
        """What is read back."""
        return self.wish_x.tobytes() + self.wish_y.tobytes() + self.waits.tobytes()
