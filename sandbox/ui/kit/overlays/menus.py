"""Menus: lists of commands in a popup, with submenus, keys, ticks; mouse, arrows and first letters choose."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import accumulate

import pygame

from sandbox.ui.kit.events import Key, Pointer, Text, Wheel
from sandbox.ui.kit.overlays.floating import Floating
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.root import Root
from sandbox.ui.kit.shortcuts import key_label
from sandbox.ui.kit.widget import Size, Widget
from sandbox.ui.kit.widgets.scroll import WHEEL_STEP

RULE = 9  # dp
SUBMENU_DELAY = 0.18  # seconds
TYPING_PAUSE = 1.0  # seconds after which typed letters start a new search


class MenuList(Widget):
    """The lines of one menu. `on_pick` is given the number of the line chosen."""

    focusable = True
    wants_text = True

    def __init__(self, items: Sequence[MenuItem], on_pick: Callable[[int], None], *, current: int = -1) -> None:
        super().__init__()
        self.items, self.on_pick, self.current = list(items), on_pick, current
        self.opener: MenuList | None = None
        self._submenu: Floating | None = None
        self._offset = 0
        self._typed, self._typed_at = "", 0.0

    def show(self, items: Sequence[MenuItem], current: int = -1) -> None:
        """Show other lines."""
        self.items, self.current, self._offset = list(items), current, 0
        self.relayout()
        self.touch()

    # Geometry ----------------------------------------------------------------------------------------

    def _heights(self) -> list[int]:
        row, rule = self.look.theme.compact, self.dp(RULE)
        return [rule if item.is_rule else row for item in self.items]

    def _leading(self) -> int:
        marks = any(item.icon or item.checked is not None for item in self.items)
        return self.dp(36 if marks else 12)

    def measure(self, width: int | None) -> Size:  # noqa: ARG002
        """Return the widest line and all lines' height."""
        fonts = self.look.fonts
        widest = 0
        for item in self.items:
            trailing = fonts.width(key_label(item.key), "small") + self.dp(32) if item.key else 0
            widest = max(widest, fonts.width(item.text, "body") + trailing + (self.dp(24) if item.children else 0))
        w = self._leading() + widest + self.dp(16)
        return min(max(w, self.dp(140)), self.dp(480)), sum(self._heights()) + 2 * self.dp(5)

    def _rows(self) -> list[pygame.Rect]:
        heights, pad, first = self._heights(), self.dp(5), self.rect.y + self.dp(5) - self._offset
        x, w, tops = self.rect.x + pad, self.rect.w - 2 * pad, accumulate(heights, initial=first)
        return [pygame.Rect(x, top, w, height) for top, height in zip(tops, heights, strict=False)]

    def _at(self, y: int) -> int:
        return next((i for i, row in enumerate(self._rows()) if row.top <= y < row.bottom), -1)

    def _scroll(self, offset: int) -> None:
        self._offset = max(0, min(offset, sum(self._heights()) + 2 * self.dp(5) - self.rect.h))
        self.touch()

    def layout(self) -> None:
        """Show the current line."""
        self._show_current()

    def _show_current(self) -> None:
        if self.current >= 0:
            row = self._rows()[self.current]
            if row.y < self.rect.y:
                self._scroll(self._offset - (self.rect.y - row.y) - self.dp(5))
            elif row.bottom > self.rect.bottom:
                self._scroll(self._offset + row.bottom - self.rect.bottom + self.dp(5))

    # Painting ----------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw the lines."""
        inner = self.rect.inflate(-2 * self.dp(1), -2 * self.dp(4)).clip(clip)
        surface.set_clip(inner)
        for i, row in enumerate(self._rows()):
            if row.colliderect(inner):
                self._paint_row(surface, row, self.items[i], current=i == self.current)
        surface.set_clip(clip)

    def _paint_row(self, surface: pygame.Surface, row: pygame.Rect, item: MenuItem, *, current: bool) -> None:
        look, c = self.look, self.look.colours
        if item.is_rule:
            look.painter.fill(surface, c.line, pygame.Rect(row.x, row.centery, row.w, self.dp(1)))
            return
        if current:
            look.painter.box(surface, row, c.selection if item.enabled else c.hover, None, self.dp(5))
        ink = c.text if item.enabled else c.faint
        mark = "check" if item.checked else item.icon
        if mark:
            box = pygame.Rect(row.x + self.dp(7), row.y, self.dp(16), row.h)
            look.icons.draw(surface, mark, ink, box, self.dp(15))
        right = self._paint_right(surface, row, item)
        x = self.rect.x + self._leading()
        look.fonts.line(surface, item.text, "body", ink, pygame.Rect(x, row.y, right - x, row.h))

    def _paint_right(self, surface: pygame.Surface, row: pygame.Rect, item: MenuItem) -> int:
        look, c = self.look, self.look.colours
        right = row.right - self.dp(8)
        if item.children:
            box = pygame.Rect(right - self.dp(14), row.y, self.dp(14), row.h)
            look.icons.draw(surface, "chevron-right", c.dim, box, self.dp(14))
            right -= self.dp(18)
        if item.key:
            words = key_label(item.key)
            right -= look.fonts.width(words, "small")
            at = (right, row.y + (row.h - look.fonts.height("small")) // 2)
            look.fonts.draw(surface, words, "small", c.dim if item.enabled else c.faint, at)
            right -= self.dp(12)
        return right

    def paint_focus(self, surface: pygame.Surface) -> None:
        """The current line is shown by its colour."""

    # Choosing ----------------------------------------------------------------------------------------

    def select(self, index: int) -> None:
        """Make a line the current one."""
        if index != self.current:
            self.current = index
            self._close_submenu()
            if index >= 0:
                self._show_current()
            self.touch()

    def pick(self, index: int) -> None:
        """Choose a line: open its submenu or tell the owner."""
        item = self.items[index]
        if not item.enabled or item.is_rule:
            return
        if item.children:
            self._open_submenu(index, by_key=True)
        else:
            self.on_pick(index)

    def _open_submenu(self, index: int, *, by_key: bool = False) -> None:
        self._close_submenu()
        children = self.items[index].children
        below = MenuList(children, lambda i: self._pick_child(children[i]), current=0 if by_key else -1)
        below.opener = self
        self._submenu = self.root.open(Floating(below, anchor=self._rows()[index], side="right"))
        self.root.focus.set(below, ring=False)

    def _pick_child(self, item: MenuItem) -> None:
        """Close the whole menu, then do what the line says."""
        top: MenuList = self
        while top.opener is not None:
            top = top.opener
        box = top.parent
        assert isinstance(box, Floating)
        box.close()
        item.run()

    def _close_submenu(self) -> None:
        box, self._submenu = self._submenu, None
        if box is not None:
            box.close()
            if self.is_mounted:
                self.root.focus.set(self, ring=False)

    def on_pointer(self, event: Pointer) -> bool:
        """Hovering selects, releasing chooses."""
        if event.kind == "move" and self.rect.collidepoint(event.at):
            index = self._at(event.y)
            if index != self.current:
                self.select(index)
                if index >= 0 and self.items[index].children and self.items[index].enabled:
                    self.root.after(SUBMENU_DELAY, lambda: self._hover_open(index))
        elif event.kind == "leave" and self._submenu is None:
            self.select(-1)
        elif event.kind == "up" and self.rect.collidepoint(event.at):
            index = self._at(event.y)
            if index >= 0:
                self.pick(index)
        return event.kind == "down"

    def _hover_open(self, index: int) -> None:
        if self.is_mounted and self.current == index and self.hovered and self._submenu is None:
            self._open_submenu(index)

    def on_wheel(self, event: Wheel) -> bool:
        """Scroll a menu taller than the window."""
        self._scroll(self._offset - round(event.dy * self.dp(WHEEL_STEP)))
        return True

    def on_key(self, event: Key) -> bool:
        """Arrows, Home, End, Enter; Left and Right go out of and into submenus."""
        if not event.down:
            return False
        if event.combo in ("Up", "Down", "Home", "End"):
            self._step(event.combo)
        elif event.combo in ("Enter", "Space") and self.current >= 0 and not self._typing(event):
            self.pick(self.current)
        elif event.combo == "Right" and self.current >= 0 and self.items[self.current].children:
            self._open_submenu(self.current, by_key=True)
        elif event.combo == "Left" and self.opener is not None:
            self.opener._close_submenu()  # noqa: SLF001
        elif event.combo == "Tab":
            pass
        else:
            return event.combo != "Escape"
        return True

    def _typing(self, event: Key) -> bool:
        return event.combo == "Space" and bool(self._typed) and self.root.now - self._typed_at < TYPING_PAUSE

    def _step(self, combo: str) -> None:
        usable = [i for i, item in enumerate(self.items) if not item.is_rule]
        if not usable:
            return
        if combo in ("Home", "End") or self.current not in usable:
            self.select(usable[-1] if combo in ("End", "Up") else usable[0])
        else:
            step = 1 if combo == "Down" else -1
            self.select(usable[(usable.index(self.current) + step) % len(usable)])

    def on_text(self, event: Text) -> bool:
        """Typed letters find a line that starts with them."""
        if self.root.now - self._typed_at > TYPING_PAUSE:
            self._typed = ""
        self._typed, self._typed_at = self._typed + event.text.casefold(), self.root.now
        for i, item in enumerate(self.items):
            if item.text.casefold().startswith(self._typed):
                self.select(i)
                break
        return True


def open_menu(
    root: Root,
    items: Sequence[MenuItem],
    anchor: pygame.Rect,
    *,
    at_point: bool = False,
    min_width: int = 0,
    current: int = -1,
) -> Floating:
    """Open a menu; choosing a line closes it, gives the focus back, and runs the line's command."""

    def pick(index: int) -> None:
        box.close()
        items[index].run()

    menu = MenuList(items, pick, current=current)
    box = root.open(Floating(menu, anchor=anchor.copy(), side="point" if at_point else "below", min_width=min_width))
    root.focus.set(menu, ring=False)
    return box
