"""The line over the board while a match is on: which game, the score, Elo; and the sheet of all its games."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from sandbox.ui.kit import Button, Column, Floating, IconButton, Label, Row, Spacer, Table, TableColumn

if TYPE_CHECKING:
    from sandbox.ui.boards.contest.contest import Contest

HIGH = 40  # dp
COLUMNS = (
    TableColumn("Game", 60, number=True),
    TableColumn("Begins", 140, grow=1.0),
    TableColumn("Result", 150, grow=1.0),
    TableColumn("Moves", 70, number=True),
)


class Deeds(NamedTuple):
    """What its buttons do."""

    pause: Callable[[], None]
    games: Callable[[], None]
    close: Callable[[], None]


class ContestBar(Row):
    """Which game is played, and the score so far."""

    def __init__(self, deeds: Deeds) -> None:
        self.game = Label("", style="strong")
        self.points = Label("", grow=1)
        self.elo = Label("", style="mono", role="dim", tip="Elo difference, with its 95 % interval")
        self.pause = IconButton("pause", compact=True, on_click=deeds.pause, tip="Pause or resume the match")
        self.games = Button("Games", icon="list", compact=True, on_click=deeds.games, tip="Every game that was played")
        away = IconButton("x", compact=True, on_click=deeds.close, tip="End the match")
        parts = [self.game, self.points, self.elo, self.games, self.pause, away]
        super().__init__(parts, gap=10, pad=(16, 0), height=HIGH, fill="panel", visible=False)

    def show(self, contest: Contest | None, words: str = "") -> None:
        """Follow a match; or what is done before it begins."""
        self.visible = contest is not None or bool(words)
        self.pause.visible = contest is not None and not contest.ended
        self.games.enabled = contest is not None and bool(contest.played)
        if contest is None:
            self.game.text, self.points.text, self.elo.text = words, "", ""
            return
        now = min(contest.number + 1, contest.games)
        stands = "" if contest.running or contest.ended else ", stopped"
        words = f"All {contest.games} games played" if contest.ended else f"Game {now} of {contest.games}{stands}"
        self.game.text, self.points.text, self.elo.text = words, contest.points, contest.elo
        self.pause.icon = "pause" if contest.running else "play"


def sheet_of(contest: Contest, opened: Callable[[int], None], save: Callable[[], None], button: Button) -> Floating:
    """All games; a click puts one on the board."""
    table = Table(COLUMNS, rows_of(contest), multi=False, height=300)

    def choose(rows: list[int]) -> None:
        if rows:
            opened(rows[0])

    table.on_select = choose
    note = Label("A click puts a game on the board; the match waits.", style="small", role="dim", wrap=True, grow=1)
    kept = Button("Save all", icon="save-all", compact=True, on_click=save)
    body = Column([table, Row([note, Spacer(4), kept], gap=8)], gap=10, pad=12, width=480)
    return Floating(body, anchor=button.rect)


def rows_of(contest: Contest) -> list[tuple[object, ...]]:
    """A row for each game."""
    first, second = (chair.title for chair in contest.chairs)
    words = {1.0: f"{first} wins", 0.5: "draw", 0.0: f"{second} wins"}
    return [
        (n + 1, document.players[document.mover(0)].name, words[result], len(document.moves()))
        for n, (document, result) in enumerate(zip(contest.played, contest.results, strict=True))
    ]
