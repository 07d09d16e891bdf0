"""Positions in text files: the user's own, read again only when they have changed, and those that ship."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import Generic, TypeVar

from sandbox.errors import BadInput
from sandbox.games.two_words.notation import shortened
from sandbox.settings import assets_folder

T = TypeVar("T")


class Texts(Generic[T]):
    """All files of one kind."""

    def __init__(self, read: Callable[[Path], T], expected: str, folder: str = "", kept: int = 8) -> None:
        self.expected, self.folder = expected, folder  # in words; of assets, where some ship
        self._read = lru_cache(maxsize=kept)(lambda file, _changed: read(Path(file)))

    def shipped(self) -> dict[str, Path]:
        """Those that ship, by their names."""
        files = sorted((assets_folder() / self.folder).glob("*.txt")) if self.folder else []
        return {path.stem: path for path in files}

    def load(self, name: str) -> T:
        """Read a file, or one that ships."""
        file, known = Path(name), self.shipped()
        if name in known and not file.exists():
            file = known[name]
        try:
            return self._read(str(file), file.stat().st_mtime_ns)
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else "not a text file"
            named = f", or one of {', '.join(known)}" if known else ""
            raise BadInput(shortened(name), reason or "unreadable", self.expected + named) from None


def without_remarks(path: Path) -> str:
    """A file's text in which lines that begin with # are empty."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return "\n".join("" if line.lstrip().startswith("#") else line for line in lines)
