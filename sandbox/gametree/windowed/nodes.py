"""What every depth-first engine does at a node: count it, end it, keep its best line, report at the root."""

from __future__ import annotations

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words, key, outcome
from sandbox.gametree import work as w
from sandbox.gametree.packed_scores import word_of
from sandbox.gametree.recorder import FORETOLD, HORIZON, REPETITION, TABLE, TERMINAL
from sandbox.gametree.recorder import no_closed as closed
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel


@kernel
def out_of_budget(work: Words) -> bool:
    """Whether the search has to end (nodes, time, stop: all lower or meet LIMIT)."""
    return bool(work[w.NODES] >= work[w.LIMIT])


@kernel
def reached(ply: int, work: Words) -> None:
    """A line ends here: note the deepest."""
    work[w.DEEPEST] = max(work[w.DEEPEST], np.uint64(ply))


@kernel
def scored(a: np.uint64, b: np.uint64, ply: int, node: int, work: Words) -> int:
    """The game is over: its score by the rules."""
    work[w.TERMINALS] += ONE
    reached(ply, work)
    value = outcome(a, b, work)
    closed(node, value, TERMINAL, work)
    return value


@kernel
def judged(value: int, ply: int, node: int, work: Words) -> int:
    """The horizon: an estimate is taken."""
    work[w.LEAVES] += ONE
    work[w.HORIZON] += ONE
    reached(ply, work)
    closed(node, value, HORIZON, work)
    return value


@kernel
def looked_up(value: int, estimate: bool, node: int, work: Words) -> int:
    """A table knows the value."""
    work[w.TABLE_CUTOFFS] += ONE
    work[w.HORIZON] += np.uint64(estimate)
    closed(node, value, TABLE, work)
    return value


@kernel
def foretold(value: int, node: int, work: Words) -> int:
    """A shallower search says that the window is missed: a guess, so the node counts as judged."""
    work[w.FORETOLD] += ONE
    work[w.HORIZON] += ONE
    closed(node, value, FORETOLD, work)
    return value


@kernel
def put_aside(before: np.uint64, ply: int, work: Words) -> None:
    """A search within the search is over: its nodes are counted apart, its line is none of this node's."""
    work[w.ABSTRACT] += work[w.NODES] - before
    work[w.PV_LENGTH + ply] = ZERO


@kernel
def repeated(a: np.uint64, b: np.uint64, ply: int, node: int, work: Words) -> bool:
    """Whether the position stood before on the path from the root, with the same side to move: a draw."""
    mine = key(a, b, work)
    work[w.PATH + ply] = mine
    for back in range(ply - 2, -1, -2):
        if work[w.PATH + back] == mine:
            work[w.REPEATS] += ONE
            work[w.TAINTED] += ONE
            reached(ply, work)
            closed(node, 0, REPETITION, work)
            return True
    return False


@kernel
def expanded(legal: np.uint64, work: Words) -> None:
    """Moves are about to be tried."""
    work[w.INTERIOR] += ONE
    work[w.GENERATED] += np.uint64(popcount(legal))


@kernel(inlined=True)
def keep_line(index: int, ply: int, work: Words) -> None:
    """The best line from here: this move, then the child's best line."""
    here, below = w.PV + ply * w.LINE, w.PV + (ply + 1) * w.LINE
    length = min(int(np.int64(work[w.PV_LENGTH + ply + 1])), w.LINE - 1)
    work[here] = np.uint64(index)
    for i in range(length):
        work[here + 1 + i] = work[below + i]
    work[w.PV_LENGTH + ply] = np.uint64(length + 1)


@kernel
def begin_root_move(index: int, work: Words) -> np.uint64:
    """A root move is taken up; the nodes so far."""
    work[w.CURRENT] = np.uint64(index) + ONE
    before: np.uint64 = work[w.NODES]
    return before


@kernel(inlined=True)
def end_root_move(
    index: int, value: int, bound: int, proven: bool, best: bool, depth: int, before: np.uint64, work: Words
) -> None:
    """A root move has its value: write its row, and, if it is the best so far, the answer."""
    row = w.ROOT + index * w.ROOT_STRIDE
    work[w.SEQUENCE] += ONE
    work[row + w.ROOT_VALUE] = word_of(value)
    work[row + w.ROOT_BOUND] = np.uint64(bound)
    work[row + w.ROOT_NODES] += work[w.NODES] - before
    work[row + w.ROOT_DEPTH] = np.uint64(depth)
    work[row + w.ROOT_PROVEN] = np.uint64(proven)
    line, below = w.ROOT_PV + index * w.LINE, w.PV + w.LINE
    length = min(int(np.int64(work[w.PV_LENGTH + 1])), w.LINE - 1)
    work[line] = np.uint64(index)
    for i in range(length):
        work[line + 1 + i] = work[below + i]
    work[row + w.ROOT_PV_LENGTH] = np.uint64(length + 1)
    if best:
        work[w.BEST] = np.uint64(index) + ONE
        work[w.VALUE] = word_of(value)
    work[w.SEQUENCE] += ONE


@kernel
def bound_of(value: int, alpha: int, beta: int) -> int:
    """What a value returned from a window says (the return-value theorem)."""
    if value <= alpha:
        return w.BOUND_UPPER
    if value >= beta:
        return w.BOUND_LOWER
    return w.BOUND_EXACT


@kernel
def move_of_line(ply: int, work: Words) -> int:
    """The first move of the line kept at a ply, or NO_MOVE."""
    return int(np.int64(work[w.PV + ply * w.LINE])) if work[w.PV_LENGTH + ply] != ZERO else w.NO_MOVE


@kernel
def root_row(index: int, visits: float, total: float, work: Words) -> None:
    """A Monte Carlo engine's account of a root move: `total` is the sum of its rewards, -1 … 1 each."""
    row = w.ROOT + index * w.ROOT_STRIDE
    work[row + w.ROOT_VISITS] = np.uint64(visits)
    work[row + w.ROOT_NODES] = np.uint64(visits)
    if visits > 0.0:
        mean = total / visits
        work[row + w.ROOT_WINS] = np.uint64((mean + 1.0) * visits * (w.WIN_UNITS // 2))
        work[row + w.ROOT_VALUE] = word_of(estimate_of(mean))
        work[row + w.ROOT_BOUND] = np.uint64(w.BOUND_EXACT)
        if work[row + w.ROOT_PV_LENGTH] == np.uint64(0):
            work[row + w.ROOT_PV_LENGTH] = np.uint64(1)
            work[w.ROOT_PV + index * w.LINE] = np.uint64(index)


@kernel
def estimate_of(mean: float) -> int:
    """An average reward, -1 … 1, as an estimate that a person reads as that number (values.py), cut off at ±0.95."""
    mean = max(-0.95, min(0.95, mean))
    return int(np.int64(1000.0 * mean / (1.0 - abs(mean))))
