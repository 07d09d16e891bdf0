"""Levels from and to disk: open, import, save, export, generate; nothing is lost without a question."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.level import formats
from sandbox.level.recovery import SourceFile
from sandbox.settings import data_folder, levels_folder
from sandbox.ui.kit import Action, Dialog, FileDialog, Label
from sandbox.ui.kit.events import nothing
from sandbox.ui.kit.overlays.dialogs import CANCEL, Answer

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.ui.maps.session import Session

OWN = ".json"
RECORDED = (".npz", ".trace.yaml", ".trace.yml", ".trace.json")
MOST_RECENT = 8


def opens() -> tuple[str, ...]:
    """The extensions of every format that can be read."""
    return tuple(extension for extension, kind in formats.FORMATS.items() if kind.reads)


def is_readable(path: Path) -> bool:
    """Whether levels are read from files of this kind; our own are known without asking all formats."""
    kind = formats.FORMATS.get(path.suffix.lower())
    return kind is not None and kind.reads


class LevelFiles:
    """Where the level came from, and where it goes."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.path: Path | None = None
        self.name = ""
        self.chosen = False  # the person asked for a level, and did not just get the one of last time
        self.on_opened: list[Callable[[Level, Path], None]] = []  # told of every level opened from a file
        self.others: list[Callable[[Path], bool]] = []  # who take files that are no levels, if these are theirs

    # Opening -------------------------------------------------------------------------------------------

    def open_path(self, text: str, *, quiet: bool = False, strict: bool = False) -> bool:
        """Open a file, or an example by its name; a broken one is reported, or passed over, or raised."""
        path = found(text)
        if not is_readable(path):
            return False
        try:
            level, remarks = formats.load_with_report(path)
        except (SandboxError, OSError) as error:
            if strict:
                raise SandboxError(reason(error, path)) from error
            if not quiet:
                self.session.root.toast("Not opened", reason(error, path), "bad", [])
            return not quiet
        self.chosen = self.chosen or not quiet
        self.take_opened(level, path)
        if remarks:
            self.session.root.toast(f"{path.name}: opened, with remarks", "; ".join(remarks[:3]), "warn", [])
        return True

    def take_opened(self, level: Level, path: Path) -> None:
        """A level as it is in its file."""
        self._took(path)
        self.session.show_level(level, level.title or path.stem)
        for follower in self.on_opened:
            follower(level, path)

    def _took(self, path: Path) -> None:
        self.path, self.name = path, path.stem
        self.recall(path)

    def recall(self, path: Path) -> None:
        """Offer a file first, the next time."""
        settings = self.session.services.settings
        recent = [p for p in settings.recent if p != str(path)]
        settings.recent = [str(path), *recent][:MOST_RECENT]

    def recent(self) -> list[Path]:
        """The files opened and saved last that are still there, newest first."""
        return [path for text in self.session.services.settings.recent if (path := Path(text)).is_file()]

    def open_gallery(self, group: str = "") -> None:
        """Examples, lessons and recent files, each with what to look for; `group`: only these."""
        from sandbox.ui.maps.files.gallery import open_gallery

        open_gallery(self, group)

    def browse(self) -> None:
        """Any file of a format we read."""
        from sandbox.ui.maps.files.gallery import picture_of

        recent, thumbnail = self.recent(), partial(picture_of, theme=self.session.theme)
        folder = recent[0].parent if recent else None
        kinds = [(k.title, k.extensions) for k in formats.FORMATS.kinds if k.reads]
        types = [("Levels and maps", (*opens(), *RECORDED)), *kinds, ("Recordings", RECORDED), ("All files", ())]
        dialog = FileDialog("open", self._chosen, folder=folder, types=types, recent=recent, thumbnail=thumbnail)
        dialog.open(self.session.root)

    def take_file(self, text: str, *, strict: bool = False) -> bool:
        """Open a chosen or dropped file once nothing would be lost; a foreign format first asks how to read it."""
        path = found(text)
        if any(take(path) for take in self.others):
            return True
        kind = formats.FORMATS.get(path.suffix.lower())
        if kind is None or not kind.reads:
            if strict:
                known = f"a name from `list levels` or {', '.join(opens())}"
                raise SandboxError(f"{text}: found no such level, expected {known}")
            return False
        if kind.options and path.is_file():
            from sandbox.ui.maps.files.importing import open_import

            self.leave(lambda: open_import(self, path, kind))
        else:
            self.leave(lambda: self.open_path(text, strict=strict))
        return True

    def _chosen(self, path: Path) -> None:
        if not self.take_file(str(path)):
            known = ", ".join((*opens(), *RECORDED))
            self.session.root.toast("Not opened", f"{path.name}: expected one of {known}", "bad")

    def take_imported(self, level: Level, path: Path) -> None:
        """A level read from a foreign format, with options: new, and not saved yet."""
        self._took(path)
        self._take_unsaved(level, None, path.stem)

    def take_restored(self, level: Level, origin: SourceFile) -> None:
        """A level brought back after a crash: unsaved, and still belonging to its file."""
        self._take_unsaved(level, Path(origin.path) if origin.path else None, origin.name)

    def take_generated(self, level: Level, name: str) -> None:
        """A generated level is shown; until it is kept nothing hangs on it."""
        self.path, self.name = None, name
        self.session.show_level(level, name)

    def keep_generated(self) -> None:
        """The generated level is wanted: leaving it asks first."""
        self.session.history.mark_unsaved()
        self.session.editing.stepped()

    def _take_unsaved(self, level: Level, path: Path | None, name: str) -> None:
        self.path, self.name, self.chosen = path, name, True
        self.session.show_level(level, level.title or name)
        self.keep_generated()

    def new(self) -> None:
        """An empty level, its size asked for."""
        from sandbox.ui.maps.files.sizing import open_new

        self.leave(lambda: open_new(self))

    # Saving --------------------------------------------------------------------------------------------

    def save(self, then: Callable[[], object] = nothing) -> None:
        """Save where it came from; examples that ship, and new levels, go to the user's folder."""
        path = self._own_path()
        if path != self.path and path.exists():  # another level's file: never written over unasked
            self.save_as(then)
        else:
            self._save_to(path, then)

    def save_as(self, then: Callable[[], object] = nothing) -> None:
        """Save under a name of one's choice."""
        path = _free(self._own_path())
        types, folder = [("Levels", (OWN,))], made(path.parent)
        dialog = FileDialog("save", lambda p: self._save_to(p, then), folder=folder, name=path.name, types=types)
        dialog.open(self.session.root)

    def _save_to(self, path: Path, then: Callable[[], object]) -> None:
        if path.suffix.lower() != OWN:
            path = path.with_name(path.name + OWN)
        if not self._write(path):
            return
        self._took(path)
        self.session.history.mark_saved()
        self.session.editing.stepped()
        self.session.say(f"Saved {path}")
        then()

    def _write(self, path: Path) -> bool:
        """Write the level; the person is told what the format could not say, and if the disk refused (False)."""
        root = self.session.root
        try:
            lost = formats.save(self.session.level, path)
        except (SandboxError, OSError) as error:
            elsewhere = ("Save elsewhere …", self.save_as)
            root.toast("Not saved: your work is still here", reason(error, path), "bad", [elsewhere])
            return False
        if lost:
            root.toast(f"{path.name} cannot hold everything", "; ".join(lost), "warn")
        return True

    def export(self) -> None:
        """A copy in another format; the level stays what and where it is."""
        types = [(k.title, k.extensions) for k in formats.FORMATS.kinds if k.writes and OWN not in k.extensions]
        name = f"{self.name or 'untitled'}{types[0][1][0]}"
        folder, title = made(self._own_path().parent), "Export a copy"
        dialog = FileDialog("save", self._export_to, folder=folder, name=name, types=types, title=title)
        dialog.open(self.session.root)

    def _export_to(self, path: Path) -> None:
        if self._write(path):
            self.session.say(f"Exported {path}")

    def _own_path(self) -> Path:
        if self.path is not None and self.path.parent != levels_folder() and self.path.suffix.lower() == OWN:
            return self.path
        return data_folder() / "levels" / f"{self.name or 'untitled'}{OWN}"

    # Leaving -------------------------------------------------------------------------------------------

    def leave(self, proceed: Callable[[], object]) -> None:
        """Go on once nothing would be lost."""
        if self.may_leave(proceed):
            proceed()

    def may_leave(self, proceed: Callable[[], object]) -> bool:
        """Whether nothing would be lost; otherwise ask, and go on only after it is saved or given up."""
        self.session.editing.close_gesture()
        if not self.session.history.dirty:
            return True

        def give_up() -> None:
            self.session.history.mark_saved()
            self.session.editing.stepped()
            proceed()

        name = self.session.level.title or self.name or "This level"
        words = Label(f"{name} has changes that are not saved yet.", role="dim", wrap=True)
        answers: list[Answer] = [
            CANCEL,
            ("Don't save", "danger", give_up),
            ("Save", "primary", lambda: self.save(proceed)),
        ]
        dialog = Dialog("Save your changes?", words, answers, width=460)
        dialog.open(self.session.root)
        self.session.root.focus.set(dialog.buttons[-1], ring=True)
        return False

    @property
    def origin(self) -> SourceFile:
        """Where the level belongs, for whoever brings it back after a crash."""
        return SourceFile(str(self.path.resolve()) if self.path is not None else "", self.name)

    def remember(self) -> None:
        """What to open next time."""
        if self.path is not None:
            self.session.services.settings.level = str(self.path)

    # Generating ----------------------------------------------------------------------------------------

    def open_generator(self) -> None:
        """Pick a generator, a size, a seed and its options; every change shows at once."""
        from sandbox.ui.maps.files.generating import open_generator

        open_generator(self)

    # The level's own words and size --------------------------------------------------------------------

    def edit_words(self) -> None:
        """Title and notes."""
        from sandbox.ui.maps.files.title_and_notes import open_words

        open_words(self.session, self.name)

    def resize(self) -> None:
        """Another size."""
        from sandbox.ui.maps.files.sizing import open_resize

        open_resize(self.session)

    def actions(self) -> list[Action]:
        """Commands for files."""
        spec: list[tuple[str, str, tuple[str, ...], Callable[[], None], str]] = [
            ("new", "New level", ("Ctrl+N",), self.new, "file-plus"),
            ("open", "Open an example, a lesson or a recent level", ("Ctrl+O",), self.open_gallery, "folder-open"),
            ("browse", "Open or import a file", ("Ctrl+Shift+O",), self.browse, "file-up"),
            ("save", "Save the level", ("Ctrl+S",), self.save, "save"),
            ("save-as", "Save the level as", ("Ctrl+Shift+S",), self.save_as, "save-all"),
            ("export", "Export in another format", ("Ctrl+E",), self.export, "file-down"),
            ("words", "Edit title and notes", ("F2",), self.edit_words, "pencil"),
            ("resize", "Resize the level", ("Ctrl+Shift+R",), self.resize, "move-diagonal"),
            ("generate", "Generate a level", ("Ctrl+G",), self.open_generator, "wand-sparkles"),
        ]
        return [
            Action(f"maps.{name}", title, keys, run, where="maps", icon=icon) for name, title, keys, run, icon in spec
        ]


def found(text: str) -> Path:
    """The file meant: a path, or the name of an example."""
    path, example = Path(text), levels_folder() / f"{text}{OWN}"
    return example if not path.exists() and example.exists() else path


def _free(path: Path) -> Path:
    """The path itself, or with the first number that makes it new."""
    number, found = 2, path
    while found.exists():
        found = path.with_name(f"{path.stem} {number}{path.suffix}")
        number += 1
    return found


def made(folder: Path) -> Path | None:
    """A folder, made if it can be made; the dialog starts elsewhere if not."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder


def reason(error: Exception, path: Path) -> str:
    """Why a file could not be written, in one line for people."""
    if isinstance(error, OSError) and error.strerror:
        return f"{path}: {error.strerror}"
    return str(error)
