"""The one text of all window searches: alpha-beta, PVS, and the memory-enhanced test MTD(f) drives.

D. E. Knuth, R. W. Moore, "An Analysis of Alpha-Beta Pruning", Artificial Intelligence 6, 1975, in the
fail-soft form of J. P. Fishburn (1983); null windows after A. Reinefeld, "An Improvement to the Scout
Tree-Search Algorithm", ICCA Journal 6(4), 1983; quiescence and internal deepening in their textbook forms.

Every option of the search but one is a run-time flag in the work array, so that each can be switched alone on one
position and all engines share one compiled text for a game and an evaluation (noise is part of the evaluation).
Multi-ProbCut is left out of that text unless it is asked for (`may_foretell`): its call of the search made every node
dearer, also while it was off. Returned values obey the return-value theorem: at or below alpha an upper bound, at or
above beta a lower bound, inside the window exact.

Departs from the papers in that
* a node knows whether an estimate entered its value (HORIZON moved) or the path did (TAINTED moved): proven
  values hold at any greater depth, path-dependent ones are not stored;
* with equal depths asked for (DEEPER off), a table changes counts, never values;
* a stopped search returns at once and stores nothing;
* on request a table of endings (known/) answers for every state it holds, as the rules would;
* on request a shallower search may end a node (probcut.py);
* on request a window is narrowed to the best the rules still allow, so that what reaches it cuts off at once: values
  stay as they are.
"""

from __future__ import annotations

import numpy as np

from sandbox.games.two_words.rules import INFINITE, ONE, ZERO, Words, best_case, evaluate, moves, play, tactics
from sandbox.games.two_words.zobrist import zobrist_after
from sandbox.gametree import work as w
from sandbox.gametree.known.lookup import UNKNOWN, known_value
from sandbox.gametree.packed_scores import score_of, word_of
from sandbox.gametree.recorder import BOUND, CUT, SEARCHED, STOPPED
from sandbox.gametree.recorder import no_closed as closed
from sandbox.gametree.recorder import no_opened as opened
from sandbox.gametree.windowed.nodes import (
    begin_root_move,
    bound_of,
    end_root_move,
    expanded,
    foretold,
    judged,
    keep_line,
    looked_up,
    move_of_line,
    out_of_budget,
    put_aside,
    repeated,
    scored,
)
from sandbox.gametree.windowed.ordering import learn, ordered
from sandbox.gametree.windowed.probcut import NESTED_FROM, asked, fit_of, shallow_of
from sandbox.gametree.windowed.probcut import never as may_foretell
from sandbox.gametree.windowed.table import bound_of as stored_bound
from sandbox.gametree.windowed.table import (
    depth_of,
    is_estimate,
    move_of,
    packed,
    probe,
    representative,
    store,
    table_key,
)
from sandbox.kernels.bits import ctz, without_lowest
from sandbox.kernels.jit import kernel

SIGNATURE = "int64(uint64, uint64, uint64, int64, int64, int64, int64, int64, int64, uint64[::1])"
TWO = np.uint64(w.BEST_CASE)
DEEPENING_FROM = 4  # plies that must be left for internal deepening


@kernel
def further(value: int, beta: int, ply: int, work: Words) -> int:
    """How many plies to search beyond the horizon here: 0 where the estimate is to be taken.

    Extension: a leaf its mover would choose (below beta for the other side) is looked at EXTEND plies deeper.
    Quiescence: a leaf whose estimate moved by QUIET_DELTA or more within one ply is looked at one ply deeper.
    """
    work[w.STATIC + ply] = word_of(value)
    beyond = work[w.BEYOND + ply]
    if work[w.EXTEND] != ZERO and beyond == ZERO and value < beta:
        work[w.BEYOND + ply] = ONE
        work[w.EXTENSIONS] += ONE
        return int(np.int64(work[w.EXTEND]))
    if work[w.QUIET_DELTA] != ZERO and ply > 0 and beyond < work[w.QUIET_PLIES]:
        moved = abs(value + score_of(work[w.STATIC + ply - 1]))
        if moved >= np.int64(work[w.QUIET_DELTA]):
            work[w.BEYOND + ply] = beyond + ONE
            work[w.QUIESCENT] += ONE
            return 1
    return 0


@kernel(inlined=True)
def usable(data: np.uint64, depth: int, alpha: int, beta: int, work: Words) -> bool:
    """Whether a table entry answers for this depth and window."""
    stored = depth_of(data)
    deep_enough = (
        stored == depth or (stored < depth and not is_estimate(data)) or (stored > depth and work[w.DEEPER] != ZERO)
    )
    value, bound = score_of(data), stored_bound(data)
    tells = (
        bound == w.BOUND_EXACT
        or (bound == w.BOUND_LOWER and value >= beta)
        or (bound == w.BOUND_UPPER and value <= alpha)
    )
    return deep_enough and tells


@kernel(signature=SIGNATURE, counted=False)
def search(
    a: np.uint64,
    b: np.uint64,
    h: np.uint64,
    depth: int,
    alpha: int,
    beta: int,
    ply: int,
    parent: int,
    came: int,
    work: Words,
) -> int:
    """The value of a state within a window, `depth` plies deep; 0 and nothing stored once out of budget.

    `h` is the Zobrist hash (if those keys are on), `parent` and `came` tell the recorder where from.
    """
    nowhere = int(np.int64(-1))  # for what is not to be recorded; a bare -1 would be compiled once more

    # 1 Budget
    if out_of_budget(work):
        return 0
    work[w.NODES] += ONE
    work[w.PV_LENGTH + ply] = ZERO
    node = opened(parent, came, ply, depth, alpha, beta, work)

    # 2 The rules
    legal = moves(a, b, work)
    if legal == ZERO:
        return scored(a, b, ply, node, work)
    if work[w.CYCLES] != ZERO and repeated(a, b, ply, node, work):
        return 0

    # 3 What is known of the end
    if work[w.KNOWN] != ZERO and ply > 0:
        value = known_value(a, b, work)
        if value != UNKNOWN:
            return looked_up(value, False, node, work)

    # 4 The best that can still come about
    if work[w.PRUNING] & TWO != ZERO:
        most = best_case(a, b, work)
        if most > alpha:
            beta = min(beta, most)
        elif ply > 0:
            closed(node, most, BOUND, work)
            return most

    # 5 The horizon, and what lies beyond it
    looks_beyond = work[w.EXTEND] + work[w.QUIET_DELTA] != ZERO
    if depth <= 0 or ply >= w.MAX_PLY - 2:
        value = evaluate(a, b, work)
        depth = further(value, beta, ply, work) if looks_beyond and ply < w.MAX_PLY - 4 else 0
        if depth == 0:
            return judged(value, ply, node, work)
    elif looks_beyond and depth == 1:
        work[w.STATIC + ply] = word_of(evaluate(a, b, work))

    # 6 The table
    k, twin_a, twin_b = ZERO, a, b
    first = w.NO_MOVE
    remembers = work[w.TABLE] != ZERO and depth >= np.int64(work[w.TABLE_FROM]) and work[w.BEYOND + ply] == ZERO
    if remembers:
        twin_a, twin_b = representative(a, b, work)
        k = table_key(twin_a, twin_b, h, work)
        data = probe(k, twin_a, twin_b, work)
        if data != ZERO:
            if ply > 0 and usable(data, depth, alpha, beta, work):
                return looked_up(score_of(data), is_estimate(data), node, work)
            if twin_a == a and twin_b == b:  # else the move is a mirror image's
                first = move_of(data)

    # 7 What a shallower search foretells
    if may_foretell(depth, alpha, beta, ply, work):
        end, floor = asked(evaluate(a, b, work), alpha, beta, fit_of(a, b, depth, work), work)
        if end != 0:
            spare, before = work[w.PROBCUT], work[w.NODES]
            if depth < NESTED_FROM:
                work[w.PROBCUT] = ZERO
            value = search(a, b, h, shallow_of(depth), floor, floor + 1, ply, nowhere, came, work)
            work[w.PROBCUT] = spare
            put_aside(before, ply, work)
            if out_of_budget(work):
                closed(node, 0, STOPPED, work)
                return 0
            if (value > floor) == (end > 0):
                return foretold(beta if end > 0 else alpha, node, work)

    # 8 The order of the moves
    expanded(legal, work)
    if work[w.TACTICS] != ZERO:
        legal = tactics(a, b, legal, work)
    if first == w.NO_MOVE and depth >= DEEPENING_FROM and work[w.INTERNAL_DEEPENING] != ZERO and ply > 0:
        before = work[w.NODES]
        search(a, b, h, depth - 2, alpha, beta, ply, nowhere, came, work)
        first = move_of_line(ply, work)
        put_aside(before, ply, work)
    if ply == 0 and work[w.ROOT_FIRST] != ZERO:
        first = int(np.int64(work[w.ROOT_FIRST])) - 1
    listed = work[w.ORDERING] != ZERO or ply == 0
    count = ordered(a, b, legal, depth, ply, first, work) if listed else 64

    # 9 The moves
    horizon, tainted = work[w.HORIZON], work[w.TAINTED]
    best, top = -INFINITE, w.NO_MOVE
    low = alpha
    tried = 0
    cause = SEARCHED
    while tried < count and legal != ZERO:
        if listed:
            index = int(np.int64(work[w.MOVES + 64 * ply + tried])) & 63
        else:
            index = ctz(legal)
            legal = without_lowest(legal)
        next_a, next_b = play(a, b, ONE << np.uint64(index), work)
        next_h = ZERO
        if work[w.KEYS] != ZERO:
            next_h = zobrist_after(h, a, b, next_a, next_b)
        work[w.BEYOND + ply + 1] = work[w.BEYOND + ply]
        floor = low if work[w.PRUNING] != ZERO else alpha
        root_nodes, root_horizon = ZERO, work[w.HORIZON]
        if ply == 0:
            root_nodes = begin_root_move(index, work)
            if work[w.EVERY_MOVE] != ZERO:
                floor = -INFINITE
        narrow = work[w.NULL_WINDOWS] != ZERO and tried > 0 and floor + 1 < beta and floor > -INFINITE
        ceiling = floor + 1 if narrow else beta
        value = -search(next_a, next_b, next_h, depth - 1, -ceiling, -floor, ply + 1, node, index, work)
        if narrow and value > floor and value < beta and not out_of_budget(work):
            work[w.RESEARCHES] += ONE
            floor, ceiling = value - 1, beta
            value = -search(next_a, next_b, next_h, depth - 1, -beta, -floor, ply + 1, node, index, work)
        if out_of_budget(work):
            closed(node, best, STOPPED, work)
            return best
        tried += 1
        if ply == 0:
            proven = work[w.HORIZON] == root_horizon
            bound = bound_of(value, floor, ceiling)
            end_root_move(index, value, bound, proven, value > best and value > low, depth, root_nodes, work)
        if value > best:
            best, top = value, index
            if value > low:
                low = value
                keep_line(index, ply, work)
                if low >= beta and work[w.PRUNING] != ZERO:
                    work[w.CUTOFFS] += ONE
                    if tried == 1:
                        work[w.FIRST_CUTOFFS] += ONE
                    learn(index, depth, ply, work)
                    cause = CUT
                    break

    # 10 What was learnt
    if remembers and work[w.TAINTED] == tainted:
        if twin_a != a or twin_b != b:
            top = w.NO_MOVE
        bound = bound_of(best, alpha, beta)
        data = packed(best, depth, bound, work[w.HORIZON] != horizon, top, ply, work)
        store(k, data, depth, ply, twin_a, twin_b, work)
    closed(node, best, cause, work)
    return best
