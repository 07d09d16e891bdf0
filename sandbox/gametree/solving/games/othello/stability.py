"""Discs that can never be turned, and so the most the mover can still win.

A disc is stable if along each of the four lines through it nothing can be outflanked: because the line is full, because
it ends at the edge there, or because a stable disc of its own colour lies beside it. What is stable on the edges beyond
that says a table (known/edges.py), if it is laid into the work array. After Edax (R. Delorme, 1998-), `get_stability`.
A lower bound.
"""

from __future__ import annotations

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words
from sandbox.gametree.solving import words as s
from sandbox.gametree.solving.games.othello.lines import TO_BYTE, TO_FILE
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel

A_FILE, ROW = np.uint64(0x0101010101010101), np.uint64(0xFF)
S2, S3, S4, S7, S8, S9, S16, S32, S56 = (np.uint64(n) for n in (2, 3, 4, 7, 8, 9, 16, 32, 56))
M7, SEVEN = np.uint64(7), np.uint64(127)
NO_HIGHER_LEFT, NO_LOWER_RIGHT = np.uint64(0x01010101010101FF), np.uint64(0xFF80808080808080)
NO_HIGHER_RIGHT, NO_LOWER_LEFT = np.uint64(0x80808080808080FF), np.uint64(0xFF01010101010101)
SIDES, ENDS, EDGE = np.uint64(0x8181818181818181), np.uint64(0xFF000000000000FF), np.uint64(0xFF818181818181FF)


@kernel
def full_diagonals(taken: np.uint64, step: np.uint64, first: np.uint64, last: np.uint64) -> np.uint64:
    """Squares of diagonals on which none is empty: taken all the way from both ends."""
    down, up = taken, taken
    for _ in range(7):
        down &= first | (down << step)
        up &= last | (up >> step)
    return down & up


@kernel
def edge_of(own: np.uint64, other: np.uint64, at: np.uint64, work: Words) -> np.uint64:
    """The stable discs of one edge: own and other discs as bytes."""
    pair = own | (other << S8)
    held: np.uint64 = (work[np.int64(at + (pair >> S3))] >> ((pair & M7) << S3)) & ROW
    return held


@kernel
def file_of(discs: np.uint64, file: np.uint64) -> np.uint64:
    """A file's discs as a byte."""
    return (((discs >> file) & A_FILE) * TO_BYTE) >> S56


@kernel
def upright_of(row: np.uint64) -> np.uint64:
    """A byte as discs of the a file."""
    return (((row & SEVEN) * TO_FILE) & A_FILE) | ((row >> S7) << S56)


@kernel
def stable_on_edges(of: np.uint64, other: np.uint64, work: Words) -> np.uint64:
    """A side's stable discs on the four edges, by the table."""
    at = work[s.EDGES]
    found = edge_of(of & ROW, other & ROW, at, work) | (edge_of(of >> S56, other >> S56, at, work) << S56)
    found |= upright_of(edge_of(file_of(of, ZERO), file_of(other, ZERO), at, work))
    return found | (upright_of(edge_of(file_of(of, S7), file_of(other, S7), at, work)) << S7)


@kernel
def stable(of: np.uint64, other: np.uint64, work: Words) -> int:
    """How many of a side's discs are surely stable."""
    taken = of | other
    across = taken & (taken >> ONE)
    across &= across >> S2
    across = ((across & (across >> S4)) & A_FILE) * ROW | SIDES
    upright = taken & (taken >> S8)
    upright &= upright >> S16
    upright = ((upright & (upright >> S32)) & ROW) * A_FILE | ENDS
    falling = full_diagonals(taken, S9, NO_HIGHER_LEFT, NO_LOWER_RIGHT) | EDGE
    rising = full_diagonals(taken, S7, NO_HIGHER_RIGHT, NO_LOWER_LEFT) | EDGE
    found = of & across & upright & falling & rising
    if work[s.EDGES] != ZERO:
        found |= stable_on_edges(of, other, work)
    while True:
        beside, above = (found << ONE) | (found >> ONE), (found << S8) | (found >> S8)
        nine, seven = (found << S9) | (found >> S9), (found << S7) | (found >> S7)
        more = found | of & (across | beside) & (upright | above) & (falling | nine) & (rising | seven)
        if more == found:
            return popcount(found)
        found = more
