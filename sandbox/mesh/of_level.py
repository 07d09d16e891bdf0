"""The mesh of a level, and how it follows the level's edits.

For every planner of the mesh world. Constraints are the outlines of blocked terrain and the polygons, on the
2^20 integer grid: 512 units to a cell (cells that polygons cover are not outlined, that would turn polygons
into staircases). All terrain belongs to one owner, TERRAIN; polygon p to `owner_of(p)`.

An edit moves only what it changed: straight pieces of outline, and polygons that came, went or were
reshaped. `report` says how much that was: "7 flips, 22 of 1,480 triangles". The mesh then has the same free
area, the same components and the same constraints as one built anew; where circles tie, and where roundings
of crossings differ, single triangles may not be the same.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.arrays import Int32s
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.mesh.arrays import EDIT, FIRST_OWNER, LIVE_TRIANGLES, NONE, TERRAIN, Mesh
from sandbox.mesh.components import components_of
from sandbox.mesh.location.methods import Method, locator
from sandbox.mesh.location.walk import INSIDE, Place
from sandbox.mesh.reduction import UP, Reduction, Trees, reduction_of, trees_of
from sandbox.mesh.triangulation import Triangulation, ring_rows, turned
from sandbox.mesh.widths import widths_of

T = TypeVar("T")

FEW_ISLANDS = 100  # so few walls are no scatter, however small the level
SPARSE = 100  # open cells to an island: where there are fewer, a search on the cells is the quicker one

BLOCKED_ON_LEFT = 1  # windings of terrain outlines: the level runs along them with the blocked side there


def owner_of(polygon: int) -> int:
    """The owner of a polygon's constraints, from its id in the level."""
    return FIRST_OWNER + polygon


class LevelMesh:
    """The triangulation of a level. Call `follow` after edits, from the thread that owns the level.

    `mesh_of` gives the one that all who ask about a level share.
    """

    def __init__(self, level: Level) -> None:
        self.level = level
        self._edits_before = 0
        self._tables: dict[str, tuple[int, Any]] = {}
        self._build()

    def _build(self) -> None:
        level = self.level
        self.version = level.version
        self.size = level.width, level.height
        outlines = straight_segments(level.derived.boundary.walls, level.width, level.height) * np.int32(UNITS)
        self.shapes = dict(level.polygons)
        points, rows, parts = _everything(outlines, self.shapes)
        box = (0, 0, level.width * UNITS, level.height * UNITS)
        self.triangulation, ids = Triangulation.of(points, rows, box)
        pins = self.mesh.pins  # outlines hold their corners themselves
        pins -= np.bincount(ids[: 2 * len(outlines)], minlength=len(pins)).astype(np.int32)
        for polygon, (first, end) in parts.items():
            self.triangulation.adopt(owner_of(polygon), ids[first:end])
        self.report = f"{int(self.mesh.counts[LIVE_TRIANGLES]):,} triangles built"

    @property
    def mesh(self) -> Mesh:
        """The arrays; they may be others after an edit."""
        return self.triangulation.mesh

    @property
    def edit(self) -> int:
        """A number that grows when the mesh changes."""
        return self._edits_before + int(self.mesh.counts[EDIT])

    # -- tables that planners share --------------------------------------------------------------------

    @property
    def components(self) -> Int32s:
        """The part of the free space each triangle belongs to, as of now."""
        return self._table("components", lambda: components_of(self.mesh)[0])

    @property
    def widths(self) -> NDArray[np.float32]:
        """Width of each corner, see `widths`, as of now."""
        return self._table("widths", lambda: widths_of(self.mesh))

    @property
    def reduction(self) -> Reduction:
        """Trees, corridors and decisions, see `reduction`, as of now."""
        return self._table("reduction", lambda: reduction_of(self.mesh, self.trees))

    @property
    def trees(self) -> Trees:
        """The first half of that: dead ends, and what is left without them."""
        return self._table("trees", lambda: trees_of(self.mesh))

    @property
    def ways_out(self) -> Int32s:
        """Of each triangle in a dead end, the half-edge that leads out of it; NONE elsewhere."""
        return self._table("ways out", lambda: np.ascontiguousarray(self.trees.tree[:, UP]))

    @property
    def scattered(self) -> str:
        """What is to be said of a level whose walls lie scattered in many small pieces; "" of others."""
        islands = self.trees.decisions // 2
        cells = int(np.count_nonzero(self.level.derived.grid.cost8))
        if islands < FEW_ISLANDS or cells > SPARSE * islands:
            return ""
        return "walls lie scattered: the grid is likely the quicker world"

    def _table(self, name: str, make: Callable[[], T]) -> T:
        """A table of the mesh as it is now, made when first asked for."""
        made_at, table = self._tables.get(name, (-1, None))
        if table is None or made_at != self.edit:
            table = make()
            self._tables[name] = self.edit, table
        known: T = table
        return known

    # -- following the level ---------------------------------------------------------------------------

    def follow(self) -> str:
        """Catch up with the level's edits; what was touched in a few words, "" if nothing."""
        if self.version == self.level.version:
            return ""
        changes = self.level.derived.changes_since(self.version)
        moved = None if any(c.whole for c in changes) else self.level.derived.boundary.changes_since(self.version)
        if moved is None or self.size != (self.level.width, self.level.height):
            self._edits_before = self.edit + 1
            self._build()
            return self.report
        polygons = {p for c in changes for p in c.polygons}
        self.version = self.level.version
        if not len(moved.removed) and not len(moved.added) and not polygons:
            return ""
        with self.triangulation.edit():
            self._move_outlines(moved.removed, moved.added)
            for polygon in sorted(polygons):
                self._update(polygon)
        self.report = str(self.triangulation.report)
        return self.report

    def _move_outlines(self, removed: Int32s, added: Int32s) -> None:
        if len(removed) or len(added):
            scale = np.int32(UNITS)
            self.triangulation.move_lines(removed * scale, added * scale, TERRAIN, BLOCKED_ON_LEFT)

    def _update(self, polygon: int) -> None:
        """Bring one polygon's constraints up to date."""
        before, after = self.shapes.get(polygon), self.level.polygons.get(polygon)
        if before is not None and after is not None and before.same_shape(after):
            return
        if before is not None:
            del self.shapes[polygon]
            self.triangulation.remove(owner_of(polygon))
        if after is not None:
            self.triangulation.add_polygon(after.rings, owner_of(polygon))
            self.shapes[polygon] = after

    # -- questions in cells ----------------------------------------------------------------------------

    def locate(self, x: float, y: float) -> Place:
        """Where a point lies, coordinates in cells. Raises BadInput outside the level."""
        if not (math.isfinite(x) and math.isfinite(y) and 0 <= x <= self.size[0] and 0 <= y <= self.size[1]):
            raise BadInput("point", f"({x}, {y})", f"inside {self.size[0]} × {self.size[1]} cells")
        return self.triangulation.locate(round(x * UNITS), round(y * UNITS))

    def free(self, x: float, y: float) -> bool:
        """Whether a point (in cells) may be stood on: not inside a wall (on its outline is fine)."""
        return self.free_triangle(self.locate(x, y)) != NONE

    def all_free(self, points: Int32s) -> NDArray[np.bool_]:
        """Which of many points [n, 2] on the grid, inside the level, may be stood on."""
        found = locator(self.mesh, Method.JUMP_CUBE_ROOT).many(points)
        free: NDArray[np.bool_] = self.mesh.depth[found[:, 0]] == 0
        for i in np.flatnonzero(~free & (found[:, 1] != INSIDE)).tolist():  # on an outline, seen from its other side
            free[i] = self.free_triangle(Place.of(*found[i].tolist())) != NONE
        return free

    def free_triangle(self, place: Place) -> int:
        """A free triangle that holds the place, or NONE: on an edge or vertex any of those around it does."""
        mesh = self.mesh
        if mesh.depth[place.triangle] == 0:
            return place.triangle
        around: Sequence[int] = ()
        if place.edge != NONE and mesh.twin[place.edge] != NONE:
            around = (int(mesh.twin[place.edge]) // 3,)
        elif place.vertex != NONE:
            around = self.triangulation.star(place.vertex)
        return next((t for t in around if mesh.depth[t] == 0), NONE)


def mesh_of(level: Level) -> LevelMesh:
    """The mesh of a level, up to date: one for all who ask, repaired once for all of them."""
    shared = level.derived.kept(LevelMesh, lambda: LevelMesh(level))
    shared.follow()
    return shared


def _everything(outlines: Int32s, shapes: dict[int, Obstacle]) -> tuple[Int32s, Int32s, dict[int, tuple[int, int]]]:
    """Points, constraints between them, and which points are whose polygon's."""
    first = np.arange(0, 2 * len(outlines), 2, dtype=np.int32)
    rows = np.column_stack((first, first + 1, np.full_like(first, TERRAIN), np.full_like(first, BLOCKED_ON_LEFT)))
    points: list[NDArray[np.int32]] = [outlines.reshape(-1, 2)]
    chains: list[NDArray[np.int32]] = [rows]
    parts: dict[int, tuple[int, int]] = {}
    count = 2 * len(outlines)
    for polygon, obstacle in shapes.items():
        rings = [turned(ring, i) for i, ring in enumerate(obstacle.rings)]
        chain = ring_rows(rings, owner_of(polygon))
        chain[:, :2] += count
        points += rings
        chains.append(chain)
        parts[polygon] = count, count + len(chain)
        count += len(chain)
    return np.concatenate(points), np.concatenate(chains), parts


def straight_segments(walls: NDArray[np.uint8], width: int, height: int) -> Int32s:
    """All straight pieces of the outlines of a padded flat field of blocked cells: rows x, y, x, y in cells.

    The same as `Outlines.segments`, in another order, for the whole level at once: array operations pass over
    its cells several times faster than a loop that asks each.
    """
    cells = walls.reshape(height + 2, width + 2).view(np.int8)
    y, tail, head = _runs(cells[1:, 1:-1] - cells[:-1, 1:-1], down=False)
    x, upper, lower = _runs(cells[1:-1, :-1] - cells[1:-1, 1:], down=True)
    level, upright = np.column_stack((tail, y, head, y)), np.column_stack((x, upper, x, lower))
    return np.concatenate((level, upright)).astype(np.int32)


def _runs(way: NDArray[np.int8], *, down: bool) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Runs of equal non-zero values along the rows, or down the columns: which row, from where to where.

    Directed as the value says. (Columns are not made rows by turning the array, which would take longer than all
    the rest: the few places where a run begins or ends are sorted.)
    """
    rows, columns = way.shape
    width = columns + 2
    padded = np.zeros((rows + 2, width), np.int8)
    padded[1:-1, 1:-1] = way
    flat = padded.ravel()
    step = width if down else 1
    changes = np.flatnonzero(flat[step:] != flat[:-step])  # the last place before each change
    if down:
        changes = changes[np.argsort(changes % width, kind="stable")]
    begins = changes[flat[changes + step] != 0]
    ends = changes[flat[changes] != 0]
    (y, x), (end_y, end_x) = np.divmod(begins, width), np.divmod(ends, width)
    line, first, last = (x - 1, y, end_y) if down else (y - 1, x, end_x)
    back = flat[begins + step] < 0
    return line, first + back * (last - first), last + back * (first - last)
