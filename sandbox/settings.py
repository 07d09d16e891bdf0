"""Where things of the user's lie, where things we ship lie, and the settings that are remembered."""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from functools import cache
from pathlib import Path
from typing import Any

from platformdirs import PlatformDirs

PACKAGE = Path(__file__).resolve().parent
_DIRS = PlatformDirs("game-ai-sandbox", appauthor=False)


def cache_folder() -> Path:
    """Things that can be made again: compiled kernels, thumbnails."""
    return Path(_DIRS.user_cache_dir)


def data_folder() -> Path:
    """Things of the user's: autosaves, recordings, results."""
    return Path(_DIRS.user_data_dir)


def config_file() -> Path:
    """The remembered settings."""
    return Path(_DIRS.user_config_dir) / "settings.json"


@cache
def levels_folder() -> Path:
    """The example levels."""
    return _shipped("levels")


@cache
def assets_folder() -> Path:
    """Fonts, icons, themes, weights, openings."""
    return _shipped("assets")


def _shipped(name: str) -> Path:
    """A folder of data: beside the package in a checkout, inside it when installed."""
    inside = PACKAGE / name
    return inside if inside.is_dir() else PACKAGE.parent / name


def write_atomically(path: Path, content: bytes, *, backup: bool = False) -> None:
    """Replace a file so that at every moment either the old or the new one is there, whole.

    With `backup`, the old content stays beside it under a trailing "~". A symbolic link stays a link.
    """
    path = path.resolve()
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
    try:
        with os.fdopen(handle, "wb") as out:
            out.write(content)
            out.flush()
            os.fsync(out.fileno())
        _keep_mode(path, temporary)
        if backup and path.exists():
            _link_backup(path)
        Path(temporary).replace(path)
    except BaseException:
        with contextlib.suppress(OSError):
            Path(temporary).unlink()
        raise
    _sync_folder(path.parent)


def _keep_mode(path: Path, temporary: str) -> None:
    umask = os.umask(0)
    os.umask(umask)
    Path(temporary).chmod(path.stat().st_mode & 0o777 if path.exists() else 0o666 & ~umask)


def _link_backup(path: Path) -> None:
    """Keep the old file under a second name, replaced in one step too."""
    second = path.with_name(path.name + "~")
    staging = path.with_name(f".{path.name}.backup")
    staging.unlink(missing_ok=True)
    try:
        os.link(path, staging)
    except OSError:  # a file system without hard links
        staging.write_bytes(path.read_bytes())
    staging.replace(second)


def _sync_folder(folder: Path) -> None:
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        with contextlib.suppress(OSError):  # some network file systems cannot; the file is in place by now
            os.fsync(handle)
    finally:
        os.close(handle)


class Settings:
    """A small remembered dictionary. A broken file is set aside, never fatal; saving is atomic."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or config_file()
        self.values: dict[str, Any] = self._read()

    def get(self, key: str, default: Any = None) -> Any:
        """The remembered value, or the default."""
        return self.values.get(key, default)

    def set(self, key: str, value: Any) -> None:
        """Remember a JSON value (written by `save`)."""
        self.values[key] = value

    def save(self) -> bool:
        """Write to disk; False when the disk refuses (the values stay in memory)."""
        try:
            write_atomically(self.path, json.dumps(self.values, indent=2, sort_keys=True).encode())
        except OSError:
            return False
        return True

    def _read(self) -> dict[str, Any]:
        try:
            values = json.loads(self.path.read_text(encoding="utf-8"))
        except OSError:  # not there, or not to be read
            return {}
        except (ValueError, RecursionError):
            values = None
        return values if isinstance(values, dict) else self._set_aside()

    def _set_aside(self) -> dict[str, Any]:
        """Keep what cannot be understood for its owner, and begin anew."""
        with contextlib.suppress(OSError):
            self.path.replace(self.path.with_suffix(".broken.json"))
        return {}
