"""Levels from and to disk: the gallery of examples, open, save, generate; nothing is lost without a question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.settings import data_folder, levels_folder
from sandbox.ui.kit import Action, Button, Column, Floating, Label, Row, Scroll, Spacer, Widget

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.ui.maps.tab import MapsTab

OPENS = (".json", ".map", ".png", ".tmx", ".tmj", ".geojson", ".wkt")
MOST_RECENT = 8


class LevelFiles:
    """Where the level of the tab came from, and where it goes."""

    def __init__(self, tab: MapsTab) -> None:
        self.tab = tab
        self.path: Path | None = None
        self.name = ""

    # Opening -------------------------------------------------------------------------------------------

    def open_path(self, text: str, *, quiet: bool = False) -> bool:
        """Open a file, or an example by its name."""
        from sandbox.level import formats

        path = Path(text)
        if not path.exists() and (levels_folder() / f"{text}.json").exists():
            path = levels_folder() / f"{text}.json"
        if path.suffix.lower() not in OPENS:
            return False
        try:
            level = formats.load(path)
        except (SandboxError, OSError) as error:
            if not quiet:
                self.tab.services.root.toast("Not opened", str(error), "bad")
            return not quiet
        self._took(path)
        self.tab.show_level(level, level.title or path.stem)
        return True

    def _took(self, path: Path) -> None:
        self.path, self.name = path, path.stem
        recent = [p for p in self.tab.services.settings.get("recent", []) if p != str(path)]
        self.tab.services.settings.set("recent", [str(path), *recent][:MOST_RECENT])

    def open_gallery(self) -> None:
        """Examples and recent files, each with what to look for."""
        close: list[Callable[[], None]] = []

        def choose(path: str) -> None:
            close[0]()
            self.leave_for(path)

        recent = [p for p in self.tab.services.settings.get("recent", []) if Path(p).is_file()]
        lines: list[Widget] = [Label("Examples", style="small", role="dim")]
        lines += [self._card(path, choose) for path in sorted(levels_folder().glob("*.json"))]
        mine = [Path(p) for p in recent if Path(p).parent != levels_folder()]
        lines += [Label("Recent", style="small", role="dim"), *(self._card(p, choose) for p in mine)] if mine else []
        sheet = Column(
            [Label("Levels", style="title"), Scroll(Column(lines, gap=6), height=480)], gap=12, pad=20, width=560
        )
        root = self.tab.services.root
        box = root.open(Floating(sheet, side="centre", modal=True))
        close.append(lambda: root.close(box))

    def leave_for(self, path: str) -> None:
        """Open a file once nothing would be lost."""

        def proceed() -> None:
            self.open_path(path)

        if self.may_leave(proceed):
            proceed()

    def _card(self, path: Path, choose: Callable[[str], None]) -> Widget:
        from sandbox.level import formats

        try:
            level = formats.load(path)
        except (SandboxError, OSError) as error:
            return Label(f"{path.name}: {error}", style="small", role="bad", wrap=True)
        title = Button(level.title or path.stem, kind="quiet", on_click=partial(choose, str(path)), grow=1)
        size = Label(f"{level.width} × {level.height}", style="mono_small", role="dim")
        note = Label(level.notes or "", style="small", role="dim", wrap=True)
        return Column([Row([title, size], gap=8), note], gap=2, pad=8, fill="sunken", radius=6)

    # Saving --------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save where it came from; examples that ship, and new levels, go to the user's folder."""
        from sandbox.level import formats

        path = self._own_path()
        try:
            formats.save(self.tab.level, path)
        except (SandboxError, OSError) as error:
            self.tab.services.root.toast("Not saved: your work is still here", str(error), "bad")
            return
        self._took(path)
        self.tab.history.mark_saved()
        self.tab.services.say(f"Saved {path}")
        self.tab.toolbar.refresh()

    def _own_path(self) -> Path:
        if self.path is not None and self.path.parent != levels_folder() and self.path.suffix == ".json":
            return self.path
        folder = data_folder() / "levels"
        return folder / f"{self.name or 'untitled'}.json"

    def may_leave(self, proceed: Callable[[], None]) -> bool:
        """Whether nothing would be lost; otherwise ask."""
        if not self.tab.history.dirty:
            return True
        root = self.tab.services.root
        close: list[Callable[[], None]] = []

        def answer(*, save: bool, leave: bool = True) -> None:
            close[0]()
            if save:
                self.save()
            if leave:
                self.tab.history.mark_saved()
                proceed()

        buttons = Row(
            [
                Button("Cancel", on_click=lambda: answer(save=False, leave=False)),
                Spacer(),
                Button("Don't save", kind="danger", on_click=lambda: answer(save=False)),
                Button("Save", kind="primary", on_click=lambda: answer(save=True)),
            ],
            gap=8,
        )
        words = Label("This level has changes that are not saved yet.", role="dim", wrap=True)
        sheet = Column([Label("Save your changes?", style="title"), words, buttons], gap=16, pad=20, width=420)
        box = root.open(Floating(sheet, side="centre", modal=True))
        close.append(lambda: root.close(box))
        return False

    def remember(self) -> None:
        """What to open next time."""
        if self.path is not None:
            self.tab.services.settings.set("level", str(self.path))

    # Generating ----------------------------------------------------------------------------------------

    def open_generator(self) -> None:
        """Pick a generator, a size, a seed and its options; every change shows at once."""
        from sandbox.ui.maps.generating import open_generator

        open_generator(self.tab)

    def take_generated(self, level: Level, name: str) -> None:
        """A generated level takes the place of the one shown."""
        self.path, self.name = None, name
        self.tab.show_level(level, name)

    def actions(self) -> list[Action]:
        """Commands for files."""
        spec: list[tuple[str, str, tuple[str, ...], Callable[[], None], str]] = [
            ("open", "Open a level", ("Ctrl+O",), self.open_gallery, "folder-open"),
            ("save", "Save the level", ("Ctrl+S",), self.save, "save"),
            ("generate", "Generate a level", ("Ctrl+G",), self.open_generator, "wand-sparkles"),
        ]
        return [
            Action(f"maps.{name}", title, keys, run, where="maps", icon=icon) for name, title, keys, run, icon in spec
        ]
