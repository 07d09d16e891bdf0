"""`solve` on nondeterministic worlds: a plan, as text, table and tree."""

from __future__ import annotations

import argparse
import time
from typing import TYPE_CHECKING, Any

from sandbox.cli.general.wanted import refuse
from sandbox.cli.options import at_least, keyed_options, spec
from sandbox.figures import count, mean_of

if TYPE_CHECKING:
    from sandbox.games.worlds.api import World
    from sandbox.gametree.contingency.api import Planned
    from sandbox.gametree.contingency.plan import Plan

ENOUGH = 1_000_000  # states looked at, unless a budget says otherwise


def world_named(text: str) -> bool:
    """Whether `KEY[:NAME=VALUE]` is a world."""
    from sandbox.games.worlds.api import worlds

    return text.partition(":")[0] in worlds


def run(arguments: argparse.Namespace) -> int:
    """A plan without cycles; if there is none and no engine was named, one with cycles."""
    from sandbox.games.worlds.api import state_of, worlds

    at_least(arguments, nodes=0)
    refuse(arguments, tree=None, regret=0, file=None, every_move=False, exact=False, depth=0, time=0.0, open=False)
    _, world = spec(worlds, arguments.game)
    start = state_of(world, arguments.position)
    began = time.perf_counter()
    key, found = _planned(arguments, world, start)
    facts = _facts(arguments, key, world, start, found, time.perf_counter() - began)
    arguments.out.record(facts)
    _tell(arguments, key, world, found)
    for fault in facts["faults"] or ():
        arguments.out.note(f"the plan is wrong: {fault}")
    return int(bool(facts["faults"]))


def _planned(arguments: argparse.Namespace, world: World, start: str) -> tuple[str, Planned]:
    from sandbox.gametree.api import Limits, Status
    from sandbox.gametree.contingency.api import world_planners

    limits = Limits(nodes=arguments.nodes or ENOUGH, stop=arguments.stop)
    for key in [arguments.engine] if arguments.engine else world_planners.keys():
        options = keyed_options(arguments.option, (key,)).get(key, {})
        found = world_planners[key].parse(options).plan(world, start, limits)
        if found.plan or found.status is Status.CANCELLED:
            break
    return key, found


def _facts(
    arguments: argparse.Namespace, key: str, world: World, start: str, found: Planned, spent: float
) -> dict[str, Any]:
    from sandbox.gametree.contingency.plan import faults

    plan = found.plan
    return {
        "game": arguments.game,
        "position": arguments.position,
        "engine": key,
        "status": found.status,
        "best": "" if plan is None else plan.actions.get(start) or "",
        "states": found.states,
        "nodes": found.states,
        "seconds": spent,
        "plan": None if plan is None else {state: plan.actions.get(state) for state in plan.reached(world)},
        "cyclic": None if plan is None else plan.cyclic(world),
        "text": _text(plan, world),
        "steps": None if plan is None else plan.steps(world),
        "faults": None if plan is None else faults(plan, world),
    }


def _text(plan: Plan | None, world: World) -> str | None:
    from sandbox.gametree.contingency.plan import as_text

    return None if plan is None or plan.cyclic(world) else as_text(plan, world)


def _tell(arguments: argparse.Namespace, key: str, world: World, found: Planned) -> None:
    from sandbox.gametree.contingency.plan import as_table, as_tree

    out, plan = arguments.out, found.plan
    if plan is None:
        out.text(f"{key}: {'no plan' if found.status == 'done' else f'no plan found ({found.status})'};"
                 f" {count(found.states)} states looked at")  # fmt: skip
        return
    kind = "a plan that may try again" if plan.cyclic(world) else "a plan"
    steps = mean_of(plan.steps(world), "action")
    out.text(f"{key}: {kind}, {steps}; {count(found.states)} states looked at")
    if text := _text(plan, world):
        out.text(text)
    out.text()
    rows = [[state, world.picture(state), action, after] for state, action, after in as_table(plan, world)]
    out.table(["state", "", "action", "leads to"], rows)
    out.text()
    for line in as_tree(plan, world):
        out.text(line)
