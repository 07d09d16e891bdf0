"""Monte Carlo tree search for dice and any number of players: a tree grown where it matters, judged by play-outs.

L. Kocsis, C. Szepesvári, "Bandit Based Monte-Carlo Planning", ECML 2006 (UCT); with a vector for each node, in which
every player looks at his own worth, N. R. Sturtevant, "An Analysis of UCT in Multi-Player Games", CG 2008. Dice are
drawn, not chosen.

Departs from them in this: the bonus is scaled by the span of all worths met so far, so that C means the same in
every game; a node gets its edges at its second visit; a full tree is not grown further, but goes on counting.
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.games.general.rules import evaluate, length, most_moves, moves, outcomes, play, players, to_move, utility
from sandbox.games.general.words import CHANCE, TERMINAL, Words, number_at
from sandbox.games.two_words.rules import ONE
from sandbox.gametree import work as w
from sandbox.gametree.general.nodes import out_of_budget, weighed
from sandbox.kernels.jit import kernel
from sandbox.kernels.rng import Rng, next_below, next_float

NONE = -1
LONGEST_PATH = 512
LONGEST_GAME = 4_000  # plies of a rollout; then an estimate is taken


class Sampled(NamedTuple):
    """The tree. Node 0 is the root; an edge is a move or an outcome of a node, its siblings next to it."""

    who: NDArray[np.int64]  # [nodes] who moves; only known once there are edges
    first: NDArray[np.int64]  # [nodes] the first edge, NONE before there are any
    edges: NDArray[np.int64]  # [nodes] how many
    passed: NDArray[np.int64]  # [nodes] simulations
    move: NDArray[np.uint64]  # [edges]
    weight: NDArray[np.int64]  # [edges] of outcomes, 0 of moves
    child: NDArray[np.int64]  # [edges] a node, NONE before the edge was tried
    visits: NDArray[np.int64]  # [edges]
    sums: NDArray[np.float64]  # [edges, players] of worths
    used: NDArray[np.int64]  # [2] nodes and edges
    span: NDArray[np.float64]  # [2] the least and the largest worth met


@kernel
def add_node(tree: Sampled) -> int:
    """A node without edges, or NONE if there is no room."""
    node = tree.used[0]
    if node >= tree.who.size:
        return NONE
    tree.used[0] = node + 1
    tree.first[node], tree.edges[node], tree.passed[node] = NONE, 0, 0
    return int(node)


@kernel
def add_edges(data: Words, s: int, m: int, tree: Sampled, node: int) -> bool:
    """Give a node what may be done there; not if the game is over or there is no room."""
    who, p = to_move(data, s), m + most_moves(data)
    if who == TERMINAL:
        return False
    many = outcomes(data, s, m, p) if who == CHANCE else moves(data, s, m)
    first = tree.used[1]
    if first + many > tree.move.size:
        return False
    for i in range(many):
        edge = first + i
        tree.move[edge] = data[np.uint64(m + i)]
        tree.weight[edge] = np.int64(data[np.uint64(p + i)]) if who == CHANCE else 0
        tree.child[edge], tree.visits[edge] = NONE, 0
        for player in range(players(data)):
            tree.sums[edge, player] = 0.0
    tree.used[1] = first + many
    tree.who[node], tree.first[node], tree.edges[node] = who, first, many
    return True


@kernel
def drawn(tree: Sampled, node: int, rng: Rng) -> int:
    """An outcome, as often as it is probable."""
    first, last = tree.first[node], tree.first[node] + tree.edges[node] - 1
    whole = 0.0
    for edge in range(first, last + 1):
        whole += tree.weight[edge]
    left = next_float(rng) * whole
    for edge in range(first, last):
        left -= tree.weight[edge]
        if left < 0.0:
            return int(edge)
    return int(last)


@kernel
def promising(tree: Sampled, node: int, c: float) -> int:
    """The move with the highest upper confidence bound, to whom moves; first of all those not tried."""
    who, best, most = tree.who[node], tree.first[node], -math.inf
    scale = c * max(tree.span[1] - tree.span[0], 1e-12) * math.sqrt(math.log(float(max(tree.passed[node], 1))))
    for edge in range(tree.first[node], tree.first[node] + tree.edges[node]):
        visits = tree.visits[edge]
        if visits == 0:
            return int(edge)
        value = tree.sums[edge, who] / visits + scale / math.sqrt(float(visits))
        if value > most:
            best, most = edge, value
    return int(best)


@kernel
def played_out(data: Words, here: int, there: int, f: int, rng: Rng) -> None:
    """Play at random to the end, and leave everybody's worth at `f`. Overwrites both states."""
    m = f + players(data)
    p = m + most_moves(data)
    for _ in range(LONGEST_GAME):
        who = to_move(data, here)
        if who == TERMINAL:
            data[w.TERMINALS] += ONE
            utility(data, here, f)
            return
        if who == CHANCE:
            many = outcomes(data, here, m, p)
            left, pick = next_float(rng) * weighed(data, p, many), 0
            while pick < many - 1:
                left -= float(np.int64(data[np.uint64(p + pick)]))
                if left < 0.0:
                    break
                pick += 1
        else:
            pick = next_below(rng, moves(data, here, m))
        play(data, here, data[np.uint64(m + pick)], there)
        here, there = there, here
    data[w.LEAVES] += ONE
    evaluate(data, here, f)


@kernel
def credited(data: Words, f: int, tree: Sampled, path: NDArray[np.int64], edges: int) -> None:
    """Carry the worths at `f` back along a path."""
    for player in range(players(data)):
        worth = number_at(data, f + player)
        tree.span[0], tree.span[1] = min(tree.span[0], worth), max(tree.span[1], worth)
        for i in range(edges):
            tree.sums[path[i], player] += worth
    for i in range(edges):
        tree.visits[path[i]] += 1


@kernel
def sample(data: Words, s: int, f: int, c: float, tree: Sampled, path: NDArray[np.int64], rng: Rng) -> None:
    """Simulate from the state at `s` until the budget is spent. Modifies the tree."""
    m = f + players(data)
    one = m + 4 * most_moves(data)
    other = one + length(data)
    while not out_of_budget(data):
        data[w.NODES] += ONE
        for i in range(length(data)):
            data[np.uint64(one + i)] = data[np.uint64(s + i)]
        here, there, node, edges = one, other, 0, 0
        while True:
            tree.passed[node] += 1
            fresh = tree.first[node] == NONE
            if fresh and ((node > 0 and tree.passed[node] == 1) or not add_edges(data, here, m, tree, node)):
                break
            edge = drawn(tree, node, rng) if tree.who[node] == CHANCE else promising(tree, node, c)
            path[edges] = edge
            edges += 1
            play(data, here, tree.move[edge], there)
            here, there = there, here
            if tree.child[edge] == NONE:
                tree.child[edge] = add_node(tree)
            node = tree.child[edge]
            if node == NONE or edges >= path.size:
                break
        data[w.DEEPEST] = max(data[w.DEEPEST], np.uint64(edges))
        played_out(data, here, there, f, rng)
        credited(data, f, tree, path, edges)
