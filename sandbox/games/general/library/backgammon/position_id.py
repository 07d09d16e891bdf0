"""GNU Backgammon's position ID: where all checkers are, in fourteen letters, whoever is on roll first.

Its manual, "A technical description of the Position ID": for each point from the ace point of the player on roll to
the bar as many ones as there are checkers and a zero, then the same for the other side; 80 bits, the first ones
lowest, in base 64.
"""

from __future__ import annotations

import base64
import binascii
from collections.abc import Sequence

from sandbox.errors import BadInput
from sandbox.games.two_words.notation import shortened

CHECKERS, BAR = 15, 25
BYTES, LETTERS = 10, 14
Side = tuple[int, ...]
"""Checkers of one side in its own view: off, points 1 … 24, bar."""


def written(sides: Sequence[Side]) -> str:
    """The ID of a position; the side on roll comes first."""
    bits = "".join("1" * side[point] + "0" for side in sides for point in range(1, BAR + 1))
    packed = int(bits[::-1], 2).to_bytes(BYTES, "little")
    return base64.b64encode(packed).decode("ascii")[:LETTERS]


def read(text: str, where: str) -> tuple[Side, Side]:
    """Both sides, the one on roll first, or BadInput."""
    try:
        packed = base64.b64decode(text + "==", validate=True)
    except (binascii.Error, ValueError):
        packed = b""
    if len(packed) != BYTES or len(text) != LETTERS:
        raise BadInput(where, shortened(repr(text)), f"{LETTERS} letters of base 64, such as 4HPwATDgc/ABMA")
    bits = iter(f"{int.from_bytes(packed, 'little'):080b}"[::-1])
    sides = [[_ones(bits) for _ in range(BAR)] for _ in range(2)]
    if max(map(sum, sides)) > CHECKERS or "1" in bits:
        raise BadInput(where, shortened(repr(text)), f"{CHECKERS} checkers a side at most")
    first, second = ((CHECKERS - sum(side), *side) for side in sides)
    return first, second


def _ones(bits: object) -> int:
    """How many ones come before the next zero."""
    count = 0
    while next(bits, "0") == "1":  # type: ignore[call-overload]
        count += 1
    return count
