"""The Boards tab: who plays what against whom; thinking happens in a worker, the panel polls its report."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from sandbox.errors import SandboxError
from sandbox.games.api import BoardPicture, games
from sandbox.gametree.api import Limits, Result
from sandbox.registry import Entry
from sandbox.ui.boards.board import Board
from sandbox.ui.boards.drawing import players
from sandbox.ui.boards.estimate import Estimate
from sandbox.ui.boards.match import Match
from sandbox.ui.boards.panel import SearchPanel, board_values, value_words
from sandbox.ui.boards.seats import Seat, SeatLine
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import (
    Action,
    Button,
    Checkbox,
    Column,
    Dropdown,
    IconButton,
    Label,
    Row,
    Section,
    Spacer,
    Splitter,
    Swatch,
    TextField,
    Widget,
)
from sandbox.ui.services import Services

POLL_SECONDS = 0.1
ANALYSIS_SECONDS = 20.0
FAVOURITES = ("", "alphabeta")  # the first seat is a person's, the second an engine's
SIDES = ("First", "Second")


class BoardsTab:
    """A board, two seats, and the search of whoever thinks."""

    key = "boards"
    title = "Boards"
    icon = "grid-3x3"
    rooms = frozenset({"games", "gametree"})

    def __init__(self, services: Services) -> None:
        self.services = services
        self.worker = services.worker("boards")
        self.entries: list[Entry[Any]] = list(games)
        self.match = Match(self.entries[0])
        self.seats = (Seat(0), Seat(1))
        self.thinking: Seat | None = None
        self.limits = Limits()
        self.ready = False
        self.analyse = False
        self._polled = 0.0
        self.board = Board(self.play)
        self.panel = SearchPanel()
        self.estimate = Estimate(services.worker("judging"), instead_of=self.panel.depths)
        self._content = self._build()
        self._suit()
        self._show()

    # Frame -------------------------------------------------------------------------------------------

    def _build(self) -> Widget:
        self.game_box = Dropdown([e.title for e in self.entries], 0, on_change=self._pick_game, width=180, name="game")
        self.seat_lines = [SeatLine(seat, self._seat_changed) for seat in self.seats]
        self.status = Label("", style="strong", grow=1)
        self.turn = Swatch("series 0", size=12)
        self.moves = Label("", style="mono", role="dim", wrap=True, lines=2)
        self.field = TextField("", placeholder="Paste a position or moves, Enter", on_submit=self._set_up, grow=1)
        self.hints = Checkbox("Analyse while I think", on_change=self._set_analyse, tip="Shows the value of every move")
        tools: list[Widget] = [
            self.game_box,
            Button(
                "New game", icon="plus", on_click=self.new_game, tip="The same game from its start", tip_key="Ctrl+N"
            ),
            IconButton("undo-2", on_click=self.take_back, tip="Take back", tip_key="Ctrl+Z"),
            IconButton("redo-2", on_click=self.forward, tip="Forward again", tip_key="Ctrl+Y"),
            Button("Move now", icon="zap", on_click=self.move_now, tip="Play the best found so far", tip_key="Space"),
            Spacer(),
            self.hints,
        ]
        left = Column(
            [
                Row(tools, gap=6, pad=(8, 6), fill="panel"),
                Row([self.turn, self.status], gap=8, pad=(16, 8, 16, 0)),
                self.board,
                Column([self.moves, Row([self.field])], gap=6, pad=(16, 6)),
            ],
            gap=0,
        )
        right = Column(
            [Section("Players", self.seat_lines), self.panel, self.estimate], gap=4, pad=(12, 8), fill="panel"
        )
        return Splitter(left, right, share=0.56)

    def content(self) -> Widget:
        """Board and panel."""
        return self._content

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        spec: list[tuple[str, str, tuple[str, ...], Callable[[], None], str]] = [
            ("new", "New game", ("Ctrl+N",), self.new_game, "plus"),
            ("back", "Take back", ("Ctrl+Z",), self.take_back, "undo-2"),
            ("forward", "Forward again", ("Ctrl+Y",), self.forward, "redo-2"),
            ("now", "Move now", ("Space",), self.move_now, "zap"),
            ("analyse", "Analyse while I think", ("Ctrl+A",), self.toggle_analysis, "lightbulb"),
            ("swap", "Swap the players", ("Ctrl+X",), self.swap, "arrow-down-up"),
        ]
        return [
            Action(f"boards.{n}", title, keys, run, where="boards", icon=icon) for n, title, keys, run, icon in spec
        ]

    def shown(self) -> None:
        """Take the keyboard, and go on thinking."""
        if self.board.is_mounted:
            self.services.root.focus.set(self.board)
        self._think_if_due()

    def hidden(self) -> None:
        """Nobody thinks behind another tab."""
        self._stop_thinking()

    def warmed(self) -> None:
        """Engines may think now."""
        self.ready = True
        self.estimate.follow(self.match, ready=True)
        self._think_if_due()

    def tick(self) -> None:
        """Poll the one who thinks."""
        now = time.perf_counter()
        if self.thinking is not None and now - self._polled >= POLL_SECONDS:
            self._polled = now
            self._show_search(self.thinking)
            self.services.root.after(POLL_SECONDS, lambda: None)

    @property
    def settled(self) -> bool:
        """Nobody thinks."""
        return self.thinking is None

    def open_file(self, path: str, *, strict: bool = False) -> bool:  # noqa: ARG002
        """A game by its key, `KEY:POSITION`, or a tree file."""
        key, _, position = path.partition(":")
        if key not in games:
            return False
        self._take(Match.of(key, position or "-"))
        return True

    def may_close(self, proceed: Callable[[], None]) -> bool:  # noqa: ARG002
        """A game in progress asks nothing."""
        return True

    def close(self) -> None:
        """Stop thinking."""
        self._stop_thinking()

    # The game ----------------------------------------------------------------------------------------

    def _pick_game(self, at: int) -> None:
        self._take(Match(self.entries[at]))

    def _take(self, match: Match) -> None:
        self._stop_thinking()
        self.match = match
        self.game_box.value = next(i for i, e in enumerate(self.entries) if e.key == match.entry.key)
        self._suit()
        self._show()
        self._think_if_due()

    def _suit(self) -> None:
        """Offer each seat the engines that fit the game."""
        axes = self.match.entry.info["axes"]
        for seat, line, favourite in zip(self.seats, self.seat_lines, FAVOURITES, strict=True):
            seat.suit(axes, favourite)
            line.refresh()

    def new_game(self) -> None:
        """From the start."""
        self._stop_thinking()
        self.match.start_again()
        for seat in self.seats:
            seat.report.forget()
        self.services.say(f"New game of {self.match.entry.title}")
        self._moved()

    def _set_up(self, text: str) -> None:
        """Take a pasted position; what is wrong with it is said at the field."""
        try:
            match = Match.of(self.match.entry.key, text.strip() or "-")
        except SandboxError as error:
            self.field.error = str(error)
            return
        self.field.error = ""
        self._take(match)

    def play(self, move: str) -> None:
        """A person's move."""
        if self.match.over:
            return
        self._stop_thinking()
        self.match.play(move)
        self.services.say(f"{SIDES[1 - self.match.to_move]} plays {move}")
        self._moved()

    def take_back(self) -> None:
        """To the person's move before; against nobody but engines, one move."""
        self._stop_thinking()
        self.match.back()
        people = [s for s in self.seats if s.entry is None]
        while people and self.match.at and self.seats[self.match.to_move].entry is not None:
            self.match.back()
        self._moved(think=not people)

    def forward(self) -> None:
        """Look at what was played next."""
        self._stop_thinking()
        self.match.forward()
        self._show()

    def swap(self) -> None:
        """Each takes the other's chair."""
        self._stop_thinking()
        first, second = self.seats
        first.chosen, second.chosen = second.chosen, first.chosen
        first.options, second.options = second.options, first.options
        for line in self.seat_lines:
            line.refresh()
        self._think_if_due()

    def _moved(self, *, think: bool = True) -> None:
        self._show()
        if think:
            self._think_if_due()

    def _show(self) -> None:
        match = self.match
        live = not match.over and self.seats[match.to_move].entry is None
        self.board.show_values({}, "")
        picture = match.face.picture(match.position)
        self.board.show(picture, live=live)
        self.status.text = picture.caption
        self._colour_seats(picture)
        self.moves.text = " ".join(match.moves[: match.at]) or "No moves yet"
        self.estimate.follow(match, ready=self.ready)

    def _colour_seats(self, picture: BoardPicture) -> None:
        """Every mark of a player in the colour of the stones."""
        colours = players(picture, dark=self.services.root.look.theme.name == "dark")
        for line, colour in zip(self.seat_lines, colours, strict=True):
            line.swatch.role = colour
        self.turn.role = colours[self.match.to_move]
        self.turn.visible = not self.match.over

    # Thinking ----------------------------------------------------------------------------------------

    def _seat_changed(self, seat: Seat) -> None:
        seat.report.forget()
        self._stop_thinking()
        self._show()
        self._think_if_due()

    def _set_analyse(self, on: bool) -> None:
        self.analyse = on
        self._stop_thinking()
        self._think_if_due()

    def toggle_analysis(self) -> None:
        """Values of every move while a person thinks, or not."""
        self.hints.value = not self.analyse
        self._set_analyse(not self.analyse)

    def _think_if_due(self) -> None:
        """Have the engine whose turn it is think, or an engine for the person who wants hints."""
        if not self.ready or self.thinking is not None or self.match.over:
            return
        seat = self.seats[self.match.to_move]
        if seat.entry is not None:
            self._think(seat, seat.limits(), plays=True)
        elif self.analyse and (helper := self._helper()) is not None:
            self._think(helper, Limits(seconds=ANALYSIS_SECONDS, every_move=True), plays=False)

    def _helper(self) -> Seat | None:
        """Who analyses for a person: the other side's engine, with a memory of its own."""
        other = next((s for s in self.seats if s.entry is not None), None)
        if other is None:
            other = Seat(0)
            other.suit(self.match.entry.info["axes"], FAVOURITES[1])
        return Seat(other.number, other.engines, other.chosen, other.options) if other.entry else None

    def _think(self, seat: Seat, limits: Limits, *, plays: bool) -> None:
        engine, match, position = seat.engine, self.match, self.match.position
        assert engine is not None
        self.thinking, self.limits = seat, limits

        def work(stop: Stop) -> Result:  # noqa: ARG001  (the engine looks at its own flag, so that "move now" delivers)
            return engine.search(match.game, position, limits, seat.report)

        def done(result: Result) -> None:
            if self.thinking is not seat or match is not self.match or position is not match.position:
                return
            self.thinking = None
            self._show_search(seat)
            if plays and result.best:
                match.play(result.best)
                self.services.say(self._said(seat, result))
                self._moved()

        self.worker.submit(Job("Thinking", "think", work, done, self._broke))
        self.services.root.after(POLL_SECONDS, lambda: None)

    def _said(self, seat: Seat, result: Result) -> str:
        value = value_words(result.value, exact=result.exact)
        title = seat.entry.title if seat.entry else ""
        return f"{title} plays {result.best} after {result.seconds:.2f} s: {value}"

    def _broke(self, failure: Any) -> None:
        self.thinking = None
        self.services.failed(failure)

    def _stop_thinking(self) -> None:
        if self.thinking is not None:
            self.limits.stop[0] = 1
            self.worker.cancel("think")
            self.thinking = None

    def move_now(self) -> None:
        """Have the engine play the best it has."""
        if self.thinking is not None:
            self.limits.stop[0] = 1

    def _show_search(self, seat: Seat) -> None:
        shot = seat.report.snapshot()
        self.panel.show(seat.entry.title if seat.entry else "", shot)
        self.board.show_values(board_values(shot.root), shot.best)
