"""A crowd as arrays: discs that move in straight lines until something happens to them.

A disc's state is where it was at a time of its own, and its velocity: between two events of its own nothing is
written, so a disc that nobody touches costs nothing, and the time two discs meet depends on their two states alone.

    place at t = (x, y) + (vx, vy) · (t - since)        since ≤ t < the end of the tick, all in seconds of the tick
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntEnum
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.arrays import Bytes, Floats, Int64s

MOST = 50_000  # agents in a crowd
LEAST_RADIUS, GREATEST_RADIUS = 0.05, 4.0  # cells
GREATEST_SPEED = 16.0  # cells a second


class Presence(IntEnum):
    """Whether an agent takes part."""

    HERE = 1
    LEFT = 2  # arrived, and went off the map
    BURIED = 3  # an edit put an obstacle where it stood


class Crowd(NamedTuple):
    """Struct of arrays, [agents] each. Lengths in cells, times in seconds since the tick began."""

    x: Floats
    y: Floats
    vx: Floats
    vy: Floats
    since: Floats  # when the disc was at (x, y)
    radius: Floats
    speed: Floats  # the most it may go
    rank: Int64s  # lower goes first, where the rule of contact asks
    presence: Bytes  # Presence
    stamp: Int64s  # how often its state changed in this tick
    hits: Int64s  # its contacts in this tick

    @property
    def size(self) -> int:
        """How many agents there are, those that left included."""
        return int(self.x.shape[0])

    def copy(self) -> Crowd:
        """Arrays of its own."""
        return Crowd._make(column.copy() for column in self)

    def take(self, other: Crowd) -> None:
        """Become as another crowd of this size is."""
        put_back(self, other)


def put_back(arrays: Iterable[NDArray[Any]], then: Iterable[NDArray[Any]]) -> None:
    """Write other contents into arrays. Modified: arrays."""
    for array, other in zip(arrays, then, strict=True):
        array[: len(other)] = other


def new_crowd(places: Floats, radius: Floats, speed: Floats) -> Crowd:
    """Discs at rest; raises BadInput for what no disc can be."""
    n = len(places)
    if n > MOST:
        raise BadInput("agents", str(n), f"at most {MOST:,}")
    _check("radius", radius, LEAST_RADIUS, GREATEST_RADIUS)
    _check("speed", speed, 0.0, GREATEST_SPEED)
    x, y = (np.array(places.reshape(-1, 2)[:, axis], np.float64, order="C") for axis in (0, 1))
    vx, vy, since = (np.zeros(n) for _ in range(3))
    stamp, hits = np.zeros(n, np.int64), np.zeros(n, np.int64)
    here = np.full(n, Presence.HERE, np.uint8)
    radius, speed = radius.astype(np.float64), speed.astype(np.float64)
    return Crowd(x, y, vx, vy, since, radius, speed, np.arange(n), here, stamp, hits)


def _check(name: str, values: Floats, low: float, high: float) -> None:
    wrong = ~((values >= low) & (values <= high))
    if wrong.any():
        at = int(wrong.argmax())
        raise BadInput(f"agent {at}, {name}", f"{values[at]:g}", f"{low:g} to {high:g}")
