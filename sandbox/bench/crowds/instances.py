"""Crowds on MovingAI's instances of multi-agent path finding: agent i stands and goes as line i of the file says.

The files are those of R. Stern et al., "Multi-Agent Pathfinding: Definitions, Variants, and Benchmarks", SoCS 2019.
Departs from them in: agents are discs that walk continuously, and a collision is an overlap; so a cost is a time, not a
number of steps. Nobody can be quicker than alone on the shortest any-angle path, a point on an empty map: the sum of
these times is the lower bound. Who has arrived stays and is in the way, unless `leave` takes it off the map.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from sandbox.agents import warm
from sandbox.agents.api import Agents, Policy, Settings
from sandbox.agents.record.encounters import NONE
from sandbox.agents.run import Run
from sandbox.agents.world import ARRIVED, World
from sandbox.bench.scenarios import Case, Selection, case_of, level_at
from sandbox.errors import BadInput
from sandbox.level.model import Level
from sandbox.planning.api import Limits, Planner, Query, planners

WIDEST = 0.49  # cells: neighbours in their cells' centres do not touch


@dataclass(frozen=True, slots=True)
class Instance:
    """A policy on the first agents of a file."""

    policy: str
    drives: Policy
    planner: Planner
    scen: Path
    map: Path
    agents: int
    seconds: float
    radius: float
    speed: float
    leave: bool = False
    seed: int = 0

    @property
    def label(self) -> str:
        """For a line of progress."""
        return f"{self.policy} on {self.scen.name}"


def numbers_of(most: int, steps: int) -> list[int]:
    """How many agents there are, step by step."""
    return sorted({max(1, round(most * k / steps)) for k in range(1, steps + 1)})


def run_instance(instance: Instance, stop: Any = None) -> dict[str, Any]:
    """Let them walk, judged tick by tick; the facts of a line."""
    level = level_at(instance.map)
    case = case_of(instance.scen, level, Selection())
    agents = agents_of(instance, level, case)
    settings = Settings(instance.drives, instance.planner, seed=instance.seed, leave=instance.leave)
    warm.load(settings.policy, settings.resolver)
    world = World(level.copy(), agents, settings)
    flag = np.zeros(1, np.uint8) if stop is None else stop
    going = Run(world, instance.seconds, checked=True, stop=flag)
    going.go()
    alone = alone_on_the_map(level, agents, Limits(stop=flag))
    return _facts(instance, world, going, alone)


def agents_of(instance: Instance, level: Level, case: Case) -> Agents:
    """The first agents of a file, all alike."""
    n = instance.agents
    if n > len(case):
        raise BadInput(str(instance.scen), f"{len(case):,} agents", f"at least {n:,}")
    grid = level.derived.grid
    for what, cells in (("start", case.start[:n]), ("goal", case.goal[:n])):
        _, first, counts = np.unique(cells, axis=0, return_index=True, return_counts=True)
        if (counts > 1).any():
            row = int(first[counts > 1].min())
            x, y = cells[row].tolist()
            raise BadInput(f"{instance.scen}: agent {row + 1}", f"a {what} of two agents, ({x}, {y})", "one agent's")
        shut = np.flatnonzero(grid.image(grid.cost8)[cells[:, 1], cells[:, 0]] == 0)
        if len(shut):
            x, y = cells[shut[0]].tolist()
            raise BadInput(f"{instance.scen}: agent {shut[0] + 1}", f"a {what} in a wall, ({x}, {y})", "an open cell")
    if instance.radius > WIDEST:
        raise BadInput("radius", f"{instance.radius:g}", f"at most {WIDEST:g}: they begin in neighbouring cells")
    same = np.ones(n)
    places, goals = (cells[:n].astype(np.float64) + 0.5 for cells in (case.start, case.goal))
    group = np.zeros(n, np.int32)
    return Agents(places, goals, instance.radius * same, instance.speed * same, group, area=np.full(n, -1, np.int32))


def alone_on_the_map(level: Level, agents: Agents, limits: Limits) -> float | None:
    """The least sum of all times: each a point, alone, on the shortest way to where it counts as arrived."""
    prepared = planners["polyanya"].parse({}).prepare(level)
    total = 0.0
    for place, goal, radius, speed in zip(
        agents.places.tolist(), agents.goals.tolist(), agents.radius.tolist(), agents.speed.tolist(), strict=True
    ):
        length = prepared.plan(Query(tuple(place), tuple(goal)), limits).cost
        total += max(length - math.sqrt(2.0) * ARRIVED * radius, 0.0) / speed
    return total if math.isfinite(total) else None


def _facts(instance: Instance, world: World, going: Run, alone: float | None) -> dict[str, Any]:
    found, faults = going.facts(), going.faults
    there = int((world.arrived != NONE).sum())
    return {
        "policy": instance.policy,
        "file": instance.scen.name,
        "folder": str(instance.scen.parent),
        "agents": instance.agents,
        "arrived": there,
        "solved": there == instance.agents and not faults,
        "seconds_first": going.planned,
        "seconds": going.planned + going.wall,
        "seconds_simulated": found["seconds_simulated"],
        "sum_of_costs": found["sum_of_costs"],
        "makespan": found["makespan"],
        "lower_bound": alone,
        "deadlocks": found["deadlocks"],
        "checked": True if not faults else faults[0],
    }


def summaries(rows: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """A line a policy: how many instances it solved, and at what cost, above the lower bound, where it did."""
    by_policy: dict[str, list[dict[str, Any]]] = {}
    for row in rows:
        by_policy.setdefault(row["policy"], []).append(row)
    return [_summary(policy, some) for policy, some in by_policy.items()]


def _summary(policy: str, rows: list[dict[str, Any]]) -> dict[str, Any]:
    solved = [row for row in rows if row["solved"]]
    above = [row["sum_of_costs"] / row["lower_bound"] - 1 for row in solved if row["lower_bound"]]
    return {
        "summary": True,
        "policy": policy,
        "instances": len(rows),
        "solved": len(solved),
        "wrong": sum(row["checked"] is not True for row in rows),
        "arrived": sum(row["arrived"] for row in rows),
        "agents": sum(row["agents"] for row in rows),
        "seconds": sum(row["seconds"] for row in rows),
        "above_lower_bound": float(np.mean(above)) if above else None,
    }
