"""The files of a folder, with size and age in words, and the folders one usually begins in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Entry:
    """A file or folder."""

    path: Path
    is_folder: bool
    size: int
    changed: float

    @property
    def name(self) -> str:
        """Its name."""
        return self.path.name


def list_folder(folder: Path, suffixes: Sequence[str] = (), query: str = "") -> list[Entry]:
    """Return what is in a folder: folders first, by name; files of the suffixes only; matching what is typed.

    Raises OSError where the folder cannot be read.
    """
    found = [entry for path in folder.iterdir() if not path.name.startswith(".") and (entry := _entry(path))]
    kept = [entry for entry in found if entry.is_folder or not suffixes or _ends(entry.name, suffixes)]
    wanted = query.casefold()
    return sorted(
        (entry for entry in kept if wanted in entry.name.casefold()),
        key=lambda entry: (not entry.is_folder, entry.name.casefold()),
    )


def _ends(name: str, suffixes: Iterable[str]) -> bool:
    return any(name.casefold().endswith(suffix.casefold()) for suffix in suffixes)


def _entry(path: Path) -> Entry | None:
    try:
        status = path.stat()
        return Entry(path, path.is_dir(), status.st_size, status.st_mtime)
    except OSError:
        return None  # a dangling link, or a file that went away meanwhile


def size_text(size: int) -> str:
    """Return a size in a few characters."""
    value = float(size)
    for unit in ("B", "KB", "MB", "GB"):
        if value < 1000 or unit == "GB":
            return f"{value:.0f} {unit}" if unit == "B" or value >= 10 else f"{value:.1f} {unit}"
        value /= 1000
    return ""


def age_text(changed: float, now: float) -> str:
    """Return when a file was changed, in words for the last day, else the day here."""
    seconds = now - changed
    for limit, unit, name in ((60, 1, "s"), (3600, 60, "min"), (86400, 3600, "h")):
        if 0 <= seconds < limit:
            return f"{int(seconds // unit)} {name} ago"
    return datetime.fromtimestamp(changed, UTC).astimezone().strftime("%Y-%m-%d")


def places() -> list[tuple[str, str, Path]]:
    """Return the usual starting points there are: icon, name, folder."""
    home = Path.home()
    usual = [
        ("house", "Home", home),
        ("monitor", "Desktop", home / "Desktop"),
        ("file-text", "Documents", home / "Documents"),
        ("file-down", "Downloads", home / "Downloads"),
        ("folder", "This folder", Path.cwd()),
        ("hard-drive", "Computer", Path(home.anchor or "/")),
    ]
    return [(icon, name, folder) for icon, name, folder in usual if folder.is_dir()]
