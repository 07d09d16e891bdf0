"""Files that are replaced whole or not at all, by however many processes at once.

Whoever saves fills a staging file of its own beside the goal and renames it in one step. It holds a lock on that
file meanwhile; staging files nobody holds were left by a process that was killed, and the next save removes them.
"""

from __future__ import annotations

import contextlib
import glob
import os
import stat
import sys
import time
from pathlib import Path

LOCKED = os.name == "posix"  # Windows renames no open file, so that staging files have no holder at the end
STAGED = ".part"
ABANDONED = 3600.0  # seconds after which a staging file counts as left there


def write_atomically(path: Path, content: bytes, *, backup: bool = False) -> None:
    """Replace a file so that at every moment either the old or the new one is there, whole.

    With `backup`, the old content stays beside it under a trailing "~". A symbolic link stays a link; a device
    is written to.
    """
    path = path.resolve()
    if path.exists() and not path.is_file():
        path.write_bytes(content)
        return
    path.parent.mkdir(parents=True, exist_ok=True)
    _sweep(path)
    _replace(path, content, path, backup=backup and path.exists())
    _sync_folder(path.parent)


def _replace(goal: Path, content: bytes, like: Path, *, backup: bool = False) -> None:
    """Put content in the place of a file, with the mode another one has, if that is there."""
    mode = stat.S_IMODE(like.stat().st_mode) & 0o777 if like.exists() else None
    handle, staged = _stage(like, 0o666 if mode is None else 0o600)  # the system takes the umask from it
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
            if mode is not None:
                staged.chmod(mode)
            if backup:  # not before all is written that can be: a full disk shows then
                _replace(like.with_name(like.name + "~"), like.read_bytes(), like)
            if LOCKED:
                staged.replace(goal)
        if not LOCKED:
            staged.replace(goal)
    except BaseException as error:
        with contextlib.suppress(OSError):
            staged.unlink()
        if isinstance(error, OSError) and error.errno is not None:
            raise OSError(error.errno, error.strerror, str(goal)) from error
        raise


def _stage(path: Path, mode: int) -> tuple[int, Path]:
    """Make a staging file that nobody else has, and hold it."""
    while True:
        staged = path.with_name(f"{_prefix(path)}{os.urandom(8).hex()}{STAGED}")
        handle = os.open(staged, os.O_RDWR | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), mode)
        if try_lock(handle) is not False and staged.exists():  # nobody swept it before it was held
            return handle, staged
        os.close(handle)


def _prefix(path: Path) -> str:
    return f".{path.name[:40]}."  # names may have 255 bytes


def _sweep(path: Path) -> None:
    """Remove the staging files of those who were killed while they saved this file."""
    for left in path.parent.glob(f"{glob.escape(_prefix(path))}*{STAGED}"):
        with contextlib.suppress(OSError):  # another one was quicker
            _remove_abandoned(left)


def _remove_abandoned(staged: Path) -> None:
    if not LOCKED:
        if time.time() - staged.stat().st_mtime > ABANDONED:
            staged.unlink()
        return
    handle = os.open(staged, os.O_RDONLY)
    try:
        if try_lock(handle):
            staged.unlink()
    finally:
        os.close(handle)


def _sync_folder(path: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(path, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # some network file systems cannot; the file is in place by now
            os.fsync(handle)
    finally:
        os.close(handle)


if sys.platform == "win32":
    import msvcrt

    def try_lock(handle: int) -> bool | None:
        """Lock a file until it is closed; False if another process does, None where there are no locks."""
        try:
            os.lseek(handle, 0, os.SEEK_SET)
            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

else:
    import fcntl

    def try_lock(handle: int) -> bool | None:
        """Lock a file until it is closed; False if another process does, None where there are no locks."""
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return None
        return True
