"""A network's estimate in Python's own whole numbers: row by row, unit by unit."""

from __future__ import annotations

from sandbox.gametree.evaluation.networks.block import FINE, INPUTS, SHIFT, Net


def estimate(net: Net, a: int, b: int, limit: int = 19_999) -> int:
    """What the kernel is to say."""
    numbers = [int(n) for n in net.table]
    handed = [a >> i & 1 for i in range(64)] + [b >> i & 1 for i in range(64)]
    at, rows, first = 0, INPUTS, True
    for wide in (*net.widths, 1):
        table = [numbers[at + i * wide : at + (i + 1) * wide] for i in range(rows + 1)]
        unit = 1 if first else 1 << SHIFT
        sums = [table[rows][j] * unit + sum(handed[i] * table[i][j] for i in range(rows)) for j in range(wide)]
        at, rows = at + (rows + 1) * wide, wide
        handed = [min(max(s // unit, 0), 1 << 30) for s in sums]
        first = False
    return max(-limit, min(limit, (sums[0] >> SHIFT) * net.gain >> (SHIFT + FINE)))
