"""The panel: whose search it is, its numbers, its best line, every root move, every finished depth, all counters."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.figures import percent, short
from sandbox.gametree.api import searches_tree
from sandbox.ui.boards.panel.counters import Counters
from sandbox.ui.boards.panel.depths import Depths
from sandbox.ui.boards.panel.tiles import AHEAD, SIMULATED, Tiles, ahead_texts, nothing_in, simulated_texts, value_title
from sandbox.ui.boards.panel.words import Asked, ahead_cells, head_words, line_words, simulated_cells
from sandbox.ui.kit import Button, Column, Label, Pointer, Row, Section, Table, TableColumn
from sandbox.ui.kit.events import nothing

NO_SEARCH = "No engine has looked at this position"
DEPTH_HELP = "At which the value was found; those of another depth than the deepest are grey"
LOSS = TableColumn("Loses", 56, number=True, help="Against a best move, by perfect play, where that is known")
AHEAD_COLUMNS = (
    TableColumn("Move", 92),
    TableColumn("Value", 92, number=True, help="A bound (≤, ≥) is grey: the move was shown to be no better, or worse"),
    LOSS,
    TableColumn("Depth", 66, number=True, help=DEPTH_HELP),
    TableColumn("Nodes", 70, number=True, format=short),
    TableColumn("Share", 62, number=True, format=percent, help="Of all nodes"),
    TableColumn("Best line", 80, grow=1.0),
)
SIMULATED_COLUMNS = (
    TableColumn("Move", 92),
    TableColumn("Won", 72, number=True, help="Share of its simulations won, a draw counting half; or what was proven"),
    LOSS,
    TableColumn("Visits", 66, number=True, format=short, help="Simulations through this move"),
    TableColumn("Share", 62, number=True, format=percent, help="Of all simulations"),
    TableColumn("UCB", 62, number=True, help="Upper bound: exploit + explore, without priors and RAVE"),
    TableColumn("Exploit", 72, number=True, help="The mean result, from −1 to 1"),
    TableColumn("Explore", 72, number=True, help="What its few visits add: c · √(ln N / n)"),
    TableColumn("Best line", 60, grow=1.0),
)


class Line(Label):
    """A line of moves; under the mouse it is played out on the board."""

    def __init__(self, over: Callable[[bool], None]) -> None:
        super().__init__(NO_SEARCH, style="mono", role="dim", wrap=True, lines=2)
        self.over = over

    def on_pointer(self, event: Pointer) -> bool:
        """Tell when the mouse comes and goes."""
        if event.kind in ("enter", "leave"):
            self.over(event.kind == "enter")
        return False


class SearchPanel(Column):
    """Everything an engine tells while it thinks, and after. A line under the mouse is played out on the board."""

    def __init__(self, play_out: Callable[[tuple[str, ...]], None], open_tree: Callable[[], object] = nothing) -> None:
        self.play_out = play_out
        self._asked: Asked | None = None
        self._moves: list[tuple[str, ...]] = []
        self.head = Label(NO_SEARCH, style="small", role="dim", wrap=True, lines=2, grow=1)
        self.tiles, self.simulated = Tiles(AHEAD), Tiles(SIMULATED)
        self.simulated.visible = False
        self.best_line = Line(self._over_line)
        self.root_table = self._table(AHEAD_COLUMNS)
        self.arm_table = self._table(SIMULATED_COLUMNS)
        self.arm_table.visible = False
        self.depths, self.counters = Depths(play_out), Counters()
        self.depth_table = self.depths.table
        self.tree = Button("Tree", icon="network", compact=True, on_click=open_tree, enabled=False, tip_key="T")
        self.tree.tip = "The tree of this search: every window, every cut and its cause"
        top = Row([self.head, self.tree], gap=8)
        head = Section("Search", [top, self.tiles, self.simulated, self.best_line])
        super().__init__([head, self.root_table, self.arm_table, self.depths, self.counters], gap=4, grow=1)

    def _table(self, columns: tuple[TableColumn, ...]) -> Table:
        table = Table(
            columns, placeholder="One row for each move", multi=False, on_hover=self._hovered, on_select=self._selected
        )
        table.most_rows = 6  # and the rest of the panel's height
        return table

    def _hovered(self, row: int) -> None:
        self.play_out(self._moves[row] if 0 <= row < len(self._moves) else ())

    def _selected(self, rows: list[int]) -> None:
        self._hovered(rows[0] if rows else -1)

    def _over_line(self, inside: bool) -> None:
        self.play_out(self._asked.shot.pv if inside and self._asked is not None else ())

    def show(self, asked: Asked) -> None:
        """Follow a search."""
        self._asked = asked
        self.tree.enabled = searches_tree(asked.finding.engine)
        simulates = asked.simulates
        self._choose(simulates=simulates, silent=asked.silent)
        self.head.text = head_words(asked)
        self.best_line.text = line_words(asked)
        tiles, texts = (self.simulated, simulated_texts) if simulates else (self.tiles, ahead_texts)
        tiles.show(texts(asked), value_title(asked))
        self._moves = [row.pv or (row.move,) for row in asked.shown.rows]
        table, cells = (self.arm_table, simulated_cells) if simulates else (self.root_table, ahead_cells)
        table.rows = [cells(row) for row in asked.shown.rows]
        if table.hover_row >= 0:  # the mouse rests on a row, whose line may be another now
            self._hovered(table.model.row_at(table.hover_row))

    def show_depths(self, asked: Asked) -> None:
        """The rest of it, which may come a frame later."""
        self.depths.follow(asked)
        self.counters.follow(asked)

    def _choose(self, *, simulates: bool, silent: bool) -> None:
        """Show what fits: tiles and rows of a search that looks ahead, or of one that simulates."""
        self.tiles.visible, self.simulated.visible = not simulates and not silent, simulates
        self.root_table.visible, self.arm_table.visible = not simulates and not silent, simulates
        self.depths.visible = not simulates and not silent

    def clear(self) -> None:
        """There is no search to show."""
        self._asked, self._moves = None, []
        self.tree.enabled = False
        self.head.text, self.best_line.text = NO_SEARCH, ""
        self.tiles.show(nothing_in(AHEAD), "Value")
        self.simulated.show(nothing_in(SIMULATED), "Value")
        self.root_table.rows = self.arm_table.rows = []
        self.depths.follow(None)
        self.counters.follow(None)
