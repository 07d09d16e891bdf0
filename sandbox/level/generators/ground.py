"""What generators share: noise, brushes, connected pieces of ground, and the finished level."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.markers import Marker
from sandbox.level.model import MAX_SIDE, Level
from sandbox.level.obstacles import Obstacle
from sandbox.level.terrain import DEFAULT_PALETTE
from sandbox.registry import Help, Range, Unit

Mask = NDArray[np.bool_]  # [height, width]
Codes = NDArray[np.uint8]  # [height, width], indices into DEFAULT_PALETTE
Cell = tuple[int, int]  # x, y
Walls = Annotated[int, Range(1, 8), Unit("cells"), Help("thickness of the walls")]

FLOOR, WALL, WATER, SWAMP, ROAD, GRASS, SAND, SHALLOWS, TREES, RUBBLE = (
    DEFAULT_PALETTE.code(name)
    for name in ("floor", "wall", "water", "swamp", "road", "grass", "sand", "shallows", "trees", "rubble")
)
_BLOCKED = DEFAULT_PALETTE.cost8() == 0


def check_size(width: int, height: int, least: int) -> None:
    """Refuse sizes a generator cannot fill."""
    if not (least <= width <= MAX_SIDE and least <= height <= MAX_SIDE):
        raise BadInput("size", f"{width} × {height}", f"{least} to {MAX_SIDE} cells a side for this generator")


def is_open(codes: Codes) -> Mask:
    """Where one may walk, polygons aside."""
    free: Mask = ~_BLOCKED[codes]
    return free


def finished(
    kind: str,
    seed: int,
    codes: Codes,
    notes: str,
    markers: Mapping[str, Marker] | None = None,
    polygons: Sequence[Obstacle] = (),
) -> Level:
    """The level of these cells; without other markers, its ends are far apart."""
    height, width = codes.shape
    numbered = {number: replace(shape, id=number) for number, shape in enumerate(polygons, start=1)}
    placed = dict(markers) if markers is not None else far_ends(is_open(codes))
    title = f"{kind} {width} × {height}, seed {seed}"
    return Level(codes, polygons=numbered, markers=placed, title=title, notes=notes)


def at_cell(cell: Cell) -> Marker:
    """A point marker in a cell's centre."""
    return Marker.at(cell[0] + 0.5, cell[1] + 0.5)


def ends(start: Cell, goal: Cell) -> dict[str, Marker]:
    """The two markers of a query."""
    return {"start": at_cell(start), "goal": at_cell(goal)}


def far_ends(free: Mask) -> dict[str, Marker]:
    """Start near the top left, goal near the bottom right, both on the largest connected piece."""
    ys, xs = np.nonzero(largest_piece(free))
    if not len(xs):
        raise BadInput("options", "a level without open ground", "less of what blocks")
    along = xs + ys
    first, last = int(np.argmin(along)), int(np.argmax(along))
    return ends((int(xs[first]), int(ys[first])), (int(xs[last]), int(ys[last])))


def nearest(free: Mask, cell: Cell) -> Cell:
    """The open cell closest to this one."""
    ys, xs = np.nonzero(free)
    if not len(xs):
        raise BadInput("options", "a level without open ground", "less of what blocks")
    best = int(np.argmin((xs - cell[0]) ** 2 + (ys - cell[1]) ** 2))
    return int(xs[best]), int(ys[best])


def largest_piece(free: Mask) -> Mask:
    """The largest 4-connected piece of the true cells."""
    names = pieces(free)
    counts = np.bincount(names[free], minlength=1) if free.any() else np.zeros(1, np.int64)
    largest: Mask = free & (names == int(np.argmax(counts)))
    return largest


def pieces(free: Mask) -> NDArray[np.int64]:
    """A number for every cell, the same exactly on 4-connected true cells (others: -1).

    Works on runs of a row: runs that touch in neighbouring rows are joined by hooking the larger root
    onto the smaller and halving paths until nothing changes (Shiloach and Vishkin, J. Algorithms 1982).
    """
    run_of = _run_of_cell(free)
    joined = free[:-1] & free[1:]
    above, below = run_of[:-1][joined], run_of[1:][joined]
    root = np.arange(run_of.max(initial=-1) + 1)
    while True:
        a, b = root[above], root[below]
        if np.array_equal(a, b):
            break
        low, high = np.minimum(a, b), np.maximum(a, b)
        np.minimum.at(root, high, low)
        while not np.array_equal(root, root[root]):
            root = root[root]
    return np.where(free, root[run_of] if len(root) else -1, -1)


def _run_of_cell(free: Mask) -> NDArray[np.int64]:
    begins = free.copy()
    begins[:, 1:] &= ~free[:, :-1]
    return np.where(free, np.cumsum(begins).reshape(free.shape) - 1, -1)


def noise(rng: np.random.Generator, width: int, height: int, period: float, octaves: int = 4) -> NDArray[np.float64]:
    """Fractal value noise in 0 … 1: each octave has half the period and half the weight of the one before.

    Values on a lattice, blended with 3t² - 2t³ (Perlin, "An Image Synthesizer", SIGGRAPH 1985, has the idea).
    """
    total = np.zeros((height, width))
    weights = [0.5**k for k in range(octaves)]
    for k, weight in enumerate(weights):
        total += weight * _value_noise(rng, width, height, max(period / 2**k, 1.0))
    return total / sum(weights)


def _value_noise(rng: np.random.Generator, width: int, height: int, period: float) -> NDArray[np.float64]:
    x, y = np.arange(width) / period, np.arange(height) / period
    lattice = rng.random((int(y[-1]) + 2, int(x[-1]) + 2))
    (x0, tx), (y0, ty) = _blend(x), _blend(y)
    rows = lattice[:, x0] * (1 - tx) + lattice[:, x0 + 1] * tx
    blended: NDArray[np.float64] = rows[y0] * (1 - ty)[:, None] + rows[y0 + 1] * ty[:, None]
    return blended


def _blend(place: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    whole = place.astype(np.int64)
    t = place - whole
    return whole, t * t * (3 - 2 * t)


def line_cells(start: Cell, end: Cell) -> NDArray[np.int64]:
    """Cells [n, (x, y)] from start to end, 8-connected."""
    steps = max(abs(end[0] - start[0]), abs(end[1] - start[1]), 1)
    k = np.arange(steps + 1)[:, None]
    cells: NDArray[np.int64] = np.array([start]) + (2 * k * np.subtract(end, start) + steps) // (2 * steps)
    return cells


def disc(brush: int) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """How far right and down of its middle the cells of a disc lie, `brush` cells wide; one more if that is even."""
    span = np.arange(-(brush // 2), brush // 2 + 1)
    dx, dy = np.meshgrid(span, span)
    near = dx * dx + dy * dy <= brush * brush / 4
    return dx[near], dy[near]


def stamp(codes: Codes, cells: NDArray[Any], code: int, brush: int) -> None:
    """Paint a disc `brush` cells wide at every cell. Modified in place."""
    height, width = codes.shape
    dx, dy = disc(brush)
    xs = (cells[:, :1] + dx[None, :]).ravel()
    ys = (cells[:, 1:] + dy[None, :]).ravel()
    inside = (xs >= 0) & (ys >= 0) & (xs < width) & (ys < height)
    codes[ys[inside], xs[inside]] = code


def neighbours(mask: Mask, *, edge: bool) -> NDArray[np.uint8]:
    """How many of a cell's eight neighbours are true; beyond the edge all are `edge`."""
    padded = np.pad(mask, 1, constant_values=edge).astype(np.uint8)
    rows = padded[:, :-2] + padded[:, 1:-1] + padded[:, 2:]
    total: NDArray[np.uint8] = rows[:-2] + rows[1:-1] + rows[2:] - padded[1:-1, 1:-1]
    return total


def widened(mask: Mask, by: int = 1) -> Mask:
    """The true cells and everything within `by` steps of them."""
    for _ in range(by):
        mask = mask | (neighbours(mask, edge=False) > 0)
    return mask


def border(codes: Codes, code: int = WALL) -> None:
    """Wall the level in. Modified in place."""
    codes[[0, -1], :] = code
    codes[:, [0, -1]] = code
