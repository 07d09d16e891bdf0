"""Settings: theme, scale, and the keys of every action."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.settings import SCALES, THEMES
from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    Dropdown,
    Floating,
    Grid,
    Label,
    Row,
    Scroll,
    Spacer,
    TextField,
    Widget,
)
from sandbox.ui.kit.shortcuts import split_keys

if TYPE_CHECKING:
    from sandbox.ui.shell import Shell


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
    looks = Grid([0, 1], [Label("Theme", role="dim"), themes, Label("Scale", role="dim"), scales], gap=(16, 8))
    keys = KeyList(shell)
    reset = Button("All keys back to default", on_click=keys.reset)
    done = Button("Done", kind="primary", on_click=lambda: root.close(box))
    head = Label("KEYS", style="section", role="dim")
    parts = [Label("Settings", style="title"), looks, head, Scroll(keys, height=360), Row([reset, Spacer(), done])]
    sheet = Column(parts, gap=12, pad=20, width=560)
    box = root.open(Floating(sheet, side="centre", modal=True))


class KeyList(Column):
    """Every action with a field for its keys; a key taken from another action is said."""

    def __init__(self, shell: Shell) -> None:
        self.shell = shell
        self.said = Label(
            "Type keys such as Ctrl+K, several with commas, then Enter.", style="small", role="dim", wrap=True
        )
        super().__init__(gap=8)
        self.fields: dict[str, TextField] = {}
        self._build()

    def _build(self) -> None:
        lines: list[Widget] = []
        for action in self.shell.services.root.actions.all():
            lines += [Label(action.title, role="dim"), self._field(action)]
        self.replace_children([self.said, Grid([1, 0], lines, gap=(16, 4))])

    def _field(self, action: Action) -> Widget:
        field = TextField(_keys(action), width=180)
        field.on_submit = lambda text: self._bind(action.id, text, field)
        self.fields[action.id] = field
        return field

    def _bind(self, action_id: str, text: str, field: TextField) -> None:
        actions = self.shell.services.root.actions
        try:
            losers = actions.rebind(action_id, split_keys(text))
        except ValueError as error:
            field.error = str(error)
            return
        field.error = ""
        for name in (action_id, *(loser.id for loser in losers)):
            self.fields[name].text = _keys(actions[name])
        lost = ", ".join(a.title for a in losers)
        self.said.text = f"{actions[action_id].title}: " + (f"bound, no longer to {lost}." if lost else "bound.")

    def reset(self) -> None:
        """Every action gets its first keys back."""
        self.shell.services.root.actions.reset()
        self._build()


def _keys(action: Action) -> str:
    return ", ".join(action.keys)
