"""Settings: theme, scale, and the keys of every action."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from sandbox.settings import SCALES, THEMES
from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    Dropdown,
    Floating,
    Grid,
    IconButton,
    KeyButton,
    Label,
    MenuItem,
    Row,
    Scroll,
    Spacer,
    TextField,
    Widget,
    key_label,
)
from sandbox.ui.tabs import TABS

if TYPE_CHECKING:
    from sandbox.ui.shell import Shell

HOW = "Click a command's keys, then press new ones. You are asked before a key is taken from another command."
WIDTH, LIST, KEYS = 600, 340, 190  # dp


def open_preferences(shell: Shell) -> None:
    """Open the dialog."""
    settings, root = shell.services.settings, shell.services.root
    scale = settings.scale
    themes = Dropdown(
        [t.capitalize() for t in THEMES],
        THEMES.index(settings.theme),
        on_change=lambda i: shell.show_look(theme=THEMES[i]),
    )
    scales = Dropdown(
        [f"{round(100 * s)} %" for s in SCALES],
        SCALES.index(scale) if scale in SCALES else SCALES.index(1.0),
        on_change=lambda i: shell.show_look(scale=SCALES[i]),
    )
    looks = Row([Label("Theme", role="dim"), themes, Spacer(8), Label("Scale", role="dim"), scales], gap=12)
    themes.grow = scales.grow = 1.0
    keys = KeyList(shell)
    reset = Button("Reset all keys to default", on_click=keys.reset)
    done = Button("Done", kind="primary", on_click=lambda: root.close(box))
    head = Row([Label("KEYS", style="section", role="dim"), Spacer(), keys.filter], gap=12)
    listed = Scroll(keys, height=LIST)
    looks.shrink = head.shrink = keys.said.shrink = 0.0  # the list gives way
    parts = [Label("Settings", style="title"), looks, head, keys.said, listed, Row([reset, Spacer(), done])]
    sheet = Column(parts, gap=12, pad=20, width=WIDTH)
    box = root.open(Floating(sheet, side="centre", modal=True))


class KeyList(Column):
    """Every action with its keys, by place. Keys that another one has are taken from it when they are pressed again."""

    def __init__(self, shell: Shell) -> None:
        self.shell, self.actions = shell, shell.services.root.actions
        self.said = Label(HOW, style="small", role="dim", wrap=True, lines=2, height=34)
        self.filter = TextField(placeholder="Find a command or a key", icon="search", width=240)
        self.filter.on_change = lambda _: self._build()
        super().__init__(gap=12)
        self.fields: dict[str, KeyButton] = {}
        self._asked = ("", "")  # the action and the keys it would take from another
        self._build()

    # The list ------------------------------------------------------------------------------------------

    def _build(self) -> None:
        groups: dict[str, list[Action]] = {}
        for action in self.actions.all():
            if self._matches(action):
                groups.setdefault(action.where, []).append(action)
        self.replace_children([self._group(where, group) for where, group in groups.items()])

    def _matches(self, action: Action) -> bool:
        """Whether all that was typed is in its title or keys."""
        text = " ".join((action.title, *action.keys, *map(key_label, action.keys))).casefold()
        return all(word in text for word in self.filter.text.casefold().split())

    def _group(self, where: str, actions: Sequence[Action]) -> Widget:
        title = TABS[where].title if where in TABS else where.capitalize() or "Everywhere"
        lines: list[Widget] = [part for action in actions for part in self._line(action)]
        return Column([Label(title.upper(), style="section", role="dim"), Grid([1, 0, 0], lines, gap=(12, 4))], gap=6)

    def _line(self, action: Action) -> list[Widget]:
        tip = "Click, then press other keys"
        field = KeyButton(action.keys, partial(self.press, action.id), tip=tip, width=KEYS, name=f"keys {action.id}")
        field.on_wait = partial(self._waits, action)
        self.fields[action.id] = field
        more = IconButton("ellipsis", compact=True, tip="Add keys, clear them, or restore the default")
        more.on_click = lambda: self._offer(action.id, more)
        return [Label(action.title, role="dim"), field, more]

    def _offer(self, action_id: str, button: Widget) -> None:
        field, own = self.fields[action_id], self.actions.own(action_id)
        words = "  ".join(map(key_label, own)) or "none"
        items = [
            MenuItem("Add another key", partial(self._wait_for_more, field), "plus"),
            MenuItem("No keys", lambda: self._bind(action_id, ()), "x"),
            MenuItem(f"Its own: {words}", lambda: self._bind(action_id, own), "rotate-ccw"),
        ]
        self.root.menu(items, button.rect)

    def _wait_for_more(self, field: KeyButton) -> None:
        self.root.focus.set(field, ring=False)
        field.wait(on=True, more=True)

    def _waits(self, action: Action, on: bool) -> None:
        """One of them waits for keys; or does no longer, and a question that was asked is open no more."""
        if on:
            self._say(f"Press the keys for “{action.title}”; Esc leaves them as they are.", "dim")
        elif self._asked[0]:
            self._say(HOW, "dim")
        self._asked = ("", "")

    # Keys ----------------------------------------------------------------------------------------------

    def press(self, action_id: str, combo: str) -> bool:
        """Keys were pressed for an action; whether they are its own now."""
        field, rivals = self.fields[action_id], self.actions.holders(combo, action_id)
        if rivals and self._asked != (action_id, combo):
            self._asked = action_id, combo
            names = ", ".join(f"“{rival.title}”" for rival in rivals)
            self._say(f"{key_label(combo)} is what {names} has: press it again to take it from there, or Esc.", "warn")
            return False
        kept = [key for key in field.keys if key != combo] if field.more else []
        self._bind(action_id, [*kept, combo])
        return True

    def _bind(self, action_id: str, keys: Sequence[str]) -> None:
        losers = self.actions.rebind(action_id, keys)
        self._asked = ("", "")
        for name in (action_id, *(loser.id for loser in losers)):
            if name in self.fields:
                self.fields[name].show(self.actions[name].keys)
        lost = f", no longer of {', '.join(f'“{loser.title}”' for loser in losers)}" if losers else ""
        words = ", ".join(map(key_label, self.actions[action_id].keys)) or "no keys"
        self._say(f"“{self.actions[action_id].title}”: {words}{lost}", "good")
        self._keep()

    def reset(self) -> None:
        """Every action gets its first keys back."""
        self.actions.reset()
        self._build()
        self._say("All keys are back to their defaults", "good")
        self._keep()

    def _say(self, text: str, role: str) -> None:
        self.said.text, self.said.role = text, role

    def _keep(self) -> None:
        """Remember them, however the window ends."""
        self.shell.services.settings.keys = self.actions.rebound()
