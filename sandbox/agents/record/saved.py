"""A run in a file: what is needed to compute it again to the last bit, and no more.

Who walked, by which settings, on which level; the ways that planners gave, and the edits that were done. Opened, it
runs again by playing that script; its hash, kept beside it, tells whether it is the same run.
"""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.api import Agents, Resolver, Settings, policies
from sandbox.agents.crowd import MOST
from sandbox.agents.record.edits import from_json, to_json
from sandbox.agents.record.facts import digest
from sandbox.agents.record.film import Film
from sandbox.agents.record.script import Done, Script, Way
from sandbox.agents.resolver.rules import Rule
from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.kernels.recording import BROKEN, read_array
from sandbox.level.formats import FORMATS, read
from sandbox.level.formats.common.source import Source
from sandbox.planning.api import planners

if TYPE_CHECKING:
    from sandbox.agents.world import World
    from sandbox.level.model import Level
    from sandbox.registry import Registry

VERSION = 1
MOST_POINTS = 1 << 26  # of ways: a file that claims more is refused
MOST_TICKS = 1 << 24
_FLOATS, _INTS, _BYTES = np.dtype(np.float64), np.dtype(np.int64), np.dtype(np.uint8)


@dataclass(frozen=True, slots=True)
class Saved:
    """A run that can be run again."""

    level: Level  # as it was at the start
    agents: Agents
    settings: Settings
    script: Script
    ticks: int
    hash: str

    @classmethod
    def of(cls, level: Level, world: World) -> Saved:
        """A run so far, and the level it started on."""
        return cls(level, world.agents, world.settings, world.script, world.tick, digest(world))

    def film(self, said: Callable[[int], bool] | None = None, ticks: int | None = None) -> Film:
        """Run it again, up to a tick or to its end; `said` hears of every tick, and may end it by False."""
        film = Film(self.level, self.agents, self.settings, self.script)
        player = film.world.player
        if player is not None and self.script.prepared:
            film.prepare(lambda _: player.next_way < self.script.prepared)
        for tick in range(self.ticks if ticks is None else min(ticks, self.ticks)):
            film.step()
            if said is not None and not said(tick + 1):
                break
        if film.length == self.ticks:
            film.world.player = None  # what comes now is new
        return film

    def check(self, film: Film, where: str) -> None:
        """Refuse a run that is not as it was when it was saved."""
        found = digest(film.world)
        if found != self.hash:
            raise BadInput(where, f"run again, its hash is {found}", f"{self.hash}, as saved")

    def save(self, path: Path) -> None:
        """Write a .npz file, in one step."""
        agents, ways = self.agents, self.script.ways
        rows = [(way.tick, way.agent, len(way.points)) for way in ways]
        arrays: dict[str, NDArray[Any]] = {
            "facts": np.frombuffer(json.dumps(self._facts(), sort_keys=True).encode(), np.uint8),
            "columns": np.column_stack([agents.places, agents.goals, agents.radius, agents.speed]).ravel(),
            "groups": np.column_stack([agents.group, _areas(agents)]).astype(np.int64).ravel(),
            "ways": np.array(rows, np.int64).reshape(-1),
            "points": np.concatenate([np.zeros((0, 2)), *(way.points for way in ways)]).ravel(),
        }
        out = io.BytesIO()
        np.savez_compressed(out, allow_pickle=False, **arrays)
        write_atomically(path, out.getvalue())

    def _facts(self) -> dict[str, Any]:
        settings, write = self.settings, FORMATS[".json"].write
        assert write is not None
        chosen = {"policy": _named(policies, settings.policy), "planner": _named(planners, settings.planner)}
        rule = None if settings.rule is None else settings.rule.name.lower()
        resolver = None if settings.resolver is None else settings.resolver.value
        numbers = {"seed": settings.seed, "tick": settings.tick, "leave": settings.leave, "plans": settings.plans}
        return {
            "version": VERSION,
            "level": write(self.level).decode(),
            "settings": {**chosen, **numbers, "rule": rule, "resolver": resolver},
            "areas": [ring.tolist() for ring in self.agents.areas],
            "messages": list(self.agents.messages),
            "edits": [[d.tick, to_json(d.edit), to_json(d.inverse), d.timed] for d in self.script.edits],
            "prepared": self.script.prepared,
            "ticks": self.ticks,
            "hash": self.hash,
        }

    @classmethod
    def load(cls, path: Path) -> Saved:
        """Read what `save` wrote. Raises BadInput for anything else."""
        try:
            with zipfile.ZipFile(path) as archive:
                note = read_array(archive, path, "facts", _BYTES, 1 << 28).tobytes()
                columns = read_array(archive, path, "columns", _FLOATS, 6 * MOST).reshape(-1, 6)
                groups = read_array(archive, path, "groups", _INTS, 2 * MOST).reshape(-1, 2)
                rows = read_array(archive, path, "ways", _INTS, MOST_POINTS).reshape(-1, 3)
                points = read_array(archive, path, "points", _FLOATS, MOST_POINTS).reshape(-1, 2)
            return _put_together(cls, path, note, (columns, groups, rows, points))
        except (*BROKEN, TypeError, KeyError, AttributeError, IndexError) as error:
            raise BadInput(str(path), f"not readable ({error})", "a recording of a crowd (.npz)") from None


def holds_crowd(path: Path) -> bool:
    """Whether a file looks like a run of a crowd, not like the recording of a search."""
    try:
        with zipfile.ZipFile(path) as archive:
            return "columns.npy" in archive.namelist()
    except BROKEN:
        return False


def _areas(agents: Agents) -> NDArray[np.int32]:
    """Who heads for which area; nobody for any where none are said."""
    return agents.area if len(agents.area) else np.full(len(agents), -1, np.int32)


def _named(registry: Registry[Any], thing: Any) -> dict[str, Any]:
    """A registered thing as its key and options."""
    for entry in registry:
        if entry.cls is type(thing):
            values = {o.name: getattr(thing, o.name) for o in entry.options}
            return {"key": entry.key, "options": {n: v.value if isinstance(v, Enum) else v for n, v in values.items()}}
    raise BadInput(registry.noun, f"{type(thing).__name__}, which is not registered", "a registered one")


def _put_together(cls: type[Saved], path: Path, note: bytes, arrays: tuple[NDArray[Any], ...]) -> Saved:
    columns, groups, rows, points = arrays
    facts = json.loads(note)
    if facts["version"] != VERSION:
        raise BadInput(str(path), f"version {facts['version']!r:.40}", f"version {VERSION}")
    ticks = int(facts["ticks"])
    if not 0 <= ticks <= MOST_TICKS or len(groups) != len(columns) or not np.isfinite(columns).all():
        raise BadInput(str(path), f"{ticks} ticks of {len(columns)} agents", "a recording of a crowd (.npz)")
    areas = tuple(np.array(ring, np.float64).reshape(-1, 2) for ring in facts["areas"])
    group, area = (groups[:, side].astype(np.int32) for side in (0, 1))
    discs = columns[:, 0:2].copy(), columns[:, 2:4].copy(), columns[:, 4].copy(), columns[:, 5].copy()
    agents = Agents(*discs, group, areas, area, tuple(map(str, facts["messages"])))
    level = read(Source(str(path), facts["level"].encode()), FORMATS[".json"])
    script = Script()
    script.edits = [Done(int(t), from_json(e), from_json(i), bool(timed)) for t, e, i, timed in facts["edits"]]
    script.prepared = int(facts["prepared"])
    script.ways = list(_ways(rows, points, len(columns)))
    return cls(level, agents, _settings(facts["settings"]), script, ticks, str(facts["hash"]))


def _ways(rows: NDArray[Any], points: NDArray[Any], agents: int) -> Iterator[Way]:
    at = 0
    for tick, agent, count in rows.tolist():
        if not (0 <= agent < agents and 0 <= count <= len(points) - at):
            raise ValueError("a way of nobody, or of points that are not there")
        yield Way(tick, agent, points[at : at + count].copy())
        at += count


def _settings(said: dict[str, Any]) -> Settings:
    policy = policies[said["policy"]["key"]].create(said["policy"]["options"])
    planner = planners[said["planner"]["key"]].create(said["planner"]["options"])
    rule = None if said["rule"] is None else Rule[said["rule"].upper()]
    resolver = None if said["resolver"] is None else Resolver(said["resolver"])
    numbers = int(said["seed"]), float(said["tick"]), bool(said["leave"]), int(said["plans"])
    return Settings(policy, planner, rule, resolver, *numbers)
