"""Workers side by side, each with a copy of the level and what is prepared on it, so that no planner waits for another.

On small levels planners take turns in one worker: an answer takes a few milliseconds, and the grid, its components and
a mesh are there once for all. Apart stand
- code of the user's own, on any level: its worker waits for its process, seconds perhaps;
- planners of the grid on large levels, where one repair or one search lasts as long as a frame or ten. Those of the
  mesh stay together: the mesh they share costs more than they do.

Every copy gets every edit, in the order of their coming, whenever its worker comes to it; so an answer is always of the
version it says, and another planner's may be of a newer one.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from sandbox.planning.api import OfUser
from sandbox.ui.gate import Gate
from sandbox.ui.jobs import Place
from sandbox.ui.maps.worker_side import Desk

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level
    from sandbox.planning.api import Planner
    from sandbox.ui.jobs import Failure, Job, Worker
    from sandbox.ui.services import Services

LARGE = 1 << 18  # cells; on more of them planners of the grid stand apart


class Station(NamedTuple):
    """A worker, and what it works on."""

    worker: Worker
    desk: Desk


class Desks:
    """What a level's planners are asked in. `worker` and `desk` are those they share, and everything else uses."""

    def __init__(self, services: Services, level: Level, anew: Callable[[], None]) -> None:
        self.services, self.gate = services, Gate()
        self._anew = anew  # called when an edit broke, and all has to be asked anew
        self.worker = services.worker("maps", self.gate)
        self.desk: Desk = Desk(level.copy())
        self._followed = level  # the window's; every copy is as it is, or will be by the edits that wait
        self._workers: dict[tuple[str, Place], Worker] = {}  # of those apart; a thread that rests costs nothing
        self._apart: dict[str, Station] = {}

    def __iter__(self) -> Iterator[Station]:
        yield Station(self.worker, self.desk)
        yield from self._apart.values()

    def of(self, key: str, planner: Planner) -> Station:
        """Where a planner is asked under a key."""
        place = self._place_of(planner)
        known = self._apart.get(key)
        if known is not None and known.worker.place is place:
            return known
        if known is not None:  # another planner under the same key: two workers never share a copy
            self._leave(key)
        if place is Place.IN_TURNS:
            self.desk.wanted = frozenset(self.desk.wanted) | ({key} if known is not None else set())
            return Station(self.worker, self.desk)
        if (key, place) not in self._workers:
            self._workers[key, place] = self.services.worker(f"maps: {key}", self.gate, place)
        self._apart[key] = Station(self._workers[key, place], Desk(self._followed.copy(), {key}))
        return self._apart[key]

    def _leave(self, key: str) -> None:
        self._apart.pop(key).worker.clear()

    def _place_of(self, planner: Planner) -> Place:
        if isinstance(planner, OfUser):
            return Place.ELSEWHERE
        large = self._followed.width * self._followed.height > LARGE
        return Place.APART if large and planner.promises.world == "grid" else Place.IN_TURNS

    def holds(self, desk: Desk) -> bool:
        """Whether what was found on a copy is of the level that is shown."""
        return any(station.desk is desk for station in self)

    def want(self, keys: Iterable[str]) -> None:
        """From now on only these keys are asked for: what was prepared for others may go."""
        wanted = frozenset(keys)
        for key in self._apart.keys() - wanted:
            self._leave(key)
        self.desk.wanted = wanted - self._apart.keys()

    def take(self, level: Level) -> None:
        """Another level, or this one anew."""
        self._followed, self.desk = level, Desk(level.copy(), self.desk.wanted)
        for key in list(self._apart):
            self._leave(key)

    def edit(self, title: str, edit: Edit, level: Level) -> None:
        """Have every copy of a level follow an edit of it."""
        self._followed = level
        for worker, desk in self:
            worker.ordered(title, partial(_follow, desk, edit), failed=partial(self._broke, desk))

    def _broke(self, desk: Desk, failure: Failure) -> None:
        """A copy broke at an edit, and would differ for ever: new ones are made, of the level as it is now."""
        if self.holds(desk):
            self.services.failed(failure)
            self.take(self._followed)
            self._anew()

    def submit(self, jobs: Iterable[tuple[Worker, Job]]) -> None:
        """Have jobs done, each by its worker; those of one worker are asked together, so that they take turns."""
        together: dict[Worker, list[Job]] = {}
        for worker, job in jobs:
            together.setdefault(worker, []).append(job)
        for worker, asked in together.items():
            worker.submit(*asked)

    def cancel(self, slot: str) -> None:
        """Stop what a slot does, wherever that is."""
        for worker in (self.worker, *self._workers.values()):
            worker.cancel(slot)


def _follow(desk: Desk, edit: Edit, stop: object) -> None:  # noqa: ARG001
    desk.edit(edit)
