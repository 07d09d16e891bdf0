"""What a table shows: rows, their order, the selection, CSV. Knows nothing of the screen."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

import numpy as np

Row = Sequence[Any]
COMPARED = 200  # rows: longer tables are drawn anew whatever differs


class WithRole(str):
    """A cell's words with a role: what has a colour of the theme."""

    __slots__ = ("role",)
    role: str

    def __new__(cls, text: str, role: str) -> Self:
        """Give a text its role."""
        made = super().__new__(cls, text)
        made.role = role
        return made


class Toned(WithRole):
    """Words in the colour of their role."""

    __slots__ = ()


class Marked(WithRole):
    """Words with a dot before them, in the colour (a role's, or that of `series N`) of what they name elsewhere."""

    __slots__ = ()


class Worded(float):
    """A number that is sorted as such, and shown in words of its own, in the colour of a role."""

    __slots__ = ("role", "words")
    words: str
    role: str

    def __new__(cls, number: float, words: str, role: str = "text") -> Self:
        """Put a number into words."""
        made = super().__new__(cls, number)
        made.words, made.role = words, role
        return made


def looks_the_same(old: Any, new: Any) -> bool:
    """Tell whether two cells are shown alike; one that says nothing of its looks is shown as its value."""
    if old is new:
        return True
    looks = [(type(cell), *(getattr(cell, name, None) for name in ("mark", "role", "words"))) for cell in (old, new)]
    return bool(looks[0] == looks[1] and old == new)


class Differing(NamedTuple):
    """Where rows differ from those before: places in the order, and columns."""

    places: set[int]
    columns: set[int]


@dataclass(frozen=True, slots=True)
class TableColumn:
    """A column: its title, width in dp, share in what is left over, and how values are written."""

    title: str
    width: float = 96
    grow: float = 0.0
    number: bool = False  # written to the right, in the mono face
    format: Callable[[Any], str] | None = None
    help: str = ""
    unit: str = ""  # of the bare numbers, for whoever copies them

    @property
    def head(self) -> str:
        """The title of a copied column: with the unit its numbers are in."""
        return f"{self.title} ({self.unit})" if self.unit else self.title

    def text(self, value: Any) -> str:
        """Return a value as it is shown."""
        if value is None:
            return "–"
        if isinstance(value, Worded):
            return value.words
        return self.format(value) if self.format is not None else default_text(value)


def default_text(value: Any) -> str:
    """Return a value as a person would write it in a table."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int | np.integer):
        return f"{value:,}"
    if isinstance(value, float | np.floating):
        return f"{value:,.3f}" if abs(float(value)) < 1e6 else f"{value:.4g}"
    return str(value)


class TableModel:
    """Rows in an order, some of them selected. Rows are named by their number in `rows`, whatever the order."""

    def __init__(self, columns: Sequence[TableColumn], rows: Iterable[Row] = ()) -> None:
        self.columns = list(columns)
        self.rows: list[Row] = list(rows)
        self.order = np.arange(len(self.rows))
        self.sorted_by: int | None = None
        self.descending = False
        self.selected: set[int] = set()
        self.cursor = -1  # a place in the order
        self.anchor = -1

    def __len__(self) -> int:
        return len(self.rows)

    # Rows --------------------------------------------------------------------------------------------

    def replace(self, rows: Iterable[Row]) -> Differing | None:
        """Show other rows in the order chosen; rows keep their selection by number.

        Return where a few rows differ from those before, None where there are many, or they have another order.
        """
        before, order, self.rows = self.rows, self.order, list(rows)
        self.selected = {row for row in self.selected if row < len(self.rows)}
        self._reorder()
        if len(before) != len(self.rows) or len(before) > COMPARED or not np.array_equal(order, self.order):
            return None
        cells = [
            (place, column)
            for place, row in enumerate(self.order.tolist())
            for column, (old, new) in enumerate(zip(before[row], self.rows[row], strict=False))
            if not looks_the_same(old, new)
        ]
        return Differing({place for place, _ in cells}, {column for _, column in cells})

    def _reorder(self) -> None:
        at = self.row_at(self.cursor)
        self.order = self._sorted() if self.sorted_by is not None else np.arange(len(self.rows))
        self.cursor = self.place_of(at) if 0 <= at < len(self.rows) else -1
        self.anchor = self.cursor

    def row_at(self, place: int) -> int:
        """Return the row shown at a place, or -1."""
        return int(self.order[place]) if 0 <= place < len(self.order) else -1

    def place_of(self, row: int) -> int:
        """Return where a row is shown."""
        if self.sorted_by is None:
            return row
        return int(np.flatnonzero(self.order == row)[0])

    # Order -------------------------------------------------------------------------------------------

    def sort(self, column: int | None, descending: bool = False) -> None:
        """Order by a column (None: as given). Equal rows keep their order; missing values come last."""
        self.sorted_by, self.descending = column, descending
        self._reorder()

    def cycle_sort(self, column: int) -> None:
        """Go from unsorted to ascending to descending and back."""
        if self.sorted_by != column:
            self.sort(column)
        elif not self.descending:
            self.sort(column, descending=True)
        else:
            self.sort(None)

    def _sorted(self) -> np.ndarray:
        assert self.sorted_by is not None
        values = [row[self.sorted_by] for row in self.rows]
        try:
            keys = np.array(values, dtype=np.float64)
        except (TypeError, ValueError):
            return self._sorted_mixed(values)
        return np.argsort(-keys if self.descending else keys, kind="stable")

    def _sorted_mixed(self, values: list[Any]) -> np.ndarray:
        present = [i for i, value in enumerate(values) if value is not None]
        missing = [i for i, value in enumerate(values) if value is None]
        # reverse=True keeps equal rows in their order
        present.sort(key=lambda i: _sort_key(values[i]), reverse=self.descending)
        return np.array(present + missing, dtype=np.int64)

    # Selection ---------------------------------------------------------------------------------------

    def choose(self, place: int, *, extend: bool = False, toggle: bool = False) -> None:
        """Put the cursor at a place and select it: alone, from the anchor on, or in addition."""
        self.cursor = place
        row = self.row_at(place)
        if extend and self.anchor >= 0:
            low, high = sorted((self.anchor, place))
            self.selected = {int(r) for r in self.order[low : high + 1]}
            return
        self.anchor = place
        self.selected = self.selected ^ {row} if toggle else {row}

    def choose_all(self) -> None:
        """Select every row."""
        self.selected = set(range(len(self.rows)))

    def selected_in_order(self) -> list[int]:
        """Return the selected rows as they are shown."""
        if len(self.selected) <= 1:
            return list(self.selected)
        return [int(row) for row in self.order if int(row) in self.selected]

    # Out ---------------------------------------------------------------------------------------------

    def csv(self, rows: Iterable[int] | None = None) -> str:
        """Return rows (all by default, in the order shown) as CSV with a line of titles and units, values unrounded."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow([column.head for column in self.columns])
        for row in self.order if rows is None else rows:
            writer.writerow(["" if value is None else value for value in self.rows[int(row)]])
        return out.getvalue()

    def markdown(self, rows: Iterable[int] | None = None) -> str:
        """Return the same rows as a Markdown table, values as they are shown."""
        lines = [_line(column.title for column in self.columns)]
        lines.append("|" + "|".join("---:" if column.number else "---" for column in self.columns) + "|")
        for row in self.order if rows is None else rows:
            values = zip(self.columns, self.rows[int(row)], strict=False)
            lines.append(_line(column.text(value) for column, value in values))
        return "\n".join(lines) + "\n"


def _line(cells: Iterable[str]) -> str:
    """Return one line of a Markdown table; what would end a cell or a line does not."""
    return "| " + " | ".join(" ".join(cell.replace("|", "\\|").split()) for cell in cells) + " |"


def _sort_key(value: Any) -> tuple[int, Any]:
    """Numbers before words; words without regard to case."""
    if isinstance(value, int | float | np.number):
        return 0, value
    return 1, str(value).casefold()
