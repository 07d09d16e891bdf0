"""A page's game as a file: opened, saved; and kept beside while it is played, so that it outlives the program."""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from pathlib import Path

from sandbox.errors import SandboxError
from sandbox.files import write_atomically
from sandbox.gametree.document import general
from sandbox.gametree.document.general import GeneralDocument
from sandbox.settings import data_folder
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import Action, FileDialog
from sandbox.ui.kit.events import nothing
from sandbox.ui.services import Services

TYPES = [("Games", (".game.json", ".json")), ("All files", ())]
EVERY = 4.0  # seconds from a move to the copy that holds it


class PageFiles:
    """Opens and saves what a page says that it plays; `open_any` opens a file wherever it belongs."""

    def __init__(self, services: Services, document: Callable[[], GeneralDocument]) -> None:
        self.services, self.document = services, document
        self.open_any: Callable[[Path], bool] = lambda _: False
        self.path: Path | None = None
        self._due = False

    def actions(self, place: str) -> list[Action]:
        """Its keys."""
        specs: list[tuple[str, str, str, Callable[[], object], str]] = [
            ("open-game", "Open a game …", "Ctrl+O", self.browse, "folder-open"),
            ("save", "Save the game", "Ctrl+S", self.save, "save"),
            ("save-as", "Save the game as …", "Ctrl+Shift+S", self.save_as, "save-all"),
        ]
        return [Action(f"{place}.{n}", title, (key,), run, where=place, icon=i) for n, title, key, run, i in specs]

    def browse(self) -> None:
        """Choose a file."""
        dialog = FileDialog("open", lambda path: nothing(self.open_any(path)), folder=self._folder(), types=TYPES)
        dialog.open(self.services.root)

    def save(self) -> None:
        """Save where it came from, or ask where."""
        if self.path is not None:
            self.write(self.path)
        else:
            self.save_as()

    def save_as(self) -> None:
        """Save under a name of one's choice, if there is anything that may be kept."""
        try:
            general.refuse_what_hides(self.document())
        except SandboxError as error:
            self.services.root.toast("Not saved", str(error), "bad")
            return
        name = self.path.name if self.path is not None else f"{self.document().key}.game.json"
        folder = self._folder()
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        dialog = FileDialog("save", lambda path: nothing(self.write(path)), folder=folder, name=name, types=TYPES[:1])
        dialog.open(self.services.root)

    def write(self, path: Path) -> bool:
        """Save under a name; what the disk, or the game, has against it is said."""
        if path.suffix.lower() != ".json":
            path = path.with_name(path.name + ".game.json")
        try:
            general.save(self.document(), path)
        except (SandboxError, OSError) as error:
            why = error.strerror or str(error) if isinstance(error, OSError) else str(error)
            self.services.root.toast("Not saved", f"{path.name}: {why}", "bad")
            return False
        self.path = path
        self.services.say(f"Saved {path}")
        return True

    def _folder(self) -> Path:
        return self.path.parent if self.path is not None else data_folder() / "games"

    # From start to start -------------------------------------------------------------------------------

    def keep_soon(self) -> None:
        """Have a copy on disk a few seconds after a move."""
        if not self._due and self.services.started:
            self._due = True
            self.services.root.after(EVERY, self._keep_beside)

    def _keep_beside(self) -> None:
        """Write the copy in a worker: a slow disk holds up no frame."""
        self._due = False
        with contextlib.suppress(SandboxError):
            self._keep_later(self.document())

    def _keep_later(self, document: GeneralDocument) -> None:
        job = Job("Keeping the game", "keep page", lambda stop: _write(document, stop), nothing)
        self.services.reader.submit(job)

    def keep(self) -> None:
        """Write the copy now."""
        with contextlib.suppress(SandboxError):
            _write(self.document(), None)


def kept() -> Path:
    """Where the copy is."""
    return data_folder() / "unsaved" / "page.game.json"


def _write(document: GeneralDocument, _stop: Stop | None) -> None:
    """Write a copy; a disk that refuses, or a game that hides something yet, costs nothing that is open."""
    with contextlib.suppress(OSError, SandboxError):
        write_atomically(kept(), general.written(document))
