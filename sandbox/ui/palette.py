"""The command palette (every action, by typing a few of its letters) and the sheet of keys (F1)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from sandbox.ui.kit.events import Key
from sandbox.ui.kit.floating import Floating
from sandbox.ui.kit.layout import Column, Grid, Row, Spacer
from sandbox.ui.kit.root import Root
from sandbox.ui.kit.shortcuts import Action, key_label
from sandbox.ui.kit.widget import Widget
from sandbox.ui.kit.widgets.button import Clickable
from sandbox.ui.kit.widgets.field import TextField
from sandbox.ui.kit.widgets.label import Label
from sandbox.ui.kit.widgets.scroll import Scroll

MOST_SHOWN = 12
WIDTH = 520


def score(words: str, title: str) -> int | None:
    """How well typed letters fit a title: lower is better, None is not at all.

    Letters must occur in order; runs and starts of words count.
    """
    text, at, cost = title.lower(), -1, 0
    for letter in words.lower().replace(" ", ""):
        found = text.find(letter, at + 1)
        if found < 0:
            return None
        cost += 0 if found == at + 1 or found == 0 or text[found - 1] == " " else 3 + found - at
        at = found
    return cost + len(text) // 8


def fitting(words: str, actions: Sequence[Action]) -> list[Action]:
    """The actions that fit, best first; all in their own order when nothing is typed."""
    scored = [(score(words, a.title), i, a) for i, a in enumerate(actions)]
    return [a for cost, _, a in sorted((s for s in scored if s[0] is not None), key=lambda s: (s[0] or 0, s[1]))]


class Line(Clickable):
    """One action in the palette."""

    focusable = False

    def __init__(self, action: Action, run: Callable[[Action], None]) -> None:
        super().__init__(enabled=action.available, tip=action.help)
        self.action, self.run = action, run
        self.chosen = False
        keys = key_label(action.keys[0]) if action.keys else ""
        self.add(
            Row(
                [
                    Label(action.title, grow=1, role="text" if action.available else "faint"),
                    Label(keys, style="mono", role="dim"),
                ],
                pad=(12, 6),
            )
        )

    def measure(self, width: int | None) -> tuple[int, int]:
        """As large as the row."""
        return self.children[0].size_for(width)

    def layout(self) -> None:
        """The row fills the line."""
        self.children[0].arrange(self.rect)

    def paint(self, surface: object, clip: object) -> None:  # noqa: ARG002
        """Mark the chosen line."""
        if self.chosen or self.hovered:
            colour = self.look.colours.selection if self.chosen else self.look.colours.hover
            self.look.painter.box(surface, self.rect, fill=colour, radius=self.dp(4))  # type: ignore[arg-type]

    def click(self) -> None:
        """Do it."""
        self.run(self.action)


class PaletteBox(Column):
    """A field, and below it what fits."""

    def __init__(self, actions: Sequence[Action], run: Callable[[Action], None]) -> None:
        self.actions, self.run, self.at = actions, run, 0
        self.field = TextField(
            "", placeholder="Type a command", on_change=lambda _: self.refresh(), on_submit=lambda _: self.do()
        )
        self.list = Column(gap=0)
        super().__init__([self.field, self.list], gap=8, pad=8, width=WIDTH)
        self.refresh()

    def refresh(self) -> None:
        """Show what fits the letters."""
        self.at = 0
        found = fitting(self.field.text, self.actions)[:MOST_SHOWN]
        lines: list[Widget] = [Line(action, self.run) for action in found]
        self.list.replace_children(lines or [Label("Nothing of that name", role="dim")])
        self.mark()

    def mark(self) -> None:
        """Highlight the chosen line."""
        for i, line in enumerate(self.list.children):
            if isinstance(line, Line):
                line.chosen = i == self.at
                line.touch()

    def do(self) -> None:
        """Do the chosen action."""
        if self.at < len(self.list.children) and isinstance(line := self.list.children[self.at], Line):
            line.click()

    def on_key(self, event: Key) -> bool:
        """The arrows choose."""
        step = {"Up": -1, "Down": 1, "PageUp": -5, "PageDown": 5}.get(event.combo, 0)
        if not step or not event.down:
            return False
        self.at = min(max(self.at + step, 0), max(len(self.list.children) - 1, 0))
        self.mark()
        return True


def open_palette(root: Root) -> None:
    """Offer every action that works here; Enter does the chosen one."""

    def run(action: Action) -> None:
        root.close(box)
        if action.available:
            action.run()

    palette = PaletteBox([a for a in root.actions.here() if a.id != "window.palette"], run)
    box = root.open(Floating(palette, side="centre", modal=True))
    root.focus.set(palette.field)


def open_keys(root: Root, place: str) -> None:
    """The keys of where you are, and those that work everywhere."""
    here = [a for a in root.actions.all() if a.keys and a.where in ("", *root.actions.places)]
    groups = {f"On {place}": [a for a in here if a.where], "Everywhere": [a for a in here if not a.where]}
    columns = [_key_group(title, actions) for title, actions in groups.items() if actions]
    close = Label("Esc closes. Keys can be changed in Settings.", role="dim", style="small")
    sheet = Column(
        [Label("Keys", style="title"), Scroll(Row(columns, gap=32, cross="start"), height=440), close], gap=12, pad=20
    )
    root.open(Floating(sheet, side="centre", modal=True))


def _key_group(title: str, actions: Sequence[Action]) -> Widget:
    lines: list[Widget] = []
    for action in actions:
        lines += [Label(" / ".join(map(key_label, action.keys)), style="mono", role="accent"), Label(action.title)]
    return Column(
        [Label(title.upper(), style="section", role="dim"), Grid([0, 0], lines, gap=(16, 6)), Spacer(4)], gap=8
    )
