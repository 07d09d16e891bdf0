"""A recorded search in whatever kind of file: our own, or a trace."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandbox.errors import BadInput
from sandbox.level.model import Level
from sandbox.planning.recorded import Recorded, holds_search
from sandbox.planning.traces.kinds import ENDINGS, is_trace

OURS: Final = ".npz"
NAMES: Final = (OURS, *ENDINGS)


def is_search(path: Path) -> bool:
    """Whether a file is one: by its name, or by what it holds."""
    return is_trace(path) or (path.suffix.lower() == OURS and holds_search(path))


def load_search(path: Path, level: Level | None = None) -> Recorded:
    """Read one; a trace that brings no level is shown on `level`."""
    if not is_trace(path):
        return Recorded.load(path)
    from sandbox.planning.traces.read import read_trace

    return read_trace(path, level)


def check_name(path: Path, where: str) -> None:
    """Raise BadInput for a name under which none can be saved."""
    if not path.name.lower().endswith(NAMES):
        raise BadInput(where, str(path), "a name ending in " + ", ".join(NAMES))


def save_search(found: Recorded, path: Path) -> None:
    """Write one, of the kind that its name says, in one step."""
    check_name(path, "save")
    if is_trace(path):
        from sandbox.planning.traces.write import write_trace

        write_trace(found, path)
    else:
        found.save(path)
