"""HPA* and PRA*: preparation, speed against plain A*, how much longer, first moves, repair.

    MOVINGAI_DIR=… .venv/bin/python -m benchmarks.hierarchy [speeds] [first] [levels] [moves] [repair]

Every path is walked by the checker and never shorter than the scenario file says before a time is reported;
on weighted maps the optimum is plain A*'s.
"""

from __future__ import annotations

import sys
import time
from functools import partial

import numpy as np
from numpy.typing import NDArray

from benchmarks import harness
from benchmarks.contenders import Contender, long_queries, movingai, optimal_lengths
from sandbox.bench.scenarios import Case
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Query, planners

LONGEST = 100
ROUNDS = 5
FIRST_ROUNDS = 15
EDITS = 60
PLAIN = "plain A*"
LEVELS = {
    **{f"{n} level{'s' * (n > 1)}": f"hpa:levels={n}" for n in (1, 2, 3)},
    **{f"fields, {n} level{'s' * (n > 1)}": f"hpa:sector=32:fields=on:levels={n}" for n in (1, 2)},
}
FIRST = {
    "HPA*, one level": "hpa:levels=1",
    "HPA*, two levels": "hpa",
    "HPA*, on demand": "hpa:on_demand=on",
    "PRA*": "pra",
}
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


def loaded(name: str, *, weighted: bool = False) -> tuple[Level, Case]:
    level, case = long_queries(name, LONGEST)
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


def first_answers_section() -> str:
    """CPU time from a level whose grid is ready to the first answer: preparation and one long query, then ten more."""
    rows = []
    for name in (*MAPS[:5], "sc1/Aurora", "random/random512-10-0"):
        level, case = loaded(name)
        runs = {title: partial(first_answers, spec, level, case) for title, spec in FIRST.items()}
        for run in runs.values():
            run(0)
        took = [{title: run(i) for title, run in runs.items()} for i in range(FIRST_ROUNDS)]
        for title in FIRST:
            first, eleven = np.median([row[title] for row in took], axis=0)
            rows.append([name, title, harness.duration(first), harness.duration(eleven)])
    return harness.table(["map", "planner", "prepared and one answer", "and eleven"], rows)


def first_answers(spec: str, level: Level, case: Case, number: int) -> tuple[float, float]:
    """CPU seconds to the first, and to the eleventh answer, of a planner made ready anew."""
    key, *options = spec.split(":")
    planner = planners[key].parse(dict(o.split("=") for o in options))
    order = np.random.default_rng(number).permutation(len(case.start))[:11]
    a, b = case.start[order] + 0.5, case.goal[order] + 0.5
    queries = [Query((float(sx), float(sy)), (float(gx), float(gy))) for (sx, sy), (gx, gy) in zip(a, b, strict=True)]
    began = time.thread_time()
    prepared = planner.prepare(level)
    prepared.plan(queries[0], Limits())
    first = time.thread_time() - began
    for query in queries[1:]:
        prepared.plan(query, Limits())
    return first, time.thread_time() - began


def levels_section() -> str:
    """HPA* with one level of sectors and with more, on large maps: the time of a query, the length, an edit.

    The last map is the one before with every cell as two by two.
    """
    rows = []
    for name, scale in (("bg512/AR0011SR", 1), ("sc1/Aurora", 1), ("sc1/Aurora", 2)):
        level, case = magnified(*loaded(name), scale)
        runs = {title: Contender(spec, level, case) for title, spec in {PLAIN: CONTENDERS[PLAIN], **LEVELS}.items()}
        times = harness.interleaved({title: run.seconds for title, run in runs.items()}, 3, own_clock=True)
        for title in LEVELS:
            over = runs[title].costs / runs[PLAIN].costs - 1
            middle, worst = repair_times(runs[title])
            prepared = harness.duration(runs[title].prepared.prepare_ns / 1e9)
            rows.append([
                f"{name} {level.width} × {level.height}", title, prepared,
                str(times[title].per(len(case))), f"{harness.ratio(times[PLAIN], times[title]):.1f} ×",
                f"{over.mean():.2%}", f"{np.quantile(over, 0.99):.2%}", middle, worst,
            ])  # fmt: skip
    columns = [*COLUMNS[:1], "HPA*", *COLUMNS[2:7], "repair, median", "worst"]
    return harness.table(columns, rows)


def magnified(level: Level, case: Case, scale: int) -> tuple[Level, Case]:
    """Every cell as so many by so many; how long the ways are then is asked of JPS."""
    if scale == 1:
        return level, case
    larger = Level(np.kron(level.terrain, np.ones((scale, scale), np.uint8)))
    start, goal = case.start * scale, case.goal * scale
    return larger, Case(case.name, start, goal, optimal_lengths(larger, start, goal))


def repair_times(run: Contender) -> tuple[str, str]:
    """Single painted cells, there and back: the median and the worst, after the first has loaded the kernels."""
    free = np.argwhere(run.level.terrain == FLOOR)
    cells = free[np.random.default_rng(3).permutation(len(free))[: EDITS + 1]].tolist()
    took = [run.repaired(x, y, code) for y, x in cells for code in (WALL, FLOOR)][2:]
    run.checked()
    return harness.duration(float(np.median(took))), harness.duration(max(took))


def repair_section() -> str:
    """One painted cell at a time, there and back."""
    rows = []
    for name in REPAIRED:
        level, case = loaded(name)
        for title in ("HPA*", "HPA*, fields", "PRA*"):
            run = Contender(CONTENDERS[title], level, case)
            rows.append([name, title, *repair_times(run), harness.duration(run.preparation())])
    return harness.table(["map", "planner", "repair, median", "worst", "building anew"], rows)


def speeds() -> str:
    """Every planner on every map."""
    return "\n\n".join([
        f"The {LONGEST} longest queries of every map; every path passed the checker.",
        speed_section(MAPS, weighted=False),
        "**Rooms, scattered walls and a maze**, coarse pictures of which say little:",
        speed_section(HARD, weighted=False),
        "**Weighted**, patches of terrain that cost 1 to 3 times the length:",
        speed_section(WEIGHTED, weighted=True),
    ])  # fmt: skip


SECTIONS = {
    "first": ("Hierarchies: first answers", first_answers_section),
    "levels": ("Hierarchies: levels of HPA\\*", levels_section),
    "repair": ("Hierarchies: repair after one painted cell", repair_section),
    "moves": ("Hierarchies: first moves of PRA\\*, four steps at a time", first_moves_section),
    "speeds": ("Hierarchies", speeds),
}


def main() -> None:
    movingai()
    for wanted in sys.argv[1:] or SECTIONS:
        title, measured = SECTIONS[wanted]
        harness.section(title, measured())


if __name__ == "__main__":
    main()
