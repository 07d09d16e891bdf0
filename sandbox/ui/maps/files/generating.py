"""The generator's dialog: a kind, a size, a seed, its options; every change is shown on the map at once."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

from sandbox.level.generators import generators
from sandbox.level.model import MAX_SIDE, Level
from sandbox.ui.forms import fields_of
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Button, Column, Dropdown, Field, Floating, Form, IconButton, Label, Row, Spacer

if TYPE_CHECKING:
    from sandbox.ui.jobs import Stop
    from sandbox.ui.maps.tab import MapsTab

SIZE = (
    Field("width", "Width", "int", 128, 8, MAX_SIDE, 8, unit="cells", log=True),
    Field("height", "Height", "int", 96, 8, MAX_SIDE, 8, unit="cells", log=True),
    Field("seed", "Seed", "int", 1, 0, 9999),
)


class GeneratorSheet(Column):
    """The dialog's content."""

    def __init__(self, tab: MapsTab, *, was_dirty: bool = False) -> None:
        self.tab, self.was_dirty = tab, was_dirty
        self.kept = False
        self.entries = list(generators)
        self.options: dict[str, dict[str, Any]] = {entry.key: {} for entry in self.entries}
        self.kind = Dropdown([e.title for e in self.entries], 0, on_change=lambda _: self._pick())
        self.size = Form(SIZE, on_change=lambda *_: self.preview())
        self.form_place = Column(gap=0)
        self.note = Label("", style="small", role="dim", wrap=True)
        self.box: Floating | None = None
        dice = IconButton("dices", on_click=self._roll, tip="Another seed")
        buttons = Row(
            [
                Button("Cancel", on_click=self._cancel),
                Spacer(),
                dice,
                Button("Keep", kind="primary", on_click=self._keep),
            ],
            gap=8,
        )
        self.before = (tab.level, tab.history, tab.files.path, tab.files.name)
        self.asked_for: Job | None = None
        super().__init__(
            [Label("Generate a level", style="title"), self.kind, self.note, self.size, self.form_place, buttons],
            gap=12,
            pad=20,
            width=380,
        )
        self._pick()

    @property
    def entry(self) -> Any:
        """The generator picked."""
        return self.entries[self.kind.value]

    def _pick(self) -> None:
        entry = self.entry
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
        generator, wish = self.entry.create(self.options[self.entry.key]), self.size.values

        def work(stop: Stop) -> Level:  # noqa: ARG001
            level: Level = generator.generate(wish["width"], wish["height"], wish["seed"])
            return level

        name = self.entry.title
        job = Job("Generating", "generate", work, lambda level: self.tab.files.take_generated(level, name))
        self.asked_for = self.tab.asking.worker.submit(job)

    def _keep(self) -> None:
        self.kept = True
        self._leave()
        if self.tab.level is not self.before[0]:
            self.tab.files.keep_generated()

    def _cancel(self) -> None:
        self._leave()

    def _leave(self) -> None:
        if self.box is not None:
            self.root.close(self.box)

    def closed(self) -> None:
        """Closed in whichever way: unless kept, everything is as it was, with all its steps."""
        if self.kept:
            return
        if self.asked_for is not None:
            self.asked_for.cancel()
        level, history, path, name = self.before
        self.tab.files.path, self.tab.files.name = path, name
        self.tab.show_level(level, name, history)
        if self.was_dirty:
            self.tab.files.keep_generated()


def open_generator(tab: MapsTab) -> None:
    """Open the dialog, unless the level shown has to be saved first."""
    was_dirty = tab.history.dirty

    def show() -> None:
        sheet = GeneratorSheet(tab, was_dirty=was_dirty)
        box = Floating(sheet, anchor=tab.panel.widget.rect, side="left", on_close=sheet.closed)
        sheet.box = tab.services.root.open(box)

    if tab.files.may_leave(show):
        show()
