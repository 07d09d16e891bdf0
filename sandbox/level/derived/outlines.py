"""The outlines of a level's blocked terrain, followed edit by edit.

Polygons do not count here: they are constraints of their own, and outlining the cells they cover would turn
them into staircases. An edit changes few straight segments, whatever the length of the ring they belong to;
those are listed at once and remembered (a mesh moves just these), while rings are traced when asked for.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandbox.geometry.outlines import collect_segments, difference, rings_of, room_for_segments, segments_near
from sandbox.kernels.arrays import Bytes, Int32s, Int64s
from sandbox.kernels.jit import kernel

if TYPE_CHECKING:
    from sandbox.geometry.outlines import Segments
    from sandbox.level.rect import Rect

REMEMBERED = 1024
FEW = 4096  # comparisons; beyond, sets are quicker than comparing each with each


class SegmentChange(NamedTuple):
    """The straight boundary segments (x0, y0, x1, y1 in cells, blocked side on the right) an edit moved."""

    version: int
    removed: Segments
    added: Segments


class Outlines:
    """Blocked terrain and its outlines."""

    def __init__(self, terrain: Bytes, cost_of_code: Bytes, version: int) -> None:
        self.height, self.width = terrain.shape
        self.walls = np.zeros((self.height + 2) * (self.width + 2), np.uint8)  # flat, padded by an open border
        self._rings: tuple[Int32s, ...] | None = None
        self._changes: deque[SegmentChange] = deque(maxlen=REMEMBERED)
        self._forgotten = version
        self.walls.reshape(self.height + 2, -1)[1:-1, 1:-1] = cost_of_code[terrain] == 0

    @property
    def rings(self) -> tuple[Int32s, ...]:
        """int32[n, 2] cell corners each; outer rings turn clockwise on the screen, holes the other way."""
        if self._rings is None:
            self._rings = rings_of(self.walls, self.width)
        return self._rings

    def segments(self) -> Segments:
        """All straight segments."""
        return segments_near(self.walls, self.width, self.height, (0, 0, self.width, self.height))

    def repair(self, terrain: Bytes, cost_of_code: Bytes, dirty: Rect, version: int) -> None:
        """Follow an edit of some cells."""
        removed, added = room_for_segments(dirty), room_for_segments(dirty)
        counts = np.zeros(2, np.int64)
        if not follow_walls(terrain, cost_of_code, np.array(dirty), self.walls, removed, added, counts):
            return
        self._rings = None
        gone, new = removed[: counts[0]].copy(), added[: counts[1]].copy()
        if counts[0] * counts[1] > FEW:
            gone, new = difference(gone, new)
        if len(self._changes) == REMEMBERED:
            self._forgotten = self._changes[0].version
        self._changes.append(SegmentChange(version, gone, new))

    def changes_since(self, version: int) -> SegmentChange | None:
        """The net change after a version; None when that is too long ago to know: take all segments anew."""
        if version < self._forgotten:
            return None
        removed: set[tuple[int, ...]] = set()
        added: set[tuple[int, ...]] = set()
        newest = version
        for change in self._changes:
            if change.version > version:
                _follow(change, removed, added)
                newest = change.version
        return SegmentChange(newest, _array(removed), _array(added))


def _follow(change: SegmentChange, removed: set[tuple[int, ...]], added: set[tuple[int, ...]]) -> None:
    """Add one change to a net change."""
    for segment in map(tuple, change.removed.tolist()):
        if segment in added:
            added.remove(segment)
        else:
            removed.add(segment)
    for segment in map(tuple, change.added.tolist()):
        if segment in removed:
            removed.remove(segment)
        else:
            added.add(segment)


def _array(segments: set[tuple[int, ...]]) -> Segments:
    return np.array(sorted(segments), np.int32).reshape(-1, 4)


@kernel
def follow_walls(
    terrain: Bytes, cost_of_code: Bytes, box: Int64s, walls: Bytes, removed: Segments, added: Segments, counts: Int64s
) -> int:
    """Bring the walls of a box up to date; return how many cells changed. Modified: the last four.

    `removed` and `added` get the segments near it before and after, without those in both if they are few.
    """
    height, width = terrain.shape
    before = collect_segments(walls, width, height, box, removed)
    flipped = 0
    for y in range(box[1], box[3]):
        for x in range(box[0], box[2]):
            cell = (y + 1) * (width + 2) + x + 1
            wall = 1 if cost_of_code[terrain[y, x]] == 0 else 0
            flipped += walls[cell] != wall
            walls[cell] = wall
    after = collect_segments(walls, width, height, box, added) if flipped else 0
    counts[0], counts[1] = before, after
    if before * after <= FEW:
        _drop_common(removed, added, counts)
    return flipped


@kernel
def _drop_common(removed: Segments, added: Segments, counts: Int64s) -> None:
    """Take out what is in both lists, the last of a list filling the gap. Modified: all."""
    i = 0
    while i < counts[0]:
        j = 0
        while j < counts[1] and not _equal(removed, i, added, j):
            j += 1
        if j == counts[1]:
            i += 1
            continue
        counts[0] -= 1
        counts[1] -= 1
        for k in range(4):
            removed[i, k] = removed[counts[0], k]
            added[j, k] = added[counts[1], k]


@kernel
def _equal(a: Segments, i: int, b: Segments, j: int) -> bool:
    """Whether two segments are the same."""
    return bool(a[i, 0] == b[j, 0] and a[i, 1] == b[j, 1] and a[i, 2] == b[j, 2] and a[i, 3] == b[j, 3])
