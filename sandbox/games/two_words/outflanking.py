"""Outflanking on 64 squares (Othello, Rolit): legal moves, flips, symmetries. a1 is bit 0, b1 bit 1, h8 bit 63.

Legal moves flood along all eight directions at once, doubling the step (the Kogge-Stone way of chess
programming). Flips add one to a line's discs and let the carry run to the disc that outflanks them (upward),
or find it by counting leading zeros (downward), after Edax (R. Delorme, 1998-) and Egaroucid (T. Yamana,
2021-).
"""

from __future__ import annotations

import numpy as np

from sandbox.kernels.bits import clz, ctz
from sandbox.kernels.jit import kernel

ZERO, ONE = np.uint64(0), np.uint64(1)
S1, S2, S4, S7, S8, S9 = (np.uint64(n) for n in (1, 2, 4, 7, 8, 9))
S14, S16, S18, S28 = (np.uint64(n) for n in (14, 16, 18, 28))
INNER = np.uint64(0x7E7E7E7E7E7E7E7E)  # without the a and h files: nothing sideways starts or passes there
TOP_BIT = np.uint64(1 << 63)

DIRECTIONS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # those that lead to higher bits


def _ray(square: int, dx: int, dy: int) -> int:
    """All squares from one (exclusive) to the edge."""
    bits, x, y = 0, square % 8 + dx, square // 8 + dy
    while 0 <= x < 8 and 0 <= y < 8:
        bits |= 1 << 8 * y + x
        x, y = x + dx, y + dy
    return bits


UP = np.array([[_ray(s, dx, dy) for dx, dy in DIRECTIONS] for s in range(64)], np.uint64)
DOWN = np.array([[_ray(s, -dx, -dy) for dx, dy in DIRECTIONS] for s in range(64)], np.uint64)


@kernel(signature="uint64(uint64, uint64)", lanes=True)
def legal(a: np.uint64, b: np.uint64) -> np.uint64:
    """The empty squares from which a disc of `a` outflanks some of `b`."""
    m = b & INNER
    f1, f7, f9, f8 = m & (a << S1), m & (a << S7), m & (a << S9), b & (a << S8)
    g1, g7, g9, g8 = m & (a >> S1), m & (a >> S7), m & (a >> S9), b & (a >> S8)
    f1, f7, f9, f8 = f1 | m & (f1 << S1), f7 | m & (f7 << S7), f9 | m & (f9 << S9), f8 | b & (f8 << S8)
    g1, g7, g9, g8 = g1 | m & (g1 >> S1), g7 | m & (g7 >> S7), g9 | m & (g9 >> S9), g8 | b & (g8 >> S8)
    p1, p7, p9, p8 = m & (m << S1), m & (m << S7), m & (m << S9), b & (b << S8)
    q1, q7, q9, q8 = p1 >> S1, p7 >> S7, p9 >> S9, p8 >> S8
    f1, f7, f9, f8 = f1 | p1 & (f1 << S2), f7 | p7 & (f7 << S14), f9 | p9 & (f9 << S18), f8 | p8 & (f8 << S16)
    g1, g7, g9, g8 = g1 | q1 & (g1 >> S2), g7 | q7 & (g7 >> S14), g9 | q9 & (g9 >> S18), g8 | q8 & (g8 >> S16)
    f1, f7, f9, f8 = f1 | p1 & (f1 << S2), f7 | p7 & (f7 << S14), f9 | p9 & (f9 << S18), f8 | p8 & (f8 << S16)
    g1, g7, g9, g8 = g1 | q1 & (g1 >> S2), g7 | q7 & (g7 >> S14), g9 | q9 & (g9 >> S18), g8 | q8 & (g8 >> S16)
    upward = (f1 << S1) | (f7 << S7) | (f9 << S9) | (f8 << S8)
    downward = (g1 >> S1) | (g7 >> S7) | (g9 >> S9) | (g8 >> S8)
    found: np.uint64 = (upward | downward) & ~(a | b)
    return found


@kernel(signature="uint64(uint64, uint64, uint64)", lanes=True)
def flips(a: np.uint64, b: np.uint64, move: np.uint64) -> np.uint64:
    """The discs of `b` that a disc of `a` on the square `move` turns."""
    square = np.uint64(ctz(move))  # unsigned: no test for negative indices
    m0, m1, m2, m3 = UP[square, 0], UP[square, 1], UP[square, 2], UP[square, 3]
    # b's discs next to the move are ones without a gap, everything off the line is ones too: the carry stops
    # at the first square of the line that is not b's. It outflanks if it is a's.
    e0, e1 = ((b | ~m0) + ONE) & m0 & a, ((b | ~m1) + ONE) & m1 & a
    e2, e3 = ((b | ~m2) + ONE) & m2 & a, ((b | ~m3) + ONE) & m3 & a
    found: np.uint64 = (e0 - np.uint64(e0 != ZERO)) & m0 | (e1 - np.uint64(e1 != ZERO)) & m1
    found |= (e2 - np.uint64(e2 != ZERO)) & m2 | (e3 - np.uint64(e3 != ZERO)) & m3
    m0, m1, m2, m3 = DOWN[square, 0], DOWN[square, 1], DOWN[square, 2], DOWN[square, 3]
    e0, e1 = (TOP_BIT >> _first(m0 & ~b)) & a & m0, (TOP_BIT >> _first(m1 & ~b)) & a & m1
    e2, e3 = (TOP_BIT >> _first(m2 & ~b)) & a & m2, (TOP_BIT >> _first(m3 & ~b)) & a & m3
    # The squares of the line above the outflanking disc e: -(2e) has ones there, and is 0 when e is.
    found |= (~(e0 << S1) + ONE) & m0 | (~(e1 << S1) + ONE) & m1
    found |= (~(e2 << S1) + ONE) & m2 | (~(e3 << S1) + ONE) & m3
    return found


@kernel
def _first(x: np.uint64) -> np.uint64:
    """Leading zeros, of at least one bit (bit 0 stands in for none: it is then not on the line)."""
    return np.uint64(clz(x | ONE))


@kernel
def mirrored(x: np.uint64) -> np.uint64:
    """Columns in reverse."""
    x = ((x >> S1) & np.uint64(0x5555555555555555)) | ((x & np.uint64(0x5555555555555555)) << S1)
    x = ((x >> S2) & np.uint64(0x3333333333333333)) | ((x & np.uint64(0x3333333333333333)) << S2)
    return ((x >> S4) & np.uint64(0x0F0F0F0F0F0F0F0F)) | ((x & np.uint64(0x0F0F0F0F0F0F0F0F)) << S4)


@kernel
def transposed(x: np.uint64) -> np.uint64:
    """Rows and columns exchanged (a1 and h8 stay)."""
    t = (x ^ (x << S28)) & np.uint64(0x0F0F0F0F00000000)
    x ^= t ^ (t >> S28)
    t = (x ^ (x << S14)) & np.uint64(0x3333000033330000)
    x ^= t ^ (t >> S14)
    t = (x ^ (x << S7)) & np.uint64(0x5500550055005500)
    return x ^ t ^ (t >> S7)
