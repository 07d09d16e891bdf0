"""Edits of everything at once: another size, other content."""

from __future__ import annotations

import zlib
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sandbox.errors import BadInput
from sandbox.level.edits.effect import Effect, Small
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.level.rect import Rect

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.level.markers import Marker
    from sandbox.level.model import Level
    from sandbox.level.terrain import Palette
    from sandbox.level.timed import Timed


@dataclass(frozen=True, slots=True)
class SetContent:
    """Replace terrain, palette, polygons, markers and timed edits: what a generator or an import brings."""

    width: int
    height: int
    terrain: bytes  # compressed rows
    palette: Palette
    polygons: tuple[Obstacle, ...]
    markers: tuple[tuple[str, Marker], ...]
    timed: tuple[Timed, ...]
    label: str = "Replace everything"

    @classmethod
    def of(cls, level: Level, label: str = "Replace everything") -> SetContent:
        """The edit that makes any level's content equal to this one's."""
        return cls(
            level.width,
            level.height,
            zlib.compress(level.terrain.tobytes(), 1),
            level.palette,
            tuple(level.polygons.values()),
            tuple(level.markers.items()),
            level.timed,
            label,
        )

    @property
    def size(self) -> int:
        """The compressed terrain and the polygons."""
        return 100 + len(self.terrain) + sum(8 * p.vertices for p in self.polygons)

    def perform(self, level: Level) -> Effect:
        """Inverse: the content before."""
        before = SetContent.of(level, self.label)
        cells = np.frombuffer(zlib.decompress(self.terrain), np.uint8)
        level.terrain = cells.reshape(self.height, self.width).copy()
        level.palette = self.palette
        level.polygons = {p.id: p for p in self.polygons}
        level.markers = dict(self.markers)
        level.timed = self.timed
        return Effect(before, level.bounds, whole=True)


@dataclass(frozen=True, slots=True)
class Resize(Small):
    """Another size. Old cells keep their place relative to (dx, dy); new ones get `code`.

    Polygons are cut at the new border (the pieces of one that falls apart get ids of their own), markers
    outside are dropped, and so are timed edits that no longer fit.
    """

    width: int
    height: int
    dx: int = 0  # where the old top-left cell comes to lie
    dy: int = 0
    code: int = 0
    label: str = "Resize"

    def perform(self, level: Level) -> Effect:
        """Inverse: the content before."""
        from sandbox.level.model import check_size

        check_size(self.width, self.height, "resize")
        if not 0 <= self.code < len(level.palette):
            raise BadInput("resize", f"terrain code {self.code}", f"a code below {len(level.palette)}")
        before = SetContent.of(level, self.label)
        polygons = self._polygons(level)
        level.terrain = self._terrain(level.terrain)
        level.polygons = polygons
        level.markers = self._markers(level)
        level.timed = tuple(t for t in (t.moved(self.dx, self.dy) for t in level.timed) if t.fits(level))
        return Effect(before, level.bounds, whole=True)

    def _terrain(self, old: NDArray[np.uint8]) -> NDArray[np.uint8]:
        new = np.full((self.height, self.width), self.code, np.uint8)
        kept = Rect(self.dx, self.dy, self.dx + old.shape[1], self.dy + old.shape[0]).clipped(self.width, self.height)
        rows, columns = slice(kept.y0 - self.dy, kept.y1 - self.dy), slice(kept.x0 - self.dx, kept.x1 - self.dx)
        new[kept.y0 : kept.y1, kept.x0 : kept.x1] = old[rows, columns]
        return new

    def _polygons(self, level: Level) -> dict[int, Obstacle]:
        kept: dict[int, Obstacle] = {}
        free = level.free_id()
        for number, polygon in level.polygons.items():
            pieces = polygon.moved(self.dx * UNITS, self.dy * UNITS).cut(self.width, self.height)
            for i, piece in enumerate(pieces):
                kept_id = number if i == 0 else free
                free += i > 0
                kept[kept_id] = replace(piece, id=kept_id)
        return kept

    def _markers(self, level: Level) -> dict[str, Marker]:
        moved = {name: m.moved(self.dx, self.dy) for name, m in level.markers.items()}
        return {name: m for name, m in moved.items() if m.inside(self.width, self.height)}
