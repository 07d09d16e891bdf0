"""Sheets of the page: a game's rules, options and dice; a position typed or pasted."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.errors import SandboxError
from sandbox.registry import Entry
from sandbox.ui.boards.general.play import Play
from sandbox.ui.boards.general.session import Session
from sandbox.ui.forms import fields_of, open_options
from sandbox.ui.kit import Column, Dialog, Dropdown, Field, Floating, Form, Label, TextArea, Widget
from sandbox.ui.kit.events import nothing
from sandbox.ui.kit.root import Root

RULES = {
    "pig": "Roll the die as often as you dare: the points add up. A one loses all points of the turn; holding keeps "
    "them. The first to reach the goal wins.",
    "rolit": "Place a ball so that it encloses others in a line: these take your colour. If you can enclose none, "
    "place it beside any ball. When the board is full, the most balls win.",
    "backgammon": "Move by both dice; a double counts twice. A point with two checkers is safe, a single one may be "
    "hit and starts again from the bar. With all checkers at home you bear off; the first to be off wins.",
    "any-tree": "Each player chooses a child in turn, dice decide where there is a ring, down to a leaf, which says "
    "what each player gets.",
}
DICE = (Field("seed", "Seed of the dice", "int", 1, 0, 1_000_000, 1, help="The same seed throws the same dice again"),)
LONGEST = 60_000


def open_game_options(button: Widget, session: Session, start: Callable[[Play], None]) -> Floating:
    """A game's rules in a few lines, its options and its dice: changing one begins anew."""
    entry: Entry[Any] = session.play.entry
    values, wrong = dict(session.play.options), Label("", role="bad", wrap=True, style="small")

    def begin(seed: int) -> None:
        try:
            fresh = Play(entry, values, seed=seed)
        except (SandboxError, OSError) as error:
            wrong.text = str(error)
            return
        wrong.text = ""
        start(fresh)

    def put(name: str, value: Any) -> None:
        values[name] = value
        begin(session.play.seed)

    parts: list[Widget] = [Label(RULES.get(entry.key, entry.summary), wrap=True)]
    if ways := examples(entry):
        parts += [Label("EXAMPLES", style="section", role="dim"), _choice(session, ways, start)]
    if entry.options:
        parts += [Label("OPTIONS", style="section", role="dim"), Form(fields_of(entry.options), values, on_change=put)]
    if session.play.game.axes(session.play.positions[0]).chance:
        seed = {"seed": session.play.seed}
        parts += [Label("DICE", style="section", role="dim"), Form(DICE, seed, on_change=lambda _, v: begin(int(v)))]
    return open_options(button, Label(entry.title, style="strong"), entry.summary, [*parts, wrong])


def examples(entry: Entry[Any]) -> tuple[str, ...]:
    """Positions that ship with a game, by name."""
    found = getattr(entry.create(), "examples", None)
    return tuple(found()) if found is not None else ()


def _choice(session: Session, names: tuple[str, ...], start: Callable[[Play], None]) -> Widget:
    """One of them; picking it begins there."""
    play = session.play

    def pick(at: int) -> None:
        start(Play(play.entry, play.options, names[at], play.seed))

    return Dropdown(list(names), 0, on_change=pick)


class PositionDialog:
    """A field for a position; what is wrong with it is said while it is typed."""

    def __init__(self, session: Session, start: Callable[[Play], None]) -> None:
        self.session, self.start = session, start
        self.field = TextArea("", on_change=self._check, height=96)
        self.said = Label("", wrap=True, style="small", role="dim")
        note = f"A position of {session.play.entry.title} as it is copied here, or as the command line writes it."
        body = Column([Label(note, role="dim", wrap=True), self.field, self.said], gap=10)
        answers = [("Cancel", "plain", nothing), ("Play from here", "primary", self._put)]
        self.dialog = Dialog("Paste a position", body, answers)  # type: ignore[arg-type]
        self._play: Play | None = None

    def open(self, root: Root) -> None:
        """Show it, with what is on the clipboard."""
        self.dialog.open(root)
        self.field.text = root.clipboard.get().strip()[:LONGEST]
        self._check(self.field.text)

    def _check(self, text: str) -> None:
        old, self._play = self.session.play, None
        try:
            self._play = Play(old.entry, old.options, text, old.seed) if text.strip() else None
            words = self._play.caption if self._play is not None else ""
            self.said.text, self.said.role = words, "good"
        except (SandboxError, OSError) as error:
            self.said.text, self.said.role = str(error), "bad"
        self.dialog.buttons[1].enabled = self._play is not None

    def _put(self) -> None:
        if self._play is not None:
            self.start(self._play)
