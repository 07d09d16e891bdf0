"""Tables of any length: only rows in view are drawn, and scrolling draws only the rows that come into view."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Unpack

import pygame

from sandbox.ui.kit.events import Key, Pointer, Wheel, nothing
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.kit.tables.columns import TableColumns
from sandbox.ui.kit.tables.model import Row, TableColumn, TableModel
from sandbox.ui.kit.tables.painting import TablePainter
from sandbox.ui.kit.widget import Common, Size, Widget
from sandbox.ui.kit.widgets.scroll import WHEEL_STEP, ScrollBar, next_line


class Table(Widget):
    """Rows of values.

    `on_select` is given the selected rows' numbers, `on_activate` that of one double-clicked or chosen by Enter,
    `on_hover` that of the row under the mouse, or -1.
    Ctrl+C copies the selected rows as CSV; a click on a title sorts; an edge between titles resizes. The first `fixed`
    columns stay where they are when the others scroll sideways; `fitted` ones are as wide as what stands in them.
    """

    focusable = True
    transparent = False
    opaque = True
    shrink = 1.0
    greedy = "height"
    most_rows = 8  # that it asks room for

    def __init__(
        self,
        columns: Sequence[TableColumn],
        rows: Iterable[Row] = (),
        *,
        multi: bool = True,
        on_select: Callable[[list[int]], None] = nothing,
        on_activate: Callable[[int], None] = nothing,
        on_hover: Callable[[int], None] = nothing,
        placeholder: str = "Nothing here yet",
        fixed: int = 0,
        fitted: bool = False,
        **common: Unpack[Common],
    ) -> None:
        super().__init__(**common)
        self.model = TableModel(columns, rows)
        self.multi, self.placeholder = multi, placeholder
        self.on_select, self.on_activate, self.on_hover = on_select, on_activate, on_hover
        self.hover_row = -1  # a place in the order
        self.hover_title = -1
        self.columns = TableColumns(self, len(columns), fixed=fixed, fitted=fitted)
        self._resizing = -1
        self._painter = TablePainter(self)
        self.bar = ScrollBar(1, self.scroll_to)
        self.bar_x = ScrollBar(0, self.scroll_x)
        self.add(self.bar)
        self.add(self.bar_x)

    # Content -----------------------------------------------------------------------------------------

    @property
    def rows(self) -> list[Row]:
        """The rows as given."""
        return self.model.rows

    @rows.setter
    def rows(self, rows: Iterable[Row]) -> None:
        differing = self.model.replace(rows)
        if differing is None or not self.is_mounted or self.columns.refit(differing.columns):
            self.columns.refit()
            self.remeasured()
        elif differing.places:
            self._painter.stale_rows |= differing.places
            self.damage(self.body)

    def sort(self, column: int | None, descending: bool = False) -> None:
        """Order by a column."""
        self.model.sort(column, descending)
        self.redraw()

    @property
    def selected(self) -> list[int]:
        """The selected rows' numbers, as shown."""
        return self.model.selected_in_order()

    @selected.setter
    def selected(self, rows: Iterable[int]) -> None:
        self.model.selected = set(rows)
        self.redraw()

    def remeasured(self) -> None:
        """Follow other rows, or columns made wider or narrower."""
        if self.is_mounted and self.rect.w:
            self._place_bars()
        self.redraw()

    def redraw(self) -> None:
        """Draw every row in view again."""
        self._painter.forget()
        self.touch()

    def restyle(self) -> None:
        """Drop the drawn rows."""
        super().restyle()
        self.columns.refit()
        self._painter.forget()

    # Geometry ----------------------------------------------------------------------------------------

    @property
    def row_height(self) -> int:
        """One row's height in pixels."""
        return self.look.theme.compact

    @property
    def head(self) -> pygame.Rect:
        """The box of the titles."""
        edge = self.dp(1)
        return pygame.Rect(self.rect.x + edge, self.rect.y + edge, self.rect.w - 2 * edge, self.row_height + self.dp(2))

    @property
    def body(self) -> pygame.Rect:
        """The box the rows scroll in."""
        head, edge = self.head, self.dp(1)
        bottom = self.rect.bottom - edge - (self.bar_x.rect.h if self.bar_x.visible else 0)
        return pygame.Rect(head.x, head.bottom, head.w, max(0, bottom - head.bottom))

    def measure(self, width: int | None) -> Size:
        """Return the columns' widths and a few rows."""
        wanted = sum(self.dp(c.width) for c in self.model.columns) + self.dp(14)
        rows = min(max(len(self.model), 3), self.most_rows)
        return wanted if width is None else width, (rows + 1) * self.row_height + self.dp(4)

    def layout(self) -> None:
        """Place the bars."""
        self._painter.forget()
        self._place_bars()

    def _place_bars(self) -> None:
        thick, edge = self.bar.size_for()[0], self.dp(1)
        total = sum(self.columns.widths())
        self.bar_x.visible = total > self.rect.w - 2 * edge - thick
        foot = pygame.Rect(self.rect.x + edge, self.rect.bottom - edge - thick, self.rect.w - 2 * edge - thick, thick)
        if self.bar_x.visible:
            self.bar_x.arrange(foot)
        body = self.body
        self.bar.arrange(pygame.Rect(body.right - thick, body.y, thick, body.h))
        self.bar.fit(len(self.model) * self.row_height, body.h)
        self.bar_x.fit(total, foot.w)

    def place_at(self, y: int) -> int:
        """Return the place of the row at a y, or -1."""
        if not self.body.collidepoint(self.body.x, y):
            return -1
        place = (y - self.body.y + self.bar.offset) // self.row_height
        return place if place < len(self.model) else -1

    # Scrolling ---------------------------------------------------------------------------------------

    def scroll_to(self, offset: int) -> None:
        """Show other rows."""
        if self.bar.move(offset):
            self.damage(self.body)

    def scroll_x(self, offset: int) -> None:
        """Show other columns."""
        if self.bar_x.move(offset):
            self.redraw()

    def on_wheel(self, event: Wheel) -> bool:
        """Scroll; sideways with Shift."""
        before = self.bar.offset, self.bar_x.offset
        if event.mods.shift or event.dx:
            self.scroll_x(self.bar_x.offset - round((event.dy or -event.dx) * self.dp(WHEEL_STEP)))
        else:
            self.scroll_to(self.bar.offset - round(event.dy * 3 * self.row_height))
        self._hover_at(event.x, event.y)
        return (self.bar.offset, self.bar_x.offset) != before

    # Painting ----------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw titles and rows."""
        self._painter.paint(surface, clip)

    def paint_over(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the frame over the rows' square corners."""
        self.paint_frame(surface)

    def backdrop(self, rect: pygame.Rect) -> Colour | None:
        """Rows are below the bars: not known."""
        del rect
        return None

    # Mouse -------------------------------------------------------------------------------------------

    def _hover_at(self, x: int, y: int) -> None:
        inside = self.rect.collidepoint(x, y) and self.hovered
        place = self.place_at(y) if inside else -1
        title = self.columns.at(x) if inside and self.head.collidepoint(x, y) else -1
        if place != self.hover_row:
            self._painter.stale_rows |= {self.hover_row, place}
            self.hover_row = place
            self.damage(self.body)
            self.on_hover(self.model.row_at(place))
        if title != self.hover_title:
            self.hover_title = title
            self.touch()
        cursor = "size-x" if inside and self.columns.edge_at(x, y) >= 0 else "arrow"
        if cursor != self.cursor:
            self.cursor = cursor
            self.root.dispatcher.show_cursor()

    def on_pointer(self, event: Pointer) -> bool:
        """Select, sort, resize."""
        if event.kind == "move" and self._resizing >= 0:
            self.columns.drag(self._resizing, event.x)
        elif event.kind in ("move", "enter", "leave"):
            self._hover_at(event.x, event.y)
        elif event.kind == "down" and event.button == 1:
            return self._press(event)
        elif event.kind in ("up", "cancel"):
            self._resizing = -1
        return False

    def _press(self, event: Pointer) -> bool:
        edge = self.columns.edge_at(event.x, event.y)
        if edge >= 0:
            self._resizing = edge
            if event.clicks == 2:
                self.columns.fit(edge)
        elif self.head.collidepoint(event.at):
            column = self.columns.at(event.x)
            if column >= 0:
                self.model.cycle_sort(column)
                self.redraw()
        else:
            self._press_row(event)
        return True

    def _press_row(self, event: Pointer) -> None:
        place = self.place_at(event.y)
        if place < 0:
            return
        if event.clicks == 2:
            self._activate(place)
            return
        self._choose(place, extend=event.mods.shift, toggle=event.mods.ctrl)

    def _choose(self, place: int, *, extend: bool = False, toggle: bool = False) -> None:
        self.model.choose(place, extend=extend and self.multi, toggle=toggle and self.multi)
        self.bar.show(place * self.row_height, (place + 1) * self.row_height)
        self.redraw()
        self._tell()

    def _tell(self) -> None:
        self.on_select(self.selected)

    def _activate(self, place: int) -> None:
        if place >= 0:
            self.on_activate(self.model.row_at(place))

    # Keys --------------------------------------------------------------------------------------------

    def on_key(self, event: Key) -> bool:
        """Go through the rows, select, copy, activate."""
        if not event.down:
            return False
        if not event.mods.alt and self._go(event):
            return True
        if event.combo in ("Left", "Right") and self.bar_x.needed:
            self.scroll_x(self.bar_x.offset + self.dp(WHEEL_STEP) * (1 if event.combo == "Right" else -1))
        elif event.combo == "Enter":
            self._activate(self.model.cursor)
        elif event.combo == "Ctrl+A" and self.multi:
            self.model.choose_all()
            self.redraw()
            self._tell()
        elif event.combo in ("Ctrl+C", "Ctrl+Insert"):
            self.copy()
        else:
            return False
        return True

    def _go(self, event: Key) -> bool:
        page = max(1, self.body.h // self.row_height - 1)
        to = next_line(event.name, self.model.cursor, len(self.model) - 1, page) if len(self.model) else None
        if to is not None:
            self._choose(to, extend=event.mods.shift)
        return to is not None

    def copy(self, everything: bool = False) -> None:
        """Copy the selected rows (all, if none is) as CSV."""
        rows = None if everything or not self.model.selected else self.selected
        self.root.clipboard.put(self.model.csv(rows))

    def copy_markdown(self) -> None:
        """Copy all rows as a Markdown table."""
        self.root.clipboard.put(self.model.markdown())

    def context_menu(self) -> Sequence[MenuItem]:
        """Offer copying and sorting."""
        titles = [column.title for column in self.model.columns]
        by = [
            MenuItem(title, partial(self.sort, i, self.model.descending), checked=i == self.model.sorted_by)
            for i, title in enumerate(titles)
        ]
        down = not self.model.descending
        return [
            MenuItem("Copy selected rows as CSV", self.copy, "copy", "Ctrl+C", bool(self.model.selected)),
            MenuItem("Copy all rows as CSV", lambda: self.copy(everything=True), icon="clipboard-copy"),
            MenuItem("Copy all rows as Markdown", self.copy_markdown, icon="table"),
            MenuItem.rule(),
            MenuItem("Sort by", children=by, icon="arrow-up-down"),
            MenuItem("Descending", lambda: self.sort(self.model.sorted_by, down), checked=self.model.descending),
            MenuItem("Order as given", lambda: self.sort(None), enabled=self.model.sorted_by is not None),
        ]

    def tooltip(self, x: int, y: int) -> str:
        """Return a title's help, or a value that is cut."""
        column = self.columns.at(x)
        if column < 0:
            return ""
        spec, room = self.model.columns[column], self.columns.widths()[column] - self.dp(20)
        if self.head.collidepoint(x, y):
            return spec.help or (spec.title if self.look.fonts.width(spec.title, "medium") > room - self.dp(14) else "")
        row = self.model.row_at(self.place_at(y))
        text = spec.text(self.model.rows[row][column]) if row >= 0 else ""
        return text if self.look.fonts.width(text, "mono" if spec.number else "body") > room else ""
