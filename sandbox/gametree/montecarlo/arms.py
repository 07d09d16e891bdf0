"""The root's moves as the arms of a bandit: rollouts spent evenly, greedily, or by upper confidence bounds.

P. Auer, N. Cesa-Bianchi, P. Fischer, "Finite-time Analysis of the Multiarmed Bandit Problem", Machine
Learning 47, 2002 (UCB1). Departs from it in that C replaces the √2, and that rewards run from -1 to 1.
"""

from __future__ import annotations

import math
from typing import Final

import numpy as np

from sandbox.games.two_words.rules import ONE, Words, moves, play
from sandbox.gametree import work as w
from sandbox.gametree.montecarlo.rollouts import Policy, rollout
from sandbox.gametree.windowed.nodes import out_of_budget, root_row
from sandbox.kernels.arrays import Floats, Int64s
from sandbox.kernels.bits import ctz, lowest, popcount
from sandbox.kernels.jit import kernel
from sandbox.kernels.rng import Rng, next_float

UNIFORM, GREEDY, UCB = range(3)
SHOW_EVERY: Final = 256  # simulations between two looks for the window


@kernel
def choose_arm(rule: int, c: float, done: int, arms: Floats, count: int, rng: Rng) -> int:
    """The next arm to pull. `arms` [n, 3]: pulls, sum of rewards, bit index."""
    if rule == UNIFORM:
        return done % count
    best, most = 0, -math.inf
    for i in range(count):
        pulls = arms[i, 0]
        if pulls == 0.0:
            return i
        bonus = c * math.sqrt(math.log(float(done)) / pulls) if rule == UCB else 0.0
        value = arms[i, 1] / pulls + bonus + 1e-9 * next_float(rng)
        if value > most:
            best, most = i, value
    return best


@kernel
def show_arms(arms: Floats, count: int, done: int, work: Words) -> None:
    """Write the root rows."""
    work[w.SEQUENCE] += ONE
    best = 0
    for i in range(count):
        root_row(int(arms[i, 2]), arms[i, 0], arms[i, 1], work)
        if arms[i, 0] > 0.0 and arms[i, 1] * max(arms[best, 0], 1.0) > arms[best, 1] * arms[i, 0]:
            best = i
    work[w.BEST] = np.uint64(np.int64(arms[best, 2]) + 1)
    work[w.VALUE] = work[w.ROOT + int(arms[best, 2]) * w.ROOT_STRIDE + w.ROOT_VALUE]
    work[w.SIMULATIONS] = np.uint64(done)
    work[w.SEQUENCE] += ONE


@kernel
def pull_arms(
    a: np.uint64,
    b: np.uint64,
    rule: int,
    c: float,
    policy: Policy,
    arms: Floats,
    marks: Int64s,
    pulls_at: Floats,
    work: Words,
    rng: Rng,
) -> int:
    """Simulate until the budget is spent; the number of arms.

    `marks` are numbers of simulations, rising; `pulls_at` [marks, arms] gets the pulls each arm had by then.
    """
    legal = moves(a, b, work)
    count = popcount(legal)
    for i in range(count):
        arms[i, 0], arms[i, 1], arms[i, 2] = 0.0, 0.0, float(ctz(legal))
        legal ^= lowest(legal)
    done, mark = 0, 0
    while not out_of_budget(work):
        arm = choose_arm(rule, c, done, arms, count, rng)
        next_a, next_b = play(a, b, ONE << np.uint64(arms[arm, 2]), work)
        result, _, _ = rollout(next_a, next_b, policy, work, rng)
        arms[arm, 1] -= result
        arms[arm, 0] += 1.0
        done += 1
        work[w.NODES] += ONE
        if mark < marks.size and done == marks[mark]:
            for i in range(count):
                pulls_at[mark, i] = arms[i, 0]
            mark += 1
        if done % SHOW_EVERY == 0:
            show_arms(arms, count, done, work)
    show_arms(arms, count, done, work)
    return count
