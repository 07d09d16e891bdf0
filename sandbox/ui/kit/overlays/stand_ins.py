"""What stands where a widget could not be placed or painted: a plain box, while the rest of the window goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.ui.kit.root import Root
    from sandbox.ui.kit.widget import Widget


class StandIns:
    """The widgets of one root that failed in its present look and size. Without a listener they raise."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self.on_failure: Callable[[str, Exception], None] | None = None
        self.known: set[tuple[str, str]] = set()  # each failure is reported once

    def forget(self) -> None:
        """Another look or size may do better."""
        self.known.clear()

    def take(self, widget: Widget, error: Exception) -> None:
        """Tell the listener, when the frame is done; to be called where the error was caught."""
        tell = self.on_failure
        if tell is None:
            raise error
        name = widget.name or type(widget).__name__
        if (name, repr(error)) not in self.known:
            self.known.add((name, repr(error)))
            self._root.after(0.0, lambda: tell(name, error))

    def paint(self, widget: Widget, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """The box: nothing in it that might fail too."""
        colours = self._root.look.colours
        surface.set_clip(clip)
        surface.fill(colours.sunken, widget.rect.clip(clip))
        pygame.draw.rect(surface, colours.bad, widget.rect, 1)
