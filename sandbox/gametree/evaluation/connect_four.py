"""Connect Four by open lines and threats, with zugzwang in mind.

Which threats last is Allis's: rows fill from below and White (who began) is to move when an even number of
squares is left, so the first player profits from threats in odd rows, the second from those in even rows
(V. Allis, "A Knowledge-based Approach of Connect-Four", 1988).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from sandbox.games.library.connect_four.rules import BOARD, HEIGHT, completing
from sandbox.games.two_words.rules import ONE, Words
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
def open_twos(own: np.uint64, other: np.uint64) -> int:
    """How many lines of four hold two own stones and no other's."""
    free = BOARD & ~other
    twos = 0
    for step in STEPS:
        s1, s2, s3 = np.uint64(step), np.uint64(2 * step), np.uint64(3 * step)
        lines = free & (free >> s1) & (free >> s2) & (free >> s3)  # each at its lowest square
        p, q, r, s = own, own >> s1, own >> s2, own >> s3
        two = ((p ^ q) & (r ^ s)) | (p & q & ~(r | s)) | (r & s & ~(p | q))
        twos += popcount(lines & two)
    return twos


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
    return (
        popcount(own) - popcount(other),
        open_twos(a, b) - open_twos(b, a),
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


@kernel
def centre(a: np.uint64, b: np.uint64, data: Words) -> tuple[int]:
    """Stones in the middle columns, the middle one twice."""
    return (popcount(a & MIDDLE) + popcount(a & INNER) - popcount(b & MIDDLE) - popcount(b & INNER),)


@evaluations.register("connect-four-centre", title="Centre", games=("connect-four",), order=20)
@dataclass(frozen=True)
class ConnectFourCentre(Weighted):
    """Stones in the middle: little knowledge, and quick."""

    shipped = "connect-four-centre"
    names = ("centre",)
    features_kernel = centre
