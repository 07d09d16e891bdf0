"""How to read a file of a foreign format: its reader's options as a form, the level they make beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.errors import SandboxError
from sandbox.level import formats
from sandbox.ui.forms import fields_of
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Button, Column, Form, Label, Row, Widget
from sandbox.ui.kit.overlays.dialogs import ask_for
from sandbox.ui.maps.files.gallery import Card, Picture, card_of

if TYPE_CHECKING:
    from sandbox.level.formats import Format
    from sandbox.level.model import Level
    from sandbox.ui.jobs import Stop
    from sandbox.ui.maps.files.commands import LevelFiles

PREVIEW = (300, 220)  # dp


class ImportSheet(Row):
    """The dialog's inside: every change of an option reads the file again, beside the frame."""

    button: Button  # takes the level, once there is one

    def __init__(self, files: LevelFiles, path: Path, kind: Format) -> None:
        self.files, self.path, self.kind = files, path, kind
        self.given: dict[str, Any] = {}
        self.level: Level | None = None
        self.picture = Picture(Card(path, path.name, "", ""), PREVIEW)
        self.note = Label("Reading …", style="small", role="dim", wrap=True)
        form = Form(fields_of(formats.options_for(path, kind)), on_change=self._set)
        preview: list[Widget] = [self.picture, self.note]
        super().__init__([Column(preview, gap=8, width=PREVIEW[0]), Column([form], grow=1)], gap=20, cross="start")

    def _set(self, name: str, value: Any) -> None:
        self.given[name] = value
        self.read()

    def read(self) -> None:
        """Read the file with the options as they are."""
        path, given = self.path, dict(self.given)
        self.button.enabled = False
        theme = self.files.session.theme

        def work(stop: Stop) -> tuple[Level | None, Card]:  # noqa: ARG001
            try:
                level = formats.load(path, **given)
            except (SandboxError, OSError) as error:
                return None, Card(path, path.name, "", str(error))
            return level, card_of(level, path, theme)

        self.files.session.services.reader.submit(Job(f"Reading {path.name}", "import", work, self._show))

    def _show(self, found: tuple[Level | None, Card]) -> None:
        self.level, card = found
        self.picture.show(card)
        self.note.role = "dim" if self.level is not None else "bad"
        shapes = f", {len(card.shapes):,} polygon{'s' * (len(card.shapes) > 1)}" if card.shapes else ""
        self.note.text = f"{card.size} cells{shapes}" if self.level is not None else card.notes
        self.button.enabled = self.level is not None

    def take(self) -> None:
        """Take the level as read."""
        if self.level is not None:
            self.files.take_imported(self.level, self.path)


def open_import(files: LevelFiles, path: Path, kind: Format) -> None:
    """Open the dialog."""
    sheet = ImportSheet(files, path, kind)
    sheet.button = ask_for(files.session.root, f"Import {path.name}", sheet, "Import", sheet.take, width=780)
    sheet.read()
