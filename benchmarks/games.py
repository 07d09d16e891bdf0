"""Move generation and counting: `python -m benchmarks.games`.

Asserts the published counts (all of them with POSITIONS_DIR set) before it times anything. Compared with the
faces' rules in plain Python, and with rust_reversi driven from Python if it is installed (requirements.txt).
"""

from __future__ import annotations

import os
import time
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.harness import duration, interleaved, section, table
from sandbox.games.api import games
from sandbox.games.two_words.complexity import plies
from sandbox.games.two_words.perft import perft
from sandbox.games.two_words.rules import ZERO, evaluate, moves, play, work_array
from sandbox.gametree.evaluation import those_for
from sandbox.kernels.bits import lowest
from sandbox.kernels.jit import kernel, specialise

OTHELLO_11 = 212_258_800
CONNECT_FOUR_9 = 39_394_572


def counted(key: str, depth: int) -> int:
    """Perft from the start, by the game's own convention."""
    entry = games[key]
    game = entry.create()
    return perft(game, game.face().start(), depth, finished=entry.info["finished_leaves"])


def plainly(face: Any, position: Any, depth: int) -> int:
    """The same in plain Python, for short distances."""
    legal = face.moves(position)
    if depth == 1 or not legal:
        return max(1, len(legal))
    return sum(plainly(face, face.play(position, m), depth - 1) for m in legal)


def check_published() -> str:
    """Every count of the positions folder that takes seconds."""
    folder = os.environ.get("POSITIONS_DIR")
    if not folder:
        return "POSITIONS_DIR is not set: only the counts in this script were compared."
    perfts = _table_of(Path(folder) / "othello/perft.txt")
    for depth, nodes in perfts[:11]:
        assert counted("othello", depth) == nodes, f"Othello perft {depth}"
    rows = _table_of(Path(folder) / "connect_four/counts.txt")
    paths = [(d, n) for d, n, *_ in rows[:11]]
    for depth, nodes in paths:
        assert counted("connect-four", depth) == nodes, f"Connect Four paths {depth}"
    game = games["connect-four"].create()
    states = [p.states for p in plies(game, game.face().start(), 10, loopy=False)]
    assert states == [unique for _, _, unique in rows[:11]], "Connect Four states"
    return "Equal to the published counts: Othello perft 1–11, Connect Four paths and distinct positions to ply 10."


def _table_of(path: Path) -> list[tuple[int, ...]]:
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line and line[0] != "#"]
    return [tuple(int(word) if word.isdigit() else -1 for word in line) for line in lines]


def tic_tac_toe() -> str:
    """The complete game."""
    game = games["tic-tac-toe"].create()
    found = list(plies(game, game.face().start(), None, loopy=False))
    names = ("states", "up_to_symmetry", "games", "games_up_to_symmetry")
    sums = [sum(getattr(p, n) for p in found) for n in names]
    assert sums == [5478, 765, 255_168, 26_830]
    return "Tic-tac-toe: {:,} states ({:,} up to symmetry), {:,} games ({:,} up to symmetry).".format(*sums)


def perft_table() -> str:
    """Bulk counting, in turn with the plain rules at a depth they can reach."""
    face: Any = games["othello"].create().face()
    alternatives = {
        "Othello, depth 11": lambda: counted("othello", 11),
        "Connect Four, depth 9": lambda: counted("connect-four", 9),
        "Othello in plain Python, depth 4": lambda: plainly(face, face.start(), 4),
    }
    wanted = {
        "Othello, depth 11": OTHELLO_11,
        "Connect Four, depth 9": CONNECT_FOUR_9,
        "Othello in plain Python, depth 4": 244,
    }
    peer = rust_reversi_count()
    if peer is not None:
        alternatives["rust_reversi from Python, depth 6"] = peer
        wanted["rust_reversi from Python, depth 6"] = 8200
    for name, run in alternatives.items():
        assert run() == wanted[name], name
    timed = interleaved(alternatives, rounds=5, warm_up=False)
    rows = [(n, f"{wanted[n]:,}", t, f"{wanted[n] / t.median / 1e6:,.2f}") for n, t in timed.items()]
    return table(["perft", "leaves", "time (middle half)", "million leaves/s"], rows)


def rust_reversi_count() -> Any:
    """Perft 6 on rust_reversi's boards, or None without it."""
    try:
        import rust_reversi
    except ImportError:
        return None

    def count(board: Any, depth: int) -> int:
        if depth == 0 or board.is_game_over():
            return 1
        if board.is_pass():
            board.do_pass()
            return count(board, depth - 1)
        children = board.get_child_boards()
        return len(children) if depth == 1 else sum(count(c, depth - 1) for c in children)

    return lambda: count(rust_reversi.Board(), 6)


@kernel(signature="int64(uint64, uint64, int64, uint64[::1])")
def judged(a: np.uint64, b: np.uint64, depth: int, data: Any) -> int:
    """Evaluate every leaf of the full tree; how many there were."""
    legal = moves(a, b, data)
    if legal == ZERO:
        return 0
    if depth == 0:
        return 1 + (evaluate(a, b, data) >> 62 & 2)  # the sign bit, so that the estimate is not optimised away
    total = 0
    while legal != ZERO:
        move = lowest(legal)
        legal ^= move
        next_a, next_b = play(a, b, move, data)
        total += judged(next_a, next_b, depth - 1, data)
    return total


def evaluation_table() -> str:
    """What an estimate costs: full trees with it, less full trees without knowledge."""
    rows = []
    for key, depth, leaves in (("othello", 8, 390_216), ("connect-four", 7, 823_536)):
        game = games[key].create()
        entries = those_for(key)
        runs = {entry.key: partial(_judge, game, entry.create(), depth) for entry in entries}
        timed = interleaved(runs, rounds=7)
        base = timed["nothing"].best
        rows += [
            (key, n, duration(t.best / leaves), duration(max(0.0, t.best - base) / leaves)) for n, t in timed.items()
        ]
    return table(["game", "evaluation", "leaf with its moves", "of it the estimate"], rows)


def _judge(game: Any, evaluation: Any, depth: int) -> int:
    run = specialise(judged, evaluate=evaluation.kernel(), **game.kernels().of("moves", "play"))
    a, b = (np.uint64(w) for w in game.face().start().words)
    return int(run(a, b, depth, work_array(game.data(), evaluation.weights())))


def main() -> None:
    """One section."""
    began = time.perf_counter()
    parts = [check_published(), tic_tac_toe(), perft_table(), evaluation_table()]
    section("Games", "\n\n".join(parts))
    print(f"{time.perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
