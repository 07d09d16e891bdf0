"""The command palette: every action by its words, with its key; and the sheet of the keys that work here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from sandbox.ui.kit.events import Key, nothing
from sandbox.ui.kit.layout import Column, Container, Grid, Row, Spacer
from sandbox.ui.kit.overlays.dialogs import Dialog
from sandbox.ui.kit.overlays.floating import Floating
from sandbox.ui.kit.overlays.menu_items import MenuItem
from sandbox.ui.kit.overlays.menus import MenuList
from sandbox.ui.kit.root import Root
from sandbox.ui.kit.shortcuts import Action, key_label
from sandbox.ui.kit.widgets.field import TextField
from sandbox.ui.kit.widgets.label import Label
from sandbox.ui.kit.widgets.scroll import Scroll

MOST = 12  # lines shown at once


def match_score(query: str, text: str) -> float | None:
    """Return how well letters typed in order match a text (higher is better), or None where they do not.

    Letters at the start of words and letters that follow each other count more.
    """
    score, at, text_folded = 0.0, -1, text.casefold()
    for char in query.casefold():
        if char.isspace():
            continue
        found = text_folded.find(char, at + 1)
        start = _word_start(text_folded, char, at + 1)
        if found < 0:
            return None
        if found == at + 1 and at >= 0:
            score += 3
        elif start >= 0:
            found, score = start, score + 2
        else:
            score -= 0.1 * (found - at)
        at = found
    return score - 0.01 * len(text)


def _word_start(text: str, char: str, at: int) -> int:
    return next((i for i in range(at, len(text)) if text[i] == char and (i == 0 or not text[i - 1].isalnum())), -1)


def matches(query: str, items: Sequence[MenuItem]) -> list[MenuItem]:
    """Return the items that match, best first."""
    scored = [(match_score(query, item.text), item) for item in items]
    found = [(score, item) for score, item in scored if score is not None]
    return [item for _, item in sorted(found, key=lambda pair: -pair[0])] if query else list(items)


class PaletteBox(Column):
    """A field and the lines that match what is typed in it; `more` is asked with every letter."""

    def __init__(
        self, items: Sequence[MenuItem], close: Callable[[], None], more: Callable[[], Sequence[MenuItem]]
    ) -> None:
        self._items, self._more, self._close = list(items), more, close
        self._found = list(items)
        self.field = TextField(placeholder="Type a command…", icon="search", on_change=self._filter)
        self.list = MenuList(items, self._pick, current=0 if items else -1)
        self.list.focusable = False
        self.none = Label("Nothing matches", role="dim", visible=False)
        holder = Container([self.list, Container([self.none], pad=12)], grow=1)
        super().__init__([Container([self.field], pad=8), holder], gap=0, width=560)

    def _filter(self, query: str) -> None:
        self._found = matches(query, [*self._items, *self._more()])
        self.list.show(self._found, current=0 if self._found else -1)
        self.none.visible = not self._found

    def refresh(self) -> None:
        """There may be more to find than when the last letter was typed; the line chosen stays so if it can."""
        at = self.list.current
        chosen = self._found[at].text if 0 <= at < len(self._found) else ""
        self._filter(self.field.text)
        self.list.select(next((i for i, item in enumerate(self._found) if item.text == chosen), self.list.current))

    def _pick(self, index: int) -> None:
        run = self._found[index].run
        self._close()
        run()

    def on_key(self, event: Key) -> bool:
        """Up, Down and Enter work in the list while the field is typed in."""
        if event.down and event.combo == "Enter" and self.list.current >= 0:
            self.list.pick(self.list.current)
            return True
        return event.combo in ("Up", "Down", "PageUp", "PageDown") and self.list.on_key(event)


class CommandPalette:
    """Finds and runs one of many commands."""

    def __init__(self, items: Iterable[MenuItem], more: Callable[[], Sequence[MenuItem]] = tuple) -> None:
        self.items, self.more = list(items), more

    @classmethod
    def of_actions(cls, root: Root, more: Callable[[], Sequence[MenuItem]] = tuple) -> CommandPalette:
        """Return a palette over the root's actions, and whatever else there is to find."""
        return cls((MenuItem.of(action) for action in root.actions.here() if action.available), more)

    def open(self, root: Root, on_close: Callable[[], None] = nothing) -> PaletteBox:
        """Show it."""
        content = PaletteBox(self.items, lambda: box.close(), self.more)  # noqa: PLW0108  box comes later
        content.height = 56 + min(MOST, len(self.items)) * 28 + 10
        box = Floating(content, side="centre", on_close=on_close)
        root.open(box)
        root.focus.set(content.field, ring=False)
        return content


class KeySheet:
    """Shows the keys of where the user is, by place."""

    def __init__(self, actions: Sequence[Action], titles: dict[str, str] | None = None) -> None:
        self.actions, self.titles = actions, titles or {}

    def open(self, root: Root) -> Floating:
        """Show the sheet."""
        groups: dict[str, list[Action]] = {}
        for action in self.actions:
            if action.keys:
                groups.setdefault(action.where, []).append(action)
        column = Column([self._group(where, group) for where, group in groups.items()], gap=16)
        page = Scroll(column)
        return Dialog("Keys", page, width=520).open(root)

    def _group(self, where: str, actions: Sequence[Action]) -> Column:
        title = self.titles.get(where, where.capitalize() or "Everywhere")
        lines = Grid([1, 0], gap=(16, 6))
        for action in actions:
            lines.add(Label(action.title))
            lines.add(Row([Spacer(), *(keycap(key) for key in action.keys)], gap=6))
        return Column([Label(title.upper(), style="section", role="dim"), lines], gap=8)


def keycap(combo: str) -> Container:
    """Return a key as it looks on a sheet."""
    return Container([Label(key_label(combo), style="mono_small")], pad=(7, 3), fill="raised", line="line", radius=4)
