"""How wide a table's columns are: given, grown into the room there is, or chosen with the mouse."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sandbox.ui.kit.layout import share_out
from sandbox.ui.kit.tables.model import Marked

if TYPE_CHECKING:
    from sandbox.ui.kit.tables.table import Table

NARROWEST = 36  # dp
DOT = 16  # dp a mark takes
TITLE = 22  # dp around a title
GRIP = 5  # dp around a column's edge that resize it
MEASURED = 200  # rows in view are looked at to fit a column


def mark_width(table: Table, cell: object) -> int:
    """Return what a cell's dot takes, in pixels."""
    return table.dp(DOT) if isinstance(cell, Marked) else 0


class TableColumns:
    """The columns of one table, from left to right."""

    def __init__(self, table: Table, count: int, *, fixed: int = 0, fitted: bool = False) -> None:
        self._table = table
        self.chosen: list[float | None] = [None] * count  # dp, where the user chose
        self.fixed, self.fitted = fixed, fitted  # so many do not scroll sideways; as wide as what stands in them
        self._natural: list[int] = []  # pixels, where they are fitted
        self._widths: list[int] = []
        self._room = -1  # the table's width that these are for

    def widths(self) -> list[int]:
        """Return the widths in pixels, worked out again when something about them has changed."""
        if not self._widths or self._room != self._table.rect.w:
            self._widths, self._room = self._shared(), self._table.rect.w
        return self._widths

    def _shared(self) -> list[int]:
        """Return what was chosen, or given, and the rest shared by those that grow.

        Where not all have room, one that stands still takes no more than half of it, or nothing would scroll by.
        """
        table, chosen = self._table, self.chosen
        columns = table.model.columns
        widths = [self._width(i, c.width) for i, c in enumerate(columns)]
        room = table.rect.w - 2 * table.dp(1) - table.dp(table.look.theme.metrics.scrollbar)
        weights = [c.grow if chosen[i] is None else 0 for i, c in enumerate(columns)]
        if any(weights) and room > sum(widths):
            widths = [w + e for w, e in zip(widths, share_out(room - sum(widths), weights), strict=True)]
        elif room < sum(widths):
            half = [max(self._title(i), room // 2) if chosen[i] is None else w for i, w in enumerate(widths)]
            widths[: self.fixed] = map(min, widths[: self.fixed], half[: self.fixed])
        return widths

    def _width(self, i: int, usual: float) -> int:
        if self.chosen[i] is None and self.fitted:
            if len(self._natural) != len(self.chosen):
                self._natural = [self._content(k) for k in range(len(self.chosen))]
            return self._natural[i]
        width = self.chosen[i]
        return self._table.dp(width) if width is not None else max(self._table.dp(usual), self._title(i))

    def _title(self, i: int) -> int:
        """Return what a column's title takes, in pixels."""
        table = self._table
        return table.look.fonts.width(table.model.columns[i].title, "medium") + table.dp(TITLE)

    def refit(self, only: Iterable[int] | None = None) -> bool:
        """Other values, or letters: columns that follow their content are measured again; tell whether widths change.

        Where only some columns have other values they are measured now, else all when they are next asked for.
        """
        if only is not None and not self.fitted:
            return False
        if only is None or len(self._natural) != len(self.chosen):
            self._natural, self._widths = [], []
            return self.fitted
        before = list(self._natural)
        for column in only:
            self._natural[column] = self._content(column)
        if differs := self._natural != before:
            self._widths = []
        return differs

    def lefts(self) -> list[int]:
        """Return where each column begins, from the left edge of the rows."""
        lefts, at = [], 0
        for i, width in enumerate(self.widths()):
            lefts.append(at if i < self.fixed else at - self._table.bar_x.offset)
            at += width
        return lefts

    def fixed_width(self) -> int:
        """Return how much of the rows' left side does not scroll."""
        return sum(self.widths()[: self.fixed])

    def at(self, x: int) -> int:
        """Return the column at an x, or -1."""
        rights = self._rights()
        still = next((i for i, right in enumerate(rights[: self.fixed]) if x < right), -1)
        return still if still >= 0 else next((i for i, r in enumerate(rights) if i >= self.fixed and x < r), -1)

    def edge_at(self, x: int, y: int) -> int:
        """Return the column whose right edge is at a point among the titles, or -1."""
        if not self._table.head.collidepoint(x, y):
            return -1
        grip = self._table.dp(GRIP)
        still = self._table.head.x + self.fixed_width() - grip
        rights = enumerate(self._rights())
        return next((i for i, right in rights if abs(x - right) <= grip and (i < self.fixed or right >= still)), -1)

    def _rights(self) -> list[int]:
        edge = self._table.head.x
        return [edge + left + width for left, width in zip(self.lefts(), self.widths(), strict=True)]

    def drag(self, column: int, x: int) -> None:
        """Put a column's right edge at an x."""
        left = self._rights()[column] - self.widths()[column]
        self._choose(column, max(NARROWEST, self._in_dp(x - left)))

    def fit(self, column: int) -> None:
        """Make a column as wide as its title and the rows in view."""
        self._choose(column, self._in_dp(self._content(column)))

    def _content(self, column: int) -> int:
        """Return how wide a column's title and the rows in view are, in pixels."""
        table, spec = self._table, self._table.model.columns[column]
        fonts, style = table.look.fonts, "mono" if spec.number else "body"
        first = table.bar.offset // table.row_height
        rows = [table.model.row_at(i) for i in range(first, min(first + MEASURED, len(table.model)))]
        cells = [table.model.rows[row][column] for row in rows]
        widest = max((fonts.width(spec.text(c), style) + mark_width(table, c) for c in cells), default=0)
        return max(fonts.width(spec.title, "medium") + table.dp(16), widest) + table.dp(22)

    def _in_dp(self, pixels: int) -> float:
        return pixels / self._table.dp(1000) * 1000

    def _choose(self, column: int, width: float) -> None:
        self.chosen[column], self._widths = width, []
        self._table.remeasured()
