"""What events ask of a widget: every question has a default answer, usually none.

An event goes to the innermost widget; where that returns False, its parent is asked.
"""

from __future__ import annotations

from collections.abc import Sequence

import pygame

from sandbox.ui.kit.overlays.menu_items import MenuItem

from .events import Composing, Drop, Key, Pointer, Text, Wheel


class Answers:
    """The defaults; widgets override what they answer."""

    tip: str  # shown while the mouse rests here

    def on_pointer(self, event: Pointer) -> bool:  # noqa: ARG002
        """Answer the mouse; True on "down" captures it until "up"."""
        return False

    def on_wheel(self, event: Wheel) -> bool:  # noqa: ARG002
        """Answer the wheel."""
        return False

    def on_key(self, event: Key) -> bool:  # noqa: ARG002
        """Answer a key while focused, or while the focus is below."""
        return False

    def on_text(self, event: Text) -> bool:  # noqa: ARG002
        """Take typed text."""
        return False

    def on_composing(self, event: Composing) -> None:
        """Show an input method's text that is not final yet."""

    def on_drop(self, event: Drop) -> bool:  # noqa: ARG002
        """Take a dropped file."""
        return False

    def on_focus(self, gained: bool) -> None:
        """Learn that the keyboard came or went."""

    def context_menu(self) -> Sequence[MenuItem]:
        """Return what a right click here offers."""
        return ()

    def tooltip(self, x: int, y: int) -> str:  # noqa: ARG002
        """Return the text to show when the mouse rests at a point."""
        return self.tip

    def reveal(self, rect: pygame.Rect) -> None:
        """Scroll so that a rectangle inside shows."""
