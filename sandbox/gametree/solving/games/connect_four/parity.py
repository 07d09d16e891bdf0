"""What can be said of Connect Four without search: who can still complete a line, and who by following up.

A side that cannot complete a line even with all empty squares does not win. The second player, when all columns hold an
even number of stones, may answer every stone with one on top of it ("claimeven", V. Allis, A Knowledge-based Approach
of Connect-Four, 1988): he then gets all squares of even rows, the first player those of odd ones.

Departs from Allis in using the one rule on the whole board, as a bound inside a search, and for either side to move.
Rows are counted from 0 here: the second player's are 1, 3 and 5.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.library.connect_four.rules import BOARD, BOTTOM, HEIGHT, ROWS, won
from sandbox.games.two_words.rules import ONE, ZERO
from sandbox.kernels.jit import kernel

UNKNOWN: Final = 99
UPPER = np.uint64(sum(int(BOTTOM) << row for row in range(1, ROWS, 2)))
LOWER = np.uint64(int(BOARD) & ~int(UPPER))
assert HEIGHT == ROWS + 1


@kernel
def hopeless(own: np.uint64, other: np.uint64, empty: np.uint64, alpha: int) -> int:
    """0, a bound that answers the question, where a side cannot complete any line; else UNKNOWN."""
    who = own if alpha >= 0 else other
    return UNKNOWN if won(who | empty) else 0


@kernel
def claimed(own: np.uint64, other: np.uint64, empty: np.uint64, discs: int, alpha: int) -> int:
    """A bound that answers the question, by following up; else UNKNOWN.

    `discs` even: the first player moves, and the bound is from above; else the second does, and it is from below.
    """
    odd = ((own | other) + BOTTOM) & UPPER  # where columns hold an odd number of stones
    if discs & 1 == 0:
        if odd == ZERO and alpha >= -1 and not won(own | (empty & LOWER)):
            if alpha >= 0:
                return 0
            if won(other | (empty & UPPER)):
                return -1
    elif alpha <= 0 and odd & (odd - ONE) == ZERO:
        rest = empty & ~odd  # he evens the one odd column first
        if not won(other | (rest & LOWER)):
            if alpha < 0:
                return 0
            if won(own | odd | (rest & UPPER)):
                return 1
    return UNKNOWN
