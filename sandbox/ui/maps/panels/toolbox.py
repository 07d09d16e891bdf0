"""The tools beside the map, two in a row, and the line over it with what can be set for the one in hand."""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from sandbox.ui.kit import Action, Column, Grid, IconButton, Label, Row, Rule, Scroll, Widget

if TYPE_CHECKING:
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.tools import MapTool

COLUMNS = 2


class Toolbox:
    """A button for each tool; `options` is the line of the one in hand."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.buttons = {tool.name: self._button(tool) for tool in session.tools.values() if tool.shelf}
        self.hint = Label("", style="small", role="dim", grow=1)
        self.options = Row(gap=8)
        self.options.shrink = 1.0
        self.line = Row([self.options, self.hint], gap=12, pad=(12, 2, 8, 6), height=40)
        self._lines: dict[str, list[Widget]] = {}
        self.widget = self._build()
        session.on_tool.append(self.show)
        session.show_hint = self.say

    def _button(self, tool: MapTool) -> IconButton:
        take = partial(self.session.use_tool, tool.name)
        key = ", ".join(tool.keys)
        return IconButton(tool.icon, on=False, on_click=take, tip=tool.title, tip_key=key, name=f"tool-{tool.name}")

    def _build(self) -> Widget:
        parts: list[Widget] = []
        shelf = [tool for tool in self.session.tools.values() if tool.shelf]
        for _, tools in groupby(shelf, key=lambda tool: tool.group):
            if parts:
                parts.append(Rule())
            parts.append(Grid([0] * COLUMNS, [self.buttons[t.name] for t in tools], gap=(2, 2)))
        return Column([Scroll(Column(parts, gap=6, pad=(6, 6)), grow=1)], gap=0, fill="panel")

    def show(self) -> None:
        """Mark the tool in hand and show its options."""
        tool = self.session.tool
        for name, button in self.buttons.items():
            button.on = name == tool.name
        if tool.name not in self._lines:
            self._lines[tool.name] = tool.options()
        self.options.replace_children(self._lines[tool.name])
        self.options.visible = bool(self._lines[tool.name])
        if self.line.is_mounted:  # once there is known to be room
            self.session.root.after(0.1, lambda: self.session.hint(self.session.tool.hint))

    def say(self, hint: str) -> bool:
        """Show what can be done now; whether there is room for it."""
        room = self.hint.is_mounted and self.hint.rect.w >= self.hint.look.fonts.width(hint, "small")
        self.hint.text = hint if room else ""
        return room

    def actions(self) -> list[Action]:
        """Take a tool in hand."""
        use = self.session.use_tool
        return [
            Action(f"maps.tool-{t.name}", t.title, t.keys, partial(use, t.name), where="maps", icon=t.icon)
            for t in self.session.tools.values()
        ]
