"""A game's rules, what ships, its options, and a matrix or tree typed: beside the name of the game."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.errors import SandboxError
from sandbox.ui.boards.strategies.run import Run
from sandbox.ui.forms import fields_of, open_options
from sandbox.ui.kit import Button, Dropdown, Floating, Form, Label, TextArea, Widget

RULES = {
    "matrix": "Both choose at once, and the table says what each gets: a line for each row, and for each column a pair "
    "such as 3,2, or one number for the row player, of which the column player gets the opposite.",
    "kuhn": "A jack, a queen and a king, a card each, an ante of one. Check or bet one; facing a bet, fold or call.",
    "leduc": "Two jacks, queens and kings, a card each. After a round of betting a card is laid open, then comes "
    "another round. A pair with the open card wins, else the higher card.",
    "liars-dice": "A die each. Bid how many dice show a face, each time higher than before, or call the other player a "
    "liar. The highest face is wild.",
    "phantom": "Tic-tac-toe, but nobody sees the other's signs. Whoever tries a square that is taken is told so, and "
    "tries another.",
    "any-tree": "Each player chooses in turn; nodes of one name look alike to their player, who cannot tell them "
    "apart.",
}
TYPED = {"matrix": "A table, a file with one, or the name of one that ships", "any-tree": "A tree, or a file with one"}

Start = Callable[[Run], None]


def open_sheet(button: Widget, run: Run, start: Start) -> Floating:
    """Whatever is changed begins the game anew."""
    said = Label("", role="bad", wrap=True, style="small")

    def begin(options: dict[str, Any], position: str) -> None:
        try:
            fresh = Run(run.entry, position, options, run.learner)
            hides = not fresh.game.axes(fresh.root).perfect_information
            said.text = "" if hides else "Nothing is hidden in it"
        except (SandboxError, OSError) as error:
            said.text = str(error)
            return
        if hides:
            start(fresh)

    parts: list[Widget] = [Label(RULES.get(run.entry.key, run.entry.summary), wrap=True)]
    parts += _examples(run, lambda name: begin({}, name))
    if run.entry.key in TYPED:
        parts += _typed(run, lambda text: begin({}, text))
    own = [option for option in run.entry.options if option.name != "file"]
    if own:
        values = dict(run.options)

        def put(name: str, value: Any) -> None:
            values[name] = value
            begin(values, "-")

        parts += [Label("OPTIONS", style="section", role="dim"), Form(fields_of(own), values, on_change=put)]
    return open_options(button, Label(run.entry.title, style="strong"), run.entry.summary, [*parts, said])


def _examples(run: Run, pick: Callable[[str], None]) -> list[Widget]:
    """Those that ship and hide something."""
    found = getattr(run.game, "examples", None)
    names = [name for name in (found() if found is not None else ()) if _hides(run, name)]
    if not names:
        return []
    now = next((i for i, name in enumerate(names) if run.face.parse(name) == run.root), -1)
    box = Dropdown(names, max(now, 0), on_change=lambda at: pick(names[at]))
    return [Label("EXAMPLES", style="section", role="dim"), box]


def _hides(run: Run, name: str) -> bool:
    return not run.game.axes(run.face.parse(name)).perfect_information


def _typed(run: Run, begin: Callable[[str], None]) -> list[Widget]:
    """A field for a text, and a button that begins with it."""
    text = run.face.print(run.root) if run.entry.key == "matrix" else ""
    field = TextArea(text.replace("; ", "\n"), placeholder=TYPED[run.entry.key], height=96)
    go = Button("Begin with this", compact=True, on_click=lambda: begin(_one_line(run.entry.key, field.text)))
    return [Label("YOUR OWN", style="section", role="dim"), field, go]


def _one_line(key: str, text: str) -> str:
    """A table's rows are divided as the command line has them."""
    rows = [line.strip().rstrip(";") for line in text.strip().splitlines() if line.strip()]
    return "; ".join(rows) if key == "matrix" else text.strip()
