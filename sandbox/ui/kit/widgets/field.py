"""Text fields: selection by mouse and keys, undo, clipboard, input methods, a caret that blinks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Unpack

import pygame

from sandbox.ui.kit.editing import Line
from sandbox.ui.kit.events import Composing, Key, Pointer, Text, nothing
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.timers import Timer
from sandbox.ui.kit.widget import Common, Size, Widget

from .shown import Shown

BLINK = 0.53  # seconds


class TextField(Widget):
    """One line of text to edit. `on_change` follows every edit, `on_submit` Enter."""

    focusable = True
    wants_text = True
    cursor = "text"
    shrink = 1.0
    style = "body"
    error = Shown[str]()  # what is wrong with the text: a red frame and the tooltip

    def __init__(
        self,
        text: str = "",
        *,
        placeholder: str = "",
        icon: str = "",
        on_change: Callable[[str], None] = nothing,
        on_submit: Callable[[str], None] | None = None,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self.line = Line(text)
        self.placeholder, self.icon = placeholder, icon
        self.on_change, self.on_submit = on_change, on_submit
        self.error = ""
        self._left = 0  # pixels of the text hidden on the left
        self._blink: Timer | None = None
        self._caret_shown = False
        self._composing = ""
        self._selecting = False

    @property
    def text(self) -> str:
        """What stands in the field."""
        return self.line.text

    @text.setter
    def text(self, text: str) -> None:
        if text != self.line.text:
            self._put(text)
            self.touch()

    def _put(self, text: str) -> None:
        """Take another text and show its beginning."""
        self.line = Line(text)
        self._left = 0

    def measure(self, width: int | None) -> Size:
        """Return the height of a field, and a usable width."""
        return min(self.dp(160), width) if width is not None else self.dp(160), self.look.theme.control

    def tooltip(self, x: int, y: int) -> str:
        """Return what is wrong, the whole text where it is cut, or the tip."""
        cut = not self.focused and self.look.fonts.width(self.text, self.style) > self._text_box().w
        return self.error or (self.text if cut else super().tooltip(x, y))

    # Painting ----------------------------------------------------------------------------------------

    def _text_box(self) -> pygame.Rect:
        left = self.dp(10) + (self.dp(22) if self.icon else 0)
        return pygame.Rect(self.rect.x + left, self.rect.y, max(0, self.rect.w - left - self.dp(8)), self.rect.h)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw frame, text, selection and caret."""
        look, c = self.look, self.look.colours
        line = c.bad if self.error else c.focus if self.focused else c.strong_line if self.hovered else c.line
        fill = c.sunken if self.active else c.panel
        look.painter.box(surface, self.rect, fill, line if self.active else c.line, self.dp(6), self.dp(1))
        if self.icon:
            box = pygame.Rect(self.rect.x + self.dp(9), self.rect.y, self.dp(16), self.rect.h)
            look.icons.draw(surface, self.icon, c.dim, box, self.dp(15))
        inner = self._text_box()
        surface.set_clip(inner.clip(clip))
        self._paint_text(surface, inner)
        surface.set_clip(clip)

    def _paint_text(self, surface: pygame.Surface, inner: pygame.Rect) -> None:
        fonts, c = self.look.fonts, self.look.colours
        y = inner.y + (inner.h - fonts.height(self.style)) // 2
        shown, caret = self._shown_text()
        if not shown:
            text = fonts.ellipsis(self.placeholder, self.style, inner.w)
            fonts.draw(surface, text, self.style, c.dim if self.active else c.faint, (inner.x, y))
        elif not self.focused:
            text = fonts.ellipsis(shown, self.style, inner.w)
            fonts.draw(surface, text, self.style, c.text if self.active else c.faint, (inner.x, y))
        else:
            self._paint_selection(surface, inner, y)
            fonts.draw(surface, shown, self.style, c.text, (inner.x - self._left, y))
        if self.focused and self._caret_shown:
            x = inner.x - self._left + fonts.caret_stops(shown, self.style)[caret]
            self.look.painter.fill(surface, c.text, pygame.Rect(x, y, self.dp(1.4), fonts.height(self.style)))

    def _shown_text(self) -> tuple[str, int]:
        """Return the text with what an input method is composing at the caret, and where the caret is in it."""
        text, caret = self.line.text, self.line.caret
        return text[:caret] + self._composing + text[caret:], caret + len(self._composing)

    def _paint_selection(self, surface: pygame.Surface, inner: pygame.Rect, y: int) -> None:
        fonts, c = self.look.fonts, self.look.colours
        shown, _ = self._shown_text()
        stops = fonts.caret_stops(shown, self.style)
        x0, height = inner.x - self._left, fonts.height(self.style)
        start, end = self.line.selection
        if start != end and not self._composing:
            box = pygame.Rect(x0 + stops[start], y, stops[end] - stops[start], height)
            self.look.painter.fill(surface, c.selection.mixed(c.accent, 0.25), box)
        elif self._composing:
            at = self.line.caret
            under = pygame.Rect(
                x0 + stops[at], y + height - 1, stops[at + len(self._composing)] - stops[at], self.dp(1)
            )
            self.look.painter.fill(surface, c.accent, under)

    def _keep_caret_in_view(self) -> None:
        fonts = self.look.fonts
        shown, caret = self._shown_text()
        stops = fonts.caret_stops(shown, self.style)
        width = self._text_box().w - self.dp(2)
        self._left = min(self._left, stops[caret], max(0, stops[-1] - width))
        self._left = max(self._left, stops[caret] - width, 0)

    # The caret ---------------------------------------------------------------------------------------

    def on_focus(self, gained: bool) -> None:
        """Blink while focused; Tab selects everything."""
        if gained:
            if self.root.focus.ring_shown:
                self.line.select_all()
            self._wake_caret()
            self._keep_caret_in_view()
        else:
            self._composing = ""
            self._left = 0
            self._sleep_caret()
            self.line.move(self.line.caret)

    def _wake_caret(self) -> None:
        self._sleep_caret()
        self._caret_shown = True
        self._blink = self.root.every(BLINK, self._flip_caret)
        self.touch()

    def _sleep_caret(self) -> None:
        self._caret_shown = False
        if self._blink is not None:
            self._blink.cancel()
            self._blink = None

    def _flip_caret(self) -> None:
        if not self.focused or not self.is_mounted:
            self._sleep_caret()
            return
        self._caret_shown = not self._caret_shown
        self.touch()

    # Events ------------------------------------------------------------------------------------------

    def _place(self, x: int) -> int:
        inner = self._text_box()
        stops = self.look.fonts.caret_stops(self.line.text, self.style)
        return min(range(len(stops)), key=lambda i: abs(stops[i] - (x - inner.x + self._left)))

    def on_pointer(self, event: Pointer) -> bool:
        """Place the caret, select by dragging, a word by two clicks, everything by three."""
        if event.kind in ("enter", "leave"):
            self.touch()
        elif event.kind == "down" and event.button == 1:
            self._press(event)
            return True
        elif event.kind == "move" and self.pressed and self._selecting:
            self.line.move(self._place(event.x), extend=True)
            self._moved()
        return False

    def _press(self, event: Pointer) -> None:
        at = self._place(event.x)
        self._selecting = event.clicks == 1
        if event.clicks == 2:
            self.line.select_word(at)
        elif event.clicks >= 3:
            self.line.select_all()
        else:
            self.line.move(at, extend=event.mods.shift)
        self._moved()

    def _moved(self) -> None:
        self._wake_caret()
        self._keep_caret_in_view()

    def _edited(self, before: str) -> None:
        self._moved()
        if self.line.text != before:
            self.changed()

    def changed(self) -> None:
        """Tell that the text was edited."""
        self.on_change(self.text)

    def on_text(self, event: Text) -> bool:
        """Put typed text in."""
        self._composing = ""
        before = self.line.text
        self.line.insert(event.text)
        self._edited(before)
        return True

    def on_composing(self, event: Composing) -> None:
        """Show what an input method is composing."""
        self._composing = event.text
        self._moved()

    def on_key(self, event: Key) -> bool:
        """Edit and move; keys that type are kept from being shortcuts."""
        if not event.down:
            return False
        if self._composing:
            return True  # the input method has the keyboard
        before = self.line.text
        if self._edit_key(event) or self._move_key(event) or self._command_key(event):
            self._edited(before)
            return True
        if event.combo == "Enter":
            return self.submit()
        return (len(event.name) == 1 or event.name in ("Space", "Plus")) and not event.mods.ctrl

    def submit(self) -> bool:
        """Tell that Enter was pressed; False lets what is around (a dialog) have it."""
        if self.on_submit is None:
            return False
        self.on_submit(self.text)
        return True

    def _edit_key(self, event: Key) -> bool:
        by = {"Backspace": -1, "Delete": 1}.get(event.name)
        if by is None or event.mods.alt:
            return False
        if event.mods.shift and event.name == "Delete":
            self._cut()
        else:
            self.line.erase(by, word=event.mods.ctrl)
        return True

    def _move_key(self, event: Key) -> bool:
        shift, ctrl = event.mods.shift, event.mods.ctrl
        if event.mods.alt:
            return False
        if event.name in ("Left", "Right"):
            self.line.step(-1 if event.name == "Left" else 1, extend=shift, word=ctrl)
        elif event.name in ("Home", "End") and not ctrl:
            self.line.move(0 if event.name == "Home" else len(self.text), extend=shift)
        else:
            return False
        return True

    def _command_key(self, event: Key) -> bool:
        commands = {
            "Ctrl+A": self.line.select_all,
            "Ctrl+C": self._copy,
            "Ctrl+Insert": self._copy,
            "Ctrl+X": self._cut,
            "Ctrl+V": self._paste,
            "Shift+Insert": self._paste,
            "Ctrl+Z": self.line.undo,
            "Ctrl+Y": self.line.redo,
            "Ctrl+Shift+Z": self.line.redo,
        }
        commands.get(event.combo, nothing)()
        return event.combo in commands

    def _copy(self) -> None:
        if self.line.selected:
            self.root.clipboard.put(self.line.selected)

    def _cut(self) -> None:
        self._copy()
        if self.line.selected:
            self.line.insert("")

    def _paste(self) -> None:
        self.line.insert(self.root.clipboard.get())

    def context_menu(self) -> Sequence[MenuItem]:
        """Offer the usual commands."""
        chosen = bool(self.line.selected)

        def item(text: str, key: str, icon: str = "", *, enabled: bool = True) -> MenuItem:
            return MenuItem(text, lambda: self.on_key(Key(key, "")), icon, key, enabled)

        return [
            item("Undo", "Ctrl+Z", enabled=self.line.can_undo),
            item("Redo", "Ctrl+Y", enabled=self.line.can_redo),
            MenuItem.rule(),
            item("Cut", "Ctrl+X", "scissors", enabled=chosen),
            item("Copy", "Ctrl+C", "copy", enabled=chosen),
            item("Paste", "Ctrl+V", "clipboard-paste"),
            MenuItem.rule(),
            item("Select all", "Ctrl+A"),
        ]
