"""Games of an evaluation against itself, and what searches make of positions: work items for any executor.

A game begins with random moves, then a search of a fixed depth chooses. Where the game brings a solver, what is near
the end is solved, and the game's positions are labelled with the result of perfect play from there; else with the
result of the game. An item's answer follows from the item alone, so that neither the order nor the number of processes
changes what is learned.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.api import Game, games
from sandbox.games.two_words.rules import INFINITE, ONE, WIN, ZERO, Words, moves, outcome, play, utility_of
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.evaluation.judging import entry_of, judge_of
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving.api import solver_for
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.session import MEGABYTE, Wish
from sandbox.gametree.windowed.search import search
from sandbox.gametree.windowed.session import Session, bound_to
from sandbox.kernels.arrays import Int64s
from sandbox.kernels.bits import nth_set, popcount
from sandbox.kernels.jit import kernel
from sandbox.kernels.rng import Rng, new_rng, next_below
from sandbox.learn.samples import Samples, stones_of

States = NDArray[np.uint64]
"""[n, 2] own and other words."""

SOLVED_FROM: Final = {"othello": 12, "connect-four": 14}  # empty cells at which games are solved
LONGEST: Final = 200  # plies of a game
ENDLESS: Final = 1 << 62
SOLVER_MEMORY: Final = 4 * MEGABYTE


@kernel
def play_games(
    states: States, numbers: Int64s, results: Int64s, opening: Int64s, depth: int, rng: Rng, work: Words
) -> int:
    """Fill the arrays with whole games, from the state in row 0; how many rows. `results` is 1 in a game's last row.

    `opening`: least and most random moves, how many games, and one move in so many that is random later on (0: none).
    """
    start_a, start_b, count = states[0, 0], states[0, 1], 0
    for game in range(opening[2]):
        a, b, ply = start_a, start_b, 0
        random_plies = opening[0] + next_below(rng, opening[1] - opening[0] + 1)
        if count + LONGEST >= len(states):
            break
        while ply < LONGEST:
            states[count, 0], states[count, 1], numbers[count] = a, b, game
            results[count] = ply
            count += 1
            legal = moves(a, b, work)
            if legal == ZERO:
                break
            if ply < random_plies or (opening[3] > 0 and next_below(rng, max(opening[3], 1)) == 0):
                move = nth_set(legal, next_below(rng, popcount(legal)))
            else:
                search(a, b, ZERO, depth, -INFINITE, INFINITE, 0, 0, w.NO_MOVE, work)
                move = ONE << (work[w.BEST] - ONE)
            a, b = play(a, b, move, work)
            ply += 1
    return count


@kernel
def value_all(states: States, depth: int, values: Int64s, work: Words) -> None:
    """What a search of so many plies says of each."""
    for i in range(len(states)):
        values[i] = search(states[i, 0], states[i, 1], ZERO, depth, -INFINITE, INFINITE, 0, 0, w.NO_MOVE, work)


@kernel
def end_of(states: States, values: Int64s, work: Words) -> None:
    """What the rules say of finished games; 0 elsewhere."""
    for i in range(len(states)):
        over = moves(states[i, 0], states[i, 1], work) == ZERO
        values[i] = outcome(states[i, 0], states[i, 1], work) if over else 0


@dataclass(frozen=True, eq=False)
class Judging:
    """Who judges: an evaluation of a game, with weights of its own if any."""

    game: str
    evaluation: str
    weights: Words | None = None  # as the evaluation gives them to kernels; None: those that ship

    def bench(self) -> tuple[Game, Words, Callable[[Any], Any]]:
        """The game, a work array ready to search with, and what binds a text to both."""
        game = games[self.game].create()
        engine: Any = engines["pvs"].create({"table": "off", "evaluation": self.evaluation})
        session = Session(game, game.face().start(), Limits(), SearchReport(), None, engine.settings())
        if self.weights is not None:
            session.words[w.FREE : w.FREE + self.weights.size] = self.weights
        session.words[w.LIMIT] = ENDLESS
        judge = judge_of(game, self.evaluation)
        return game, session.words, lambda text: bound_to(text, game, judge)

    def kernel(self) -> Any:
        """The evaluation's own."""
        return judge_of(games[self.game].create(), self.evaluation).kernel


@dataclass(frozen=True, eq=False)
class Playing:
    """Some games to be played."""

    judge: Judging
    games: int
    depth: int
    seed: int
    number: int  # of the item
    opening: tuple[int, int] = (8, 16)
    random: int = 0  # later, one move in so many; 0: none


def played(item: Playing, stop: Any = None) -> Samples:  # noqa: ARG001  (an item takes a second)
    """The positions of the games, in their order, each with the result for its mover."""
    game, work, bind = item.judge.bench()
    cap = item.games * (int(entry_of(game).info.get("cells", LONGEST)) + 8) + LONGEST + 1
    states, numbers, plies = np.zeros((cap, 2), np.uint64), np.zeros(cap, np.int64), np.zeros(cap, np.int64)
    states[0] = game.face().start().words
    opening = np.array([*item.opening, item.games, item.random], np.int64)
    rng = new_rng(item.seed, item.number)
    count = int(bind(play_games)(states, numbers, plies, opening, item.depth, rng, work))
    states, numbers, plies = states[:count], numbers[:count], plies[:count]
    ends = np.append(plies[1:] == 0, True)
    values = np.zeros(count, np.int64)
    bind(end_of)(states, values, work)
    labels = np.array([utility_of(int(v)) for v in values], np.float64)
    known = ends | _solve(game, states, labels)
    return _handed_back(Samples(states, labels, numbers), known, ends, plies)


def _solve(game: Game, states: NDArray[np.uint64], labels: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Label what is near the end with its exact value; which those are."""
    brought, near = solver_for(game), SOLVED_FROM.get(entry_of(game).key, 0)
    if brought is None or not near:
        return np.zeros(len(states), np.bool_)
    cells = int(entry_of(game).info["cells"])
    late = cells - stones_of(states) <= near
    batch = BatchSolver(Wish(brought.create(), memory=SOLVER_MEMORY))
    values, _ = batch.solve_states([(int(a), int(b)) for a, b in states[late]], forget=False)
    labels[late] = values
    return late


def _handed_back(samples: Samples, known: NDArray[np.bool_], ends: NDArray[np.bool_], plies: Any) -> Samples:
    """Every position's label from the first known one of its game at or after it; finished games are left out."""
    at = np.where(known, np.arange(len(samples)), len(samples))
    source = np.minimum.accumulate(at[::-1])[::-1]
    same = np.where((plies[source] - plies) % 2 == 0, 1.0, -1.0)
    return samples.labelled(same * samples.labels[source] + 0.0).at(~ends)


@dataclass(frozen=True, eq=False)
class Searching:
    """Positions to be searched."""

    judge: Judging
    states: NDArray[np.uint64]
    depth: int


def searched(item: Searching, stop: Any = None) -> NDArray[np.int64]:  # noqa: ARG001
    """What a search of so many plies says of each: estimates, or exact scores beyond them."""
    _, work, bind = item.judge.bench()
    values = np.zeros(len(item.states), np.int64)
    bind(value_all)(np.ascontiguousarray(item.states), item.depth, values, work)
    return values


def in_units(values: NDArray[np.int64], unit: int) -> NDArray[np.float64]:
    """Estimates and exact scores alike in the game's own score; `unit` of an estimate is one point."""
    wins = np.where(values > 0, values - WIN, values + WIN)
    found: NDArray[np.float64] = np.where(np.abs(values) >= WIN, wins, values / unit)
    return found


def solved(item: Searching, stop: Any = None) -> NDArray[np.float64]:  # noqa: ARG001
    """The exact value of each, by the game's solver."""
    brought = solver_for(games[item.judge.game].create())
    if brought is None:
        raise BadInput("labels", f"{item.judge.game} has no solver", "results or search")
    batch = BatchSolver(Wish(brought.create(), memory=SOLVER_MEMORY))
    values, _ = batch.solve_states([(int(a), int(b)) for a, b in item.states], forget=False)
    return values.astype(np.float64)
