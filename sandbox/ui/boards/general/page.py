"""The page for games with dice or several players, in the place of the board."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sandbox.games.api import BoardStyle
from sandbox.games.general.api import general_games
from sandbox.gametree.document.general import GeneralDocument
from sandbox.gametree.general.warm import of_tree
from sandbox.kernels.warming.order import Needs
from sandbox.registry import Entry
from sandbox.ui.boards.general.bars import Choices, Deeds, PageBar, PageStatus
from sandbox.ui.boards.general.panel import Expected, Moves, Players, SidePanel, board_values
from sandbox.ui.boards.general.play import Play
from sandbox.ui.boards.general.session import Listeners, Session
from sandbox.ui.boards.general.sheets import PositionDialog, open_game_options
from sandbox.ui.boards.general.stages import Companion, Stage, View, companion_for, stage_for
from sandbox.ui.boards.pages.files import PageFiles
from sandbox.ui.boards.pages.listed import NONE, Page
from sandbox.ui.boards.tree.place import TreePlace
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import Action, Column, Container, MenuItem, Scroll, Splitter, Stack, Widget
from sandbox.ui.kit.events import nothing
from sandbox.ui.services import Services

PLACE = "general"
WHOLE, USUAL_DEPTH = 8, 2  # decisions that a tree looks ahead: of trees all
HINT = "Choose a move by mouse, or by arrows and Enter · Space moves now, H is a hint, T the tree · F1 for all keys"
LAST = 10**6
POLL_SECONDS = 0.1


class GeneralPage(Page):
    """Board, players, what each expects, the moves."""

    place = PLACE
    files: PageFiles

    def __init__(self, services: Services, titles: list[str], pick: Callable[..., None]) -> None:
        self.services, self.number, self.pick = services, 0, pick
        first: Entry[Any] = next(iter(general_games))
        listeners = Listeners(self._show, services.say, services.failed)
        self.session = Session(services.worker("general"), listeners, Play(first))
        self.session.state = lambda: services.warmer.state
        deeds = self._deeds(pick)
        self.files = PageFiles(services, self.document)
        self.bar, self.status = PageBar(titles, deeds), PageStatus(deeds)
        self.game_box = self.bar.game_box
        self.stage: Stage | None = None
        self._staged = ""
        self._polled = 0.0
        self._seen: WarmState | None = None
        self.beside_worker = services.worker("beside a game")
        self.holder = Container([], grow=1)
        self.choices = Choices(self.session.make)
        self.players = Players(self.session, self.session.reseat)
        self.expected, self.moves = Expected(), Moves(self.session.make)
        self.beside = Column([])
        self.companion: Companion | None = None
        self.panel = SidePanel([self.players, self.expected, self.moves, self.beside])
        left = Column([self.bar, self.status, self.holder, self.choices], gap=0)
        right = Column([Scroll(self.panel)], gap=0, fill="panel")
        self._page = Splitter(left, right, share=0.6)
        self._content = Stack([self._page], grow=1)
        self.trees = TreePlace(services, self._content, self._page, self, "general tree")

    def _deeds(self, pick: Callable[..., None]) -> Deeds:
        session = self.session
        return Deeds(
            pick_game=pick, options=self._open_options, new_game=self.new_game, back=session.take_back,
            forward=session.forward, hint=self.hint, move_now=self.move_now, pause=session.pause,
            by_hand=self.toggle_dice, tree=self.open_tree, analyse=session.set_analysis, pace=self._set_pace,
            more=self._open_menu,
        )  # fmt: skip

    def content(self) -> Widget:
        """Board and panel."""
        return self._content

    def begin(self, entry: Entry[Any], position: str, number: int, options: Mapping[str, Any] = NONE) -> None:
        """Another game; the same one goes on if nothing else is asked for."""
        self.trees.close()
        self.number = number
        if entry.key != self.session.play.entry.key or position != "-" or options or not self._staged:
            self.files.path = None
            self.session.begin(Play(entry, options, position))
        self._show()

    # Files ---------------------------------------------------------------------------------------------

    def document(self) -> GeneralDocument:
        """The game as it is kept."""
        play = self.session.play
        players = tuple(seat.player for seat in self.session.in_play)
        return GeneralDocument(
            play.entry.key, play.options, play.beginning, play.seed, tuple(play.moves), players, play.entry.title
        )

    def take(self, document: GeneralDocument, number: int) -> None:
        """A game from a file, at its end, with whoever played it."""
        play = Play(general_games[document.key], document.options, document.start, document.seed)
        for move in document.moves:
            play.play(move)
        self.trees.close()
        self.number = number
        self.session.begin(play)
        for seat, player in zip(self.session.in_play, document.players, strict=False):
            seat.sit(play, player)
        self.session.reseat()

    def _open_menu(self) -> None:
        groups = (("open-game", "save", "save-as"), ("copy", "copy-moves", "paste"), ("first", "last"))
        actions, items = self.services.root.actions, list[MenuItem]()
        for group in groups:
            items += [*(MenuItem.of(actions[f"general.{name}"]) for name in group), MenuItem.rule()]
        self.services.root.menu(items[:-1], self.bar.more.rect)

    # What a person does --------------------------------------------------------------------------------

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        session = self.session
        specs: list[tuple[str, str, tuple[str, ...], Callable[[], object], str]] = [
            ("new", "New game, other dice", ("Ctrl+N",), self.new_game, "plus"),
            ("back", "Take back", ("Ctrl+Z",), session.take_back, "undo-2"),
            ("forward", "Redo", ("Ctrl+Y",), session.forward, "redo-2"),
            ("now", "Move now", ("Space",), self.move_now, "zap"),
            ("hint", "Hint", ("H",), self.hint, "lightbulb"),
            ("pause", "Pause or resume engines", ("P",), session.pause, "pause"),
            ("dice", "Set the dice by hand: on or off", ("Ctrl+D",), self.toggle_dice, "dices"),
            ("analyse", "Show values while I think", ("Ctrl+A",), self.toggle_analysis, "scan-search"),
            ("earlier", "Look one move earlier", ("PageUp",), partial(session.step, -1), "step-back"),
            ("later", "Look one move later", ("PageDown",), partial(session.step, 1), "step-forward"),
            ("first", "To the start of the game", ("Home",), partial(session.step, -LAST), "skip-back"),
            ("last", "To the end of the line", ("End",), partial(session.step, LAST), "skip-forward"),
            ("tree", "The tree of a search here", ("T",), self.open_tree, "network"),
            ("copy", "Copy the position", ("Ctrl+C",), self.copy, "copy"),
            ("copy-moves", "Copy the moves", ("Ctrl+Shift+C",), self.copy_moves, "copy"),
            ("paste", "Paste a position", ("Ctrl+V",), self.paste, "clipboard-paste"),
        ]
        own = [Action(f"general.{n}", title, keys, run, where=PLACE, icon=icon) for n, title, keys, run, icon in specs]
        return [*own, *self.files.actions(PLACE)]

    def new_game(self) -> None:
        """From the same start, with other dice."""
        self.services.say(f"New game of {self.session.play.entry.title}")
        self.session.new_game()

    def move_now(self) -> None:
        """Have who is due move, or say why they cannot."""
        self._say(self.session.move_now())

    def hint(self) -> None:
        """Have an engine recommend a move."""
        self._say(self.session.ask_hint())

    def toggle_dice(self) -> None:
        """A person says what the dice show, or the dice do."""
        self.session.set_by_hand(not self.session.by_hand)
        self.services.say("The dice are set by hand" if self.session.by_hand else "The dice are thrown")

    def toggle_analysis(self) -> None:
        """Values of every move while a person thinks, or not."""
        self.session.set_analysis(not self.session.analyse)

    def _set_pace(self, pace: float) -> None:
        self.session.pace = pace

    def open_tree(self) -> None:
        """The tree of a search here, by who looked last or would be asked."""
        play, session = self.session.play, self.session
        helper, finding = session.helper(), play.findings.get(play.at)
        engine = finding.engine if finding is not None else helper.key
        name = of_tree(engine, play.entry.key)
        if play.over:
            self._say("The game is over: there is nothing to search")
        elif not (session.ready or (name and session.state().has([name]))):
            self._say("Trees are still being prepared; try again soon")
        else:
            self._open_tree(engine, dict(finding.options) if finding is not None else helper.settings)

    def _open_tree(self, engine: str, options: dict[str, Any]) -> None:
        self.session.rest()
        play = self.session.play
        whole = play.picture is not None and play.picture.style is BoardStyle.TREE
        self.trees.enter().open(play, engine, options, WHOLE if whole else USUAL_DEPTH)

    def copy(self) -> None:
        """Put the position on the clipboard."""
        play = self.session.play
        self._copied(play.face.print(play.position))

    def copy_moves(self) -> None:
        """Put what was moved and thrown on the clipboard."""
        self._copied(" ".join(self.session.play.moves))

    def _copied(self, text: str) -> None:
        self.services.root.clipboard.put(text)
        self.services.say(f"Copied: {text if len(text) <= 60 else text[:59] + '…'}")

    def paste(self) -> None:
        """Begin from what is on the clipboard; if it cannot be read, say why, and let it be corrected."""
        PositionDialog(self.session, self._start).open(self.services.root)

    def _start(self, play: Play) -> None:
        """Begin what was chosen or pasted: here, or, if something in it is hidden, where that is kept apart."""
        if play.game.axes(play.positions[0]).perfect_information:
            self.files.path = None
            self.session.begin(play)
            self._attend_board()
        else:
            self.pick(self.number, play.beginning)

    def _open_options(self) -> None:
        open_game_options(self.bar.options, self.session, self._start)

    def _say(self, why: str) -> None:
        if why:
            self.services.say(why)

    # What is shown -------------------------------------------------------------------------------------

    def _show(self) -> None:
        session = self.session
        play = session.play
        self._put_stage(play)
        assert self.stage is not None
        values, best = board_values(play)
        live = session.person_moves and not play.over
        rolling = session.rolling is not None
        self.stage.follow(View(play, live, rolling, session.hint, best, values))
        self.bar.follow(session, self.number)
        self.status.follow(session)
        self.choices.follow(session)
        self.players.follow(session)
        self.expected.follow(play)
        self.moves.follow(session)
        if self.companion is not None:
            self.companion.follow(session)
        self.files.keep_soon()

    def _put_stage(self, play: Play) -> None:
        if play.entry.key != self._staged:
            self._staged = play.entry.key
            self.stage = stage_for(play, self.session.make, self.services.say)
            self.holder.replace_children([self.stage.widget])
            self.companion = companion_for(play.entry.key, self.beside_worker)
            self.beside.replace_children([self.companion] if isinstance(self.companion, Widget) else [])

    def _attend_board(self) -> None:
        if self.stage is not None and self.stage.widget.is_mounted and self.stage.widget.focusable:
            self.services.root.focus.set(self.stage.widget, ring=False)

    # Frame ---------------------------------------------------------------------------------------------

    def attend(self) -> None:
        """Take the keys, and go on."""
        if self.trees.attend():
            return
        self.services.hint(HINT, now=True)
        self._attend_board()
        self.session.attend()

    def rest(self) -> None:
        """Nobody thinks, nothing rolls."""
        self.session.rest()

    def tick(self, now: float) -> None:
        """Dice roll, engines become ready, time goes on."""
        session = self.session
        session.tick()
        self.trees.tick()
        if not session.ready and self._seen is not self.services.warmer.state:
            self._seen = self.services.warmer.state
            self.status.show_thinking(session)
            session.go_on()
        if self.stage is not None and self.stage.tick(time.perf_counter()):
            self.services.root.after(1 / 60, nothing)
        if (session.search is not None or session.standing or session.rolling is not None) and (
            now - self._polled >= POLL_SECONDS
        ):
            self._polled = now
            self.status.show_thinking(session)
            self.services.root.after(POLL_SECONDS, nothing)

    def warmed(self) -> None:
        """Engines may think now."""
        self.session.ready = True
        self._show()
        self.session.go_on()

    @property
    def needs(self) -> Needs:
        """The engines at the board."""
        return self.session.needs

    @property
    def settled(self) -> bool:
        """Nobody thinks, nothing rolls."""
        searched = self.trees.settled and not self.beside_worker.busy
        return searched and self.session.search is None and self.session.rolling is None
