"""The Boards tab: who plays what against whom; thinking happens in a worker, the panel polls its report."""

from __future__ import annotations

import time
from collections.abc import Mapping
from functools import partial
from typing import Any

from sandbox.games.api import BoardPicture, games
from sandbox.gametree.api import Result
from sandbox.gametree.document import GameDocument
from sandbox.kernels.warming.order import Needs
from sandbox.registry import Entry
from sandbox.ui.boards import marks
from sandbox.ui.boards.area import BoardArea
from sandbox.ui.boards.board import Board
from sandbox.ui.boards.contest.host import Host
from sandbox.ui.boards.drawing import players
from sandbox.ui.boards.duel.access import DuelAccess
from sandbox.ui.boards.game.files import GameFiles
from sandbox.ui.boards.game.graph import GameGraph
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.game.move_list import MoveList
from sandbox.ui.boards.game.review import Review
from sandbox.ui.boards.game.setting_up import SettingUp
from sandbox.ui.boards.head import Deeds, Status, ToolBar
from sandbox.ui.boards.menu import actions_of, open_menu
from sandbox.ui.boards.pages.access import Pages
from sandbox.ui.boards.pages.opening import Opening
from sandbox.ui.boards.panel.books import Books
from sandbox.ui.boards.panel.estimate import Estimate
from sandbox.ui.boards.panel.follower import Follower
from sandbox.ui.boards.panel.later import Later
from sandbox.ui.boards.panel.search import SearchPanel
from sandbox.ui.boards.remembered import contenders, recall
from sandbox.ui.boards.seat_lines import Players
from sandbox.ui.boards.session import Listeners, Session
from sandbox.ui.boards.sheets import PasteDialog, open_game_options, open_review
from sandbox.ui.boards.thinking import Search
from sandbox.ui.boards.tree.access import TreeAccess
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import Action, Column, Scroll, Splitter, Stack, Widget
from sandbox.ui.services import Services
from sandbox.ui.tabs import Tab

POLL_SECONDS, TICK_SECONDS = 0.1, 1.0  # between looks at a search, and at a person's clock
HINT = "Click a dot to move · arrows and Enter do, too · H for a hint · F1 for all keys"


class BoardsTab(Tab):
    """A board, two seats, the moves, and the search of whoever thinks."""

    key = "boards"
    packages = frozenset({"games", "gametree"})

    def __init__(self, services: Services) -> None:
        self.services = services
        listeners = Listeners(self._show, self._show_search, self._played, services.failed)
        self.session = Session(services.worker("boards"), listeners)
        self.session.state = lambda: services.warmer.state
        self._seen: WarmState | None = None
        self.files = GameFiles(services, self.session)
        self.review = Review(services.worker("review"), self._reviewed, services.failed)
        self._polled, self._ticked, self._looked_through = 0.0, 0.0, 0
        self.board = Board(self.play, self._preview, self._refuse)
        self.panel = SearchPanel(self._play_out, self.open_tree)
        self.books = Books(services.worker("judging"), self.session.seats, instead_of=self.panel.depths)
        self.board.shapes = recall(services.settings, self.session)
        self.books.show_habits()
        self.estimate = Estimate(services.worker("judging"), self.panel.depths, self.board.show_fields)
        self.pages = Pages(services, self._put_aside, self._pick_game)
        self._page = self._build()
        self._content = Stack([self._page], grow=1)
        self.pages.stand_in(self._content, self._page)
        self.later = Later(services.root)
        self.follower = Follower(
            services, self.session, self.board, self.panel, self.status, self._show_search, self.later
        )
        self.trees = TreeAccess(services, self.session, self.follower, self._content, self._page, self._tree_closed)
        self._show()
        self.opening = Opening(self)
        services.at_start(self.opening.bring_back)
        services.at_start(partial(self.pages.watch, lambda: self.bar.follow(self.session)))

    @property
    def entries(self) -> list[Entry[Any]]:
        """The games that are played on the board."""
        return list(games)

    # Frame -------------------------------------------------------------------------------------------

    def _build(self) -> Widget:
        deeds = self._deeds()
        self.bar, self.status = ToolBar(lambda: self.pages.titles, deeds), Status(deeds)
        self.players = Players(self.session.seats, self._reseat)
        self.seat_lines = self.players.lines
        self.moves = MoveList(self.session.go)
        self.graph = GameGraph(self._go_along)
        self.area = BoardArea(Scroll(self.moves), self.board, self.graph)
        self.setting_up = SettingUp(self._show, self._set_up)
        self.matches = Host(self.services, self.session, self.files)
        left = Column([self.bar, self.matches.bar, self.status, self.setting_up, self.area], gap=0)
        right = Column([self.players, self.panel, self.books, self.estimate], gap=4, pad=(12, 8))
        usual = Scroll(right)
        beside = Column([usual], gap=0, fill="panel")
        page = Splitter(left, beside, share=0.56)
        kept = contenders(self.services.settings)
        self.duels = DuelAccess(self.services, self.session, self.board, page, usual, beside, kept)
        return page

    def _deeds(self) -> Deeds:
        return Deeds(
            pick_game=self.pages.choose, options=self._open_options, new_game=self.new_game, hint=self.hint,
            back=self.session.take_back, forward=self.session.forward, move_now=self.move_now, pause=self.pause,
            more=partial(open_menu, self), analyse=self.session.set_analysis, rematch=self.session.rematch,
            review=self.look_through, pass_move=partial(self.play, "pass"), duel=self.duel, pace=self.session.set_pace,
        )  # fmt: skip

    def content(self) -> Widget:
        """Board and panel."""
        return self._content

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        return actions_of(self)

    def shown(self) -> None:
        """Take the keyboard, and go on thinking."""
        if self.trees.attend() or self.pages.attend():
            return
        self.services.hint(HINT, now=True)
        self._take_keyboard()
        self._think()

    def _take_keyboard(self, *, asked: bool = True) -> None:
        root = self.services.root
        if self.board.is_mounted and (asked or not (root.focus.ring_shown or root.focus_scope() is not root.page)):
            root.focus.set(self.board)

    def _reseat(self, seat: Any) -> None:
        self.session.reseat(seat)
        self._take_keyboard(asked=False)

    def hidden(self) -> None:
        """Nobody thinks behind another tab."""
        self.pages.rest()
        self._put_aside()

    def _put_aside(self) -> None:
        """Nobody thinks about the game on the board."""
        self.trees.rest()
        self.duels.stop()
        self.session.rest()

    def warmed(self) -> None:
        """Engines may think now."""
        self.session.ready = True
        self._show()
        self._think()
        self.pages.warmed()

    def tick(self) -> None:
        """Poll the one who thinks, whoever looks through the game, and the clocks."""
        now, root = time.perf_counter(), self.services.root
        if self.pages.tick(now):
            return
        self.trees.tick(now)
        self.duels.tick(now, alone=self.trees.is_open)
        if not (self.trees.is_open or self.duels.busy):
            self.session.wake()
            self.matches.tick(now)
        if not self.session.ready and self._seen is not self.services.warmer.state:
            self._seen = self.services.warmer.state
            self._show()
            self._think()
        thinks = self.session.thinking.search is not None
        if (thinks or self.review.running or self.session.resting) and now - self._polled >= POLL_SECONDS:
            self._polled = now
            self._follow_work(thinks=thinks)
            root.after(POLL_SECONDS, lambda: None)
        every = POLL_SECONDS if self.session.time.control.minutes else TICK_SECONDS
        if self.services.started and self.session.clock_runs and now - self._ticked >= every:
            self._ticked = now
            self.session.check_flag()
            self.players.show_clocks(self.session.clocks, self.session.time_left)
            root.after(every, lambda: None)
        self.later.tick()  # last: a frame in which the board is shown has had its work

    def _follow_work(self, *, thinks: bool) -> None:
        if thinks:
            self._show_search()
        if len(self.review.reports) != self._looked_through:
            self._looked_through = len(self.review.reports)
            self._show_game()
            self.services.say(self.review.words)

    def _reviewed(self) -> None:
        self._show()
        self.services.say(self.review.words)

    @property
    def needs(self) -> Needs:
        """The engine to move, or those of a duel."""
        return self.pages.needs or self.duels.needs or self.session.needs

    @property
    def awaited(self) -> Mapping[str, bool]:
        """The first move of an engine."""
        session = self.session
        moved = any(finding.moved for finding in session.match.findings.values())
        return {"move": moved} if any(seat.entry is not None for seat in session.seats) else {}

    def await_something(self) -> None:
        """Where a person begins, make the first of their moves."""
        session = self.session
        if session.mover.entry is None and not session.match.over:
            self.play(session.match.face.moves(session.match.position)[0])

    @property
    def settled(self) -> bool:
        """Nobody thinks."""
        busy = (self.review.running, self.duels.busy, self.matches.busy, self.session.resting, self.later.waiting)
        return self.pages.settled and self.trees.settled and not (self.session.thinking.search or any(busy))

    def open_file(self, path: str, *, strict: bool = False) -> bool:
        """A game by its key, `KEY:NAME=VALUE:POSITION`, or a file; a tree from a file."""
        return self.opening.named(path, strict=strict)

    def close(self) -> None:
        """Stop thinking, and remember."""
        self._put_aside()
        self.review.stop()
        self.pages.close()
        self.opening.remember()

    # What a person does ------------------------------------------------------------------------------

    def _pick_game(self, at: int) -> None:
        self.session.begin(Match.new(self.entries[at]))
        self._take_keyboard()

    def _open_options(self) -> None:
        open_game_options(self.bar.options, self.session)

    def new_game(self) -> None:
        """From the start."""
        self.services.say(f"New game of {self.session.match.entry.title}")
        self.session.new_game()
        self._take_keyboard(asked=False)

    def paste(self) -> None:
        """Put what is on the clipboard on the board; if it cannot be read, say why, and let it be corrected."""
        PasteDialog(root := self.services.root, self.files.pasted, self._take_pasted, root.clipboard.get().strip())

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
        """Pause or resume two engines."""
        self.session.pause(not self.session.paused)

    def duel(self) -> None:
        """Engines side by side on this position; or the panel again."""
        self.duels.toggle()

    def resign(self) -> None:
        """Whoever is to move gives up."""
        self._say(self.session.resign())

    def look_through(self) -> None:
        """Have every position of the game analysed."""
        if not self.session.ready:
            self._say("The engines are being prepared")
        else:
            open_review(self.services.root, self.session.match, self.review)

    def toggle_analysis(self) -> None:
        """Values of every move while a person thinks, or not."""
        self.session.set_analysis(not self.session.analyse)

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
        self.books.ended(match)
        picture = match.face.picture(match.position)
        self.bar.follow(session)
        live = not match.over and session.mover.entry is None
        self.board.show(picture, live=live, mover=match.to_move, hint=session.hint)
        passes = marks.only_pass(match.face, match.position)
        self.status.follow(session, match.caption, passes=passes, played=bool(match.at))
        self._colour_seats(picture)
        self._show_search()
        self.later.put("game", self._show_game)
        self.duels.follow()
        self.matches.follow()
        self.files.keep_soon(lambda: True)

    def _colour_seats(self, picture: BoardPicture) -> None:
        """Every mark of a player in the colour of the stones, every name as the board has it."""
        colours = players(picture, dark=self.services.root.look.theme.name == "dark")
        self.players.show(colours, marks.side_names(picture))
        self.status.turn.role = colours[self.session.match.to_move]
        self.players.show_clocks(self.session.clocks, self.session.time_left)

    def _show_game(self) -> None:
        """The moves and the graph."""
        match = self.session.match
        self.review.forget(match)
        self.moves.follow(match, self.review.grades(match))
        self.graph.follow(match, self.review.of(match), self._side(0), self.review.title)
        self.estimate.follow(match, ready=self.session.may_judge)
        self.books.follow(match, ready=self.session.ready)

    def _show_search(self) -> None:
        """The search at the position on the board, or else the one that led to it."""
        if self.setting_up.setup is None:
            self.follower.show()

    def _play_out(self, moves: tuple[str, ...]) -> None:
        self.follower.play_out(moves)

    def _played(self, search: Search, result: Result) -> None:
        self.follower.say_played(search, result)

    # The tree ----------------------------------------------------------------------------------------

    def open_tree(self) -> None:
        """The tree of the search shown, instead of the board."""
        self.trees.open()

    def _tree_closed(self) -> None:
        if self._content.visible:
            self.services.root.actions.places = (self.key,)
            self.shown()

    def _think(self) -> None:
        """Nobody thinks behind a tree, beside a duel, nor about a game whose board is being filled by hand."""
        elsewhere = self.pages.current or self.trees.is_open or self.duels.busy
        if not (elsewhere or self.setting_up.going_on(self.session.match)):
            self.session.think_if_due()
