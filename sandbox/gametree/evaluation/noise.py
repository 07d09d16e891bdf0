"""An evaluation made worse on purpose, to see what search depth makes up for.

Noise is drawn from the position itself: the same position is always misjudged alike, so that searches stay repeatable
and a table may remember what it likes. That looking deeper need not help where errors are independent is D. S. Nau,
"An Investigation of the Causes of Pathology in Games", Artificial Intelligence 19, 1982.
"""

from __future__ import annotations

import numpy as np

from sandbox.games.two_words.rules import WIN, Words, evaluate
from sandbox.gametree.work import NOISE
from sandbox.kernels.jit import kernel

MIX_A, MIX_B = np.uint64(0xD6E8FEB86659FD93), np.uint64(0xA0761D6478BD642F)
S32, S29 = np.uint64(32), np.uint64(29)
LIMIT = WIN - 1


@kernel
def noisy(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The estimate, and from -NOISE to NOISE on top of it, cut off inside the exact results."""
    mixed = (a ^ (a >> S32)) * MIX_A
    mixed = ((mixed ^ (mixed >> S29)) + b) * MIX_B
    mixed = (mixed ^ (mixed >> S32)) * MIX_A
    wide = 2 * np.int64(data[NOISE]) + 1
    off = np.int64(mixed >> S32) % wide - np.int64(data[NOISE])
    value = int(evaluate(a, b, data) + off)
    if value > LIMIT:
        return LIMIT
    return max(value, -LIMIT)
