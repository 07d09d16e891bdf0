"""Learned evaluations: `python -m benchmarks.learning [PART ...]`, the parts being those of `PARTS`.

What an estimate costs beside the hand-set one, how far it is from the truth, and what it is worth in matches from even
openings, both sides. With EGAROUCID set, a program built elsewhere from Egaroucid for Web (T. Yamana), deep searches of
it stand for the truth where nothing can be solved, and it is an opponent. It answers lines: `m OWN OTHER LEVEL` (the
words of a position) by `VALUE SQUARE SECONDS`, in discs and CPU seconds; `s OWN OTHER 0` by its static estimate. Every
part named is measured and written as a section of its own; without a name, all.
"""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import numpy as np

from benchmarks.harness import section, table
from sandbox.bench.learning.gauge import SHORTEST, Side
from sandbox.bench.match import Player, Score, pairings, played
from sandbox.bench.openings import EVEN_ONES, openings_of
from sandbox.games.api import games
from sandbox.games.two_words.rules import Words, evaluate, work_array
from sandbox.gametree.api import Limits, engines, new_stop
from sandbox.gametree.evaluation import evaluations
from sandbox.gametree.evaluation.judging import BEST, chosen_for
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving.api import solver_for
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.session import Wish
from sandbox.kernels.jit import kernel, specialise
from sandbox.learn.calibration import estimates
from sandbox.learn.playing import Judging, Playing, Searching, States, solved
from sandbox.learn.playing import played as self_played
from sandbox.learn.samples import Samples, joined

HAND_SET, LEARNED = "othello-positional", "othello-patterns"
JUDGES = (HAND_SET, LEARNED, "othello-network")
STONES = (12, 20, 28, 36, 44, 52)  # at which estimates are timed
ROUNDS = 60
POSITIONS = 1_100  # compared with deep searches
LEVEL = 9  # of the peer that stands for the truth
EMPTY = (14, 16, 18)  # … at which our own solver does
SOLVED = 60  # positions each
SEED = 4242  # of positions and openings: nothing was learned from it
PEER = "EGAROUCID"


def positions(game: str, judge: str, items: int, random: int = 6) -> Samples:
    """Of games of an evaluation against itself, a move in so many at random."""
    parts = [self_played(Playing(Judging(game, judge), 100, 2, SEED, n, (6, 12), random)) for n in range(items)]
    return joined(parts)


def spread(samples: Samples, count: int, stones: Sequence[int]) -> States:
    """So many positions, equally many at each number of stones."""
    draw, found = np.random.default_rng(SEED), []
    for number in stones:
        at = np.flatnonzero(samples.stones == number)
        found.append(draw.choice(at, min(len(at), -(-count // len(stones))), replace=False))
    return np.ascontiguousarray(samples.states[np.concatenate(found)[:count]])


# What an estimate costs.


@kernel(counted=False)
def all_estimates(states: States, work: Words) -> int:
    """Their sum, so that none is left out."""
    total = 0
    for i in range(len(states)):
        total += evaluate(states[i, 0], states[i, 1], work)
    return total


def estimate_table() -> str:
    """Nanoseconds of CPU time, the least of many rounds, in turn."""
    samples = positions("othello", HAND_SET, 8)
    rows = []
    for stones in STONES:
        states = np.ascontiguousarray(samples.states[np.abs(samples.stones - stones) <= 1])
        took = {key: float("inf") for key in JUDGES}
        runs = {key: _ready(key, states) for key in JUDGES}
        for _ in range(ROUNDS):
            for key, run in runs.items():
                took[key] = min(took[key], run(), run(), run())  # more than once: tables are in the cache by then
        ratio = took[LEARNED] / took[HAND_SET]
        rows.append([f"{stones} discs", *(f"{1e9 * took[key] / len(states):.1f}" for key in JUDGES), f"{ratio:.2f}"])
    note = (
        f"Nanoseconds an estimate, CPU time, the least of {ROUNDS} rounds in turn; last: learned patterns / hand-set."
    )
    return f"{note}\n\n" + table(["", *JUDGES, "ratio"], rows)


def _ready(key: str, states: States) -> Callable[[], float]:
    evaluation = evaluations[key].create()
    text, work = specialise(all_estimates, evaluate=evaluation.kernel()), work_array(None, evaluation.weights())

    def run() -> float:
        began = time.thread_time()
        text(states, work)
        return time.thread_time() - began

    return run


# The truth.


class Peer:
    """The program that EGAROUCID names."""

    def __init__(self) -> None:
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen([os.environ[PEER]], encoding="ascii", **pipes)

    def ask(self, kind: str, words: tuple[int, int], level: int = 0) -> list[float]:
        """What it answers."""
        assert self.process.stdin
        assert self.process.stdout
        self.process.stdin.write(f"{kind} {words[0]} {words[1]} {level}\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        while not line.strip().lstrip("-")[:1].isdigit():  # what it says of itself at first
            line = self.process.stdout.readline()
        return [float(word) for word in line.split()]

    def values(self, kind: str, states: States, level: int = 0) -> Any:
        """Of every position, in discs."""
        return np.array([self.ask(kind, (int(a), int(b)), level)[0] for a, b in states])


def truth_table() -> str:
    """Root mean square error in discs, and correlation."""
    samples = positions("othello", HAND_SET, 8)
    rows, notes = [], []
    if PEER in os.environ:
        states, peer = spread(samples, POSITIONS, range(12, 56, 2)), Peer()
        truth = peer.values("m", states, LEVEL)
        notes.append(f"{len(states):,} positions of 12 to 54 discs, by Egaroucid for Web, level {LEVEL}")
        rows += _errors(f"level {LEVEL}", states, truth)
        rows.append([f"level {LEVEL}", "its own static estimate", *_off(peer.values("s", states), truth)])
    states = spread(samples, SOLVED * len(EMPTY), [64 - n for n in EMPTY])
    brought = solver_for(games["othello"].create())
    assert brought is not None
    exact, _ = BatchSolver(Wish(brought.create())).solve_states([(int(a), int(b)) for a, b in states], forget=False)
    notes.append(f"{len(states)} of {', '.join(map(str, EMPTY))} empty squares, solved")
    return (
        "; ".join(notes)
        + ".\n\n"
        + table(["truth", "evaluation", "RMSE", "correlation"], rows + _errors("solved", states, exact.astype(float)))
    )


def _errors(kind: str, states: States, truth: Any) -> list[list[object]]:
    samples = Samples(states, truth, np.zeros(len(states), np.int64))
    return [[kind, key, *_off(estimates(Judging("othello", key), samples) / 100, truth)] for key in JUDGES]


def _off(values: Any, truth: Any) -> tuple[str, str]:
    return f"{np.sqrt(np.mean((values - truth) ** 2)):.2f}", f"{np.corrcoef(values, truth)[0, 1]:.3f}"


# Matches.


def player(evaluation: str, *, depth: int = 0, nodes: int = 0, seconds: float = 0.0, **options: str) -> Player:
    """PVS; what it remembers is small, so that a game begins quickly."""
    given = {"evaluation": evaluation, "table_bits": "16", **options}
    return Player("pvs", tuple(given.items()), seconds, nodes, depth)


def score_of(game: str, first: Player, second: Player, number: int) -> Score:
    """Both sides of even openings."""
    made = games[game].create()
    plies = max(int(games[game].info.get("opening_plies", 0)), SHORTEST)
    openings = openings_of(made, EVEN_ONES, (number + 1) // 2, plies, SEED)
    results = [one.result for one in played(pairings(game, (), (first, second), openings, number), 1, new_stop())]
    return Score.of(results)


def _row(name: str, score: Score) -> list[object]:
    return [name, score.games, f"{score.score:.3f}", f"{score.elo:+.0f} ± {score.elo_error:.0f}"]


COLUMNS = ("match", "games", "score", "Elo")
EXPERT = {"nodes": 20_000, "forced": "on"}  # the level of that name
MATCHES: dict[str, tuple[Player, Player, int]] = {
    "depth 4": (player(LEARNED, depth=4), player(HAND_SET, depth=4), 300),
    "depth 6": (player(LEARNED, depth=6), player(HAND_SET, depth=6), 300),
    "20,000 nodes a move": (player(LEARNED, **EXPERT), player(HAND_SET, **EXPERT), 100),
}


def match_table() -> str:
    """The learned patterns against the hand-set evaluation of Othello."""
    rows = [_row(name, score_of("othello", *what)) for name, what in MATCHES.items()]
    return "`othello-patterns` against `othello-positional`, even openings, both sides.\n\n" + table(COLUMNS, rows)


# Multi-ProbCut.

SURE = "1.3"  # standard errors, as the strong levels have it
FAST = {"nodes": 200_000, "replies": "on"}
CUTS = {
    "20,000 nodes a move": (player(LEARNED, probcut=SURE, **EXPERT), player(LEARNED, **EXPERT), 100),
    "200,000 nodes a move, few replies first": (player(LEARNED, probcut=SURE, **FAST), player(LEARNED, **FAST), 60),
}
TRIED = 20  # positions


def cut_table() -> str:
    """What the cut saves from positions after 20 plies, and what it is worth."""
    game = games["othello"].create()
    starts = [game.face().parse(one) for one in openings_of(game, EVEN_ONES, TRIED, 20, SEED)]
    rows = []
    for name, limits in (("nodes to depth 10", Limits(depth=10)), ("depth of 600,000 nodes", Limits(nodes=600_000))):
        means = []
        for probcut in ("0", SURE):
            engine = engines["pvs"].parse({"evaluation": LEARNED, "probcut": probcut})
            found = [engine.search(game, start, limits, SearchReport()) for start in starts]
            means.append(np.mean([one.report.nodes if limits.depth else one.report.depth for one in found]))
        rows.append([name, *(f"{mean:,.0f}" if limits.depth else f"{mean:.1f}" for mean in means)])
    work = table([f"mean of {TRIED} positions after 20 plies", "without", "with the cut"], rows)
    played_out = [_row(name, score_of("othello", *what)) for name, what in CUTS.items()]
    return f"At {SURE} standard errors.\n\n{work}\n\nWith the cut against without it:\n\n{table(COLUMNS, played_out)}"


QUICK = 0.05  # seconds a move
AT_EQUAL_TIME = {
    "patterns with the cut against the hand-set evaluation": (
        player(LEARNED, probcut=SURE, seconds=QUICK), player(HAND_SET, seconds=QUICK), 100,
    ),
    "patterns with the cut against patterns without": (
        player(LEARNED, probcut=SURE, seconds=QUICK), player(LEARNED, seconds=QUICK), 100,
    ),
}  # fmt: skip


def time_table() -> str:
    """The same at equal time."""
    rows = [_row(name, score_of("othello", *what)) for name, what in AT_EQUAL_TIME.items()]
    return f"{1000 * QUICK:.0f} ms a move, even openings, both sides.\n\n{table(COLUMNS, rows)}"


# Networks.

NETWORKS = {"tic-tac-toe": 100, "morris": 100, "connect-four": 100, "othello": 100}


def network_table() -> str:
    """The networks that ship against the best hand-set evaluation of their game."""
    rows = []
    for key, number in NETWORKS.items():
        hand_set = chosen_for(games[key].create(), BEST).key
        first, second = Side(f"{key}-network").player(2), Side(hand_set).player(2)
        rows.append(_row(f"{key}, against {hand_set}", score_of(key, first, second, number)))
    return "Two plies each, even openings, both sides.\n\n" + table(COLUMNS, rows)


# The peer as an opponent.


@dataclass(frozen=True)
class Against:
    """A match with the peer: its level, our budget, and our options beyond the learned patterns."""

    level: int
    limits: Limits
    options: Mapping[str, Any] = field(default_factory=dict)
    solved_from: int = 0  # empty squares at which games end with what perfect play gives both


IN_TIME = {"probcut": 1.3, "replies": True, "endings": True, "forced": True, "keep_table": True}
PEERS = {
    "depth 4 against level 4, both exact from 12 empty squares": Against(4, Limits(depth=4), {}, 12),
    "as much CPU time a move as level 9": Against(9, Limits(nodes=140_000), IN_TIME),
    "as much CPU time a move as level 11": Against(11, Limits(nodes=140_000), IN_TIME),
}


def peer_table(number: int = 200) -> str:
    """PVS with the learned patterns against Egaroucid for Web."""
    if PEER not in os.environ:
        return f"{PEER} names no program."
    rows = []
    for name, match in PEERS.items():
        found = [_one_game(match, opening, n % 2) for n, opening in enumerate(_twice(number))]
        moves = np.sum([game.moves for game in found], axis=0)
        ours, theirs = 1e3 * np.sum([game.spent for game in found], axis=0) / moves
        rows.append([*_row(name, Score.of([game.result for game in found])), f"{ours:.1f}", f"{theirs:.1f}"])
    return "Egaroucid for Web without its book.\n\n" + table((*COLUMNS, "our CPU ms a move", "its"), rows)


def _twice(number: int) -> list[str]:
    """Even openings, each for either side."""
    openings = openings_of(games["othello"].create(), EVEN_ONES, number // 2, 8, SEED)
    return [opening for opening in openings for _ in range(2)]


@dataclass
class Played:
    """A game with the peer: what it brought us, moves and CPU seconds of us and of it."""

    result: float = 0.0
    moves: list[int] = field(default_factory=lambda: [0, 0])
    spent: list[float] = field(default_factory=lambda: [0.0, 0.0])


def _one_game(match: Against, opening: str, turn: int) -> Played:
    """From an opening; `turn` 0: we begin."""
    game, peer, played = games["othello"].create(), _peer(), Played()
    face: Any = game.face()
    engine = engines["pvs"].create({"evaluation": LEARNED, "table_bits": 18, **match.options})
    position, report = face.parse(opening), SearchReport()
    side = face.to_move(position) if turn == 0 else 1 - face.to_move(position)
    while (moves := face.moves(position)) and _empty(position) > match.solved_from:
        if len(moves) == 1:
            move = moves[0]
        elif face.to_move(position) == side:
            began = time.thread_time()
            move = engine.search(game, position, match.limits, report).best
            played.spent[0] += time.thread_time() - began
            played.moves[0] += 1
        else:
            _, square, took = peer.ask("m", position.words, match.level)
            move = _named(face, position, int(square))
            played.spent[1] += took
            played.moves[1] += 1
        position = face.play(position, move)
    played.result = 0.5 + 0.5 * np.sign(_worth(game, position, side))
    return played


@cache
def _peer() -> Peer:
    return Peer()


def _empty(position: Any) -> int:
    return 64 - (int(position.words[0]) | int(position.words[1])).bit_count()


def _worth(game: Any, position: Any, side: int) -> float:
    """What a position is worth to a side: by the rules, or by perfect play."""
    face = game.face()
    if not face.moves(position):
        return float(face.utility(position, side))
    brought = solver_for(game)
    assert brought is not None
    value = BatchSolver(Wish(brought.create())).solve_states([tuple(map(int, position.words))])[0][0]
    return float(value if face.to_move(position) == side else -value)


def _named(face: Any, position: Any, square: int) -> str:
    """The move that sets a disc on a square."""
    stands = [(int(m.words[0]) | int(m.words[1])) for m in (face.play(position, move) for move in face.moves(position))]
    before = int(position.words[0]) | int(position.words[1])
    return next(m for m, after in zip(face.moves(position), stands, strict=True) if (after ^ before) == 1 << square)


# Connect Four.

WINDOWS, THREATS = "connect-four-windows", "connect-four-threats"


def windows_table() -> str:
    """How often the sign is right of positions won or lost, and matches."""
    samples = positions("connect-four", THREATS, 6)
    samples = samples.at(np.unique(samples.keys, return_index=True)[1])
    samples = samples.at((samples.stones >= 16) & (samples.stones <= 34))
    values = solved(Searching(Judging("connect-four", THREATS), samples.states, 0))
    decided = samples.labelled(values).at(values != 0)
    signs = []
    for key in (THREATS, WINDOWS, "connect-four-network"):
        right = np.sign(estimates(Judging("connect-four", key), decided)) == np.sign(decided.labels)
        bands = [
            right[(decided.stones >= low) & (decided.stones < high)].mean()
            for low, high in ((16, 22), (22, 28), (28, 35))
        ]
        signs.append([key, *(f"{100 * share:.1f} %" for share in (right.mean(), *bands))])
    note = f"The sign of an estimate, {len(decided):,} positions won or lost by perfect play, of games of their own."
    sign = table(["evaluation", "right", "16 to 21 stones", "22 to 27", "28 to 34"], signs)
    sides = [(d, Side(WINDOWS).player(d), Side(THREATS).player(d)) for d in (2, 4, 6)]
    rows = [_row(f"depth {d}", score_of("connect-four", a, b, 200)) for d, a, b in sides]
    return f"{note}\n\n{sign}\n\n`{WINDOWS}` against `{THREATS}`:\n\n{table(COLUMNS, rows)}"


PARTS: dict[str, tuple[str, Callable[[], str]]] = {
    "estimates": ("Learned evaluations: what an estimate costs", estimate_table),
    "truth": ("Learned evaluations: how far from the truth", truth_table),
    "matches": ("Learned evaluations: matches", match_table),
    "cut": ("Learned evaluations: Multi-ProbCut", cut_table),
    "time": ("Learned evaluations: at equal time", time_table),
    "networks": ("Learned evaluations: networks", network_table),
    "peer": ("Learned evaluations: against Egaroucid for Web", peer_table),
    "windows": ("Learned evaluations: Connect Four", windows_table),
}


def main() -> None:
    """The parts named."""
    for name in sys.argv[1:] or PARTS:
        title, measure = PARTS[name]
        section(title, measure())


if __name__ == "__main__":
    main()
