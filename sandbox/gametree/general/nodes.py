"""What every general search does at a node: the budget, the best line, the table."""

from __future__ import annotations

import numpy as np

from sandbox.games.general.rules import evaluate, key, length, most_moves, play, players, to_move, utility
from sandbox.games.general.words import FAR, TERMINAL, Words, number_at, put_number
from sandbox.games.two_words.rules import ONE, ZERO
from sandbox.gametree import work as w
from sandbox.gametree.general import arena
from sandbox.kernels.jit import kernel


@kernel
def out_of_budget(data: Words) -> bool:
    """Whether the search has to end."""
    return bool(data[w.NODES] >= data[w.LIMIT])


@kernel
def entered(ply: int, data: Words) -> None:
    """Count a node; it has no line yet."""
    data[w.NODES] += ONE
    data[np.uint64(arena.LENGTHS + ply)] = ZERO
    data[w.DEEPEST] = max(data[w.DEEPEST], np.uint64(ply))


@kernel
def scored(data: Words, s: int, f: int) -> None:
    """The rules say what everybody has."""
    data[w.TERMINALS] += ONE
    utility(data, s, f)


@kernel
def judged(data: Words, s: int, f: int) -> None:
    """The horizon: an estimate is taken."""
    data[w.LEAVES] += ONE
    data[w.HORIZON] += ONE
    evaluate(data, s, f)


@kernel
def keep_line(move: np.uint64, ply: int, data: Words) -> None:
    """The best line from here: this move, then the child's best line."""
    here, below = arena.LINES + ply * arena.LINE, arena.LINES + (ply + 1) * arena.LINE
    many = min(int(np.int64(data[np.uint64(arena.LENGTHS + ply + 1)])), arena.LINE - 1)
    data[np.uint64(here)] = move
    for i in range(many):
        data[np.uint64(here + 1 + i)] = data[np.uint64(below + i)]
    data[np.uint64(arena.LENGTHS + ply)] = np.uint64(many + 1)


@kernel
def weighed(data: Words, p: int, count: int) -> float:
    """What the weights of some outcomes add up to."""
    whole = 0.0
    for i in range(count):
        whole += float(np.int64(data[np.uint64(p + i)]))
    return whole


@kernel
def frame_size(data: Words) -> int:
    """Words of a frame."""
    return players(data) + 4 * most_moves(data) + length(data)


@kernel
def frame(data: Words, f: int) -> tuple[int, int, int, int]:
    """Where a frame, behind the worths, has its moves, what is known of each, the state behind a move; and its end."""
    m = f + players(data)
    child = m + 4 * most_moves(data)
    return m, m + most_moves(data), child, child + length(data)


@kernel
def place_of(known: np.uint64, data: Words) -> int:
    """Where an entry of the table would be."""
    mask = (ONE << data[arena.TABLE_BITS]) - ONE
    return int(np.int64(data[arena.TABLE_BASE])) + arena.ENTRY * int(np.int64(known & mask))


@kernel
def remembered(known: np.uint64, depth: int, alpha: float, beta: float, data: Words) -> bool:
    """Whether the table answers for this depth and window; then the answer is `number_at(data, place + 1)`."""
    at = place_of(known, data)
    if data[np.uint64(at)] != known:
        return False
    facts = int(np.int64(data[np.uint64(at + 2)]))
    if facts >> 3 != depth:
        return False
    bound, value = (facts >> 1) & 3, number_at(data, at + 1)
    fits = bound == arena.EXACT or (bound == arena.LOWER and value >= beta) or (bound == arena.UPPER and value <= alpha)
    if fits:
        data[arena.TABLE_HITS] += ONE
        if facts & 1:
            data[w.HORIZON] += ONE
    return fits


@kernel
def remember(
    known: np.uint64, depth: int, alpha: float, beta: float, value: float, estimated: bool, move: np.uint64, data: Words
) -> None:
    """Write what was found over whatever stood there."""
    at = place_of(known, data)
    bound = arena.UPPER if value <= alpha else arena.LOWER if value >= beta else arena.EXACT
    data[np.uint64(at)] = known
    put_number(data, at + 1, value)
    data[np.uint64(at + 2)] = np.uint64((depth << 3) | (bound << 1) | int(estimated))
    data[np.uint64(at + 3)] = move


@kernel
def brought_forward(data: Words, m: int, count: int, first: np.uint64) -> None:
    """The move that was best before is tried first."""
    for i in range(1, count):
        if data[np.uint64(m + i)] == first:
            data[np.uint64(m + i)] = data[np.uint64(m)]
            data[np.uint64(m)] = first
            return


@kernel
def key_of(data: Words, s: int) -> np.uint64:
    """The state's key."""
    return key(data, s)


@kernel
def estimate_of(data: Words, s: int, move: np.uint64, c: int, u: int, root: int) -> float:
    """What a move seems to be worth to root, at a glance; what it leads to is left at `c`."""
    play(data, s, move, c)
    data[arena.ESTIMATES] += ONE
    if to_move(data, c) == TERMINAL:
        utility(data, c, u)
    else:
        evaluate(data, c, u)
    return number_at(data, u + root)


@kernel
def best_estimated(data: Words, s: int, m: int, count: int, c: int, u: int, root: int, side: float) -> int:
    """Which move seems to be the best for who makes it (`side` is 1 for root, -1 for others); the first of equals."""
    best, top = 0, -FAR
    for i in range(count):
        worth = side * estimate_of(data, s, data[np.uint64(m + i)], c, u, root)
        if worth > top:
            best, top = i, worth
    return best


@kernel
def estimated(data: Words, s: int, f: int, count: int, first: np.uint64, root: int, side: float) -> None:
    """Write what every move of a frame seems to be worth for who makes it where weights stand; `first` - 1 leads."""
    m, most = f + players(data), most_moves(data)
    for i in range(count):
        move = data[np.uint64(m + i)]
        worth = FAR
        if move + ONE != first:
            worth = side * estimate_of(data, s, move, m + 4 * most, f, root)
        put_number(data, m + most + i, worth)


@kernel
def next_best(data: Words, m: int, p: int, i: int, count: int) -> None:
    """Of the moves from the i-th on, the one that seems to be the best changes places with the i-th."""
    best = i
    for j in range(i + 1, count):
        if number_at(data, p + j) > number_at(data, p + best):
            best = j
    if best != i:
        move, worth = data[np.uint64(m + best)], data[np.uint64(p + best)]
        data[np.uint64(m + best)], data[np.uint64(p + best)] = data[np.uint64(m + i)], data[np.uint64(p + i)]
        data[np.uint64(m + i)], data[np.uint64(p + i)] = move, worth
