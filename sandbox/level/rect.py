"""A rectangle of cells: what an edit touched; and those of a whole stroke, gathered."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

WASTE = 1.25  # cells of a rectangle around several, for each of theirs


class Rect(NamedTuple):
    """Half open: columns x0 … x1 - 1, rows y0 … y1 - 1. Nothing at all when empty."""

    x0: int
    y0: int
    x1: int
    y1: int

    @classmethod
    def nothing(cls) -> Rect:
        """The empty rectangle: neutral for `union`."""
        return cls(0, 0, 0, 0)

    @classmethod
    def spanning(cls, a: tuple[int, int], b: tuple[int, int]) -> Rect:
        """From one cell to another, both inside."""
        return cls(min(a[0], b[0]), min(a[1], b[1]), max(a[0], b[0]) + 1, max(a[1], b[1]) + 1)

    @property
    def width(self) -> int:
        """How many columns."""
        return max(self.x1 - self.x0, 0)

    @property
    def height(self) -> int:
        """How many rows."""
        return max(self.y1 - self.y0, 0)

    @property
    def area(self) -> int:
        """How many cells."""
        return self.width * self.height

    def __bool__(self) -> bool:
        return self.x1 > self.x0 and self.y1 > self.y0

    def holds(self, x: int, y: int) -> bool:
        """Whether a cell is in it."""
        return self.x0 <= x < self.x1 and self.y0 <= y < self.y1

    def union(self, other: Rect) -> Rect:
        """The smallest rectangle around both."""
        if not self:
            return other
        if not other:
            return self
        return Rect(min(self.x0, other.x0), min(self.y0, other.y0), max(self.x1, other.x1), max(self.y1, other.y1))

    def clipped(self, width: int, height: int) -> Rect:
        """The part inside a level of this size."""
        x0, y0 = min(max(self.x0, 0), width), min(max(self.y0, 0), height)
        return Rect(x0, y0, max(min(self.x1, width), x0), max(min(self.y1, height), y0))

    def enlarged(self, by: int) -> Rect:
        """With `by` more cells on every side; the empty one stays empty."""
        return Rect(self.x0 - by, self.y0 - by, self.x1 + by, self.y1 + by) if self else self

    def meets(self, other: Rect) -> bool:
        """Whether the two share a cell."""
        return max(self.x0, other.x0) < min(self.x1, other.x1) and max(self.y0, other.y0) < min(self.y1, other.y1)

    def common(self, other: Rect) -> Rect:
        """The cells that both have."""
        x0, y0 = max(self.x0, other.x0), max(self.y0, other.y0)
        return Rect(x0, y0, max(min(self.x1, other.x1), x0), max(min(self.y1, other.y1), y0))


def gathered(rects: Iterable[Rect]) -> list[Rect]:
    """All cells of these and few besides, in fewer rectangles; of a brush's stroke, each overlaps the one before."""
    found: list[Rect] = []
    before, cells = Rect.nothing(), 0  # the one that came last, and how many cells those around it have together
    for rect in filter(None, rects):
        fresh = rect.area - rect.common(before).area
        around = found[-1].union(rect) if found else rect
        if found and around.area <= WASTE * (cells + fresh):
            found[-1], cells = around, min(cells + fresh, around.area)
        else:
            found.append(rect)
            cells = rect.area
        before = rect
    return found
