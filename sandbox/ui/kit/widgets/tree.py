"""Trees: nested lines that fold, drawn only where they show; children may be made when first unfolded."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key, Pointer, Wheel, nothing
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.widget import Common, Size, Widget

from .scroll import WHEEL_STEP, ScrollBar, next_line

INDENT = 18  # dp for each level


@dataclass(eq=False, slots=True)
class TreeNode:
    """One line. `grow` makes the children when the line is first unfolded."""

    text: str
    note: str = ""
    icon: str = ""
    role: str = "text"
    children: list[TreeNode] = field(default_factory=list)
    grow: Callable[[], Sequence[TreeNode]] | None = None
    open: bool = False

    @property
    def is_leaf(self) -> bool:
        """Whether there is nothing to unfold."""
        return not self.children and self.grow is None

    def unfold(self) -> None:
        """Show the children."""
        if self.grow is not None:
            make, self.grow = self.grow, None
            self.children = list(make())
        self.open = bool(self.children)


class Tree(Widget):
    """Nested lines; `on_select` is told the node, `on_activate` a double-clicked one."""

    focusable = True
    transparent = False
    clips = True
    shrink = 1.0
    greedy = "height"

    def __init__(
        self,
        nodes: Sequence[TreeNode] = (),
        *,
        on_select: Callable[[TreeNode], None] = nothing,
        on_activate: Callable[[TreeNode], None] = nothing,
        placeholder: str = "Nothing here yet",
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self._nodes = list(nodes)
        self.on_select, self.on_activate, self.placeholder = on_select, on_activate, placeholder
        self.selected: TreeNode | None = None
        self._lines: list[tuple[TreeNode, int]] = []
        self._hover = -1
        self.bar = ScrollBar(1, self.scroll_to)
        self.add(self.bar)
        self._list()

    @property
    def nodes(self) -> list[TreeNode]:
        """The outermost nodes."""
        return self._nodes

    @nodes.setter
    def nodes(self, nodes: Sequence[TreeNode]) -> None:
        self._nodes = list(nodes)
        self.refresh()

    def refresh(self) -> None:
        """Show nodes that were changed."""
        self._list()
        if self.is_mounted and self.rect.w:
            self._place_bar()
        self.touch()

    def _list(self) -> None:
        """List the lines that are not folded away, each with its depth."""
        self._lines = []
        waiting = [(node, 0) for node in reversed(self._nodes)]
        while waiting:
            node, depth = waiting.pop()
            self._lines.append((node, depth))
            if node.open:
                waiting.extend((child, depth + 1) for child in reversed(node.children))

    # Geometry ----------------------------------------------------------------------------------------

    @property
    def _row(self) -> int:
        return self.dp(26) if self.look.theme.type_scale <= 1 else self.look.theme.compact

    def measure(self, width: int | None) -> Size:
        """Return a usable size."""
        return self.dp(200) if width is None else width, min(max(len(self._lines), 3), 10) * self._row + self.dp(8)

    def layout(self) -> None:
        """Place the bar."""
        self._place_bar()

    def _place_bar(self) -> None:
        thick, edge = self.bar.size_for()[0], self.dp(1)
        box = pygame.Rect(self.rect.right - thick - edge, self.rect.y + edge, thick, self.rect.h - 2 * edge)
        self.bar.arrange(box)
        self.bar.fit(len(self._lines) * self._row + self.dp(8), self.rect.h)

    def scroll_to(self, offset: int) -> bool:
        """Show other lines; False if they show."""
        moved = self.bar.move(offset)
        if moved:
            self.touch()
        return moved

    def _line_at(self, y: int) -> int:
        line = (y - self.rect.y - self.dp(4) + self.bar.offset) // self._row
        return line if 0 <= line < len(self._lines) else -1

    def _fold_end(self, depth: int) -> int:
        return self.rect.x + self.dp(8 + INDENT * depth) + self.dp(16)

    # Painting ----------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw box and lines."""
        look, c = self.look, self.look.colours
        look.painter.box(surface, self.rect, c.sunken, c.line, self.dp(6), self.dp(1))
        edge = -2 * self.dp(1)
        inner = self.rect.inflate(edge, edge).clip(clip)
        surface.set_clip(inner)
        row, top = self._row, self.rect.y + self.dp(4) - self.bar.offset
        first = max(0, (inner.y - top) // row)
        for i in range(first, min(len(self._lines), (inner.bottom - top) // row + 1)):
            self._paint_line(surface, pygame.Rect(self.rect.x, top + i * row, self.rect.w, row), i)
        if not self._lines:
            x = self.rect.x + (self.rect.w - look.fonts.width(self.placeholder, "body")) // 2
            look.fonts.draw(surface, self.placeholder, "body", c.dim, (x, self.rect.y + self.dp(16)))
        surface.set_clip(clip)

    def _paint_line(self, surface: pygame.Surface, row: pygame.Rect, i: int) -> None:
        look, c, (node, depth) = self.look, self.look.colours, self._lines[i]
        ground = c.selection if node is self.selected else c.hover if i == self._hover else None
        if ground is not None:
            look.painter.box(surface, row.inflate(-2 * self.dp(4), 0), ground, None, self.dp(5))
        x = self._fold_end(depth)
        if not node.is_leaf:
            box = pygame.Rect(x - self.dp(16), row.y, self.dp(14), row.h)
            look.icons.draw(surface, "chevron-down" if node.open else "chevron-right", c.dim, box, self.dp(14))
        if node.icon:
            box = pygame.Rect(x + self.dp(2), row.y, self.dp(15), row.h)
            look.icons.draw(surface, node.icon, c.dim, box, self.dp(15))
            x += self.dp(22)
        self._paint_words(surface, row, node, x + self.dp(2))

    def _paint_words(self, surface: pygame.Surface, row: pygame.Rect, node: TreeNode, x: int) -> None:
        fonts, c = self.look.fonts, self.look.colours
        right = row.right - self.dp(14)
        if node.note:
            right -= fonts.width(node.note, "mono_small")
            y = row.y + (row.h - fonts.height("mono_small")) // 2
            fonts.draw(surface, node.note, "mono_small", c.dim, (right, y))
            right -= self.dp(8)
        fonts.line(surface, node.text, "body", c.role(node.role), pygame.Rect(x, row.y, right - x, row.h))

    def backdrop(self, rect: pygame.Rect) -> Colour | None:
        """Lines are below the bar: not known."""
        del rect
        return None

    def tooltip(self, x: int, y: int) -> str:
        """Return a line's words where they are cut."""
        line = self._line_at(y)
        if line < 0:
            return super().tooltip(x, y)
        node, depth = self._lines[line]
        fonts = self.look.fonts
        note = fonts.width(node.note, "mono_small") + self.dp(8) if node.note else 0
        room = self.rect.right - self.dp(14) - note - self._fold_end(depth) - self.dp(24 if node.icon else 2)
        return f"{node.text} {node.note}".strip() if fonts.width(node.text, "body") > room else super().tooltip(x, y)

    # Events ------------------------------------------------------------------------------------------

    def select(self, node: TreeNode) -> None:
        """Select a line, as a click does."""
        self.selected = node
        self._reveal_selected()
        self.touch()
        self.on_select(node)

    def _reveal_selected(self) -> None:
        at = self._selected_line()
        if at >= 0:
            self.bar.show(at * self._row, (at + 1) * self._row + self.dp(8))

    def _selected_line(self) -> int:
        return next((i for i, (node, _) in enumerate(self._lines) if node is self.selected), -1)

    def fold(self, node: TreeNode, *, open_it: bool) -> None:
        """Fold or unfold a line."""
        if open_it:
            node.unfold()
        else:
            node.open = False
        self.refresh()

    def on_pointer(self, event: Pointer) -> bool:
        """Select; the arrow or a double click folds."""
        if event.kind in ("move", "enter", "leave"):
            hover = self._line_at(event.y) if self.hovered and event.kind != "leave" else -1
            if hover != self._hover:
                self._hover = hover
                self.touch()
        elif event.kind == "down" and event.button == 1:
            line = self._line_at(event.y)
            if line >= 0:
                self._press(event, *self._lines[line])
            return True
        return False

    def _press(self, event: Pointer, node: TreeNode, depth: int) -> None:
        on_arrow = event.x < self._fold_end(depth) and not node.is_leaf
        if on_arrow or (event.clicks == 2 and not node.is_leaf):
            self.fold(node, open_it=not node.open)
        elif event.clicks == 2:
            self.on_activate(node)
        if not on_arrow and event.clicks == 1:
            self.select(node)

    def on_wheel(self, event: Wheel) -> bool:
        """Scroll."""
        return self.scroll_to(self.bar.offset - round(event.dy * self.dp(WHEEL_STEP)))

    def on_key(self, event: Key) -> bool:
        """Arrows go and fold, Enter activates."""
        if not event.down or not self._lines:
            return False
        at, last = self._selected_line(), len(self._lines) - 1
        page = max(1, self.rect.h // self._row - 1)
        to = next_line(event.combo, at, last, page)
        if to is not None:
            self.select(self._lines[to][0])
        elif event.combo in ("Left", "Right") and at >= 0:
            self._fold_key(at, unfold=event.combo == "Right")
        elif event.combo == "Enter" and self.selected is not None:
            self.on_activate(self.selected)
        elif event.combo == "Ctrl+C" and self.selected is not None:
            self.root.clipboard.put(f"{self.selected.text} {self.selected.note}".strip())
        else:
            return False
        return True

    def _fold_key(self, at: int, *, unfold: bool) -> None:
        node, depth = self._lines[at]
        if unfold and not node.is_leaf and not node.open:
            self.fold(node, open_it=True)
        elif unfold and node.open:
            self.select(self._lines[at + 1][0])
        elif not unfold and node.open:
            self.fold(node, open_it=False)
        elif not unfold and depth:
            self.select(next(n for n, d in reversed(self._lines[:at]) if d < depth))
