"""The file dialog: places, recent files, the folder's files, a picture of the selected one, all by keyboard."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Literal

import pygame

from sandbox.ui.kit.events import Key, nothing
from sandbox.ui.kit.layout import Column, Container, Row
from sandbox.ui.kit.overlays.dialogs import CANCEL, Answer, Dialog, ask
from sandbox.ui.kit.overlays.files import Entry, age_text, list_folder, places, size_text
from sandbox.ui.kit.root import Root
from sandbox.ui.kit.tables.model import TableColumn
from sandbox.ui.kit.tables.table import Table
from sandbox.ui.kit.widget import Widget
from sandbox.ui.kit.widgets.button import Button, IconButton
from sandbox.ui.kit.widgets.dropdown import Dropdown
from sandbox.ui.kit.widgets.field import TextField
from sandbox.ui.kit.widgets.label import Label
from sandbox.ui.kit.widgets.scroll import Scroll

FileTypes = tuple[str, tuple[str, ...]]  # "Levels", (".json", ".map"); no suffixes: every file
COLUMNS = (
    TableColumn("Name", 200, 1),
    TableColumn("Size", 84, number=True, format=size_text, unit="bytes"),
    TableColumn("Changed", 108),
)


class Preview(Widget):
    """A picture of a file, made by the caller's function."""

    def __init__(self, make: Callable[[Path, tuple[int, int]], pygame.Surface | None]) -> None:
        super().__init__(height=180, align="stretch")
        self._make = make
        self._path: Path | None = None
        self._picture: pygame.Surface | None = None

    def show(self, path: Path | None) -> None:
        """Show another file."""
        if path == self._path:
            return
        self._path = path
        self._picture = self._make(path, self.rect.size) if path is not None and self.rect.w else None
        self.touch()

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the picture in the middle, or an empty frame."""
        look = self.look
        look.painter.box(surface, self.rect, look.colours.sunken, look.colours.line, self.dp(6), self.dp(1))
        if self._picture is not None:
            at = self._picture.get_rect(center=self.rect.center)
            inner = self.rect.inflate(-self.dp(4), -self.dp(4))
            surface.blit(self._picture, at.clip(inner), inner.clip(at).move(-at.x, -at.y))
        else:
            look.icons.draw(surface, "image", look.colours.faint, self.rect, self.dp(28))


class FileBox(Column):
    """The dialog's inside."""

    def __init__(self, dialog: FileDialog) -> None:
        self._dialog = dialog
        self.entries: list[Entry] = []
        self.path_field = TextField(str(dialog.folder), icon="folder", on_submit=self._typed_path, grow=1)
        self.filter = TextField(placeholder="Type to filter", icon="search", on_change=self._filtered, width=180)
        self.table = Table(COLUMNS, multi=False, on_select=self._selected, on_activate=self._activated)
        self.table.placeholder = "No files here"
        self.note = Label("", style="small", role="dim")
        super().__init__([self._bar(), self._middle(), self._foot()], gap=10)

    # Parts -------------------------------------------------------------------------------------------

    def _bar(self) -> Row:
        up = IconButton("arrow-up", tip="Folder above", tip_key="Alt+Up", on_click=self.go_up, kind="plain")
        return Row([up, self.path_field, self.filter], gap=8)

    def _middle(self) -> Row:
        left = Column([*self._places(), *self._recent()], gap=2, width=168)
        self.preview = Preview(self._dialog.thumbnail) if self._dialog.thumbnail is not None else None
        right = [Column([self.preview, self.note], gap=8, width=220)] if self.preview is not None else []
        return Row([Scroll(left, grow=0), self.table, *right], gap=12, cross="stretch", height=340)

    def _places(self) -> list[Widget]:
        head = Label("PLACES", style="section", role="dim")
        return [head, *(SideButton(name, icon, partial(self.go, at), str(at)) for icon, name, at in places())]

    def _recent(self) -> list[Widget]:
        recent = [path for path in self._dialog.recent if path.exists()][:8]
        if not recent:
            return []
        head = Container([Label("RECENT", style="section", role="dim")], pad=(0, 10, 0, 0))
        return [head, *(SideButton(at.name, "clock", partial(self._dialog.finish, at), str(at)) for at in recent)]

    def _foot(self) -> Row:
        dialog = self._dialog
        name = TextField(dialog.name, on_submit=lambda _: dialog.accept(), on_change=lambda _: dialog.refresh(), grow=1)
        self.name_field = name
        kinds = Dropdown([title for title, _ in dialog.types], on_change=self._typed_kind, width=200)
        return Row([Label("Name", role="dim"), name, kinds], gap=10)

    # What happens ------------------------------------------------------------------------------------

    @property
    def _suffixes(self) -> tuple[str, ...]:
        return self._dialog.types[self._dialog.kind][1]

    def load(self) -> None:
        """List the folder."""
        try:
            self.entries = list_folder(self._dialog.folder, self._suffixes, self.filter.text)
            self.path_field.error = ""
        except OSError as problem:
            self.entries = []
            self.path_field.error = problem.strerror or str(problem)
        now = time.time()
        self.table.model.selected.clear()
        self.table.rows = [
            (f"{e.name}/" if e.is_folder else e.name, None if e.is_folder else e.size, age_text(e.changed, now))
            for e in self.entries
        ]
        self.table.scroll_to(0)

    def go(self, folder: Path) -> None:
        """Show another folder."""
        self._dialog.folder = folder
        self.path_field.text = str(folder)
        self.filter.text = ""
        self.load()

    def go_up(self) -> None:
        """Show the folder above."""
        self.go(self._dialog.folder.parent)

    def _typed_path(self, text: str) -> None:
        path = Path(text).expanduser()
        if path.is_dir():
            self.go(path)
        elif path.is_file() and self._dialog.mode == "open":
            self._dialog.finish(path)
        else:
            self.path_field.error = f"{path}: no such folder"

    def _filtered(self, text: str) -> None:
        if "/" in text or os.sep in text:  # no file is called so: a path is being typed, or was pasted
            self.filter.text, self.name_field.text = "", text
            self.root.focus.set(self.name_field, ring=False)
            self._dialog.refresh()
        self.load()
        if self.filter.text and self.entries:
            self.table.model.choose(0)
            self._selected([0])

    def _typed_kind(self, kind: int) -> None:
        self._dialog.kind = kind
        if self._dialog.mode == "save":
            self.name_field.text = self._dialog.named_as(self.name_field.text, kind)
        self.load()

    def _selected(self, rows: list[int]) -> None:
        file = next((entry for entry in map(self.entries.__getitem__, rows[:1]) if not entry.is_folder), None)
        if file is not None:
            self.name_field.text = file.name
        if self.preview is not None:
            self.preview.show(file.path if file is not None else None)
            self.note.text = f"{file.name}, {size_text(file.size)}" if file is not None else ""
        self._dialog.refresh()

    def _activated(self, row: int) -> None:
        entry = self.entries[row]
        if entry.is_folder:
            self.go(entry.path)
        else:
            self._dialog.finish(entry.path)

    def on_key(self, event: Key) -> bool:
        """Alt+Up goes up; arrows in the filter go to the list; Enter opens what is selected."""
        if not event.down:
            return False
        if event.combo in ("Alt+Up", "Backspace"):
            self.go_up()
        elif event.combo == "Ctrl+L":
            self.root.focus.set(self.path_field, ring=True)
        elif event.combo in ("Down", "Up") and self.filter.focused:
            self.root.focus.set(self.table, ring=False)
            self.table.on_key(event)
        elif event.combo == "Enter" and self.filter.focused and self.table.selected:
            self._activated(self.table.selected[0])
        else:
            return False
        return True


class SideButton(Button):
    """A button whose words start at its left edge."""

    centred = False

    def __init__(self, text: str, icon: str, go: Callable[[], None], tip: str) -> None:
        super().__init__(text, icon=icon, on_click=go, kind="quiet", compact=True, tip=tip)


class FileDialog:
    """Asks for a file to open or to save. `on_file` is given the path; saving over a file asks first.

    `types` are pairs of a title and suffixes; `thumbnail(path, size)` may return a picture of a file; `title` is what
    the dialog is called if not "Open" or "Save".
    """

    def __init__(
        self,
        mode: Literal["open", "save"],
        on_file: Callable[[Path], None],
        *,
        folder: Path | None = None,
        name: str = "",
        types: Sequence[FileTypes] = (("All files", ()),),
        recent: Sequence[Path] = (),
        thumbnail: Callable[[Path, tuple[int, int]], pygame.Surface | None] | None = None,
        title: str = "",
    ) -> None:
        self.mode, self.on_file = mode, on_file
        self.folder = folder if folder is not None and folder.is_dir() else Path.home()
        self.name, self.types, self.recent, self.thumbnail = name, list(types), list(recent), thumbnail
        self.kind = 0
        self._root: Root | None = None
        self.box = FileBox(self)
        word = "Open" if mode == "open" else "Save"
        answers: list[Answer] = [CANCEL, (word, "primary", nothing)]
        self._dialog = Dialog(title or word, self.box, answers, width=900 if thumbnail else 720)
        self._dialog.buttons[1].on_click = self.accept

    def open(self, root: Root) -> None:
        """Show the dialog."""
        self._root = root
        self._dialog.open(root)
        root.layout()
        self.box.load()
        self.refresh()
        root.focus.set(self.box.filter if self.mode == "open" else self.box.name_field, ring=False)

    def refresh(self) -> None:
        """Offer the main button only with a name."""
        self._dialog.buttons[1].enabled = bool(self.box.name_field.text.strip())

    def accept(self) -> None:
        """Take the file named in the field."""
        name = self.box.name_field.text.strip()
        if not name:
            return
        path = Path(name).expanduser()
        path = path if path.is_absolute() else self.folder / path
        if path.is_dir():
            self.box.name_field.text = ""
            self.box.go(path)
        elif self.mode == "open" and not path.exists():
            self.box.name_field.error = f"{path.name}: no such file here"
        else:
            self.finish(path if self.mode == "open" else self._with_suffix(path))

    def _with_suffix(self, path: Path) -> Path:
        suffixes = self.types[self.kind][1]
        return path if not suffixes or path.suffix else path.with_name(path.name + suffixes[0])

    def named_as(self, name: str, kind: int) -> str:
        """The name with the suffix of another type instead of the one of a known type."""
        suffixes = self.types[kind][1]
        known = {suffix for _, all_of_type in self.types for suffix in all_of_type}
        stem, suffix = Path(name).stem, Path(name).suffix.lower()
        return stem + suffixes[0] if suffixes and suffix in known and suffix not in suffixes else name

    def finish(self, path: Path) -> None:
        """Close and hand the file over; before saving over another file, ask."""
        if self.mode == "save" and path.exists() and self._root is not None:
            words = f"{path.name} is there already. Saving replaces what is in it."
            answers = [CANCEL, ("Replace", "danger", lambda: self._hand_over(path))]
            ask(self._root, "Replace the file?", words, answers)
        else:
            self._hand_over(path)

    def _hand_over(self, path: Path) -> None:
        self._dialog.close()
        self.on_file(path)
