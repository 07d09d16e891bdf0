"""How a solve narrows its bounds: null window after null window, until lower and upper bound meet.

Every question is "is the value above alpha?", and the driver only chooses alpha:

* bisection halves what is left, but asks near 0 first: P. Pons, "Solving Connect 4", part 10 (2015-2019). Quick wins
  are excluded early, which makes all that follows cheaper.
* sign first asks who wins before it asks by how much: from the opening the sign is by far the cheapest question. It is
  what drives a solve whose outcome is all that is asked; where a loss is expected, it asks for that first.
* MTD(f) asks beside the last answer: A. Plaat, J. Schaeffer, W. Pijls, A. de Bruin, AI 87, 1996.

Departs from them in that one text serves all three, and any game that brings `span` and `ask` (api.py).
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.games.two_words.rules import Words
from sandbox.gametree import work as w
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.api import ask, expected, fresh, span
from sandbox.kernels.arrays import Int64s
from sandbox.kernels.jit import kernel

BISECTION: Final = 0
SIGN_FIRST: Final = 1
MTDF: Final = 2


@kernel
def word_of(value: int) -> np.uint64:
    """A value as a word that is never negative."""
    return np.uint64(value + s.MIDDLE)


@kernel
def value_of(word: np.uint64) -> int:
    """And back."""
    return int(np.int64(word) - s.MIDDLE)


@kernel
def halved(low: int, high: int) -> int:
    """The middle of what is left, or half the way from 0 to the farther end of the nearer side."""
    middle = low + ((high - low) >> 1)
    if middle <= 0 and -((-low) >> 1) < middle:
        return -((-low) >> 1)
    if middle >= 0 and (high >> 1) > middle:
        return high >> 1
    return middle


@kernel
def next_alpha(low: int, high: int, last: int, driver: int) -> int:
    """Which question comes next: low <= alpha < high."""
    if driver == MTDF:
        guess = min(max(last, low), high)
        return guess if guess == low else guess - 1
    if driver == SIGN_FIRST:
        if last < 0 and low < 0 <= high:
            return -1
        if low < 1 <= high:
            return 0
        if low < 0 <= high:
            return -1
    return halved(low, high)


@kernel
def settled(work: Words) -> bool:
    """Whether nothing is left to be asked."""
    low, high = value_of(work[s.LOW]), value_of(work[s.HIGH])
    return bool(low >= high or (work[s.OUTCOME] != np.uint64(0) and (low > 0 or high < 0)))


@kernel
def out_of_budget(work: Words) -> bool:
    """Whether the search has to end."""
    return bool(work[w.NODES] >= work[w.LIMIT])


@kernel
def one_pass(a: np.uint64, b: np.uint64, work: Words) -> int:
    """Ask one question and narrow what is left; the answer is nothing worth if the budget ran out."""
    low, high = value_of(work[s.LOW]), value_of(work[s.HIGH])
    alpha = next_alpha(low, high, value_of(work[s.LAST]), int(np.int64(work[s.DRIVER])))
    found = ask(a, b, alpha, work)
    if out_of_budget(work):
        return alpha
    work[s.LAST] = word_of(found)
    if found > alpha:
        work[s.LOW] = word_of(max(low, found))
    else:
        work[s.HIGH] = word_of(min(high, found))
    return alpha


@kernel
def begin(a: np.uint64, b: np.uint64, work: Words) -> None:
    """Nothing is known of a state but what the rules allow, and what is expected."""
    low, high = span(a, b, work)
    work[s.LOW], work[s.HIGH] = word_of(low), word_of(high)
    work[s.LAST] = word_of(expected(a, b, work))


@kernel
def solve_all(states: NDArray[np.uint64], values: Int64s, nodes: Int64s, forget: int, work: Words) -> int:
    """Solve states one after the other, each with an empty table if `forget`; how many were done."""
    for i in range(len(states)):
        a, b, before = states[i, 0], states[i, 1], work[w.NODES]
        if forget:
            fresh(a, b, work)
        begin(a, b, work)
        while not settled(work):
            one_pass(a, b, work)
            if out_of_budget(work):
                return i
        low = value_of(work[s.LOW])
        values[i] = low if low > 0 else value_of(work[s.HIGH])
        nodes[i] = np.int64(work[w.NODES] - before)
    return len(states)
