"""MCTS where something is hidden: nodes are what the mover knows, or, as if all cards lay open, whole states.

P. I. Cowling, E. J. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search", IEEE TCIAIG 4 (2), 2012: each
simulation begins in one of the worlds that may be the case; everybody's moves are counted by what he knows there. With
whole states for nodes it is *determinised* search (M. L. Ginsberg, "GIB", JAIR 14, 2001): every world is searched on
its own and the worlds vote, so that nobody bluffs, and everybody believes to see the other's cards next time
(*strategy fusion*: I. Frank, D. Basin, "Search in Games with Incomplete Information", AI 100, 1998).

Moves are chosen by upper confidence bounds, or by regret matching (M. Lanctot, V. Lisý, M. H. M. Winands, "Monte Carlo
Tree Search in Simultaneous Move Games", CGW 2013): then those who move at once, and cannot see each other, mix.

Departs from them in finding nodes by a hash of what is known, so that all players' trees lie in one table; the bonus is
scaled by the span of worths met.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.games.general.rules import (
    information,
    key,
    length,
    most_moves,
    moves,
    outcomes,
    play,
    players,
    to_move,
    utility,
)
from sandbox.games.general.words import CHANCE, TERMINAL, Words, number_at
from sandbox.games.two_words.rules import MIX_A, ONE, S32, ZERO
from sandbox.gametree import work as w
from sandbox.gametree.general.nodes import out_of_budget, weighed
from sandbox.kernels.arrays import Floats
from sandbox.kernels.jit import kernel
from sandbox.kernels.rng import Rng, next_below, next_float

NONE = -1
EXPLORED = 0.2  # share of moves by lot, where regrets are matched
WHOLE, BY_REGRET = 1, 2  # bits of `how`


class Known(NamedTuple):
    """Everybody's nodes in one table, and for each a row of its moves."""

    word: Words  # [slots] what is known there; 0: free
    row: NDArray[np.int64]  # [slots] the first of its moves
    width: NDArray[np.int64]  # [slots]
    visits: NDArray[np.int64]  # [moves]
    sums: Floats  # [moves] the mover's worths
    regret: Floats  # [moves]
    total: Floats  # [moves] strategies added up
    used: NDArray[np.int64]  # [2] nodes and moves
    span: Floats  # [2] the least and largest worth met


class Path(NamedTuple):
    """What a simulation went through, and room for one strategy."""

    slot: NDArray[np.int64]
    who: NDArray[np.int64]
    pick: NDArray[np.int64]
    chance: Floats  # how probable the pick was
    sigma: Floats  # [most moves]


@kernel
def word_of(data: Words, s: int, how: int) -> np.uint64:
    """A node's name: the state, or what the mover knows; never 0."""
    if how & WHOLE:
        return key(data, s)
    known = information(data, s) + ONE
    return known if known != ZERO else ONE


@kernel
def slot_of(tree: Known, word: np.uint64) -> int:
    """Where a node is or would be; NONE if the table is full."""
    mask = tree.word.size - 1
    mixed = word * MIX_A
    at = int(np.int64((mixed ^ (mixed >> S32)) & np.uint64(mask)))
    for _ in range(tree.word.size):
        if tree.word[at] in (word, ZERO):
            return at
        at = (at + 1) & mask
    return NONE


@kernel
def add_known(tree: Known, slot: int, word: np.uint64, many: int) -> bool:
    """Give a node its row; not if there is no room."""
    row = tree.used[1]
    if 2 * tree.used[0] >= tree.word.size or row + many > tree.visits.size:
        return False
    tree.word[slot], tree.row[slot], tree.width[slot] = word, row, many
    for i in range(row, row + many):
        tree.visits[i] = 0
        tree.sums[i] = tree.regret[i] = tree.total[i] = 0.0
    tree.used[0] += 1
    tree.used[1] = row + many
    return True


@kernel
def by_bound(tree: Known, slot: int, c: float, rng: Rng) -> int:
    """The move with the highest upper confidence bound; by lot among those never tried."""
    row, many, passed, fresh = tree.row[slot], tree.width[slot], 0, 0
    for i in range(row, row + many):
        passed += tree.visits[i]
        fresh += 1 if tree.visits[i] == 0 else 0
    if fresh > 0:
        left = next_below(rng, fresh)
        for i in range(many):
            if tree.visits[row + i] == 0:
                if left == 0:
                    return int(i)
                left -= 1
    best, most = 0, -math.inf
    scale = c * max(tree.span[1] - tree.span[0], 1e-12) * math.sqrt(math.log(float(passed)))
    for i in range(many):
        value = tree.sums[row + i] / tree.visits[row + i] + scale / math.sqrt(float(tree.visits[row + i]))
        if value > most:
            best, most = i, value
    return int(best)


@kernel
def by_regret(tree: Known, slot: int, sigma: Floats, rng: Rng) -> int:
    """A move as often as it is regretted, and now and then any. Leaves how often each is played in `sigma`."""
    row, many, whole = tree.row[slot], tree.width[slot], 0.0
    for i in range(many):
        whole += max(tree.regret[row + i], 0.0)
    for i in range(many):
        share = max(tree.regret[row + i], 0.0) / whole if whole > 0.0 else 1.0 / many
        tree.total[row + i] += share
        sigma[i] = (1.0 - EXPLORED) * share + EXPLORED / many
    left = next_float(rng)
    for i in range(many - 1):
        left -= sigma[i]
        if left < 0.0:
            return int(i)
    return int(many - 1)


@kernel
def drawn_outcome(data: Words, p: int, many: int, rng: Rng) -> int:
    """What chance does."""
    left = next_float(rng) * weighed(data, p, many)
    for i in range(many - 1):
        left -= weighed(data, p + i, 1)
        if left < 0.0:
            return int(i)
    return int(many - 1)


@kernel
def learn_from(data: Words, u: int, tree: Known, path: Path, steps: int, how: int) -> None:
    """Carry the worths at `u` back along the path."""
    for player in range(players(data)):
        worth = number_at(data, u + player)
        tree.span[0], tree.span[1] = min(tree.span[0], worth), max(tree.span[1], worth)
    for step in range(steps):
        slot, worth = path.slot[step], number_at(data, u + path.who[step])
        row, pick = tree.row[slot], path.pick[step]
        tree.visits[row + pick] += 1
        tree.sums[row + pick] += worth
        if how & BY_REGRET:
            for i in range(tree.width[slot]):
                tree.regret[row + i] -= worth
            tree.regret[row + pick] += worth / path.chance[step]


@kernel
def simulate(data: Words, f: int, worlds: Words, c: float, how: int, tree: Known, path: Path, rng: Rng) -> None:
    """Simulate from worlds drawn by lot until the budget is spent. Modifies the tree."""
    words, most = length(data), most_moves(data)
    m = f + players(data)
    p, here, there = m + most, m + 2 * most, m + 2 * most + length(data)
    while not out_of_budget(data):
        data[w.NODES] += ONE
        world = next_below(rng, worlds.size // words) * words
        for i in range(words):
            data[np.uint64(here + i)] = worlds[world + i]
        steps, inside = 0, True
        while True:
            who = to_move(data, here)
            if who == TERMINAL:
                break
            if who == CHANCE:
                pick = drawn_outcome(data, p, outcomes(data, here, m, p), rng)
            else:
                many, slot = moves(data, here, m), NONE
                if inside and steps < path.slot.size:
                    word = word_of(data, here, how)
                    slot = slot_of(tree, word)
                    if slot != NONE and tree.word[slot] == ZERO:
                        inside = False  # one new node a simulation; below it moves are made by lot
                        slot = slot if add_known(tree, slot, word, many) else NONE
                if slot == NONE:
                    pick = next_below(rng, many)
                else:
                    pick = by_regret(tree, slot, path.sigma, rng) if how & BY_REGRET else by_bound(tree, slot, c, rng)
                    path.slot[steps], path.who[steps], path.pick[steps] = slot, who, pick
                    path.chance[steps] = path.sigma[pick]
                    steps += 1
            play(data, here, data[np.uint64(m + pick)], there)
            here, there = there, here
        data[w.TERMINALS] += ONE
        data[w.DEEPEST] = max(data[w.DEEPEST], np.uint64(steps))
        utility(data, here, f)
        learn_from(data, f, tree, path, steps, how)
