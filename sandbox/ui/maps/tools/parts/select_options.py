"""The line over the map for the select tool: place and size in numbers, the name, and buttons for what can be done."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.level.model import MAX_SIDE
from sandbox.ui.kit import IconButton, Label, NumberField, Row, Rule, TextField, Widget
from sandbox.ui.maps.tools.parts.grips import frame_of

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.ui.maps.tools.select import SelectTool

FIELD = 70  # dp
NAME = 110  # dp


class Numbers(Row):
    """X and Y of the vertex or of the selection's top-left corner, its width and height."""

    def __init__(self, tool: SelectTool) -> None:
        self.tool = tool
        self.x, self.y = self._field(0.0, self._move), self._field(0.0, self._move)
        self.w, self.h = self._field(1 / 512, self._scale), self._field(1 / 512, self._scale)
        named = [("x", self.x), ("y", self.y), ("w", self.w), ("h", self.h)]
        super().__init__([part for word, f in named for part in (Label(word, style="small", role="dim"), f)], gap=6)
        tool.selection.followers.append(self.follow)
        tool.editing.on_step.append(self.follow)
        self.follow()

    def _field(self, least: float, change: Callable[[float], None]) -> NumberField:
        return NumberField(0.0, least=least, most=float(MAX_SIDE), step=1.0, whole=False, on_number=change, width=FIELD)

    def follow(self) -> None:
        """Show what is selected."""
        chosen, vertex = self.tool.chosen, self.tool.selection.vertex
        for field in (self.x, self.y):
            field.enabled = bool(chosen)
        for field in (self.w, self.h):
            field.enabled = bool(chosen) and vertex is None
        if chosen:
            frame = frame_of(chosen)
            self.x.value, self.y.value = self.tool.place_of(vertex) if vertex is not None else frame[:2]
            self.w.value, self.h.value = frame.x1 - frame.x0, frame.y1 - frame.y0
        else:
            for field in (self.x, self.y, self.w, self.h):
                field.clear()

    def _move(self, _: float) -> None:
        vertex, commands = self.tool.selection.vertex, self.tool.commands
        if vertex is not None:
            commands.put_vertex(vertex, (self.x.value, self.y.value))
        elif self.tool.chosen:
            frame = frame_of(self.tool.chosen)
            commands.move_by(self.x.value - frame.x0, self.y.value - frame.y0)
        self.follow()

    def _scale(self, _: float) -> None:
        if self.tool.chosen:
            self.tool.commands.resize(self.w.value, self.h.value)
        self.follow()


class NameField(TextField):
    """The name of the selected polygon."""

    def __init__(self, tool: SelectTool) -> None:
        super().__init__(
            placeholder="Name", on_submit=tool.commands.rename, tip="The polygon's name; Enter applies it",
            width=NAME, name="polygon-name",
        )  # fmt: skip
        self.tool = tool
        tool.selection.followers.append(self.follow)
        tool.editing.on_step.append(self.follow)
        self.follow()

    def follow(self) -> None:
        """Show the name of what is selected, if that is one polygon."""
        chosen = self.tool.chosen
        self.enabled = len(chosen) == 1
        self.text = chosen[0].name if self.enabled else ""


def options(tool: SelectTool) -> list[Widget]:
    """Numbers, the name, and a button for each command."""
    commands = tool.commands
    spec: list[tuple[str, str, str, Callable[[], object], int]] = [
        ("copy", "Duplicate", "Ctrl+D", commands.duplicate, 1),
        ("trash-2", "Delete", "Delete", commands.delete, 1),
        ("rotate-cw", "Turn by 90°", "Shift+R", lambda: commands.turn(90), 1),
        ("square-plus", "Unite those that overlap", "U", commands.unite, 2),
        ("diff", "Subtract from the one selected first", "Shift+U", commands.subtract, 2),
        ("align-left", "Align left edges (more in the commands)", "Alt+←", lambda: commands.align("left"), 2),
        ("grid-3x3", "Turn into tiles of the current terrain", "Ctrl+Shift+T", commands.to_tiles, 1),
        ("vector-square", "Turn tiles of the current terrain into polygons", "Ctrl+Shift+P", commands.from_tiles, 0),
    ]
    buttons = [_button(tool, *line) for line in spec]
    return [Numbers(tool), NameField(tool), Row([Rule(upright=True, length=20), *buttons], gap=2)]


def _button(tool: SelectTool, icon: str, tip: str, key: str, run: Callable[[], object], least: int) -> IconButton:
    """A button that works once so many polygons are selected."""
    button = IconButton(icon, compact=True, tip=tip, tip_key=key, on_click=run)

    def follow() -> None:
        button.enabled = len(tool.selection.ids) >= least

    tool.selection.followers.append(follow)
    follow()
    return button
