"""Containers: rows, columns, grids, panels, stacks and spacers.

Along its axis a `Row` or `Column` gives the children that `grow` what the others, at their natural size,
leave over, in proportion; where it is too narrow, children that `shrink` (texts, fields, containers) give
way. Across it, a child is placed by its own `align`, or else the container's.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Unpack

import pygame

from sandbox.ui.kit.style.theme import Colour

from .damage import left_over
from .widget import Align, Common, Size, Widget

Pad = float | tuple[float, float] | tuple[float, float, float, float]


def padding(pad: Pad) -> tuple[float, float, float, float]:
    """Return left, top, right and bottom of a padding given as one, two (x, y) or four lengths."""
    if isinstance(pad, (int, float)):
        return pad, pad, pad, pad
    return (pad[0], pad[1], pad[0], pad[1]) if len(pad) == 2 else pad


def share_out(total: int, weights: Sequence[float]) -> list[int]:
    """Cut a length into whole parts in proportion to weights; the parts sum up to it exactly."""
    whole, parts, done, seen = sum(weights), [], 0, 0.0
    for weight in weights:
        seen += weight
        end = round(total * seen / whole) if whole else 0
        parts.append(end - done)
        done = end
    return parts


class Boxed(Common, total=False):
    """What a container's constructor takes besides: room inside its edge, and the box it lies on."""

    pad: Pad
    fill: str | None
    line: str | None
    radius: float


class Container(Widget):
    """A widget that only places others, on an optional rounded box."""

    shrink = 1.0

    def __init__(
        self,
        children: Iterable[Widget] = (),
        *,
        pad: Pad = 0,
        fill: str | None = None,
        line: str | None = None,
        radius: float = 0,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self.pad = padding(pad)
        self.fill, self.line, self.radius = fill, line, radius
        for child in children:
            self.add(child)

    @property
    def shown_children(self) -> list[Widget]:
        """The children that take part in the layout."""
        return [child for child in self.children if child.visible]

    def inner(self) -> pygame.Rect:
        """Return the box inside the padding."""
        left, top, right, bottom = (self.dp(p) for p in self.pad)
        x, y, w, h = self.rect
        return pygame.Rect(x + left, y + top, max(0, w - left - right), max(0, h - top - bottom))

    def padded(self, size: Size) -> Size:
        """Return a content's size with the padding around it."""
        left, top, right, bottom = (self.dp(p) for p in self.pad)
        return size[0] + left + right, size[1] + top + bottom

    def inside(self, width: int | None) -> int | None:
        """Return the width the content may use."""
        return None if width is None else max(0, width - self.padded((0, 0))[0])

    def measure(self, width: int | None) -> Size:
        """Return the size of the largest child."""
        sizes = [child.size_for(self.inside(width)) for child in self.shown_children]
        return self.padded((max((s[0] for s in sizes), default=0), max((s[1] for s in sizes), default=0)))

    def moved(self, before: pygame.Rect) -> None:
        """Repaint what only one of the two places has: the rest looks the same, and children see to themselves."""
        if self.line or self.radius:
            super().moved(before)
            return
        for part in (*left_over(before, [self.ink]), *left_over(self.ink, [before])):
            self.root.damage(part)

    def layout(self) -> None:
        """Give the whole inside to every child."""
        for child in self.shown_children:
            child.arrange(self.inner())

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the box."""
        if self.fill or self.line:
            colours = self.look.colours
            self.look.painter.box(
                surface,
                self.rect,
                colours.role(self.fill) if self.fill else None,
                colours.role(self.line) if self.line else None,
                self.dp(self.radius),
                self.dp(1),
            )

    def solid(self) -> pygame.Rect | None:
        """Return the filled box between the rounded ends."""
        return self.rect.inflate(0, -2 * self.dp(self.radius)) if self.fill else None

    def backdrop(self, rect: pygame.Rect) -> Colour | None:
        """Return the fill, away from the corners and the line."""
        if not self.fill and not self.line:
            return super().backdrop(rect)
        edge = -2 * max(self.dp(self.radius), self.dp(1))
        if self.fill and self.rect.inflate(edge, edge).contains(rect):
            return self.look.colours.role(self.fill)
        return None


class Panel(Container):
    """A box around one child, or several on top of each other's place."""


class Stack(Container):
    """Children on top of each other; only one is usually visible."""

    def backdrop(self, rect: pygame.Rect) -> Colour | None:
        """Children may cover each other: nothing is known while more than one shows."""
        return super().backdrop(rect) if len(self.shown_children) == 1 else None


class Spacer(Widget):
    """Empty space: fixed, or growing when no length is given."""

    def __init__(self, length: float | None = None) -> None:
        super().__init__(width=length, height=length, grow=1.0 if length is None else 0.0)


class Flow(Container):
    """What rows and columns share; `axis` 0 lays out along x, 1 along y."""

    axis = 0
    cross: Align = "stretch"

    def __init__(
        self,
        children: Iterable[Widget] = (),
        *,
        gap: float = 8,
        cross: Align | None = None,
        **boxed: Unpack[Boxed],
    ) -> None:
        self.gap = gap
        self.cross = cross or type(self).cross
        super().__init__(children, **boxed)

    def lengths(self, total: int | None, across: int | None) -> list[int]:
        """Return each visible child's length along the axis, given the room there is."""
        children = self.shown_children
        natural = [  # of what grows, only where the room is not known yet
            0 if child.grow and total is not None else child.size_for(None if self.axis == 0 else across)[self.axis]
            for child in children
        ]
        if total is None:
            return natural
        room = total - self.dp(self.gap) * max(0, len(children) - 1)
        fixed = sum(n for n, child in zip(natural, children, strict=True) if not child.grow)
        weights = [child.grow for child in children]
        if any(weights) and room > fixed:
            extra = share_out(room - fixed, weights)
            return [e if child.grow else n for e, n, child in zip(extra, natural, children, strict=True)]
        return self._narrowed(natural, room)

    def _narrowed(self, lengths: list[int], room: int) -> list[int]:
        """Let those give way that like it best, down to a stub, before others have to."""
        children = self.shown_children
        for wish in sorted({child.shrink for child in children if child.shrink}, reverse=True):
            missing = sum(lengths) - room
            if missing <= 0:
                break
            spare = [
                max(0, n - child.least_width()) if child.shrink == wish and child.width is None else 0
                for n, child in zip(lengths, children, strict=True)
            ]
            cuts = share_out(min(missing, sum(spare)), spare)
            lengths = [n - cut for n, cut in zip(lengths, cuts, strict=True)]
        return lengths

    def measure(self, width: int | None) -> Size:
        """Return the sum along the axis and the largest across it."""
        inside = self.inside(width)
        lengths = self.lengths(inside if self.axis == 0 else None, inside)
        across = self._across(lengths, inside)
        along = sum(lengths) + self.dp(self.gap) * max(0, len(lengths) - 1)
        return self.padded((along, across) if self.axis == 0 else (across, along))

    def _across(self, lengths: list[int], inside: int | None) -> int:
        children = self.shown_children
        if self.axis == 1:
            return max((child.size_for(inside)[0] for child in children), default=0)
        return max((child.size_for(n)[1] for child, n in zip(children, lengths, strict=True)), default=0)

    def layout(self) -> None:
        """Place the children one after the other."""
        inner = self.inner()
        lengths = self.lengths(inner.size[self.axis], inner.w)
        at = inner.topleft[self.axis]
        gap = self.dp(self.gap)
        for child, length in zip(self.shown_children, lengths, strict=True):
            child.arrange(self._slot(child, inner, at, length))
            at += length + gap
        self.clips = at - gap > inner.topleft[self.axis] + inner.size[self.axis]

    def _slot(self, child: Widget, inner: pygame.Rect, at: int, length: int) -> pygame.Rect:
        across = 1 - self.axis
        room, start = inner.size[across], inner.topleft[across]
        align = child.align or self.cross
        size = room
        if align != "stretch":
            wanted = child.size_for(length if self.axis == 0 else None)
            size = min(room, wanted[across])
            start += {"start": 0, "centre": (room - size) // 2, "end": room - size}[align]
        return pygame.Rect(at, start, length, size) if self.axis == 0 else pygame.Rect(start, at, size, length)


class Row(Flow):
    """Children from left to right."""

    axis = 0
    cross: Align = "centre"


class Column(Flow):
    """Children from top to bottom."""

    axis = 1
    cross: Align = "stretch"


class Grid(Container):
    """Children in lines of as many cells as there are `columns`.

    A column's number is its share of the room left; with 0 it is as wide as its widest child.
    """

    def __init__(
        self,
        columns: Sequence[float],
        children: Iterable[Widget] = (),
        *,
        gap: tuple[float, float] = (8, 8),
        **boxed: Unpack[Boxed],
    ) -> None:
        self.columns, self.gap = list(columns), gap
        super().__init__(children, **boxed)

    def _lines(self) -> list[list[Widget]]:
        children, n = self.shown_children, len(self.columns)
        return [children[i : i + n] for i in range(0, len(children), n)]

    def _widths(self, inside: int | None) -> list[int]:
        lines = self._lines()
        natural = [
            max((line[c].size_for()[0] for line in lines if c < len(line)), default=0) for c in range(len(self.columns))
        ]
        if inside is None:
            return natural
        room = inside - self.dp(self.gap[0]) * (len(self.columns) - 1)
        fixed = sum(n for n, weight in zip(natural, self.columns, strict=True) if not weight)
        extra = share_out(max(0, room - fixed), self.columns)
        return [e if weight else n for e, n, weight in zip(extra, natural, self.columns, strict=True)]

    @staticmethod
    def _height(line: list[Widget], widths: list[int]) -> int:
        return max(child.size_for(w)[1] for child, w in zip(line, widths, strict=False))

    def measure(self, width: int | None) -> Size:
        """Return the sum of columns and lines."""
        widths = self._widths(self.inside(width))
        heights = [self._height(line, widths) for line in self._lines()]
        gap_x, gap_y = self.dp(self.gap[0]), self.dp(self.gap[1])
        return self.padded((sum(widths) + gap_x * (len(widths) - 1), sum(heights) + gap_y * max(0, len(heights) - 1)))

    def layout(self) -> None:
        """Place the children in their cells, each in the middle of its line's height."""
        inner = self.inner()
        widths, y = self._widths(inner.w), inner.y
        for line in self._lines():
            height = self._height(line, widths)
            self._place_line(line, widths, pygame.Rect(inner.x, y, inner.w, height))
            y += height + self.dp(self.gap[1])

    def _place_line(self, line: list[Widget], widths: list[int], box: pygame.Rect) -> None:
        x = box.x
        for child, width in zip(line, widths, strict=False):
            wanted = child.size_for(width)
            w = width if child.align in (None, "stretch") else min(width, wanted[0])
            shift = {"end": width - w, "centre": (width - w) // 2}.get(child.align or "", 0)
            child.arrange(pygame.Rect(x + shift, box.y + (box.h - wanted[1]) // 2, w, wanted[1]))
            x += width + self.dp(self.gap[0])


class Cards(Container):
    """Children in as many columns of at least `column` dp as there is room for, each below the shortest so far."""

    def __init__(
        self,
        children: Iterable[Widget] = (),
        *,
        column: float = 380,
        gap: float = 16,
        **boxed: Unpack[Boxed],
    ) -> None:
        self.column, self.gap = column, gap
        super().__init__(children, **boxed)

    def _places(self, box: pygame.Rect) -> list[pygame.Rect]:
        gap, children = self.dp(self.gap), self.shown_children
        count = max(1, min(len(children), (box.w + gap) // (self.dp(self.column) + gap)))
        widths = share_out(box.w - gap * (count - 1), [1.0] * count)
        lefts = [box.x + sum(widths[:i]) + gap * i for i in range(count)]
        bottoms, places = [box.y] * count, []
        for child in children:
            i = bottoms.index(min(bottoms))
            height = child.size_for(widths[i])[1]
            places.append(pygame.Rect(lefts[i], bottoms[i], widths[i], height))
            bottoms[i] += height + gap
        return places

    def measure(self, width: int | None) -> Size:
        """Return the height of the longest column."""
        inside = self.inside(width) if width is not None else self.dp(self.column) * 2
        places = self._places(pygame.Rect(0, 0, inside or 0, 0))
        return self.padded((inside or 0, max((place.bottom for place in places), default=0)))

    def layout(self) -> None:
        """Place the children."""
        for child, place in zip(self.shown_children, self._places(self.inner()), strict=True):
            child.arrange(place)
