"""The toolbar over the map, and the box that says which level this is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    IconButton,
    Label,
    MenuItem,
    NumberField,
    Row,
    Rule,
    Spacer,
    Widget,
    Wrap,
)

if TYPE_CHECKING:
    from sandbox.ui.maps.files.commands import LevelFiles
    from sandbox.ui.maps.session import Session


MORE = (
    ("new", "browse", "save-as", "export"),
    ("picture", "film", "save-recording", "save-scene", "navmesh"),
    ("words", "resize"),
    ("copy", "cut", "paste", "select-all"),
    ("funnel", "refinement", "reduction", "delaunay", "location", "constraint", "predict"),
    ("play-time", "next-problem"),
)


class Toolbar:
    """Files, undo, what can be set for the tool in hand, view."""

    def __init__(self, session: Session, files: LevelFiles, layers: Widget) -> None:
        self.session, self.files, self.layers = session, files, layers
        self.undo = IconButton("undo-2", on_click=session.editing.undo, tip="Undo", tip_key="Ctrl+Z")
        self.redo = IconButton("redo-2", on_click=session.editing.redo, tip="Redo", tip_key="Ctrl+Y")
        self.title = Label("", style="strong")
        self.unsaved = Label("unsaved", style="small", role="warn", visible=False, tip="Not saved to a file yet")
        self.notes = Label("", style="small", role="dim", wrap=True, lines=4)
        self.size = Button("", icon="move-diagonal", kind="quiet", compact=True, on_click=files.resize)
        self.size.tip, self.size.tip_key = "Another size", "Ctrl+Shift+R"
        self.radius = NumberField(0.0, least=0.0, most=64.0, step=0.25, whole=False, unit="cells", width=96)
        self.more = IconButton("ellipsis", on_click=self._open_more, tip="More: files, pictures, copying, steps, time")
        self.widget = self._build()
        self.level_box = self._level_box()
        session.editing.on_step.append(self.refresh)
        session.on_radius.append(self._show_radius)

    def _build(self) -> Widget:
        files = self.files
        fit = IconButton("maximize", on_click=self.session.canvas.fit, tip="Show the whole level", tip_key="0")
        tip, run = "Examples and recent levels", files.open_gallery
        levels = Button("Levels", icon="folder-open", on_click=run, tip=tip, tip_key="Ctrl+O", name="levels")
        row: list[Widget] = [
            levels,
            IconButton("save", on_click=files.save, tip="Save", tip_key="Ctrl+S"),
            IconButton("wand-sparkles", on_click=files.open_generator, tip="Generate a level", tip_key="Ctrl+G"),
            self.more,
            Rule(upright=True, length=20), self.undo, self.redo, Spacer(), self.layers, fit,
        ]  # fmt: skip
        return Row(row, gap=6, pad=(8, 6, 8, 2))

    def _open_more(self) -> None:
        """What has no button of its own, by groups."""
        root, lines = self.session.root, list[MenuItem]()
        for group in MORE:
            lines += [MenuItem.rule()] if lines else []
            lines += [MenuItem.of(root.actions[f"maps.{name}"]) for name in group]
        root.menu(lines, self.more.rect)

    def _level_box(self) -> Widget:
        self.radius.on_number = self.session.set_radius
        line = Wrap([Row([Label("Agent radius", role="dim"), Spacer()], grow=1), self.radius], gap=4)
        files = self.files
        words = IconButton("pencil", compact=True, on_click=files.edit_words, tip="Title and notes", tip_key="F2")
        head = Wrap([Row([self.title, words, self.unsaved, Spacer()], gap=4, grow=1), self.size], gap=4)
        return Column([head, self.notes, line], gap=6)

    def refresh(self) -> None:
        """Follow the level and its history."""
        level, history = self.session.level, self.session.history
        self.undo.enabled, self.redo.enabled = history.can_undo, history.can_redo
        self.title.text = level.title or self.files.name or "Untitled"
        self.notes.text = level.notes or "No notes."
        self.unsaved.visible = history.dirty
        self.size.text = f"{level.width} × {level.height}"

    def _show_radius(self) -> None:
        if self.radius.value != self.session.radius:
            self.radius.value = self.session.radius

    def actions(self) -> list[Action]:
        """Commands of the toolbar."""
        session, editing = self.session, self.session.editing
        back, on = (lambda: session.history.can_undo), (lambda: session.history.can_redo)
        return [
            Action("maps.undo", "Undo", ("Ctrl+Z",), editing.undo, back, "maps", "undo-2"),
            Action("maps.redo", "Redo", ("Ctrl+Y", "Ctrl+Shift+Z"), editing.redo, on, "maps", "redo-2"),
            Action("maps.fit", "Show the whole level", ("0",), session.canvas.fit, where="maps", icon="maximize"),
        ]
