"""Ways cut at the borders of cells: which cells they cross, where two of them part, what terrain they pass."""

from __future__ import annotations

import itertools
import math

import numpy as np
from numpy.typing import NDArray

from sandbox.planning.worlds import NO_CELLS, Cells, Points, Way

MOST_BENDS = 80  # of a way that is shortened: each is tried with each
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

    Along the border of two cells the cheaper open one counts; a way into a blocked one (0) is infinitely dear, and so
    is one between two of them that touch in a corner.
    """
    middles, lengths = pieces(points)
    if len(lengths) == 0:
        return 0.0
    height, width = cost.shape
    padded = np.full((height + 2, width + 2), np.inf)
    padded[1:-1, 1:-1] = np.where(cost > 0, cost, np.inf)
    x, y = np.floor(middles).astype(np.int64).T
    price = padded[y + 1, x + 1]
    price = np.where(middles[:, 0] == x, np.minimum(price, padded[y + 1, x]), price)
    price = np.where(middles[:, 1] == y, np.minimum(price, padded[y, x + 1]), price)
    across, down = np.diff(x) != 0, np.diff(y) != 0
    beside = np.minimum(padded[y[1:] + 1, x[:-1] + 1], padded[y[:-1] + 1, x[1:] + 1])
    squeezed = across & down & np.isinf(beside)
    return math.inf if squeezed.any() else float((lengths * price).sum())


def shortened(way: Way, cost: NDArray[np.float64]) -> Way:
    """A way over terrain, straight from bend to bend wherever that is cheaper: the best over its own bends."""
    turns = np.abs(np.diff(np.sign(np.round(np.diff(way.points, axis=0), 9)), axis=0)).any(axis=1)
    bends = way.points[np.concatenate(([True], turns, [True]))] if len(way.points) > 2 else way.points
    if not 2 < len(bends) <= MOST_BENDS:
        return way
    best, before = [0.0], [0]
    for j in range(1, len(bends)):
        reached = [best[i] + weighed(bends[[i, j]], cost) for i in range(j)]
        before.append(int(np.argmin(reached)))
        best.append(reached[before[-1]])
    if best[-1] >= way.cost:
        return way
    path = [len(bends) - 1]
    while path[-1]:
        path.append(before[path[-1]])
    return Way(best[-1], bends[path[::-1]])
