"""The outlines of a level's blocked terrain, followed edit by edit.

Polygons do not count here: they are constraints of their own, and outlining the cells they cover would turn
them into staircases. An edit changes few straight segments, whatever the length of the ring they belong to;
those are listed at once and remembered (a mesh moves just these), while rings are traced when asked for.
"""

from __future__ import annotations

from collections import deque
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from sandbox.geometry.outlines import difference, rings_of, segments_near
from sandbox.kernels.jit import kernel
from sandbox.level.rect import Rect

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.geometry.outlines import Segments

REMEMBERED = 1024


class SegmentChange(NamedTuple):
    """The straight boundary segments (x0, y0, x1, y1 in cells, blocked side on the right) an edit moved."""

    version: int
    removed: Segments
    added: Segments


class Outlines:
    """Blocked terrain and its outlines."""

    def __init__(self, terrain: NDArray[np.uint8], cost_of_code: NDArray[np.uint8], version: int) -> None:
        self.height, self.width = terrain.shape
        self.walls = np.zeros((self.height + 2) * (self.width + 2), np.uint8)  # flat, padded by an open border
        self._rings: tuple[NDArray[np.int32], ...] | None = None
        self._changes: deque[SegmentChange] = deque(maxlen=REMEMBERED)
        self._forgotten = version
        refresh_walls(terrain, cost_of_code, Rect(0, 0, self.width, self.height), self.walls)

    @property
    def rings(self) -> tuple[NDArray[np.int32], ...]:
        """int32[n, 2] cell corners each; outer rings turn clockwise on the screen, holes the other way."""
        if self._rings is None:
            self._rings = rings_of(self.walls, self.width)
        return self._rings

    def segments(self) -> Segments:
        """All straight segments."""
        return segments_near(self.walls, self.width, self.height, (0, 0, self.width, self.height))

    def repair(self, terrain: NDArray[np.uint8], cost_of_code: NDArray[np.uint8], box: Rect, version: int) -> None:
        """Follow an edit of the cells of a box."""
        before = segments_near(self.walls, self.width, self.height, box)
        if not refresh_walls(terrain, cost_of_code, box, self.walls):
            return
        self._rings = None
        after = segments_near(self.walls, self.width, self.height, box)
        if len(self._changes) == REMEMBERED:
            self._forgotten = self._changes[0].version
        self._changes.append(SegmentChange(version, *difference(before, after)))

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
def refresh_walls(
    terrain: NDArray[np.uint8], cost_of_code: NDArray[np.uint8], box: Rect, walls: NDArray[np.uint8]
) -> int:
    """Bring the walls of a box up to date; return how many cells changed. Modified: walls."""
    stride = terrain.shape[1] + 2
    flipped = 0
    for y in range(box.y0, box.y1):
        for x in range(box.x0, box.x1):
            wall = 1 if cost_of_code[terrain[y, x]] == 0 else 0
            flipped += walls[(y + 1) * stride + x + 1] != wall
            walls[(y + 1) * stride + x + 1] = wall
    return flipped
