"""What all planners of the grid world share: from a query to cells, from a kernel's answer to what came of it.

A planner hands over its kernels with their memory (`Searcher`). This file answers "no path" from the components at
once, keeps a ground for each radius the level remembers, and lets the planner repair what an edit touched; so far it
goes for whoever searches without kernels, too (`GridWorld`).
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import Recording
from sandbox.layers import Layer
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.planning import batch
from sandbox.planning.api import Limits, Metric, Plan, Planner, Query, Status
from sandbox.planning.grid.graph import STRAIGHT, WEIGHTED_SCALE, id_of, octile, write_centres
from sandbox.planning.grid.run_costs import NO_TOLLS, Tolls, forget, new_tolls
from sandbox.planning.grid.runner import Answers, Ground, Runner, Searcher
from sandbox.planning.limits import status_of, watched
from sandbox.planning.prepared import NO_POINTS, Outcome, Prepared, no_path, standing_still
from sandbox.planning.taking_up import ALL
from sandbox.registry import Help, Range

Cell = tuple[int, int]
Moves = Annotated[Literal[8, 4], Help("neighbours of a cell")]
"""The option of planners whose ways go from cell to cell."""
Smoothing = Annotated[int, Range(0, 64, 1), Help("turning points a join may skip; 0 leaves the raw path")]
"""The option of planners that straighten what they found on a coarser graph."""


class Cells(NamedTuple):
    """The ends of a query: the grid of its radius, and the flat ids of two different cells that a way joins."""

    ground: Ground
    start: int
    goal: int


class Searched(NamedTuple):
    """The last search, from which the next may be taken up."""

    ends: Cells
    rule: Any
    version: int
    outcome: Outcome


class GridWorld(Prepared):
    """A planner of the grid made ready for one level, however it searches."""

    def __init__(self, level: Level, planner: Planner) -> None:
        self._grounds: dict[float, Ground] = {}
        super().__init__(level, planner)

    def build_tables(self, ground: Ground) -> None:
        """Build tables for a ground; most have nothing to build."""

    def repair_tables(self, ground: Ground, dirty: Sequence[Rect]) -> str:  # noqa: ARG002
        """Repair the tables of a ground whose moves changed in these rectangles; say what was touched."""
        return ""

    def restart(self) -> None:
        """Forget memory sized for the old level."""

    @property
    def weighted(self) -> bool:
        """Whether terrain makes a difference on this level."""
        return not self.level.uniform

    @property
    def unit(self) -> int:
        """Cost units per cell."""
        return STRAIGHT * (WEIGHTED_SCALE if self.weighted else 1)

    def scale(self, ground: Ground) -> int:
        """What a unit of length costs at least."""
        return 2 * ground.space.lowest8 if self.weighted else 1

    # Queries.

    def locate(self, query: Query) -> Cells | Outcome:
        """The cells that contain the ends."""
        ground = self.ground(query.radius)
        (sx, sy), (gx, gy), stride = query.start, query.goal, ground.space.stride
        start = (int(sy) + 1) * stride + int(sx) + 1
        goal = (int(gy) + 1) * stride + int(gx) + 1
        if reason := self.why_unreachable(ground, start, goal):
            return no_path(reason)
        if start == goal:
            return standing_still((int(sx) + 0.5, int(sy) + 0.5))
        return Cells(ground, start, goal)

    def ids(self, pairs: Sequence[tuple[Cell, Cell]]) -> NDArray[np.int64]:
        """Pairs of cells as `plan_all` takes them."""
        stride = self._grounds[0.0].space.stride
        return np.array([[id_of(a, stride), id_of(b, stride)] for a, b in pairs], np.int64).reshape(-1, 2)

    def refusal(self, radius: float = 0.0) -> str:
        """Why this planner cannot answer on this level; "" if it can."""
        if not self.promises.weighted and self.weighted:
            return "needs terrain of one cost"
        return super().refusal(radius)

    def why_unreachable(self, ground: Ground, start: int, goal: int) -> str:
        """Why there is no path, known without a search; "" if there may be one."""
        components, cost8 = ground.components, ground.space.cost8
        if cost8[start] and cost8[goal] and components[start] == components[goal]:
            return ""
        who = f"a disc of radius {ground.radius:g}" if ground.radius else "anyone"
        for name, u in (("start", start), ("goal", goal)):
            if cost8[u] == 0:
                return f"no room for {who} at the {name}"
        return f"no way for {who} from start to goal"

    def lower_bound(self, ends: Cells, cost: float) -> float:
        """What no path can beat: the plain distance, or what the planner's guarantee gives."""
        space, promises = ends.ground.space, self.promises
        (ay, ax), (by, bx) = divmod(ends.start, space.stride), divmod(ends.goal, space.stride)
        dx, dy = abs(ax - bx), abs(ay - by)
        straight = dx + dy if promises.moves == 4 else octile(dx, dy)
        if promises.any_angle:
            straight = math.hypot(dx, dy)
        plain = straight * (space.lowest8 / 8 if self.metric is Metric.WEIGHTED else 1.0)
        return max(plain, cost / promises.factor if promises.factor else 0.0)

    # Following the level.

    def share(self) -> None:
        """The level's grid, and which of its cells hang together."""
        self.level.derived.components  # noqa: B018  (asked for, it is made)

    def build(self) -> None:
        """The ground for points; those for discs are made when one asks."""
        self._grounds.clear()
        self.restart()
        self.ground(0.0)

    def ground(self, radius: float) -> Ground:
        """The grid for a radius, with this planner's tables."""
        derived = self.level.derived
        disc = derived.disc(radius)
        known = self._grounds.get(radius)
        if known is None or known.disc is not disc:
            self._grounds = {r: ground for r, ground in self._grounds.items() if derived.remembered(r) is ground.disc}
            known = self._grounds[radius] = Ground(disc, derived.lowest8)
            self.build_tables(known)
        return known

    def tolls(self, ground: Ground) -> Tolls:
        """What runs across weighted terrain cost; summed block by block where a run is asked for."""
        if self.level.uniform:
            return NO_TOLLS
        if ground.tolls is NO_TOLLS:
            ground.tolls = new_tolls(ground.space)
        return ground.tolls

    def repair(self, since: int) -> str:
        """Repair the ground of every radius that the level still remembers."""
        derived = self.level.derived
        if derived.dirty_since(since) is None:
            self.build()
            return "everything anew"
        self._grounds = {r: ground for r, ground in self._grounds.items() if derived.remembered(r) is ground.disc}
        notes = [self._repair(ground, derived.dirty_since(since, r) or []) for r, ground in self._grounds.items()]
        return notes[0]

    def _repair(self, ground: Ground, dirty: Sequence[Rect]) -> str:
        """Bring one radius up to date; the arrays of its grid were repaired in place."""
        if not dirty:
            return ""
        ground.space = ground.space._replace(lowest8=self.level.derived.lowest8)
        if ground.tolls is not NO_TOLLS:
            forget(ground.tolls, dirty)
        return self.repair_tables(ground, dirty)


class GridPrepared(GridWorld):
    """A grid planner made ready for one level."""

    stages: tuple[str, ...] = ()  # of its search, where it has any of its own; `spent` tells their times

    text: Any  # the module of its search: how memory is made (`new_work`), and enlarged (`with_more_room`)

    def __init__(self, level: Level, planner: Planner) -> None:
        self._runner = Runner(self)
        self.work: Any = None  # memory of the searches, made when first needed
        self._engine: tuple[tuple[Ground, int, int, bool], Searcher] | None = None  # the last one, and for what
        self._searched: Searched | None = None  # if nothing else has been searched for since
        self._taking_up = False  # whether somebody asked for that once
        self.timed = False  # whether the stages of a search are to be timed: of one query, not of a batch
        super().__init__(level, planner)

    # What a planner adds.

    @abstractmethod
    def engine(self, ground: Ground, limits: Limits) -> Searcher:
        """Kernels and memory for the next queries. It is kept for the like of them until an edit."""

    def new_work(self, ground: Ground) -> Any:
        """Memory for searches on a ground."""
        return self.text.new_work(ground.space.moves.shape[0])

    def enlarged(self, work: Any) -> Any:
        """The same with more room: the last search ran out of it."""
        return self.text.with_more_room(work)

    def restart(self) -> None:
        """Forget memory sized for the old level."""
        self.work = self._searched = None

    @property
    def goes_on(self) -> bool:
        """Whether a search can be taken up after an edit: its rule is of numbers alone."""
        return False

    def take_up(self, ends: Cells, rule: Any, parts: NDArray[np.int64]) -> int:  # noqa: ARG002
        """Make ready to go on with the last search, of the same ends and rule, after an edit of these rectangles.

        How many of its expansions are kept; 0: it begins anew; ALL: its answer stands.
        """
        return 0

    def spent(self) -> tuple[Sequence[int], int]:
        """Nanoseconds of each of the last search's stages, and until its first moves (0: known with the rest)."""
        return (), 0

    def shown(self, ground: Ground, outcome: Outcome) -> Sequence[Layer]:  # noqa: ARG002
        """What the answer just given shows beside its path."""
        return ()

    # What planners ask of this.

    def memory(self, ground: Ground) -> Any:
        """The searches' memory."""
        if self.work is None:
            self.work = self.new_work(ground)
        return self.work

    def ready(self, ground: Ground, limits: Limits) -> Searcher:
        """The engine: the last one, if nothing it depends on has changed, as making one takes microseconds."""
        asked = ground, self.version, limits.expansions, self.timed
        if self._engine is None or self._engine[0] != asked or self._engine[1].work is not self.work:
            self._engine = asked, self.engine(ground, limits)
        return self._engine[1]

    def grow(self) -> None:
        """Make room: the last search ran out of it."""
        self.work = self.enlarged(self.work)
        self._engine = None

    # Queries.

    def search(self, ends: Cells, limits: Limits, recording: Recording | None) -> Outcome:
        """Run the planner's kernels, or those of its last search that an edit makes necessary."""
        known, self._searched = self._searched, None
        kept = self._kept(known, ends, limits) if known is not None and recording is None else 0
        if known is not None and kept == ALL:  # it saw nothing of the edit
            outcome = known.outcome._replace(kept=known.outcome.expanded)
        else:
            outcome = self._run(ends, limits, recording)._replace(kept=kept)
        self._taking_up |= limits.taking_up and self.goes_on
        if self._taking_up:
            rule = self.ready(ends.ground, limits).rule
            self._searched = Searched(ends, rule, self.version, outcome)
        return outcome

    def _kept(self, known: Searched, ends: Cells, limits: Limits) -> int:
        """How much of a search is taken up again: nothing where no edit came in between, so that it is timed anew."""
        if not limits.taking_up or ends != known.ends or self.version == known.version:
            return 0
        dirty = self.level.derived.dirty_since(known.version, ends.ground.radius)
        rule = self.ready(ends.ground, limits).rule
        if dirty is None or rule._replace(budget=0) != known.rule._replace(budget=0):
            return 0
        kept = self.take_up(ends, rule, np.array(dirty, np.int64).reshape(-1, 4))
        stands = known.outcome.status is Status.FOUND and known.outcome.expanded <= rule.budget
        return kept if kept != ALL or stands else 0

    def _run(self, ends: Cells, limits: Limits, recording: Recording | None) -> Outcome:
        if recording is not None:
            for stage in self.stages:
                recording.stage_number(stage)
        self.timed = True
        try:
            row, path, unit = self._runner.one(*ends, limits, recording)
        finally:
            self.timed = False
        if not self.stages or row[batch.STATUS] not in (batch.FOUND, batch.PROVEN):
            return self._outcome(ends, row, path, unit, limits)
        spent, first = self.spent()
        return self._outcome(ends, row, path, unit, limits, dict(zip(self.stages, spent, strict=True)), first)

    def plan_many(self, queries: Sequence[Query], limits: Limits) -> list[Plan]:
        """Searches of one radius run in one jitted loop; their times are the kernels' own, without Python's."""
        self.follow()
        begun = [self.begin(query) for query in queries]
        found = {i: ends for i, ends in enumerate(begun) if isinstance(ends, Outcome)}
        cells = {i: ends for i, ends in enumerate(begun) if isinstance(ends, Cells)}
        for radius in dict.fromkeys(ends.ground.radius for ends in cells.values()):
            found |= self._answers_for({i: ends for i, ends in cells.items() if ends.ground.radius == radius}, limits)
        return [self.packaged(found[i], 0, sum(found[i].stage_ns.values())) for i in range(len(queries)) if i in found]

    def _answers_for(self, cells: Mapping[int, Cells], limits: Limits) -> Iterator[tuple[int, Outcome]]:
        pairs = np.array([ends[1:] for ends in cells.values()], np.int64)
        answer = self.plan_all(pairs, limits, next(iter(cells.values())).ground.radius)
        for (i, ends), row, path in zip(cells.items(), answer.rows.tolist(), answer.paths, strict=True):
            yield i, self._outcome(ends, row, path, answer.unit, limits)

    def plan_all(self, pairs: NDArray[np.int64], limits: Limits, radius: float = 0.0) -> Answers:
        """Answer many queries [n, 2] of ids, each with a way between two different cells, in one jitted loop."""
        self.follow()
        self._searched = None
        with watched(limits):
            return self._runner.run(self.ground(radius), pairs, limits)

    def _outcome(
        self,
        ends: Cells,
        row: Sequence[int],
        path: NDArray[np.int32],
        unit: float,
        limits: Limits,
        stages: Mapping[str, int] | None = None,
        first_ns: int = 0,
    ) -> Outcome:
        """A row of a batch, as it is reported."""
        status = status_of(row[batch.STATUS], limits)
        found = status is Status.FOUND
        cost = row[batch.COST] / unit if found else math.inf
        proven = found and (self.promises.optimal or row[batch.STATUS] == batch.PROVEN)
        bound = cost if proven else self.lower_bound(ends, cost if found else 0.0)
        points = NO_POINTS
        if found:
            points = np.empty((len(path), 2))
            write_centres(path, ends.ground.space.stride, points)
        return Outcome(
            status,
            points,
            cost,
            bound,
            proven=proven or (found and cost <= bound * (1 + 1e-9)),
            expanded=row[batch.EXPANDED],
            generated=row[batch.GENERATED],
            reopened=row[batch.REOPENED],
            stage_ns=stages or {"search": row[batch.SEARCH_NS], "path": row[batch.TRACE_NS]},
            first_ns=first_ns,
        )

    def pictures(self, ends: Cells, outcome: Outcome, recording: Recording | None) -> Sequence[Layer]:  # noqa: ARG002
        """What the planner has to show of it."""
        return self.shown(ends.ground, outcome)
