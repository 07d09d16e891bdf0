"""`bench --policy`: crowds on scenario files of multi-agent path finding."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sandbox.children import shared_out
from sandbox.cli import options
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.bench.crowds.instances import Instance

OF_THE_CROWD = ("radius", "speed", "leave")
OF_PLANNERS = {
    "longest": 0, "sample": 0, "repeat": 1, "true_optimum": False, "sheet": None, "per_query": None, "report": None,
    "resume": False,
}  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """A line an instance, then a line a policy; 1 if the judge found fault with a run."""
    from sandbox.bench.crowds.instances import run_instance, summaries

    rows: list[dict[str, Any]] = []
    todo = _instances(arguments)
    with arguments.out.progress(len(todo), "") as progress:
        finished = shared_out(run_instance, todo, arguments.jobs, arguments.stop)
        for instance, facts in zip(todo, finished, strict=False):  # fewer, if interrupted
            if arguments.stop[0]:
                return 130
            rows.append(facts)
            arguments.out.record(facts)
            progress.step(instance.label)
    found = summaries(rows)
    for facts in found:
        arguments.out.record(facts)
    _tell(arguments, rows, found)
    return int(any(facts["wrong"] for facts in found))


def _instances(arguments: argparse.Namespace) -> list[Instance]:
    """Every policy on every file; whatever is wrong with the words shows here, before any work."""
    from sandbox.agents.api import policies
    from sandbox.agents.muster import Muster
    from sandbox.bench.crowds.instances import Instance
    from sandbox.bench.scenarios import map_of
    from sandbox.planning.api import planners
    from sandbox.registry import options_of

    options.at_least(arguments, agents=1, seconds=0, jobs=1, seed=0)
    for name, usual in OF_PLANNERS.items():
        if getattr(arguments, name) != usual:
            raise BadInput(f"--{name.replace('_', '-').replace('sheet', 'out')}", "with --policy", "planners")
    known = {option.name: option for option in options_of(Muster)}
    own, keyed = _split(arguments.option)
    crowd = {name: known[name].parse(text, f"--option {name}") for name, text in own.items() if name != "leave"}
    ((planner, _),) = options.chosen(planners, arguments.planner, [w for w in keyed if _is_of(w, arguments.planner)])
    words = [word for word in keyed if not _is_of(word, arguments.planner)]
    made = [entry.key for entry, _ in options.chosen(policies, arguments.policy, words)]
    texts = options.keyed_options(keyed, [*made, planner.key])
    return [
        Instance(
            key, tuple(texts.get(key, {}).items()), planner.key, tuple(texts.get(planner.key, {}).items()),
            scen, arguments.map or map_of(scen), arguments.agents, arguments.seconds, seed=arguments.seed or 0,
            leave=_leaves(own), **crowd,
        )
        for scen in arguments.scen
        for key in made
    ]  # fmt: skip


def _split(words: list[str]) -> tuple[dict[str, str], list[str]]:
    """What is said of the crowd, by names alone; and the rest."""
    own, others = {}, []
    for word in words:
        name, equals, text = word.partition("=")
        if equals and name in OF_THE_CROWD:
            own[name] = text
        else:
            others.append(word)
    return own, others


def _leaves(own: dict[str, str]) -> bool:
    from sandbox.registry import Option

    return bool(Option("leave", "bool", default=False, help="").parse(own.get("leave", "off"), "--option leave"))


def _is_of(word: str, key: str) -> bool:
    return word.startswith(f"{key}.")


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
