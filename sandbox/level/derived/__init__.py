"""Everything that follows from a level: built when first asked for, repaired after edits, never stale.

Each access first catches up with the edits since the last one. Building or repairing runs kernels, so one
thread, the worker that owns this level, asks; the window keeps a copy of the level of its own, draws from
that, and sends the worker its edits (they pickle).

What is repaired, and what one painted cell costs (benchmarks/level.py has the figures):
- `grid`: costs of the dirty cells, moves of those and one more around; exactly a rebuild.
- `components`: the blocks of 64 × 64 that were touched, then the joints between blocks if those changed.
- `clearance`: the cells within reach of the flipped ones; exactly a rebuild.
- `disc(radius)`: both of the first for discs: the cells within a disc's reach of the flipped ones. The radii
  asked for last are kept; what is built on the grid of another has to go with it (`remembered`).
- `outlines`: the straight boundary segments that touch the dirty cells; rings are chained when asked for.
"""

from __future__ import annotations

import math
from collections import deque
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

import numpy as np

from sandbox.errors import BadInput
from sandbox.geometry.raster import add_cover, covered_cells
from sandbox.level.derived.clearance import DEFAULT_REACH, MAX_REACH, Clearance, blank_clearance, repair_clearance
from sandbox.level.derived.discs import DiscGrid
from sandbox.level.derived.grid import Grid, repair_grid
from sandbox.level.derived.outlines import Outlines
from sandbox.level.rect import Rect, gathered

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from sandbox.level.edits.effect import Effect
    from sandbox.level.model import Level
    from sandbox.level.obstacles import Obstacle

T = TypeVar("T")

REMEMBERED_CHANGES = 4096
REMEMBERED_RADII = 4  # beside that of points


class Change(NamedTuple):
    """What one edit did to the level, for those who repair something of their own."""

    version: int  # the level's version after it
    dirty: Rect  # cells whose terrain, cover or cost may differ (what else may: `Derived.dirty_since`)
    polygons: tuple[int, ...] = ()  # ids added, removed or reshaped
    whole: bool = False  # everything may differ, the size included: start anew


class Derived:
    """The derived structures of one level. See the module's text for who may ask."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._changes: deque[Change] = deque(maxlen=REMEMBERED_CHANGES)
        self._forgotten = level.version  # changes up to this version are not remembered
        self._pending: list[Change] = []
        self._built = False
        self._uniform: bool | None = None  # not asked again since the last change
        self._field: Clearance | None = None
        self._outlines: Outlines | None = None
        self._discs: dict[float, DiscGrid] = {}  # by radius, the one asked for last at the end
        self._kept: dict[type, Any] = {}
        self.shared_ns: dict[str, int] = {}  # by world: how long it took to make what all its planners share

    def note(self, effect: Effect) -> None:
        """Remember what an edit touched (the level calls this)."""
        if effect.looks:
            return
        areas = effect.areas or ((Rect.nothing(),) if effect.polygons or effect.whole else ())
        for area in areas:
            change = Change(self.level.version, area, effect.polygons, effect.whole)
            if len(self._changes) == REMEMBERED_CHANGES:
                self._forgotten = self._changes[0].version
            self._changes.append(change)
            self._pending.append(change)

    def kept(self, kind: type[T], make: Callable[[], T]) -> T:
        """What a higher package derives from this level, one for all who ask; it follows `changes_since` itself."""
        if kind not in self._kept:
            self._kept[kind] = make()
        thing: T = self._kept[kind]
        return thing

    def changes_since(self, version: int) -> list[Change]:
        """What happened after a version; a single whole change when that is too long ago."""
        if version < self._forgotten:
            return [Change(self.level.version, self.level.bounds, (), True)]
        recent = []
        for change in reversed(self._changes):
            if change.version <= version:
                break
            recent.append(change)
        return recent[::-1]

    def dirty_since(self, version: int, radius: float = 0.0) -> list[Rect] | None:
        """Where costs and moves of a radius' grid may have changed after a version; None: all, the size included."""
        changes = self.changes_since(version)
        if any(change.whole for change in changes):
            return None
        dirty = gathered(change.dirty for change in changes)
        reach = math.ceil(radius) + 1
        return [rect.enlarged(reach).clipped(self.level.width, self.level.height) for rect in dirty]

    @property
    def points(self) -> DiscGrid:
        """The grid world of points: moves, costs, components."""
        self._catch_up()
        return self._points

    @property
    def grid(self) -> Grid:
        """Moves and costs of the grid world."""
        return self.points.grid

    @property
    def covered(self) -> NDArray[np.uint16]:
        """How many polygons cover each cell (flat, padded)."""
        self._catch_up()
        return self._covered

    @property
    def uniform(self) -> bool:
        """Whether all passable cells cost the same."""
        self._catch_up()
        if self._uniform is None:
            self._uniform = int(np.count_nonzero(self._tally[1:])) <= 1
        return self._uniform

    @property
    def components(self) -> NDArray[np.int32]:
        """A number per cell (flat, padded): equal where a way leads from one to the other, 0 where blocked."""
        return self.points.components

    def connected(self, a: tuple[float, float], b: tuple[float, float]) -> bool:
        """Whether a way leads from the cell of one point to that of the other, in the grid world."""
        components = self.components
        first, second = (components[self.grid.cell(*self._cell_of(p))] for p in (a, b))
        return bool(first == second != 0)

    @property
    def clearance(self) -> NDArray[np.float32]:
        """Distance from each cell's centre to the nearest blocked cell or the border, exact up to `reach` cells."""
        self._catch_up()
        return self._field_built(DEFAULT_REACH).distance

    @property
    def reach(self) -> int:
        """Up to how many cells `clearance` is exact; it says this where nothing is nearer."""
        return self._field.reach if self._field is not None else DEFAULT_REACH

    @property
    def lowest8(self) -> int:
        """The lowest cost of an open cell, in eighths; 256 where none is open."""
        self._catch_up()
        costs = np.flatnonzero(self._tally[1:])
        return int(costs[0]) + 1 if len(costs) else 256

    def disc(self, radius: float) -> DiscGrid:
        """The grid world of discs: a cell is open when the disc at its centre is free."""
        if radius <= 0:
            return self.points
        if not radius <= MAX_REACH:
            raise BadInput("radius", f"{radius}", f"up to {MAX_REACH} cells")
        self._catch_up()
        self._discs[radius] = self._discs.pop(radius) if radius in self._discs else self._made_for(radius)
        if len(self._discs) > REMEMBERED_RADII:
            self._forget(next(iter(self._discs)))
        return self._discs[radius]

    def remembered(self, radius: float) -> DiscGrid | None:
        """The grid of a radius, if it is there: what is built on one that is not had better go too."""
        self._catch_up()
        return self._points if radius <= 0 else self._discs.get(radius)

    @property
    def outlines(self) -> tuple[NDArray[np.int32], ...]:
        """Simple rings around blocked terrain, in cell corners; holes turn the other way."""
        return self.boundary.rings

    @property
    def boundary(self) -> Outlines:
        """The outlines with their straight segments and what edits changed of those (ask again each time)."""
        self._catch_up()
        if self._outlines is None:
            self._outlines = Outlines(self.level.terrain, self._cost_of_code, self.level.version)
        return self._outlines

    def _cell_of(self, point: tuple[float, float]) -> tuple[int, int]:
        x, y = math.floor(point[0]), math.floor(point[1])
        if not (0 <= x < self.level.width and 0 <= y < self.level.height):
            raise BadInput("point", f"{point}", f"inside {self.level.width} × {self.level.height} cells")
        return x, y

    def _field_built(self, reach: int) -> Clearance:
        if self._field is None or self._field.reach < reach:
            self._field = blank_clearance(self.level.width, self.level.height, reach)
            self._repair_clearance(self._field, self._everywhere)
        return self._field

    def _made_for(self, radius: float) -> DiscGrid:
        disc = DiscGrid(self.level.width, self.level.height, radius)
        self._shrink(disc, self.level.bounds, Rect.nothing())
        return disc

    def _forget(self, radius: float) -> None:
        """Let go of a radius, and of clearance further away than the others need."""
        del self._discs[radius]
        if self._field is not None and self._field.reach > max(map(_reach_for, self._discs)):
            self._field = None

    def _catch_up(self) -> None:
        """Build, or repair what the edits since the last time touched."""
        if self._built and not self._pending:
            return
        pending, self._pending = self._pending, []
        self._uniform = None
        if not self._built or any(c.whole for c in pending):
            self._build()
            return
        for change in pending:
            self._recover(change.polygons)
        for dirty in gathered(c.dirty for c in pending) or [Rect.nothing()]:
            self._repair(dirty)

    def _build(self) -> None:
        level = self.level
        self._points = DiscGrid(level.width, level.height)
        self._covered = np.zeros(self._points.grid.cost8.size, np.uint16)
        self._cost_of_code = level.palette.cost8()
        self._tally = np.zeros(256, np.int64)
        self._tally[0] = level.terrain.size
        self._everywhere = np.array(level.bounds, np.int64)
        self._drawn: dict[int, Obstacle] = {}  # polygons as they are counted in `covered`
        self._field = self._outlines = None
        self._discs = {}
        self._recover(tuple(level.polygons))
        self._built = True
        self._repair(level.bounds)

    def _recover(self, ids: tuple[int, ...]) -> None:
        """Count polygons out of and into the cover."""
        for number in ids:
            old, new = self._drawn.pop(number, None), self.level.polygons.get(number)
            if old is not None:
                self._count(old, -1)
            if new is not None:
                self._count(new, 1)
                self._drawn[number] = new

    def _count(self, polygon: Obstacle, sign: int) -> None:
        x0, y0, x1, y1 = polygon.cells
        add_cover(covered_cells(polygon.rings, x0, y0, x1, y1), sign, x0, y0, self._points.grid.stride, self._covered)

    def _repair(self, dirty: Rect) -> None:
        """Bring everything in and around some cells up to date."""
        level, points = self.level, self._points
        box = np.array(dirty, np.int64)
        flipped = repair_grid(
            level.terrain, self._cost_of_code, self._covered, box, points.grid, self._tally, points.flips
        )
        points.flipped(flipped)
        if flipped and self._field is not None:
            self._repair_clearance(self._field, points.flips)
        if self._outlines is not None:
            self._outlines.repair(level.terrain, self._cost_of_code, dirty, level.version)
        flips = Rect(*points.flips.tolist()) if flipped else Rect.nothing()
        for disc in self._discs.values():
            self._shrink(disc, dirty, flips)

    def _shrink(self, disc: DiscGrid, dirty: Rect, flips: Rect) -> None:
        """Let the grid of a radius follow that of points."""
        disc.shrink(self._points.grid, self._field_built(_reach_for(disc.radius)).distance, dirty, flips)

    def _repair_clearance(self, field: Clearance, box: NDArray[np.int64]) -> None:
        grid = self._points.grid
        repair_clearance(grid.cost8, grid.stride, field.reach, box, field.across, field.distance)


def _reach_for(radius: float) -> int:
    """How far clearance is measured for discs of a radius."""
    reach = DEFAULT_REACH
    while reach < radius:
        reach *= 2
    return reach
