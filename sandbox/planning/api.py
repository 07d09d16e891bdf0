"""What flows through planning: Level → prepare → Prepared → plan(Query, Limits, recording) → Plan."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from sandbox.planning.query import Point, number_of, point_of
from sandbox.registry import Registry

if TYPE_CHECKING:
    from sandbox.kernels.recording import Recording
    from sandbox.layers import Layer
    from sandbox.level.derived import Change
    from sandbox.level.model import Level


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
    """A flag another thread may raise: every long kernel looks at it."""
    return np.zeros(1, np.uint8)


@dataclass(frozen=True, slots=True)
class Limits:
    """Budgets. Zero means none."""

    expansions: int = 0
    seconds: float = 0.0
    stop: NDArray[np.uint8] = field(default_factory=new_stop)


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


@runtime_checkable
class Prepared(Protocol):
    """A planner's own structures for one level; it repairs itself from the level's changes."""

    prepare_ns: int

    def repair(self, changes: Sequence[Change]) -> str:
        """Follow the level's edits; say in a few words what was touched ("3 of 64 sectors"), "" if nothing."""

    def plan(self, query: Query, limits: Limits, recording: Recording | None = None) -> Plan:
        """Answer one query; with a recording, write every event into it (and do not trust the times)."""

    def layers(self) -> Sequence[Layer]:
        """Show the abstraction."""

    def places(self, level: int) -> NDArray[np.float64] | None:
        """Where the subjects of a recording's level lie: [n, 2] points in cells by subject number.

        None when they are the grid's cells by flat padded id, as at level 0 of every grid planner.
        """


@runtime_checkable
class Planner(Protocol):
    """A registered frozen dataclass; its fields are its controls."""

    def prepare(self, level: Level) -> Prepared:
        """Build what queries on this level need."""


planners: Registry[Planner] = Registry("planner", "sandbox.planning.planners", "game_ai_sandbox.planners")
"""Registered with `world="grid"|"mesh"`, `optimal=`, `any_angle=`, `weighted=`, `radius=` (booleans)."""
