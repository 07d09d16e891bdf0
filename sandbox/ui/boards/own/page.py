"""The page of games of the user's own: the board they print, moves by mouse or by button, what an engine thinks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, Final

from sandbox.errors import SandboxError
from sandbox.figures import count, percent
from sandbox.games.own.game import ENGINES, PLAYERS, picture_of
from sandbox.registry import Entry
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.board import Board
from sandbox.ui.boards.drawing import colour_of
from sandbox.ui.boards.head import GAME_WIDE
from sandbox.ui.boards.own.session import YOU, Session
from sandbox.ui.boards.pages.listed import NONE, Page
from sandbox.ui.forms import fields_of, open_options
from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    Dropdown,
    Form,
    Grid,
    IconButton,
    Label,
    NumberField,
    Row,
    Scroll,
    Section,
    Splitter,
    Swatch,
    Table,
    TableColumn,
    Widget,
)
from sandbox.ui.own_dialog import tell
from sandbox.ui.services import Services

PLACE: Final = "own game"
HINT: Final = "Click a cell, or the button of a move · save the file, and the game goes on by its new rules"
MOST_BUTTONS: Final = 60
SIDES: Final = ("First", "Second")


class OwnPage(Page):
    """Board, players, thoughts."""

    place = PLACE

    def __init__(self, services: Services, titles: list[str], pick: Callable[..., None]) -> None:
        self.services, self.number = services, 0
        self.session = Session(services.worker("own game"), self._show)
        self._seen: object = None
        self.game_box = Dropdown(titles, 0, on_change=pick, name="game", width=GAME_WIDE)
        self.options = IconButton("sliders-horizontal", on_click=self._open_options, tip="Options of this game")
        new = Button("New", icon="plus", on_click=self.new, tip="The same game from its start", tip_key="Ctrl+N")
        back = IconButton("undo-2", on_click=self.session.back, tip="Take back", tip_key="Ctrl+Z")
        again = IconButton("redo-2", on_click=self.session.forward, tip="Redo", tip_key="Ctrl+Y")
        hint = IconButton(
            "lightbulb", on_click=self.session.advise, tip="Hint: what alpha-beta would play", tip_key="H"
        )
        go = Button("Go on", icon="zap", on_click=self.session.go_on, tip="Have the engine move", tip_key="Space")
        bar = Wrapped([self.game_box, self.options, new, back, again, hint, go], gap=6, pad=(8, 6), fill="panel")
        self.swatch, self.words = Swatch("series 0", size=12), Label("", style="strong", grow=1, name="turn")
        head = Row([self.swatch, self.words], gap=8, pad=(16, 0), height=44)
        self.board = Board(self.session.play)
        self.text = Label("", style="mono", wrap=True, visible=False, name="text-board")
        self.choices = Wrapped([], gap=6, pad=(16, 4, 16, 12))
        place = Column([self.board, Column([self.text], gap=0, pad=(24, 16))], gap=0, grow=1)
        left = Column([bar, head, place, self.choices], gap=0)
        self._content = Splitter(left, self._side(), share=0.6)
        services.own.on_change.append(self._meet)
        self._meet()

    def _side(self) -> Widget:
        self.seat_boxes = [Dropdown(["You"], 0, on_change=partial(self._sit, side), grow=1) for side in (0, 1)]
        seconds = NumberField(1.0, least=0.05, most=600, step=0.5, width=72, on_number=self._set_seconds)
        seconds.tip = "How long an engine thinks about a move"
        lines: list[Widget] = []
        for side, box in zip(SIDES, self.seat_boxes, strict=True):
            lines += [Label(side, role="dim"), box]
        lines += [Label("Seconds a move", role="dim"), seconds]
        columns = (TableColumn("Depth", 60), TableColumn("Value", 80), TableColumn("Nodes", 80),
                   TableColumn("Line", 120, grow=1.0))  # fmt: skip
        self.table = Table(columns, placeholder="No search yet", multi=False)
        self.table.height = 220
        self.trouble = Label("", style="small", role="bad", wrap=True, grow=1, name="trouble")
        self.more = IconButton("message-square", compact=True, on_click=self._tell, tip="The whole traceback")
        self.broken = Row([self.trouble, self.more], gap=4, cross="start", visible=False)
        body = [Section("Players", [Grid([0, 1], lines, gap=(12, 8))]), self.broken,
                Section("What the engine thinks", [self.table])]  # fmt: skip
        return Column([Scroll(Column(body, gap=4, pad=(12, 8)))], gap=0, fill="panel")

    # The page's duties ---------------------------------------------------------------------------------

    def content(self) -> Widget:
        """Board and panel."""
        return self._content

    def begin(self, entry: Entry[Any], position: str, number: int, options: Mapping[str, Any] = NONE) -> None:
        """Another game, from where these moves lead; the same one goes on."""
        self.number = number
        moves = [] if position == "-" else position.replace(",", " ").split()
        known = self.session.entry
        if known is None or known.key != entry.key or known.cls is not entry.cls or moves or options:
            same = known is not None and known.key == entry.key
            kept = {o.name: self.session.options[o.name] for o in entry.options if o.name in self.session.options}
            self.session.begin(entry, {**(kept if same else {}), **options}, moves)
            self._meet()
        self._show()

    def renew(self, entry: Entry[Any]) -> None:
        """It was saved anew: the game goes on by its new rules, or begins anew where they forbid what was played."""
        session = self.session
        options = {}
        for option in entry.options:
            try:
                options[option.name] = option.check(session.options[option.name], option.name)
            except (KeyError, SandboxError):
                continue
        session.begin(entry, options, session.moves)
        self.services.say(f"{entry.title} was read again")

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        session = self.session
        specs: list[tuple[str, str, tuple[str, ...], Callable[[], object], str]] = [
            ("new", "New game", ("Ctrl+N",), self.new, "plus"),
            ("back", "Take back", ("Ctrl+Z", "PageUp"), session.back, "undo-2"),
            ("forward", "Redo", ("Ctrl+Y", "PageDown"), session.forward, "redo-2"),
            ("hint", "Hint", ("H",), session.advise, "lightbulb"),
            ("now", "Have the engine move", ("Space",), session.go_on, "zap"),
            ("copy", "Copy the moves", ("Ctrl+C",), self.copy, "copy"),
        ]
        return [Action(f"{PLACE}.{n}", title, keys, run, where=PLACE, icon=icon) for n, title, keys, run, icon in specs]

    def attend(self) -> None:
        """Take the keys."""
        self.services.hint(HINT, now=True)
        if not self.session.thinking:
            self.session.go_on()
        if self.board.is_mounted:
            self.services.root.focus.set(self.board, ring=False)

    def rest(self) -> None:
        """Nobody thinks while nobody looks."""
        self.session.follow(rest=True)

    def tick(self, now: float) -> None:  # noqa: ARG002
        """Show the depths of a search that runs."""
        if self.session.depths is not self._seen:
            self._show_thoughts()

    @property
    def settled(self) -> bool:
        """Nothing is asked."""
        return not self.session.worker.busy

    def close(self) -> None:
        """End the game's process."""
        self.session.close()

    # What a person does --------------------------------------------------------------------------------

    def new(self) -> None:
        """The same game from its start."""
        if self.session.entry is not None:
            self.session.begin(self.session.entry, self.session.options)

    def copy(self) -> None:
        """The moves, as `solve` and this page take them."""
        self.services.root.clipboard.put(" ".join(self.session.moves) or "-")
        self.services.say("Copied the moves")

    def _meet(self, _: str = "") -> None:
        """See which files offer an engine or an evaluation; those of the game's own file are its `own`."""
        game = self.session.entry.key if self.session.entry is not None else ""
        found = {}
        for key, known in sorted(self.services.own.known.items()):
            player = next((offer for offer in known.offers if offer.kind in PLAYERS), None)
            if player is not None and key != game:
                found[key] = player
        self.session.know(found)

    def _named(self, engine: str) -> str:
        """An engine as people read it."""
        player = self.session.players.get(engine)
        if player is None:
            return ENGINES[engine]
        return player.title if player.kind == "engine" else f"Alpha-beta with {player.title}"

    def _sit(self, side: int, at: int) -> None:
        self.session.sit(side, (YOU, *self.session.engines)[at])

    def _set_seconds(self, seconds: float) -> None:
        self.session.seconds = seconds

    def _tell(self) -> None:
        failure = self.session.failure
        if failure is not None:
            tell(self.services.root, "The game failed", failure.line, failure.details)

    def _open_options(self) -> None:
        entry = self.session.entry
        if entry is None:
            return
        values, wrong = dict(self.session.options), Label("", role="bad", wrap=True, style="small")

        def put(name: str, value: Any) -> None:
            values[name] = value
            try:
                self.session.begin(entry, values)
                wrong.text = ""
            except SandboxError as error:
                wrong.text = str(error)

        form = Form(fields_of(entry.options), values, on_change=put)
        open_options(self.options, Label(entry.title, style="strong"), entry.summary, [form, wrong])

    # What is shown -------------------------------------------------------------------------------------

    def _show(self) -> None:
        session, look = self.session, self.session.look
        self.game_box.value = self.number
        self._show_seats()
        self.broken.visible = session.failure is not None
        self.trouble.text = session.failure.line.removeprefix("BadInput: ") if session.failure is not None else ""
        self.more.visible = session.failure is not None and bool(session.failure.details)
        if look is None:
            return
        self.words.text = self._caption()
        picture = picture_of(look)
        live = look.worth is None and not session.seats[look.to_move]
        self.board.visible, self.text.visible = picture is not None, picture is None
        self.text.text = look.board
        self.swatch.role = f"series {look.to_move}"
        if picture is not None:
            self.swatch.role = colour_of(picture, look.to_move, self.services.root.look)
            self.board.show(picture, live=live, mover=look.to_move, hint=session.hint)
        self._show_choices({target.move for target in picture.targets} if picture is not None else set(), live=live)
        self._show_thoughts()

    def _caption(self) -> str:
        look, session = self.session.look, self.session
        assert look is not None
        if look.worth is not None:
            first = look.worth[0]
            return "Drawn" if first == 0 else f"{SIDES[first < 0]} wins ({abs(first):g})"
        who = SIDES[look.to_move]
        seat = session.seats[look.to_move]
        hint = f" · hint: {session.hint}" if session.hint else ""
        return f"{who} to move{f': {self._named(seat)}' if seat else ''}{hint}"

    def _show_seats(self) -> None:
        choices = ["You", *map(self._named, self.session.engines)]
        for side, box in enumerate(self.seat_boxes):
            if box.choices != choices:
                box.choices = choices
            box.value = (YOU, *self.session.engines).index(self.session.seats[side])

    def _show_choices(self, on_board: set[str], *, live: bool) -> None:
        """Buttons for the moves that no cell stands for."""
        moves = [move for move in self.session.look.moves if move not in on_board] if self.session.look else []
        buttons: list[Widget] = [
            Button(move, compact=True, on_click=partial(self.session.play, move), name=f"move-{move}")
            for move in moves[:MOST_BUTTONS]
        ]
        self.choices.replace_children(buttons if live else [])
        self.choices.visible = bool(buttons) and live

    def _show_thoughts(self) -> None:
        session = self.session
        self._seen = session.depths
        tried = session.thought.tried if session.thought is not None else {}
        if tried:
            shares = sorted(tried.items(), key=lambda one: -one[1][0])
            self.table.rows = [("", percent(share), count(visits), move) for move, (visits, share) in shares]
        else:
            self.table.rows = [
                (str(d.depth), f"{d.value:+.3g}{' proven' if d.exact else ''}", count(d.nodes), " ".join(d.line[:12]))
                for d in session.depths
            ]
