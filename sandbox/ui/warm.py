"""Warm-ups of the window: what its canvas is drawn with."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import numpy as np

from sandbox.kernels.warming.loading import undisturbed

NAMES = ("strokes", "cells", "discs")


def warmups() -> Iterator[tuple[str, Callable[[], object]]]:
    """A stroke of each kind, cells, and discs."""
    yield from zip(NAMES, (_strokes, _cells, _discs), strict=True)


def load_strokes(stop: object) -> None:  # noqa: ARG001
    """Have this process load what is compiled: the frame that first needed it would take as long as two or three."""
    with undisturbed():
        _strokes()
        _cells()


def load_discs(stop: object) -> None:
    """… and what crowds are painted with."""
    load_strokes(stop)
    with undisturbed():
        _discs()


def _strokes() -> None:
    from sandbox.kernels.pixels import fill_triangles, lay, meeting, strokes

    ends, inks = np.array([[1.0, 1.0, 6.0, 5.0]]), np.array([[0xFFFFFF, 256]], np.int64)
    meeting(ends, np.array([0.0, 0.0, 8.0, 8.0]))
    for half in (0.5, 2.0):
        strokes(np.zeros(64, np.uint32), np.array([0, 0, 8, 8, 8], np.int64), ends, inks, half)
    sheet, size = np.zeros(64, np.uint32), np.array([8, 8, 8], np.int64)
    fill_triangles(sheet, size, np.array([[1, 1, 6, 5, 2, 7]], np.int64), np.array([0xFFFFFFFF], np.int64))
    lay(sheet, np.array([0, 0, 8, 8, 8], np.int64), np.zeros((8, 8), np.int32), np.zeros(1, np.uint32))


def _cells() -> None:
    from sandbox.kernels.pixels import stretch

    places = np.arange(4)
    cells = np.zeros((4, 4), np.uint32)
    stretch(np.zeros(16, np.uint32), np.array([0, 0, 4, 4, 4], np.int64), cells, places, places, 256)


def _discs() -> None:
    from sandbox.kernels.discs import Marks, paint_discs

    at, moving = np.array([3.0, 5.0], np.float32), np.array([0.0, 1.0], np.float32)
    shapes, inks, rims = np.array([1, 2], np.uint8), np.array([0xFFFFFF, 0xFF]), np.array([-1, 0xFF00])
    marks = Marks(at, at, at, at, moving, moving, np.array([1.0, 2.0]), shapes, inks, rims)
    window, view = np.array([0, 0, 8, 8, 8], np.int64), np.array([0.0, 0.0, 1.0])
    paint_discs(np.zeros(64, np.uint32), window, marks, 0.5, view, 0)
