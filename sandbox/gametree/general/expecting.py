"""One player's worth, whatever the others do: alpha-beta, expectiminimax and paranoid search in one text.

Players other than `root` are taken to minimise what root gets. With two players and no dice that is alpha-beta (D.
E. Knuth, R. W. Moore, Artificial Intelligence 6, 1975); with dice expectiminimax (D. Michie, "Game-Playing and Game-
Learning Automata", 1966); with more players the paranoid search (N. R. Sturtevant, R. E. Korf, "On Pruning
Techniques for Multi-Player Games", AAAI 2000). The cuts below chance are B. W. Ballard's ("The *-Minimax Search
Procedure for Trees Containing Chance Nodes", Artificial Intelligence 21, 1983): Star1 knows that no outcome is worth
less than `lowest` or more than `highest`; Star2 looks at one move of every outcome's player first, which bounds that
outcome on one side.

Departs from it in this: Star2 probes outcomes of any player, each on its own side, and none where the window lies
beyond all that outcomes may be worth; a value cut off is never on the wrong side of the window by rounding; dice take
as much depth as the game says; the table keeps decisions and chances alike. Which move is tried or probed first is, as
in T. Hauk, M. Buro, J. Schaeffer ("*-Minimax Performance in Backgammon", CG 2004), that which leads to the best
estimate; not at the horizon, where an estimate costs as much as the search.
"""

from __future__ import annotations

import numpy as np

from sandbox.games.general.rules import (
    chance_depth,
    highest,
    length,
    lowest,
    most_moves,
    moves,
    outcomes,
    play,
    to_move,
)
from sandbox.games.general.words import CHANCE, FAR, TERMINAL, Words, number_at, put_number
from sandbox.games.two_words.rules import ONE, ZERO
from sandbox.gametree import work as w
from sandbox.gametree.general import arena
from sandbox.gametree.general.nodes import (
    best_estimated,
    brought_forward,
    entered,
    estimated,
    frame,
    judged,
    keep_line,
    key_of,
    next_best,
    out_of_budget,
    place_of,
    remember,
    remembered,
    scored,
    weighed,
)
from sandbox.gametree.general.recorder import CUT, HORIZON, SEARCHED, TABLE, TERMINAL_CAUSE
from sandbox.gametree.general.recorder import no_closed_one as closed_one
from sandbox.gametree.general.recorder import no_coming as coming
from sandbox.gametree.general.recorder import no_opened as opened
from sandbox.kernels.jit import kernel

SIGNATURE = "float64(uint64[::1], int64, int64, int64, int64, float64, float64, int64)"


@kernel(signature=SIGNATURE, counted=False)
def expecting(data: Words, s: int, f: int, ply: int, depth: int, alpha: float, beta: float, root: int) -> float:
    """What the state at `s` is worth to `root`, with frames from `f` on. Fail-soft."""
    if out_of_budget(data):
        return 0.0
    entered(ply, data)
    who = to_move(data, s)
    opened(who, ply, depth, alpha, beta, data)
    if who == TERMINAL:
        scored(data, s, f)
        closed_one(number_at(data, f + root), root, TERMINAL_CAUSE, ply, data)
        return number_at(data, f + root)
    if depth <= 0 or ply >= arena.DEEPEST:
        judged(data, s, f)
        closed_one(number_at(data, f + root), root, HORIZON, ply, data)
        return number_at(data, f + root)
    if data[arena.CUTS] == ZERO:
        alpha, beta = -FAR, FAR
    horizon, known, first = data[w.HORIZON], ZERO, ZERO
    if data[arena.TABLE] != ZERO:
        known = key_of(data, s)
        if remembered(known, depth, alpha, beta, data):
            closed_one(number_at(data, place_of(known, data) + 1), root, TABLE, ply, data)
            return number_at(data, place_of(known, data) + 1)
        if data[np.uint64(place_of(known, data))] == known:
            first = data[np.uint64(place_of(known, data) + 3)]
    most = most_moves(data)
    m, p, child, below = frame(data, f)
    data[w.INTERIOR] += ONE
    chosen, cause = ZERO, SEARCHED
    if who == CHANCE:
        lows, highs, left = p + most, p + 2 * most, depth - chance_depth(data)
        count = outcomes(data, s, m, p)
        whole, worst, best = weighed(data, p, count), lowest(data), highest(data)
        star = data[arena.STAR] if worst > -FAR and best < FAR else ZERO
        low, high = whole * worst, whole * best  # bounds of the weighted sum, of what is not searched yet
        for i in range(count):
            put_number(data, lows + i, worst)
            put_number(data, highs + i, best)
        value, cut = 0.0, False
        if star > ONE and ply + 1 < arena.DEEPEST and left > 0:  # Star2's probes
            for i in range(count):
                play(data, s, data[np.uint64(m + i)], child)
                reply = to_move(data, child)
                if reply < 0 or (beta > best if reply == root else alpha < worst):
                    continue
                weight = float(np.int64(data[np.uint64(p + i)]))
                grandchild, tried = below + most, 0
                replies = moves(data, child, below)
                coming(data[np.uint64(m + i)], ply + 1, data)
                opened(reply, ply + 1, left, -FAR, FAR, data)
                if data[arena.ORDER] != ZERO and left > 1:
                    sign = 1.0 if reply == root else -1.0
                    tried = best_estimated(data, child, below, replies, grandchild, f, root, sign)
                coming(data[np.uint64(below + tried)], ply + 2, data)
                play(data, child, data[np.uint64(below + tried)], grandchild)
                deeper = grandchild + length(data)
                data[arena.PROBES] += ONE
                if reply == root:
                    needed = (beta * whole - low) / weight + worst
                    found = expecting(data, grandchild, deeper, ply + 2, left - 1, -FAR, needed, root)
                    found = max(worst, found)
                    put_number(data, lows + i, found)
                    low += weight * (found - worst)
                    cut = low >= beta * whole
                else:
                    needed = (alpha * whole - high) / weight + best
                    found = expecting(data, grandchild, deeper, ply + 2, left - 1, needed, FAR, root)
                    found = min(best, found)
                    put_number(data, highs + i, found)
                    high += weight * (found - best)
                    cut = high <= alpha * whole
                if out_of_budget(data):
                    return 0.0
                closed_one(found, root, CUT, ply + 1, data)
                if cut:
                    value = max(beta, low / whole) if reply == root else min(alpha, high / whole)
                    break
        if not cut:
            for i in range(count):
                weight = float(np.int64(data[np.uint64(p + i)]))
                low -= weight * number_at(data, lows + i)
                high -= weight * number_at(data, highs + i)
                under, over = -FAR, FAR
                if star != ZERO:
                    under, over = (alpha * whole - value - high) / weight, (beta * whole - value - low) / weight
                    if under >= best:
                        value, cut = min(alpha, (value + weight * best + high) / whole), True
                        break
                    if over <= worst:
                        value, cut = max(beta, (value + weight * worst + low) / whole), True
                        break
                play(data, s, data[np.uint64(m + i)], child)
                coming(data[np.uint64(m + i)], ply + 1, data)
                found = expecting(data, child, below, ply + 1, left, under, over, root)
                if out_of_budget(data):
                    return 0.0
                value += weight * found
                if star != ZERO and found <= under:
                    value, cut = min(alpha, (value + high) / whole), True
                    break
                if star != ZERO and found >= over:
                    value, cut = max(beta, (value + low) / whole), True
                    break
            if not cut:
                value /= whole
        if cut:
            data[arena.STAR_CUTS] += ONE
            cause = CUT
        data[np.uint64(arena.LENGTHS + ply)] = ZERO  # dice have no line
    else:
        side = 1.0 if who == root else -1.0
        lower, upper = (alpha, beta) if who == root else (-beta, -alpha)  # the window, seen by who moves
        count = moves(data, s, m)
        data[w.GENERATED] += np.uint64(count)
        ordered = data[arena.ORDER] != ZERO and depth > 1 and count > 1
        if ordered:
            estimated(data, s, f, count, first, root, side)
        elif first != ZERO:
            brought_forward(data, m, count, first - ONE)
        top = -FAR
        for i in range(count):
            if ordered:
                next_best(data, m, p, i, count)
            move = data[np.uint64(m + i)]
            play(data, s, move, child)
            coming(move, ply + 1, data)
            floor = max(lower, top)
            under, over = (floor, upper) if who == root else (-upper, -floor)
            found = side * expecting(data, child, below, ply + 1, depth - 1, under, over, root)
            if out_of_budget(data):
                return 0.0
            if found > top or i == 0:
                top = found
                chosen = move + ONE
                keep_line(move, ply, data)
                if top >= upper:
                    cause = CUT
                    data[w.CUTOFFS] += ONE
                    if i == 0:
                        data[w.FIRST_CUTOFFS] += ONE
                    break
        value = side * top
    if data[arena.TABLE] != ZERO:
        remember(known, depth, alpha, beta, value, data[w.HORIZON] != horizon, chosen, data)
    closed_one(value, root, cause, ply, data)
    return value
