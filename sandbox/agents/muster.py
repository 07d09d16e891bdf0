"""Who walks on a level: drawn into its spawn areas, heading for its goal areas. The same seed, the same crowd."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import numpy as np

from sandbox.agents.api import Agents
from sandbox.agents.crowd import GREATEST_RADIUS, GREATEST_SPEED, LEAST_RADIUS, MOST
from sandbox.agents.space.places import FreeSpace, drawn
from sandbox.errors import BadInput
from sandbox.kernels.rng import new_rng, next_float, shuffle
from sandbox.level.markers import Marker, MarkerKind
from sandbox.registry import Help, Range, Unit

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.kernels.arrays import Floats
    from sandbox.level.model import Level

SIZES = 3  # radii in a mixed crowd: each has a grid of its own
DEFAULT_AGENTS = 100


@dataclass(frozen=True, slots=True)
class Muster:
    """What the agents are like."""

    agents: Annotated[int, Range(0, MOST, 1, log=True), Help("how many; 0: as many as the level says")] = 0
    radius: Annotated[float, Range(LEAST_RADIUS, GREATEST_RADIUS, 0.01), Unit("cells"), Help("of the widest")] = 0.24
    mixed: Annotated[bool, Help("three sizes, the least of half the radius")] = False
    speed: Annotated[float, Range(0.1, GREATEST_SPEED, 0.1), Unit("cells/s"), Help("of the fastest")] = 1.4
    spread: Annotated[float, Range(0.0, 0.9, 0.05), Help("how much slower the slowest are, as a share")] = 0.3

    def gather(self, level: Level, seed: int = 0) -> Agents:
        """Draw them."""
        return _Gathering(level, self, seed).agents()


class _Gathering:
    """Draws the agents of one level."""

    def __init__(self, level: Level, muster: Muster, seed: int) -> None:
        self.level, self.muster = level, muster
        self.rng = new_rng(seed, 1)
        self.ground = FreeSpace(level, muster.radius)
        self.messages: list[str] = []
        self.spawns = _areas(level, MarkerKind.SPAWN) or {"the level": _whole(level)}
        self.goals = _areas(level, MarkerKind.GOAL)

    def agents(self) -> Agents:
        counts = self._counts()
        group = np.repeat(np.arange(len(counts), dtype=np.int32), counts)
        radius, speed = self._radii(len(group)), self._speeds(len(group))
        places, goals = np.full((len(group), 2), np.nan), np.full((len(group), 2), np.nan)
        for number, (name, spawn) in enumerate(self.spawns.items()):
            rows = np.flatnonzero(group == number)
            places[rows] = self._draw(spawn, rows, radius, places)
            self._say_missing(name, places[rows])
        targets = [self._target(spawn) for spawn in self.spawns.values()]
        names = [name for name in dict.fromkeys(targets) if name]
        area = np.array([names.index(t) if t else -1 for t in targets], np.int32)[group]
        for target in dict.fromkeys(targets):
            rows = np.flatnonzero(np.array(targets)[group] == target)
            goals[rows] = self._goal_places(target, rows, radius, goals)
        kept = ~np.isnan(places[:, 0])
        rings = tuple(np.array(self.goals[name].points, np.float64) for name in names)
        messages = tuple(self.messages)
        columns = places[kept], goals[kept], radius[kept], speed[kept]
        return Agents(*columns, group[kept], rings, area[kept], messages)

    def _counts(self) -> list[int]:
        """How many in each spawn area."""
        said = [spawn.agents for spawn in self.spawns.values()]
        total = self.muster.agents or sum(said) or DEFAULT_AGENTS
        if total > MOST:
            raise BadInput("agents", f"{total:,}", f"at most {MOST:,}")
        weights = np.array(said if sum(said) else [1] * len(said), np.float64)
        upto = np.floor(np.cumsum(weights) / weights.sum() * total + 0.5).astype(int)
        return [int(count) for count in np.diff(upto, prepend=0)]

    def _radii(self, count: int) -> Floats:
        shares = np.linspace(0.5, 1.0, SIZES) if self.muster.mixed else np.ones(1)
        order = np.arange(count)
        shuffle(self.rng, order)
        return np.asarray(self.muster.radius * shares[order % len(shares)], np.float64)

    def _speeds(self, count: int) -> Floats:
        slower = np.array([next_float(self.rng) for _ in range(count)]) * self.muster.spread
        return np.asarray(self.muster.speed * (1.0 - slower), np.float64)

    def _draw(self, area: Marker, rows: NDArray[np.int64], radius: Floats, places: Floats) -> Floats:
        """Places in an area, apart from those drawn before."""
        before = np.flatnonzero(~np.isnan(places[:, 0]))
        taken = np.column_stack([places[before], radius[before]])
        return drawn(self.ground, np.array(area.points, np.float64), radius[rows], taken, self.rng)

    def _say_missing(self, name: str, places: Floats) -> None:
        missing = int(np.isnan(places[:, 0]).sum())
        if missing:
            self.messages.append(f"{len(places) - missing:,} of {len(places):,} agents found room in {name}")

    def _target(self, spawn: Marker) -> str:
        """Which goal area agents of a spawn area head for; "": any free place."""
        if spawn.target in self.goals:
            return spawn.target
        if spawn.target:
            self.messages.append(f"there is no goal area {spawn.target!r}")
        return next(iter(self.goals), "")

    def _goal_places(self, target: str, rows: NDArray[np.int64], radius: Floats, goals: Floats) -> Floats:
        """Everybody's own place in the goal area; who finds none shares another's."""
        area = self.goals[target] if target else _whole(self.level)
        found = self._draw(area, rows, radius, goals)
        missing = np.isnan(found[:, 0])
        if missing.all():
            found[:] = area.point
            if len(rows):
                self.messages.append(f"nobody can stand in {target or 'the level'}")
        elif missing.any():
            placed = found[~missing]
            found[missing] = placed[np.arange(int(missing.sum())) % len(placed)]
            self.messages.append(f"{int(missing.sum()):,} agents share a goal: {target or 'the level'} is full")
        return found


def _areas(level: Level, kind: MarkerKind) -> dict[str, Marker]:
    return {name: marker for name, marker in level.markers.items() if marker.kind is kind}


def _whole(level: Level) -> Marker:
    return Marker.area(MarkerKind.SPAWN, level.bounds)
