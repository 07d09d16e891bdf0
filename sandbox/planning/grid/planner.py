"""What all planners of the grid world share: from a query to cells, from a kernel's answer to a Plan.

A planner hands over its kernels with their memory (`Engine`) and says what it promises; this file checks the
query, answers "no path" from the components at once, keeps a ground for every radius asked for, follows the
level's edits, measures, and packages. Not for two threads at once: the memory of a search is shared.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.derived.components import blank_components, repair_components
from sandbox.level.rect import Rect
from sandbox.planning import batch
from sandbox.planning.api import Limits, Metric, Plan, Query, Status
from sandbox.planning.grid.graph import centres, id_of, lowest8, mark_around, octile, space_of
from sandbox.planning.grid.run_costs import NO_TOLLS, new_tolls, sum_tolls
from sandbox.planning.grid.runner import Batch, Engine, Ground, Runner, status_of

if TYPE_CHECKING:
    from sandbox.kernels.recording import Recording
    from sandbox.layers import Layer
    from sandbox.level.derived import Change
    from sandbox.level.derived.grid import Grid
    from sandbox.level.model import Level

Cell = tuple[int, int]
NO_POINTS = np.zeros((0, 2))
NO_POINTS.flags.writeable = False


@dataclass(frozen=True, slots=True)
class Promises:
    """What a planner, with its options, can do and guarantees."""

    optimal: bool = False
    weighted: bool = True
    moves: int = 8
    any_angle: bool = False
    factor: float = 0.0  # a cost it found, divided by this, is a lower bound; 0: nothing is known


class GridPrepared(ABC):
    """A grid planner made ready for one level."""

    canonical = True  # its searches may ask for canonical successors

    def __init__(self, level: Level, promises: Promises) -> None:
        began = time.perf_counter_ns()
        self.level = level
        self.promises = promises
        self.version = level.version
        self._grounds: dict[float, Ground] = {}
        self._runner = Runner(self)
        self.ground(0.0)
        self.prepare_ns = time.perf_counter_ns() - began

    # What a planner adds.

    @abstractmethod
    def engine(self, ground: Ground, limits: Limits) -> Engine:
        """Kernels and memory for the next queries."""

    @abstractmethod
    def grow(self) -> None:
        """Make room: the last search ran out of it."""

    def equip(self, ground: Ground) -> None:  # noqa: B027  (most have nothing to build)
        """Build tables for a ground."""

    def mend(self, ground: Ground, dirty: Sequence[Rect]) -> str:  # noqa: ARG002
        """Repair the tables of a ground whose moves changed in these rectangles; say what was touched."""
        return ""

    def shown(self, ground: Ground, plan: Plan) -> Sequence[Layer]:  # noqa: ARG002
        """What the answer just given shows beside its path."""
        return ()

    def layers(self) -> Sequence[Layer]:
        """What was prepared."""
        return ()

    def places(self, level: int) -> NDArray[np.float64] | None:  # noqa: ARG002
        """Recorded subjects are cells."""
        return None

    # Queries.

    def plan(self, query: Query, limits: Limits, recording: Recording | None = None) -> Plan:
        """Answer one query. Raises BadInput for one that no level could answer."""
        began = time.perf_counter_ns()
        self.follow()
        start, goal = self.cells(query)
        ground = self.ground(query.radius)
        refusal = self.refusal()
        if refusal:
            return Plan(Status.UNSUPPORTED, NO_POINTS, message=refusal)
        hindrance = self.hindrance(ground, start, goal)
        located = time.perf_counter_ns() - began
        if hindrance:
            return self._no_path(hindrance, located)
        pair = self.ids([(start, goal)])
        if start == goal:
            return self._standing_still(pair[0, 0], located)
        answer = self._runner.run(ground, pair, limits, recording)
        return self._packaged(ground, query, limits, answer, began, located)

    def plan_all(self, pairs: NDArray[np.int64], limits: Limits, radius: float = 0.0) -> Batch:
        """Answer many queries [n, 2] of ids, each with a way between two different cells, in one jitted loop."""
        self.follow()
        return self._runner.run(self.ground(radius), pairs, limits)

    def ids(self, pairs: Sequence[tuple[Cell, Cell]]) -> NDArray[np.int64]:
        """Pairs of cells as `plan_all` takes them."""
        stride = self._grounds[0.0].space.stride
        return np.array([[id_of(a, stride), id_of(b, stride)] for a, b in pairs], np.int64).reshape(-1, 2)

    def cells(self, query: Query) -> tuple[Cell, Cell]:
        """The cells that contain the ends."""
        if not (math.isfinite(query.radius) and query.radius >= 0):
            raise BadInput("radius", f"{query.radius}", "a finite number of cells, 0 or more")
        return self._cell("start", query.start), self._cell("goal", query.goal)

    def _cell(self, name: str, point: tuple[float, float]) -> Cell:
        x, y = point
        if not (math.isfinite(x) and math.isfinite(y)):
            raise BadInput(name, f"({x}, {y})", "two finite numbers")
        width, height = self.level.width, self.level.height
        if not (0 <= x < width and 0 <= y < height):
            raise BadInput(name, f"({x:g}, {y:g})", f"a point inside {width} × {height} cells")
        return int(x), int(y)

    def refusal(self) -> str:
        """Why this planner cannot answer on this level; "" if it can."""
        if not self.promises.weighted and not self.level.uniform:
            return "needs terrain of one cost"
        return ""

    def hindrance(self, ground: Ground, start: Cell, goal: Cell) -> str:
        """Why there is no path, told without a search; "" if there may be one."""
        who = f"a disc of radius {ground.radius:g}" if ground.radius else "anyone"
        (ids,) = self.ids([(start, goal)])
        for name, u in zip(("start", "goal"), ids, strict=True):
            if ground.space.cost8[u] == 0:
                return f"no room for {who} at the {name}"
        same = ground.components[ids[0]] == ground.components[ids[1]]
        return "" if same else f"no way for {who} from start to goal"

    # Following the level.

    def ground(self, radius: float) -> Ground:
        """The grid for a radius, with this planner's tables."""
        if radius not in self._grounds:
            grid = self._grid(radius)
            space = space_of(grid, canonical=self.canonical)
            self._grounds[radius] = Ground(radius, space, self._components(grid, radius))
            self.equip(self._grounds[radius])
        return self._grounds[radius]

    def _grid(self, radius: float) -> Grid:
        return self.level.derived.open_for(radius) if radius > 0 else self.level.derived.grid

    def tolls(self, ground: Ground) -> NDArray[np.uint32]:
        """What runs across weighted terrain cost; summed when first asked for, then kept up to date."""
        if self.level.uniform:
            return NO_TOLLS
        if ground.tolls is NO_TOLLS:
            ground.tolls = new_tolls(ground.space)
        return ground.tolls

    def _components(self, grid: Grid, radius: float) -> NDArray[np.int32]:
        if radius == 0:
            return self.level.derived.components
        parts = blank_components(grid.width, grid.height)
        repair_components(grid.cost8, parts, np.array([0, 0, grid.width, grid.height], np.int64))
        return parts.component

    def follow(self) -> None:
        """Catch up with edits nobody told us of."""
        if self.version != self.level.version:
            self.repair(self.level.derived.changes_since(self.version))

    def repair(self, changes: Sequence[Change]) -> str:
        """Follow the level's edits; say what was touched."""
        self.version = self.level.version
        if any(change.whole for change in changes):
            self._grounds.clear()
            self.restart()
            self.ground(0.0)
            return "everything anew"
        dirty = [change.dirty for change in changes if change.dirty]
        if not dirty:
            return ""
        notes = [self._mend(ground, dirty) for ground in self._grounds.values()]
        return notes[0]

    def restart(self) -> None:  # noqa: B027
        """Forget memory sized for the old level."""

    def _mend(self, ground: Ground, dirty: Sequence[Rect]) -> str:
        """Bring one radius up to date; its grid's arrays were repaired in place or replaced."""
        grid, old = self._grid(ground.radius), ground.space
        width, height = grid.width, grid.height
        reach = 1 + math.ceil(ground.radius)
        rects = [rect.grown(reach).clipped(width, height) for rect in dict.fromkeys(dirty)]
        for rect in rects if self.canonical else ():
            mark_around(grid.cost8, grid.stride, rect, old.around)
        cheapest = old.lowest8 if self.level.uniform else lowest8(grid.cost8)
        ground.space = old._replace(moves=grid.moves, cost8=grid.cost8, lowest8=cheapest)
        ground.components = self._components(grid, ground.radius)
        for rect in rects if ground.tolls is not NO_TOLLS else ():
            sum_tolls(ground.space, ground.tolls, (rect.x0, rect.y0, rect.x1, rect.y1))
        return self.mend(ground, rects)

    # Packaging.

    @property
    def metric(self) -> Metric:
        """What costs count on this level."""
        weighted = self.promises.weighted and not self.level.uniform
        return Metric.WEIGHTED if weighted else Metric.LENGTH

    def _no_path(self, message: str, located: int) -> Plan:
        inf = float("inf")
        return Plan(
            Status.NO_PATH, NO_POINTS, inf, self.metric, inf, message=message,
            stage_ns={"locate": located}, total_ns=located, first_move_ns=located,
        )  # fmt: skip

    def _standing_still(self, at: int, located: int) -> Plan:
        points = centres(np.array([at]), self._grounds[0.0].space.stride)
        return Plan(
            Status.FOUND, points, 0.0, self.metric, 0.0, proven=True,
            stage_ns={"locate": located}, total_ns=located, first_move_ns=located,
        )  # fmt: skip

    def _packaged(self, ground: Ground, query: Query, limits: Limits, answer: Batch, began: int, located: int) -> Plan:
        row = answer.rows[0]
        status = status_of(int(row[batch.STATUS]), limits)
        found = status is Status.FOUND
        cost = float(answer.costs()[0])
        points = centres(answer.paths[0], ground.space.stride) if found else NO_POINTS
        bound = self._lower_bound(ground, query, cost if found else 0.0)
        stages = {"locate": located, "search": int(row[batch.SEARCH_NS]), "path": int(row[batch.TRACE_NS])}
        plan = Plan(
            status,
            points,
            cost,
            self.metric,
            lower_bound=bound,
            proven=found and (self.promises.optimal or cost <= bound * (1 + 1e-9)),
            expanded=int(row[batch.EXPANDED]),
            generated=int(row[batch.GENERATED]),
            reopened=int(row[batch.REOPENED]),
            stage_ns=stages,
        )
        total = time.perf_counter_ns() - began  # the answer is there; what follows is for looking at it
        return replace(plan, layers=self.shown(ground, plan), total_ns=total, first_move_ns=total)

    def _lower_bound(self, ground: Ground, query: Query, cost: float) -> float:
        """What no path can beat: the plain distance, or what the planner's guarantee gives."""
        (ax, ay), (bx, by) = self.cells(query)
        dx, dy = abs(ax - bx), abs(ay - by)
        straight = dx + dy if self.promises.moves == 4 else octile(dx, dy)
        if self.promises.any_angle:
            straight = math.hypot(dx, dy)
        factor = self.promises.factor
        plain = straight * (ground.space.lowest8 / 8 if self.metric is Metric.WEIGHTED else 1.0)
        return max(plain, cost / factor if factor else 0.0)
