"""What flows through planning: Level → prepare → Prepared → plan(Query, Limits, recording) → Plan."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from threading import TIMEOUT_MAX
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypeVar, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.planning.query import Point, number_of, point_of
from sandbox.registry import Registry

if TYPE_CHECKING:
    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.planning.prepared import Prepared

C = TypeVar("C", bound=type)


class Status(StrEnum):
    """How a query ended."""

    FOUND = "found"
    NO_PATH = "no-path"
    BUDGET = "budget"
    CANCELLED = "cancelled"
    UNSUPPORTED = "unsupported"


class Metric(StrEnum):
    """What a cost counts: plain length, or length times terrain."""

    LENGTH = "length"
    WEIGHTED = "weighted"


@dataclass(frozen=True, slots=True)
class Query:
    """From where to where, for a disc of which radius. Coordinates are cells; (3.5, 4.5) is a cell's centre.

    Integers mean centres too: (3, 4) is the same point. Lists and arrays will do, and numbers of any type.
    """

    start: Point
    goal: Point
    radius: float = 0.0

    def __post_init__(self) -> None:
        """Read what was given, in one way for all planners; raises BadInput for what is no point."""
        object.__setattr__(self, "start", point_of("start", self.start))
        object.__setattr__(self, "goal", point_of("goal", self.goal))
        if type(self.radius) is not float:
            object.__setattr__(self, "radius", number_of("radius", self.radius))


def new_stop() -> NDArray[np.uint8]:
    """A flag another thread may raise: every search looks at it now and then; what prepares a planner does not."""
    return np.zeros(1, np.uint8)


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets. Zero means none."""

    expansions: int = 0
    seconds: float = 0.0
    stop: NDArray[np.uint8] = field(default_factory=new_stop)
    taking_up: bool = False  # after an edit, go on where the last search first met it: the same answer, in less time

    def __post_init__(self) -> None:
        """Refuse what no kernel can count to and no watch can wait for."""
        for name, value, most in (("expansions", self.expansions, 1 << 62), ("seconds", self.seconds, TIMEOUT_MAX)):
            if not 0 <= value <= most:
                raise BadInput(name, "out of range", f"a number from 0 (no limit) to {most:.3g}")


@dataclass(frozen=True, slots=True)
class Plan:
    """The answer of one planner to one query."""

    status: Status
    points: NDArray[np.float64]  # [n, 2] from start to goal; empty unless found
    cost: float = float("inf")
    metric: Metric = Metric.LENGTH
    lower_bound: float = 0.0
    proven: bool = False  # cost is the optimum of this planner's world, move rule and metric
    expanded: int = 0
    generated: int = 0
    reopened: int = 0
    stage_ns: Mapping[str, int] = field(default_factory=dict)  # locate, search, abstract search, refine, smooth, …
    total_ns: int = 0
    first_move_ns: int = 0
    arcs: NDArray[np.float64] | None = None  # [n, 5] centre x, y, radius, from, sweep: the rounded corners of a disc
    message: str = ""  # why unsupported, or what a person should know
    layers: Sequence[Layer] = ()  # what this answer shows: corridor, channel, abstract path, …
    refused: str = ""  # why the independent checker does not believe it: asked for code of the user's own alone
    kept: int = 0  # of the expansions, those of an earlier search that was taken up: their time is not in this one's

    @property
    def kernel_ns(self) -> int:
        """Search and path alone, without Python's share and without finding where the ends lie."""
        return sum(ns for stage, ns in self.stage_ns.items() if stage != "locate")


@dataclass(frozen=True, slots=True)
class Promises:
    """What a planner, with its options, can do and guarantees."""

    world: Literal["grid", "mesh"] = "grid"
    optimal: bool = False  # for its own world, move rule and metric
    any_angle: bool = False
    weighted: bool = False  # it can count terrain
    radius: bool = True  # it can plan for discs
    moves: int = 8
    factor: float = 0.0  # a cost it found, divided by this, is a lower bound; 0: nothing is known


@runtime_checkable
class Planner(Protocol):
    """A registered frozen dataclass; its fields are its controls."""

    @property
    def promises(self) -> Promises:
        """What it can do, with these options."""

    def prepare(self, level: Level) -> Prepared:
        """Build what queries on this level need."""


FACTS = ("world", "optimal", "any_angle", "weighted", "radius")


class OfUser:
    """Marks planners that are code of the user's own: it is never run unless somebody asked for its answer."""

    __slots__ = ()


class Planners(Registry[Planner]):
    """The planners. What each one promises with its default options stands in its entry's `info`."""

    def register(self, key: str, *, title: str, paper: str = "", summary: str = "", **info: Any) -> Callable[[C], C]:
        """Decorate a frozen dataclass to make it selectable."""

        def add(cls: C) -> C:
            promises = cls().promises
            facts = {name: getattr(promises, name) for name in FACTS}
            return super(Planners, self).register(key, title=title, paper=paper, summary=summary, **info, **facts)(cls)

        return add


planners = Planners(
    "planner", "sandbox.planning.planners", "game_ai_sandbox.planners", own="sandbox.planning.own.found"
)
