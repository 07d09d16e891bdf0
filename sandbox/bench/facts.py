"""What is said about one answer, by `plan` and by whoever shows plans side by side."""

from __future__ import annotations

from typing import Any, Protocol

from sandbox.level.model import Level
from sandbox.planning.api import Plan, Planner, Query
from sandbox.planning.check.grid import Checker, Steps
from sandbox.planning.check.mesh import MeshChecker
from sandbox.planning.prepared import Prepared
from sandbox.registry import Entry


class Judge(Protocol):
    """An independent checker of plans."""

    def check(self, query: Query, plan: Plan, steps: Steps | None = None) -> str:
        """Why a plan must not be believed; "" if it may."""


class Judges:
    """The checkers of one level, one for each world, made when first needed."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._of_world: dict[str, Judge] = {}

    def verdict(self, entry: Entry[Planner], planner: Planner, query: Query, plan: Plan) -> bool | str:
        """True, or the reason why the plan must not be believed."""
        reason = self._judge(entry.info["world"]).check(query, plan, steps_of(entry, planner))
        return reason or True

    def _judge(self, world: str) -> Judge:
        if world not in self._of_world:
            self._of_world[world] = Checker(self.level) if world == "grid" else MeshChecker(self.level)
        return self._of_world[world]


def steps_of(entry: Entry[Planner], planner: Planner) -> Steps:
    """The moves this planner may make with its options."""
    return Steps(moves=getattr(planner, "moves", 8), any_angle=bool(entry.info["any_angle"]))


SHOWN = ("cost", "lower_bound", "proven", "points", "expanded", "generated", "reopened")
TIMES = ("total_ns", "first_move_ns")


def plan_facts(key: str, plan: Plan, prepared: Prepared, checked: bool | str) -> dict[str, Any]:
    """The fields of `plan --json`."""
    return {
        "planner": key,
        "status": str(plan.status),
        "metric": str(plan.metric),
        **{name: getattr(plan, name) for name in SHOWN},
        "stage_ns": dict(plan.stage_ns),
        **{name: getattr(plan, name) for name in TIMES},
        "prepare_ns": prepared.prepare_ns,
        "shared_ns": prepared.shared_ns,
        "checked": checked,
        "message": plan.message,
    }
