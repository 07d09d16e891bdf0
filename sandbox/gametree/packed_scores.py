"""Scores as the low 16 bits of a word, with sign."""

from __future__ import annotations

import numpy as np

from sandbox.kernels.jit import kernel


@kernel
def word_of(score: int) -> np.uint64:
    """A score as a word."""
    return np.uint64(score & 0xFFFF)


@kernel
def score_of(word: np.uint64) -> int:
    """The score in the low 16 bits of a word."""
    value = np.int64(word & np.uint64(0xFFFF))
    return int(value - 0x10000 if value >= 0x8000 else value)
