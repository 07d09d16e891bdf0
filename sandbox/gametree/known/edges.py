"""Othello's edges: which discs of an edge can never be turned again, whatever is played there; and the file.

A disc on an edge is turned along that edge alone (every other line through it ends there), so eight squares tell all. A
disc is stable if nothing turns it now or after any discs, of either side, on any of the empty squares, in any order:
after Edax (R. Delorme, 1998-), `edge_stability`.

The file is a line of JSON, then a byte for each pair of the mover's and the other's discs (own + 256 × other): the
mover's stable ones. Pairs that overlap have 0.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.gametree.known.shipped import folder
from sandbox.kernels.arrays import Bytes

FORMAT: Final = "game-ai-sandbox edges 1"
SQUARES: Final = 8
PAIRS: Final = 1 << 2 * SQUARES
WORDS: Final = PAIRS // 8  # … in a work array


def made() -> Bytes:
    """All pairs."""
    table = np.zeros(PAIRS, np.uint8)
    for own in range(256):
        for other in range(256):
            if not own & other:
                table[own | other << 8] = stable(own, other)
    return table


@cache
def stable(own: int, other: int) -> int:
    """The mover's discs that stay the mover's whatever happens."""
    held = own
    for square in range(SQUARES):
        if not (own | other) >> square & 1:
            held &= stable(*played(own, other, square))
            theirs, mine = played(other, own, square)
            held &= stable(mine, theirs)
    return held


def played(own: int, other: int, square: int) -> tuple[int, int]:
    """The edge after a disc on an empty square, with what it turns there: perhaps nothing."""
    turned = _towards(own, other, square, 1) | _towards(own, other, square, -1)
    return own | 1 << square | turned, other & ~turned


def _towards(own: int, other: int, square: int, step: int) -> int:
    at, found = square + step, 0
    while 0 <= at < SQUARES and other >> at & 1:
        found |= 1 << at
        at += step
    return found if 0 <= at < SQUARES and own >> at & 1 else 0


def to_bytes(table: Bytes) -> bytes:
    """The file."""
    head = json.dumps({"format": FORMAT, "pairs": PAIRS}, sort_keys=True)
    return head.encode("ascii") + b"\n" + table.tobytes()


def save(table: Bytes, path: Path) -> None:
    """Write it whole."""
    write_atomically(path, to_bytes(table))


def load(path: Path) -> Bytes:
    """Read a table, or say what is wrong with the file."""
    try:
        line, _, body = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise BadInput(str(path), error.strerror or "unreadable", "a table of edges") from None
    if line + b"\n" != to_bytes(np.zeros(0, np.uint8)):
        raise BadInput(f"{path}:1", repr(line[:40])[1:], f"a line of JSON with format {FORMAT!r}")
    if len(body) != PAIRS:
        raise BadInput(str(path), f"{len(body)} bytes of pairs", f"{PAIRS}")
    return np.frombuffer(body, np.uint8)


@cache
def shipped_words() -> NDArray[np.uint64]:
    """The table that ships, eight pairs a word."""
    return load(folder() / "othello.edges").view("<u8").astype(np.uint64)
