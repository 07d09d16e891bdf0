"""Engines against engines: games as they end, the score, and Elo with its error bar."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from sandbox.bench.match import Pairing, Played, Player, Score, document_of, pairings, play
from sandbox.bench.openings import EVEN_ONES, KINDS, START, openings_of
from sandbox.figures import seconds
from sandbox.games.api import Game, games
from sandbox.gametree.document.model import GameDocument
from sandbox.registry import Entry
from sandbox.ui.benches.page import Page
from sandbox.ui.benches.reporting import Reporting, Write, of_match
from sandbox.ui.boards.game.files import save_games
from sandbox.ui.boards.seat_lines import budget_fields
from sandbox.ui.boards.seats import DEPTH, NODES, TIME, WEIGHTS, Seat
from sandbox.ui.boards.weights import WeightsRow
from sandbox.ui.forms import fields_of, text_pairs
from sandbox.ui.kit import (
    Button,
    Column,
    Dropdown,
    Form,
    Label,
    LineChart,
    Row,
    Section,
    Series,
    Spacer,
    Table,
    TableColumn,
    Widget,
)
from sandbox.ui.kit import Field as FormField
from sandbox.ui.services import Services

STOPS = (TIME, DEPTH, NODES)
SETUP = (
    FormField("games", "Games", "int", 20, 2, 1000, 2, log=True, help="Each opening is played from both sides"),
    FormField("kind", "Begin from", "choice", EVEN_ONES, choices=tuple(KINDS), choice_labels=tuple(KINDS.values())),
    FormField(
        "plies", "Length", "int", 4, 0, 20, 1, unit="plies", help="Random moves before the engines begin",
        visible=lambda values: values["kind"] != START,
    ),
    FormField("seed", "Seed", "int", 1, 0, 9999, 1),
)  # fmt: skip
FIRST_BUDGET = {"stop": TIME, "seconds": 0.05, "depth": 6, "nodes": 20_000}
COLUMNS = (
    TableColumn("Game", 56, number=True),
    TableColumn("Opening", 110),
    TableColumn("Begins", 76),
    TableColumn("Result", 100),
    TableColumn("Moves", 72, number=True),
    TableColumn("Time", 72, number=True, format=seconds, unit="s"),
    TableColumn("Line", 240, grow=1.0),
)
RESULTS = {1.0: "first wins", 0.5: "draw", 0.0: "second wins"}
Wanted = tuple[str, str, int, int, int]  # game, kind of openings, number, plies, seed


def find_openings(wanted: Wanted) -> list[str]:
    """In another process: an engine looks at even ones."""
    key, kind, number, plies, seed = wanted
    return openings_of(games[key].create(), kind, number, plies, seed)


class SideBox(Column):
    """One player: a level, or an engine with its form."""

    def __init__(self, name: str, key: str) -> None:
        self.key, self.seat = key, Seat()
        self.who = Dropdown(["–"], 0, on_change=self._pick)
        self.place = Column(gap=0)
        super().__init__([Section(name, [self.who, self.place])], gap=0)

    def suit(self, game: Entry[Game]) -> None:
        """Offer the levels and engines that fit, and of their options those that do."""
        before, self.seat = self.seat, Seat()
        self.seat.suit(game, before.key or self.key)
        self.seat.chosen = self.seat.chosen or 1  # people do not play here
        self.who.choices = [*(level.title for level in self.seat.levels), *(e.title for e in self.seat.engines)]
        engines, levels = len(self.seat.engines), len(self.seat.levels)
        chosen = self.seat.chosen - 1
        self._pick(chosen - engines if chosen >= engines else chosen + levels)

    def _pick(self, at: int) -> None:
        engines, levels = len(self.seat.engines), len(self.seat.levels)
        self.who.value, self.seat.chosen = at, 1 + (at + engines if at < levels else at - levels)
        level, entry = self.seat.level, self.seat.entry
        if level is not None:
            said = f"{level.title} {level.summary}, with a budget of its own."
            self.place.replace_children([Label(said, style="small", role="dim", wrap=True)])
            return
        values = self.seat.options.setdefault(entry.key, {}) if entry is not None else {}
        parts: list[Widget] = [Form(fields_of(self.seat.free), values, on_change=values.__setitem__)]
        if any(option.name == WEIGHTS for option in self.seat.offered):
            parts.append(WeightsRow(self.seat.game, values, partial(values.__setitem__, WEIGHTS)))
        self.place.replace_children(parts)

    def player(self, budget: dict[str, Any]) -> Player:
        """As a match knows it."""
        level, entry = self.seat.level, self.seat.entry
        if level is not None:
            return Player(level.key)
        assert entry is not None
        own = {name: budget[name] for name in (budget["stop"],)} if budget["stop"] != TIME else {}
        given = own or {"seconds": float(budget["seconds"])}
        return Player(entry.key, text_pairs(self.seat.options[entry.key]), **given)


class MatchPage(Page):
    """Matches of engines."""

    title = "Matches"
    reporting: Reporting

    def __init__(self, services: Services, open_game: Callable[[GameDocument], None]) -> None:
        super().__init__(services)
        self.open_game = open_game
        self.entries = list(games)
        self.game = Dropdown([e.title for e in self.entries], 0, on_change=lambda _: self._suit())
        self.form = Form(SETUP)
        self.budget = Form(budget_fields(STOPS, simulates=False), FIRST_BUDGET)
        self.sides = (SideBox("First player", "alphabeta"), SideBox("Second player", "mcts"))
        self.table = Table(
            COLUMNS, placeholder="Choose two engines and run", multi=False, on_activate=self._open,
            on_select=lambda rows: setattr(self.look, "enabled", bool(rows)),
        )  # fmt: skip
        self.look = Button("Open on the board", icon="grid-3x3", compact=True, on_click=self._open_selected)
        self.look.enabled, self.look.tip = (
            False,
            "Step through the game, and have it analysed (a double click does, too)",
        )
        self.save = Button("Save all", icon="save-all", compact=True, on_click=self._save, enabled=False)
        self.save.tip = "Every game as a file, in a folder of this match"
        self.score = Label("No games yet", style="title")
        self.curve = LineChart(title="Elo of the first player", x_label="games")
        self.rounds: list[Pairing] = []
        self.played: list[Played] = []
        self.seed = 1
        self.reporting = Reporting(services, services.worker("reports"), self._writer)
        self._suit()

    def _suit(self) -> None:
        for side in self.sides:
            side.suit(self.entries[self.game.value])

    def _writer(self) -> Write | None:
        return of_match(list(self.rounds), list(self.played), self.seed) if self.played else None

    def settings(self) -> list[Widget]:
        """Game, budget, players."""
        return [Section("Match", [self.game, self.form, self.budget]), *self.sides]

    def results(self) -> list[Widget]:
        """Score, its course, the games."""
        head = Row([self.score, Spacer(), self.reporting.button, self.save, self.look], gap=8)
        return [head, Row([self.curve], height=220, cross="stretch"), self.table]

    def run(self) -> None:
        """Find openings, then play."""
        wish, entry = self.form.values, self.entries[self.game.value]
        players = (self.sides[0].player(self.budget.values), self.sides[1].player(self.budget.values))
        number, plies, seed = (int(wish[name]) for name in ("games", "plies", "seed"))
        self.rounds, self.played, self.seed = [], [], seed
        self._show()

        def begin(_number: int, openings: list[str]) -> None:
            self.rounds = pairings(entry.key, (), players, openings, number)
            self.start(play, self.rounds, self._came)

        self.start(find_openings, [(entry.key, str(wish["kind"]), max(1, number // 2), plies, seed)], begin)

    def _came(self, number: int, found: Played) -> None:  # noqa: ARG002
        self.played.append(found)
        self._show()

    def _open_selected(self) -> None:
        for row in self.table.selected:
            self._open(row)

    def _open(self, row: int) -> None:
        self.open_game(self._document(self.played[row]))

    def _document(self, played: Played) -> GameDocument:
        return document_of(self.rounds[played.number], played)

    def _save(self) -> None:
        save_games(self.services, [self._document(played) for played in self.played])

    def _show(self) -> None:
        self.table.rows = [
            (g.number + 1, g.opening[:24] or "start", "first" if g.first_begins else "second", RESULTS[g.result],
             len(g.moves), g.seconds, " ".join(g.moves))
            for g in self.played
        ]  # fmt: skip
        self.look.enabled, self.save.enabled = bool(self.table.selected), bool(self.played)
        self.reporting.refresh()
        results = [g.result for g in self.played]
        self.score.text = score_words(Score.of(results)) if results else "No games yet"
        self.curve.series = elo_lines(results)


def elo_lines(results: list[float]) -> list[Series]:
    """Elo after every game, and between what it lies with 95 % confidence."""
    if not results:
        return []
    scores = [Score.of(results[: n + 1]) for n in range(len(results))]
    at = range(1, len(scores) + 1)
    return [
        Series.of("Elo", [s.elo for s in scores], at),
        Series.of("at most", [s.elo + s.elo_error for s in scores], at, role="dim"),
        Series.of("at least", [s.elo - s.elo_error for s in scores], at, role="dim"),
    ]


def score_words(score: Score) -> str:
    """Wins, draws, losses, and Elo as far as the games tell."""
    counts = ((score.wins, "win", "wins"), (score.draws, "draw", "draws"), (score.losses, "loss", "losses"))
    base = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts)
    return f"{base}: Elo {score.elo:+.0f} ± {score.elo_error:.0f}".replace("-", "−")
