"""Engines against engines: games as they end, the score, and Elo with its error bar."""

from __future__ import annotations

from sandbox.bench.match import Played, Player, Score, pairings, play, random_openings
from sandbox.figures import seconds
from sandbox.games.api import Game, games
from sandbox.gametree.api import Engine
from sandbox.registry import Entry
from sandbox.ui.benches.page import Page
from sandbox.ui.boards.seats import Seat
from sandbox.ui.forms import fields_of, text_pairs
from sandbox.ui.kit import Column, Dropdown, Form, Label, LineChart, Row, Section, Series, Table, TableColumn, Widget
from sandbox.ui.kit import Field as FormField
from sandbox.ui.services import Services

SETUP = (
    FormField("games", "Games", "int", 20, 2, 1000, 2, log=True, help="Each opening is played from both sides"),
    FormField("seconds", "Time a move", "float", 0.05, 0.005, 10.0, 0.005, unit="s", log=True),
    FormField("plies", "Opening", "int", 4, 0, 20, 1, unit="plies", help="Random moves before the engines begin"),
    FormField("seed", "Seed", "int", 1, 0, 9999, 1),
)
COLUMNS = (
    TableColumn("Game", 56, number=True),
    TableColumn("Opening", 110),
    TableColumn("Begins", 76),
    TableColumn("Result", 100),
    TableColumn("Moves", 72, number=True),
    TableColumn("Time", 72, number=True, format=seconds),
    TableColumn("Line", 240, grow=1.0),
)
RESULTS = {1.0: "first wins", 0.5: "draw", 0.0: "second wins"}


class SideBox(Column):
    """One player: which engine, with its form."""

    def __init__(self, name: str, key: str) -> None:
        self.key, self.seat = key, Seat()
        self.who = Dropdown(["–"], 0, on_change=self._pick)
        self.place = Column(gap=0)
        super().__init__([Section(name, [self.who, self.place])], gap=0)

    def suit(self, game: Entry[Game]) -> None:
        """Offer the engines that fit, and of their options those that do."""
        before, self.seat = self.seat, Seat()
        self.seat.suit(game, before.entry.key if before.entry else self.key)
        self.who.choices = [e.title for e in self.seat.engines]
        self._pick(max(0, self.seat.chosen - 1))

    def _pick(self, at: int) -> None:
        self.who.value, self.seat.chosen = at, at + 1
        values = self.seat.options.setdefault(self.engine.key, {})
        self.place.replace_children([Form(fields_of(self.seat.offered), values, on_change=values.__setitem__)])

    @property
    def engine(self) -> Entry[Engine]:
        """The engine chosen."""
        return self.seat.engines[self.who.value]

    def player(self, seconds: float) -> Player:
        """As a match knows it."""
        key = self.engine.key
        return Player(key, text_pairs(self.seat.options[key]), seconds)


class MatchPage(Page):
    """Matches of engines."""

    title = "Matches"

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self.entries = list(games)
        self.game = Dropdown([e.title for e in self.entries], 0, on_change=lambda _: self._suit())
        self.form = Form(SETUP)
        self.sides = (SideBox("First player", "alphabeta"), SideBox("Second player", "mcts"))
        self.table = Table(COLUMNS, placeholder="Choose two engines and run", multi=False)
        self.score = Label("No games yet", style="title")
        self.curve = LineChart(title="Share of the points", x_label="games")
        self.curve.y_range = (0.0, 1.0)
        self.played: list[Played] = []
        self._suit()

    def _suit(self) -> None:
        for side in self.sides:
            side.suit(self.entries[self.game.value])

    def settings(self) -> list[Widget]:
        """Game, budget, players."""
        return [Section("Match", [self.game, self.form]), *self.sides]

    def results(self) -> list[Widget]:
        """Score, its course, the games."""
        return [self.score, Row([self.curve], height=220, cross="stretch"), self.table]

    def run(self) -> None:
        """Play."""
        wish, entry = self.form.values, self.entries[self.game.value]
        first, second = (side.player(float(wish["seconds"])) for side in self.sides)
        number = max(1, int(wish["games"]) // 2)
        openings = random_openings(entry.create(), number, int(wish["plies"]), int(wish["seed"]))
        self.played = []
        self._show()
        self.start(play, pairings(entry.key, (), (first, second), openings, int(wish["games"])), self._came)

    def _came(self, _number: int, game: Played) -> None:
        self.played.append(game)
        self._show()

    def _show(self) -> None:
        self.table.rows = [
            (g.number + 1, g.opening[:24] or "start", "first" if g.first_begins else "second", RESULTS[g.result],
             len(g.moves), g.seconds, " ".join(g.moves))
            for g in self.played
        ]  # fmt: skip
        results = [g.result for g in self.played]
        score = Score.of(results)
        self.score.text = score_words(score) if results else "No games yet"
        shares = [sum(results[: i + 1]) / (i + 1) for i in range(len(results))]
        self.curve.series = [Series.of(self.sides[0].engine.title, shares, range(1, len(shares) + 1))] if shares else []


def score_words(score: Score) -> str:
    """Wins, draws, losses, and Elo as far as the games tell."""
    counts = ((score.wins, "win", "wins"), (score.draws, "draw", "draws"), (score.losses, "loss", "losses"))
    base = ", ".join(f"{n} {one if n == 1 else many}" for n, one, many in counts)
    elo, error = score.elo, score.elo_error
    return f"{base}: Elo {elo:+.0f} ± {error:.0f}" if elo is not None and error is not None else base
