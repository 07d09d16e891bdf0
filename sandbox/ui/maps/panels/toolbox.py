"""The tools beside the map, two in a row, and the line over it with what can be set for the one in hand."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from sandbox.ui.kit import Action, Column, Grid, IconButton, Label, Row, Rule, Scroll, Widget, Wrap

if TYPE_CHECKING:
    from sandbox.ui.kit.widget import Size
    from sandbox.ui.maps.session import Session
    from sandbox.ui.maps.tools import MapTool

COLUMNS = 2
LINE = 32  # dp
LOW = 17  # lines as high as a button: a window of fewer is low
PART = 4  # of the window's height: options take no more


class HintLine(Label):
    """The hint, as wide as the tool's options leave: told of every other width, its owner sees whether it fits."""

    def __init__(self, on_width: Callable[[], None]) -> None:
        super().__init__("", style="small", role="dim", grow=1)
        self.on_width, self._had = on_width, -1

    def layout(self) -> None:
        """Tell of another width once everything has its place."""
        super().layout()
        if self.rect.w != self._had:
            self._had = self.rect.w
            self.root.after(0.0, self.on_width)


class OptionsView(Scroll):
    """A tool's options: as many lines as they take, but no more than a part of the window; then they scroll."""

    greedy = ""

    def measure(self, width: int | None) -> Size:
        """As high as its content, within that part."""
        size, most = self.child.size_for(width), self.root.rect.h // PART
        return size if size[1] <= most else (super().measure(width)[0], most)


class Shelf(Column):
    """The tools; told of another height of the window, its owner sees what there is room for."""

    def __init__(self, parts: list[Widget], on_layout: Callable[[], None]) -> None:
        super().__init__([Scroll(Column(parts, gap=6, pad=(6, 6)), grow=1)], gap=0, fill="panel")
        self.on_layout = on_layout

    def layout(self) -> None:
        """Tell, once everything has its place."""
        super().layout()
        self.root.after(0.0, self.on_layout)


class Toolbox:
    """A button for each tool; `options` is the line of the one in hand."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.buttons = {tool.about.name: self._button(tool) for tool in session.tools.values() if tool.shelf}
        self.hint = HintLine(lambda: session.hint(session.tool.hint))
        self.options = Wrap(gap=8)
        self.view = OptionsView(self.options)
        strut = Widget(width=0, height=LINE)  # no lower with a tool that has no options
        self.line = Row([self.view, self.hint, strut], gap=12, pad=(12, 2, 8, 6))
        self._lines: dict[str, list[Widget]] = {}
        self.widget = self._build()
        session.on_tool.append(self.show)
        session.show_hint = self.say

    def _button(self, tool: MapTool) -> IconButton:
        about = tool.about
        take = partial(self.session.use_tool, about.name)
        key, name = about.key, f"tool-{about.name}"
        return IconButton(about.icon, on=False, on_click=take, tip=about.title, tip_key=key, name=name)

    def _build(self) -> Widget:
        parts: list[Widget] = []
        shelf = [tool for tool in self.session.tools.values() if tool.shelf]
        for _, tools in groupby(shelf, key=lambda tool: tool.group):
            if parts:
                parts.append(Rule())
            parts.append(Grid([0] * COLUMNS, [self.buttons[t.about.name] for t in tools], gap=(2, 2)))
        return Shelf(parts, self._fit)

    def show(self) -> None:
        """Mark the tool in hand and show its options."""
        tool = self.session.tool
        for name, button in self.buttons.items():
            button.on = name == tool.about.name
        if tool.about.name not in self._lines:
            self._lines[tool.about.name] = tool.options()
        self.options.replace_children(self._lines[tool.about.name])
        self.view.visible = bool(self._lines[tool.about.name])
        self._fit()

    def _fit(self) -> None:
        """In a low window a tool without options has no line: its hint stands in the status line."""
        low = self.widget.is_mounted and self.widget.root.rect.h < LOW * self.widget.look.theme.control
        if self.line.visible != (shown := self.view.visible or not low):
            self.line.visible = shown
            self.session.hint(self.session.tool.hint)

    def say(self, hint: str) -> bool:
        """Show what can be done now; whether there is room for it."""
        shown = self.hint.is_mounted and self.line.visible
        room = shown and self.hint.rect.w >= self.hint.look.fonts.width(hint, "small")
        self.hint.text = hint if room else ""
        return room

    def actions(self) -> list[Action]:
        """Take a tool in hand."""
        use, known = self.session.use_tool, [tool.about for tool in self.session.tools.values()]
        return [
            Action(f"maps.tool-{t.name}", t.title, t.keys, partial(use, t.name), where="maps", icon=t.icon)
            for t in known
        ]
