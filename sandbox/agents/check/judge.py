"""Looks at every tick of a run: overlaps, walls, jumps and haste, within ticks too."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from sandbox.agents.check.gaps import Surroundings, least_gap, least_room
from sandbox.agents.check.pieces import pieces_of, worst_break, worst_haste
from sandbox.geometry.polygons import to_shapely
from sandbox.kernels.arrays import Floats, Int32s
from sandbox.level.obstacles import UNITS

if TYPE_CHECKING:
    from sandbox.agents.crowd import Crowd
    from sandbox.agents.resolver import Contacts
    from sandbox.level.model import Level

FAR = 5  # cells from an edge to where it is listed: more than any radius
CLOSE = 1e-9  # a jump, or a speed above the limit, that rounding explains


class FaultKind(StrEnum):
    """What may not happen."""

    OVERLAP = "overlap"
    WALL = "wall"
    JUMP = "jump"
    SPEED = "speed"


@dataclass(frozen=True, slots=True)
class Fault:
    """What happened in a tick: one of its faults of a kind, that of the most if it was found by measuring all."""

    kind: FaultKind
    tick: int
    agents: tuple[int, ...]
    amount: float  # cells, or cells a second

    def __str__(self) -> str:
        """As a sentence."""
        who = " and ".join(f"agent {a}" for a in self.agents)
        said = {
            FaultKind.OVERLAP: f"{who} overlap by {self.amount:.3g} cells",
            FaultKind.WALL: f"{who} is {self.amount:.3g} cells inside a wall",
            FaultKind.JUMP: f"{who} jumps {self.amount:.3g} cells",
            FaultKind.SPEED: f"{who} is {self.amount:.3g} cells a second too fast",
        }
        return f"tick {self.tick}: {said[self.kind]}"


@dataclass(slots=True)
class Judge:
    """Told of every tick, it counts the ticks with a fault of each kind and keeps the first ones."""

    level: Level
    leeway: float = (
        0.0  # cells a disc may be inside a wall: unresolved, ways are walked as rounded as planners give them
    )
    counts: Counter[FaultKind] = field(default_factory=Counter)
    first: dict[FaultKind, Fault] = field(default_factory=dict)
    least_gap: float = float("inf")  # between two discs, over all ticks
    least_room: float = float("inf")  # between a disc and what is blocked
    agent_seconds: float = 0.0
    _tick: int = 0
    _version: int = -1
    _inspected: int = -1
    _ground: Surroundings | None = None
    _last: tuple[Floats, NDArray[np.bool_]] | None = None
    _noted: dict[FaultKind, int] = field(default_factory=dict)  # the last tick with a fault of a kind

    @property
    def ok(self) -> bool:
        """Whether nothing was wrong."""
        return not self.counts

    def tick(self, before: Crowd, contacts: Contacts | None, after: Crowd, seconds: float) -> None:
        """Look at one tick: the crowd as it began (with the velocities it began with), what happened, how it ended."""
        self._tick += 1
        here = before.presence == 1
        place, last = _places(before), _places(after)
        rows = int(contacts.count[0]) if contacts is not None else 0
        columns = _rows(contacts, rows)
        pieces = pieces_of(place, np.column_stack([before.vx, before.vy]), *columns)
        self._between_ticks(place, here)
        self._note(FaultKind.JUMP, CLOSE, *_one(worst_break(pieces, seconds, last)))
        self._note(FaultKind.SPEED, CLOSE, *_one(worst_haste(pieces, before.speed)))
        side = 2.0 * (before.radius.max(initial=0.0) + before.speed.max(initial=0.0) * seconds) + 1e-3
        gap, i, j = least_gap(pieces, before.radius, here, side, seconds)
        self.least_gap = min(self.least_gap, gap)
        self._note(FaultKind.OVERLAP, 0.0, -gap, (i, j))
        room, who = least_room(pieces, before.radius, here, self._current_ground(), seconds)
        self.least_room = min(self.least_room, room)
        self._note(FaultKind.WALL, self.leeway, -room, (who,))
        self._inside(place, here, before.radius)
        self._last = last, here
        self.agent_seconds += float(here.sum()) * seconds

    def _between_ticks(self, place: Floats, here: NDArray[np.bool_]) -> None:
        """Nobody moves while no time passes."""
        if self._last is None or len(self._last[0]) != len(place):
            return
        was, there = self._last
        jumps = np.abs(place - was).max(axis=1, initial=0.0) * (here & there)
        if len(jumps):
            self._note(FaultKind.JUMP, 0.0, float(jumps.max()), (int(jumps.argmax()),))

    def _inside(self, place: Floats, here: NDArray[np.bool_], radius: Floats) -> None:
        """Nobody is inside an obstacle, far from its sides; looked at whenever the level has changed."""
        if self._inspected == self.level.version:
            return
        self._inspected = self.level.version
        covered = _covered(self.level)
        buried = here & shapely.contains_xy(covered, place[:, 0], place[:, 1])
        for i in np.flatnonzero(buried)[:1]:
            deep = shapely.distance(shapely.boundary(covered), shapely.points(place[i])) + radius[i]
            self._note(FaultKind.WALL, 0.0, float(deep), (int(i),))

    def _note(self, kind: FaultKind, allowed: float, amount: float, agents: tuple[int, ...]) -> None:
        """Count a tick with a fault, once for each kind; keep the first."""
        if amount <= allowed:
            return
        self.counts[kind] += self._noted.get(kind) != self._tick
        self._noted[kind] = self._tick
        self.first.setdefault(kind, Fault(kind, self._tick, tuple(map(int, agents)), float(amount)))

    def _current_ground(self) -> Surroundings:
        if self._ground is None or self._version != self.level.version:
            self._ground, self._version = ground_of(self.level), self.level.version
        return self._ground


def _covered(level: Level) -> shapely.Geometry:
    """All polygons as one shape."""
    rings = [[ring / UNITS for ring in p.rings] for p in level.polygons.values()]
    return shapely.union_all([to_shapely(r) for r in rings])


def _places(crowd: Crowd) -> Floats:
    return np.column_stack([crowd.x, crowd.y])


def _one(found: tuple[float, int]) -> tuple[float, tuple[int, ...]]:
    return found[0], (found[1],)


def _rows(contacts: Contacts | None, rows: int) -> tuple[Int32s, Int32s, Floats, Floats]:
    if contacts is None:
        return np.zeros(0, np.int32), np.zeros(0, np.int32), np.zeros(0), np.zeros((0, 8))
    return contacts.first[:rows], contacts.second[:rows], contacts.time[:rows], contacts.after[:rows]


def ground_of(level: Level) -> Surroundings:
    """What is blocked on a level, from its cells and polygons themselves."""
    passable = np.array([terrain.cost for terrain in level.palette]) > 0
    rings = [ring.astype(np.float64) / UNITS for p in level.polygons.values() for ring in p.rings]
    edges = [np.column_stack([ring, np.roll(ring, -1, axis=0)]) for ring in rings]
    lines = np.concatenate(edges) if edges else np.zeros((0, 4))
    boxes = [
        (n, y * level.width + x)
        for n, (ax, ay, bx, by) in enumerate(lines.tolist())
        for y in range(max(int(min(ay, by)) - FAR, 0), min(int(max(ay, by)) + FAR, level.height - 1) + 1)
        for x in range(max(int(min(ax, bx)) - FAR, 0), min(int(max(ax, bx)) + FAR, level.width - 1) + 1)
    ]
    table = np.array(boxes, np.int64).reshape(-1, 2)
    order = np.argsort(table[:, 1], kind="stable")
    starts = np.searchsorted(table[order, 1], np.arange(level.width * level.height + 1))
    return Surroundings(~passable[level.terrain], lines, starts.astype(np.int64), table[order, 0].astype(np.int32))
