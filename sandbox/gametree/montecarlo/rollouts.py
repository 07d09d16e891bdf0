"""Games played to their end without thought, to see what a position is worth on average.

B. Abramson, "Expected-Outcome: A General Model of Static Evaluation", IEEE PAMI 12(2), 1990. Policies, by
rising knowledge: at random; at random, but winning at once or stopping the other from it; greedily by the
evaluation, but at random with probability ε.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from sandbox.games.two_words.rules import INFINITE, ZERO, Words, evaluate, moves, outcome, play, reward, tactics
from sandbox.kernels.bits import lowest, nth_set, popcount
from sandbox.kernels.jit import kernel
from sandbox.kernels.rng import Rng, next_float, next_word

RANDOM, TACTICAL, GREEDY = range(3)
LONGEST: Final = 200  # plies of one rollout: then it counts as a draw (games that loop may never end)
BY_32 = np.uint64(32)


class Policy(NamedTuple):
    """How rollouts choose their moves."""

    kind: int  # RANDOM, TACTICAL, GREEDY
    epsilon: float  # share of random moves of the greedy policy


@kernel
def any_of(legal: np.uint64, rng: Rng) -> np.uint64:
    """One of the moves, all equally likely."""
    number = ((next_word(rng) >> BY_32) * np.uint64(popcount(legal))) >> BY_32
    chosen: np.uint64 = nth_set(legal, number)
    return chosen


@kernel
def best_by_evaluation(a: np.uint64, b: np.uint64, legal: np.uint64, work: Words) -> np.uint64:
    """The move after which the other side is judged worst."""
    best, least = lowest(legal), INFINITE
    while legal != ZERO:
        move = lowest(legal)
        legal ^= move
        next_a, next_b = play(a, b, move, work)
        value = evaluate(next_a, next_b, work) if moves(next_a, next_b, work) != ZERO else outcome(next_a, next_b, work)
        if value < least:
            best, least = move, value
    return best


@kernel
def rollout(a: np.uint64, b: np.uint64, policy: Policy, work: Words, rng: Rng) -> tuple[float, np.uint64, np.uint64]:
    """Play to the end: -1 … 1 for the side that moves first here, its moves as a set, and the other side's."""
    sign, result = 1.0, 0.0
    mine, others = ZERO, ZERO  # of the side to move, and of the other
    for _ in range(LONGEST):
        legal = moves(a, b, work)
        if legal == ZERO:
            result = sign * reward(outcome(a, b, work), work)
            break
        if policy.kind == TACTICAL:
            legal = tactics(a, b, legal, work)
        if policy.kind == GREEDY and next_float(rng) >= policy.epsilon:
            move = best_by_evaluation(a, b, legal, work)
        else:
            move = any_of(legal, rng)
        mine, others = others, mine | move
        a, b = play(a, b, move, work)
        sign = -sign
    if sign < 0.0:
        mine, others = others, mine
    return result, mine, others
