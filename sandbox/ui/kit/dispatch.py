"""Who gets an event: capture, hover, bubbling from the innermost widget outwards, keys along the focus.

Mouse: a widget that answers "down" captures the mouse until "up". Keys: the focused widget and what is around
it first, then the actions' shortcuts, then Tab. An open dialog keeps everything to itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pygame

from .events import RIGHT, Close, Composing, Drop, Event, Exposed, FocusLost, Key, Pointer, PointerLeft, Text, Wheel
from .widget import Widget

if TYPE_CHECKING:
    from .root import Root

CURSORS = {
    "arrow": pygame.SYSTEM_CURSOR_ARROW,
    "text": pygame.SYSTEM_CURSOR_IBEAM,
    "hand": pygame.SYSTEM_CURSOR_HAND,
    "cross": pygame.SYSTEM_CURSOR_CROSSHAIR,
    "crosshair": pygame.SYSTEM_CURSOR_CROSSHAIR,
    "size-x": pygame.SYSTEM_CURSOR_SIZEWE,
    "size-y": pygame.SYSTEM_CURSOR_SIZENS,
    "move": pygame.SYSTEM_CURSOR_SIZEALL,
    "no": pygame.SYSTEM_CURSOR_NO,
}


class Dispatcher:
    """Sends the events of one root to its widgets."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self.at = (-1, -1)
        self.captured: Widget | None = None
        self._button = 0
        self._hovered: list[Widget] = []  # innermost first
        self._cursor = "arrow"

    def dispatch(self, event: Event) -> bool:
        """Send one event; True if something answered it."""
        answers: dict[type, Callable[[Any], bool]] = {
            Pointer: self._pointer, Wheel: self._wheel, Key: self._key, Text: self._text, Composing: self._text,
        }  # fmt: skip
        return answers.get(type(event), self._window)(event)

    # The window --------------------------------------------------------------------------------------

    def _window(self, event: Event) -> bool:
        root = self._root
        if isinstance(event, PointerLeft):
            self._hover(None, -1, -1)
        elif isinstance(event, FocusLost):
            self.release()
            root.close_popups()
        elif isinstance(event, Exposed):
            root.show_again()
        elif isinstance(event, Close):
            root.on_close()
        elif isinstance(event, Drop):
            return self._drop(event)
        return False

    def _drop(self, event: Drop) -> bool:
        return any(widget.on_drop(event) for widget in around(self._target(*self.at))) or self._root.on_drop(event.path)

    # The mouse ---------------------------------------------------------------------------------------

    def _target(self, x: int, y: int) -> Widget | None:
        boxes = (*reversed(self._root.floating), self._root.page)
        return next((found for box in boxes if (found := box.hit(x, y)) is not None), None)

    def _pointer(self, event: Pointer) -> bool:
        self.at = event.at
        if event.kind == "down":
            return self._down(event)
        if event.kind == "up":
            return self._up(event)
        return self._move(event)

    def _move(self, event: Pointer) -> bool:
        if self.captured is not None:
            return self.captured.on_pointer(event)
        target = self._target(event.x, event.y)
        self._hover(target, event.x, event.y)
        self._root.tooltips.moved(target, event.x, event.y)
        return any(widget.active and widget.on_pointer(event) for widget in around(target))

    def _down(self, event: Pointer) -> bool:
        self._root.tooltips.hide()
        if self.captured is not None:
            return True  # a second button during a drag is no new press
        target = self._target(event.x, event.y)
        if self._close_popups_around(target):
            return True
        self._hover(target, event.x, event.y)
        self._focus_on_click(target)
        if event.button == RIGHT and self._context_menu(target, pygame.Rect(event.x, event.y, 1, 1)):
            return True
        for widget in around(target):
            if widget.active and widget.is_mounted and widget.on_pointer(event):
                self._capture(widget, event.button)
                return True
        return False

    def _capture(self, widget: Widget, button: int) -> None:
        if widget.is_mounted:
            self.captured, self._button = widget, button
            widget.pressed = True
            widget.touch()

    def _up(self, event: Pointer) -> bool:
        widget = self.captured
        if widget is None or event.button != self._button:
            return False
        self.captured = None
        widget.pressed = False
        widget.touch()
        widget.on_pointer(event)
        if self.captured is None:
            self._hover(self._target(event.x, event.y), event.x, event.y)
        return True

    def _close_popups_around(self, target: Widget | None) -> bool:
        """A click outside a popup closes it and does nothing else."""
        inside = set(around(target))
        closed = False
        for box in reversed(self._root.floating):
            if box in inside:
                return False
            if not box.passive:
                self._root.close(box)
                closed = True
        return closed

    def _focus_on_click(self, target: Widget | None) -> None:
        for widget in around(target):
            if widget.focusable and widget.active:
                self._root.focus.set(widget, ring=False)
                return
        if target is not None and not _in_floating(target):
            self._root.focus.set(None, ring=False)

    def _hover(self, target: Widget | None, x: int, y: int) -> None:
        chain = list(around(target))
        before = self._hovered
        if chain == before:
            return
        self._hovered = chain
        for widget in before:
            if widget not in chain:
                widget.hovered = False
                widget.on_pointer(Pointer("leave", x, y))
        for widget in chain:
            if widget not in before:
                widget.hovered = True
                widget.on_pointer(Pointer("enter", x, y))
        self.show_cursor()

    def show_cursor(self) -> None:
        """Show the cursor of what the mouse is on."""
        wanted = self._hovered[0].cursor if self._hovered else "arrow"
        if wanted != self._cursor:
            self._cursor = wanted
            with suppress(pygame.error):  # drivers without a screen have no cursors
                pygame.mouse.set_cursor(CURSORS[wanted])

    def _wheel(self, event: Wheel) -> bool:
        self._root.tooltips.hide()
        target = self._target(event.x, event.y)
        handled = any(widget.active and widget.on_wheel(event) for widget in around(target))
        if handled and self.captured is None:
            self._hover(self._target(event.x, event.y), event.x, event.y)
        return handled

    def _context_menu(self, target: Widget | None, anchor: pygame.Rect) -> bool:
        for widget in around(target):
            if items := widget.context_menu() if widget.active else ():
                self._root.menu(items, anchor, at_point=True)
                return True
        return False

    def release(self) -> None:
        """Cancel a drag."""
        widget, self.captured = self.captured, None
        if widget is not None:
            widget.pressed = False
            widget.touch()
            widget.on_pointer(Pointer("cancel", *self.at))

    def forget(self, gone: Widget) -> None:
        """Let go of a widget that leaves the tree, and of everything below it."""
        if self.captured is not None and gone in around(self.captured):
            self.captured.pressed = False
            self.captured = None
        for widget in self._hovered:
            if gone in widget.above():
                widget.hovered = False
        self._hovered = [widget for widget in self._hovered if gone not in widget.above()]

    # The keyboard ------------------------------------------------------------------------------------

    def _chain(self) -> list[Widget]:
        scope = self._root.focus_scope()
        chain = list(around(self._root.focus.widget))
        return chain if scope in chain else [*scope.children[:1], scope]

    def _key(self, event: Key) -> bool:
        root = self._root
        root.tooltips.hide()
        if event.down and event.combo == "Escape" and self.captured is not None:
            self.release()
            return True
        chain = self._chain()
        if any(widget.active and widget.is_mounted and widget.on_key(event) for widget in chain):
            return True
        return event.down and (self.shortcut(event.combo, repeat=event.repeat) or self._own_key(event, chain))

    def shortcut(self, combo: str, *, repeat: bool = False) -> bool:
        """Do what a combination stands for where the keyboard is; a dialog knows no shortcuts."""
        root = self._root
        places = [widget.scope for widget in self._chain() if widget.scope]
        return root.focus_scope() is root.page and root.actions.press(combo, places, repeat=repeat)

    def _own_key(self, event: Key, chain: list[Widget]) -> bool:
        if event.name == "Tab" and not event.mods.ctrl and not event.mods.alt:
            return self._root.focus.move(-1 if event.mods.shift else 1)
        if event.combo in ("Menu", "Shift+F10") and self._root.focus.widget is not None:
            box, dp = chain[0].rect, self._root.dp
            return self._context_menu(chain[0], pygame.Rect(box.x + dp(8), box.y + min(box.h, dp(24)), 1, 1))
        return False

    def _text(self, event: Text | Composing) -> bool:
        widget = self._root.focus.widget
        if widget is None or not widget.active or not widget.wants_text:
            return False
        if isinstance(event, Composing):
            widget.on_composing(event)
            return True
        return widget.on_text(event)


def around(target: Widget | None) -> Iterator[Widget]:
    """Yield a widget and what is around it, inner first; nothing for none."""
    if target is not None:
        yield from target.above()


def _in_floating(widget: Widget) -> bool:
    *_, top = widget.above()
    return top is not widget.root.page
