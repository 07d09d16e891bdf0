"""Principal variations beyond a table cut-off: the rest of the line stands in the table.

A value taken from the table ends the line a search keeps. Afterwards the line is played, and gone on with
the moves the table remembers, for as long as they are legal and not beyond the depth searched.
"""

from __future__ import annotations

import numpy as np

from sandbox.games.two_words.rules import ONE, ZERO, Words, moves, play
from sandbox.games.two_words.zobrist import zobrist
from sandbox.gametree import work as w
from sandbox.gametree.windowed.table import found_at, move_of, representative, table_key
from sandbox.kernels.jit import kernel


@kernel
def lengthen(a: np.uint64, b: np.uint64, index: int, depth: int, work: Words) -> int:
    """Go on with the line of root move `index` up to `depth` moves; its length."""
    row, line = w.ROOT + index * w.ROOT_STRIDE, w.ROOT_PV + index * w.LINE
    length = int(np.int64(work[row + w.ROOT_PV_LENGTH]))
    for i in range(length):
        a, b = play(a, b, ONE << work[line + i], work)
    while length < min(depth, w.LINE - 1):
        legal = moves(a, b, work)
        twin_a, twin_b = representative(a, b, work)
        at = 0
        if legal != ZERO and twin_a == a and twin_b == b:
            h = zobrist(a, b) if work[w.KEYS] != ZERO else ZERO
            at = found_at(table_key(a, b, h, work), work)
        known = move_of(work[at + 1]) if at != 0 else w.NO_MOVE
        if known > 63 or (legal >> np.uint64(known)) & ONE == ZERO:
            break
        work[line + length] = np.uint64(known)
        length += 1
        a, b = play(a, b, ONE << np.uint64(known), work)
    work[row + w.ROOT_PV_LENGTH] = np.uint64(length)
    return length
