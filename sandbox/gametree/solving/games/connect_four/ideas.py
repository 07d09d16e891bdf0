"""The ideas of Connect Four's solver, one bit each: what can be switched off to see what it was worth."""

from __future__ import annotations

from typing import Final

SAFE: Final = 1  # only replies that do not lose at once
FORCED: Final = 2  # a single reply is followed in a loop
PLIES_LEFT: Final = 4  # bounds from the plies left
WIN_IN_TWO: Final = 8
NO_FOUR: Final = 16
CLAIM_EVEN: Final = 32
TABLE: Final = 64
CHILDREN: Final = 128  # enhanced transposition cut-offs
BOTH_BOUNDS: Final = 256
TWO_WAY: Final = 512
TABLE_MOVE: Final = 1024
MIRROR: Final = 2048
THREATS: Final = 4096
LINES: Final = 8192
REPLIES: Final = 16384
