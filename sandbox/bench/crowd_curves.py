"""Curves of crowds: a tick of as many discs, its contacts found by events or by looking at all pairs."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Annotated, Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.crowd import MOST, Crowd, new_crowd
from sandbox.agents.resolver import Neighbours, Rule, Workspace, all_pairs, new_workspace, resolve
from sandbox.agents.resolver.nearby import Nearby
from sandbox.agents.space.walls import Walls, walls_of
from sandbox.bench.curves import Growth, Measured, curves
from sandbox.bench.mesh_curves import timed
from sandbox.errors import BadInput, SandboxError
from sandbox.kernels.arrays import Floats
from sandbox.level.model import Level
from sandbox.registry import Help, Range

SEED: Final = 5
RADIUS, SPEED, TICK = 0.3, 1.4, 1 / 30  # cells, cells a second, seconds
AREA: Final = 25.0  # squared radii of floor for each disc
TURN: Final = 30  # ticks after which everybody takes another direction
SIZES: Final = (100, 316, 1_000, 3_162, 10_000, 20_000)
ROUND: Final = 20_000  # disc-ticks timed together, so that a clock can tell

Step = Callable[[Crowd, Nearby, Walls, Workspace, int, float], int]
Repeats = Annotated[int, Range(1, 100), Help("runs of each size")]


class Arena:
    """Discs in an empty square that go straight on, each its own way, and take another after a second."""

    def __init__(self, count: int, area: float = AREA, rule: Rule = Rule.SLIDE, seed: int = SEED) -> None:
        if not 1 <= count <= MOST:
            raise BadInput("--sizes", f"{count} discs", f"1 to {MOST}")
        self.random = np.random.default_rng([seed, count])
        side = math.ceil(math.sqrt(count))
        apart = math.sqrt(area) * RADIUS
        self.level = Level.empty(*(2 * [math.ceil(side * apart)]))
        places = self._places(side, apart, count)
        self.crowd = new_crowd(places, np.full(count, RADIUS), self.random.uniform(0.7, 1.0, count) * SPEED)
        self.walls = walls_of(self.level, RADIUS + 1.01 * SPEED * TICK + 1e-3)
        self.neighbours = Neighbours(self.crowd, 2.02 * SPEED * TICK + 1e-6, 0.25)
        self.workspace = new_workspace(count)
        self.rule, self.ticks, self.contacts = int(rule), 0, 0
        self._turn()

    def _places(self, side: int, apart: float, count: int) -> Floats:
        """On a square lattice, each moved by as much as leaves it alone."""
        number = self.random.permutation(side * side)[:count]
        room = 0.49 * (apart - 2 * RADIUS)
        middle = (np.column_stack([number % side, number // side]) + 0.5) * apart
        return np.asarray(middle + self.random.uniform(-room, room, (count, 2)))

    def _turn(self) -> None:
        angle = self.random.uniform(0.0, 2.0 * np.pi, self.crowd.size)
        self._ahead = np.column_stack([np.cos(angle), np.sin(angle)])

    def tick(self, step: Step = resolve) -> int:
        """Go on by a tick; return how many contacts there were."""
        if self.ticks and self.ticks % TURN == 0:
            self._turn()
        crowd = self.crowd
        crowd.vx[:], crowd.vy[:] = crowd.speed * self._ahead[:, 0], crowd.speed * self._ahead[:, 1]
        found = step(crowd, self.neighbours.lists(), self.walls, self.workspace, self.rule, TICK)
        self.ticks += 1
        self.contacts += found
        return found


def check_against_all_pairs(count: int, ticks: int = 3) -> None:
    """Raise SandboxError unless both ways give the same crowd, to the last bit."""
    one, two = Arena(count), Arena(count)
    for _ in range(ticks):
        same = one.tick(resolve) == two.tick(all_pairs)
        if not same or _bytes(one.crowd) != _bytes(two.crowd):
            raise SandboxError(f"{count} discs: contacts by events are not those of all pairs")


def _bytes(crowd: Crowd) -> list[bytes]:
    columns: list[NDArray[Any]] = list(crowd)
    return [column.tobytes() for column in columns]


def _curve_of(step: Step, key: str, title: str, order: int, sizes: Sequence[int]) -> None:
    @curves.register(f"collisions-{key}", title=title, n="agents", value="s", growth=Growth.POWER, order=order)
    @dataclass(frozen=True, slots=True)
    class CollisionCurve:
        """Time of a tick of discs in an open square, one to 25 squared radii; n is their number."""

        repeats: Repeats = 7

        def default_sizes(self) -> Sequence[int]:
            """How many discs; fewer where all pairs are looked at."""
            return sizes

        def measure(self, size: int, stop: NDArray[np.uint8]) -> Measured:
            """Time of one tick, on average over a run, once contacts are usual."""
            arena = Arena(size)
            check_against_all_pairs(min(size, 500))
            for _ in range(TURN):
                arena.tick()
            ticks = max(1, ROUND // size) if step is resolve else 1

            def some() -> None:
                for _ in range(ticks):
                    arena.tick(step)

            return Measured(size, tuple(seconds / ticks for seconds in timed(some, self.repeats, stop)))

    CollisionCurve.__qualname__ = f"CollisionCurve[{key}]"


_curve_of(resolve, "events", "Contacts of a crowd: by events", 70, SIZES)
_curve_of(all_pairs, "all-pairs", "Contacts of a crowd: all pairs", 71, SIZES[:4])
