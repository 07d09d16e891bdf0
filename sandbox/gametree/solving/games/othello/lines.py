"""What a disc turns, looked up line by line: the way of the endgame, where most time goes into turning discs.

The eight squares of a row, a column or a diagonal are gathered into a byte by a multiplication (as chess programs'
"kindergarten" bitboards do); tables of 512 and 2,048 bytes say what is outflanked and what is turned. With one empty
square left only the number of discs turned is wanted: it follows from the own discs alone, since all others are the
other side's. After Edax (R. Delorme, 1998-), `count_last_flip`.

Departs from it in that turning and counting share the gathering. It is faster than carries (games/library/othello)
where discs are turned one square after the other, and slower where many are turned at once.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.games.two_words.rules import ONE
from sandbox.kernels.jit import kernel

SIDE: Final = 8
A_FILE = np.uint64(0x0101010101010101)
TO_BYTE = np.uint64(0x0102040810204080)  # moves the a file's bits into the highest byte
TO_FILE = np.uint64(0x0002040810204081)  # spreads seven bits over the a file
S7, S56, S57, M6, M8 = (np.uint64(n) for n in (7, 56, 57, 63, 255))


def _walk(x: int, bits: int, step: int) -> int:
    """The first square from x (exclusive) whose bit is not set; -1 or 8 beyond the edge."""
    y = x + step
    while 0 <= y < SIDE and bits >> y & 1:
        y += step
    return y


def _outflanking(x: int, inner: int) -> int:
    """Where an own disc would outflank, if these six inner squares are the other side's."""
    other, found = inner << 1, 0
    for step in (1, -1):
        y = _walk(x, other, step)
        if 0 <= y < SIDE and y != x + step:
            found |= 1 << y
    return found


def _between(x: int, ends: int) -> int:
    """The squares between x and each of at most two ends."""
    found = 0
    for y in range(SIDE):
        if ends >> y & 1 and y != x and ends.bit_count() <= 2:
            found |= sum(1 << z for z in range(min(x, y) + 1, max(x, y)))
    return found


def _turned_at_last(x: int, own: int) -> int:
    """How many are turned on a full line by a disc on x."""
    ends = (_walk(x, ~own, step) for step in (1, -1))
    return sum(abs(y - x) - 1 for y in ends if 0 <= y < SIDE)


def _diagonal(square: int, step: int) -> int:
    """All squares of a diagonal."""
    x, y = square % SIDE, square // SIDE
    places = ((x + step * k, y + k) for k in range(-SIDE, SIDE))
    return sum(1 << SIDE * b + a for a, b in places if 0 <= a < SIDE and 0 <= b < SIDE)


def _around(square: int) -> int:
    x, y = square % SIDE, square // SIDE
    near = ((x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy)
    return sum(1 << SIDE * b + a for a, b in near if 0 <= a < SIDE and 0 <= b < SIDE)


OUTFLANKING = np.array([[_outflanking(x, inner) for inner in range(64)] for x in range(SIDE)], np.uint8)
BETWEEN = np.array([[_between(x, ends) for ends in range(256)] for x in range(SIDE)], np.uint8)
TURNED_AT_LAST = np.array([[_turned_at_last(x, own) for own in range(256)] for x in range(SIDE)], np.int64)
DIAGONALS = np.array([[_diagonal(s, 1), _diagonal(s, -1)] for s in range(64)], np.uint64)
AROUND = np.array([_around(s) for s in range(64)], np.uint64)


@kernel
def turned(own: np.uint64, other: np.uint64, square: int) -> np.uint64:
    """The discs that one on an empty square turns."""
    x, y = square & 7, square >> 3
    file, row = np.uint64(x), np.uint64(y << 3)
    inner, mine = (other >> (row + ONE)) & M6, (own >> row) & M8
    found = np.uint64(BETWEEN[x, np.uint64(OUTFLANKING[x, inner]) & mine]) << row
    inner = ((((other >> file) & A_FILE) * TO_BYTE) >> S57) & M6
    mine = (((own >> file) & A_FILE) * TO_BYTE) >> S56
    flat = np.uint64(BETWEEN[y, np.uint64(OUTFLANKING[y, inner]) & mine])
    found |= (((flat * TO_FILE) & A_FILE) | ((flat >> S7) << S56)) << file
    for k in range(2):
        line = DIAGONALS[square, k]
        inner, mine = (((other & line) * A_FILE) >> S57) & M6, ((own & line) * A_FILE) >> S56
        found |= (np.uint64(BETWEEN[x, np.uint64(OUTFLANKING[x, inner]) & mine]) * A_FILE) & line
    return found


@kernel
def turned_at_last(own: np.uint64, square: int) -> int:
    """How many discs one on the only empty square turns."""
    x, y = square & 7, square >> 3
    row, file = (own >> np.uint64(y << 3)) & M8, (((own >> np.uint64(x)) & A_FILE) * TO_BYTE) >> S56
    first = ((own & DIAGONALS[square, 0]) * A_FILE) >> S56
    second = ((own & DIAGONALS[square, 1]) * A_FILE) >> S56
    return int(TURNED_AT_LAST[x, row] + TURNED_AT_LAST[y, file] + TURNED_AT_LAST[x, first] + TURNED_AT_LAST[x, second])
