"""Who is compared: a planner with options of its own, which may be those of another pane with one thing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from sandbox.layers import Role, Segments
from sandbox.planning.api import Planner, Status, planners
from sandbox.planning.compare.comparison import MOST_RUNS
from sandbox.registry import spec_of
from sandbox.ui.canvas.film import Film
from sandbox.ui.canvas.lanes import side_by_side
from sandbox.ui.chosen import SERIES
from sandbox.ui.forms import changed_from_default, text_pairs
from sandbox.ui.maps.entries import without_straight

if TYPE_CHECKING:
    from sandbox.planning.api import Plan
    from sandbox.planning.compare.run import Run
    from sandbox.registry import Entry
    from sandbox.ui.canvas.colours import Palette
    from sandbox.ui.canvas.searched.playback import PlaybackRaster
    from sandbox.ui.jobs import Stop
    from sandbox.ui.maps.entries import Row

FEWEST = 2
WEIGHT, HEAVIER = "weight", 3.0  # a planner alone is compared with itself, greedier


@dataclass(frozen=True, slots=True)
class Shot:
    """A contestant's answer on a version of the level, recorded; no film where nothing happened."""

    run: Run
    film: Film | None
    rasters: list[PlaybackRaster]
    version: int


@dataclass(slots=True, eq=False)
class Contestant:
    """One pane's planner."""

    entry: Entry[Planner]
    options: dict[str, Any] = field(default_factory=dict)
    number: int = 0  # which colour of the series is its
    plan: Plan | None = None  # its last answer
    shot: Shot | None = None
    trouble: str = ""
    _made: tuple[Entry[Planner], dict[str, Any], Planner] | None = None

    @property
    def planner(self) -> Planner:
        """The planner with its options; kept, for a drag asks for it with every frame."""
        if self._made is None or self._made[0] is not self.entry or self._made[1] != self.options:
            self._made = self.entry, dict(self.options), self.entry.create(self.options)
        return self._made[2]

    @property
    def title(self) -> str:
        """Its name and whatever is not at its default."""
        extra = changed_from_default(self.entry.options, self.options)
        return f"{self.entry.title} ({extra})" if extra else self.entry.title

    @property
    def spec(self) -> str:
        """It as the command line names it: KEY:NAME=VALUE."""
        return spec_of(self.entry.key, text_pairs(self.options))

    def forget(self) -> None:
        """What it said no longer holds."""
        self.plan, self.shot, self.trouble = None, None, ""


def shot_of(ask: Callable[[Stop], tuple[Run, int] | None], colours: Palette, stop: Stop) -> Shot | None:
    """A contestant's run, its film developed. For the worker: it may take a second."""
    answer = ask(stop)
    if answer is None:
        return None
    run, version = answer
    if not run.events:
        return Shot(run, None, [], version)
    film = Film(run.recording, run.width, run.height, dict(run.places), title=run.title, shapes=dict(run.shapes))
    return Shot(run, film, film.developed(colours), version)


def path_segments(one: Contestant) -> list[Segments]:
    """Its path, in its colour."""
    if one.plan is None or one.plan.status is not Status.FOUND:
        return []
    ends = without_straight(one.plan.points)
    name = f"path {one.number}"
    return [
        Segments(name=name, legend=one.title, role=Role.PATH, series=one.number, ends=ends, chained=True, width=3.0)
    ]


def paths_of(contestants: Sequence[Contestant]) -> list[Segments]:
    """The paths of all, side by side where they coincide."""
    paths = [path for one in contestants for path in path_segments(one)]
    laid = side_by_side([path.ends for path in paths])
    return [
        replace(path, ends=points, lanes=lanes if lanes.any() else None)
        for path, (points, lanes) in zip(paths, laid, strict=True)
    ]


def first_contestants(rows: Sequence[Row]) -> list[Contestant]:
    """Those ticked, in their colours, as many as there are panes; one alone beside itself, greedier, or beside A*."""
    ticked = [row for row in rows if row.ticked][:MOST_RUNS]
    found = [Contestant(row.entry, dict(row.options), row.number) for row in ticked]
    if not found:
        found = [Contestant(planners["astar"])]
    if len(found) < FEWEST:
        found.append(rival_of(found[0]))
    return tell_apart(found)


def rival_of(one: Contestant) -> Contestant:
    """Whom to set beside a planner: itself with a heavier heuristic, if it has one; else A*, or BFS beside A*."""
    if any(option.name == WEIGHT for option in one.entry.options) and one.options.get(WEIGHT, 1.0) != HEAVIER:
        return Contestant(one.entry, {**one.options, WEIGHT: HEAVIER})
    return Contestant(planners["bfs" if one.entry.key == "astar" else "astar"])


def next_contestant(there: Sequence[Contestant], rows: Iterable[Row]) -> Contestant:
    """Who comes into another pane: the next one ticked that is not there yet; else a rival of the last one."""
    known = {one.entry.key for one in there}
    row = next((row for row in rows if row.ticked and row.key not in known), None)
    return rival_of(there[-1]) if row is None else Contestant(row.entry, dict(row.options), row.number)


def tell_apart(found: list[Contestant]) -> list[Contestant]:
    """Give each a colour that nobody before it has."""
    taken: set[int] = set()
    for one in found:
        one.number = next((n for n in (one.number, *range(SERIES)) if n not in taken), one.number)
        taken.add(one.number)
    return found
