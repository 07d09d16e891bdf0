"""One player's worth when the others err: each of their moves is the worst for him, or, so often, any at random.

A mixture of minimax and expectimax, with nothing but the rules cut: where others move at random there is no window. At
noise 0 it is minimax, at 1 expectimax (S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 4th ed.,
2021, 5.5).
"""

from __future__ import annotations

import numpy as np

from sandbox.games.general.rules import moves, outcomes, play, to_move
from sandbox.games.general.words import CHANCE, FAR, TERMINAL, Words, number_at
from sandbox.games.two_words.rules import ONE, ZERO
from sandbox.gametree import work as w
from sandbox.gametree.general import arena
from sandbox.gametree.general.nodes import entered, frame, judged, keep_line, out_of_budget, scored, weighed
from sandbox.gametree.general.recorder import HORIZON, SEARCHED, TERMINAL_CAUSE
from sandbox.gametree.general.recorder import no_closed_one as closed_one
from sandbox.gametree.general.recorder import no_coming as coming
from sandbox.gametree.general.recorder import no_opened as opened
from sandbox.kernels.jit import kernel

SIGNATURE = "float64(uint64[::1], int64, int64, int64, int64, int64)"


@kernel(signature=SIGNATURE, counted=False)
def mistaken(data: Words, s: int, f: int, ply: int, depth: int, root: int) -> float:
    """What the state at `s` is worth to `root`, with frames from `f` on."""
    if out_of_budget(data):
        return 0.0
    entered(ply, data)
    who = to_move(data, s)
    opened(who, ply, depth, -FAR, FAR, data)
    if who == TERMINAL or depth <= 0 or ply >= arena.DEEPEST:
        if who == TERMINAL:
            scored(data, s, f)
        else:
            judged(data, s, f)
        closed_one(number_at(data, f + root), root, TERMINAL_CAUSE if who == TERMINAL else HORIZON, ply, data)
        return number_at(data, f + root)
    m, p, child, below = frame(data, f)
    data[w.INTERIOR] += ONE
    dice = who == CHANCE
    count = outcomes(data, s, m, p) if dice else moves(data, s, m)
    whole = weighed(data, p, count) if dice else float(count)
    left = depth if dice else depth - 1
    best, worst, mean = -FAR, FAR, 0.0
    for i in range(count):
        move = data[np.uint64(m + i)]
        play(data, s, move, child)
        coming(move, ply + 1, data)
        found = mistaken(data, child, below, ply + 1, left, root)
        if out_of_budget(data):
            return 0.0
        mean += found * (float(np.int64(data[np.uint64(p + i)])) if dice else 1.0) / whole
        if not dice and (found > best if who == root else found < worst):
            keep_line(move, ply, data)
        best, worst = max(best, found), min(worst, found)
    if dice:
        data[np.uint64(arena.LENGTHS + ply)] = ZERO  # dice have no line
    noise = number_at(data, arena.NOISE)
    value = mean if dice else best if who == root else (1.0 - noise) * worst + noise * mean
    closed_one(value, root, SEARCHED, ply, data)
    return value
