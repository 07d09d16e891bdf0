"""Kernels that come with the package: `python -m benchmarks.prebuilt [FOLDER [ROUNDS]]`.

FOLDER is one that `warm --into FOLDER` has filled; without one, that is done first. Then: how large the file is, and
how long it takes to load every kernel from it; fresh windows with an empty cache, with and without it, until what is
awaited is there; and the speed of code for x86-64-v3 against code for this processor, in two processes that take turns.
They must give the same answers, and the one with the file must have compiled nothing.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from statistics import median
from typing import Any

from benchmarks.cold import CASES, opened
from benchmarks.harness import section, table

ROOT = Path(__file__).parents[1]
PLANNERS = ("astar", "jps", "hpa", "theta", "polyanya", "tra")
ENGINES = (("alphabeta", "connect-four", 11), ("pvs", "othello", 8), ("mcts", "othello", 0))
AGAIN = 20  # queries a round


def works() -> dict[str, Callable[[], Any]]:
    """What is timed: each gives an answer that does not depend on the processor."""
    import sandbox

    level = sandbox.load("levels/caves.json")
    query = sandbox.Query(start=(7.5, 3.5), goal=(254.5, 250.5))
    found: dict[str, Callable[[], Any]] = {}
    for key in PLANNERS:
        planner = sandbox.planners[key].create()
        prepared = planner.prepare(level)
        found[f"{key}, {AGAIN} queries"] = lambda ready=prepared: [
            ready.plan(query, sandbox.Limits()).cost for _ in range(AGAIN)
        ][-1]
    for key, board, depth in ENGINES:
        found[f"{key}, {board}"] = lambda key=key, board=board, depth=depth: searched(key, board, depth)
    return found


def searched(key: str, board: str, depth: int) -> list[Any]:
    """The best move after a search of a set size, and how many nodes that took."""
    import sandbox

    game, report = sandbox.board_games[board].create(), sandbox.SearchReport()
    limits = sandbox.SearchLimits(depth=depth) if depth else sandbox.SearchLimits(nodes=20_000)
    result = sandbox.engines[key].create().search(game, game.face().parse("-"), limits, report)
    return [result.best, result.report.nodes]


def take_turns() -> None:
    """What a child does: a line comes in, everything is done once, and told with its processor's seconds."""
    from sandbox.kernels.jit import compiled, prebuilt

    ready = works()
    for work in ready.values():
        work()
    for _ in sys.stdin:
        told = {}
        for name, work in ready.items():
            began = time.process_time()
            answer = work()
            told[name] = [time.process_time() - began, answer]
        print(json.dumps({"works": told, "compiled": compiled(), "prebuilt": prebuilt()}), flush=True)


def child(cache: str, store: str) -> subprocess.Popen[str]:
    """A process that takes kernels from a store, or with "0" compiles them."""
    settings = os.environ | {"NUMBA_CACHE_DIR": cache, "SANDBOX_PREBUILT": store}
    command = [sys.executable, "-m", "benchmarks.prebuilt", "turns"]
    pipe = subprocess.PIPE
    return subprocess.Popen(command, cwd=ROOT, env=settings, stdin=pipe, stdout=pipe, encoding="utf-8")


def turn(process: subprocess.Popen[str]) -> dict[str, Any]:
    """Have a child do everything once."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write("go\n")
    process.stdin.flush()
    told: dict[str, Any] = json.loads(process.stdout.readline())
    return told


def speeds(store: str, rounds: int) -> str:
    """Code for the level against code for this processor: the least of all rounds, and the median of their ratios."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        for_all, native = child(f"{folder}/a", store), child(f"{folder}/b", "0")
        with for_all, native:
            pairs = [(turn(for_all), turn(native)) for _ in range(rounds)]
    first = pairs[0][0]
    assert (first["compiled"], pairs[0][1]["prebuilt"]) == (0, 0), "kernels of the one in the other's process"
    assert first["prebuilt"] > 0
    rows = []
    for name in first["works"]:
        both = [(a["works"][name], b["works"][name]) for a, b in pairs]
        assert all(a[1] == b[1] for a, b in both), f"{name}: another answer"
        one, other = min(a[0] for a, _ in both), min(b[0] for _, b in both)
        middle = median(a[0] / b[0] for a, b in both)
        rows.append((name, f"{1000 * other:.1f}", f"{1000 * one:.1f}", f"{one / other:.2f}", f"{middle:.2f}"))
    return table(["", "native, CPU ms", "x86-64-v3", "ratio of the least", "median of ratios"], rows)


def firsts(store: str, rounds: int) -> str:
    """What a person waits for first, with an empty cache: on the wall, and the processor's seconds of the warm-ups."""
    rows = []
    for title, first, words in CASES:
        runs = [(opened(words, SANDBOX_PREBUILT=store), opened(words, SANDBOX_PREBUILT="0")) for _ in range(rounds)]
        assert not any(with_it["compiled"] for with_it, _ in runs)
        seconds = [f"{median(said[i][f'{first}_ms'] for said in runs) / 1000:.2f}" for i in (0, 1)]
        kernels = [f"{median(said[i][name] for said in runs):.0f}" for i, name in ((0, "prebuilt"), (1, "compiled"))]
        rows.append((title, seconds[0], kernels[0], seconds[1], kernels[1]))
    return table(
        ["awaited first", "with it, s", "kernels taken", "without, s", "kernels compiled by the last path"], rows
    )


def size(store: str) -> str:
    """How large the file is, and what loading every kernel takes."""
    from sandbox.kernels.compiling import prebuilt

    held = prebuilt.Store(Path(store) / prebuilt.file_name())
    began = time.process_time()
    whole = sum(len(held.content(name)) for name in held._places)
    spent = time.process_time() - began
    packed = held.file.stat().st_size
    loading = warmed(store)
    return (
        f"{len(held)} kernels: {whole / 1e6:.1f} MB, packed {packed / 1e6:.1f} MB, unpacked in {spent:.2f} CPU s; "
        f"all warm-ups with their {loading['prebuilt']} loaded take {loading['cpu']:.1f} CPU s."
    )


def warmed(store: str) -> dict[str, Any]:
    """What every warm-up takes with an empty cache of the user's."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        settings = os.environ | {"NUMBA_CACHE_DIR": folder, "SANDBOX_PREBUILT": store}
        command = [sys.executable, "-m", "sandbox.kernels", "warm", "--json", "--force"]
        out = subprocess.run(command, cwd=ROOT, env=settings, capture_output=True, encoding="utf-8", check=True).stdout
    lines = [json.loads(line) for line in out.splitlines()]
    return lines[-1] | {"cpu": sum(line.get("cpu", 0.0) for line in lines)}


def main() -> None:
    """Measure and write the section."""
    if sys.argv[1:] == ["turns"]:
        take_turns()
        return
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    with tempfile.TemporaryDirectory() as made:
        store = str(Path(sys.argv[1]).resolve()) if len(sys.argv) > 1 else made
        if store == made:
            command = [sys.executable, "-m", "sandbox.kernels", "warm", "--into", made]
            subprocess.run(command, cwd=ROOT, check=True)
        parts = [size(store), firsts(store, rounds), speeds(store, 5 * rounds)]
    words = f"Seconds on the wall after the first frame, medians of {rounds}; speeds from {5 * rounds} rounds in turn."
    section("Cold start: kernels that come along", "\n\n".join([*parts, words]))


if __name__ == "__main__":
    main()
