"""Which of two positions keeps its place in the table: every scheme, entry by entry, against a list."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from sandbox.gametree import work as w
from sandbox.gametree.windowed import table

BITS, PLACES = 3, 1 << 3
BASE = w.FREE
SCHEMES = {"always": table.ALWAYS, "deeper": table.DEEPER, "later": table.LATER, "two-tier": table.TWO_TIER}


def laid_out(scheme: int, stride: int) -> Any:
    words = np.zeros(BASE + stride * PLACES, np.uint64)
    words[w.TABLE], words[w.TABLE_BASE], words[w.TABLE_BITS] = table.ARRAY, BASE, BITS
    words[w.TABLE_STRIDE], words[w.REPLACEMENT], words[w.GENERATION] = stride, scheme, 1
    words[w.KEY_MASK] = (1 << 64) - 1
    return words


class Twin:
    """Places as lists of (key, depth, ply, value)."""

    def __init__(self, scheme: str) -> None:
        self.scheme = scheme
        self.places: dict[int, list[tuple[int, ...]]] = {}

    def store(self, key: int, depth: int, ply: int, value: int) -> None:
        entry, place = (key, depth, ply, value), key >> 64 - BITS
        if self.scheme == "two-tier":
            self._two_tier(place & ~1, entry)
            return
        held = self.places.get(place, [])
        if held and held[0][0] != key:
            older = held[0]
            if (self.scheme == "deeper" and older[1] > depth) or (self.scheme == "later" and older[2] > ply):
                return
        self.places[place] = [entry]

    def _two_tier(self, place: int, entry: tuple[int, ...]) -> None:
        """The deeper one first; the other, always the newest, second."""
        held = self.places.setdefault(place, [])
        if not held or held[0][0] == entry[0]:
            held[:1] = [entry]
        elif held[0][1] > entry[1]:
            held[1:] = [entry]
        else:
            held[:] = [entry, held[0]]

    def value(self, key: int) -> int | None:
        place = key >> 64 - BITS
        held = self.places.get(place & ~1 if self.scheme == "two-tier" else place, [])
        return next((entry[3] for entry in held if entry[0] == key), None)


@pytest.mark.small
@pytest.mark.parametrize("stride", [2, 4])
@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_table_keeps_what_its_scheme_says(scheme: str, stride: int) -> None:
    draw, words, twin = random.Random(3), laid_out(SCHEMES[scheme], stride), Twin(scheme)
    keys = [(draw.randrange(4) << 62) | (draw.randrange(2) << 61) | draw.randrange(1, 1 << 40) for _ in range(24)]
    nothing = np.uint64(0)
    for value in range(1, 400):
        key, depth, ply = draw.choice(keys), draw.randrange(1, 9), draw.randrange(1, 9)
        data = table.packed(value, depth, w.BOUND_EXACT, False, 5, ply, words)
        table.store(np.uint64(key), data, depth, ply, nothing, nothing, words)
        twin.store(key, depth, ply, value)
        found = {k: table.found_at(np.uint64(k), words) for k in keys}
        values = {k: int(words[at + 1]) & 0xFFFF if at else None for k, at in found.items()}
        assert values == {k: twin.value(k) for k in keys}, (value, key, depth, ply)
        assert int(words[w.FILL]) == sum(map(len, twin.places.values()))
