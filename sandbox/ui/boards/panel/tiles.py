"""The numbers at the head of the panel: other ones for a search that looks ahead than for one that simulates."""

from __future__ import annotations

from collections.abc import Iterable

from sandbox.figures import NOTHING, percent, short
from sandbox.gametree.shown import UNITS
from sandbox.ui.boards.panel.words import Asked
from sandbox.ui.kit import Column, Grid, Label, Panel
from sandbox.ui.kit.widget import Size

FOUR_TILES, THREE_TILES = 480, 350  # dp that so many tiles need

AHEAD = {
    "nodes": ("Nodes", "Positions visited"),
    "speed": ("Speed", "Nodes a second"),
    "depth": ("Depth", "Plies finished / deepest line looked at"),
    "value": ("Value", "For the side to move; estimates lie strictly between a loss and a win"),
    "first": ("First-move cuts", "Share of cut-offs made by the first move tried: 100 % is perfect ordering"),
    "branching": ("Branching", "What one more ply costs / legal moves of an average position"),
    "table": ("Table hits", "Share of the transposition table's probes that hit · how full it is"),
    "fewest": ("Minimal tree", "Leaves that alpha-beta needs at least at this depth (Knuth, Moore 1975)"),
}
SIMULATED = {
    "simulations": ("Simulations", "Games played to their end"),
    "rate": ("A second", "Simulations a second"),
    "tree": ("Tree", "Nodes added to the tree"),
    "deepest": ("Deepest", "Plies from the root to its lowest node"),
    "won": ("Games won", "Share of the best move's simulations, a draw counting half"),
    "value": ("Value", "For the side to move: from the share of games won, or proven"),
    "best": ("Best move's share", "Of all simulations: how sure it is"),
    "kept": ("Kept", "Simulations kept from the tree of the previous move"),
}


class Line(Label):
    """One line of a tile, which is as large whatever is written there."""

    def _may_resize(self) -> bool:
        return False


class Tile(Panel):
    """A number and what it counts."""

    def __init__(self, title: str, tip: str) -> None:
        self.title = Line(title, style="small", role="dim")
        self.number = Line(NOTHING, style="mono_large")
        super().__init__(
            [Column([self.title, self.number], gap=2)], pad=(10, 6), fill="sunken", radius=6, line="line", tip=tip
        )


class Tiles(Grid):
    """Tiles, four in a line, or fewer where that would cut their numbers."""

    def __init__(self, named: dict[str, tuple[str, str]]) -> None:
        self.named = {name: Tile(*words) for name, words in named.items()}
        super().__init__([1] * 4, self.named.values(), gap=(8, 6))

    def show(self, texts: dict[str, str], value: str) -> None:
        """Show other numbers; `value` is the title of the value's tile, which names its side."""
        for name, text in texts.items():
            self.named[name].number.text = text
        self.named["value"].title.text = value

    def measure(self, width: int | None) -> Size:
        """Return the size of as many lines as the width makes."""
        self._choose(width)
        return super().measure(width)

    def layout(self) -> None:
        """Place them."""
        self._choose(self.rect.w)
        super().layout()

    def _choose(self, width: int | None) -> None:
        four, three = (self.dp(tiles * self.look.theme.type_scale) for tiles in (FOUR_TILES, THREE_TILES))
        wide = four if width is None else width
        self.columns = [1] * (4 if wide >= four else 3 if wide >= three else 2)


def few(number: float) -> str:
    """A small number in as few characters as a tile has room for."""
    return f"{number:.1f}" if number < 10 else f"{number:.0f}"


def nothing_in(named: Iterable[str]) -> dict[str, str]:
    """No search: no numbers."""
    return dict.fromkeys(named, NOTHING)


def ahead_texts(asked: Asked) -> dict[str, str]:
    """What the tiles say of a search that looks ahead."""
    shot, number, table, cutoffs = asked.shot, asked.counter, asked.shown.table, asked.shown.cutoffs
    hits = f"{100 * table.hits / table.probes:.0f} · {percent(table.fill)}" if table and table.probes else NOTHING
    searched = bool(shot.interior and shot.depth)
    return {
        "nodes": short(number("nodes")),
        "speed": short(number("nodes_per_second")) if shot.seconds > 0 else NOTHING,
        "depth": (f"{shot.depth} / {shot.deepest}" if shot.deepest else f"{shot.depth}") if shot.depth else NOTHING,
        "value": value_of(asked),
        "first": percent(cutoffs.share) if cutoffs else NOTHING,
        "branching": f"{few(number('effective_branching'))} / {few(number('branching'))}" if searched else NOTHING,
        "table": hits,
        "fewest": short(number("fewest_leaves")) if searched and shot.depth < 60 else NOTHING,
    }


def simulated_texts(asked: Asked) -> dict[str, str]:
    """What the tiles say of one that simulates."""
    shot, number = asked.shot, asked.counter
    best = next((row for row in asked.shown.rows if row.best), None)
    return {
        "simulations": short(number("simulations")),
        "rate": short(number("simulations_per_second")) if shot.seconds > 0 else NOTHING,
        "tree": short(number("tree_nodes")) if shot.tree_nodes else "none",
        "deepest": str(shot.deepest) if shot.deepest else NOTHING,
        "won": percent(best.win_rate) if best is not None and best.win_rate is not None else NOTHING,
        "value": f"{shot.value:+.3f}" if best is not None and abs(shot.value) < 1 else value_of(asked),
        "best": percent(best.share) if best is not None and best.visits else NOTHING,
        "kept": short(shot.notes["kept"]) if "kept" in shot.notes else NOTHING,
    }


def value_of(asked: Asked) -> str:
    """The value, its bound and its unit."""
    worth, unit = asked.shown.worth, unit_of(asked)
    if worth is None:
        return NOTHING
    words = worth.words.removesuffix(f" {unit}") if unit else worth.words
    return words.replace("≥ ", "≥").replace("≤ ", "≤")


def unit_of(asked: Asked) -> str:
    """What a proven value counts; empty for an estimate."""
    worth = asked.shown.worth
    return UNITS.get(asked.shown.game, "") if worth is not None and abs(worth.value) >= 1 else ""


def value_title(asked: Asked) -> str:
    """Whose value, and of what."""
    unit = unit_of(asked)
    return f"For {asked.shown.side.removesuffix(' player')}" + (f", in {unit}" if unit else ": value")
