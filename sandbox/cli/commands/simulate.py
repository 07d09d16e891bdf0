"""`simulate`: a crowd on a level, from its start to its end."""

from __future__ import annotations

import argparse
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli import crowds, options
from sandbox.errors import BadInput
from sandbox.figures import count, seconds

if TYPE_CHECKING:
    from sandbox.agents.api import Agents, Settings
    from sandbox.agents.muster import Muster
    from sandbox.agents.run import Run
    from sandbox.level.model import Level

HELP = "a crowd on a level: who arrives, what it costs, how collisions are resolved"
RULES = ("stop", "slide", "push", "priority", "right")
RESOLVERS = ("events", "all-pairs", "none")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Level, who walks, by which policy and rule, how long."""
    options.add_level(parser)
    parser.add_argument("--policy", required=True, metavar="KEY,…", help="policies, or all")
    parser.add_argument("--rule", choices=RULES, help="what is done at a contact (default: the policy's own)")
    parser.add_argument("--planner", default="astar", metavar="KEY", help="who plans the ways (default: astar)")
    parser.add_argument("--resolver", choices=RESOLVERS, help="who finds contacts (default: events; alone: none)")
    parser.add_argument("--agents", type=int, default=0, metavar="N", help="how many (default: as the level says)")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="of the crowd (default: 0)")
    parser.add_argument("--seconds", type=float, default=60.0, metavar="S", help="at most (default: 60)")
    parser.add_argument("--dt", type=float, default=1 / 30, metavar="D", help="seconds of a tick (default: 1/30)")
    parser.add_argument("--record", default="", metavar="FILE", help="save the run, a .npz file; `render` shows it")
    parser.add_argument("--check", action="store_true", help="have every tick looked at by an independent judge")
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="of the crowd: radius, mixed, speed, spread, leave; or KEY.NAME=VALUE, of a policy or the planner",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    """Print a row, or a JSON line, for each policy; 1 if a check failed."""
    case = _Case.of(arguments)
    found = []
    failed = False
    for key, settings in case.settings.items():
        facts, faults = _simulated(arguments, case, key, settings)
        found.append(facts)
        failed |= bool(faults)
        arguments.out.record(facts)
        if arguments.stop[0]:
            break
    arguments.out.table(COLUMNS, [_row(facts) for facts in found])
    _tell(arguments, found)
    return int(failed)


@dataclass(frozen=True)
class _Case:
    """Who walks where, and by which policies."""

    level: Level
    agents: Agents
    settings: dict[str, Settings]

    @classmethod
    def of(cls, arguments: argparse.Namespace) -> _Case:
        options.at_least(arguments, agents=0, seed=0)
        crowds.check_seconds(arguments)
        muster, settings = _chosen(arguments)
        if arguments.record and len(settings) > 1:
            raise BadInput("--record", f"{len(settings)} policies", "one")
        if arguments.record and Path(arguments.record).suffix != ".npz":
            raise BadInput("--record", arguments.record, "a .npz file")
        level = options.load_level(arguments.level)
        return cls(level, muster.gather(level, arguments.seed), settings)


def _chosen(arguments: argparse.Namespace) -> tuple[Muster, dict[str, Settings]]:
    """What the options say."""
    from sandbox.agents.api import Resolver, Settings, policies
    from sandbox.agents.resolver import Rule

    said = crowds.said_of(arguments.option, arguments.planner)
    shared: dict[str, Any] = {
        "rule": Rule[arguments.rule.upper()] if arguments.rule else None,
        "resolver": Resolver(arguments.resolver) if arguments.resolver else None,
        "seed": arguments.seed,
        "tick": arguments.dt,
        "leave": said.leave,
    }
    made = options.chosen(policies, arguments.policy, said.of_policies)
    settings = {entry.key: Settings(policy, said.planner, **shared) for entry, policy in made}
    return replace(said.muster, agents=arguments.agents), settings


def _simulated(
    arguments: argparse.Namespace, case: _Case, key: str, settings: Settings
) -> tuple[dict[str, Any], list[str]]:
    from sandbox.agents import warm
    from sandbox.agents.api import Resolver
    from sandbox.agents.record.saved import Saved
    from sandbox.agents.run import Run
    from sandbox.agents.world import World

    warm.load(settings.policy, settings.resolver)  # what is timed is not the loading of kernels
    world = World(case.level.copy(), case.agents, settings)
    going = Run(world, arguments.seconds, arguments.check, arguments.stop)
    with arguments.out.progress(going.ticks, key) as bar:
        going.go(lambda tick: bar.step(_where(going, key), by=tick - bar.done))
    rule = None if world.resolver is Resolver.NONE else world.rule.name.lower()
    facts = {"policy": key, "rule": rule, "resolver": world.resolver.value, **going.facts()}
    if arguments.record:
        Saved.of(case.level, world).save(Path(arguments.record))
        facts["file"] = arguments.record
    return facts, going.faults


def _where(going: Run, key: str) -> str:
    return f"{key}: {seconds(going.world.seconds)}, {count(int((going.world.arrived >= 0).sum()))} arrived"


COLUMNS = [
    "policy", "rule", "arrived", "of", "ticks", "makespan s", "sum of costs s", "mean delay s", "conflicts",
    "deadlocks", "steps/s", "checked",
]  # fmt: skip


def _row(facts: dict[str, Any]) -> list[Any]:
    met = sum(facts["conflicts"]["kind"].values())
    checked = None if facts["overlaps"] is None else "WRONG" if facts["faults"] else "ok"
    return [
        facts["policy"], facts["rule"], facts["arrived"], facts["agents"], facts["ticks"], facts["makespan"],
        facts["sum_of_costs"], facts["mean_delay"], met, facts["deadlocks"], facts["steps_per_second"], checked,
    ]  # fmt: skip


def _tell(arguments: argparse.Namespace, found: list[dict[str, Any]]) -> None:
    """What a person should know beside the figures."""
    for message in found[0]["messages"] if found else ():
        arguments.out.text(message)
    for facts in found:
        for sort, numbers in facts["conflicts"].items():
            said = ", ".join(f"{count(number)} {name}" for name, number in numbers.items() if number)
            if said:
                arguments.out.text(f"{facts['policy']}, collisions by {sort}: {said}")
        for fault in facts["faults"]:
            arguments.out.text(f"{facts['policy']}: CHECK FAILED: {fault}")
        if "file" in facts:
            arguments.out.text(f"{facts['file']}: {count(facts['ticks'])} ticks, hash {facts['hash']}")
