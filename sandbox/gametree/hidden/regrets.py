"""Counterfactual regret minimisation: play what one regrets not to have played; the average is an equilibrium.

M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret Minimization in Games with Incomplete Information",
NIPS 2007. CFR+: O. Tammelin, "Solving Large Imperfect Information Games Using CFR+", 2014: regrets never fall below
0, and later strategies count for more in the average.

Departs from them in the form: two loops over a tree written down (flat.py) in place of a recursion. Players take
turns in both variants; the average weighs strategy t by t in CFR+, all alike in CFR. For two players of a zero-sum
game the average comes to an equilibrium; in other games it is a strategy and no more.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from sandbox.games.general.words import CHANCE
from sandbox.gametree.hidden.flat import Flat
from sandbox.kernels.arrays import Floats, Stop
from sandbox.kernels.jit import kernel


class Regrets(NamedTuple):
    """What is learnt, a number a slot, and room for the loops."""

    regret: Floats  # [slots]
    total: Floats  # [slots] strategies added up, each by how probably the player himself comes there
    sigma: Floats  # [slots] the strategy now
    mine: Floats  # [nodes] how probably the player lets the node be reached
    other: Floats  # [nodes] how probably all others and chance do
    value: Floats  # [players, nodes] worths; those of leaves are given


@kernel(inlined=True)
def carry_down(flat: Flat, sigma: Floats, player: int, mine: Floats, other: Floats) -> None:
    """How probable every node is, by a player's own doing and by all others'."""
    mine[0], other[0] = 1.0, 1.0
    for place in range(flat.inner.size):
        node = flat.inner[place]
        own, others, who, first = mine[node], other[node], flat.who[node], flat.first[node]
        if who == CHANCE:
            for i in range(flat.width[node]):
                mine[first + i], other[first + i] = own, others * flat.chance[first + i]
            continue
        start = flat.start[flat.group[node]]
        if who == player:
            for i in range(flat.width[node]):
                mine[first + i], other[first + i] = own * sigma[start + i], others
        else:
            for i in range(flat.width[node]):
                mine[first + i], other[first + i] = own, others * sigma[start + i]


@kernel(inlined=True)
def carry_up(flat: Flat, work: Regrets, player: int, weight: float) -> None:
    """Worths from below, and at the player's own nodes what he regrets; the average takes his strategy in."""
    sigma, regret, total, value = work.sigma, work.regret, work.total, work.value[player]
    for place in range(flat.inner.size - 1, -1, -1):
        node = flat.inner[np.uint64(place)]
        first, count, who, worth = flat.first[node], flat.width[node], flat.who[node], 0.0
        if who == CHANCE:
            for i in range(count):
                worth += flat.chance[first + i] * value[first + i]
        else:
            start = flat.start[flat.group[node]]
            for i in range(count):
                worth += sigma[start + i] * value[first + i]
            if who == player:
                others, own = work.other[node], work.mine[node] * weight
                for i in range(count):
                    regret[start + i] += others * (value[first + i] - worth)
                    total[start + i] += own * sigma[start + i]
        value[node] = worth


@kernel(inlined=True)
def match_regrets(flat: Flat, work: Regrets, player: int, plus: bool) -> None:
    """Every move as often as it is regretted; all alike where none is."""
    for group in range(flat.owner.size):
        if flat.owner[group] != player:
            continue
        start, count = flat.start[group], flat.start[group + 1] - flat.start[group]
        whole = 0.0
        for i in range(count):
            if plus:
                work.regret[start + i] = max(work.regret[start + i], 0.0)
            whole += max(work.regret[start + i], 0.0)
        for i in range(count):
            regret = max(work.regret[start + i], 0.0)
            work.sigma[start + i] = regret / whole if whole > 0.0 else 1.0 / count


@kernel
def iterate(flat: Flat, work: Regrets, done: int, many: int, plus: bool, stop: Stop) -> int:
    """Iterations after `done` others; how many were finished. Modifies `work`."""
    for number in range(many):
        if stop[0] != 0:
            return number
        for player in range(work.value.shape[0]):
            carry_down(flat, work.sigma, player, work.mine, work.other)
            carry_up(flat, work, player, float(done + number + 1) if plus else 1.0)
            match_regrets(flat, work, player, plus)
    return many
