"""Grid planners: times against tcod and against each other, what recording costs, repair, memory.

    MOVINGAI_DIR=… .venv/bin/python -m benchmarks.grid

Every length is compared with the scenario file before a time is reported. tcod (C, under Python) is set up
with exactly the same graph: eight moves, no corner cutting, 5741 / 8119; it is taken from `.venv-bench`.
"""

from __future__ import annotations

import importlib.util
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np

from benchmarks import harness
from benchmarks.contenders import Contender, long_queries, movingai
from sandbox.bench.scenarios import Case
from sandbox.kernels.recording import Recording
from sandbox.level.model import FLOOR, WALL, Level
from sandbox.planning.api import Limits, Query, planners
from sandbox.planning.grid.planner import GridPrepared
from sandbox.planning.prepared import Prepared

LONGEST, FEW = 200, 25  # queries for what is fast, and for what is slow
ROUNDS = 7
MAIN = "bg512/AR0011SR"
OTHERS = ("sc1/BigGameHunters", "dao/orz900d", "mazes/maze512-1-0")
PLAIN = "plain bucket A*"
FAST = {PLAIN: "astar:pruning=off", "canonical A*": "astar", "JPS (B+P)": "jps", "JPS+ (B+P)": "jps-plus"}
OTHER = {
    PLAIN: "astar:pruning=off",
    "Dijkstra": "dijkstra",
    "A* on a heap": "astar:queue=heap",
    "A*, 8 landmarks": "astar:heuristic=landmarks",
    "bidirectional A*": "bidirectional",
    "Theta*": "theta",
    "lazy Theta*": "lazy-theta",
}
CONTENDERS = FAST | OTHER
AROUND = {"canonical A*": "astar", "JPS (B+P)": "jps", "JPS+ (B+P)": "jps-plus", "HPA*": "hpa", "PRA*": "pra"}
WANTED = {"plain bucket A*": 12, "canonical A*": 22, "JPS (B+P)": 800, "JPS+ (B+P)": 2000}  # times tcod
TRIED = """
- Jump points: entries never used again (3 % quicker on small maps, a fifth to a third slower where the queue outgrows
  the cache); flat arrays instead of rows of two and four (0); no recorder at all (0); the mask of moves left out, so
  that jumps that cannot be are looked up (JPS+ 0 to 14 % slower).
- Bidirectional A*: buckets half and a quarter as wide (-4 to 4 %, -8 to 19 % of the time); the least f in a bucket as
  the bound of a side, not the bucket's lower edge (8 to 18 % slower, as many expansions).
- Theta*: lines looked along from border to border, without guessing the next cell (lazy 12 % quicker on a game map,
  which stayed; 2 to 4 % slower on rooms); the widths of open squares kept beside the grid, to leave out lines near one
  that was looked along (lazy 14 % quicker on one game map, else 4 % quicker to 10 % slower: turns are beside walls) or
  to jump along a line (0 to 28 % slower).
- A*: the key of the next entry asked for ahead (-2 to 3 % of the time); steps out of a table of bits (-1 to 3 %).
"""
PEERS = Path(__file__).parent.parent / ".venv-bench" / "bin" / "python"


def tcod_seconds(level: Level, case: Case) -> Callable[[], float]:
    """The same queries by tcod, on the same graph."""
    import tcod.path

    grid = level.derived.grid
    moves = grid.image(grid.moves)
    cost = (grid.image(grid.cost8) > 0).astype(np.int8)
    graph = tcod.path.CustomGraph(cost.shape, order="C")
    for d, (dx, dy) in enumerate([(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, 1), (1, -1), (-1, -1)]):
        graph.add_edge((dy, dx), 5741 if d < 4 else 8119, cost=cost, condition=(moves >> d & 1).astype(np.int8))
    graph.set_heuristic(cardinal=5741, diagonal=8119)
    finder = tcod.path.Pathfinder(graph)

    def run() -> float:
        total = 0.0
        for (ax, ay), (bx, by), optimal in zip(case.start.tolist(), case.goal.tolist(), case.optimal, strict=True):
            began = time.perf_counter()
            finder.clear()
            finder.add_root((ay, ax))
            path = finder.path_to((by, bx))
            total += time.perf_counter() - began
            assert abs(np.hypot(*np.diff(path, axis=0).T).sum() - optimal) <= 0.01
        return total

    return run


def planners_section() -> str:
    parts = [_map_table(MAIN, FAST, LONGEST, with_tcod=importlib.util.find_spec("tcod") is not None)]
    parts += [_map_table(MAIN, OTHER, FEW)]
    parts += [_map_table(name, FAST, FEW) for name in OTHERS]
    return "\n\n".join(parts)


def _map_table(name: str, contenders: dict[str, str], count: int, *, with_tcod: bool = False) -> str:
    level, case = long_queries(name, count)
    runs = {title: Contender(spec, level, case) for title, spec in contenders.items()}
    alternatives: dict[str, Callable[[], object]] = {title: run.seconds for title, run in runs.items()}
    if with_tcod:
        alternatives = {"tcod": tcod_seconds(level, case), **alternatives}
    times = harness.interleaved(alternatives, ROUNDS if with_tcod else 3, own_clock=True)
    rows = [_row(title, times, runs.get(title), len(case)) for title in times]
    columns = ["planner", "a query (middle half)", "× tcod", "wanted", "× plain A*", "ns per expansion", "prepare"]
    return f"**{name}**, {len(case)} longest queries, all lengths as in the file:\n\n{harness.table(columns, rows)}"


def _row(title: str, times: dict[str, harness.Timing], run: Contender | None, count: int) -> list[str]:
    mine = times[title]
    over = harness.ratio(times["tcod"], mine) if "tcod" in times else None
    wanted = WANTED.get(title) if over else None
    return [
        title,
        str(mine.per(count)),
        f"{over:.3g}" if over else "",
        f"≥ {wanted}" if wanted else "",
        f"{harness.ratio(times[PLAIN], mine):.3g}",
        f"{mine.median / run.expanded * 1e9:.3g}" if run else "",
        harness.duration(run.preparation()) if run else "",
    ]


def recording_section() -> str:
    """Clean runs against recorded ones, of the same query."""
    level, case = long_queries(MAIN, LONGEST)
    rows = []
    for title in ("plain bucket A*", "canonical A*", "A* on a heap", "bidirectional A*"):  # JPS has a hundred events
        prepared = Contender(CONTENDERS[title], level, case).prepared
        (ax, ay), (bx, by) = case.start[-1].tolist(), case.goal[-1].tolist()
        query, recording = Query((ax + 0.5, ay + 0.5), (bx + 0.5, by + 0.5)), Recording(1 << 21)

        runs = {"clean": partial(_search_seconds, prepared, query, None)}
        runs["recorded"] = partial(_search_seconds, prepared, query, recording)
        times = harness.interleaved(runs, 15, own_clock=True)
        a, b = times["clean"].best, times["recorded"].best
        per_event = f"{(b - a) / recording.happened * 1e9:.2f} ns"
        rows.append([title, harness.duration(a), harness.duration(b), f"{recording.happened:,}", per_event])
    return harness.table(["planner", "clean", "recorded", "events", "per event (wanted ≤ 10 ns)"], rows)


def _search_seconds(prepared: GridPrepared, query: Query, recording: Recording | None) -> float:
    if recording is not None:
        recording.clear()
    return prepared.plan(query, Limits(), recording).stage_ns["search"] / 1e9


def around_section() -> str:
    """What `plan()` takes beside the stages it tells of: the least of several rounds, the middle of the queries."""
    level, case = long_queries(MAIN, LONGEST)
    ends = zip(case.start.tolist(), case.goal.tolist(), strict=True)
    queries = [Query((a[0] + 0.5, a[1] + 0.5), (b[0] + 0.5, b[1] + 0.5)) for a, b in ends]
    rows = []
    for title, key in AROUND.items():
        prepared = planners[key].create().prepare(level)
        took = np.array([[_beside(prepared, query) for query in queries] for _ in range(ROUNDS)]).min(axis=0)
        outside, locating = np.median(took, axis=0).tolist()
        rows.append([title, harness.duration(outside), harness.duration(locating)])
    return harness.table(["planner", "outside all stages (wanted ≤ 15 µs)", "finding the ends"], rows)


def _beside(prepared: Prepared, query: Query) -> tuple[float, float]:
    began = time.perf_counter_ns()
    plan = prepared.plan(query, Limits())
    took = time.perf_counter_ns() - began
    return (took - sum(plan.stage_ns.values())) / 1e9, plan.stage_ns["locate"] / 1e9


def repair_section() -> str:
    """One painted cell at a time, there and back; repaired tables equal fresh ones in the tests."""
    level, case = long_queries(MAIN, LONGEST)
    free = np.argwhere(level.terrain == FLOOR)
    cells = free[np.random.default_rng(3).permutation(len(free))[:200]]
    rows = []
    for title in ("JPS (B+P)", "JPS+ (B+P)"):
        run = Contender(CONTENDERS[title], level, case)
        took = [run.repaired(x, y, code) for y, x in cells.tolist() for code in (WALL, FLOOR)]
        took = took[2:]  # the first edit, there and back, loads the kernels
        mean, worst = float(np.mean(took)), max(took)
        rows.append([title, harness.duration(mean), harness.duration(worst), harness.duration(run.preparation())])
    return harness.table(["planner", "repair, mean", "repair, worst", "building anew"], rows)


def memory_section() -> str:
    """The process's size before and after ten thousand single queries."""
    level, case = long_queries(MAIN, LONGEST)
    rows = []
    for title in ("canonical A*", "JPS (B+P)", "JPS+ (B+P)"):
        prepared = Contender(CONTENDERS[title], level, case).prepared
        ends = zip(case.start.tolist(), case.goal.tolist(), strict=True)
        queries = [Query((a[0] + 0.5, a[1] + 0.5), (b[0] + 0.5, b[1] + 0.5)) for a, b in ends]
        for query in queries:
            prepared.plan(query, Limits())
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        for i in range(10_000):
            prepared.plan(queries[i % len(queries)], Limits())
        after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        rows.append([title, f"{before / 1024:.1f} MB", f"{after / 1024:.1f} MB"])
    return harness.table(["planner", "peak before", "peak after 10,000 queries"], rows)


def main() -> None:
    movingai()
    if importlib.util.find_spec("tcod") is None and PEERS.exists() and Path(sys.executable) != PEERS:
        sys.exit(subprocess.call([PEERS, "-m", "benchmarks.grid"], cwd=PEERS.parent.parent.parent))
    harness.section("Grid planners", planners_section())
    harness.section("Grid planners: recording", recording_section())
    harness.section("Grid planners: Python around the kernels", around_section())
    harness.section("Grid planners: tried in vain", TRIED)
    harness.section("Grid planners: repair after one painted cell", repair_section())
    harness.section("Grid planners: memory", memory_section())


if __name__ == "__main__":
    main()
