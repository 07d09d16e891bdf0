"""Our solvers beside the best there are: `python -m benchmarks.solver_peers [SET ...]`.

Both peers are built elsewhere and named by the environment, each with its version: PONS a program that reads a line of
Connect Four moves and answers `score nodes CPU-seconds`, its table emptied before each (P. Pons, GameSolver); EDAX the
program of that name (R. Delorme), started in EDAX_FOLDER, whose `data/eval.dat` holds zero weights. CPU time, in turn;
every value is asserted. Positions come from POSITIONS_DIR. What starting Edax takes is left out.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from benchmarks.harness import duration, section, table
from benchmarks.solvers import Case, cases, endings, of_othello, usual
from sandbox.gametree.solving.batch import BatchSolver

FOURS = {"L3_R1": 0, "L2_R1": 0, "L1_R1": 0, "L2_R2": 100, "L1_R2": 30, "L1_R3": 3}
DISCS = {"exact_14": 0, "exact_16": 0, "exact_18": 0, "exact_20": 0, "ffo_40_49": 5}
TIMES = {"L3_R1": 20, "L2_R1": 10}  # over, in one go, what takes microseconds: else it is the first touch that is timed
ROUNDS = 5
HANDED_OVER = (
    "Ours includes handing an array of positions over, and clearing the table every 255th. "
    "Both solve L3_R1 20 times over in one go, L2_R1 10 times."
)
HASH_BITS = "19"  # of Edax's table: as large as ours is, or larger


def ours(batch: BatchSolver, found: Sequence[Case], where: str) -> float:
    """CPU seconds, every value right."""
    states = np.array([position.words for position, _ in found], np.uint64)
    began = time.thread_time()
    values, _ = batch.solve_states(states)
    spent = time.thread_time() - began
    assert values.tolist() == [value for _, value in found], where
    return spent


def of_pons(program: str, found: Sequence[Case], where: str) -> float:
    """What it says it took, every value right."""
    lines = "".join(f"{position.played}\n" for position, _ in found)
    told = subprocess.run([program], input=lines, capture_output=True, check=True, encoding="utf-8")
    rows = [line.split() for line in told.stdout.splitlines()]
    assert [int(row[0]) for row in rows] == [value for _, value in found], where
    return sum(float(row[2]) for row in rows)


def of_edax(program: str, found: Sequence[Case]) -> float:
    """What the process took."""
    with tempfile.NamedTemporaryFile("w", suffix=".obf", encoding="ascii") as file:
        file.write("".join(f"{position.cells} {position.side};\n" for position, _ in found))
        file.flush()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        words = [program, "-h", HASH_BITS, "-n", "1", "-l", "60", "-q", "-solve", file.name]
        folder = os.environ.get("EDAX_FOLDER") or Path(program).parent
        subprocess.run(words, cwd=folder, check=True, capture_output=True)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def beside_pons(wanted: Sequence[str]) -> list[str]:
    """Connect Four."""
    program = os.environ.get("PONS", "")
    if not program:
        return ["PONS is not set: not compared."]
    rows, batch = [], BatchSolver(usual())
    for name in [name for name in FOURS if name in wanted]:
        found = cases(name, FOURS[name]) * TIMES.get(name, 1)
        ours(batch, found[:1], name)
        times = [(of_pons(program, found, name), ours(batch, found, name)) for _ in range(ROUNDS)]
        theirs, mine = np.min(times, axis=0) / len(found)
        rows.append([name, len(found) // TIMES.get(name, 1), duration(theirs), duration(mine), f"{theirs / mine:.2f}×"])
    return [table(["Connect Four, mean CPU time", "positions", "Pons's C++", "ours", "faster by"], rows), HANDED_OVER]


def beside_edax(wanted: Sequence[str]) -> list[str]:
    """Othello's endings."""
    program = os.environ.get("EDAX", "")
    if not program:
        return ["EDAX is not set: not compared."]
    rows, batch, start = [], of_othello(), min(of_edax(program, ()) for _ in range(ROUNDS))
    for name in [name for name in DISCS if name in wanted]:
        found = endings(name, DISCS[name])
        times = [(of_edax(program, found) - start, ours(batch, found, name)) for _ in range(ROUNDS)]
        theirs, mine = np.min(times, axis=0) / len(found)
        rows.append([name, len(found), duration(theirs), duration(mine), f"{mine / theirs:.2f}"])
    return [table(["Othello, mean CPU time", "positions", "Edax, weights zero", "ours", "ours ÷ Edax's"], rows)]


def main() -> None:
    """Both, in turn."""
    wanted = sys.argv[1:] or [*FOURS, *DISCS]
    section("Exact solvers beside others", "\n\n".join([*beside_pons(wanted), *beside_edax(wanted)]))


if __name__ == "__main__":
    main()
