"""A splitter: two panes and a handle between them, moved by mouse or keys."""

from __future__ import annotations

from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key, Pointer
from sandbox.ui.kit.widget import Common, Size, Widget

from .shown import Shown

HANDLE = 6  # dp
KEY_STEP = 16  # dp


class Handle(Widget):
    """What is dragged between two panes."""

    focusable = True
    ring_radius = 3

    def __init__(self, splitter: Splitter) -> None:
        super().__init__(tip="")
        self.splitter = splitter
        self.cursor = "size-x" if splitter.axis == 0 else "size-y"
        self._grip = 0

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw a thin line, a thick one while it can be grasped."""
        lively = self.hovered or self.pressed or self.focused
        colour = self.look.colours.accent if lively else self.look.colours.line
        thick = self.dp(2) if lively else self.dp(1)
        rect = self.rect
        if self.splitter.axis == 0:
            line = pygame.Rect(rect.centerx - thick // 2, rect.y, thick, rect.h)
        else:
            line = pygame.Rect(rect.x, rect.centery - thick // 2, rect.w, thick)
        self.look.painter.fill(surface, colour, line)

    def on_pointer(self, event: Pointer) -> bool:
        """Drag; a double click goes back to the first place."""
        along = event.at[self.splitter.axis]
        if event.kind in ("enter", "leave"):
            self.touch()
        elif event.kind == "down" and event.button == 1:
            if event.clicks == 2:
                self.splitter.reset()
            self._grip = along - self.rect.topleft[self.splitter.axis]
            return True
        elif event.kind == "move" and self.pressed:
            self.splitter.move_handle(along - self._grip)
        return False

    def on_key(self, event: Key) -> bool:
        """The arrows move the handle."""
        keys = {"Left": -1, "Right": 1} if self.splitter.axis == 0 else {"Up": -1, "Down": 1}
        if not event.down or event.combo not in keys:
            return False
        at = self.rect.topleft[self.splitter.axis]
        self.splitter.move_handle(at + keys[event.combo] * self.dp(KEY_STEP))
        return True


class Splitter(Widget):
    """Two panes side by side (`axis` 0) or on top of each other (1); `share` is the first one's part, 0 to 1."""

    shrink = 1.0
    share = Shown[float]("relayout")

    def __init__(
        self,
        first: Widget,
        second: Widget,
        *,
        axis: int = 0,
        share: float = 0.5,
        least: tuple[float, float] = (120, 120),
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self.grow = common.get("grow", 1.0)
        self.axis, self.share, self._first_share, self.least = axis, share, share, least
        self.add(first)
        self.add(Handle(self))
        self.add(second)

    def reset(self) -> None:
        """Go back to the first share."""
        self.share = self._first_share

    def move_handle(self, to: int) -> None:
        """Put the handle's start at a pixel along the axis."""
        room = self._room()
        if room > 0:
            self.share = self._within(to - self.rect.topleft[self.axis]) / room

    def _room(self) -> int:
        return self.rect.size[self.axis] - self.dp(HANDLE)

    def _within(self, first: int) -> int:
        low, high = self.dp(self.least[0]), self._room() - self.dp(self.least[1])
        return min(max(first, low), max(low, high))

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return both panes' sizes along the axis, the larger across it."""
        a, b = self.children[0].size_for(), self.children[2].size_for()
        handle = self.dp(HANDLE)
        if self.axis == 0:
            return a[0] + handle + b[0], max(a[1], b[1])
        return max(a[0], b[0]), a[1] + handle + b[1]

    def layout(self) -> None:
        """Place the panes and the handle."""
        visible = [pane for pane in (self.children[0], self.children[2]) if pane.visible]
        self.children[1].visible = len(visible) == 2
        if len(visible) < 2:
            for pane in visible:
                pane.arrange(self.rect)
            return
        first = self._within(round(self.share * self._room()))
        handle = self.dp(HANDLE)
        at = 0
        for child, length in zip(self.children, (first, handle, self._room() - first), strict=True):
            child.arrange(self._slice(at, length))
            at += length

    def _slice(self, at: int, length: int) -> pygame.Rect:
        x, y, w, h = self.rect
        return pygame.Rect(x + at, y, length, h) if self.axis == 0 else pygame.Rect(x, y + at, w, length)
