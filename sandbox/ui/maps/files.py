"""Levels from and to disk: the gallery of examples, open, save, generate; nothing is lost without a question."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.settings import data_folder, levels_folder
from sandbox.ui.kit import Action, Button, Column, FileDialog, Floating, Label, Row, Spacer

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
        from sandbox.ui.maps.gallery import open_gallery

        open_gallery(self.tab.services, lambda path: self.leave_for(str(path)), self.browse)

    def browse(self) -> None:
        """Any file of a format we read."""
        recent = [Path(p) for p in self.tab.services.settings.get("recent", []) if Path(p).is_file()]
        folder = recent[0].parent if recent else None
        types = [("Levels", OPENS), ("All files", ())]
        dialog = FileDialog("open", lambda path: self.leave_for(str(path)), folder=folder, types=types, recent=recent)
        dialog.open(self.tab.services.root)

    def save_as(self) -> None:
        """Save under a name, in any format we write."""
        types = [
            ("Our levels", (".json",)),
            ("MovingAI", (".map",)),
            ("Pictures", (".png", ".svg")),
            ("Shapes", (".geojson", ".wkt")),
        ]
        name = f"{self.name or 'untitled'}.json"
        folder = self._own_path().parent
        folder.mkdir(parents=True, exist_ok=True)
        FileDialog("save", self._save_to, folder=folder, name=name, types=types).open(self.tab.services.root)

    def leave_for(self, path: str) -> None:
        """Open a file once nothing would be lost."""

        def proceed() -> None:
            self.open_path(path)

        if self.may_leave(proceed):
            proceed()

    # Saving --------------------------------------------------------------------------------------------

    def save(self) -> None:
        """Save where it came from; examples that ship, and new levels, go to the user's folder."""
        self._save_to(self._own_path())

    def _save_to(self, path: Path) -> None:
        from sandbox.level import formats

        try:
            lost = formats.save(self.tab.level, path)
        except (SandboxError, OSError) as error:
            self.tab.services.root.toast("Not saved: your work is still here", str(error), "bad")
            return
        if lost:
            self.tab.services.root.toast(f"{path.name} cannot hold everything", "; ".join(lost), "warn")
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
            ("browse", "Open a file", ("Ctrl+Shift+O",), self.browse, "file"),
            ("save", "Save the level", ("Ctrl+S",), self.save, "save"),
            ("save-as", "Save the level as", ("Ctrl+Shift+S",), self.save_as, "save-all"),
            ("generate", "Generate a level", ("Ctrl+G",), self.open_generator, "wand-sparkles"),
        ]
        return [
            Action(f"maps.{name}", title, keys, run, where="maps", icon=icon) for name, title, keys, run, icon in spec
        ]
