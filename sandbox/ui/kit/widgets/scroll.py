"""Scrolling: a bar, and a container that shows a part of something taller."""

from __future__ import annotations

from collections.abc import Callable
from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key, Pointer, Wheel
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.widget import Common, Size, Widget

WHEEL_STEP = 48  # dp for one notch
SHORTEST_THUMB = 24  # dp


def next_line(key: str, at: int, last: int, page: int) -> int | None:
    """Return where a key leads in a list of lines, None if it leads nowhere."""
    steps = {"Up": at - 1, "Down": at + 1, "PageUp": at - page, "PageDown": at + page, "Home": 0, "End": last}
    return min(max(steps[key], 0), last) if key in steps else None


class ScrollBar(Widget):
    """A bar of `content` pixels seen through `page` pixels from `offset` on; `axis` 0 lies, 1 stands."""

    transparent = False

    def __init__(self, axis: int, on_scroll: Callable[[int], object]) -> None:
        super().__init__()
        self.axis, self.on_scroll = axis, on_scroll
        self.content = self.page = self.offset = 0
        self._grip: int | None = None

    @property
    def needed(self) -> bool:
        """Whether there is anything to scroll."""
        return self.content > self.page

    @property
    def last(self) -> int:
        """The largest offset."""
        return max(0, self.content - self.page)

    def fit(self, content: int, page: int) -> None:
        """Follow what there is and what shows of it."""
        offset = min(self.offset, max(0, content - page))
        if (content, page, offset) != (self.content, self.page, self.offset):
            self.content, self.page, self.offset = content, page, offset
            self.touch()

    def move(self, offset: int) -> bool:
        """Go to an offset, within the ends; False if it was there."""
        offset, before = max(0, min(offset, self.last)), self.offset
        self.offset = offset
        if offset != before:
            self.touch()
        return offset != before

    def show(self, start: int, end: int) -> None:
        """Scroll as little as lets a part of the content show."""
        if start < self.offset:
            self.on_scroll(start)
        elif end > self.offset + self.page:
            self.on_scroll(end - self.page)

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return the bar's thickness."""
        thick = self.dp(self.look.theme.metrics.scrollbar)
        return thick, thick

    def _thumb(self) -> tuple[int, int]:
        """Return where the thumb starts and how long it is, along the axis."""
        length = self.rect.size[self.axis]
        thumb = max(min(length, self.dp(SHORTEST_THUMB)), length * self.page // max(1, self.content))
        start = (length - thumb) * self.offset // max(1, self.last)
        return self.rect.topleft[self.axis] + start, thumb

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the thumb."""
        if not self.needed:
            return
        start, thumb = self._thumb()
        colours = self.look.colours
        lively = self.hovered or self.pressed
        inset = self.dp(2 if lively else 3)
        if self.axis:
            box = pygame.Rect(self.rect.x + inset, start, self.rect.w - 2 * inset, thumb)
        else:
            box = pygame.Rect(start, self.rect.y + inset, thumb, self.rect.h - 2 * inset)
        colour = colours.thumb_hover if lively else colours.thumb
        self.look.painter.box(surface, box, colour, None, min(box.w, box.h) // 2)

    def backdrop(self, rect: pygame.Rect) -> Colour | None:
        """Nothing lies on a bar."""
        del rect
        return None

    def on_pointer(self, event: Pointer) -> bool:
        """Drag the thumb, or jump to a place."""
        if event.kind in ("enter", "leave"):
            self.touch()
        elif event.kind == "down" and self.needed and event.button == 1:
            start, thumb = self._thumb()
            along = event.at[self.axis]
            self._grip = along - start if start <= along < start + thumb else thumb // 2
            self._drag(along)
            return True
        elif event.kind == "move" and self._grip is not None:
            self._drag(event.at[self.axis])
        elif event.kind in ("up", "cancel"):
            self._grip = None
        return False

    def _drag(self, along: int) -> None:
        _, thumb = self._thumb()
        free = max(1, self.rect.size[self.axis] - thumb)
        start = along - (self._grip or 0) - self.rect.topleft[self.axis]
        self.on_scroll(round(min(max(start, 0), free) * self.last / free))


class Scroll(Widget):
    """Shows a part of a taller child; the wheel, the bar and the keyboard's focus move it."""

    clips = True
    shrink = 1.0
    greedy = "height"

    def __init__(self, child: Widget, **common: Unpack[Common]) -> None:
        super().__init__(**common)
        self.bar = ScrollBar(1, self.scroll_to)
        self.add(child)
        self.add(self.bar)

    @property
    def child(self) -> Widget:
        """What is shown a part of."""
        return self.children[0]

    def measure(self, width: int | None) -> Size:
        """Return the child's size; a lack of height is what this widget is for."""
        gutter = self.bar.size_for()[0]
        w, h = self.child.size_for(None if width is None else max(0, width - gutter))
        return w + gutter, h

    def layout(self) -> None:
        """Place the child behind the window of this widget."""
        gutter = self.bar.size_for()[0]
        fits = self.child.size_for(self.rect.w)[1] <= self.rect.h
        width = self.rect.w if fits else max(0, self.rect.w - gutter)
        height = max(self.rect.h, self.child.size_for(width)[1])
        self.bar.visible = not fits
        self.bar.arrange(pygame.Rect(self.rect.right - gutter, self.rect.y, gutter, self.rect.h))
        self.bar.fit(height, self.rect.h)
        self.child.arrange(pygame.Rect(self.rect.x, self.rect.y - self.bar.offset, width, height))

    def scroll_to(self, offset: int) -> bool:
        """Show another part; False if it shows."""
        before = self.bar.offset
        if not self.bar.move(offset):
            return False
        self.child.shift(0, before - self.bar.offset)
        self.root.generation += 1
        self.root.damage(self.shown())
        return True

    def on_wheel(self, event: Wheel) -> bool:
        """Scroll, unless there is nothing left that way."""
        return self.scroll_to(self.bar.offset - round(event.dy * self.dp(WHEEL_STEP)))

    def on_key(self, event: Key) -> bool:
        """Page up and down."""
        step = {"PageUp": -1, "PageDown": 1}.get(event.combo)
        if step is None or not event.down or not self.bar.needed:
            return False
        self.scroll_to(self.bar.offset + step * self.rect.h * 9 // 10)
        return True

    def reveal(self, rect: pygame.Rect) -> None:
        """Scroll so that a rectangle shows, with a little room around."""
        room = self.dp(12)
        if rect.y - room < self.rect.y:
            self.scroll_to(self.bar.offset + rect.y - room - self.rect.y)
        elif rect.bottom + room > self.rect.bottom:
            self.scroll_to(self.bar.offset + rect.bottom + room - self.rect.bottom)
