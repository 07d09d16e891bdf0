"""Ways cut at the borders of cells: which cells they cross, where two of them part, what terrain they pass."""

from __future__ import annotations

import itertools

import numpy as np
from numpy.typing import NDArray

from sandbox.planning.worlds import NO_CELLS, Cells, Points

HAIR = 1e-12  # of a leg: shorter pieces are roundings


def pieces(points: Points) -> tuple[Points, NDArray[np.float64]]:
    """The middle [n, 2] and the length [n] of every piece of a way that lies within one row and one column."""
    middles, lengths = [np.zeros((0, 2))], [np.zeros(0)]
    for a, b in itertools.pairwise(points):
        cuts = [np.array([0.0, 1.0])]
        for axis in range(2):
            low, high = sorted((a[axis], b[axis]))
            lines = np.arange(np.floor(low) + 1, np.ceil(high))
            cuts.append((lines - a[axis]) / (b[axis] - a[axis]) if len(lines) else lines)
        at = np.sort(np.concatenate(cuts))
        begin, end = at[:-1], at[1:]
        real = end - begin > HAIR
        middles.append(a + ((begin + end) / 2)[real, None] * (b - a))
        lengths.append((end - begin)[real] * float(np.hypot(*(b - a))))
    return np.concatenate(middles), np.concatenate(lengths)


def cells_of(points: Points) -> Cells:
    """The cells a way crosses, in order, each once; of a single point the one it is in."""
    if len(points) == 0:
        return NO_CELLS
    middles, _ = pieces(points)
    cells = np.floor(middles if len(middles) else points).astype(np.int64)
    _, first = np.unique(cells, axis=0, return_index=True)
    return cells[np.sort(first)]


def parting(one: Points, other: Points) -> Cells:
    """The cells the first way crosses and the second one does not."""
    mine, theirs = cells_of(one), {tuple(cell) for cell in cells_of(other).tolist()}
    return mine[[tuple(cell) not in theirs for cell in mine.tolist()]] if len(mine) else NO_CELLS


def where(marked: NDArray[np.bool_]) -> Cells:
    """The cells [n, 2] marked in an image [height, width]."""
    y, x = np.nonzero(marked)
    return np.stack([x, y], axis=1).astype(np.int64)


def among(cells: Cells, marked: NDArray[np.bool_]) -> Cells:
    """Those of some cells that are marked in an image [height, width]."""
    height, width = marked.shape
    inside = cells[((cells >= 0) & (cells < (width, height))).all(axis=1)]
    return inside[marked[inside[:, 1], inside[:, 0]]]


def weighed(points: Points, cost: NDArray[np.float64]) -> float:
    """The length of a way, every piece times the cost [height, width] of the cell it lies in.

    Along the border of two cells the cheaper open one counts; blocked ones (0) are only ever touched.
    """
    middles, lengths = pieces(points)
    if len(lengths) == 0:
        return 0.0
    height, width = cost.shape
    padded = np.zeros((height + 2, width + 2))
    padded[1:-1, 1:-1] = np.where(cost > 0, cost, np.inf)
    padded[padded == 0] = np.inf
    x, y = np.floor(middles).astype(np.int64).T
    price = padded[y + 1, x + 1]
    price = np.where(middles[:, 0] == x, np.minimum(price, padded[y + 1, x]), price)
    price = np.where(middles[:, 1] == y, np.minimum(price, padded[y, x + 1]), price)
    return float((lengths * price).sum())
