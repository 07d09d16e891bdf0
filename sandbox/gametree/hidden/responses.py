"""Best responses: what a player gains who knows how all others play, and how far from an equilibrium a profile is.

A best response does well on average over all nodes he cannot tell apart: his information sets are settled from his
last decisions to his first, each by the worths of what lies below, weighed by how probably the others and chance come
there. M. Johanson, K. Waugh, M. Bowling, M. Zinkevich, "Accelerating Best Response Calculation in Large Extensive
Games", IJCAI 2011, say how to do that well in large games; here the whole tree is written down.

*Exploitability* is the mean over the players of what a best response gains on the profile: 0 in an equilibrium alone.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.games.general.words import CHANCE
from sandbox.gametree.hidden.flat import Flat, Places, Tree
from sandbox.gametree.hidden.regrets import carry_down
from sandbox.kernels.arrays import Floats
from sandbox.kernels.jit import kernel


class Order(NamedTuple):
    """In which order a player's best response goes through the inner nodes."""

    nodes: Places  # [inner nodes] by his decisions above, the most first; among those his own first; else from below
    ends: NDArray[np.int64]  # [2, stages] where each stage's own nodes end, and all of them


@kernel
def mean_below(flat: Flat, sigma: Floats, value: Floats, node: int) -> float:
    """The worth of a node as the mean of those below it, by chance or by `sigma`."""
    first, worth = flat.first[node], 0.0
    for i in range(flat.width[node]):
        chance = flat.chance[first + i] if flat.who[node] == CHANCE else sigma[flat.slot[first + i]]
        worth += chance * value[first + i]
    return worth


@kernel
def expected(flat: Flat, sigma: Floats, value: Floats) -> None:
    """A player's worth of every node if all play `sigma`; leaves are given."""
    for place in range(flat.inner.size - 1, -1, -1):
        node = flat.inner[np.uint64(place)]
        value[node] = mean_below(flat, sigma, value, node)


@kernel
def respond(flat: Flat, order: Order, sigma: Floats, other: Floats, gains: Floats, value: Floats) -> None:
    """A best response's worth of every node. `gains` adds up, slot by slot, what his moves bring him."""
    at = 0
    for stage in range(order.ends.shape[1]):
        own, end = order.ends[0, stage], order.ends[1, stage]
        for place in range(at, own):
            node = order.nodes[np.uint64(place)]
            first, start = flat.first[node], flat.start[flat.group[node]]
            for i in range(flat.width[node]):
                gains[start + i] += other[node] * value[first + i]
        for place in range(at, own):
            node = order.nodes[np.uint64(place)]
            start, best = flat.start[flat.group[node]], 0
            for i in range(1, flat.width[node]):
                if gains[start + i] > gains[start + best]:
                    best = i
            value[node] = value[flat.first[node] + best]
        for place in range(own, end):
            node = order.nodes[np.uint64(place)]
            value[node] = mean_below(flat, sigma, value, node)
        at = end


def order_of(tree: Tree, player: int) -> Order:
    """The order for a player."""
    inner = tree.flat.inner.astype(np.int64)
    stage, others = tree.stages[player][inner].astype(np.int64), (tree.flat.who[inner] != player).astype(np.int64)
    order = np.lexsort((-inner, others, -stage))
    stages = np.arange(int(stage.max(initial=0)), -1, -1)
    sorted_key = -2 * stage[order] + others[order]
    own = np.searchsorted(sorted_key, -2 * stages, side="right")
    end = np.searchsorted(sorted_key, -2 * stages + 1, side="right")
    return Order(inner[order].astype(np.uint32), np.stack([own, end]).astype(np.int64))


class Judge:
    """Judges profiles of one tree."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.orders = tuple(order_of(tree, player) for player in range(tree.players))
        self._mine, self._other = np.zeros(tree.nodes), np.zeros(tree.nodes)

    def worths(self, sigma: Floats) -> Floats:
        """[players, nodes] what every node is worth to each if all play `sigma`."""
        value = self.tree.worth.copy()
        for player in range(self.tree.players):
            expected(self.tree.flat, sigma, value[player])
        return value

    def others(self, sigma: Floats, player: int) -> Floats:
        """[nodes] how probably all but a player, and chance, let them be reached."""
        carry_down(self.tree.flat, sigma, player, self._mine, self._other)
        return self._other.copy()

    def response(self, sigma: Floats, player: int) -> tuple[float, Floats]:
        """What the best response of a player is worth, and its moves: 1 for each that is chosen."""
        flat, gains, value = self.tree.flat, np.zeros(self.tree.slots), self.tree.worth[player].copy()
        respond(flat, self.orders[player], sigma, self.others(sigma, player), gains, value)
        return float(value[0]), chosen(flat, gains)

    def exploitability(self, sigma: Floats) -> float:
        """The mean of what best responses gain."""
        now = self.worths(sigma)[:, 0]
        best = [self.response(sigma, player)[0] for player in range(self.tree.players)]
        return float(np.mean(np.array(best) - now))


def chosen(flat: Flat, gains: Floats) -> Floats:
    """1 for the first of the best moves of each information set, 0 for all others."""
    if not gains.size:
        return np.zeros(0)
    ends = flat.start.astype(np.int64)
    start = ends[:-1]
    best = np.repeat(np.maximum.reduceat(gains, start), ends[1:] - start)
    place = np.where(gains == best, np.arange(gains.size), gains.size)
    found = np.zeros(gains.size)
    found[np.minimum.reduceat(place, start)] = 1.0
    return found
