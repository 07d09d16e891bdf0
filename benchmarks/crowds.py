"""Crowds: events against all pairs, ticks a second, the smallest gap, the flow. `python -m benchmarks.crowds`.

About fifteen minutes, most of it the all-pairs twin. Times are CPU times of one thread, measured in turn on discs that
move alike. `--small` looks with small sizes whether all of it works, and writes nothing.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

import numpy as np

from benchmarks.harness import Timing, duration, interleaved, ratio, section, table
from sandbox.agents import warm
from sandbox.agents.api import Settings, policies
from sandbox.agents.check import Judge
from sandbox.agents.muster import Muster
from sandbox.agents.resolver import Rule, all_pairs, resolve
from sandbox.agents.resolver.contact import BAND
from sandbox.agents.run import Run
from sandbox.agents.world import World
from sandbox.bench.crowd_curves import TICK, TURN, Arena, Step, check_against_all_pairs
from sandbox.bench.curves import Growth, Measured, fit
from sandbox.level.formats import load
from sandbox.level.model import Level
from sandbox.planning.api import planners
from sandbox.settings import levels_folder

OPEN, SPARSE, JAMMED = 25.0, 100.0, 6.0  # squared radii of floor for each disc
FLOWS = ("head-on", "circle", "corridor", "crossing", "door")


@dataclass(frozen=True)
class Scale:
    """How much is measured."""

    sizes: tuple[int, ...] = (100, 316, 1_000, 2_000, 5_000, 10_000, 20_000)
    fitted: int = 5_000  # from this size on, for the exponent that has a bar
    rounds: int = 5
    steps: tuple[int, ...] = (5_000, 20_000)
    contacts: int = 10_000_000
    jam: int = 2_000  # discs
    seconds: float = 60.0


SMALL = Scale((50, 100, 200), 100, 2, (100, 200), 5_000, 100, 1.0)


def against_all_pairs(scale: Scale) -> str:
    """A tick by events and by all pairs, and how both grow."""
    rows, events, pairs = [], [], []
    for size in scale.sizes:
        check_against_all_pairs(min(size, 1_000))
        arenas = {step: _moving(size, OPEN) for step in (resolve, all_pairs)}
        runs = {
            "events": partial(_seconds_a_tick, arenas[resolve], resolve, max(1, 20_000 // size)),
            "all pairs": partial(_seconds_a_tick, arenas[all_pairs], all_pairs, 1),
        }
        times = interleaved(runs, scale.rounds, own_clock=True)
        one, two = times["events"], times["all pairs"]
        events.append(Measured(size, one.samples))
        pairs.append(Measured(size, two.samples))
        rows.append([f"{size:,}", one, two, f"{ratio(two, one):,.0f}", f"{1e9 * one.median / size:.0f} ns"])
    columns = ["discs", "a tick by events", "by all pairs", "times faster", "an agent-step"]
    text = "One disc for 25 squared radii of floor, rule SLIDE; both ways give the same run to the last bit:\n\n"
    text += table(columns, rows) + "\n\n" + _growth("events", events, scale) + " " + _growth("all pairs", pairs, scale)
    return text + "\n\nBars: 200 times at 5,000, 800 at 20,000 (aims 500, 2,000); exponent from 5,000 on at most 1.1."


def _growth(name: str, points: Sequence[Measured], scale: Scale) -> str:
    whole, far = fit(points, Growth.POWER), fit([p for p in points if p.n >= scale.fitted], Growth.POWER)
    assert whole is not None
    assert far is not None
    ends = f"from {scale.fitted:,} on {far.exponent:.2f}"
    return f"By {name} n^{whole.exponent:.2f} (95 %: {whole.low:.2f} to {whole.high:.2f}), {ends}."


def _moving(size: int, area: float, rule: Rule = Rule.SLIDE) -> Arena:
    """Discs that have been going for a while."""
    arena = Arena(size, area, rule)
    for _ in range(TURN):
        arena.tick()
    return arena


def _seconds_a_tick(arena: Arena, step: Step, ticks: int) -> float:
    began = time.thread_time()
    for _ in range(ticks):
        arena.tick(step)
    return (time.thread_time() - began) / ticks


def steps_a_second(scale: Scale) -> str:
    """The resolver alone at three densities, and a whole world with its policy."""
    rows = []
    for size in scale.steps:
        for name, area in (("100 r²", SPARSE), ("25 r²", OPEN), ("6 r², jammed", JAMMED)):
            for rule in (Rule.SLIDE, Rule.RIGHT):
                arena = _moving(size, area, rule)
                before = arena.contacts
                runs: dict[str, Callable[[], object]] = {"it": partial(_seconds_a_tick, arena, resolve, TURN)}
                one = interleaved(runs, scale.rounds, own_clock=True)["it"]
                each = (arena.contacts - before) / ((scale.rounds + 1) * TURN * size)
                rows.append([f"{size:,}, one to {name}, {rule.name}", *_rates(one, size), f"{each:.2f}"])
        rows.append([f"{size:,}, a whole world: keep-right", *_rates(_whole_world(size, scale), size), ""])
    columns = ["discs", "a tick", "ticks a second", "an agent-step", "contacts of an agent in a tick"]
    return "Ticks:\n\n" + table(columns, rows) + "\n\nBars: 1,000 a second for 5,000 at 25 r² (aim: 500 for 20,000)."


def _rates(one: Timing, size: int) -> tuple[str, str, str]:
    return duration(one.median), f"{1 / one.median:,.0f}", f"{1e9 * one.median / size:.0f} ns"


def _whole_world(size: int, scale: Scale) -> Timing:
    """Policy, ways, contacts, records: agents on an open square, each to a place of its own."""
    side = int(np.ceil(np.sqrt(size * OPEN) * 0.3))
    level = Level.empty(side, side)
    crowd = Muster(agents=size).gather(level, 1)
    settings = Settings(policies["keep-right"].create(), planners["tra"].create())
    warm.load(settings.policy)
    world = World(level, crowd, settings)
    world.prepare()

    def some() -> float:
        began = time.thread_time()
        for _ in range(TURN):
            world.step()
        return (time.thread_time() - began) / TURN

    return interleaved({"it": some}, scale.rounds, own_clock=True)["it"]


def smallest_gap(scale: Scale) -> str:
    """Jams of every rule before the judge, until there were so many contacts."""
    rows = []
    for rule in Rule:
        arena = Arena(scale.jam, JAMMED, rule)
        judge = Judge(arena.level)
        while arena.contacts < scale.contacts / len(Rule):
            arena.tick(partial(_judged, judge))
        assert judge.ok, judge.first
        assert judge.least_gap > 0
        rows.append(
            [rule.name, f"{arena.contacts:,}", f"{judge.least_gap / BAND:.6f}", f"{judge.least_room / BAND:.6f}"]
        )
    columns = ["rule", "contacts", "smallest gap between discs, of the band", "to walls"]
    return f"{scale.jam:,} discs jammed, looked at within every tick:\n\n{table(columns, rows)}\n\nBar: above 0."


def _judged(judge: Judge, *arguments: object) -> int:
    crowd, _, _, work, _, _ = arguments
    before = crowd.copy()  # type: ignore[attr-defined]
    found = resolve(*arguments)  # type: ignore[arg-type]
    judge.tick(before, work.contacts, crowd, TICK)  # type: ignore[attr-defined, arg-type]
    return found


def flow(scale: Scale) -> str:
    """The share that arrives, by each rule of contact alone, and by each policy."""
    by_rule = [[rule.name, *_shares("keep-right", rule, scale, swerve=False)] for rule in Rule]
    by_policy = [[entry.key, *_shares(entry.key, None, scale)] for entry in policies]
    heads = ["corridor", "circle"]
    text = f"Share that has arrived after {scale.seconds:g} s, seed 0. Rules of contact alone, nobody looks ahead:\n\n"
    text += table(["rule", *FLOWS], by_rule) + "\n\nPolicies, each by its own rule:\n\n"
    text += table(["policy", *FLOWS], by_policy)
    return text + f"\n\nBars: RIGHT at least 0.95 on {' and '.join(heads)} (aim: on door too)."


def _shares(policy: str, rule: Rule | None, scale: Scale, **options: object) -> list[str]:
    found = []
    for name in FLOWS:
        level = load(levels_folder() / f"{name}.json")
        crowd = Muster().gather(level, 0)
        settings = Settings(policies[policy].create(options), planners["astar"].create(), rule)
        run = Run(World(level, crowd, settings), scale.seconds, checked=policy != "alone")
        run.go()
        assert not run.faults, run.faults
        facts = run.facts()
        when = f" ({facts['makespan']:.0f} s)" if facts["makespan"] else ""
        found.append(f"{facts['arrived'] / max(facts['agents'], 1):.2f}{when}")
    return found


def main() -> None:
    """Measure everything and write the section."""
    small = "--small" in sys.argv[1:]
    scale = SMALL if small else Scale()
    parts = [part(scale) for part in (against_all_pairs, steps_a_second, smallest_gap, flow)]
    if small:
        print("\n\n".join(parts))
    else:
        section("crowds", "\n\n".join(parts))


if __name__ == "__main__":
    main()
