"""Connect Four by open lines and threats, with zugzwang in mind.

Which threats last is Allis's: rows fill from below and White (who began) is to move when an odd number of
squares is left, so the first player profits from threats in odd rows, the second from those in even rows
(V. Allis, "A Knowledge-based Approach of Connect-Four", 1988).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.connect_four import BOARD, HEIGHT, completing
from sandbox.games.rules import ONE, Words
from sandbox.gametree.evaluation.api import evaluations
from sandbox.gametree.evaluation.weighted import Weighted
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel

ODD_ROWS = np.uint64(sum(0b010101 << HEIGHT * column for column in range(7)))  # rows 1, 3, 5
EVEN_ROWS = np.uint64(sum(0b101010 << HEIGHT * column for column in range(7)))
MIDDLE = np.uint64(0b111111 << HEIGHT * 3)
INNER = np.uint64(sum(0b111111 << HEIGHT * column for column in (2, 3, 4)))
STEPS = (1, 6, 7, 8)


@kernel
def open_lines(own: np.uint64, other: np.uint64) -> tuple[int, int]:
    """How many lines of four hold two, and three, own stones and no other's."""
    free = BOARD & ~other
    twos, threes = 0, 0
    for step in STEPS:
        s1, s2, s3 = np.uint64(step), np.uint64(2 * step), np.uint64(3 * step)
        lines = free & (free >> s1) & (free >> s2) & (free >> s3)  # each at its lowest square
        p, q, r, s = own, own >> s1, own >> s2, own >> s3
        one_low, both_low, one_high, both_high = p ^ q, p & q, r ^ s, r & s
        two = (one_low & one_high) | (both_low & ~(r | s)) | (both_high & ~(p | q))
        three = (one_low & both_high) | (both_low & one_high)
        twos += popcount(lines & two)
        threes += popcount(lines & three)
    return twos, threes


@kernel
def lasting(threats: np.uint64, first: bool) -> int:
    """Threats in the rows that zugzwang favours: odd for who began, even for the other."""
    return popcount(threats & (ODD_ROWS if first else EVEN_ROWS))


@kernel
def features(a: np.uint64, b: np.uint64, data: Words) -> tuple[int, int, int, int, int, int]:
    """See `ConnectFourThreats.names`."""
    empty = BOARD & ~(a | b)
    own, other = completing(a) & empty, completing(b) & empty
    first = popcount(a | b) & 1 == 0
    own_twos, own_threes = open_lines(a, b)
    other_twos, other_threes = open_lines(b, a)
    return (
        own_threes - other_threes,
        own_twos - other_twos,
        lasting(own, first) - lasting(other, not first),
        popcount(own & (own >> ONE)) - popcount(other & (other >> ONE)),
        popcount(a & MIDDLE) + popcount(a & INNER) - popcount(b & MIDDLE) - popcount(b & INNER),
        1,
    )


@evaluations.register(
    "connect-four-threats", title="Lines and threats", games=("connect-four",), order=10, paper="Allis 1988"
)
@dataclass(frozen=True)
class ConnectFourThreats(Weighted):
    """Open lines, threats by parity, the centre."""

    shipped = "connect-four"
    names = ("open threes", "open twos", "lasting threats", "stacked threats", "centre", "to move")
    features_kernel = features
