"""HPA* and PRA*: preparation, speed against plain A*, how much longer, first moves, repair.

    MOVINGAI_DIR=… .venv/bin/python -m benchmarks.hierarchy

Every path is walked by the checker and never shorter than the scenario file says before a time is reported;
on weighted maps the optimum is plain A*'s.
"""

from __future__ import annotations

import os
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks import harness
from sandbox.bench.scenarios import Case, Selection, case_of
from sandbox.level import formats
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.level.paint import PaintCells
from sandbox.planning import batch
from sandbox.planning.api import Limits, Metric, Plan, Query, Status, planners
from sandbox.planning.check import Checker
from sandbox.planning.grid_graph import centres
from sandbox.planning.grid_planner import GridPrepared
from sandbox.planning.grid_run import Batch

LONGEST = 100
ROUNDS = 5
EDITS = 60
PLAIN = "plain A*"
CONTENDERS = {
    PLAIN: "astar:pruning=off",
    "HPA*": "hpa",
    "HPA*, fields": "hpa:sector=32:fields=on",
    "PRA*": "pra",
    "PRA*, all neighbours": "pra:corridor=all neighbours",
}
MAPS = (
    "bg512/AR0011SR", "bg512/AR0072SR", "bg512/AR0205SR", "bg512/AR0400SR", "sc1/BigGameHunters",
    "dao/brc202d", "dao/orz900d", "cities/Berlin_0_256", "sc1/Aurora",
)  # fmt: skip
HARD = ("rooms/16room_000", "random/random512-10-0", "mazes/maze512-1-0")  # for coarse pictures of a map
WEIGHTED = ("bg512/AR0011SR", "bg512/AR0400SR", "sc1/BigGameHunters")
REPAIRED = ("bg512/AR0011SR", "sc1/Aurora")
GROUND = (FLOOR, 5, 6, 3)  # 1, 1.25, 1.5 and 3 times the length


class Contender:
    """A planner on the long queries of a map."""

    def __init__(self, spec: str, level: Level, case: Case) -> None:
        key, *options = spec.split(":")
        self.planner = planners[key].parse(dict(o.split("=") for o in options))
        self.level = level
        prepared = self.planner.prepare(level)
        assert isinstance(prepared, GridPrepared)
        self.prepared = prepared
        pairs = zip(case.start.tolist(), case.goal.tolist(), strict=True)
        self.pairs = prepared.ids([((a[0], a[1]), (b[0], b[1])) for a, b in pairs])
        answers = self.answer()
        check(level, case, answers)
        self.costs = answers.costs()

    def answer(self) -> Batch:
        """All queries in one loop."""
        return self.prepared.plan_all(self.pairs, Limits())

    def seconds(self) -> float:
        """The queries alone, on the kernels' clock."""
        return float(self.answer().rows[:, [batch.SEARCH_NS, batch.TRACE_NS]].sum()) / 1e9

    def preparation(self) -> float:
        """Seconds to get ready, without reading the level."""
        return float(np.median([self.planner.prepare(self.level).prepare_ns for _ in range(5)])) / 1e9


def check(level: Level, case: Case, answers: Batch) -> None:
    """Every path is legal and costs what was said."""
    checker, stride = Checker(level), level.derived.grid.stride
    costs, metric = answers.costs(), Metric.LENGTH if level.uniform else Metric.WEIGHTED
    for i, path in enumerate(answers.paths):
        (ax, ay), (bx, by) = case.start[i].tolist(), case.goal[i].tolist()
        query = Query((ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5))
        plan = Plan(Status.FOUND, centres(path, stride), float(costs[i]), metric)
        assert (said := checker.check(query, plan)) == "", said


def loaded(name: str, *, weighted: bool = False) -> tuple[Level, Case]:
    file = Path(os.environ["MOVINGAI_DIR"]) / f"{name}.map"
    level = formats.load(file)
    case = case_of(file.with_name(file.name + ".scen"), level, Selection(longest=LONGEST))
    return (Level(terraced(level)) if weighted else level), case


def terraced(level: Level) -> NDArray[np.uint8]:
    """The map with patches of grass, sand and swamp on its floor."""
    r = np.random.default_rng(5)
    patches = r.choice(GROUND, (-(-level.height // 24), -(-level.width // 24)))
    ground = np.kron(patches, np.ones((24, 24), int))[: level.height, : level.width]
    blocked = level.derived.grid.image(level.derived.grid.cost8) == 0
    return np.where(blocked, WALL, ground).astype(np.uint8)


def speed_rows(name: str, *, weighted: bool) -> list[list[str]]:
    level, case = loaded(name, weighted=weighted)
    runs = {title: Contender(spec, level, case) for title, spec in CONTENDERS.items()}
    times = harness.interleaved({t: run.seconds for t, run in runs.items()}, ROUNDS, own_clock=True)
    optimum = runs[PLAIN].costs
    if not weighted:
        assert np.abs(optimum - case.optimal).max() <= 0.01
    rows = []
    for title, run in runs.items():
        over = run.costs / optimum - 1
        assert over.min() > -1e-9, (name, title)
        rows.append([
            f"{name} {level.width} × {level.height}", title, harness.duration(run.preparation()),
            str(times[title].per(len(case))), f"{harness.ratio(times[PLAIN], times[title]):.1f} ×",
            f"{over.mean():.2%}", f"{np.quantile(over, 0.99):.2%}", f"{np.mean(over <= 0.03):.0%}",
        ])  # fmt: skip
    return rows


COLUMNS = ["map", "planner", "prepare", "a query (middle half)", "× plain A*", "longer, mean", "p99", "within 3 %"]


def speed_section(names: tuple[str, ...], *, weighted: bool) -> str:
    rows = [row for name in names for row in speed_rows(name, weighted=weighted)]
    medians = []
    for title in list(CONTENDERS)[1:]:
        ratios = [float(row[4].split()[0]) for row in rows if row[1] == title]
        medians.append(f"{title} {np.median(ratios):.1f} ×")
    return f"{harness.table(COLUMNS, rows)}\n\nMedian over these maps: {', '.join(medians)}."


def first_moves_section() -> str:
    """PRA* with four steps at a time: when the first leg is known, against plain A*'s whole query, one by one."""
    rows = []
    for name in MAPS[:5]:
        level, case = loaded(name)
        specs = {PLAIN: CONTENDERS[PLAIN], "low": "pra:steps=4", "middle": "pra:steps=4:start=middle"}
        runs = {title: Contender(spec, level, case) for title, spec in specs.items()}
        times = harness.interleaved(
            {title: partial(until_the_first_move, run, case) for title, run in runs.items()}, 3, own_clock=True
        )
        for title in ("low", "middle"):
            over = runs[title].costs / runs[PLAIN].costs - 1
            rows.append([
                name, title, str(times[title].per(len(case))),
                f"1/{harness.ratio(times[PLAIN], times[title]):.0f}",
                f"{over.mean():.2%}", f"{np.quantile(over, 0.99):.2%}",
            ])  # fmt: skip
    columns = ["map", "start", "first four steps", "of plain A*", "the way so walked, longer, mean", "p99"]
    return harness.table(columns, rows)


def until_the_first_move(run: Contender, case: Case) -> float:
    """Seconds in kernels until the first leg of every query is known; with A*, which has only one, the search."""
    spent = 0
    for a, b in zip(case.start.tolist(), case.goal.tolist(), strict=True):
        plan = run.prepared.plan(Query((a[0] + 0.5, a[1] + 0.5), (b[0] + 0.5, b[1] + 0.5)), Limits())
        spent += plan.stage_ns.get("search", plan.first_move_ns - plan.stage_ns["locate"])
    return spent / 1e9


def repair_section() -> str:
    """One painted cell at a time, there and back."""
    rows = []
    for name in REPAIRED:
        level, case = loaded(name)
        free = np.argwhere(level.terrain == FLOOR)
        cells = free[np.random.default_rng(3).permutation(len(free))[:EDITS]].tolist()
        for title in ("HPA*", "HPA*, fields", "PRA*"):
            run = Contender(CONTENDERS[title], level, case)
            took = [one for y, x in cells for code in (WALL, FLOOR) for one in [repaired(run, level, x, y, code)]]
            check(level, case, run.answer())
            middle, worst, anew = float(np.median(took)), max(took), run.preparation()
            rows.append([name, title, harness.duration(middle), harness.duration(worst), harness.duration(anew)])
    return harness.table(["map", "planner", "repair, median", "worst", "building anew"], rows)


def repaired(run: Contender, level: Level, x: int, y: int, code: int) -> float:
    """Seconds to follow one painted cell, from the level's own repair on."""
    before = level.version
    level.apply(PaintCells.one(x, y, code))
    changes = level.derived.changes_since(before)
    level.derived.components  # noqa: B018  (the level's own repair is not what is measured)
    began = time.perf_counter()
    run.prepared.repair(changes)
    return time.perf_counter() - began


def main() -> None:
    if "MOVINGAI_DIR" not in os.environ:
        sys.exit("MOVINGAI_DIR is not set")
    parts = [
        f"The {LONGEST} longest queries of every map; every path passed the checker.",
        speed_section(MAPS, weighted=False),
        "**Rooms, scattered walls and a maze**, coarse pictures of which say little:",
        speed_section(HARD, weighted=False),
        "**Weighted**, patches of terrain that cost 1 to 3 times the length:",
        speed_section(WEIGHTED, weighted=True),
        "**First moves** of PRA\\*, four steps at a time:",
        first_moves_section(),
        "**Repair** after one painted cell (the tests compare with a fresh build):",
        repair_section(),
    ]
    harness.section("Hierarchies", "\n\n".join(parts))


if __name__ == "__main__":
    main()
