"""Everybody for himself: max^n, which gives what a position is worth to each player.

C. A. Luckhardt, K. B. Irani, "An Algorithmic Solution of N-Person Games", AAAI 1986: who moves takes the child that
is best for him. Shallow pruning is R. E. Korf's ("Multi-Player Alpha-Beta Pruning", Artificial Intelligence 48,
1991): what one player is sure of, the others cannot have, as far as a game bounds all worths and their sum; only a
parent's choice may rely on it.

Departs from it in this: of children that are equal to the mover the first is kept, and pruning keeps to that, so
that it never changes a vector; a player may move twice in a row, and there may be dice: below either nothing is cut.
"""

from __future__ import annotations

import numpy as np

from sandbox.games.general.rules import (
    chance_depth,
    lowest,
    moves,
    outcomes,
    play,
    players,
    to_move,
    total,
)
from sandbox.games.general.words import CHANCE, FAR, TERMINAL, Words, number_at, put_number
from sandbox.games.two_words.rules import ONE, ZERO
from sandbox.gametree import work as w
from sandbox.gametree.general import arena
from sandbox.gametree.general.nodes import entered, frame, judged, keep_line, out_of_budget, scored, weighed
from sandbox.gametree.general.recorder import CUT, HORIZON, SEARCHED, TERMINAL_CAUSE
from sandbox.gametree.general.recorder import no_closed as closed
from sandbox.gametree.general.recorder import no_coming as coming
from sandbox.gametree.general.recorder import no_opened as opened
from sandbox.kernels.jit import kernel

SIGNATURE = "float64(uint64[::1], int64, int64, int64, int64, int64, float64)"


@kernel
def enough(data: Words, best: float) -> float:
    """What a child's mover must have for the parent, who has `best`, to want nothing of it."""
    return total(data) - best - (players(data) - 2) * lowest(data)


@kernel(signature=SIGNATURE, counted=False)
def for_all(data: Words, s: int, f: int, ply: int, depth: int, above: int, limit: float) -> float:
    """Leave what the state at `s` is worth to each at `f`; `above` moved last, and wants nothing from `limit` on.

    If that ended it, so that the vector is not the state's, what the mover had by then, else -FAR.
    """
    if out_of_budget(data):
        return -FAR
    entered(ply, data)
    who = to_move(data, s)
    opened(who, ply, depth, -FAR, limit, data)
    if who == TERMINAL:
        scored(data, s, f)
        closed(f, TERMINAL_CAUSE, ply, data)
        return -FAR
    if depth <= 0 or ply >= arena.DEEPEST:
        judged(data, s, f)
        closed(f, HORIZON, ply, data)
        return -FAR
    many = players(data)
    m, p, child, below = frame(data, f)
    data[w.INTERIOR] += ONE
    if who == CHANCE:
        count = outcomes(data, s, m, p)
        whole = weighed(data, p, count)
        for player in range(many):
            put_number(data, f + player, 0.0)
        for i in range(count):
            play(data, s, data[np.uint64(m + i)], child)
            coming(data[np.uint64(m + i)], ply + 1, data)
            for_all(data, child, below, ply + 1, depth - chance_depth(data), who, FAR)
            if out_of_budget(data):
                return -FAR
            weight = float(np.int64(data[np.uint64(p + i)]))
            for player in range(many):
                put_number(data, f + player, number_at(data, f + player) + weight * number_at(data, below + player))
        for player in range(many):
            put_number(data, f + player, number_at(data, f + player) / whole)
        closed(f, SEARCHED, ply, data)
        return -FAR
    count = moves(data, s, m)
    data[w.GENERATED] += np.uint64(count)
    top = -FAR
    for i in range(count):
        move = data[np.uint64(m + i)]
        play(data, s, move, child)
        coming(move, ply + 1, data)
        asked = enough(data, top) if i > 0 and data[arena.CUTS] != ZERO else FAR
        for_all(data, child, below, ply + 1, depth - 1, who, asked)
        if out_of_budget(data):
            return -FAR
        found = number_at(data, below + who)
        if found > top or i == 0:
            top = found
            for player in range(many):
                put_number(data, f + player, number_at(data, below + player))
            keep_line(move, ply, data)
            if top >= limit and who != above:
                data[w.CUTOFFS] += ONE
                if i == 0:
                    data[w.FIRST_CUTOFFS] += ONE
                closed(f, CUT, ply, data)
                return top
    closed(f, SEARCHED, ply, data)
    return -FAR
