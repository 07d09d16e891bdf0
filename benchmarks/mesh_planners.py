"""Mesh planners against the default grid A*, and against each other; discs; what preparation costs.

    MOVINGAI_DIR=… .venv/bin/python -m benchmarks.mesh_planners        (about two minutes)

Every planner answers the same long queries one by one, in turn, as a game would ask: times are those of whole
answers, from the query's points to the path's, with the ends to be located and everything Python does between.
Before a time is reported every path was judged by shapely, and lengths were compared: none beats Polyanya, and
what is called proven equals it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from benchmarks import harness
from benchmarks.any_angle import ours, prepared
from sandbox.bench.scenarios import Selection, case_of
from sandbox.level import formats
from sandbox.level.edits import PaintCells
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.mesh.arrays import LIVE_VERTICES
from sandbox.mesh.of_level import mesh_of
from sandbox.planning.api import Limits, Plan, Query, Status, planners
from sandbox.planning.check.mesh import MeshChecker
from sandbox.planning.prepared import Prepared

LONGEST = 60  # queries of each map
ROUNDS = 5  # of which the fastest counts, query by query
JUDGED = 10  # paths of each planner and map that shapely looks at
FILLS, STREWN = (0.01, 0.03, 0.1, 0.35), 24  # shares of walls, queries
EDITS = 20  # cells painted
LENGTHS_DIFFER = 1e-6  # cells
RADII = (0.0, 0.5, 1.0, 2.0)
GRID, BEST = "A* on the grid", "Polyanya"
CONTENDERS = {
    GRID: "astar",
    "A*, every neighbour": "astar:pruning=false",
    "TA*, first path": "ta:effort=0",
    "TRA*, first path": "tra:effort=0",
    "TRA*": "tra",
    BEST: "polyanya",
    "way-points": "waypoint",
    "TA*": "ta",
}
ON_SCATTERED = (GRID, BEST, "TA*, first path", "TRA*, first path")
EDITED = ("TA*, first path", "TRA*, first path", BEST)
BAR = {"TA*, first path": 10.0, "TRA*": 10.0, BEST: 10.0}  # times faster than the grid's A*
LONGER = 0.015  # by how much TA*'s first path may exceed the optimum, on average


class Measured(NamedTuple):
    """What one planner did on the queries of one map."""

    ns: NDArray[np.int64]  # [queries] whole answers, the fastest of the rounds
    search_ns: NDArray[np.int64]  # [queries] of that, inside kernels
    cost: NDArray[np.float64]
    expanded: NDArray[np.int64]
    prepare_ns: int


def contenders() -> dict[str, str]:
    """Those whose planner there is."""
    return {title: spec for title, spec in CONTENDERS.items() if spec.split(":")[0] in planners}


def long_queries(path: Path) -> tuple[Level, list[Query]]:
    level = formats.load(path)
    case = case_of(path.with_name(path.name + ".scen"), level, Selection(longest=LONGEST))
    ends = zip((case.start + 0.5).tolist(), (case.goal + 0.5).tolist(), strict=True)
    return level, [Query(tuple(a), tuple(b)) for a, b in ends]


def measured(level: Level, queries: Sequence[Query], specs: dict[str, str]) -> dict[str, Measured]:
    """All planners in turn, round after round."""
    runs = {title: prepared(spec, level) for title, spec in specs.items()}
    plans: dict[str, list[list[Plan]]] = {title: [] for title in runs}
    for _ in range(ROUNDS + 1):  # the first warms up
        for title, run in runs.items():
            plans[title].append([run.plan(query, Limits()) for query in queries])
    return {title: _summed(plans[title][1:], run.prepare_ns) for title, run in runs.items()}


def _summed(rounds: list[list[Plan]], prepare_ns: int) -> Measured:
    search = [[sum(p.stage_ns.values()) - p.stage_ns["locate"] for p in plans] for plans in rounds]
    first = rounds[0]
    return Measured(
        np.array([[p.total_ns for p in plans] for plans in rounds]).min(axis=0),
        np.array(search).min(axis=0),
        np.array([p.cost for p in first]),
        np.array([p.expanded for p in first]),
        prepare_ns,
    )


def judge(level: Level, queries: Sequence[Query], specs: dict[str, str]) -> None:
    """Refuse to go on with a wrong answer."""
    checker = MeshChecker(level)
    runs = {t: prepared(s, level) for t, s in specs.items() if not s.startswith("astar")}
    for query in queries[:: max(1, len(queries) // JUDGED)]:
        optimum = runs[BEST].plan(query, Limits())
        for title, run in runs.items():
            plan = run.plan(query, Limits())
            assert checker.check(query, plan) == "", (title, query)
            assert plan.cost >= optimum.cost * (1 - 1e-9), (title, query)
            assert not plan.proven or plan.cost <= optimum.cost * (1 + 1e-9), (title, query)


def compare(found: dict[str, Measured]) -> list[list[object]]:
    """A row for each planner."""
    grid, best = found[GRID], found[BEST]
    assert (best.cost <= grid.cost * (1 + 1e-6)).all()
    rows: list[list[object]] = []
    for title, run in found.items():
        longer = float((run.cost / best.cost).mean()) - 1
        rows.append([
            title,
            harness.duration(float(np.median(run.ns)) / 1e9),
            harness.duration(float(np.median(run.search_ns)) / 1e9),
            f"{np.median(run.expanded):,.0f}",
            f"{np.median(grid.ns / run.ns):.1f}×",
            f"{100 * longer:.3f} %",
            harness.duration(run.prepare_ns / 1e9),
        ])  # fmt: skip
    return rows


def together(all_found: list[dict[str, Measured]]) -> dict[str, Measured]:
    """The queries of all maps as one."""
    return {
        title: Measured(
            *(np.concatenate([getattr(found[title], name) for found in all_found]) for name in Measured._fields[:4]),
            prepare_ns=int(np.median([found[title].prepare_ns for found in all_found])),
        )
        for title in all_found[0]
    }


def verdicts(found: dict[str, Measured]) -> str:
    """Which bars are met."""
    grid, best = found[GRID], found[BEST]
    lines = []
    for title, bar in BAR.items():
        if title in found:
            times = float(np.median(grid.ns / found[title].ns))
            lines.append(f"- {title}: {times:.1f} times faster than {GRID} (wanted: {bar:g})")
    longer = float((found["TA*, first path"].cost / best.cost).mean()) - 1
    lines.append(
        f"- TA*'s first path: {100 * longer:.3f} % longer than the optimum (wanted: at most {100 * LONGER:g} %)"
    )
    return "\n".join(lines)


def speed_section(paths: Sequence[Path]) -> str:
    specs = contenders()
    columns = ["planner", "answer, median", "in kernels", "expanded", "faster", "longer than Polyanya", "prepared in"]
    parts, everything = [], []
    for path in paths:
        level, queries = long_queries(path)
        judge(level, queries, specs)
        found = measured(level, queries, specs)
        everything.append(found)
        vertices = int(mesh_of(level).mesh.counts[LIVE_VERTICES])
        parts.append(f"{path.stem}, {len(queries)} long queries, {vertices:,} vertices:\n")
        parts.append(harness.table(columns, compare(found)) + "\n")
    whole = together(everything)
    total = f"All {len(paths)} maps, {len(whole[GRID].ns)} queries:\n\n" + harness.table(columns, compare(whole))
    return "\n".join([total, "", verdicts(whole), "", *parts])


def disc_section(path: Path) -> str:
    """Radii, each answer measured against the level by shapely."""
    level, queries = long_queries(path)
    checker = MeshChecker(level)
    entries = [planners[key] for key in ("ta", "tra") if key in planners]
    entries = [e for e in entries if e.info["radius"]]
    rows = []
    for radius in RADII:
        sized = [replace(query, radius=radius) for query in queries]
        cells = [_discs(prepared(f"{e.key}:effort=0", level), checker, sized) for e in entries]
        rows.append([f"{radius:g} cells", *(cell for found in cells for cell in found)])
    columns = ["radius", *(f"{e.title}, {what}" for e in entries for what in ("found", "median"))]
    return f"{path.stem}, first paths, several sizes on one mesh:\n\n" + harness.table(columns, rows)


def _discs(run: Prepared, checker: MeshChecker, queries: Sequence[Query]) -> list[object]:
    for _ in range(2):
        plans = [run.plan(query, Limits()) for query in queries]
    for query, plan in list(zip(queries, plans, strict=True))[:JUDGED]:
        assert checker.check(query, plan) == "", query
    found = [p for p in plans if p.status is Status.FOUND]
    median = float(np.median([p.total_ns for p in found])) / 1e9 if found else float("nan")
    return [f"{len(found)} of {len(plans)}", harness.duration(median) if found else "–"]


def scattered_section() -> str:
    """Walls of one cell strewn over a field: medians of CPU time in stages, of ways both worlds know."""
    rows = []
    for fill in FILLS:
        dice = np.random.default_rng(1)
        level = Level(np.where(dice.random((512, 512)) < fill, WALL, FLOOR).astype(np.uint8))
        queries = _within_one_part(level, dice)
        took = {title: _stage_times(prepared(CONTENDERS[title], level), queries) for title in ON_SCATTERED}
        ratios = [f"{took[title] / took[GRID]:.3g}" for title in ON_SCATTERED[1:]]
        rows.append([f"{fill:.0%}", *map(harness.duration, took.values()), *ratios])
    columns = ["walls", *ON_SCATTERED, *(f"{title} ÷ A*'s" for title in ON_SCATTERED[1:])]
    return "Random walls on 512 × 512 cells, random queries, CPU time:\n\n" + harness.table(columns, rows)


def _within_one_part(level: Level, dice: np.random.Generator) -> list[Query]:
    component, stride = level.derived.components, level.derived.grid.stride
    ids = np.flatnonzero(component == np.bincount(component[component > 0]).argmax())
    chosen = dice.choice(ids, 2 * STREWN).tolist()
    points = [(float(u % stride) - 0.5, float(u // stride) - 0.5) for u in chosen]
    return [Query(a, b) for a, b in zip(points[::2], points[1::2], strict=True)]


def _stage_times(run: Prepared, queries: Sequence[Query]) -> float:
    """CPU seconds of finding the ends and searching: the median over queries of the least of three rounds."""
    rounds = [ours(run, queries) for _ in range(3)]
    assert np.isfinite(rounds[0].length).all()
    return float(np.median(np.min([said.stages for said in rounds], axis=0))) / 1e9


def edit_section(path: Path) -> str:
    """One painted cell at a time, until the planner is ready to answer; then it answers as a new one does."""
    dice = np.random.default_rng(1)
    strewn = Level(np.where(dice.random((512, 512)) < FILLS[-1], WALL, FLOOR).astype(np.uint8))
    worlds = {path.stem: formats.load(path), f"{FILLS[-1]:.0%} of 512 × 512 cells are walls": strewn}
    rows = [[world, title, *_edited(level.copy(), title)] for world, level in worlds.items() for title in EDITED]
    return harness.table(["level", "planner", "after an edit, median", "worst", "made anew"], rows)


def _edited(level: Level, title: str) -> list[str]:
    """What following edits takes, the mesh's share counted in."""
    dice, run, took = np.random.default_rng(2), prepared(CONTENDERS[title], level), []
    for x, y in dice.integers(0, (level.width, level.height), (EDITS + 1, 2)).tolist():
        code = FLOOR if level.palette[int(level.terrain[y, x])].blocked else WALL
        level.apply(PaintCells.one(x, y, code))
        began = time.thread_time()
        run.follow()
        took.append(time.thread_time() - began)
    fresh = level.copy()
    began = time.thread_time()
    new = prepared(CONTENDERS[title], fresh)
    anew = time.thread_time() - began
    for query in _within_one_part(level, dice)[:JUDGED]:
        mine, theirs = run.plan(query, Limits()), new.plan(query, Limits())
        assert title != BEST or abs(mine.cost - theirs.cost) < LENGTHS_DIFFER, query
        assert mine.status is theirs.status, query
    return [harness.duration(seconds) for seconds in (float(np.median(took[1:])), max(took[1:]), anew)]


def main() -> None:
    if "MOVINGAI_DIR" not in os.environ:
        sys.exit("MOVINGAI_DIR is not set")
    paths = sorted(Path(os.environ["MOVINGAI_DIR"], "bg512").glob("*.map"))
    harness.section("Mesh planners", speed_section(paths))
    harness.section("Mesh planners: discs", disc_section(paths[0]))
    harness.section("Mesh planners: scattered walls", scattered_section())
    harness.section("Mesh planners: one painted cell followed", edit_section(paths[0]))


if __name__ == "__main__":
    main()
