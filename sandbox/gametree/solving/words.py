"""The words of the work array (gametree/work.py) that solvers use in their own way.

They lie among the OPTIONS of the windowed searches, which never share an array with a solver. What the report reads
(TABLE, TABLE_BITS and the counters) means the same for both.
"""

from __future__ import annotations

from typing import Final

IDEAS: Final = 32  # bits: which ideas are on; the game says which bit is which
DRIVER: Final = 33  # how the next question is chosen, see drivers.py
OUTCOME: Final = 34  # 1: win, draw or loss is enough
LOW: Final = 35  # the least the value can be, + MIDDLE
HIGH: Final = 36  # the most
LAST: Final = 37  # what the last question gave, + MIDDLE: the first guess of MTD(f)
BITS_FIRST: Final = 38  # log2 of the places a table begins with
BITS_MOST: Final = 39  # … and of those it may grow to
SHIFT: Final = 40  # from a hash to its bucket, at the table's present size
ROOM: Final = 48  # stores until the table grows
LARGEST: Final = 56  # log2 of the most places used since all were cleared; 0: none were
MIRRORED: Final = 46  # 1: positions below may be mirror images of each other
TABLE_TO: Final = 47  # discs up to which positions are kept
CHILDREN_TO: Final = 59  # discs up to which what is known of the children is looked up
KEPT_FROM: Final = 51  # empty squares from which positions are kept, and moves sorted with care
CHILDREN_FROM: Final = 52  # ... from which what is known of the children is looked up
FURTHER_FROM: Final = 45  # ... from which moves are sorted by the replies to replies
ESTIMATED_FROM: Final = 50  # ... by the learned evaluation
ANSWERED_FROM: Final = 55  # ... after the best reply
EDGES: Final = 54  # where the table of edges lies; 0: there is none
TWO_PLACES: Final = 61  # 1: a bucket has two

MIDDLE: Final = 1 << 20
