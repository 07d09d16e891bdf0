"""Exact predicates on the 2^20 integer grid: on which side, and inside which circle.

For everything that builds on the mesh. Coordinates are integers from 0 to 2^20 inclusive; then both
predicates are exact in 64-bit integers, with no floating filter (which would not be faster: measured
1.1 µs an inserted point either way, see docs/adr/0004-integer-mesh-grid.md).

Sizes: a difference is at most 2^20, a 2 × 2 minor is twice the area of a triangle in the square, at most
2^40, and a lifted length at most 2^41. The sum of three lift × minor would need 83 bits, so each lift is
split at bit 21 and two sums are formed, each below 2^63; their sign is that of the high sum plus the carry
of the low one, and where that is zero, of the low one's remainder.
"""

from __future__ import annotations

from typing import Final

from sandbox.kernels.jit import kernel

GRID_BITS: Final = 20
GRID: Final = 1 << GRID_BITS
"""Coordinates run from 0 to this, inclusive."""

_SPLIT: Final = 21
_LOW: Final = (1 << _SPLIT) - 1


@kernel
def orient(ax: int, ay: int, bx: int, by: int, cx: int, cy: int) -> int:
    """Twice the signed area of a, b, c: positive when c lies to the left of a → b (in a y-up picture)."""
    return (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)


@kernel
def in_circle(ax: int, ay: int, bx: int, by: int, cx: int, cy: int, dx: int, dy: int) -> int:
    """1 if d lies strictly inside the circle through a, b, c (positively oriented), 0 on it, -1 outside."""
    ax -= dx
    ay -= dy
    bx -= dx
    by -= dy
    cx -= dx
    cy -= dy
    a_lift = ax * ax + ay * ay
    b_lift = bx * bx + by * by
    c_lift = cx * cx + cy * cy
    a_minor = bx * cy - cx * by
    b_minor = cx * ay - ax * cy
    c_minor = ax * by - bx * ay
    low = (a_lift & _LOW) * a_minor + (b_lift & _LOW) * b_minor + (c_lift & _LOW) * c_minor
    high = (a_lift >> _SPLIT) * a_minor + (b_lift >> _SPLIT) * b_minor + (c_lift >> _SPLIT) * c_minor
    high += low >> _SPLIT
    if high > 0:
        return 1
    if high < 0:
        return -1
    return 1 if low & _LOW else 0
