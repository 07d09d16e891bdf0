"""Named places: where a path starts and ends, where crowds appear and want to go."""

from __future__ import annotations

import itertools
import math
from collections.abc import Container
from dataclasses import dataclass, replace
from enum import StrEnum

from sandbox.errors import BadInput
from sandbox.level.rect import Rect

Point = tuple[float, float]
MAX_NAMED = 10_000  # markers, and as many timed changes, that a file may have


class MarkerKind(StrEnum):
    """What a marker is for."""

    POINT = "point"
    SPAWN = "spawn"
    GOAL = "goal"


@dataclass(frozen=True, slots=True)
class Marker:
    """A point (`start`, `goal`, any other name) or an area: a spawn area, or a goal area agents head for.

    Points are in cells; (3.5, 4.5) is the centre of cell (3, 4). An area is a ring of at least three.
    `target` names the goal area that agents of a spawn area want to reach; `agents` how many appear.
    """

    points: tuple[Point, ...]
    kind: MarkerKind = MarkerKind.POINT
    target: str = ""
    agents: int = 0

    @classmethod
    def at(cls, x: float, y: float) -> Marker:
        """A point."""
        return cls(((float(x), float(y)),))

    @classmethod
    def area(cls, kind: MarkerKind, box: Rect, *, target: str = "", agents: int = 0) -> Marker:
        """A rectangular area of whole cells."""
        x0, y0, x1, y1 = map(float, box)
        return cls(((x0, y0), (x1, y0), (x1, y1), (x0, y1)), kind, target, agents)

    def __post_init__(self) -> None:
        if self.kind is MarkerKind.POINT and len(self.points) != 1:
            raise BadInput("marker", f"{len(self.points)} points", "one, or a kind of area")
        if self.kind is not MarkerKind.POINT and len(self.points) < 3:
            raise BadInput("marker", f"an area of {len(self.points)} points", "at least three")
        if not all(math.isfinite(c) for p in self.points for c in p):
            raise BadInput("marker", f"{self.points}", "finite coordinates")
        if self.agents < 0:
            raise BadInput("marker, agents", str(self.agents), "0 or more")

    @property
    def point(self) -> Point:
        """The point itself, or the middle of an area's corners."""
        n = len(self.points)
        return sum(p[0] for p in self.points) / n, sum(p[1] for p in self.points) / n

    @property
    def cell(self) -> tuple[int, int]:
        """The cell that contains the point."""
        x, y = self.point
        return math.floor(x), math.floor(y)

    def moved(self, dx: float, dy: float) -> Marker:
        """The marker moved by cells."""
        return replace(self, points=tuple((x + dx, y + dy) for x, y in self.points))

    def inside(self, width: int, height: int) -> bool:
        """Whether it lies in a level of this size."""
        return all(0 <= x <= width and 0 <= y <= height for x, y in self.points)


def free_name(stem: str, taken: Container[str]) -> str:
    """The stem with the first number nobody has."""
    return unlike(f"{stem} 1", taken)


def unlike(name: str, taken: Container[str]) -> str:
    """The name, or in the place of its number the first from 2 that nobody has."""
    stem, _, number = name.rpartition(" ")
    stem = stem if stem and number.isdigit() else name
    names = itertools.chain([name], (f"{stem} {count}" for count in itertools.count(2)))
    return next(wish for wish in names if wish not in taken)
