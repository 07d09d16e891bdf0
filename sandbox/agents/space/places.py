"""Where discs can stand: a test for many places at once, and places drawn at random that keep apart."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import shapely
from numpy.typing import NDArray

from sandbox.agents.space.walls import Walls, room_at, walls_of
from sandbox.geometry.polygons import to_shapely
from sandbox.kernels.arrays import Floats, Int64s
from sandbox.kernels.jit import kernel
from sandbox.kernels.rng import Rng, next_float
from sandbox.level.obstacles import UNITS

if TYPE_CHECKING:
    from sandbox.level.model import Level

APART = 1e-5  # cells kept between discs, and to walls, where they are put down
TRIES = 60  # places tried for each disc


class FreeSpace:
    """The free space of a level as it is now, for discs up to a radius."""

    def __init__(self, level: Level, widest: float) -> None:
        self.version = level.version
        self.width, self.height = level.width, level.height
        self.walls = walls_of(level, widest + 2 * APART)
        self._blocked = level.derived.boundary.walls.reshape(level.height + 2, -1)[1:-1, 1:-1].astype(np.bool_)
        rings = [[ring / UNITS for ring in p.rings] for p in level.polygons.values()]
        self._polygons = [to_shapely(r) for r in rings]
        self._tree = shapely.STRtree(self._polygons)

    def free(self, x: Floats, y: Floats, radius: Floats, apart: float = APART) -> NDArray[np.bool_]:
        """Whether a disc may stand at each place, that far from every wall."""
        inside = (x > 0) & (y > 0) & (x < self.width) & (y < self.height)
        column = np.clip(x, 0, self.width - 1).astype(np.int64)
        row = np.clip(y, 0, self.height - 1).astype(np.int64)
        possible = inside & ~self._blocked[row, column]
        if self._polygons:
            within, _ = self._tree.query(shapely.points(x, y), predicate="within")
            possible[within] = False
        fits(self.walls, x, y, radius, apart, possible)
        return possible


@kernel
def fits(walls: Walls, x: Floats, y: Floats, radius: Floats, apart: float, possible: NDArray[np.bool_]) -> None:
    """Cross out the places too near to a wall. Modified: possible."""
    for i in range(x.shape[0]):
        if possible[i] and room_at(walls, x[i], y[i]) < radius[i] + apart:
            possible[i] = False


def inside(ring: Floats, x: Floats, y: Floats) -> NDArray[np.bool_]:
    """Which places lie in an area, its outline included."""
    (left, top), (right, bottom) = ring.min(axis=0), ring.max(axis=0)
    within = np.asarray((x >= left) & (x <= right) & (y >= top) & (y <= bottom), np.bool_)
    if within.any() and not _is_box(ring):
        within[within] = shapely.intersects_xy(shapely.Polygon(ring).buffer(0), x[within], y[within])
    return within


def _is_box(ring: Floats) -> bool:
    """Whether a ring is a rectangle along the axes."""
    return len(ring) == 4 and all(len(set(ring[:, axis].tolist())) == 2 for axis in (0, 1))


def drawn(ground: FreeSpace, ring: Floats, radius: Floats, taken: Floats, rng: Rng) -> Floats:
    """[n, 2] places for discs in an area, apart from each other and from those at `taken` [m, 3] x, y, radius.

    As many as find one: the widest discs first, then in their order; NaN for the others.
    """
    box = np.array([*ring.min(axis=0), *ring.max(axis=0)])
    found = np.full((len(radius), 2), np.nan)
    kept = [taken]
    order = np.argsort(-radius, kind="stable")
    for wave in np.array_split(order, max(1, len(order) // 4096)):
        x, y = np.empty(len(wave) * TRIES), np.empty(len(wave) * TRIES)
        scatter(box, x, y, rng)
        each = np.repeat(radius[wave], TRIES)
        possible = inside(ring, x, y) & ground.free(x, y, each)
        others = np.concatenate(kept)
        chosen = np.full(len(wave), -1, np.int64)
        choose(x, y, radius[wave], possible, others, chosen)
        placed = chosen >= 0
        found[wave[placed]] = np.column_stack([x[chosen[placed]], y[chosen[placed]]])
        kept.append(np.column_stack([found[wave[placed]], radius[wave[placed]]]))
    return found


@kernel
def scatter(box: Floats, x: Floats, y: Floats, rng: Rng) -> None:
    """Random places in a box. Modified: x, y, rng."""
    for i in range(x.shape[0]):
        x[i] = box[0] + (box[2] - box[0]) * next_float(rng)
        y[i] = box[1] + (box[3] - box[1]) * next_float(rng)


@kernel
def choose(x: Floats, y: Floats, radius: Floats, possible: NDArray[np.bool_], taken: Floats, chosen: Int64s) -> None:
    """For each disc the first of its tries that is apart from all before it. Modified: chosen.

    Bins as wide as the widest two together: whatever is too near lies in one of nine.
    """
    widest = 0.0
    for i in range(radius.shape[0]):
        widest = max(widest, radius[i])
    for i in range(taken.shape[0]):
        widest = max(widest, taken[i, 2])
    side = 2.0 * widest + APART
    buckets = 1 << 16
    total = taken.shape[0] + radius.shape[0]
    place = np.empty((total, 3))
    heads, following = np.full(buckets, -1, np.int64), np.empty(total, np.int64)
    count = 0
    tries = x.shape[0] // max(1, radius.shape[0])
    for i in range(total):
        if i < taken.shape[0]:
            place[count] = taken[i]
            found = True
        else:
            disc, found = i - taken.shape[0], False
            for k in range(disc * tries, (disc + 1) * tries):
                if possible[k] and alone(place, heads, following, side, x[k], y[k], radius[disc]):
                    chosen[disc], found = k, True
                    place[count, 0], place[count, 1], place[count, 2] = x[k], y[k], radius[disc]
                    break
        if found:
            bucket = _bucket(int(np.floor(place[count, 0] / side)), int(np.floor(place[count, 1] / side)))
            following[count], heads[bucket] = heads[bucket], count
            count += 1


@kernel(counted=False)
def alone(place: Floats, heads: Int64s, following: Int64s, side: float, x: float, y: float, radius: float) -> bool:
    """Whether a disc would touch nobody."""
    column, row = int(np.floor(x / side)), int(np.floor(y / side))
    for r in range(row - 1, row + 2):
        for c in range(column - 1, column + 2):
            k = heads[_bucket(c, r)]
            while k >= 0:
                dx, dy = place[k, 0] - x, place[k, 1] - y
                apart = place[k, 2] + radius + APART
                if dx * dx + dy * dy < apart * apart:
                    return False
                k = following[k]
    return True


@kernel(counted=False)
def _bucket(column: int, row: int) -> int:
    return (column * 73856093 ^ row * 19349663) & 0xFFFF
