"""Our any-angle planners beside another program: `python -m benchmarks.any_angle [MAP ...]`.

The program is built elsewhere and named by the environment, ANY_ANGLE. It is started with the path of a map; its first
line says who it is, with its version, and that it is ready; then it answers lines `x y x y` (start and goal, in cells)
with `length nanoseconds`: its own CPU time for that query. Maps are found by name anywhere under MOVINGAI_DIR, each
with its scenario file; those that are not there are named and left out.

Queries are the longest of a map, from cell corner to cell corner, asked of all in turn, round after round. CPU time,
medians query by query; a column is the sum over a map's queries divided by the program's. No length of Polyanya's
differs from the program's. A corner between two diagonal walls has two sides, and a program may know but one of them:
such queries are left out.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple, Self

import numpy as np
from numpy.typing import NDArray

from benchmarks import harness
from benchmarks.contenders import movingai
from sandbox.bench.scenarios import Selection, case_of
from sandbox.level import formats
from sandbox.level.model import Level
from sandbox.planning.api import Limits, Query, planners
from sandbox.planning.prepared import Prepared

MAPS = (
    "AR0011SR", "battleground", "Berlin_0_256", "AR0700SR", "32room_000", "16room_000", "Boston_0_512", "orz900d",
    "ost000a", "Aurora", "random512-10-0", "random512-35-0", "maze512-1-0",
)  # fmt: skip
NOT_IN_MEAN = ("maze512-1-0",)  # where tables of dead ends answer, not the search
LONGEST = 200  # queries of each map
ROUNDS = 5
PEER, BEST, FIRST = "", "Polyanya", "TA*, first path"
CONTENDERS = {BEST: "polyanya", FIRST: "ta:effort=0"}
TRIED = """
- Polyanya: the edges of a face that lie to the left of all a node sees left unlooked at (0 to 4 % quicker, within what
  rounds differ by), those to its right as well (0).
- Polyanya: where vertices are beside them in the rows of edges, two rows to a cache line, and stamp and node in a word
  (0 on AR0011SR, 0 among scattered walls; a third more memory).
"""
Column = tuple[str, str]  # of CONTENDERS, and of WHAT
WHAT = {"stages": "stages", "whole": "plan()"}
COLUMNS: list[Column] = [(title, part) for title in CONTENDERS for part in WHAT]
WANTED: dict[Column, float] = {(BEST, "stages"): 0.8, (BEST, "whole"): 0.9, (FIRST, "stages"): 0.7}
WORST = 1.1  # Polyanya on any map
SAME = 1e-6  # lengths that differ by less, relatively, are equal


class Answers(NamedTuple):
    """What one side said to all queries of a map."""

    length: NDArray[np.float64]
    whole: NDArray[np.float64]  # CPU nanoseconds
    stages: NDArray[np.float64]  # of these, in kernels and close around them


Side = Callable[[Sequence[Query]], Answers]


class Peer:
    """The other program on one map."""

    def __init__(self, program: str, path: Path) -> None:
        pipe = subprocess.PIPE
        self.process = subprocess.Popen([program, str(path)], stdin=pipe, stdout=pipe, encoding="utf-8")
        self.name = self._line().strip()

    def _line(self) -> str:
        assert self.process.stdout is not None
        return self.process.stdout.readline()

    def answer(self, queries: Sequence[Query]) -> Answers:
        """Ask everything, then listen."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join("{:g} {:g} {:g} {:g}\n".format(*q.start, *q.goal) for q in queries))
        self.process.stdin.flush()
        rows = [[float(word) for word in self._line().split()] for _ in queries]
        length, spent = np.array(rows).T
        return Answers(length, spent, spent)

    def __enter__(self) -> Self:
        """As it is."""
        return self

    def __exit__(self, *_: object) -> None:
        """It ends when nobody asks any more."""
        self.process.__exit__(None, None, None)


def ours(run: Prepared, queries: Sequence[Query]) -> Answers:
    """Every query as a script would ask it.

    Stages are on the wall clock, where others may come between. So it is what lies outside them that counts, which is
    much the same for every query: its median is subtracted from the CPU time.
    """
    rows = []
    for query in queries:
        cpu, wall = time.thread_time_ns(), time.perf_counter_ns()
        plan = run.plan(query, Limits())
        passed, spent = time.perf_counter_ns() - wall, time.thread_time_ns() - cpu  # others may come in at the latter
        rows.append((plan.cost, spent, passed - sum(plan.stage_ns.values())))
    length, whole, outside = np.array(rows).T
    return Answers(length, whole, whole - np.median(outside))


def prepared(spec: str, level: Level) -> Prepared:
    """A planner, `key:option=value`, made ready."""
    key, *options = spec.split(":")
    return planners[key].parse(dict(o.split("=") for o in options)).prepare(level)


def corners(path: Path) -> tuple[Level, list[Query], int]:
    """A map, its longest queries from corner to corner, and how many of these were left out."""
    level = formats.load(path)
    case = case_of(path.with_name(path.name + ".scen"), level, Selection(longest=LONGEST))
    free = np.pad(~np.array([t.blocked for t in level.palette])[level.terrain], 1)
    ends = list(zip(case.start.tolist(), case.goal.tolist(), strict=True))
    kept = [(a, b) for a, b in ends if not (pinched(free, *a) or pinched(free, *b))]
    return (
        level,
        [Query((float(a[0]), float(a[1])), (float(b[0]), float(b[1]))) for a, b in kept],
        len(ends) - len(kept),
    )


def pinched(free: NDArray[np.bool_], x: int, y: int) -> bool:
    """Whether the upper left corner of a cell lies between two walls that touch in it; `free` has a border of one."""
    (a, b), (c, d) = free[y : y + 2, x : x + 2].tolist()
    return a == d and b == c and a != b


def in_turn(sides: dict[str, Side], queries: Sequence[Query]) -> dict[str, Answers]:
    """Rounds, the order changing; medians query by query."""
    names = list(sides)
    rounds: dict[str, list[Answers]] = {name: [] for name in names}
    for turn in range(ROUNDS + 1):  # the first warms up
        first = turn % len(names)
        for name in names[first:] + names[:first]:
            rounds[name].append(sides[name](queries))
    return {name: Answers(*np.median(np.array(found[1:]), axis=0)) for name, found in rounds.items()}


class Match(NamedTuple):
    """What came of one map."""

    peer: str  # who the program is
    left_out: int  # queries
    said: dict[str, Answers]

    def ratio(self, column: Column) -> float:
        """The sum over the queries, the program's being 1."""
        title, part = column
        return float(getattr(self.said[title], part).sum() / self.said[PEER].whole.sum())

    def mean_time(self, side: str) -> str:
        """Of a query, as a whole."""
        return harness.duration(float(self.said[side].whole.mean()) / 1e9)


def match(program: str, path: Path) -> Match:
    """All sides on one map; refused if lengths are not what they have to be."""
    level, queries, left_out = corners(path)
    sides: dict[str, Side] = {title: partial(ours, prepared(spec, level)) for title, spec in CONTENDERS.items()}
    with Peer(program, path) as peer:
        said = in_turn({PEER: peer.answer, **sides}, queries)
    longer = {title: said[title].length / said[PEER].length - 1 for title in CONTENDERS}
    wrong = np.flatnonzero(np.abs(longer[BEST]) > SAME)
    assert not len(wrong), (path.stem, queries[wrong[0]], longer[BEST][wrong[0]])
    assert all((found > -SAME).all() for found in longer.values()), path.stem
    return Match(peer.name, left_out, said)


def mean(ratios: Sequence[float]) -> float:
    """Geometric."""
    return float(np.exp(np.mean(np.log(ratios))))


def row(name: str, found: Match) -> list[object]:
    """One map in figures."""
    count = len(found.said[PEER].length)
    return [name, count, found.mean_time(PEER), found.mean_time(BEST), *(f"{found.ratio(c):.2f}" for c in COLUMNS)]


def report(found: dict[str, Match]) -> str:
    """What was asked, the table, and which bars are met."""
    counted = [each for name, each in found.items() if name not in NOT_IN_MEAN]
    means = {column: mean([each.ratio(column) for each in counted]) for column in COLUMNS}
    rows = [row(name, each) for name, each in found.items()]
    rows.append([f"geometric mean of {len(counted)}", "", "", "", *(f"{means[c]:.2f}" for c in COLUMNS)])
    titles = ["map", "queries", "theirs", BEST, *(f"{title}, {WHAT[part]}" for title, part in COLUMNS)]
    bars = [f"- {t}, {WHAT[p]}: {means[t, p]:.2f} (wanted: {most:g})" for (t, p), most in WANTED.items()]
    worst = max(each.ratio((BEST, "stages")) for each in counted)
    bars.append(f"- {BEST}, stages, on the worst map: {worst:.2f} (wanted: {WORST:g})")
    return "\n\n".join([told(list(found.values())), harness.table(titles, rows), "\n".join(bars)])


def told(found: Sequence[Match]) -> str:
    """What the table says, in words."""
    left_out = sum(each.left_out for each in found)
    return (
        f"{found[0].peer} = 1. The {LONGEST} longest queries of each map, from cell corner to cell corner ({left_out} "
        f"left out: at corners between two diagonal walls); CPU time, medians of {ROUNDS} rounds in turn. Stages: "
        f"finding the ends and searching; plan(): all that a script waits for. All lengths of {BEST} are the program's."
    )


def main() -> None:
    """The maps named, or all."""
    program = os.environ.get("ANY_ANGLE", "")
    if not program:
        sys.exit("ANY_ANGLE is not set")
    found, missing = {}, []
    for name in sys.argv[1:] or MAPS:
        path = next(movingai().rglob(f"{name}.map"), None)
        if path is None:
            missing.append(name)
            continue
        found[name] = match(program, path)
        print(*row(name, found[name]), flush=True)
    absent = f"\n\nNot there: {', '.join(missing)}." if missing else ""
    harness.section("Mesh planners beside another program", report(found) + absent)
    harness.section("Mesh planners: tried in vain", TRIED)


if __name__ == "__main__":
    main()
