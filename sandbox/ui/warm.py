"""Warm-ups of the window: the strokes its canvas is drawn with."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """A stroke of each kind."""
    yield "strokes", _strokes


def _strokes() -> None:
    from sandbox.kernels.pixels import strokes

    ends, inks = np.array([[1.0, 1.0, 6.0, 5.0]]), np.array([[0xFFFFFF, 256]], np.int64)
    for half in (0.5, 2.0):
        strokes(np.zeros(64, np.uint32), np.array([0, 0, 8, 8, 8], np.int64), ends, inks, half)
