"""Files written beside the frame: a name is asked for, work goes on in a worker, and one line tells what came of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.files import write_atomically
from sandbox.ui.jobs import Job
from sandbox.ui.kit import FileDialog
from sandbox.ui.kit.overlays.files import size_text
from sandbox.ui.maps.files.commands import made, reason

if TYPE_CHECKING:
    from sandbox.ui.jobs import Stop, Worker
    from sandbox.ui.maps.session import Session

LOOK = 0.25  # seconds from one look at the progress to the next
Types = Sequence[tuple[str, tuple[str, ...]]]


@dataclass(slots=True)
class Progress:
    """How far a file is, as its worker says."""

    words: str = ""

    def say(self, done: int, total: int, what: str) -> None:
        """So many of so many."""
        self.words = f"{done} of {total} {what}"


Make = Callable[[Path, Progress, "Stop"], bytes | None]


class Writing:
    """Whoever writes files of a session."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._worker: Worker | None = None
        self.under_way: dict[Path, Progress] = {}

    @property
    def worker(self) -> Worker:
        """Its own thread: a film of many frames holds up nothing else."""
        if self._worker is None:
            self._worker = self.session.services.worker("writer")
        return self._worker

    def ask(self, title: str, folder: Path, name: str, types: Types, make: Make) -> None:
        """Ask for a name, and write what `make` makes."""
        take = partial(self.write, make)
        FileDialog("save", take, folder=made(folder), name=name, types=types, title=title).open(self.session.root)

    def write(self, make: Make, path: Path) -> None:
        """Have it made and written; None from `make` says that it has been written."""
        progress = self.under_way[path] = Progress()

        def work(stop: Stop) -> Exception | int:
            try:
                data = make(path, progress, stop)
                if data is not None:
                    write_atomically(path, data)
                return path.stat().st_size
            except (SandboxError, OSError, MemoryError) as error:
                return error

        self.worker.submit(Job(f"Writing {path.name}", f"write {path}", work, partial(self._written, path)))
        self.session.say(f"Writing {path.name} …")
        self.session.root.after(LOOK, partial(self._tell, path, progress))

    def _tell(self, path: Path, progress: Progress) -> None:
        if self.under_way.get(path) is progress and self.worker.busy:
            self.session.say(f"Writing {path.name}: {progress.words}" if progress.words else f"Writing {path.name} …")
            self.session.root.after(LOOK, partial(self._tell, path, progress))

    def _written(self, path: Path, found: Exception | int) -> None:
        self.under_way.pop(path, None)
        if isinstance(found, Exception):
            self.session.root.toast("Not written", reason(found, path), "bad")
        else:
            self.session.say(f"Saved {path} ({size_text(found)})")
