"""A position set up by hand on the board itself: squares filled and emptied by clicks, what is wrong said at once."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.games.api import BoardPicture, Stone
from sandbox.gametree.document.model import GameDocument
from sandbox.gametree.document.setup import EMPTY, SIZES, Setup
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.marks import side_names
from sandbox.ui.kit import Button, Column, Label, Segments, Spacer

PIECES = ("X", "O", EMPTY)
HINT = "A click fills a square, another empties it"


class SettingUp(Column):
    """The two lines above the board while a position is set up; `draw` is called to show it."""

    def __init__(self, draw: Callable[[], None], done: Callable[[GameDocument | None], None]) -> None:
        self.draw, self.done = draw, done
        self.setup: Setup | None = None
        self._begun: tuple[Match, int]
        self._picture: BoardPicture | None = None
        self.piece = Segments(["First", "Second", "Empty"], 0)
        self.turn = Segments(["First", "Second"], 0, on_change=self._turn)
        self.said = Label("", style="small", role="dim")
        self.ready = Button("Play", kind="primary", compact=True, on_click=self._finish)
        self.ready.tip = "Begin a game from this position"
        clear = Button("Clear", compact=True, on_click=self._clear, tip="Empty the board")
        cancel = Button("Cancel", compact=True, on_click=self.stop, tip="Back to the game", tip_key="Escape")
        parts = [self.piece, Label("to move", style="small", role="dim"), self.turn, Spacer(1)]
        tools = Wrapped([*parts, clear, cancel, self.ready], gap=6, pad=(16, 4))
        super().__init__([tools, Column([self.said], pad=(16, 2))], gap=0)
        self.visible = False

    def going_on(self, match: Match) -> bool:
        """Whether a position is being set up; not any more once the game it began from went on."""
        if self.setup is not None and self._begun != (match, match.here):
            self.setup = None
        return self.setup is not None

    def begin(self, match: Match) -> str:
        """Start from the position on the board; says why a game's positions cannot be set up so."""
        if match.entry.key not in SIZES:
            return f"Positions of {match.entry.title} are written: paste one"
        self.setup = Setup(match.entry.key, match.options, match.face.print(match.position))
        self._picture = match.face.picture(match.position)
        for segments in (self.piece, self.turn):
            for button, name in zip(segments.children, (*side_names(self._picture), "Empty"), strict=False):
                assert isinstance(button, Button)
                button.text = name
        self._begun = match, match.here
        self.turn.value = "XO".index(self.setup.side)
        self.turn.show_choice()
        self._show()
        return ""

    def put(self, at: tuple[int, int]) -> None:
        """Fill a square with the piece chosen; empty it if it has that piece."""
        setup = self.setup
        if setup is None or not (0 <= at[0] < setup.columns and 0 <= at[1] < setup.rows):
            return
        piece = PIECES[self.piece.value]
        setup.put(*at, EMPTY if setup.at(*at) == piece else piece)
        self._show()

    def _turn(self, side: int) -> None:
        if self.setup is not None:
            self.setup.side = "XO"[side]
            self._show()

    def _clear(self) -> None:
        if self.setup is not None:
            self.setup.clear()
            self._show()

    def _show(self) -> None:
        problem = self.setup.problem if self.setup is not None else ""
        self.said.text, self.said.tip, self.said.role = problem or HINT, problem, "bad" if problem else "dim"
        self.ready.enabled = not problem
        self.draw()

    @property
    def picture(self) -> BoardPicture | None:
        """The board as it is set up."""
        setup, before = self.setup, self._picture
        if setup is None or before is None:
            return None
        places = [(x, y) for y in range(setup.rows) for x in range(setup.columns) if setup.at(x, y) != EMPTY]
        stones = tuple(Stone(x, y, "XO".index(setup.at(x, y))) for x, y in places)
        return BoardPicture(
            before.style, before.columns, before.rows, stones, (), before.lines, (), "Setting up",
            before.column_names, before.row_names, before.pieces,
        )  # fmt: skip

    def _finish(self) -> None:
        setup = self.setup
        if setup is not None and not setup.problem:
            self.setup = None
            self.done(GameDocument(setup.key, self._begun[0].options, setup.text))

    def stop(self) -> None:
        """Back to the game."""
        self.setup = None
        self.done(None)
