"""Game engines: `python -m benchmarks.engines [--matches]`.

Speeds of alpha-beta and MCTS beside their PyPI peers (whatever of requirements.txt is installed), the cost of
recording a tree, exact play on positions solved by others (POSITIONS_DIR), and how often MCTS keeps the value of
critical positions. Every answer is asserted before a time is told. `--matches` plays the long matches instead.
"""

from __future__ import annotations

import itertools
import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import Timing, duration, interleaved, ratio, section, table
from sandbox.bench import match
from sandbox.games.api import games
from sandbox.gametree import work
from sandbox.gametree.api import Limits, Result, Status, engines
from sandbox.gametree.options import WindowOptions
from sandbox.gametree.play import exact
from sandbox.gametree.recorder import TreeRecording
from sandbox.gametree.report import SearchReport
from sandbox.gametree.watch import UNLIMITED
from sandbox.gametree.windowed import search as windowed
from sandbox.gametree.windowed.session import Session, Settings

BOARDS = ("connect-four", "othello")
JUDGED = {"connect-four": ("best", 11), "othello": ("best", 10)}  # evaluation, depth
UNJUDGED = {"connect-four": ("nothing", 14), "othello": ("nothing", 14)}  # the search alone: leaves count as even
PLAIN: dict[str, Any] = {"deepening": False, "killers": False, "history": False, "table_move": False, "static": False}
SIMULATIONS = 50_000


def searched(
    key: str,
    engine: str,
    limits: Limits,
    position: str = "-",
    recording: TreeRecording | None = None,
    report: SearchReport | None = None,
    **options: Any,
) -> Result:
    """One search from a position."""
    game = games[key].create()
    position_of = game.face().parse(position)
    return engines[engine].create(options).search(game, position_of, limits, report or SearchReport(), recording)


# Alpha-beta.


def alphabeta_speed() -> list[str]:
    """Nodes per second of plain alpha-beta with a table and of all options, and how many times easyAI's that is."""
    kinds: dict[str, dict[str, Any]] = {"no table": PLAIN | {"table": "off"}, "+ table": PLAIN, "+ all orderings": {}}
    speeds: dict[tuple[str, str, str], list[object]] = {}
    for key in BOARDS:
        values = {searched(key, "alphabeta", Limits(depth=7), **options).value for options in kinds.values()}
        assert len(values) == 1, f"{key}: {values}"
        for judge, depth in (JUDGED[key], UNJUDGED[key]):
            for kind, options in kinds.items():
                if (judge, kind) != ("nothing", "no table"):
                    speeds[key, kind, judge] = _speed(key, depth, options | {"evaluation": judge})
    rows = [[key, f"alpha-beta {kind}, judged by {judge}", *found] for (key, kind, judge), found in speeds.items()]
    easy = _easy_ai()
    if easy:
        rows.append(["connect-four", "easyAI Negamax", *easy])
        for row in rows:
            row.append(f"{float(str(row[-1])) / float(str(easy[-1])):,.0f}×")
    return [table(["game", "what", "depth", "nodes", "CPU time", "million nodes/s", "of easyAI"], rows)]


def _speed(key: str, depth: int, options: dict[str, Any]) -> list[object]:
    """The same report again and again: its memory is touched before the clock starts."""
    report, seconds = SearchReport(), []
    for _ in range(4):
        began = time.thread_time()
        found = searched(key, "alphabeta", Limits(depth=depth), report=report, **options)
        seconds.append(time.thread_time() - began)
    timing, nodes = Timing(tuple(seconds[1:])), found.report.nodes
    return [depth, f"{nodes:,}", duration(timing.median), f"{nodes / timing.best / 1e6:.1f}"]


def _easy_ai() -> list[object]:
    try:
        from benchmarks import peers

        nodes, seconds = peers.easy_ai_connect_four(5)
    except ImportError:
        return []
    return [5, f"{nodes:,}", duration(seconds), f"{nodes / seconds / 1e6:.5f}"]


def stop_latency(rounds: int = 5) -> list[str]:
    """How long after the stop flag is raised, in the midst of a search, the answer is there."""
    rows = []
    for entry in engines:
        late = [_late(key, entry.key) for key in BOARDS for _ in range(rounds)]
        if seen := [x for x in late if x is not None]:
            rows.append([entry.key, duration(float(np.median(seen))), duration(max(seen))])
    return ["From the stop flag to the answer:", "", table(["engine", "median", "longest"], rows)]


def _late(key: str, engine: str) -> float | None:
    """Seconds from flag to answer; None for an engine that was done before."""
    limits, raised = Limits(depth=30, nodes=10**9), [0.0]

    def stop() -> None:
        raised[0] = time.perf_counter()
        limits.stop[0] = 1

    searched(key, engine, Limits(depth=2, nodes=50))  # compiled
    timer = threading.Timer(0.1, stop)
    timer.start()
    found = searched(key, engine, limits)
    answered = time.perf_counter()
    timer.cancel()
    return answered - raised[0] if found.status is Status.CANCELLED else None


def recording_cost(rounds: int = 15) -> list[str]:
    """CPU nanoseconds a node that the recorder adds: the best recorded search against the best clean one, in turn."""
    rows = []
    for key, depth in (("connect-four", 9), ("othello", 10)):
        recording, reports = TreeRecording(capacity=2_000_000), (SearchReport(), SearchReport())
        runs = [
            (_in_kernel(key, depth, reports[0]), _in_kernel(key, depth, reports[1], recording)) for _ in range(rounds)
        ]
        assert {clean[1:] for clean, _ in runs} == {told[1:] for _, told in runs}
        nodes = runs[0][0][1]
        clean, told = (min(run[side][0] for run in runs) / nodes * 1e9 for side in (0, 1))
        rows.append([key, f"{nodes:,}", f"{clean:.1f} ns", f"{told:.1f} ns", f"{told - clean:.1f} ns"])
    columns = ["game", "nodes", "clean, a node", "recorded", "so recording costs"]
    return [f"Recording a tree, best CPU time of {rounds} searches each, in turn:", "", table(columns, rows)]


def _in_kernel(
    key: str, depth: int, report: SearchReport, recording: TreeRecording | None = None
) -> tuple[float, int, int]:
    """CPU seconds of plain alpha-beta's kernel alone, its nodes and value: nothing is unpacked or told."""
    game, options = games[key].create(), WindowOptions(**PLAIN | {"table": "off"})
    settings = Settings(windowed.search, options.words(), options.layout())
    session = Session(game, game.face().start(), Limits(), report, recording, settings)
    session.words[work.LIMIT] = UNLIMITED
    began = time.thread_time()
    value = session.window(depth)
    return time.thread_time() - began, int(session.words[work.NODES]), value


# Monte Carlo.


def mcts_speed() -> list[str]:
    """Simulations per second beside OpenSpiel's C++ and rust_reversi."""
    runs: dict[str, Callable[[], object]] = {}
    for key in BOARDS:
        runs[f"{key}: ours"] = partial(searched, key, "mcts", Limits(nodes=SIMULATIONS), rollouts="random")
    counts = dict.fromkeys(runs, SIMULATIONS)
    for name, count, run in _mcts_peers():
        runs[name], counts[name] = run, count
    timings = {name: t.per(counts[name]) for name, t in interleaved(runs, rounds=3).items()}
    rows = []
    for name, timing in timings.items():
        ours = timings[name.split(":")[0] + ": ours"]
        rows.append([name, duration(timing.median), f"{1 / timing.median:,.0f}", f"{ratio(timing, ours):.1f}×"])
    return [table(["Monte Carlo tree search", "a simulation", "simulations/s", "ours is faster by"], rows)]


def _mcts_peers() -> list[tuple[str, int, Callable[[], object]]]:
    try:
        from benchmarks import peers
    except ImportError:
        return []
    return peers.mcts()


# Strength and exactness, on positions solved by others.


def lines_of(name: str, number: int) -> list[list[str]]:
    """Words of evenly chosen lines of a file of the positions folder; none without the folder."""
    folder = os.environ.get("POSITIONS_DIR")
    if not folder:
        return []
    lines = [
        line.split()
        for line in (Path(folder) / name).read_text(encoding="utf-8").splitlines()
        if line and line[0] != "#"
    ]
    return lines[:: max(1, len(lines) // number)][:number]


def exact_play() -> list[str]:
    """Mean CPU time and nodes of exact play, every value compared."""
    rows = []
    for name, number in (("L3_R1", 200), ("L2_R1", 100), ("L2_R2", 10)):
        cases = [(words[0], int(words[1])) for words in lines_of(f"connect_four/{name}.txt", number)]
        rows += _solved("connect-four", name, cases)
    for empties, number in ((10, 50), (12, 10), (14, 3)):
        cases = [(" ".join(words[:2]), int(words[2])) for words in lines_of(f"othello/exact_{empties}.txt", number)]
        rows += _solved("othello", f"{empties} empties", cases)
    if not rows:
        return ["POSITIONS_DIR is not set: exact play was not measured."]
    return [table(["exact play", "positions", "mean CPU time", "mean nodes", "million nodes/s"], rows)]


def _solved(key: str, name: str, cases: Sequence[tuple[str, int]]) -> list[list[object]]:
    if not cases:
        return []
    game, report = games[key].create(), SearchReport()
    found, began = [], time.thread_time()
    for position, value in cases:
        found.append(exact.solve(game, game.face().parse(position), Limits(), report))
        assert (found[-1].value, found[-1].exact) == (value, True), f"{key} {position}: {found[-1].value}, not {value}"
    seconds, nodes = time.thread_time() - began, sum(f.report.nodes for f in found)
    mean = [duration(seconds / len(found)), f"{nodes / len(found):,.0f}", f"{nodes / seconds / 1e6:.1f}"]
    return [[f"{key} {name}", len(found), *mean]]


def critical_positions(number: int = 100) -> list[str]:
    """How often MCTS keeps the win, draw or loss where only some moves do."""
    cases = []
    for text, *scores in lines_of("connect_four/all_moves_L2_R1.txt", 10_000):
        signs = {str(c + 1): np.sign(int(s)) for c, s in enumerate(scores) if int(s) != -1000}
        if len(set(signs.values())) > 1:
            cases.append((text, signs))
    if not cases:
        return []
    rows = []
    for simulations in (100, 1_000, 10_000):
        kept = sum(_keeps(text, signs, simulations) for text, signs in cases[:number])
        rows.append([f"{simulations:,} simulations", f"{kept / len(cases[:number]):.0%}"])
    return [
        f"MCTS keeps the win/draw/loss value on {len(cases[:number])} critical positions:",
        "",
        table(["", "kept"], rows),
    ]


def _keeps(text: str, signs: dict[str, Any], simulations: int) -> bool:
    found = searched("connect-four", "mcts", Limits(nodes=simulations), text)
    return bool(signs[found.best] == max(signs.values()))


# Matches.

BARE = {"deepening": "off", "table": "off", "killers": "off", "history": "off", "table_move": "off", "static": "off"}
UNORDERED = (("table_move", "off"), ("killers", "off"), ("history", "off"), ("static", "off"))


def rungs(key: str, seconds: float) -> dict[str, tuple[str, tuple[tuple[str, str], ...]]]:
    """From minimax to an ordered search; those that do not deepen get the depth the time allows."""
    minimax, alphabeta = deepest(key, "minimax", {}, seconds), deepest(key, "alphabeta", dict(BARE), seconds)
    return {
        f"minimax, depth {minimax}": ("minimax", (("depth", str(minimax)),)),
        f"alpha-beta, depth {alphabeta}": ("alphabeta", (*BARE.items(), ("depth", str(alphabeta)))),
        "+ table and deepening": ("alphabeta", UNORDERED),
        "+ ordering": ("alphabeta", ()),
    }


def deepest(key: str, engine: str, options: dict[str, str], seconds: float) -> int:
    """The greatest depth at which three of four searches in a game's first half end within the time, here and now."""
    game, report = games[key].create(), SearchReport()
    chosen = engines[engine].parse(options)
    texts = [text for plies in (8, 14, 20) for text in match.random_openings(game, 8, plies, seed=2)]
    positions = [game.face().parse(text) for text in texts]
    for depth in itertools.count(2):
        found = [chosen.search(game, p, Limits(depth=depth, seconds=seconds), report).seconds for p in positions]
        if np.quantile(found, 0.75) > 0.8 * seconds:
            return depth - 1
    raise AssertionError("unreachable")


def ladder(number: int = 100, seconds: float = 0.05) -> list[str]:
    """Each step of the way from minimax to an ordered search against the one before."""
    rows = []
    for key, plies in (("connect-four", 4), ("othello", 6)):
        players = {
            name: match.Player(engine, options, seconds) for name, (engine, options) in rungs(key, seconds).items()
        }
        openings = match.random_openings(games[key].create(), number // 2, plies, seed=1)
        for weaker, stronger in itertools.pairwise(players):
            rounds = match.pairings(key, (), (players[stronger], players[weaker]), openings, number)
            score = match.Score.of([g.result for g in match.played(rounds, 1, np.zeros(1, np.uint8))])
            told = f"+{score.wins} ={score.draws} −{score.losses}"
            rows.append([f"{key}: {stronger} – {weaker}", told, f"{score.elo:+.0f} ± {score.elo_error:.0f}"])
            print(*rows[-1], flush=True)
    return [f"{number}-game matches at {seconds * 1000:.0f} ms a move:", "", table(["match", "score", "Elo"], rows)]


def against_rust_reversi(number: int = 50, seconds: float = 0.1) -> list[str]:
    """The strongest level at Othello against rust_reversi."""
    try:
        from benchmarks import peers
    except ImportError:
        return []
    rows = [[name, f"{won:.0%}"] for name, won in peers.othello_matches(number, seconds)]
    return [table([f"strongest ({seconds:g} s a move), {number} games against", "points"], rows)]


def measured(title: str, measures: Sequence[Callable[[], list[str]]]) -> None:
    """Measure, tell as it goes, write the section."""
    parts = []
    for measure in measures:
        parts.append("\n".join(measure()))
        print(parts[-1], flush=True)
    section(title, "\n\n".join(part for part in parts if part))


def main() -> None:
    """Speeds and strength, or the matches."""
    began = time.perf_counter()
    if "--matches" in sys.argv:
        measured("Engine matches", [ladder])
        measured("Othello against rust_reversi", [against_rust_reversi])
    else:
        measured(
            "Game engines",
            [recording_cost, mcts_speed, critical_positions, alphabeta_speed, stop_latency, exact_play],
        )
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
