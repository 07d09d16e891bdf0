"""A world that changes by itself: doors that open and close, blocks that drift.

The level holds them as drawn; `Timeline` turns the passing of time into ordinary edits, so that whoever
follows edits (grid, mesh, planners, crowds) needs to know nothing of time. Times are seconds.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace

from sandbox.errors import BadInput
from sandbox.level.edits.effect import Edit
from sandbox.level.edits.paint import Rectangle
from sandbox.level.edits.reshape import MovePolygon
from sandbox.level.edits.sundry import Batch
from sandbox.level.markers import Point
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.level.rect import Rect
from sandbox.level.terrain import FLOOR, WALL


def _check_clock(name: str, period: float, phase: float) -> None:
    if not (math.isfinite(period) and period > 0 and math.isfinite(phase)):
        found = f"period {period}, phase {phase}"
        raise BadInput(f"timed {name!r}", found, "a period > 0 and a finite phase, in seconds")


@dataclass(frozen=True, slots=True)
class Door:
    """Cells that are open for `open_for` seconds at the start of every period, and closed for the rest."""

    name: str
    area: Rect
    period: float = 6.0
    open_for: float = 3.0
    phase: float = 0.0  # a moment at which it opens; it does so every period before and after
    open_code: int = FLOOR
    closed_code: int = WALL

    def __post_init__(self) -> None:
        _check_clock(self.name, self.period, self.phase)
        if not 0 <= self.open_for <= self.period:
            raise BadInput(f"door {self.name!r}", f"open for {self.open_for} s", f"0 to {self.period}, its period")

    def is_open(self, time: float) -> bool:
        """Whether one may pass."""
        return _into(time, self.phase, self.period) < self.open_for

    def edit_to(self, time: float) -> Edit:
        """The edit that makes the door as it is at a moment."""
        return Rectangle(self.area, self.open_code if self.is_open(time) else self.closed_code)

    def next_change(self, after: float) -> float:
        """When it opens or closes next; never for one that always is one of both."""
        if self.open_for in (0.0, self.period):
            return math.inf
        into = _into(after, self.phase, self.period)
        return after + (self.open_for - into if into < self.open_for else self.period - into)

    def moved(self, dx: int, dy: int) -> Door:
        """The door elsewhere."""
        a = self.area
        return replace(self, area=Rect(a.x0 + dx, a.y0 + dy, a.x1 + dx, a.y1 + dy))

    def fits(self, level: Level) -> bool:
        """Whether all its cells and codes exist."""
        inside = self.area.clipped(level.width, level.height) == self.area and bool(self.area)
        return inside and all(0 <= code < len(level.palette) for code in (self.open_code, self.closed_code))

    def check(self, level: Level) -> None:
        """Refuse a door that does not fit."""
        if not self.fits(level):
            raise BadInput(
                f"door {self.name!r}",
                f"cells {tuple(self.area)} with codes {self.open_code}, {self.closed_code}",
                f"some cells inside {level.width} × {level.height} and codes below {len(level.palette)}",
            )


@dataclass(frozen=True, slots=True)
class Drift:
    """A polygon that wanders along a path and back, once in every period, in small steps.

    `path` holds offsets in cells from where the polygon is drawn, which is (0, 0).
    """

    name: str
    polygon: int  # id
    path: tuple[Point, ...]
    period: float = 10.0
    phase: float = 0.0
    step: float = 0.25  # seconds between two moves

    def __post_init__(self) -> None:
        _check_clock(self.name, self.period, self.phase)
        if not self.path or not all(math.isfinite(c) for p in self.path for c in p):
            raise BadInput(f"drift {self.name!r}", f"path {self.path}", "one or more finite offsets")
        if not 0.01 <= self.step <= self.period:
            raise BadInput(f"drift {self.name!r}", f"a step of {self.step} s", f"0.01 to {self.period}, its period")

    def offset(self, time: float) -> tuple[int, int]:
        """How far from its drawn place the polygon is, in units."""
        into = _into(time, self.phase, self.period)
        share = math.floor(into / self.step + 1e-9) * self.step / self.period
        x, y = _along((*self.path, *self.path[-2::-1]), share)
        return round(x * UNITS), round(y * UNITS)

    def next_change(self, after: float) -> float:
        """When it moves next."""
        if len(self.path) < 2:
            return math.inf
        into = _into(after, self.phase, self.period)
        return after + min((math.floor(into / self.step + 1e-9) + 1) * self.step, self.period) - into

    def moved(self, dx: int, dy: int) -> Drift:  # noqa: ARG002
        """Offsets are relative: the same."""
        return self

    def fits(self, level: Level) -> bool:
        """Whether the polygon exists and stays inside all along the path."""
        polygon = level.polygons.get(self.polygon)
        offsets = [(round(x * UNITS), round(y * UNITS)) for x, y in self.path]
        return polygon is not None and all(
            max(abs(dx), abs(dy)) < 2**30 and polygon.moved(dx, dy).fits(level.width, level.height)
            for dx, dy in offsets
        )

    def check(self, level: Level) -> None:
        """Refuse a drift of nothing, or out of the level."""
        level.obstacle(self.polygon)
        if not self.fits(level):
            raise BadInput(f"drift {self.name!r}", f"path {self.path}", "one that keeps the polygon inside the level")


Timed = Door | Drift


def _into(time: float, phase: float, period: float) -> float:
    """How far into its period a clock is."""
    return (time - phase) % period


def _along(path: tuple[Point, ...], share: float) -> Point:
    """The point after a share (0 … 1) of a polyline's length."""
    lengths = [math.dist(a, b) for a, b in itertools.pairwise(path)]
    left = share * sum(lengths)
    for (a, b), length in zip(itertools.pairwise(path), lengths, strict=True):
        if left <= length and length > 0:
            return a[0] + (b[0] - a[0]) * left / length, a[1] + (b[1] - a[1]) * left / length
        left -= length
    return path[-1]


class Timeline:
    """Moves a level through time; the level it was given must be as drawn, or as this timeline left it.

    What does not fit (any more) stands still: the level's checker says so, time goes on.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self._doors: dict[Door, bool] = {}
        self._offsets: dict[int, tuple[int, int]] = {}  # of drifting polygons, by id

    def edit_to(self, time: float) -> Edit | None:
        """The edit that brings the level to a moment; None when nothing has changed. Apply it."""
        edits = [*self._door_edits(time), *self._drift_edits(time)]
        return Batch(tuple(edits), "Time passes") if edits else None

    def next_change(self, after: float) -> float:
        """When something changes next (infinite if never)."""
        return min((t.next_change(after) for t in self.level.timed), default=math.inf)

    def _door_edits(self, time: float) -> list[Edit]:
        doors = [d for d in self.level.timed if isinstance(d, Door) and d.fits(self.level)]
        turning = [d for d in doors if self._doors.get(d) != d.is_open(time)]
        self._doors.update({d: d.is_open(time) for d in turning})
        return [d.edit_to(time) for d in turning]

    def _drift_edits(self, time: float) -> list[Edit]:
        edits: list[Edit] = []
        for drift in self.level.timed:
            if isinstance(drift, Drift) and drift.polygon in self.level.polygons:
                edits += self._drift_edit(drift, time)
        return edits

    def _drift_edit(self, drift: Drift, time: float) -> list[Edit]:
        (x, y), (old_x, old_y) = drift.offset(time), self._offsets.get(drift.polygon, (0, 0))
        ahead = self.level.polygons[drift.polygon].moved(x - old_x, y - old_y)
        if (x, y) == (old_x, old_y) or not ahead.fits(self.level.width, self.level.height):
            return []
        self._offsets[drift.polygon] = (x, y)
        return [MovePolygon(drift.polygon, x - old_x, y - old_y)]
