"""Over and beside the crowd: levels, tools with what can be set for them, undo, comparing."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from sandbox.settings import levels_folder
from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    IconButton,
    Label,
    MenuItem,
    Row,
    Rule,
    Scroll,
    Spacer,
    Widget,
    Wrap,
)
from sandbox.ui.maps.panels.toolbox import LINE, OptionsView

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandbox.ui.crowds.session import Session
    from sandbox.ui.maps.tools import MapTool

EXAMPLES = (
    ("head-on", "Head-on"),
    ("circle", "Circle"),
    ("corridor", "Corridor"),
    ("crossing", "Crossing"),
    ("door", "Door"),
    ("doorway", "Doorway"),
    ("squads", "Squads"),
    ("knot", "Knot"),
    ("warehouse", "Warehouse"),
)
PLACES_END = 3  # tools before the first that draws


def examples() -> list[tuple[str, str]]:
    """The levels for crowds that are shipped."""
    return [(key, title) for key, title in EXAMPLES if (levels_folder() / f"{key}.json").is_file()]


class Toolbar:
    """The line over the canvas, and the tools at its side."""

    def __init__(self, session: Session, tools: Sequence[MapTool], play_example: Callable[[str], None]) -> None:
        self.session, self.tools, self.play_example = session, tools, play_example
        self.tool = tools[0]
        self.use: Callable[[str], None] = lambda _: None
        self.undo = IconButton("undo-2", on_click=session.editing.undo, tip="Undo", tip_key="Ctrl+Z")
        self.redo = IconButton("redo-2", on_click=session.editing.redo, tip="Redo", tip_key="Ctrl+Y")
        self.title = Label("", style="strong")
        self.title.shrink = 1.0
        self.compare = Button(
            "Compare", icon="columns-2", on=False, on_click=self.toggle_compare, tip_key="Shift+C",
            tip="A second policy beside the first, on the same start, in lockstep",
        )  # fmt: skip
        self.menu = Button("Examples", icon="book-open", on_click=self._open_examples, name="examples")
        self.menu.tip = "Levels for crowds: one click, and they walk"
        self.buttons = {tool.about.name: self._button(tool) for tool in tools}
        self.tool_title = Label("", style="small", role="dim")
        self.options = Wrap(gap=8)
        self._lines: dict[str, list[Widget]] = {}
        self.widget = self._build()
        self.shelf = self._shelf()
        session.editing.on_step.append(self.refresh)

    def _build(self) -> Widget:
        files = self.session.maps.files
        levels = Button("Levels", icon="folder-open", on_click=files.open_gallery, name="levels")
        levels.tip, levels.tip_key = "Examples and recent levels", "Ctrl+O"
        again = IconButton("rotate-ccw", on_click=self.again, tip="Begin the run anew", tip_key="Shift+R")
        line = [
            levels, self.menu, Rule(upright=True, length=20), self.undo, self.redo, again, Spacer(), self.title,
            Spacer(4), self.compare,
        ]  # fmt: skip
        strut = Widget(width=0, height=LINE)
        second = Row([self.tool_title, OptionsView(self.options), strut], gap=12, pad=(12, 2, 8, 6))
        return Column([Row(line, gap=6, pad=(8, 6, 8, 2)), second], gap=0, fill="panel")

    def _button(self, tool: MapTool) -> IconButton:
        about = tool.about

        def take() -> None:
            self.use(about.name)

        name = f"tool-{about.name}"
        return IconButton(about.icon, on=False, on_click=take, tip=about.title, tip_key=about.key, name=name)

    def _shelf(self) -> Widget:
        parts: list[Widget] = [*self.buttons.values()]
        parts.insert(PLACES_END, Rule())
        return Column([Scroll(Column(parts, gap=3, pad=(6, 6)), grow=1)], gap=0, fill="panel")

    def _open_examples(self) -> None:
        items = [MenuItem(title, partial(self.play_example, key)) for key, title in examples()]
        self.session.root.menu(items, self.menu.rect)

    def toggle_compare(self) -> None:
        """One policy, or two."""
        self.session.compare(on=not self.session.choice.compared)
        self.refresh()

    def again(self) -> None:
        """From the start."""
        self.session.begin()
        self.session.say("The run begins anew")

    def _fit(self) -> None:
        self.session.fit()

    def show(self, tool: MapTool) -> None:
        """Mark the tool in hand and show its options."""
        self.tool = tool
        for name, button in self.buttons.items():
            button.on = name == tool.about.name
        if tool.about.name not in self._lines:
            self._lines[tool.about.name] = tool.options()
        self.tool_title.text = tool.about.title
        self.tool_title.visible = not self._lines[tool.about.name]
        self.options.replace_children(self._lines[tool.about.name])

    def refresh(self) -> None:
        """Follow the level and its history."""
        history = self.session.editing.history
        self.undo.enabled, self.redo.enabled = history.can_undo, history.can_redo
        files = self.session.maps.files
        self.title.text = self.session.level.title or files.name or "Untitled"
        self.compare.on = self.session.choice.compared

    def actions(self) -> list[Action]:
        """Commands of the toolbar."""
        editing, files = self.session.editing, self.session.maps.files

        def action(name: str, title: str, keys: tuple[str, ...], run: Callable[[], None], icon: str = "") -> Action:
            return Action(f"crowds.{name}", title, keys, run, where="crowds", icon=icon)

        tools = [
            action(f"tool-{t.name}", t.title, t.keys, self.buttons[t.name].click, t.icon)
            for t in (tool.about for tool in self.tools)
        ]
        played = [
            action(f"example-{key}", f"Play example: {title}", (), partial(self.play_example, key))
            for key, title in examples()
        ]
        return [
            *tools,
            action("undo", "Undo", ("Ctrl+Z",), editing.undo, "undo-2"),
            action("redo", "Redo", ("Ctrl+Y", "Ctrl+Shift+Z"), editing.redo, "redo-2"),
            action("levels", "Open an example or a recent level", ("Ctrl+O",), files.open_gallery, "folder-open"),
            action("save", "Save the level", ("Ctrl+S",), files.save, "save"),
            action("again", "Begin the run anew", ("Shift+R",), self.again, "rotate-ccw"),
            action("compare", "Compare two policies", ("Shift+C",), self.toggle_compare, "columns-2"),
            action("fit", "Show the whole level", ("0",), self._fit, "maximize"),
            *played,
        ]
