"""Depth after depth: a table, and two charts of the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandbox.figures import seconds, short
from sandbox.gametree.shown import Depth
from sandbox.ui.boards.panel.words import Asked, value_cell
from sandbox.ui.kit import LineChart, Row, Section, Segments, Series, Stack, Table, TableColumn

COLUMNS = (
    TableColumn("Depth", 66, number=True),
    TableColumn("Value", 92, number=True),
    TableColumn("Nodes", 72, number=True, format=short, help="Spent on this depth alone"),
    TableColumn("Time", 84, number=True, format=seconds, unit="s", help="Since the search began"),
    TableColumn("Re-searched", 88, number=True, help="Windows that had to be searched again"),
    TableColumn("Best line", 80, grow=1.0),
)
HEIGHT = 128  # dp
MOST = 1e15  # what a chart shows of b^d


class Depths(Section):
    """The finished depths of a search. A row under the mouse plays its line out."""

    def __init__(self, play_out: Callable[[tuple[str, ...]], None]) -> None:
        self.play_out = play_out
        self._rows: list[Depth] = []
        self.table = Table(
            COLUMNS, placeholder="One row for each finished depth", height=HEIGHT, multi=False, on_hover=self._hovered
        )
        self.nodes = LineChart(x_label="depth", log_y=True, height=HEIGHT, visible=False, placeholder="No depths yet")
        self.value = LineChart(x_label="depth", height=HEIGHT, visible=False, placeholder="No depths yet")
        self.value.y_range = (-1.0, 1.0)
        self.which = Segments(["Table", "Nodes", "Value"], 0, on_change=self._show)
        super().__init__("Depths", [Row([self.which]), Stack([self.table, self.nodes, self.value])])

    def _show(self, which: int) -> None:
        for number, part in enumerate((self.table, self.nodes, self.value)):
            part.visible = number == which

    def _hovered(self, row: int) -> None:
        self.play_out(self._rows[row].pv if 0 <= row < len(self._rows) else ())

    def follow(self, asked: Asked | None) -> None:
        """Show another search, or none."""
        found = asked.shown.depths if asked is not None else ()
        self._rows = list(reversed(found))
        self.table.rows = [
            (d.depth, value_cell(d.value, d.words), d.nodes, d.seconds, d.researches, " ".join(d.pv))
            for d in self._rows
        ]
        self.nodes.series = growth(found)
        self.nodes.title = "Nodes of each depth"
        self.value.title = f"Value for {asked.shown.side}" if asked is not None else "Value"
        kept = [d for d in found if d.depth > 0]
        values = [max(-1.0, min(1.0, d.value)) for d in kept]
        self.value.series = [Series.of("value", values, [d.depth for d in kept])] if kept else []


def growth(depths: Sequence[Depth]) -> list[Series]:
    """Nodes of each depth, beside all leaves there are (b^d) and the fewest alpha-beta can do with."""
    rows = [d for d in depths if d.nodes > 0 and d.depth > 0]
    if not rows:
        return []
    at = [d.depth for d in rows]
    return [
        Series.of("searched", [d.nodes for d in rows], at),
        Series.of("all: b^d", [max(1.0, min(d.all_leaves, MOST)) for d in rows], at),
        Series.of("minimal tree", [max(1.0, min(d.fewest_leaves, MOST)) for d in rows], at),
    ]
