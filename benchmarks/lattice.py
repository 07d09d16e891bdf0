"""Crowds on a lattice: WHCA* and PIBT on the maps of the literature, and what following an edit takes.

    MOVINGAI_DIR=… .venv/bin/python -m benchmarks.lattice        (half a minute)

Every plan is judged, and everyone has to arrive, before a time is reported. Processor time, the best of three runs:
a window's is that of planning it and walking its steps, steps of PIBT counted apart.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field

import numpy as np

from benchmarks import harness
from benchmarks.contenders import movingai
from sandbox.agents.lattice.check import fault_in
from sandbox.agents.lattice.crowd import Crowd
from sandbox.agents.lattice.graph import Lattice, lattice_of, lattice_of_free
from sandbox.agents.lattice.pibt_crowd import new_pibt
from sandbox.agents.lattice.state import Notice
from sandbox.agents.lattice.windowed import Windowed, WindowedOptions, new_windowed
from sandbox.bench.scenarios import level_at, map_of
from sandbox.level.formats.movingai import read_scenario

WAREHOUSE = "warehouse-10-20-10-2-1"
CASES = (
    *((WAREHOUSE, agents) for agents in (100, 300, 500, 1000)),
    ("random-32-32-20", 300),
    ("room-64-64-16", 300),
    ("maze-32-32-2", 100),
    ("den520d", 1000),
)
WANTED = {(WAREHOUSE, 1000): "≤ 6 ms, better 2"}
MOST_STEPS = 4000
RUNS = 3


@dataclass
class Run:
    """One crowd, until everyone is home."""

    crowd: Crowd
    plan: list[np.ndarray] = field(default_factory=list)
    windows: int = 0
    deadlocks: int = 0
    window_seconds: float = 0.0
    pibt_seconds: float = 0.0
    pibt_steps: int = 0
    costs: int = 0

    def go(self) -> Run:
        """Take steps, and time them."""
        self.plan = [self.crowd.state.cell.copy()]
        while not self.crowd.home.all() and len(self.plan) <= MOST_STEPS:
            self.costs += int((~self.crowd.home).sum())
            began = time.process_time()
            step = self.crowd.advance()
            took = time.process_time() - began
            kinds = step.events[:, 0]
            self.windows += int((kinds == Notice.REPLAN).sum())
            self.deadlocks += bool((kinds == Notice.DEADLOCK).any())
            by_plan = isinstance(self.crowd, Windowed) and self.crowd.by_plan
            if by_plan or (kinds == Notice.REPLAN).any():  # a window that could not be planned took its time as well
                self.window_seconds += took
            else:
                self.pibt_seconds += took
            self.pibt_steps += not by_plan
            self.plan.append(step.cells)
        return self

    def judged(self, free: np.ndarray, starts: np.ndarray, goals: np.ndarray) -> Run:
        """The judge has nothing against it."""
        places = self.crowd.lattice.places
        assert fault_in(places(np.array(self.plan)), free, places(starts), places(goals)) == ""
        return self


def case_of(name: str, agents: int) -> tuple[Lattice, np.ndarray, np.ndarray]:
    """A map, and the first agents of its first scenario."""
    scen = movingai() / "mapf" / f"{name}-random-1.scen"
    scenario, lattice = read_scenario(scen), lattice_of(level_at(map_of(scen)))
    return lattice, lattice.numbers(scenario.start[:agents]), lattice.numbers(scenario.goal[:agents])


def free_of(lattice: Lattice) -> np.ndarray:
    return lattice.number_of.reshape(lattice.height, lattice.width) >= 0


def crowds_section() -> str:
    rows = []
    for name, agents in CASES:
        lattice, starts, goals = case_of(name, agents)
        least = int(new_pibt(lattice, starts, goals).to_go.sum())
        runs = [Run(new_windowed(lattice, starts, goals, WindowedOptions(), 1)).go() for _ in range(RUNS)]
        alone = [Run(new_pibt(lattice, starts, goals, None, 1)).go() for _ in range(RUNS)]
        for run in (*runs, *alone):
            run.judged(free_of(lattice), starts, goals)
        best = min(run.window_seconds / max(run.windows, 1) for run in runs)
        per_step = min(run.pibt_seconds / max(run.pibt_steps, 1) for run in alone)
        rows.append(
            [
                f"{name}, {agents}",
                harness.duration(best),
                WANTED.get((name, agents), ""),
                str(runs[0].windows),
                f"{runs[0].deadlocks} ({runs[0].pibt_steps} steps)",
                f"{runs[0].costs / least:.3f}",
                harness.duration(per_step),
                f"{alone[0].costs / least:.3f}",
            ]
        )
    columns = [
        "map, agents",
        "WHCA*: a window",
        "wanted",
        "windows",
        "deadlocks (PIBT)",
        "steps away ÷ least",
        "PIBT: a step",
        "steps away ÷ least",
    ]
    return "All arrive. Windows of 16 steps, 8 of them walked.\n\n" + harness.table(columns, rows)


def edits_section() -> str:
    """A crowd on its way, and a wall of one cell there and back."""
    rows = []
    for name, agents in ((WAREHOUSE, 1000), ("den520d", 1000)):
        lattice, starts, goals = case_of(name, agents)
        began = time.process_time()
        crowd = new_windowed(lattice, starts, goals)
        made = time.process_time() - began
        for _ in range(3):
            crowd.advance()
        free = free_of(lattice)
        taken = np.union1d(crowd.state.cell, goals)
        cells = np.setdiff1d(np.arange(lattice.cells), taken)[:: lattice.cells // 10][:8]
        took = []
        for cell in lattice.places(cells).tolist():
            for open_again in (False, True):
                free[cell[1], cell[0]] = open_again
                began = time.process_time()
                assert len(crowd.follow(lattice_of_free(free))) == 0
                took.append(time.process_time() - began)
        rows.append([f"{name}, {agents}", harness.duration(made), harness.duration(float(np.median(took[2:])))])
    return harness.table(["map, agents", "made (distances)", "an edit followed"], rows)


def main() -> None:
    case_of(WAREHOUSE, 1)
    harness.section("Crowds on a lattice", crowds_section())
    harness.section("Crowds on a lattice: edits", edits_section())


if __name__ == "__main__":
    main()
