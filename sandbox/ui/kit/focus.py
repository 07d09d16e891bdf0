"""Focus: which widget has the keyboard, the order Tab goes through, and when the ring shows.

The ring shows after the keyboard moved the focus and hides after a click did, as in browsers' `:focus-visible`.
While a dialog or a menu is open Tab stays inside it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .widget import Widget

if TYPE_CHECKING:
    from .root import Root


class Focus:
    """The focus of one root."""

    def __init__(self, root: Root) -> None:
        self._root = root
        self.widget: Widget | None = None
        self.ring_shown = False

    def set(self, widget: Widget | None, ring: bool | None = None) -> None:
        """Give the keyboard to a widget or to none; `ring` says whether the keyboard asked for it."""
        before, ring_before = self.widget, self.ring_shown
        if ring is not None:
            self.ring_shown = ring
        if widget is before:
            if widget is not None and ring_before != self.ring_shown:
                self._root.damage(widget.ink)
            return
        if before is not None:
            self._tell(before, gained=False)
        self.widget = widget
        self._root.text_input(widget is not None and widget.wants_text)
        if widget is not None:
            self._tell(widget, gained=True)
            if self.ring_shown:
                self.reveal(widget)

    def _tell(self, widget: Widget, *, gained: bool) -> None:
        widget.focused = gained
        self._root.damage(widget.ink)
        widget.on_focus(gained)

    def reveal(self, widget: Widget) -> None:
        """Scroll everything around a widget so that it shows."""
        for around in widget.above():
            around.reveal(widget.rect)

    def order(self) -> list[Widget]:
        """Return the widgets Tab goes through, in the order of the tree."""
        scope = self._root.focus_scope()
        return [widget for widget in scope.walk() if widget.focusable and widget.active and widget.rect.w]

    def move(self, step: int) -> bool:
        """Go `step` widgets on in Tab order, around the ends."""
        order = self.order()
        if not order:
            return False
        if self.widget in order:
            self.set(order[(order.index(self.widget) + step) % len(order)], ring=True)
        else:
            self.set(order[0 if step > 0 else -1], ring=True)
        return True
