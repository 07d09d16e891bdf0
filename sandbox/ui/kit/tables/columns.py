"""How wide a table's columns are: given, grown into the room there is, or chosen with the mouse."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.ui.kit.layout import share_out

if TYPE_CHECKING:
    from sandbox.ui.kit.tables.table import Table

NARROWEST = 36  # dp
GRIP = 5  # dp around a column's edge that resize it
MEASURED = 200  # rows in view are looked at to fit a column


class TableColumns:
    """The columns of one table, from left to right."""

    def __init__(self, table: Table, count: int) -> None:
        self._table = table
        self.chosen: list[float | None] = [None] * count  # dp, where the user chose

    def widths(self) -> list[int]:
        """Return the widths in pixels: chosen, or given, and the rest shared by those that grow."""
        table, chosen = self._table, self.chosen
        columns = table.model.columns
        widths = [table.dp(chosen[i] or c.width) for i, c in enumerate(columns)]
        room = table.rect.w - 2 * table.dp(1) - table.dp(table.look.theme.metrics.scrollbar)
        weights = [c.grow if chosen[i] is None else 0 for i, c in enumerate(columns)]
        if any(weights) and room > sum(widths):
            widths = [w + e for w, e in zip(widths, share_out(room - sum(widths), weights), strict=True)]
        return widths

    def at(self, x: int) -> int:
        """Return the column at an x, or -1."""
        return next((i for i, right in enumerate(self._rights()) if x < right), -1)

    def edge_at(self, x: int, y: int) -> int:
        """Return the column whose right edge is at a point among the titles, or -1."""
        if not self._table.head.collidepoint(x, y):
            return -1
        grip = self._table.dp(GRIP)
        return next((i for i, right in enumerate(self._rights()) if abs(x - right) <= grip), -1)

    def _rights(self) -> list[int]:
        at, rights = self._table.head.x - self._table.bar_x.offset, []
        for width in self.widths():
            at += width
            rights.append(at)
        return rights

    def drag(self, column: int, x: int) -> None:
        """Put a column's right edge at an x."""
        left = self._rights()[column] - self.widths()[column]
        self._choose(column, max(NARROWEST, self._in_dp(x - left)))

    def fit(self, column: int) -> None:
        """Make a column as wide as its title and the rows in view."""
        table, spec = self._table, self._table.model.columns[column]
        fonts, style = table.look.fonts, "mono" if spec.number else "body"
        first = table.bar.offset // table.row_height
        rows = [table.model.row_at(i) for i in range(first, min(first + MEASURED, len(table.model)))]
        texts = [spec.text(table.model.rows[row][column]) for row in rows]
        widest = max([fonts.width(spec.title, "medium") + table.dp(16), *(fonts.width(t, style) for t in texts)])
        self._choose(column, self._in_dp(widest + table.dp(22)))

    def _in_dp(self, pixels: int) -> float:
        return pixels / self._table.dp(1000) * 1000

    def _choose(self, column: int, width: float) -> None:
        self.chosen[column] = width
        self._table.remeasured()
