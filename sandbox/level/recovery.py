"""Unsaved work outlives a crash: a copy beside the user's files, offered at the next start.

    recovery = Recovery(data_folder() / "unsaved")
    recovery.keep(level.copy(), SourceFile("caves.json", "caves"), recovery.ticket)
    recovery.drop()                          # saved, or given up: nothing to recover any more
    for lost in recovery.leftovers():        # of programs that ended without saying goodbye
        level = lost.read()

Each running program keeps one file: a line of JSON that says where the level came from, then the level as it would
have been saved. It is replaced in one step, so that a kill at any moment leaves the old copy or the new one, whole.
A lock beside it, which the system frees however a program ends, tells the work of the dead from that of the living.
The user's own files are never touched here.
"""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

from sandbox.files import try_lock, write_atomically
from sandbox.level.formats import FORMATS, level_json, read
from sandbox.level.formats.common.source import Source
from sandbox.level.model import Level

KIND = "game-ai-sandbox unsaved level"
COPY, LOCK = ".unsaved", ".lock"


@dataclass(frozen=True, slots=True)
class SourceFile:
    """Where a level came from: its file (empty for one never saved) and what it is called."""

    path: str = ""
    name: str = ""


@dataclass(frozen=True, slots=True)
class Leftover:
    """The copy of a program that is gone."""

    file: Path
    origin: SourceFile
    time: float  # when it was written, seconds since 1970

    def read(self) -> Level:
        """The level as it was."""
        _, _, content = self.file.read_bytes().partition(b"\n")
        name = self.origin.path or self.origin.name or "unsaved level"
        return read(Source(f"unsaved copy of {name}", content), FORMATS[".json"])


class Recovery:
    """The copy of this program's unsaved work, and what others left. May be used from several threads."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.ticket = 0  # grows with every `drop`: a copy asked for before comes too late
        self.kept = False  # a copy lies on disk
        self._session = f"{time.time_ns():x}-{os.getpid()}"
        self._lock: IO[bytes] | None = None
        self._turn = threading.Lock()

    @property
    def file(self) -> Path:
        """Where this program's copy lies."""
        return self.folder / (self._session + COPY)

    def keep(self, level: Level, origin: SourceFile, ticket: int) -> bool:
        """Write a copy, unless it was dropped since `ticket`; an OSError says why it cannot be."""
        head = {"kind": KIND, "path": origin.path, "name": origin.name, "time": time.time()}
        content = json.dumps(head).encode() + b"\n" + level_json.write(level)
        with self._turn:
            if ticket != self.ticket:
                return False
            self._claim()
            write_atomically(self.file, content)
            self.kept = True
        return True

    def drop(self) -> None:
        """There is nothing to recover any more."""
        with self._turn:
            self.ticket += 1
            self.kept = False
            _remove(self.file)

    def close(self) -> None:
        """Say goodbye: what is still kept is offered to the next program that looks."""
        with self._turn:
            self.ticket += 1
            if self._lock is not None:
                self._lock.close()
                self._lock = None
                if not self.file.exists():
                    self._lock_file.unlink(missing_ok=True)

    def leftovers(self) -> list[Leftover]:
        """Copies of programs that have ended, newest first; what they left besides is swept."""
        try:
            files = list(self.folder.iterdir())
        except OSError:
            return []
        gone = {f.stem for f in files if f.suffix == LOCK and f.stem != self._session and _is_free(f)}
        gone |= {f.stem for f in files if f.suffix == COPY} - {f.stem for f in files if f.suffix == LOCK}
        gone.discard(self._session)
        for file in files:
            if _session_of(file) in gone and file.suffix != COPY and not _has_copy(file, files):
                _remove(file)
        found = [lost for f in files if f.suffix == COPY and f.stem in gone if (lost := _leftover(f)) is not None]
        return sorted(found, key=lambda lost: -lost.time)

    def discard(self, lost: Leftover) -> None:
        """Nobody wants it back."""
        _remove(lost.file)
        _remove(lost.file.with_suffix(LOCK))

    def replace(self, lost: Leftover) -> None:
        """Discard a copy that was brought back, as soon as it is kept as this program's own."""
        if self.kept:
            self.discard(lost)

    @property
    def _lock_file(self) -> Path:
        return self.folder / (self._session + LOCK)

    def _claim(self) -> None:
        """Hold this session's lock for as long as the program lives."""
        if self._lock is None:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._lock = self._lock_file.open("ab")
            try_lock(self._lock.fileno())


def _session_of(file: Path) -> str:
    """The session a file of the folder belongs to; a write cut short leaves ".SESSION.unsaved.XXXX"."""
    return file.name.lstrip(".").split(".")[0]


def _has_copy(file: Path, files: list[Path]) -> bool:
    """Whether a lock still guards a copy."""
    return file.suffix == LOCK and file.with_suffix(COPY) in files


def _leftover(file: Path) -> Leftover | None:
    """What a copy's first line says; None for a file that is none of ours."""
    try:
        with file.open("rb") as content:
            head: Any = json.loads(content.readline(1 << 16))
        origin, time_then = SourceFile(str(head["path"]), str(head["name"])), float(head["time"])
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return Leftover(file, origin, time_then) if head.get("kind") == KIND else None


def _remove(file: Path) -> None:
    with contextlib.suppress(OSError):
        file.unlink(missing_ok=True)


def _is_free(file: Path) -> bool:
    """Whether nobody alive holds this lock."""
    try:
        with file.open("ab") as handle:
            return try_lock(handle.fileno()) is not False  # without locks: better offer too much than lose it
    except OSError:  # gone meanwhile, or not ours to open
        return not file.exists()
