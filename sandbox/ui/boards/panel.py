"""The real search beside the board: counters, best line, every root move, every finished depth."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sandbox.figures import NOTHING, percent, seconds, short
from sandbox.gametree.api import Bound, RootMove
from sandbox.gametree.report import Snapshot
from sandbox.ui.kit import Column, Grid, Label, Panel, Section, Table, TableColumn
from sandbox.ui.kit.widget import Size

SIGNS = {Bound.LOWER: "≥ ", Bound.UPPER: "≤ ", Bound.EXACT: "", Bound.NONE: ""}


def value_words(value: float | None, *, exact: bool, bound: Bound = Bound.EXACT) -> str:
    """A value as it may honestly be read: a proven score as a whole number, an estimate with its sign."""
    if value is None:
        return NOTHING
    if exact:
        return SIGNS[bound] + ("draw" if value == 0 else f"{'wins' if value > 0 else 'loses'} {abs(value):g}")
    return SIGNS[bound] + f"{value:+.3f}"


NO_SEARCH = "No search yet"
FOUR_TILES = 480  # dp that four tiles need
LONG_SILENCE = 0.4  # seconds without a node: the engine is still being compiled
ROOT_COLUMNS = (
    TableColumn("Move", 56),
    TableColumn("Value", 84, number=True),
    TableColumn("Nodes", 72, number=True, format=short),
    TableColumn("Visits", 68, number=True, format=short),
    TableColumn("Wins", 60, number=True, format=percent),
    TableColumn("Best line", 160, grow=1.0),
)
DEPTH_COLUMNS = (
    TableColumn("Depth", 66, number=True),
    TableColumn("Value", 84, number=True),
    TableColumn("Nodes", 72, number=True, format=short),
    TableColumn("Time", 72, number=True, format=seconds),
    TableColumn("Re-searched", 104, number=True, help="Windows that had to be searched again"),
    TableColumn("Best line", 110, grow=1.0),
)


def few(number: float) -> str:
    """A small number in as few characters as a tile has room for."""
    return f"{number:.1f}" if number < 10 else f"{number:.0f}"


class Tile(Panel):
    """A number and what it counts."""

    def __init__(self, title: str, tip: str) -> None:
        self.number = Label(NOTHING, style="mono_large")
        parts = Column([Label(title, style="small", role="dim"), self.number], gap=2)
        super().__init__([parts], pad=(10, 8), fill="sunken", radius=6, line="line", tip=tip)


class Tiles(Grid):
    """The tiles, four in a line, or two where that would cut their numbers."""

    def __init__(self, tiles: Iterable[Tile]) -> None:
        super().__init__([1] * 4, tiles, gap=(8, 8))

    def measure(self, width: int | None) -> Size:
        """Return the size of as many lines as the width makes."""
        self._choose(width)
        return super().measure(width)

    def layout(self) -> None:
        """Place them."""
        self._choose(self.rect.w)
        super().layout()

    def _choose(self, width: int | None) -> None:
        self.columns = [1] * (4 if width is None or width >= self.dp(FOUR_TILES) else 2)


TILES = {
    "nodes": ("Nodes", "Positions visited"),
    "speed": ("Nodes a second", "How fast"),
    "depth": ("Depth", "Plies finished / deepest line"),
    "value": ("Value", "For the side to move; estimates lie strictly between a loss and a win"),
    "first": ("First-move cut-offs", "Share of cut-offs made by the first move tried: 100 % is perfect ordering"),
    "branching": ("Branching", "What one more ply costs: effective / legal moves"),
    "table": ("Table hits", "Share of the transposition table's probes that hit · how full it is"),
    "fewest": ("Minimal tree", "Leaves that alpha-beta needs at least at this depth"),
}


def tile_texts(shot: Snapshot) -> dict[str, str]:
    """What the tiles say of a moment."""
    table = shot.table
    hits = f"{100 * table.hits / table.probes:.0f} · {percent(table.fill)}" if table.probes else NOTHING
    visits = shot.simulations > 0
    return {
        "nodes": short(shot.simulations if visits else shot.nodes),
        "speed": short((shot.simulations if visits else shot.nodes) / shot.seconds) if shot.seconds > 0 else NOTHING,
        "depth": f"{shot.depth} / {shot.deepest}" if shot.depth else NOTHING,
        "value": value_words(shot.value, exact=shot.exact) if shot.best else NOTHING,
        "first": percent(shot.first_move_share) if shot.cutoffs else NOTHING,
        "branching": f"{few(shot.effective_branching)} / {few(shot.branching)}"
        if shot.interior and shot.depth
        else NOTHING,
        "table": hits,
        "fewest": short(shot.fewest_leaves) if shot.interior and 0 < shot.depth < 60 else NOTHING,
    }


class SearchPanel(Column):
    """Everything an engine tells while it thinks, and after."""

    def __init__(self) -> None:
        self.tiles = {name: Tile(*words) for name, words in TILES.items()}
        self.best_line = Label(NO_SEARCH, style="mono", role="dim", wrap=True)
        self.root_table = Table(ROOT_COLUMNS, placeholder="One row for each move", multi=False)
        self.root_table.most_rows = 3  # and the rest of the panel's height
        self.depth_table = Table(DEPTH_COLUMNS, placeholder="One row for each finished depth", height=122, multi=False)
        self.depths = Section("Depths", [self.depth_table])
        head = Section("Search", [Tiles(self.tiles.values()), self.best_line])
        super().__init__([head, self.root_table, self.depths], gap=4, grow=1)

    def show(self, who: str, shot: Snapshot) -> None:
        """Follow a search."""
        for name, text in tile_texts(shot).items():
            self.tiles[name].number.text = text
        self.best_line.text = progress_words(who, shot)
        self.root_table.rows = [root_row(move) for move in by_value(shot.root)]
        self.depth_table.rows = [
            (d.depth, value_words(d.value, exact=d.exact), d.nodes, d.seconds, d.researches, " ".join(d.pv))
            for d in reversed(shot.deepening)
        ]

    def clear(self) -> None:
        """There is no search to show."""
        for tile in self.tiles.values():
            tile.number.text = NOTHING
        self.best_line.text = NO_SEARCH
        self.root_table.rows = self.depth_table.rows = []


def progress_words(who: str, shot: Snapshot) -> str:
    """The best line so far, or why there is none."""
    told = " ".join(shot.pv) or str(shot.notes.get("rule", ""))
    if told:
        return f"{who}: {told}"
    begun = shot.nodes or shot.simulations or shot.seconds < LONG_SILENCE
    return f"{who} …" if begun else f"{who} is being made ready for this game, once …"


def by_value(moves: Sequence[RootMove]) -> list[RootMove]:
    """The best first: searched before not searched, more visits before fewer, known before "at most"."""
    return sorted(moves, key=lambda m: (m.value is None, -m.visits, -(m.value or 0.0), m.bound is Bound.UPPER))


def root_row(move: RootMove) -> tuple[Any, ...]:
    """One root move in the table."""
    value = value_words(move.value, exact=move.exact, bound=move.bound)
    return (move.move, value, move.nodes or None, move.visits or None, move.win_rate, " ".join(move.pv))


def board_values(moves: Sequence[RootMove]) -> dict[str, tuple[str, float]]:
    """What is written beside each move on the board."""
    return {m.move: _on_board(m) for m in moves if m.value is not None}


def _on_board(move: RootMove) -> tuple[str, float]:
    value = move.value or 0.0
    if move.win_rate is not None and not move.exact:
        return percent(move.win_rate), 2 * move.win_rate - 1
    text = f"{value:+g}" if move.exact else f"{value:+.2f}"
    return SIGNS[move.bound].strip() + text, max(-1.0, min(1.0, value))
