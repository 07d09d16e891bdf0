"""The one work array of a search: everything a recursion changes, at fixed places.

Passing several arrays down a recursion costs more than the search itself (each carries its reference count),
so counters, options, killers, principal variation, table and recorded tree share one array of uint64 words:

    ┌ COUNTERS ┬ OPTIONS ┬ ROOT ┬ ROOT_PV ┬ PV ┬ PATH ┬ MOVES ┬ KILLERS ┬ HISTORY ┬ MORE ┬ FREE …   ┐
    0         32        64                                      weights, game, endings, table, tree

Words 62 and 63 say where the evaluation's weights and the game's own data lie (games/two_words/rules.py).

A report reads the first part while the kernel writes it: single words do not tear; value, best move and PV
belong together and are guarded by SEQUENCE, which is odd while they change.

Scores are kept as 16 bits with sign (packed_scores.py).

A search ends when NODES reaches LIMIT. A node budget sets LIMIT beforehand (so it is exact and repeatable);
time and the stop flag lower it to zero from outside.
"""

from __future__ import annotations

from typing import Final

# COUNTERS: written by kernels, read by reports
SEQUENCE: Final = 0  # odd while VALUE, BEST and the root PV are being written
LIMIT: Final = 1  # the search ends when NODES is no longer below this
NODES: Final = 2
LEAVES: Final = 3  # positions the evaluation judged
TERMINALS: Final = 4  # positions the rules scored
INTERIOR: Final = 5  # nodes whose moves were tried
GENERATED: Final = 6  # legal moves of those
CUTOFFS: Final = 7
FIRST_CUTOFFS: Final = 8  # … made by the first move tried
DEEPEST: Final = 9
HORIZON: Final = 10  # grows whenever an estimate enters a value: unchanged means proven (or path dependent)
PROBES: Final = 11
HITS: Final = 12
TABLE_CUTOFFS: Final = 13
STORES: Final = 14
OVERWRITES: Final = 15  # stores that threw out another position
FILL: Final = 16  # entries in use
LOST: Final = 17  # misses of what had been stored
FALSE_HITS: Final = 18  # hits on another position under the same (cut) key, verified
RESEARCHES: Final = 19
EXTENSIONS: Final = 20
QUIESCENT: Final = 21  # nodes beyond the horizon because the position was not quiet
REPEATS: Final = 22  # positions that recur on the path
DEPTH: Final = 23  # being searched now
VALUE: Final = 24  # of the root, so far
BEST: Final = 25  # bit index of the best root move + 1; 0 none
CURRENT: Final = 26  # root move being searched: bit index + 1
SIMULATIONS: Final = 27
TREE_NODES: Final = 28  # of a Monte Carlo tree
TAINTED: Final = 29  # grows whenever a value depends on the path (a repetition)
ABSTRACT: Final = 30  # nodes of internal deepening, and of searches that foretell
NOISE: Final = 31  # an option all the same: how much is added to or taken from an estimate

# OPTIONS: set before the search
OPTIONS: Final = 32
PRUNING: Final = 32  # bits: 1 alpha-beta cut-offs, 2 (BEST_CASE) also where nothing better can still come
NULL_WINDOWS: Final = 33  # 1: all but the first move with a null window (PVS)
ORDERING: Final = 34  # bits: see windowed/ordering.py
INTERNAL_DEEPENING: Final = 35
EXTEND: Final = 36  # plies added to a promising leaf; 0 off
QUIET_DELTA: Final = 37  # a leaf is quiet when its value moved less than this; 0 off
QUIET_PLIES: Final = 38
CYCLES: Final = 39  # 1: a position that recurs on the path is a draw
SYMMETRY: Final = 40  # 1: keys of the canonical of all mirror images
TABLE: Final = 41  # how the table is organised, see windowed/table.py; 0 off
TABLE_BASE: Final = 42
TABLE_BITS: Final = 43  # log2 of the number of places
TABLE_STRIDE: Final = 44  # words an entry
REPLACEMENT: Final = 45
KEY_MASK: Final = 46  # bits of the key kept in an entry
KEYS: Final = 47  # how keys are made, see games/two_words/zobrist.py
DEEPER: Final = 48  # 1: entries of a greater depth count too
GENERATION: Final = 49
HEALTH: Final = 50  # 1: count lost entries and false hits
FORETOLD: Final = 51  # a counter all the same: nodes cut because a shallower search foretold their value
POOL_NEXT: Final = 52  # first unused entry of a chained table
EVERY_MOVE: Final = 53
RECORD_BASE: Final = 54
RECORD_CAP: Final = 55
RECORD_PLIES: Final = 56
RECORD_COUNT: Final = 57
RECORD_LOST: Final = 58
TABLE_FROM: Final = 59  # nodes of fewer remaining plies than this do not use the table
TACTICS: Final = 61  # 1: only winning or else blocking moves where there are such
ROOT_FIRST: Final = 60  # bit index + 1 of the move to try first at the root

# ROOT: a row per move, by bit index
ROOT: Final = 64
ROOT_STRIDE: Final = 8
ROOT_VALUE: Final = 0
ROOT_BOUND: Final = 1  # BOUND_* below
ROOT_NODES: Final = 2
ROOT_DEPTH: Final = 3
ROOT_VISITS: Final = 4
ROOT_WINS: Final = 5  # points of the simulations, in WIN_UNITS (a draw is half of them)
ROOT_PV_LENGTH: Final = 6
ROOT_PROVEN: Final = 7  # 1: no estimate in the value

MAX_PLY: Final = 128
LINE: Final = 64  # moves kept of a variation

ROOT_PV: Final = ROOT + 64 * ROOT_STRIDE  # 64 lines of moves (bit indices)
PV: Final = ROOT_PV + 64 * LINE  # the triangular table: a line a ply; its length in PV_LENGTH
PV_LENGTH: Final = PV + MAX_PLY * LINE
PATH: Final = PV_LENGTH + MAX_PLY  # key of each position on the way to here
STATIC: Final = PATH + MAX_PLY  # evaluation of each position on the way to here
BEYOND: Final = STATIC + MAX_PLY  # plies beyond the horizon at each position on the way to here
MOVES: Final = BEYOND + MAX_PLY  # scored moves of the node at each ply
KILLERS: Final = MOVES + MAX_PLY * 64
HISTORY: Final = KILLERS + MAX_PLY * 2  # by side (ply parity) and move
MORE: Final = HISTORY + 2 * 64
KNOWN: Final = MORE  # states in the table of endings; 0: none is looked up
KNOWN_AT: Final = MORE + 1  # where it lies: keys, then values
SEEN_BASE: Final = MORE + 2  # of the bits that remember what was stored
PROBCUT: Final = MORE + 3  # standard errors to spare when a shallower search cuts, in hundredths; 0 off
FREE: Final = MORE + 8

BEST_CASE: Final = 2
WIN_UNITS: Final = 2000
NO_MOVE: Final = 127
BOUND_NONE: Final = 0
BOUND_EXACT: Final = 1
BOUND_LOWER: Final = 2
BOUND_UPPER: Final = 3
