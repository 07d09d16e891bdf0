"""Drawing a table: rows on a surface of their own, which scrolls by moving its pixels."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from sandbox.ui.kit.tables.columns import mark_width
from sandbox.ui.kit.tables.model import Toned, Worded

if TYPE_CHECKING:
    from sandbox.ui.kit.tables.table import Table

PAD = 10  # dp beside a cell's text


class TablePainter:
    """The drawn rows of one table."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._layer: pygame.Surface | None = None
        self._drawn_at = 0  # the offset the layer was drawn for
        self.stale_rows: set[int] = set()  # places to draw again

    def forget(self) -> None:
        """Draw everything again at the next paint."""
        self._layer = None

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw titles and rows."""
        table = self._table
        head, body = table.head, table.body
        edge = table.dp(1)
        # the outline's rounded corners are blended over this, so it must lie there afresh each time
        table.look.painter.box(surface, table.rect, None, table.look.colours.sunken, 0, edge)
        if clip.colliderect(head.inflate(2 * edge, 2 * edge)):
            self._paint_head(surface, head, clip)
        if body.h <= 0 or body.w <= 0:
            return
        self._refresh(surface, body)
        assert self._layer is not None
        surface.blit(self._layer, body.topleft)
        foot = pygame.Rect(body.x, body.bottom, body.w, table.rect.bottom - body.bottom)
        table.look.painter.fill(surface, table.look.colours.sunken, foot)

    # Titles ------------------------------------------------------------------------------------------

    def _paint_head(self, surface: pygame.Surface, head: pygame.Rect, clip: pygame.Rect) -> None:
        look = self._table.look
        edge = look.dp(1)
        look.painter.fill(surface, look.colours.panel.mixed(look.colours.raised, 0.5), head.inflate(2 * edge, 2 * edge))
        look.painter.fill(surface, look.colours.line, pygame.Rect(head.x, head.bottom - edge, head.w, edge))
        for i, box, room in self._places(head):
            surface.set_clip(room.clip(clip))
            self._paint_title(surface, box, i)
        surface.set_clip(clip)

    def _places(self, line: pygame.Rect) -> list[tuple[int, pygame.Rect, pygame.Rect]]:
        """Each column's number, its box in a line, and the part of the line it may show in."""
        columns = self._table.columns
        still = columns.fixed_width()
        beside = pygame.Rect(line.x + still, line.y, max(0, line.w - still), line.h)
        return [
            (i, pygame.Rect(line.x + left, line.y, width, line.h), line if i < columns.fixed else beside)
            for i, (left, width) in enumerate(zip(columns.lefts(), columns.widths(), strict=True))
        ]

    def _paint_title(self, surface: pygame.Surface, box: pygame.Rect, i: int) -> None:
        table, look = self._table, self._table.look
        spec, model, fonts = table.model.columns[i], table.model, look.fonts
        sorted_here = model.sorted_by == i
        ink = look.colours.text if sorted_here or table.hover_title == i else look.colours.dim
        pad, arrow = look.dp(PAD), look.dp(14)
        text = fonts.ellipsis(spec.title, "medium", max(0, box.w - 2 * pad - (arrow if sorted_here else 0)))
        width = fonts.width(text, "medium")
        x = box.right - pad - width if spec.number else box.x + pad
        fonts.draw(surface, text, "medium", ink, (x, box.y + (box.h - fonts.height("medium")) // 2))
        if sorted_here:
            at = x - arrow if spec.number else x + width + look.dp(2)
            icon = "arrow-down" if model.descending else "arrow-up"
            look.icons.draw(surface, icon, look.colours.accent, pygame.Rect(at, box.y, look.dp(12), box.h), look.dp(12))
        if i:
            rule = pygame.Rect(box.x, box.y + box.h // 4, look.dp(1), box.h // 2)
            look.painter.fill(surface, look.colours.line, rule)

    # Rows --------------------------------------------------------------------------------------------

    def _refresh(self, surface: pygame.Surface, body: pygame.Rect) -> None:
        table = self._table
        moved = table.bar.offset - self._drawn_at
        if self._layer is None or self._layer.get_size() != body.size or abs(moved) >= body.h:
            self._layer = pygame.Surface(body.size, 0, surface)
            self._draw_rows(0, body.h)
        else:
            if moved:
                self._layer.scroll(0, -moved)
                self._draw_rows(body.h - moved, body.h) if moved > 0 else self._draw_rows(0, -moved)
            self._draw_stale()
        self._drawn_at = table.bar.offset
        self.stale_rows.clear()

    def _draw_stale(self) -> None:
        height = self._table.row_height
        for place in self.stale_rows:
            if place >= 0:
                top = place * height - self._table.bar.offset
                self._draw_rows(top, top + height)

    def _draw_rows(self, top: int, bottom: int) -> None:
        """Draw the layer between two of its lines."""
        layer, table, look = self._layer, self._table, self._table.look
        assert layer is not None
        band = pygame.Rect(0, top, layer.get_width(), bottom - top).clip(layer.get_rect())
        if not band.h:
            return
        layer.set_clip(band)
        look.painter.fill(layer, look.colours.sunken, band)
        if not len(table.model):
            self._draw_placeholder(layer)
        height = table.row_height
        first = (table.bar.offset + band.y) // height
        places = self._places(layer.get_rect())
        for place in range(first, min((table.bar.offset + band.bottom - 1) // height + 1, len(table.model))):
            self._draw_row(layer, place, places, place * height - table.bar.offset, band)
        layer.set_clip(None)

    def _draw_placeholder(self, layer: pygame.Surface) -> None:
        look, text = self._table.look, self._table.placeholder
        x = (layer.get_width() - look.fonts.width(text, "body")) // 2
        look.fonts.draw(layer, text, "body", look.colours.dim, (max(0, x), look.dp(16)))

    def _draw_row(
        self, layer: pygame.Surface, place: int, places: list[tuple[int, pygame.Rect, pygame.Rect]], y: int,
        band: pygame.Rect,
    ) -> None:  # fmt: skip
        table, look, c = self._table, self._table.look, self._table.look.colours
        row = table.model.row_at(place)
        height = table.row_height
        chosen = row in table.model.selected
        ground = c.selection if chosen else c.hover if place == table.hover_row else c.stripe if place % 2 else None
        if ground is not None:
            look.painter.fill(layer, ground, pygame.Rect(0, y, layer.get_width(), height))
        for (i, box, room), value in zip(places, table.model.rows[row], strict=False):
            layer.set_clip(room.clip(band))
            self._draw_cell(layer, i, pygame.Rect(box.x, y, box.w, height), value)
        layer.set_clip(band)

    def _draw_cell(self, layer: pygame.Surface, column: int, box: pygame.Rect, value: object) -> None:
        table, look, c = self._table, self._table.look, self._table.look.colours
        spec, fonts, pad, dot = table.model.columns[column], look.fonts, look.dp(PAD), mark_width(table, value)
        style = "mono" if spec.number else "body"
        text = fonts.ellipsis(spec.text(value), style, max(0, box.w - 2 * pad - dot))
        left = box.right - pad - fonts.width(text, style) if spec.number else box.x + pad + dot
        if dot:
            mark = getattr(value, "role", "")
            look.painter.disc(layer, (box.x + pad + look.dp(4), box.centery), look.dp(4), look.theme.mark(mark))
        ink = c.role(value.role) if isinstance(value, Toned | Worded) else c.text
        fonts.draw(layer, text, style, ink, (left, box.y + (box.h - fonts.height(style)) // 2))
