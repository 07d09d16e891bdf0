"""Exact solvers: `python -m benchmarks.solvers [--quick]`.

Connect Four's node counts, with an empty table for each position, beside the bars they must keep to; then the same
with each idea switched off, and with each driver. Positions come from POSITIONS_DIR, and every value is asserted.
BitBully, if it is installed, is timed in turn. Othello's endings likewise: node counts, the endgame suite beside its
bar, each idea off; morris with and without its table of endings. Last, how soon a long solve stops. `--quick` leaves
out what takes more than a minute.
"""

from __future__ import annotations

import os
import random
import sys
import threading
import time
from collections.abc import Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import duration, interleaved, ratio, section, table
from sandbox.games.api import games
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving import drivers
from sandbox.gametree.solving.api import solvers
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.session import Wish

SETS = (  # name, positions taken (0: all), mean nodes at most
    ("L3_R1", 0, 40),
    ("L2_R1", 0, 280),
    ("L1_R1", 0, 1_600),
    ("L2_R2", 0, 32_000),
    ("L1_R2", 100, 650_000),
    ("L1_R3", 20, 13_000_000),
)
EMPTY_BOARD = (1, 380_000_000)  # its value, and nodes at most
ABLATED = ("L1_R1", "L2_R2")
SLOW = ("L1_R3",)
ENDINGS = ("exact_14", "exact_16", "exact_18", "exact_20")
WHOLE_GAMES = 60  # in turn as the first and as the second
SUITE = ("ffo_40_49", 5, 110_000_000)  # 40-44 of the FFO suite: nodes at most, in all
ENDINGS_ABLATED, FIRST = "exact_20", 5
STOPS = 20
DRIVERS = {"bisection": drivers.BISECTION, "sign first": drivers.SIGN_FIRST, "MTD(f)": drivers.MTDF}
BITBULLY = ("L1_R1", "L2_R2", "L1_R2")

Case = tuple[Any, int]


def cases(name: str, number: int) -> list[Case]:
    """Positions and their values; none without POSITIONS_DIR."""
    folder = os.environ.get("POSITIONS_DIR")
    if not folder:
        return []
    face = games["connect-four"].create().face()
    lines = (Path(folder) / "connect_four" / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return [(face.parse(text), int(value)) for text, value in rows[: number or None]]


def solved(batch: BatchSolver, of: Sequence[Case], where: str) -> tuple[float, float]:
    """Mean nodes and mean CPU seconds; every value is as it should be."""
    began = time.thread_time()
    values, nodes = batch.solve(position for position, _ in of)
    seconds = time.thread_time() - began
    wrong = [(str(p), int(v), expected) for (p, expected), v in zip(of, values, strict=True) if v != expected]
    assert not wrong, f"{where}: {wrong[:3]}"
    return float(np.mean(nodes)), seconds / len(of)


def usual(**changes: Any) -> Wish:
    """Connect Four's solver as it is meant to be used, but for some things."""
    return replace(Wish(solvers["connect-four"].create()), **changes)


def node_counts(*, quick: bool) -> list[str]:
    """Mean nodes beside the bars."""
    rows = []
    for name, number, bar in SETS:
        found = [] if quick and name in SLOW else cases(name, number)
        if found:
            batch = BatchSolver(usual())
            batch.solve([found[0][0]])  # compiled
            nodes, seconds = solved(batch, found, name)
            assert nodes <= bar, f"{name}: {nodes:,.0f} nodes, more than {bar:,}"
            rows.append([name, len(found), f"{nodes:,.0f}", f"{bar:,}", duration(seconds)])
    if not quick:
        rows.append(empty_board())
    return [table(["Connect Four", "positions", "mean nodes", "at most", "mean CPU time"], rows)]


def empty_board() -> list[object]:
    """The whole game."""
    start = games["connect-four"].create().face().start()
    nodes, seconds = solved(BatchSolver(usual(driver=drivers.SIGN_FIRST)), [(start, EMPTY_BOARD[0])], "empty board")
    assert nodes <= EMPTY_BOARD[1], f"empty board: {nodes:,.0f} nodes"
    return ["empty board, sign first", 1, f"{nodes:,.0f}", f"{EMPTY_BOARD[1]:,}", duration(seconds)]


def ablation() -> list[str]:
    """What each idea is worth in nodes, and each driver."""
    sets = {name: cases(name, 0) for name in ABLATED}
    if not all(sets.values()):
        return ["POSITIONS_DIR is not set: ideas were not compared."]
    ideas = solvers["connect-four"].create()
    wishes = {"all ideas": usual()}
    for one in fields(ideas):  # type: ignore[arg-type]
        if getattr(ideas, one.name) is True:
            wishes[f"without {one.name}"] = usual(ideas=replace(ideas, **{one.name: False}))  # type: ignore[type-var]
    wishes |= {name: usual(driver=driver) for name, driver in DRIVERS.items() if driver != drivers.BISECTION}
    rows = []
    for name, wish in wishes.items():
        counts = [solved(BatchSolver(wish), sets[of][:50], f"{of}, {name}")[0] for of in ABLATED]
        rows.append([name, *(f"{n:,.0f}" for n in counts)])
    return ["The first 50 of each set, one idea off at a time:", "", table(["mean nodes", *ABLATED], rows)]


def alone(peer: Any, board: Any) -> tuple[int, float]:
    """BitBully's score and its CPU seconds, with an empty table as ours: else it knows the last round's answer."""
    peer.reset_transposition_table()
    began = time.thread_time()
    score = int(peer.mtdf(board))
    return score, time.thread_time() - began


def beside_bitbully() -> list[str]:
    """Times in turn, without its book."""
    try:
        import bitbully
    except ImportError:
        return ["BitBully is not installed: not compared."]
    peer, rows = bitbully.BitBully(opening_book=None), []
    for name in BITBULLY:
        found = cases(name, 100)[:20] if name == "L1_R2" else cases(name, 100)
        boards = [bitbully.Board([int(c) - 1 for c in position.played]) for position, _ in found]
        batch, positions = BatchSolver(usual()), [position for position, _ in found]

        def theirs(boards: list[Any] = boards, found: list[Case] = found) -> float:
            told = [alone(peer, board) for board in boards]
            assert [score for score, _ in told] == [value for _, value in found]
            return sum(spent for _, spent in told)

        def ours(batch: BatchSolver = batch, positions: list[Any] = positions) -> float:
            began = time.thread_time()
            batch.solve(positions)
            return time.thread_time() - began

        times = interleaved({"BitBully": theirs, "ours": ours}, rounds=3, own_clock=True)
        mean = [duration(times[who].median / len(found)) for who in ("BitBully", "ours")]
        rows.append([name, len(found), *mean, f"{ratio(times['BitBully'], times['ours']):.1f}×"])
    return [table(["mean CPU time", "positions", "BitBully, no book", "ours", "faster by"], rows)]


def endings(name: str, number: int = 0) -> list[Case]:
    """Othello positions and their values; none without POSITIONS_DIR."""
    folder = os.environ.get("POSITIONS_DIR")
    if not folder:
        return []
    face, found = games["othello"].create().face(), []
    lines = (Path(folder) / "othello" / f"{name}.txt").read_text(encoding="utf-8").split("\n")
    for line in lines:
        if line and not line.startswith("#"):
            *_, board, side, value, _best = line.partition("|")[0].split()
            found.append((face.parse(board + side), int(value)))
    return found[: number or None]


def of_othello(**ideas: Any) -> BatchSolver:
    """Othello's solver, but for some ideas; compiled."""
    batch = BatchSolver(Wish(solvers["othello"].create(ideas)))
    batch.solve([games["othello"].create().face().start()], Limits(nodes=1000))
    return batch


def othello(*, quick: bool) -> list[str]:
    """Node counts of endings, the suite, and each idea off."""
    sets = {name: endings(name) for name in ENDINGS}
    if not all(sets.values()):
        return ["POSITIONS_DIR is not set: Othello's endings were not solved."]
    rows: list[list[object]] = []
    for name, found in sets.items():
        nodes, seconds = solved(of_othello(), found, name)
        rows.append([f"{name[-2:]} empty", len(found), f"{nodes:,.0f}", "", duration(seconds)])
    if not quick:
        name, number, bar = SUITE
        nodes, seconds = solved(of_othello(), endings(name, number), name)
        assert nodes * number <= bar, f"{name}: {nodes * number:,.0f} nodes, more than {bar:,}"
        rows.append(["FFO 40-44", number, f"{nodes:,.0f}", f"{bar // number:,}", duration(seconds)])
    counts = [table(["Othello", "positions", "mean nodes", "at most", "mean CPU time"], rows)]
    ideas = solvers["othello"].create()
    off = [f.name for f in fields(ideas) if getattr(ideas, f.name) is True]  # type: ignore[arg-type]
    alone = {"all ideas": of_othello()} | {f"without {name}": of_othello(**{name: False}) for name in off}
    some = sets[ENDINGS_ABLATED][:FIRST]
    each = [[name, f"{solved(batch, some, name)[0]:,.0f}"] for name, batch in alone.items()]
    return [
        *counts,
        "",
        "The first five with 20 empty squares, one idea off at a time:",
        "",
        table(["", "nodes"], each),
    ]


def known_endings() -> list[str]:
    """Three men's morris with and without its table: nodes to a proven first move, or to a depth."""
    game = games["morris"].create()
    start, rows = game.face().start(), []
    for key in ("alphabeta", "pvs", "mtdf"):
        found = [
            engines[key].create({"endings_table": on}).search(game, start, Limits(depth=9), SearchReport())
            for on in (False, True)
        ]
        assert [result.value for result in found] == [1, 1]
        rows.append([engines[key].title, *(f"{result.report.nodes:,}" for result in found)])
    return [table(["Three men's morris, proven to be won", "nodes", "with its table of endings"], rows)]


def stopping() -> list[str]:
    """From raising the flag of a solve of the empty board to its answer."""
    game, waits = games["connect-four"].create(), []
    engine = engines["solver"].create({"book": False})
    engine.search(game, game.face().start(), Limits(nodes=1000), SearchReport())
    for number in range(STOPS):
        limits, raised = Limits(), [0.0]

        def stop(limits: Limits = limits, raised: list[float] = raised) -> None:
            raised[0], limits.stop[0] = time.perf_counter(), 1

        timer = threading.Timer(0.2 + 0.01 * number, stop)
        timer.start()
        found = engine.search(game, game.face().start(), limits, SearchReport())
        waits.append(time.perf_counter() - raised[0])
        assert not found.exact
        assert found.best
    middle, longest = sorted(waits)[STOPS // 2], max(waits)
    often = f"(median of {STOPS}; {duration(longest)} at most)"
    return [f"A solve of the empty board stops {duration(middle)} after it is told to {often}."]


def perfect_play() -> list[str]:
    """From the empty board, either side by the solver and its book, the other anything: how long an answer takes."""
    game, waits, draw = games["connect-four"].create(), [], random.Random(5)
    face = game.face()
    for number in range(WHOLE_GAMES):
        engine, report = engines["solver"].create({"keep_table": True}), SearchReport()
        position, turn = face.start(), 0
        while moves := face.moves(position):
            move = draw.choice(list(moves))
            if turn % 2 == number % 2:
                began = time.perf_counter()
                found = engine.search(game, position, Limits(), report)
                waits.append(time.perf_counter() - began)
                assert found.exact
                move = found.best
            position, turn = face.play(position, move), turn + 1
    often = f"{duration(sorted(waits)[len(waits) // 2])} (median), at most {duration(max(waits))}"
    return [
        f"Perfect play from the empty board against any reply, {WHOLE_GAMES} games as either side: answers in {often}."
    ]


def main() -> None:
    """Counts, ideas, times."""
    quick = "--quick" in sys.argv
    parts = ["\n".join(node_counts(quick=quick)), "\n".join(ablation()), "\n".join(beside_bitbully())]
    parts += ["\n".join(othello(quick=quick)), "\n".join(known_endings()), "\n".join(stopping())]
    parts += ["\n".join(perfect_play())]
    section("Exact solvers", "\n\n".join(parts))


if __name__ == "__main__":
    main()
