"""The ideas of Othello's solver, one bit each: what can be switched off to see what it was worth."""

from __future__ import annotations

from typing import Final

PARITY: Final = 1  # squares of odd quadrants first
MOBILITY: Final = 2  # moves that leave few replies first
POTENTIAL: Final = 4  # ... and few squares beside discs
CORNERS: Final = 8  # ... and corners
NEXT_REPLIES: Final = 16  # ... and, far from the end, few replies to the best reply
STABILITY: Final = 32
TABLE: Final = 64
TABLE_MOVE: Final = 128
CHILDREN: Final = 256  # enhanced transposition cut-offs
TWO_WAY: Final = 512
ESTIMATES: Final = 1024
GUESS: Final = 2048
