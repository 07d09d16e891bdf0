"""A planner made ready for one level, in either world: it follows the level's edits, answers, measures, packages.

A world says how a query is located (`locate`), searched (`search`) and how edits are followed (`repair`); a
planner adds its tables and its search. Not for two threads at once: the memory of a search is shared.
"""

from __future__ import annotations

import math
import time
from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple, cast

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.recording import Recording
from sandbox.layers import Layer
from sandbox.level.model import Level
from sandbox.planning.api import Limits, Metric, Plan, Planner, Query, Status
from sandbox.planning.layers import OnRequest
from sandbox.planning.limits import watched
from sandbox.planning.worlds import WorldStep

if TYPE_CHECKING:
    from sandbox.mesh.teaching.steps import Steps

NO_POINTS = np.zeros((0, 2))
NO_POINTS.flags.writeable = False


class Outcome(NamedTuple):
    """What came of a query. Lengths in cells."""

    status: Status
    points: NDArray[np.float64] = NO_POINTS
    cost: float = math.inf
    bound: float = 0.0  # no path is cheaper
    proven: bool = False  # none is cheaper than this one
    expanded: int = 0
    generated: int = 0
    reopened: int = 0
    stage_ns: Mapping[str, int] = MappingProxyType({})
    first_ns: int = 0  # until the first moves were known, if that was before the end
    arcs: NDArray[np.float64] | None = None
    message: str = ""
    more: Any = None  # what a world knows beside, for the pictures
    kept: int = 0  # of the expansions, those that an earlier search had made


def no_path(why: str) -> Outcome:
    """There is none, and that is certain without a search."""
    return Outcome(Status.NO_PATH, bound=math.inf, message=why)


def standing_still(at: Sequence[float]) -> Outcome:
    """The goal is where the start is."""
    return Outcome(Status.FOUND, np.array([at], np.float64), 0.0, proven=True)


class Prepared(ABC):
    """A planner made ready for one level. Where the ends of a query are is said in the terms of its world."""

    planner: Any  # with its options
    takes_border = False  # whether a point may lie on the far borders, where no cell is

    def __init__(self, level: Level, planner: Planner) -> None:
        self.level, self.planner, self.promises = level, planner, planner.promises
        self.version = level.version
        self._answers = 0
        began = time.perf_counter_ns()
        self.share()
        shared = time.perf_counter_ns()
        level.derived.shared_ns.setdefault(self.promises.world, shared - began)
        self.build()
        self.prepare_ns = time.perf_counter_ns() - shared

    # What a world, or a planner, adds.

    @abstractmethod
    def share(self) -> None:
        """Make, or find made, what all planners of this world have in common."""

    @abstractmethod
    def build(self) -> None:
        """Make everything for the level as it is now."""

    @abstractmethod
    def repair(self, since: int) -> str:
        """Follow the edits after a version of the level; say what was touched ("3 of 64 sectors"), "" if nothing."""

    @abstractmethod
    def locate(self, query: Query) -> Any:
        """Where the ends are; or the outcome, where no search is needed."""

    @abstractmethod
    def search(self, ends: Any, limits: Limits, recording: Recording | None) -> Outcome:
        """Search."""

    @abstractmethod
    def pictures(self, ends: Any, outcome: Outcome, recording: Recording | None) -> Sequence[Layer]:
        """What the answer just given shows beside its path."""

    def worlds(self, query: Query, plan: Plan) -> Sequence[WorldStep]:  # noqa: ARG002
        """What this planner gives up, step by step, between the answer just given and the best of its own world."""
        return ()

    def steps(self, query: Query) -> Steps | None:  # noqa: ARG002
        """How an answer comes about step by step, where there is more to tell than its search."""
        return None

    def moment(self) -> Hashable:
        """What the pictures of an answer depend on: they are made only while this is as it was."""
        return self.version, self._answers

    @property
    def shared_ns(self) -> int:
        """How long it took to make what all planners of the world share, for the one that came first."""
        return self.level.derived.shared_ns[self.promises.world]

    def layers(self) -> Sequence[Layer]:
        """What was prepared."""
        return ()

    def touched(self) -> Sequence[Layer]:
        """Where following the last edits rebuilt something; made with every edit, so it is to be quick."""
        return ()

    def places(self, level: int) -> NDArray[np.float64] | None:  # noqa: ARG002
        """Where the subjects of a recording's level lie: [n, 2] points in cells by subject number.

        None when they are the grid's cells by flat padded id, as at level 0 of every grid planner.
        """
        return None

    def shapes(self, level: int) -> NDArray[np.float64] | None:  # noqa: ARG002
        """The outlines of those subjects, where they have some: [n, corners, 2] in cells by subject number."""
        return None

    # Following the level.

    def follow(self) -> str:
        """Catch up with the level's edits; say what was touched. If that fails, the next call tries again."""
        if self.version == self.level.version:
            return ""
        said = self.repair(self.version)
        self.version = self.level.version
        return said

    # Queries.

    def plan(self, query: Query, limits: Limits, recording: Recording | None = None) -> Plan:
        """Answer one query; with a recording, write every event into it (and do not trust the times)."""
        began = time.perf_counter_ns()
        self.follow()
        ends = self.begin(query)
        located = time.perf_counter_ns() - began
        if isinstance(ends, Outcome):
            return self.packaged(ends, located, located)
        if limits.seconds > 0:
            with watched(limits):
                outcome = self.search(ends, limits, recording)
        else:
            outcome = self.search(ends, limits, recording)
        total = time.perf_counter_ns() - began
        self._answers += 1
        pictures = self._pictures(ends, outcome, recording) if outcome.status is Status.FOUND else ()
        return self.packaged(outcome, located, total, pictures)

    def plan_many(self, queries: Sequence[Query], limits: Limits) -> list[Plan]:
        """Answer queries one after the other until the limits end it."""
        plans: list[Plan] = []
        for query in queries:
            plans.append(self.plan(query, limits))
            if limits.stop[0]:
                break
        return plans

    def begin(self, query: Query) -> Any:
        """Where the ends are, or what comes of it without a search."""
        self.check(query)
        ends = self.locate(query)
        refusal = self.refusal(query.radius)
        return Outcome(Status.UNSUPPORTED, message=refusal) if refusal else ends

    def check(self, query: Query) -> None:
        """Raise BadInput for what no level of this size could answer; anything else passes after one look."""
        (sx, sy), (gx, gy) = query.start, query.goal
        height, width = self.level.terrain.shape
        meant = 0 <= sx < width and 0 <= gx < width and 0 <= sy < height and 0 <= gy < height
        if not (meant and 0 <= query.radius < math.inf):
            self._refuse(query)

    def _refuse(self, query: Query) -> None:
        if not (math.isfinite(query.radius) and query.radius >= 0):
            raise BadInput("radius", f"{query.radius}", "a finite number of cells, 0 or more")
        width, height = self.level.width, self.level.height
        for name, (x, y) in (("start", query.start), ("goal", query.goal)):
            if not (math.isfinite(x) and math.isfinite(y)):
                raise BadInput(name, f"({x}, {y})", "two finite numbers")
            beyond = not (0 <= x <= width and 0 <= y <= height)
            if beyond or (not self.takes_border and (x == width or y == height)):
                raise BadInput(name, f"({x:g}, {y:g})", f"a point inside {width} × {height} cells")

    def refusal(self, radius: float = 0.0) -> str:
        """Why this planner cannot answer on this level; "" if it can."""
        return "plans for points only: set the radius to 0" if radius > 0 and not self.promises.radius else ""

    @property
    def metric(self) -> Metric:
        """What costs count on this level."""
        weighted = self.promises.weighted and not self.level.uniform
        return Metric.WEIGHTED if weighted else Metric.LENGTH

    def packaged(self, outcome: Outcome, located: int, total: int, pictures: Sequence[Layer] = ()) -> Plan:
        """The answer as everybody sees it."""
        first = located + outcome.first_ns if outcome.first_ns else total
        return Plan(
            outcome.status, outcome.points, outcome.cost, self.metric, outcome.bound, outcome.proven, outcome.expanded,
            outcome.generated, outcome.reopened, {"locate": located, **outcome.stage_ns}, total, first,
            outcome.arcs, outcome.message, pictures, kept=outcome.kept,
        )  # fmt: skip

    def _pictures(self, ends: Any, outcome: Outcome, recording: Recording | None) -> OnRequest:
        moment = self.moment()
        return OnRequest(lambda: self.pictures(ends, outcome, recording), lambda: self.moment() == moment)


class PlannerBase:
    """What our planners are beside their options and promises: the class that is made for a level."""

    __slots__ = ()

    prepared: ClassVar[type[Prepared]]

    def prepare(self, level: Level) -> Prepared:
        """Build what queries on this level need."""
        return self.prepared(level, cast("Planner", self))


def taken(prepared: Prepared, query: Query) -> Query:
    """The query with its ends where the planner takes them."""
    prepared.check(query)
    if prepared.promises.world != "grid":
        return query
    (sx, sy), (gx, gy) = query.start, query.goal
    start, goal = (math.floor(sx) + 0.5, math.floor(sy) + 0.5), (math.floor(gx) + 0.5, math.floor(gy) + 0.5)
    return replace(query, start=start, goal=goal)
