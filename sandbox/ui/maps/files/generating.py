"""The generator's dialog: a kind, a size, a seed, its options; every change is shown on the map at once."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pygame

from sandbox.level.generators import generators
from sandbox.level.model import MAX_SIDE, Level
from sandbox.ui.forms import fields_of
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Button, Column, Dropdown, Field, Floating, Form, IconButton, Label, Row, Spacer

if TYPE_CHECKING:
    from sandbox.ui.jobs import Failure, Stop
    from sandbox.ui.maps.files.commands import LevelFiles

SIZE = (
    Field("width", "Width", "int", 128, 8, MAX_SIDE, 8, unit="cells", log=True),
    Field("height", "Height", "int", 96, 8, MAX_SIDE, 8, unit="cells", log=True),
    Field("seed", "Seed", "int", 1, 0, 9999),
)


class GeneratorSheet(Column):
    """The dialog's content. What is kept is what is shown: while a level is being made, Keep waits for it."""

    asked_for: Job  # what is being made, or was

    def __init__(self, files: LevelFiles, *, was_dirty: bool = False) -> None:
        self.files, self.session, self.was_dirty = files, files.session, was_dirty
        self.kept = False
        self.entries = list(generators)
        self.options: dict[str, dict[str, Any]] = {entry.key: {} for entry in self.entries}
        self.kind = Dropdown([e.title for e in self.entries], 0, on_change=lambda _: self._pick())
        self.size = Form(SIZE, on_change=lambda *_: self.preview())
        self.form_place = Column(gap=0)
        self.note = Label("", style="small", role="dim", wrap=True)
        self.keep = Button("Keep", kind="primary", on_click=self._keep)
        self.box: Floating | None = None
        dice = IconButton("dices", on_click=self._roll, tip="Another seed")
        buttons = Row([Button("Cancel", on_click=self._leave), Spacer(), dice, self.keep], gap=8)
        self.before = (self.session.level, self.session.history, files.path, files.name)
        title = Label("Generate a level", style="title")
        parts = [title, self.kind, self.note, self.size, self.form_place, buttons]
        super().__init__(parts, gap=12, pad=20, width=380)
        self._pick()

    def _pick(self) -> None:
        entry = self.entries[self.kind.value]
        values = self.options[entry.key]

        def change(name: str, value: Any) -> None:
            values[name] = value
            self.preview()

        self.note.text = entry.summary
        self.form_place.replace_children([Form(fields_of(entry.options), values, on_change=change)])
        self.preview()

    def _roll(self) -> None:
        self.size.set_value("seed", random.randrange(10000))
        self.preview()

    def preview(self) -> None:
        """Make the level beside the frame and show it."""
        entry, wish = self.entries[self.kind.value], self.size.values
        generator = entry.create(self.options[entry.key])

        def work(stop: Stop) -> Level:  # noqa: ARG001
            level: Level = generator.generate(wish["width"], wish["height"], wish["seed"])
            return level

        def made(level: Level) -> None:
            self.files.take_generated(level, entry.title)
            self.keep.enabled = True

        self.keep.enabled = False
        self.asked_for = Job("Generating", "generate", work, made, self._failed)
        self.session.services.reader.submit(self.asked_for)

    def _failed(self, failure: Failure) -> None:
        self.session.services.failed(failure)
        self.keep.enabled = self.session.level is not self.before[0]

    def _keep(self) -> None:
        self.kept = True
        self._leave()
        self.files.keep_generated()

    def _leave(self) -> None:
        if self.box is not None:
            self.root.close(self.box)

    def closed(self) -> None:
        """Closed in whichever way: unless kept, everything is as it was, with all its steps."""
        if self.kept:
            return
        self.asked_for.cancel()
        level, history, self.files.path, self.files.name = self.before
        self.session.show_level(level, self.files.name, history)
        if self.was_dirty:
            self.files.keep_generated()


def open_generator(files: LevelFiles) -> None:
    """Open the dialog beside the panel, unless the level shown has to be saved first."""
    session = files.session
    was_dirty = session.history.dirty

    def show() -> None:
        sheet = GeneratorSheet(files, was_dirty=was_dirty)
        map_ = session.canvas.rect
        edge = pygame.Rect(map_.topright, (0, map_.h))
        sheet.box = session.root.open(Floating(sheet, anchor=edge, side="left", on_close=sheet.closed))

    if files.may_leave(show):
        show()
