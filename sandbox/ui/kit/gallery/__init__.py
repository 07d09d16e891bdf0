"""The gallery: every widget in every state, to look at and to try."""

from __future__ import annotations

from pathlib import Path

import pygame

from sandbox.ui.kit.events import nothing
from sandbox.ui.kit.form import Form
from sandbox.ui.kit.layout import Column, Row, Spacer
from sandbox.ui.kit.overlays.dialogs import CANCEL, Dialog, ask
from sandbox.ui.kit.overlays.file_dialog import FileDialog
from sandbox.ui.kit.overlays.palette import CommandPalette, KeySheet
from sandbox.ui.kit.shortcuts import Action
from sandbox.ui.kit.style.look import load_look
from sandbox.ui.kit.style.theme import load_theme, theme_names
from sandbox.ui.kit.widget import Widget
from sandbox.ui.kit.widgets.button import IconButton
from sandbox.ui.kit.widgets.dropdown import Dropdown
from sandbox.ui.kit.widgets.label import Icon, Label, Rule
from sandbox.ui.kit.widgets.tabs import Tabs
from sandbox.ui.kit.widgets.toggle import Segments

from .charts import charts
from .controls import FIELDS, controls
from .data import data
from .looks import looks

SCALES = (0.5, 0.75, 1.0, 1.25, 1.5, 2.0, 2.5, 3.0)


class Gallery(Column):
    """The whole page."""

    def __init__(self, assets: Path, theme: str, scale: float, page: int = 0) -> None:
        self._assets, self._theme, self._scale = assets, theme, scale
        types = load_theme(assets / "theme.toml").types
        pages = [
            ("Controls", controls(self._form_dialog)), ("Data", data()), ("Charts", charts()), ("Looks", looks(types)),
        ]  # fmt: skip
        super().__init__([self._bar(), Tabs(pages, page, name="pages")], gap=0)

    # The bar -----------------------------------------------------------------------------------------

    def _bar(self) -> Widget:
        names = theme_names(self._assets / "theme.toml")
        icons = {"dark": "moon", "light": "sun", "projector": "presentation"}
        shown, marks = [name.capitalize() for name in names], [icons.get(name, "palette") for name in names]
        theme = Segments(shown, names.index(self._theme), icons=marks)
        theme.on_change = lambda i: self._restyle(names[i], self._scale)
        labels = [f"{round(scale * 100)} %" for scale in SCALES]
        at = min(range(len(SCALES)), key=lambda i: abs(SCALES[i] - self._scale))
        scale = Dropdown(labels, at, width=96, on_change=lambda i: self._restyle(self._theme, SCALES[i]), tip="Scale")
        tools = [IconButton(a.icon, tip=a.title, tip_key=a.keys[0], on_click=a.run) for a in self._actions()]
        return Row([Icon("blocks", role="accent", size=20), Label("Widget gallery", style="title"), Spacer(), *tools,
                    Rule(upright=True, length=20), theme, scale], pad=(16, 8), gap=8, fill="panel")  # fmt: skip

    def _actions(self) -> list[Action]:
        return [
            Action("palette", "Show every command", ("Ctrl+K",), self._palette, icon="command"),
            Action("keys", "Show the keys", ("F1",), self._keys, icon="keyboard"),
            Action("open", "Open a file", ("Ctrl+O",), self._open, icon="folder-open"),
            Action("save", "Save a file", ("Ctrl+S",), self._save, icon="save"),
            Action("ask", "Ask something", ("Ctrl+D",), self._ask, icon="message-square"),
            Action("toast", "Show messages", ("Ctrl+M",), self._toasts, icon="bell"),
        ]

    def mounted(self) -> None:
        """Register the actions."""
        for action in self._actions():
            if action.id not in self.root.actions:
                self.root.actions.add(action)

    def _restyle(self, theme: str, scale: float) -> None:
        self._theme, self._scale = theme, scale
        self.root.restyle(load_look(self._assets, theme, scale))

    def _palette(self) -> None:
        CommandPalette.of_actions(self.root).open(self.root)

    def _keys(self) -> None:
        KeySheet(self.root.actions.all()).open(self.root)

    def _open(self) -> None:
        FileDialog("open", self._opened, folder=Path.cwd(), thumbnail=thumbnail).open(self.root)

    def _save(self) -> None:
        types = [("Levels", (".json",))]
        FileDialog("save", self._opened, folder=Path.cwd(), name="level", types=types).open(self.root)

    def _opened(self, path: Path) -> None:
        self.root.toast("File chosen", str(path), "good")

    def _ask(self) -> None:
        words = "It was made by a run of 40 seconds and is not saved anywhere."
        ask(self.root, "Delete the recording?", words, [CANCEL, ("Delete", "danger", nothing)])

    def _form_dialog(self) -> None:
        Dialog("New run", Form(FIELDS), [CANCEL, ("Start", "primary", nothing)], width=480).open(self.root)

    def _toasts(self) -> None:
        root = self.root
        root.toast("Path found", "1,284 nodes expanded in 3.1 ms", "good")
        root.toast("The recording is full", "Events after 2,000,000 were not kept.", "warn")
        copy = ("Copy details", lambda: root.clipboard.put("Traceback …"))
        root.toast("The worker stopped", "IndexError in a plugin's expand()", "bad", [copy])


def thumbnail(path: Path, size: tuple[int, int]) -> pygame.Surface | None:
    """Return a picture's own thumbnail, for the file dialog."""
    if path.suffix.lower() not in (".png", ".jpg", ".bmp"):
        return None
    picture = pygame.image.load(path)
    factor = min((size[0] - 8) / picture.get_width(), (size[1] - 8) / picture.get_height(), 1.0)
    return pygame.transform.smoothscale_by(picture, factor)
