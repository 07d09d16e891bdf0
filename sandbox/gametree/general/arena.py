"""The arena of a general search: the work array of two-word games, with frames in place of its fixed tables.

    ┌ counters, options (work.py) ┬ variations ┬ weights ┬ game ┬ root ┬ table ┬ frame 0 ┬ frame 1 …  ┐
    0                            64

Counters and limits stand where they do in work.py, so that what ends a search ends this one. A frame is what a node
needs:

    ┌ worth of each player ┬ moves ┬ weights ┬ lows ┬ highs ┬ child's state ┐
    f                      f + players       (most_moves words each)
"""

from __future__ import annotations

from typing import Final

from sandbox.gametree import work as w

# Options, in words that two-word searches use for theirs
CUTS: Final = w.PRUNING  # 1: alpha-beta, or max^n's shallow pruning
STAR: Final = w.NULL_WINDOWS  # 0, 1, 2: cuts below chance
NOISE: Final = w.NULL_WINDOWS  # of a search without cuts: how often others err, a float's bits
ORDER: Final = w.ORDERING  # 1: moves by estimates of what they lead to
TABLE: Final = w.TABLE
TABLE_BASE: Final = w.TABLE_BASE
TABLE_BITS: Final = w.TABLE_BITS

# Counters, likewise
STAR_CUTS: Final = w.RESEARCHES
PROBES: Final = w.EXTENSIONS  # children looked at in advance by Star2
ESTIMATES: Final = w.ABSTRACT  # made to order moves
TABLE_HITS: Final = w.HITS

DEEPEST: Final = 100
"""Plies, those of dice included, below which nothing is searched: frames are laid out for so many."""

LINE: Final = 32
LINES: Final = 64  # the triangular table of variations: DEEPEST + 2 lines
LENGTHS: Final = LINES + (DEEPEST + 4) * LINE
NODES: Final = LENGTHS + DEEPEST + 4  # of a recording: the node at each ply on the way to here
CAME: Final = NODES + DEEPEST + 4  # … and the move that leads to it
FREE: Final = CAME + DEEPEST + 4

ENTRY: Final = 4  # words of an entry of the table: key, worth, facts, best move
EXACT, LOWER, UPPER = 1, 2, 3
