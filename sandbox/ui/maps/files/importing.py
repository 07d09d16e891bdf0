"""How to read a file of a foreign format: its reader's options as a form, the level they make beside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.errors import SandboxError
from sandbox.ui.forms import fields_of
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Column, Dialog, Form, Label, Row, Widget
from sandbox.ui.maps.files.gallery import Card, Picture, card_of

if TYPE_CHECKING:
    from sandbox.level.formats import Format
    from sandbox.level.model import Level
    from sandbox.ui.jobs import Stop
    from sandbox.ui.maps.files.commands import LevelFiles

PREVIEW = (300, 220)  # dp


class ImportSheet(Row):
    """The dialog's inside: every change of an option reads the file again, beside the frame."""

    def __init__(self, files: LevelFiles, path: Path, kind: Format) -> None:
        self.files, self.path, self.kind = files, path, kind
        self.given: dict[str, Any] = {}
        self.level: Level | None = None
        self.picture = Picture(Card(path, path.name, "", ""), PREVIEW)
        self.note = Label("Reading …", style="small", role="dim", wrap=True)
        form = Form(fields_of(kind.options), on_change=self._set)
        preview: list[Widget] = [self.picture, self.note]
        super().__init__([Column(preview, gap=8, width=PREVIEW[0]), Column([form], grow=1)], gap=20, cross="start")

    def _set(self, name: str, value: Any) -> None:
        self.given[name] = value
        self.read()

    def read(self) -> None:
        """Read the file with the options as they are."""
        from sandbox.level import formats

        path, given = self.path, dict(self.given)
        theme = self.files.tab.services.settings.theme

        def work(stop: Stop) -> tuple[Level | None, Card]:  # noqa: ARG001
            try:
                level = formats.load(path, **given)
            except (SandboxError, OSError) as error:
                return None, Card(path, path.name, "", str(error))
            return level, card_of(level, path, theme)

        self.files.tab.services.reader.submit(Job(f"Reading {path.name}", "import", work, self._show))

    def _show(self, found: tuple[Level | None, Card]) -> None:
        self.level, card = found
        self.picture.show(card)
        self.note.role = "dim" if self.level is not None else "bad"
        shapes = f", {len(card.shapes):,} polygon{'s' * (len(card.shapes) > 1)}" if card.shapes else ""
        self.note.text = f"{card.size} cells{shapes}" if self.level is not None else card.notes

    def take(self) -> None:
        """Take the level as read."""
        if self.level is not None:
            self.files.take_imported(self.level, self.path)


def open_import(files: LevelFiles, path: Path, kind: Format) -> None:
    """Open the dialog."""
    sheet = ImportSheet(files, path, kind)
    title = f"Import {path.name}"
    answers: list[tuple[str, Any, Any]] = [("Cancel", "plain", None), ("Import", "primary", sheet.take)]
    Dialog(title, sheet, answers, width=780).open(files.tab.services.root)
    sheet.read()
