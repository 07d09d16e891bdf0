"""The Boards tab: who plays what against whom; thinking happens in a worker, the panel polls its report."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import Any

from sandbox.figures import seconds
from sandbox.games.api import BoardPicture, games
from sandbox.gametree.api import Result
from sandbox.gametree.document import GameDocument, notation
from sandbox.kernels.warming.order import Needs
from sandbox.registry import Entry
from sandbox.ui.boards import marks
from sandbox.ui.boards.area import BoardArea
from sandbox.ui.boards.board import Board
from sandbox.ui.boards.drawing import players
from sandbox.ui.boards.game.files import SUFFIXES, GameFiles
from sandbox.ui.boards.game.graph import GameGraph
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.game.move_list import MoveList
from sandbox.ui.boards.game.review import Review
from sandbox.ui.boards.game.setting_up import SettingUp
from sandbox.ui.boards.head import Deeds, Status, ToolBar
from sandbox.ui.boards.menu import LAST, actions_of, open_menu
from sandbox.ui.boards.panel.estimate import Estimate
from sandbox.ui.boards.panel.search import SearchPanel
from sandbox.ui.boards.panel.words import Asked, board_values
from sandbox.ui.boards.remembered import recall, remember
from sandbox.ui.boards.seat_lines import SeatLine
from sandbox.ui.boards.session import Listeners, Session
from sandbox.ui.boards.sheets import PasteDialog, open_game_options, open_review
from sandbox.ui.boards.thinking import Search
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import Action, Column, Scroll, Section, Splitter, Widget
from sandbox.ui.services import Services
from sandbox.ui.tabs import Tab

POLL_SECONDS = 0.1
TICK_SECONDS = 1.0  # between looks at a person's clock
HINT = "Click a dot to move · arrows and Enter do, too · H for a hint · F1 for all keys"


class BoardsTab(Tab):
    """A board, two seats, the moves, and the search of whoever thinks."""

    key = "boards"
    rooms = frozenset({"games", "gametree"})

    def __init__(self, services: Services) -> None:
        self.services = services
        self.entries: list[Entry[Any]] = list(games)
        listeners = Listeners(self._show, self._show_search, self._say_played, services.failed)
        self.session = Session(services.worker("boards"), listeners)
        self.session.state = lambda: services.warmer.state
        self._seen: WarmState | None = None
        self.files = GameFiles(services, self.session)
        self.review = Review(services.worker("review"), self._show, services.failed)
        self._polled = self._ticked = 0.0
        self._looked_through = 0
        self.board = Board(self.play, self._preview, self._refuse)
        self.board.shapes = recall(services.settings, self.session)
        self.panel = SearchPanel(self._play_out)
        self.estimate = Estimate(services.worker("judging"), instead_of=self.panel.depths)
        self._content = self._build()
        self._show()
        services.at_start(self._bring_back)

    # Frame -------------------------------------------------------------------------------------------

    def _build(self) -> Widget:
        deeds = self._deeds()
        self.bar, self.status = ToolBar([e.title for e in self.entries], deeds), Status(deeds)
        self.seat_lines = [SeatLine(*it, self.session.reseat) for it in enumerate(self.session.seats)]
        self.moves = MoveList(self.session.go)
        self.graph = GameGraph(self._go_along)
        self.area = BoardArea(Scroll(self.moves), self.board, self.graph)
        self.setting_up = SettingUp(self._show, self._set_up)
        left = Column([self.bar, self.status, self.setting_up, self.area], gap=0)
        right = Column([Section("Players", self.seat_lines), self.panel, self.estimate], gap=4, pad=(12, 8))
        return Splitter(left, Column([Scroll(right)], gap=0, fill="panel"), share=0.56)

    def _deeds(self) -> Deeds:
        session = self.session
        return Deeds(
            self._pick_game, self._open_options, self.new_game, session.take_back, session.forward, self.hint,
            self.move_now, self.pause, partial(open_menu, self), session.set_analysis, session.rematch,
            self.look_through, partial(self.play, "pass"),
        )  # fmt: skip

    def content(self) -> Widget:
        """Board and panel."""
        return self._content

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        return actions_of(self)

    def shown(self) -> None:
        """Take the keyboard, and go on thinking."""
        self.services.hint(HINT, now=True)
        self._take_keyboard()
        self.session.think_if_due()

    def _take_keyboard(self) -> None:
        if self.board.is_mounted:
            self.services.root.focus.set(self.board)

    def hidden(self) -> None:
        """Nobody thinks behind another tab."""
        self.session.rest()

    def warmed(self) -> None:
        """Engines may think now."""
        self.session.ready = True
        self._show()
        self.session.think_if_due()

    def tick(self) -> None:
        """Poll the one who thinks, whoever looks through the game, and the clocks."""
        now, root = time.perf_counter(), self.services.root
        if not self.session.ready and self._seen is not self.services.warmer.state:
            self._seen = self.services.warmer.state
            self._show()
            self.session.think_if_due()
        thinks = self.session.thinking.search is not None
        if (thinks or self.review.running) and now - self._polled >= POLL_SECONDS:
            self._polled = now
            self._follow_work(thinks=thinks)
            root.after(POLL_SECONDS, lambda: None)
        if self._clock_runs and now - self._ticked >= TICK_SECONDS:
            self._ticked = now
            self._show_clocks()
            root.after(TICK_SECONDS, lambda: None)

    def _follow_work(self, *, thinks: bool) -> None:
        if thinks:
            self._show_search()
        if len(self.review.reports) != self._looked_through:
            self._looked_through = len(self.review.reports)
            self._show_game()
            self.services.say(self.review.words)

    @property
    def _clock_runs(self) -> bool:
        match = self.session.match
        return self.services.started and match.at > 0 and not match.over and not match.behind

    @property
    def needs(self) -> Needs:
        """The engine to move."""
        return self.session.needs

    @property
    def awaited(self) -> Mapping[str, bool]:
        """The first move of an engine."""
        session = self.session
        moved = any(told.moved for told in session.match.told.values())
        return {"move": moved} if any(seat.entry is not None for seat in session.seats) else {}

    def await_something(self) -> None:
        """Where a person begins, make the first of their moves."""
        session = self.session
        if session.mover.entry is None and not session.match.over:
            self.play(session.match.face.moves(session.match.position)[0])

    @property
    def settled(self) -> bool:
        """Nobody thinks."""
        return self.session.thinking.search is None and not self.review.running

    def open_file(self, path: str, *, strict: bool = False) -> bool:  # noqa: ARG002
        """A game by its key, `KEY:POSITION`, or a file."""
        key, _, position = path.partition(":")
        if key in games:
            self.session.begin(Match(notation.read(key, position or "-")))
            self.session.step(LAST)
            return True
        return (
            path.lower().endswith((SUFFIXES[0], SUFFIXES[2])) and Path(path).is_file() and self.files.open(Path(path))
        )

    def close(self) -> None:
        """Stop thinking, and remember."""
        self.session.rest()
        self.review.stop()
        remember(self.services.settings, self.session, shapes=self.board.shapes)
        if self.services.started:
            self.files.keep()

    def _bring_back(self) -> None:
        """The game of last time, if this one has not begun."""
        match = self.session.match
        if not match.moves and (kept := self.files.brought_back()) is not None and kept.entry is match.entry:
            self.session.begin(kept)

    # What a person does ------------------------------------------------------------------------------

    def _pick_game(self, at: int) -> None:
        self.session.begin(Match.new(self.entries[at]))
        self._take_keyboard()

    def _open_options(self) -> None:
        open_game_options(self.bar.options, self.session.match, self.session.begin)

    def new_game(self) -> None:
        """From the start."""
        self.services.say(f"New game of {self.session.match.entry.title}")
        self.session.new_game()

    def paste(self) -> None:
        """Put what is on the clipboard on the board; if it cannot be read, say why, and let it be mended."""
        PasteDialog(
            self.services.root, self.files.pasted, self._take_pasted, self.services.root.clipboard.get().strip()
        )

    def set_up(self) -> None:
        """Fill the board by hand; clicks change it until it is played from, or given up."""
        self.session.rest()
        self._say(self.setting_up.begin(self.session.match))

    def _set_up(self, document: GameDocument | None) -> None:
        if document is None:
            self._show()
            self.session.think_if_due()
        else:
            self.files.take(document)
        self._take_keyboard()

    def _take_pasted(self, document: GameDocument) -> None:
        self.files.take(document, to_end=True)
        self._take_keyboard()

    def play(self, move: str) -> None:
        """A person's move."""
        self.services.say(f"{self._side(self.session.match.to_move)} plays {move}")
        self.session.play(move)

    def move_now(self) -> None:
        """Have the engine whose turn it is play, or say why it cannot."""
        self._say(self.session.move_now())

    def hint(self) -> None:
        """Have an engine recommend a move."""
        self._say(self.session.ask_hint())

    def pause(self) -> None:
        """Let two engines stand, or go on."""
        self.session.pause(not self.session.paused)

    def resign(self) -> None:
        """Whoever is to move gives up."""
        self._say(self.session.resign())

    def promote(self) -> None:
        """The line looked at becomes the main line."""
        self.session.match.document.promote(self.session.match.here)
        self._show()

    def look_through(self) -> None:
        """Have every position of the game analysed."""
        if not self.session.ready:
            self._say("The engines are being prepared")
        else:
            open_review(self.services.root, self.session.match, self.review)

    def toggle_analysis(self) -> None:
        """Values of every move while a person thinks, or not."""
        self.session.set_analysis(not self.session.analyse)

    def toggle_shapes(self) -> None:
        """A cross and a ring on the stones, or not."""
        self.board.shapes = not self.board.shapes
        self.board.touch()

    def _say(self, why: str) -> None:
        if why:
            self.services.say(why)

    def _go_along(self, at: int) -> None:
        line = self.session.match.line
        self.session.go(line[min(max(at, 0), len(line) - 1)])

    def _refuse(self, at: tuple[int, int]) -> None:
        session = self.session
        if self.setting_up.going_on(session.match):
            self.setting_up.put(at)
        elif session.match.over:
            self._say("The game is over")
        elif session.mover.entry is not None:
            self._say(f"It is {session.mover.title}'s move")
        elif self.board.picture is not None:
            self._say(marks.refusal(session.match.face, session.match.position, self.board.picture, at))

    # What is shown -----------------------------------------------------------------------------------

    def _preview(self, move: str) -> BoardPicture | None:
        return marks.after(self.session.match.face, self.session.match.position, move)

    def _side(self, side: int) -> str:
        return marks.side_names(self.session.match.face.picture(self.session.match.position))[side]

    def _show(self) -> None:
        up = self.setting_up.picture if self.setting_up.going_on(self.session.match) else None
        self.setting_up.visible, self.status.visible = up is not None, up is None
        if up is not None:
            self.board.show(up, live=False)
            self.board.show_values({})
            return
        session, match = self.session, self.session.match
        picture = match.face.picture(match.position)
        game = next(i for i, e in enumerate(self.entries) if e.key == match.entry.key)
        self.bar.follow(session, game)
        live = not match.over and session.mover.entry is None
        self.board.show(picture, live=live, mover=match.to_move, hint=session.hint)
        passes = marks.only_pass(match.face, match.position)
        self.status.follow(session, self._caption(picture), passes=passes, played=bool(match.at))
        self._colour_seats(picture)
        self._show_search()
        self._show_game()
        self.estimate.follow(match, ready=session.may_judge)
        self.files.keep_soon(lambda: True)

    def _caption(self, picture: BoardPicture) -> str:
        match = self.session.match
        if match.here in match.resigned:
            loser, winner = self._side(match.to_move), self._side(1 - match.to_move)
            return f"{loser} resigned: {winner} wins"
        return picture.caption

    def _colour_seats(self, picture: BoardPicture) -> None:
        """Every mark of a player in the colour of the stones, every name as the board has it."""
        colours = players(picture, dark=self.services.root.look.theme.name == "dark")
        for line, colour, name in zip(self.seat_lines, colours, marks.side_names(picture), strict=True):
            line.refresh(name)
            line.swatch.role = colour
        self.status.turn.role = colours[self.session.match.to_move]
        self._show_clocks()

    def _show_clocks(self) -> None:
        for line, used in zip(self.seat_lines, self.session.clocks, strict=True):
            line.show_clock(used)

    def _show_game(self) -> None:
        """The moves and the graph."""
        match = self.session.match
        self.review.forget(match)
        self.moves.follow(match, self.review.grades(match))
        self.graph.follow(match, self.review.of(match), self._side(0), self.review.title)

    def _say_played(self, search: Search, result: Result) -> None:
        match = self.session.match
        asked = self._asked(search.told, match.here if match.parent is None else match.parent)
        worth = asked.shown.worth
        value = f": {worth.words} for {worth.side}" if worth is not None else ""
        self.services.say(f"{search.who} plays {result.best} after {seconds(result.seconds)}{value}")

    def _asked(self, told: Any, ply: int) -> Asked:
        match = self.session.match
        when = "" if ply == match.here else f"before {match.document.plies[match.here].move}"
        return Asked(told, match.game, match.position_at(ply), when)

    def _source(self) -> int | None:
        """The ply whose search is shown: that on the board, or else the one before, if it was looked at."""
        match = self.session.match
        plies = (match.here, match.parent)
        return next((ply for ply in plies if ply is not None and match.known(ply) is not None), None)

    def _show_search(self) -> None:
        """The search at the position on the board, or else the one that led to it."""
        if self.setting_up.setup is not None:
            return
        match, ply = self.session.match, self._source()
        self.status.show_thinking(self.session)
        told = match.known(ply) if ply is not None else None
        if told is None or ply is None:
            self.panel.clear()
            self.board.show_values({})
            return
        asked = self._asked(told, ply)
        self.panel.show(asked)
        past = match.face.picture(match.position_at(ply)).targets if ply != match.here else ()
        self.board.show_values(board_values(asked), asked.shown.best, past)
        if self.session.hint != self.board.hint:
            self.board.hint = self.session.hint
            self.board.touch()
            self._say(f"Hint: {self.session.hint}" if self.session.hint else "")

    def _play_out(self, moves: tuple[str, ...]) -> None:
        """A line of the panel, on the board it starts from."""
        match, ply = self.session.match, self._source()
        playable = bool(moves) and ply is not None
        line = marks.line_of(match.face, match.position_at(ply), moves) if playable and ply is not None else None
        self.board.show_line(line)
