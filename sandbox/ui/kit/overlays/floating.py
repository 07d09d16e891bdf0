"""Floating boxes above the page: popups that a click elsewhere closes, dialogs that keep the keyboard inside."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import pygame

from sandbox.ui.kit.events import Key, Pointer, nothing
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.widget import Widget

Side = Literal["below", "above", "right", "left", "point", "centre", "corner"]
SHADOW_SPREAD = 24  # dp
EDGE = 8  # dp kept free between a floating box and the window's edge
SCRIM_OPACITY = 120


class Floating(Widget):
    """One box above the page, around one child."""

    transparent = True

    def __init__(
        self,
        child: Widget,
        *,
        anchor: pygame.Rect | None = None,
        side: Side = "below",
        modal: bool = False,
        passive: bool = False,
        on_close: Callable[[], None] = nothing,
        fill: str = "raised",
        min_width: int = 0,
    ) -> None:
        super().__init__()
        self.anchor, self.side = anchor, side
        self.modal, self.passive = modal, passive  # passive: takes neither keys nor clicks elsewhere
        self.on_close = on_close
        self.fill, self.min_width = fill, min_width
        self.return_to: Widget | None = None
        self.add(child)

    @property
    def child(self) -> Widget:
        """What is inside."""
        return self.children[0]

    def place(self, window: pygame.Rect) -> None:
        """Measure the child and find a place in the window."""
        edge = self.dp(EDGE)
        room = window.inflate(-2 * edge, -2 * edge)
        w, h = self.child.size_for()
        w = min(max(w, self.min_width), room.w)
        h = min(self.child.size_for(w)[1], room.h)
        self.arrange(self._near(w, h, room).clamp(room))
        spread = 2 * self.dp(SHADOW_SPREAD)
        self.ink = window.copy() if self.modal else self.rect.inflate(spread, spread)

    def _near(self, w: int, h: int, room: pygame.Rect) -> pygame.Rect:
        if self.side == "centre" or self.anchor is None:
            return pygame.Rect(room.centerx - w // 2, room.y + (room.h - h) * 2 // 5, w, h)
        a, gap = self.anchor, self.dp(4)
        if self.side == "point":
            return pygame.Rect(a.x, a.y if a.y + h <= room.bottom else a.y - h, w, h)
        if self.side in ("right", "left"):
            fits = a.right + w <= room.right if self.side == "right" else a.left - w < room.left
            return pygame.Rect(a.right - gap if fits else a.left - w + gap, a.y - gap, w, h)
        if self.side == "corner":
            return pygame.Rect(a.right - w, a.bottom - h, w, h)
        below = a.bottom + gap + h <= room.bottom if self.side == "below" else a.y - gap - h < room.y
        return pygame.Rect(a.x, a.bottom + gap if below else a.y - gap - h, w, h)

    def layout(self) -> None:
        """Give the child the whole box."""
        self.child.arrange(self.rect)

    def shift(self, dx: int, dy: int) -> None:
        """Floating boxes do not scroll with the page."""

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw scrim, shadow and box."""
        look = self.look
        colours, dark = look.colours, look.theme.name == "dark"
        if self.modal:
            look.painter.scrim(surface, self.root.rect, colours.scrim, SCRIM_OPACITY)
        spread = SHADOW_SPREAD if self.fill != "tooltip" else SHADOW_SPREAD // 3
        look.painter.shadow(surface, self.rect, colours.shadow, look.dp(spread), 0.55 if dark else 0.22)
        radius = look.dp(look.theme.metrics.card_radius)
        line = colours.strong_line if dark else colours.line
        look.painter.box(surface, self.rect, colours.role(self.fill), line, radius, look.dp(1))

    def backdrop(self, rect: pygame.Rect) -> Colour | None:
        """Return the box's colour away from its corners."""
        edge = -2 * self.dp(self.look.theme.metrics.card_radius)
        return self.look.colours.role(self.fill) if self.rect.inflate(edge, edge).contains(rect) else None

    def hit(self, x: int, y: int) -> Widget | None:
        """A dialog takes every point of the window."""
        found = super().hit(x, y)
        return self if found is None and self.modal else found

    def on_pointer(self, event: Pointer) -> bool:  # noqa: ARG002
        """Keep clicks on the box's own ground from reaching the page."""
        return True

    def on_key(self, event: Key) -> bool:
        """Close on Escape."""
        if event.down and event.combo == "Escape" and not self.passive:
            self.close()
            return True
        return False

    def close(self) -> None:
        """Take the box away."""
        if self.is_mounted:
            self.root.close(self)
