"""What is said of a crowd; and `bench --policy`: crowds on scenario files of multi-agent path finding."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sandbox.children import shared_out
from sandbox.cli import options
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.agents.muster import Muster
    from sandbox.bench.crowds.instances import Instance
    from sandbox.planning.api import Planner

LONGEST = 1_000_000.0  # seconds
OF_INSTANCES = ("radius", "speed", "leave")  # the rest is in the files
OF_PLANNERS = {
    "longest": 0, "sample": 0, "repeat": 1, "true_optimum": False, "sheet": None, "per_query": None, "report": None,
    "resume": False,
}  # fmt: skip


@dataclass(frozen=True)
class Said:
    """What `--option` and `--planner` say of a crowd."""

    muster: Muster
    leave: bool
    planner: Planner
    of_policies: list[str]


def said_of(words: list[str], planner: str, names: Sequence[str] = (), **usual: Any) -> Said:
    """Of the crowd by their names alone (some, if they are named), of policies and the planner by their keys."""
    from sandbox.agents.muster import Muster
    from sandbox.planning.api import planners
    from sandbox.registry import Option, options_of

    known = {option.name: option for option in options_of(Muster) if option.name != "agents"}
    known["leave"] = Option("leave", "bool", default=False, help="who has arrived goes off the map")
    values, others = usual, []
    for word in words:
        name, equals, text = word.partition("=")
        if equals and name in (names or known):
            values[name] = known[name].parse(text, f"--option {name}")
        else:
            others.append(word)
    leave = values.pop("leave", False)
    mine = [word for word in others if word.startswith(f"{planner}.")]
    made = options.chosen(planners, planner, mine)
    if len(made) != 1:
        raise BadInput("--planner", f"{len(made)} planners", "one: it plans for all")
    return Said(Muster(**values), leave, made[0][1], [word for word in others if word not in mine])


def check_seconds(arguments: argparse.Namespace) -> None:
    """Refuse less than none, and more than anybody will wait for."""
    options.at_least(arguments, seconds=0.0)
    if arguments.seconds > LONGEST:
        raise BadInput("--seconds", f"{arguments.seconds:g}", f"{LONGEST:,.0f} at most")


def run(arguments: argparse.Namespace) -> int:
    """A line an instance, then a line a policy; 1 if the judge found fault with a run."""
    from sandbox.bench.crowds.instances import run_instance, summaries

    rows: list[dict[str, Any]] = []
    todo = _instances(arguments)
    with arguments.out.progress(len(todo), "") as progress:
        finished = shared_out(run_instance, todo, arguments.jobs, arguments.stop)
        for instance, facts in zip(todo, finished, strict=False):  # fewer, if interrupted
            if arguments.stop[0]:
                break
            rows.append(facts)
            arguments.out.record(facts)
            progress.step(instance.label)
    if arguments.stop[0]:
        return 130
    found = summaries(rows)
    for facts in found:
        arguments.out.record(facts)
    _tell(arguments, rows, found)
    return int(any(facts["wrong"] for facts in found))


def _instances(arguments: argparse.Namespace) -> list[Instance]:
    """Every policy on every file; whatever is wrong with the words shows here, before any work."""
    from sandbox.agents.api import policies
    from sandbox.bench.crowds.instances import Instance, numbers_of
    from sandbox.bench.scenarios import map_of

    options.at_least(arguments, agents=1, steps=1, jobs=1, seed=0)
    check_seconds(arguments)
    for name, usual in OF_PLANNERS.items():
        if getattr(arguments, name) != usual:
            raise BadInput(f"--{name.replace('_', '-').replace('sheet', 'out')}", "with --policy", "planners")
    said = said_of(arguments.option, arguments.planner, OF_INSTANCES, speed=1.0)
    found = [
        Instance(
            entry.key, policy, said.planner, scen, arguments.map or map_of(scen), agents,
            arguments.seconds, said.muster.radius, said.muster.speed, said.leave, arguments.seed or 0,
        )
        for agents in numbers_of(arguments.agents, arguments.steps)
        for scen in arguments.scen
        for entry, policy in options.chosen(policies, arguments.policy, said.of_policies)
    ]  # fmt: skip
    return list(dict.fromkeys(found))


COLUMNS = [
    "policy", "file", "agents", "arrived", "solved", "first s", "seconds", "sum of costs s", "makespan s",
    "lower bound s", "checked",
]  # fmt: skip
SUMMARY = ["policy", "instances", "solved", "arrived", "seconds", "above the lower bound %"]


def _tell(arguments: argparse.Namespace, rows: list[dict[str, Any]], found: list[dict[str, Any]]) -> None:
    table = [
        [
            f["policy"], f["file"], f["agents"], f["arrived"], "yes" if f["solved"] else "no", f["seconds_first"],
            f["seconds"], f["sum_of_costs"], f["makespan"], f["lower_bound"],
            "ok" if f["checked"] is True else "WRONG",
        ]
        for f in rows
    ]  # fmt: skip
    arguments.out.table(COLUMNS, table)
    short = [[s["policy"], s["instances"], s["solved"], s["arrived"], s["seconds"], _percent(s)] for s in found]
    arguments.out.table(SUMMARY, short)
    for facts in rows:
        if facts["checked"] is not True:
            arguments.out.text(f"{facts['policy']} on {facts['file']}: CHECK FAILED: {facts['checked']}")


def _percent(facts: dict[str, Any]) -> float | None:
    above = facts["above_lower_bound"]
    return None if above is None else 100 * above
