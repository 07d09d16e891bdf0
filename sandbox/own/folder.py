"""Where code of the user's lies: `.py` files in one folder of theirs, and modules that installed packages announce.

A file's name is its key: `own/zigzag.py` is `own-zigzag`. Names that begin with "_" are for what several share. A
package announces a module in the entry-point group `game_ai_sandbox.own`. Nothing is looked for anywhere else.
"""

from __future__ import annotations

import os
import stat
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sandbox.errors import BadInput
from sandbox.plugins import plugins
from sandbox.registry import OWN
from sandbox.settings import data_folder

GROUP: Final = "game_ai_sandbox.own"


@dataclass(frozen=True, slots=True)
class Source:
    """One file, or one module of a package; of which version, so that what was saved anew is another source."""

    name: str
    path: Path | None = None
    module: str = ""
    version: str = ""

    @property
    def key(self) -> str:
        """As registries name what it offers."""
        return OWN + self.name

    @property
    def place(self) -> str:
        """What the process that runs it is told."""
        return str(self.path) if self.path is not None else self.module

    @property
    def shown(self) -> str:
        """For people."""
        return self.path.name if self.path is not None else f"{self.module} (installed)"


def folder() -> Path:
    """The user's folder; it may not be there yet."""
    return data_folder() / "own"


def sources() -> tuple[Source, ...]:
    """All there are, by name; a file goes before a module of its name."""
    found = {point.name: Source(point.name, module=point.value) for point in plugins(GROUP)}
    return tuple(sorted((found | _files()).values(), key=lambda source: source.name))


def _files() -> dict[str, Source]:
    try:
        entries = [entry for entry in os.scandir(folder()) if entry.name.endswith(".py")]
    except OSError:  # there is no such folder
        return {}
    listed = [(entry.name, facts) for entry in entries if (facts := _facts(entry)) is not None]
    shared = max((facts.st_mtime_ns for name, facts in listed if name.startswith("_")), default=0)
    return {
        name[:-3]: Source(name[:-3], folder() / name, version=f"{facts.st_mtime_ns}.{facts.st_size}.{shared}")
        for name, facts in listed
        if not name.startswith(("_", "."))
    }


def _facts(entry: os.DirEntry[str]) -> os.stat_result | None:
    """Of a file; None for what is none, or no longer there: editors save by way of files that soon go."""
    try:
        facts = entry.stat()
    except OSError:
        return None
    return facts if stat.S_ISREG(facts.st_mode) else None


def source(key: str) -> Source:
    """One by its key. Raises BadInput if there is none."""
    known = {one.key: one for one in sources()}
    if key not in known:
        raise BadInput(key, f"no such file in {folder()}", "one of " + (", ".join(known) or "none yet: see `new`"))
    return known[key]
