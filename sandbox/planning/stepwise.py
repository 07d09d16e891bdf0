"""Everything that is shown step by step: what it is called, and how its steps are made from a level and a query."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from sandbox.errors import SandboxError
from sandbox.level.model import Level
from sandbox.mesh.teaching.steps import Steps
from sandbox.planning.api import Planner, Query, planners

Make = Callable[[Level, Query, Planner | None], Steps]


@dataclass(frozen=True, slots=True)
class Tale:
    """One of them."""

    title: str
    make: Make
    planner: str = ""  # the one whose own steps these are: its options count

    def steps(self, level: Level, query: Query, planner: Planner | None = None) -> Steps:
        """The steps; raises a `SandboxError` where there is nothing to tell."""
        if self.planner and planner is None:
            planner = planners[self.planner].create()
        return self.make(level, query, planner)


def _construction(level: Level, query: Query, planner: Planner | None) -> Steps:  # noqa: ARG001
    from sandbox.mesh.teaching.construction import ConstructionSteps

    return ConstructionSteps(level)


def _location(level: Level, query: Query, planner: Planner | None) -> Steps:  # noqa: ARG001
    from sandbox.mesh.teaching.walking import WalkSteps

    return WalkSteps(level, {"start": query.start, "goal": query.goal})


def _constraint(level: Level, query: Query, planner: Planner | None) -> Steps:  # noqa: ARG001
    from sandbox.mesh.teaching.constraint import ConstraintSteps

    return ConstraintSteps(level, query.start, query.goal)


def _reduction(level: Level, query: Query, planner: Planner | None) -> Steps:  # noqa: ARG001
    from sandbox.mesh.teaching.peeling import PeelingSteps

    return PeelingSteps(level)


def _own(level: Level, query: Query, planner: Planner | None) -> Steps:
    assert planner is not None
    steps = planner.prepare(level).steps(query)
    if steps is None:
        raise SandboxError("there is no way from start to goal, or both lie in one triangle: nothing to tell")
    return steps


TALES: Mapping[str, Tale] = {
    "funnel": Tale("Funnel, portal by portal", _own, "ta"),
    "refinement": Tale("HPA*'s refinement, leg by leg", _own, "hpa"),
    "reduction": Tale("TRA*'s peeling, triangle by triangle", _reduction),
    "delaunay": Tale("Delaunay's construction, step by step", _construction),
    "location": Tale("Point location, step by step", _location),
    "constraint": Tale("A constraint from start to goal, step by step", _constraint),
}
