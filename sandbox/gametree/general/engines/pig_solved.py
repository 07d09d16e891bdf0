"""Pig for two, solved: value iteration, pair of scores by pair of scores.

T. Neller, C. Presser, "Optimal Play of the Dice Game Pig", The UMAP Journal 25 (1), 2004: the chance of winning from
every score, the other's score and the turn's points is what the better of rolling and holding gives; repeated until
nothing changes (R. Bellman, Dynamic Programming, 1957). To 100 the first player wins 53.06 % of the games.

Departs from it in the order: scores never fall, so pairs of scores are solved one after the other by falling sum,
each with its mirror image, four times faster than sweeping all of them. A worth is true to a billionth.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.api import Axes
from sandbox.games.general.api import GeneralGame
from sandbox.games.general.library.pig import SIDES, Pig, Turn
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.gametree.api import Bound, Limits, Status
from sandbox.gametree.general.api import Answer, Counts, MoveWorth, general_engines
from sandbox.kernels.jit import kernel

Values = NDArray[np.float64]
"""[own, other's, points]: the chance of winning for who is to move."""

ENOUGH = 1e-10  # the largest change of a last sweep
LARGEST_GOAL = 250  # its cube of values has to fit


@kernel
def rolled(values: Values, goal: int, own: int, other: int, points: int) -> float:
    """The mean over what the die shows."""
    worth = 1.0 - values[other, own, 0]
    for side in range(2, SIDES + 1):
        worth += 1.0 if own + points + side >= goal else values[own, other, points + side]
    return float(worth / SIDES)


@kernel
def swept(values: Values, goal: int, own: int, other: int) -> float:
    """One pass over the points of a turn, the most first; the largest change."""
    largest = 0.0
    for points in range(goal - own - 1, -1, -1):
        best = rolled(values, goal, own, other, points)
        if points > 0:
            best = max(best, 1.0 - values[other, own + points, 0])
        largest = max(largest, abs(best - values[own, other, points]))
        values[own, other, points] = best
    return largest


@kernel
def iterate(values: Values, goal: int, enough: float) -> int:
    """Fill in all values; how many sweeps that took."""
    sweeps = 0
    for together in range(2 * goal - 2, -1, -1):
        for own in range(max(0, together - goal + 1), together // 2 + 1):
            other = together - own
            change = 1.0
            while change > enough:
                change = swept(values, goal, own, other)
                if own != other:
                    change = max(change, swept(values, goal, other, own))
                sweeps += 1
    return sweeps


@lru_cache(maxsize=2)
def solved(goal: int) -> Values:
    """The chance of winning everywhere."""
    if goal > LARGEST_GOAL:
        raise BadInput("pig.goal", f"{goal}", f"{LARGEST_GOAL} at most, to be solved")
    values = np.zeros((goal, goal, goal))
    iterate(values, goal, ENOUGH)
    return values


def for_two(axes: Axes) -> bool:
    """Pig for two."""
    return axes.players == 2


@general_engines.register(
    "value-iteration",
    title="Value iteration",
    paper="Neller & Presser, Optimal Play of the Dice Game Pig, The UMAP Journal 2004",
    needs=for_two,
    plays=Pig,
    exact=True,
    order=45,
    strength=1,
)
@dataclass(frozen=True, slots=True)
class ValueIteration:
    """The true chance of winning, and the best decision."""

    def search(self, game: GeneralGame, position: Turn, limits: Limits) -> Answer:  # noqa: ARG002
        """See general/api.py. The first search solves the game, which takes a fraction of a second."""
        if not isinstance(game, Pig):
            raise BadInput("engine", "value-iteration cannot play this game", "pig for two")
        began, face = time.perf_counter(), game.face()
        player = face.to_move(position)
        values = solved(game.goal) if player != TERMINAL else np.zeros((1, 1, 1))
        moves = face.moves(position) if player >= 0 else ()
        rows = tuple(_row(values, game, position, move) for move in moves)
        best = max(rows, key=lambda r: r.worth[player] or 0.0, default=None)
        worth = best.worth if best else _worth(values, game, position)
        move = best.move if best else ""
        spent = time.perf_counter() - began
        return Answer(player, move, worth, True, (move,) if move else (), 0, Status.DONE, spent, rows, Counts())


def _row(values: Values, game: Pig, position: Turn, move: str) -> MoveWorth:
    return MoveWorth(move, _worth(values, game, game.face().play(position, move)), Bound.EXACT, 0, (move,))


def _worth(values: Values, game: Pig, position: Any) -> tuple[float, ...]:
    """What a position is worth to both."""
    face = game.face()
    if known := face.utility(position):
        return known
    own, other = position.scores[position.mover], position.scores[1 - position.mover]
    if face.to_move(position) == CHANCE:
        mine = float(rolled(values, game.goal, own, other, position.points))
    else:
        mine = float(values[own, other, position.points])
    return (mine, 1.0 - mine) if position.mover == 0 else (1.0 - mine, mine)
