"""A copy of unsaved work every few seconds, written beside the frame; brought back at the next start.

An edit is on disk at most `EVERY` seconds and one write later: a crash costs less than ten seconds of work, and
never a file of the user's, since only the copy is written here (`sandbox.level.recovery`).
"""

from __future__ import annotations

import contextlib
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.level.recovery import Leftover, Recovery
from sandbox.settings import data_folder
from sandbox.ui.jobs import Failure
from sandbox.ui.kit import Button, Column, Dialog, Label, Row, Scroll, Widget
from sandbox.ui.kit.events import nothing

if TYPE_CHECKING:
    from sandbox.ui.kit.timers import Timer
    from sandbox.ui.maps.files.commands import LevelFiles
    from sandbox.ui.maps.session import Session

EVERY = 4.0  # seconds from an edit to the copy that holds it


class Autosave:
    """Follows the level of a session."""

    def __init__(self, session: Session, files: LevelFiles) -> None:
        self.session, self.files = session, files
        self.recovery = Recovery(data_folder() / "unsaved")
        self.worker = session.keeper
        self.troubled = False  # the disk refused, and the person knows
        self._due: Timer | None = None
        self._waiting = False
        session.editing.applied.append(lambda *_: self._keep_soon())
        session.editing.on_step.append(self._stepped)

    # Keeping -------------------------------------------------------------------------------------------

    def _keep_soon(self) -> None:
        if not self._waiting:
            self._waiting = True
            self._due = self.session.root.after(EVERY, self.keep)

    def _stepped(self) -> None:
        """Nothing unsaved, nothing to recover: also after a save, or when everything was undone."""
        if self.session.history.dirty:
            self._edited_unseen()
        else:
            self.forget()

    def _edited_unseen(self) -> None:
        """Unsaved though nothing was edited: a level just generated, or just brought back."""
        if not self.recovery.kept:
            self._keep_soon()

    def keep(self) -> None:
        """Copy the level now and have the copy written."""
        self._waiting = False
        if not self.session.history.dirty:
            return
        copy = self.session.level.copy(), self.files.origin, self.recovery.ticket
        title = "Keeping a copy of unsaved work"
        self.worker.ordered(title, lambda stop: self.recovery.keep(*copy), self._kept, self._failed)  # noqa: ARG005

    def _kept(self, written: bool) -> None:
        if written and self.troubled:
            self.troubled = False
            self.session.say("Unsaved work is being kept again")

    def _failed(self, failure: Failure) -> None:
        """Say it once, not every few seconds; the work is in memory and can be saved elsewhere."""
        if not self.troubled:
            self.troubled = True
            elsewhere = ("Save elsewhere …", self.files.save_as)
            words = f"{failure.line}. Your work is safe in this window; a crash would lose it."
            self.session.root.toast("No copy of unsaved work can be kept", words, "bad", [elsewhere])
        self._edited_unseen()

    def forget(self) -> None:
        """Saved, or given up: there is nothing to recover."""
        if self._due is not None:
            self._due.cancel()
        self._waiting = False
        self.recovery.drop()

    def close(self) -> None:
        """The window closes. Whoever could be asked has been; if it closes unasked, what is unsaved is kept."""
        if self.session.history.dirty and self.session.services.started:
            with contextlib.suppress(OSError):
                self.recovery.keep(self.session.level, self.files.origin, self.recovery.ticket)
        else:
            self.forget()
        self.recovery.close()

    # Bringing back -------------------------------------------------------------------------------------

    def offer(self) -> bool:
        """At the start: ask about what programs that crashed have left; False if there is nothing."""
        found = self.recovery.leftovers()
        if found:
            RestoreDialog(self, found).open()
        return bool(found)

    def restore(self, lost: Leftover) -> bool:
        """Take a copy as the level shown, unsaved as it is; the copy goes once there is a new one."""
        try:
            level = lost.read()
        except (SandboxError, OSError) as error:
            self.session.root.toast("Not restored", str(error), "bad")
            return False
        self.files.take_restored(level, lost.origin)
        self.keep()
        self.worker.ordered("Tidying up", lambda stop: self.recovery.replace(lost))  # noqa: ARG005
        return True


class RestoreDialog:
    """What was left, newest first, each to be restored or discarded; closing it keeps them for the next start."""

    def __init__(self, autosave: Autosave, found: Sequence[Leftover]) -> None:
        self.autosave = autosave
        self.left = list(found)
        self.place = Column(gap=8)
        words = "The program ended before these were saved. Your files are untouched; nothing is written over "
        note = Label(words + "until you save.", role="dim", wrap=True)
        body = Column([note, Scroll(self.place, height=min(len(found), 4) * 64)], gap=14)
        self.dialog = Dialog("Restore unsaved work?", body, [("Decide later", "plain", nothing)], width=560)

    def open(self) -> None:
        """Show it; Enter restores the newest."""
        self._fill()
        root = self.autosave.session.root
        self.dialog.open(root)
        newest = next(widget for widget in self.place.walk() if widget.name == "restore")
        root.focus.set(newest, ring=True)

    def _fill(self) -> None:
        lines = [self._line(lost, newest=number == 0) for number, lost in enumerate(self.left)]
        self.place.replace_children(lines)

    def _line(self, lost: Leftover, *, newest: bool) -> Widget:
        name = lost.origin.name or "Untitled"
        age = Label(described(lost), style="small", role="dim", tip=lost.origin.path)
        words = Column([Label(name, style="strong"), age], gap=2, grow=1)
        restore = Button("Restore", on_click=partial(self._restore, lost), name="restore")
        restore.kind = "primary" if newest else "plain"
        discard = Button("Discard", kind="quiet", on_click=partial(self._discard, lost), name="discard")
        return Row([words, discard, restore], gap=8, height=56)

    def _restore(self, lost: Leftover) -> None:
        if self.autosave.restore(lost):
            self.dialog.close()

    def _discard(self, lost: Leftover) -> None:
        self.autosave.recovery.discard(lost)
        self.left.remove(lost)
        if self.left:
            self._fill()
        else:
            self.dialog.close()


def described(lost: Leftover, now: Callable[[], float] = time.time) -> str:
    """Where a copy belongs and how old it is."""
    where = lost.origin.path or "never saved"
    return f"{ago(now() - lost.time)} · {newer_file(lost)}{where}"


def newer_file(lost: Leftover) -> str:
    """A warning when the file was saved after the copy was made."""
    try:
        newer = bool(lost.origin.path) and Path(lost.origin.path).stat().st_mtime > lost.time
    except OSError:
        newer = False
    return "older than its file · " if newer else ""


def ago(seconds: float) -> str:
    """An age as people say it."""
    for size, name in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        count = int(seconds // size)
        if count:
            return f"{count} {name}{'s' if count > 1 else ''} ago"
    return "just now"
