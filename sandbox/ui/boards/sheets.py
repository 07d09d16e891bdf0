"""Sheets and dialogs of the tab: a game's own options, its rules, looking through it, pasting."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.errors import SandboxError
from sandbox.gametree.document.analysis import EXACT
from sandbox.gametree.document.model import GameDocument
from sandbox.gametree.play.time_control import TimeControl
from sandbox.registry import Entry
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.game.review import Review, sources_for
from sandbox.ui.boards.session import Session
from sandbox.ui.forms import fields_of, open_options
from sandbox.ui.kit import Column, Dialog, Field, Floating, Form, Label, TextArea, Widget
from sandbox.ui.kit.events import nothing
from sandbox.ui.kit.root import Root

RULES = {
    "connect-four": "Drop a stone into a column. Four in a row, horizontally, vertically or diagonally, win.",
    "othello": "Place a disc so that it encloses discs of the other side in a line: these are flipped. Whoever cannot "
    "must pass; when neither side can, the most discs win.",
    "tic-tac-toe": "Put your sign on a free square. Three in a row win.",
    "nim": "Split a pile into two of different sizes: point at the gap between two of its stones. Whoever cannot move "
    "loses.",
    "morris": "Place three stones each, one at a time; then move one along a line. Three in a row win; whoever cannot "
    "move loses.",
    "tree": "MAX and MIN choose a child in turn, down to a leaf. Its number is MAX's score.",
}
WHAT_TO_PASTE = (
    "Moves in the game's notation, with or without numbers; a position, square by square; Othello transcripts and GGF; "
    "a game saved here. What is read replaces the game on the board; Ctrl+Enter puts it there."
)


CLOCK = (
    Field("minutes", "Minutes", "float", 0.0, 0.0, 60.0, 0.5, help="For all moves of a side; 0: no clock"),
    Field(
        "increment", "Increment", "float", 0.0, 0.0, 30.0, 1.0, unit="s", help="Added with every move",
        visible=lambda values: values["minutes"] > 0,
    ),
)  # fmt: skip


def clock_form(control: TimeControl, put: Callable[[TimeControl], None]) -> Form:
    """How long each side has."""
    values = {"minutes": control.minutes, "increment": control.increment}

    def changed(name: str, value: Any) -> None:
        values[name] = float(value)
        put(TimeControl(**values))

    return Form(CLOCK, values, on_change=changed)


def open_game_options(button: Widget, session: Session) -> Floating:
    """A game's rules in a few lines, and its own options: changing one begins anew. And its clock, which does not."""
    entry: Entry[Any] = session.match.entry
    values, wrong = dict(session.match.options), Label("", role="bad", wrap=True, style="small")

    def put(name: str, value: Any) -> None:
        values[name] = value
        try:
            fresh = Match.new(entry, values)
        except (SandboxError, OSError) as error:
            wrong.text = str(error)
            return
        wrong.text = ""
        session.begin(fresh)

    parts: list[Widget] = [Label(RULES.get(entry.key, entry.summary), wrap=True)]
    if entry.options:
        parts += [Label("OPTIONS", style="section", role="dim")]
        parts += [Form(fields_of(entry.options), values, on_change=put), wrong]
    parts += [Label("CLOCK", style="section", role="dim"), clock_form(session.time.control, session.set_control)]
    return open_options(button, Label(entry.title, style="strong"), entry.summary, parts)


def open_review(root: Root, match: Match, review: Review) -> Floating:
    """Who looks through the game, and how deep; then begin."""
    sources = sources_for(match.entry)
    source = review.source if review.source in sources else next(iter(sources))
    fields = [
        Field(
            "source", "Looked through by", "choice", source, choices=list(sources), choice_labels=list(sources.values())
        ),
        Field("depth", "Depth", "int", review.depth, 1, 20, 1, unit="plies", visible=lambda v: v["source"] != EXACT),
    ]
    form = Form(fields)
    note = "Every position of the line is searched to the same depth, so that it can be said what each move lost. "
    note += "Exact play may take very long where many squares are empty."

    def begin() -> None:
        review.source, review.depth = form.values["source"], form.values["depth"]
        review.begin(match)

    body = Column([Label(note, role="dim", wrap=True), form], gap=12)
    return Dialog("Analyse the game", body, [("Cancel", "plain", nothing), ("Analyse", "primary", begin)]).open(root)


def _length(document: GameDocument | None) -> str:
    """What was read, in words."""
    if document is None:
        return ""
    moves = len(document.plies) - 1
    return "A position" if not moves else "1 move" if moves == 1 else f"{moves} moves"


class PasteDialog:
    """A field for any notation; what is wrong with it is said while it is typed."""

    def __init__(
        self, root: Root, read: Callable[[str], GameDocument], take: Callable[[GameDocument], None], text: str = ""
    ) -> None:
        self.read, self.take = read, take
        self.field = TextArea(text, on_change=self._check, height=120)
        self.said = Label("", wrap=True, style="small", role="dim")
        body = Column([Label(WHAT_TO_PASTE, role="dim", wrap=True), self.field, self.said], gap=10)
        self.dialog = Dialog(
            "Paste a game or a position",
            body,
            [("Cancel", "plain", nothing), ("Put on the board", "primary", self._put)],
        )
        self.dialog.open(root)
        self._check(text)

    def _check(self, text: str) -> None:
        document = None
        try:
            document = self.read(text) if text.strip() else None
            self.said.text, self.said.role = _length(document), "good"
        except SandboxError as error:
            self.said.text, self.said.role = str(error), "bad"
        self.document = document
        self.dialog.buttons[1].enabled = document is not None

    def _put(self) -> None:
        if self.document is not None:
            self.take(self.document)
