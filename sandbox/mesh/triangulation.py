"""A constrained Delaunay triangulation that can be edited while it is looked at.

For the map lab and everything that plans on a mesh. Points, walls and polygons come and go; constraints may
cross, overlap, touch; faces stay labelled free or blocked; the last edit can be shown step by step.

    world = Triangulation((0, 0, 4096, 4096))
    house = world.add_polygon([ring])             # ring: int [n, 2], units of 1/512 cell
    world.remove(house)
    print(world.report)                           # 7 flips, 22 of 1,480 triangles
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.geometry.polygons import problem_of
from sandbox.kernels.arrays import Int32s, Int64s
from sandbox.kernels.jit import kernel
from sandbox.mesh import arrays as m
from sandbox.mesh.arrays import NONE, EditStep, Mesh, Work, new_mesh, new_work
from sandbox.mesh.editing.build import Box, build, check_box, check_inside, doubled_area, first_outside, insert_all
from sandbox.mesh.editing.edit import INSERT, INSERT_INSIDE, REMOVE, REMOVE_INSIDE, edit
from sandbox.mesh.location.methods import Method, locator
from sandbox.mesh.location.walk import Place

NO_ORDER: Final = np.zeros(0, np.int64)
NO_POINTS: Final = np.zeros((0, 2), np.int32)
NOBODY: Final = np.zeros(0, np.int32)
NOWHERE: Final = np.zeros(2, np.int64)
NO_LINES: Final = np.zeros((0, 4), np.int32)


@dataclass(frozen=True, slots=True)
class Report:
    """What the last edit did."""

    flips: int
    touched: int
    triangles: int
    crossings: int

    def __str__(self) -> str:
        flips = "1 flip" if self.flips == 1 else f"{self.flips:,} flips"
        return f"{flips}, {self.touched:,} of {self.triangles:,} triangles"


class Shape(NamedTuple):
    """What an owner asked for: the vertices of its corners, and whether it has an inside."""

    ids: Int32s
    closed: bool


class Triangulation:
    """The mesh with its owners. `mesh` is replaced when it grows: do not keep it across edits."""

    def __init__(self, box: Box, room: int = 1024) -> None:
        check_box(box)
        self.box = box
        self.mesh: Mesh = new_mesh(box, room)
        self.work: Work = new_work(room)
        self._adopt()

    def _adopt(self) -> None:
        self.shapes: dict[int, Shape] = {}
        self._joined = False
        self._next_owner = m.FIRST_OWNER

    @classmethod
    def of(cls, points: NDArray[Any], segments: Int32s, box: Box) -> tuple[Triangulation, Int32s]:
        """Build from many points and constraints at once, see `build`; the vertex of each point comes too."""
        self = cls.__new__(cls)
        self.box = box
        self.mesh, self.work, ids = build(_points(points), segments, box)
        self._adopt()
        return self, ids

    # -- edits -----------------------------------------------------------------------------------------

    def add_point(self, x: int, y: int) -> int:
        """A vertex at a point; asking twice for the same needs taking back twice."""
        points = _points([(x, y)])
        self._check(points)
        self._begin()
        return int(self._insert(points, NO_LINES, NONE)[0])

    def remove_point(self, vertex: int) -> None:
        """Take back a point; the vertex stays if a constraint needs it."""
        mesh = self.mesh
        there = 0 <= vertex < mesh.counts[m.VERTICES] and mesh.out[vertex] != NONE
        if not there or mesh.pins[vertex] <= (1 if vertex < 4 else 0):  # the world's corners ask for themselves
            raise BadInput("vertex", f"{vertex}", "one that was added as a point")
        self._begin()
        self._remove(np.array([vertex], np.int32), NONE, NO_LINES, closed=False)

    def add_wall(self, points: NDArray[Any] | Sequence[tuple[int, int]], owner: int = NONE) -> int:
        """A chain of constraint edges without an inside; its owner's number."""
        chain = _points(points)
        if len(chain) < 2:
            raise BadInput("wall", f"{len(chain)} points", "at least 2")
        self._check(chain)
        owner = self._new_owner(owner)
        links = np.arange(len(chain) - 1, dtype=np.int32)
        self._begin()
        ids = self._insert(chain, _rows(links, links + 1, owner, 0), NONE)
        self.shapes[owner] = Shape(ids, closed=False)
        return owner

    def add_polygon(self, rings: Sequence[NDArray[Any]], owner: int = NONE) -> int:
        """A blocked polygon: outer ring, then holes, each turning either way; its owner's number.

        Raises BadInput, and changes nothing, for a ring that crosses itself or has no area.
        """
        parts = [turned(_points(ring), i) for i, ring in enumerate(rings)]
        points = parts[0] if len(parts) == 1 else np.concatenate(parts)
        self._check(points)
        owner = self._new_owner(owner)
        self._begin()
        ids = self._insert(points, _links(tuple(map(len, parts))), owner)
        self.shapes[owner] = Shape(ids, closed=True)
        if self.mesh.counts[m.TANGLED]:
            self._refuse_tangled(owner, rings)
        return owner

    def _refuse_tangled(self, owner: int, rings: Sequence[NDArray[Any]]) -> None:
        """Take a ring that crosses itself out again (roundings at crossings may look like it, and stay)."""
        problem = problem_of(rings)
        if problem:
            self.remove(owner)
            raise BadInput("polygon", problem, "rings that do not cross themselves or each other")

    def remove(self, owner: int) -> None:
        """Take an owner's polygon or wall out; crossings with others leave no trace."""
        if owner not in self.shapes:
            raise BadInput("owner", f"{owner}", "one that is there")
        shape = self.shapes.pop(owner)
        self._begin()
        self._remove(shape.ids, owner, NO_LINES, closed=shape.closed)

    def replace(self, owner: int, rings: Sequence[NDArray[Any]]) -> None:
        """Give a polygon another shape, as one edit. Where that is refused (BadInput), the polygon is gone."""
        with self.edit():
            self.remove(owner)
            self.add_polygon(rings, owner)

    def move_lines(self, gone: Int32s, added: Int32s, owner: int, winding: int = 1) -> None:
        """Replace straight constraints of an owner (rows: x, y, x, y), such as pieces of a terrain outline."""
        gone, added = np.ascontiguousarray(gone, np.int32), np.ascontiguousarray(added, np.int32)
        self._check(added.reshape(-1, 2))
        with self.edit():
            if len(gone):
                self._remove(NOBODY, owner, gone, closed=False)
            first = np.arange(0, 2 * len(added), 2, dtype=np.int32)
            ids = self._insert(added.reshape(-1, 2), _rows(first, first + 1, owner, winding), NONE)
            self._remove(ids, NONE, NO_LINES, closed=False)  # nobody asks for their ends but they themselves

    @contextmanager
    def edit(self) -> Iterator[None]:
        """Several changes as one edit: reported and logged together."""
        self._begin()
        joined, self._joined = self._joined, True
        try:
            yield
        finally:
            self._joined = joined

    def _begin(self) -> None:
        if not self._joined:
            begin(self.mesh.counts)

    def _insert(self, points: Int32s, rows: Int32s, inside_of: int) -> Int32s:
        ids = np.empty(len(points), np.int32)
        task = INSERT if inside_of == NONE else INSERT_INSIDE
        self.mesh, self.work = insert_all(self.mesh, self.work, points, NO_ORDER, ids, rows, task, inside_of)
        return ids

    def _remove(self, ids: Int32s, owner: int, lines: Int32s, *, closed: bool) -> None:
        while len(self.work.fresh) < len(ids) + 2 * len(self.mesh.out):
            self.work = new_work(len(self.work.fresh))
        task = REMOVE_INSIDE if closed else REMOVE
        edit(*self.mesh, *self.work, task, owner, NO_POINTS, NO_ORDER, ids, lines, NOWHERE)

    def _check(self, points: Int32s) -> None:
        if first_outside(points, *self.box) != NONE:
            check_inside(points, self.box)

    def _new_owner(self, owner: int) -> int:
        if owner == NONE:
            owner = self._next_owner
        elif owner < m.FIRST_OWNER or owner in self.shapes:
            raise BadInput("owner", f"{owner}", f"a free number from {m.FIRST_OWNER}")
        self._next_owner = max(self._next_owner, owner + 1)
        return owner

    def adopt(self, owner: int, ids: Int32s) -> None:
        """Take over a polygon that `of` built, by the vertices of its corners."""
        self.shapes[self._new_owner(owner)] = Shape(ids.copy(), closed=True)

    # -- questions -------------------------------------------------------------------------------------

    def locate(self, x: int, y: int) -> Place:
        """Where a point lies, by jump-and-walk. Raises BadInput outside the world."""
        self._check(_points([(x, y)]))
        return locator(self.mesh, Method.JUMP_CUBE_ROOT).one(x, y)

    def star(self, vertex: int) -> tuple[int, ...]:
        """The triangles around a vertex."""
        twin = self.mesh.twin
        h = start = int(self.mesh.out[vertex])
        found = [h // 3]
        while (h := int(twin[h - 1 if h % 3 else h + 2])) not in (NONE, start):
            found.append(h // 3)
        if h == NONE:  # the world's border: the other way round as well
            h = start
            while (h := int(twin[h])) != NONE:
                h = h - 2 if h % 3 == 2 else h + 1
                found.append(h // 3)
        return tuple(found)

    @property
    def report(self) -> Report:
        """What the last edit did."""
        counts = self.mesh.counts
        flips, touched, triangles, crossings = counts[[m.FLIPS, m.TOUCHED, m.LIVE_TRIANGLES, m.CROSSINGS]].tolist()
        return Report(flips, min(touched, triangles), triangles, crossings)

    def steps(self) -> Iterator[tuple[EditStep, tuple[int, ...]]]:
        """The last edit, step by step, as far as the log has room."""
        for kind, *rest in self.mesh.log[: self.mesh.counts[m.LOGGED]].tolist():
            yield EditStep(kind), tuple(rest)

    @property
    def touched(self) -> NDArray[np.int32]:
        """Triangles the last edit changed, those that are still there."""
        dirty = self.mesh.dirty[: self.mesh.counts[m.TOUCHED]]
        return dirty[self.mesh.org[3 * dirty] != NONE]

    def ring_of(self, owner: int) -> Int32s:
        """Coordinates of an owner's corners."""
        corners: Int32s = self.mesh.xy[self.shapes[owner].ids].astype(np.int32)
        return corners


@kernel(counted=False, steady=True)
def begin(counts: Int64s) -> None:
    """Number the next edit, and count its changes from 0."""
    counts[m.EDIT] += 1
    for i in range(m.TOUCHED, m.TANGLED + 1):
        counts[i] = 0


def _points(points: Any) -> Int32s:
    """Points as int32 [n, 2], refused when they do not fit."""
    given = np.asarray(points)
    if given.ndim != 2 or given.shape[1] != 2 or given.dtype.kind not in "iu":
        raise BadInput("points", f"{given.dtype} of shape {given.shape}", "whole numbers of shape (n, 2)")
    if given.dtype != np.int32 and len(given) and (given.min() < -(1 << 30) or given.max() > 1 << 30):
        raise BadInput("points", f"coordinates up to {abs(given).max()}", "the 2^20 grid")
    return np.ascontiguousarray(given, np.int32)


def turned(ring: Int32s, number: int = 0) -> Int32s:
    """The ring with its inside on the left: ring 0, the outer one, turns one way, holes the other."""
    if not ring.flags.writeable:  # kernels would be compiled once more for it
        ring = ring.copy()
    area = doubled_area(ring)
    if area == 0:
        raise BadInput(f"ring {number}", f"{len(ring)} points without area", "a ring around an area")
    return ring if (area > 0) == (number == 0) else np.ascontiguousarray(ring[::-1])


def _rows(tails: Int32s, heads: Int32s, owner: int, winding: int) -> Int32s:
    rows = np.empty((len(tails), 4), np.int32)
    rows[:, 0] = tails
    rows[:, 1] = heads
    rows[:, 2] = owner
    rows[:, 3] = winding
    return rows


def ring_rows(rings: Sequence[Int32s], owner: int) -> Int32s:
    """Constraints along closed rings whose points are numbered one after another."""
    rows = _links(tuple(map(len, rings))).copy()
    rows[:, 2] = owner
    return rows


@lru_cache(maxsize=256)
def _links(lengths: tuple[int, ...]) -> Int32s:
    """`ring_rows` of rings of so many points for nobody in particular; not to be written to."""
    tails = np.arange(sum(lengths), dtype=np.int32)
    heads = tails + 1
    last = np.cumsum(lengths) - 1
    heads[last] = last + 1 - np.array(lengths)
    return _rows(tails, heads, NONE, 1)
