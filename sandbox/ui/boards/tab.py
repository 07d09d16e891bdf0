"""The Boards tab: who plays what against whom; thinking happens in a worker, the panel polls its report."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from typing import Any

from sandbox.errors import SandboxError
from sandbox.figures import seconds
from sandbox.games.api import BoardPicture, games
from sandbox.gametree.api import Result
from sandbox.kernels.warming.order import Needs
from sandbox.registry import Entry
from sandbox.ui.boards.board import Board
from sandbox.ui.boards.drawing import players
from sandbox.ui.boards.estimate import Estimate
from sandbox.ui.boards.match import Match
from sandbox.ui.boards.panel import SearchPanel, board_values, value_words
from sandbox.ui.boards.seat_lines import SIDES, SeatLine
from sandbox.ui.boards.session import Listeners, Session
from sandbox.ui.boards.thinking import Search
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import (
    Action,
    Button,
    Checkbox,
    Column,
    Dropdown,
    IconButton,
    Label,
    Row,
    Scroll,
    Section,
    Spacer,
    Splitter,
    Swatch,
    TextField,
    Widget,
)
from sandbox.ui.services import Services
from sandbox.ui.tabs import Tab

POLL_SECONDS = 0.1


class BoardsTab(Tab):
    """A board, two seats, and the search of whoever thinks."""

    key = "boards"
    rooms = frozenset({"games", "gametree"})

    def __init__(self, services: Services) -> None:
        self.services = services
        self.entries: list[Entry[Any]] = list(games)
        listeners = Listeners(self._show, self._show_search, self._say_played, services.failed)
        self.session = Session(services.worker("boards"), listeners)
        self.session.state = lambda: services.warmer.state
        self._seen: WarmState | None = None
        self._polled = 0.0
        self.board = Board(self.play)
        self.panel = SearchPanel()
        self.estimate = Estimate(services.worker("judging"), instead_of=self.panel.depths)
        self._content = self._build()
        self._show()

    # Frame -------------------------------------------------------------------------------------------

    def _build(self) -> Widget:
        self.game_box = Dropdown([e.title for e in self.entries], 0, on_change=self._pick_game, name="game")
        self.seat_lines = [SeatLine(*it, self.session.reseat) for it in enumerate(self.session.seats)]
        self.status = Label("", style="strong", grow=1)
        self.turn = Swatch("series 0", size=12)
        self.moves = Label("", style="mono", role="dim", wrap=True, lines=2)
        self.field = TextField("", placeholder="Paste a position or moves, Enter", on_submit=self._set_up, grow=1)
        analyse, tip = self.session.set_analysis, "Shows the value of every move"
        self.hints = Checkbox("Analyse while I think", on_change=analyse, tip=tip)
        again = "The same game from its start"
        tools: list[Widget] = [
            self.game_box,
            Button("New game", icon="plus", on_click=self.new_game, tip=again, tip_key="Ctrl+N"),
            IconButton("undo-2", on_click=self.session.take_back, tip="Take back", tip_key="Ctrl+Z"),
            IconButton("redo-2", on_click=self.session.forward, tip="Redo", tip_key="Ctrl+Y"),
            Button("Move now", icon="zap", on_click=self.move_now, tip="Play the best found so far", tip_key="Space"),
            Spacer(),
            self.hints,
        ]
        bar = Row(tools, gap=6, pad=(8, 6), fill="panel")
        head = Row([self.turn, self.status], gap=8, pad=(16, 8, 16, 0))
        foot = Column([self.moves, Row([self.field])], gap=6, pad=(16, 6))
        left = Column([bar, head, self.board, foot], gap=0)
        right = Column([Section("Players", self.seat_lines), self.panel, self.estimate], gap=4, pad=(12, 8))
        return Splitter(left, Column([Scroll(right)], gap=0, fill="panel"), share=0.56)

    def content(self) -> Widget:
        """Board and panel."""
        return self._content

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        spec: list[tuple[str, str, tuple[str, ...], Callable[[], None], str]] = [
            ("new", "New game", ("Ctrl+N",), self.new_game, "plus"),
            ("back", "Take back", ("Ctrl+Z",), self.session.take_back, "undo-2"),
            ("forward", "Redo", ("Ctrl+Y",), self.session.forward, "redo-2"),
            ("now", "Move now", ("Space",), self.move_now, "zap"),
            ("analyse", "Analyse while I think", ("Ctrl+A",), self.toggle_analysis, "lightbulb"),
            ("swap", "Swap the players", ("Ctrl+X",), self.session.swap, "arrow-down-up"),
        ]
        return [
            Action(f"boards.{n}", title, keys, run, where="boards", icon=icon) for n, title, keys, run, icon in spec
        ]

    def shown(self) -> None:
        """Take the keyboard, and go on thinking."""
        self._take_keyboard()
        self.session.think_if_due()

    def _take_keyboard(self) -> None:
        if self.board.is_mounted:
            self.services.root.focus.set(self.board)

    def hidden(self) -> None:
        """Nobody thinks behind another tab."""
        self.session.thinking.stop()

    def warmed(self) -> None:
        """Engines may think now."""
        self.session.ready = True
        self._show()
        self.session.think_if_due()

    def tick(self) -> None:
        """Poll the one who thinks."""
        now = time.perf_counter()
        if not self.session.ready and self._seen is not self.services.warmer.state:
            self._seen = self.services.warmer.state
            self._show()
            self.session.think_if_due()
        if self.session.thinking.search is not None and now - self._polled >= POLL_SECONDS:
            self._polled = now
            self._show_search()
            self.services.root.after(POLL_SECONDS, lambda: None)

    @property
    def needs(self) -> Needs:
        """The engine to move."""
        return self.session.needs

    @property
    def awaited(self) -> Mapping[str, bool]:
        """The first move of an engine."""
        session = self.session
        moved = any(search.plays and search.ended is not None for search in session.told.values())
        return {"move": moved} if any(seat.entry is not None for seat in session.seats) else {}

    def await_something(self) -> None:
        """Where a person begins, make the first of their moves."""
        session = self.session
        if session.mover.entry is None and not session.match.over:
            self.play(session.match.face.moves(session.match.position)[0])

    @property
    def settled(self) -> bool:
        """Nobody thinks."""
        return self.session.thinking.search is None

    def open_file(self, path: str, *, strict: bool = False) -> bool:  # noqa: ARG002
        """A game by its key, `KEY:POSITION`, or a tree file."""
        key, _, position = path.partition(":")
        if key not in games:
            return False
        self.session.begin(Match.of(key, position or "-"))
        return True

    def close(self) -> None:
        """Stop thinking."""
        self.session.thinking.stop()

    # What a person does ------------------------------------------------------------------------------

    def _pick_game(self, at: int) -> None:
        self.session.begin(Match(self.entries[at]))

    def new_game(self) -> None:
        """From the start."""
        self.services.say(f"New game of {self.session.match.entry.title}")
        self.session.new_game()

    def _set_up(self, text: str) -> None:
        """Take a pasted position; what is wrong with it is said at the field."""
        try:
            match = Match.of(self.session.match.entry.key, text.strip() or "-")
        except SandboxError as error:
            self.field.error = str(error)
            return
        self.field.error = ""
        self.session.begin(match)
        self._take_keyboard()

    def play(self, move: str) -> None:
        """A person's move."""
        self.services.say(f"{SIDES[self.session.match.to_move]} plays {move}")
        self.session.play(move)

    def move_now(self) -> None:
        """Have the engine whose turn it is play, or say why it cannot."""
        if why := self.session.move_now():
            self.services.say(why)

    def toggle_analysis(self) -> None:
        """Values of every move while a person thinks, or not."""
        self.hints.value = not self.session.analyse
        self.session.set_analysis(self.hints.value)

    # What is shown -----------------------------------------------------------------------------------

    def _show(self) -> None:
        session, match = self.session, self.session.match
        picture = match.face.picture(match.position)
        self.game_box.value = next(i for i, e in enumerate(self.entries) if e.key == match.entry.key)
        self.board.show(picture, live=not match.over and session.mover.entry is None)
        self.status.text = " · ".join(filter(None, (picture.caption, session.waits, session.cold)))
        self.moves.text = " ".join(match.moves[: match.at]) or "No moves yet"
        for line in self.seat_lines:
            line.refresh()
        self._colour_seats(picture)
        self._show_search()
        self.estimate.follow(match, ready=session.may_judge)

    def _colour_seats(self, picture: BoardPicture) -> None:
        """Every mark of a player in the colour of the stones."""
        colours = players(picture, dark=self.services.root.look.theme.name == "dark")
        for line, colour in zip(self.seat_lines, colours, strict=True):
            line.swatch.role = colour
        self.turn.role = colours[self.session.match.to_move]
        self.turn.visible = not self.session.match.over

    def _say_played(self, search: Search, result: Result) -> None:
        value = value_words(result.value, exact=result.exact)
        self.services.say(f"{search.entry.title} plays {result.best} after {seconds(result.seconds)}: {value}")

    def _show_search(self) -> None:
        """The search at the position on the board, or else the one that led to it."""
        match, told = self.session.match, self.session.told
        at = match.at if match.at in told else match.at - 1
        if at not in told:
            self.panel.clear()
            self.board.show_values({})
            return
        shot = told[at].shot
        self.panel.show(told[at].entry.title, shot)
        past = match.face.picture(match.positions[at]).targets if at < match.at else ()
        self.board.show_values(board_values(shot.root), shot.best, past)
