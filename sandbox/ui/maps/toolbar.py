"""The toolbar over the map, and the box that says which level this is."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    Dropdown,
    IconButton,
    Label,
    NumberField,
    Row,
    Rule,
    Spacer,
    Widget,
)

if TYPE_CHECKING:
    from sandbox.ui.maps.tab import MapsTab
    from sandbox.ui.maps.tools import MapTool

BRUSHES = (1, 2, 3, 5, 9, 17, 33)


class Toolbar:
    """Files, undo, tools, terrain, radius, view."""

    def __init__(self, tab: MapsTab) -> None:
        self.tab = tab
        self.radius = 0.0
        self.undo = IconButton("undo-2", on_click=tab.editing.undo, tip="Undo", tip_key="Ctrl+Z")
        self.redo = IconButton("redo-2", on_click=tab.editing.redo, tip="Redo", tip_key="Ctrl+Y")
        self.tools = {tool.name: self._tool(tool) for tool in tab.tools.values() if tool.shelf}
        self.terrain = Dropdown(["wall"], 0, on_change=self._pick_terrain, width=120, tip="Terrain to paint with")
        self.brush = Dropdown(
            [f"{b} wide" for b in BRUSHES], 0, on_change=self._pick_brush, width=96, tip="Brush, in cells"
        )
        self.title = Label("", style="strong")
        self.unsaved = Label("unsaved", style="small", role="warn", visible=False, tip="In no file yet")
        self.notes = Label("", style="small", role="dim", wrap=True)
        self.size = Label("", style="mono_small", role="dim")
        self.widget = self._build()
        self.level_box = self._level_box()

    def _build(self) -> Widget:
        files = self.tab.files
        fit = IconButton("maximize", on_click=self.tab.fit, tip="Show the whole level", tip_key="0")
        row: list[Widget] = [
            self._levels_button(),
            IconButton("save", on_click=files.save, tip="Save", tip_key="Ctrl+S"),
            IconButton("wand-sparkles", on_click=files.open_generator, tip="Generate a level", tip_key="Ctrl+G"),
            Rule(upright=True, length=20), self.undo, self.redo,
            Rule(upright=True, length=20), *self.tools.values(), self.terrain, self.brush,
            Spacer(), fit,
        ]  # fmt: skip
        return Row(row, gap=6, pad=(8, 6), fill="panel")

    def _levels_button(self) -> Widget:
        tip, run = "Examples and recent levels", self.tab.files.open_gallery
        return Button("Levels", icon="folder-open", on_click=run, tip=tip, tip_key="Ctrl+O", name="levels")

    def _tool(self, tool: MapTool) -> IconButton:
        take = partial(self.tab.use_tool, tool.name)
        return IconButton(tool.icon, on=False, on_click=take, tip=tool.title, tip_key=", ".join(tool.keys))

    def _level_box(self) -> Widget:
        radius = NumberField(0.0, least=0.0, most=64.0, step=0.25, unit="cells", on_number=self._set_radius, width=96)
        line = Row([Label("Agent radius", role="dim", grow=1), radius], gap=8)
        files = self.tab.files
        words = IconButton("pencil", compact=True, on_click=files.edit_words, tip="Title and notes", tip_key="F2")
        size = IconButton("scan", compact=True, on_click=files.resize, tip="Another size", tip_key="Ctrl+Shift+R")
        head = Row([self.title, self.unsaved, Spacer(), self.size, words, size], gap=8)
        return Column([head, self.notes, line], gap=6)

    def _set_radius(self, value: float) -> None:
        self.radius = value
        self.tab.ask_all()

    def _pick_terrain(self, code: int) -> None:
        self.tab.bench.paint.code = code
        self.tab.use_tool("paint")

    def _pick_brush(self, at: int) -> None:
        self.tab.bench.paint.size = BRUSHES[at]

    def show_tool(self, tool: MapTool) -> None:
        """Mark the tool in hand."""
        for key, button in self.tools.items():
            button.on = key == tool.name

    def refresh(self) -> None:
        """Follow the level and its history."""
        level, history = self.tab.level, self.tab.history
        self.undo.enabled, self.redo.enabled = history.can_undo, history.can_redo
        names = [t.name for t in level.palette]
        if self.terrain.choices != names:
            self.terrain.choices = names
            self.terrain.value = min(self.tab.bench.paint.code, len(names) - 1)
        self.unsaved.visible = history.dirty
        self.title.text = level.title or self.tab.files.name or "Untitled"
        self.notes.text = level.notes or "No notes."
        self.size.text = f"{level.width} × {level.height}"

    def actions(self) -> list[Action]:
        """Commands of the toolbar."""
        tab, editing = self.tab, self.tab.editing
        tools = [
            Action(f"maps.tool-{t.name}", t.title, t.keys, partial(tab.use_tool, t.name), where="maps", icon=t.icon)
            for t in tab.tools.values()
        ]
        return [
            *tools,
            Action("maps.undo", "Undo", ("Ctrl+Z",), editing.undo, self._can_undo, "maps", "undo-2"),
            Action("maps.redo", "Redo", ("Ctrl+Y", "Ctrl+Shift+Z"), editing.redo, self._can_redo, "maps", "redo-2"),
            Action("maps.fit", "Show the whole level", ("0",), tab.fit, where="maps", icon="maximize"),
        ]

    def _can_undo(self) -> bool:
        return self.tab.history.can_undo

    def _can_redo(self) -> bool:
        return self.tab.history.can_redo
