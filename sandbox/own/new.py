"""A working start for code of the user's own, written into their folder."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.own.folder import folder
from sandbox.own.offered import METHODS

STARTS: Final = Path(__file__).parent / "starts"
KINDS: Final = tuple(METHODS)
NAME: Final = re.compile(r"[a-z][a-z0-9_-]{0,40}")


def write_start(kind: str, name: str) -> Path:
    """Write NAME.py, which offers one of a kind, and return where it is. Never writes over a file."""
    if kind not in KINDS:
        raise BadInput("new", repr(kind), "one of " + ", ".join(KINDS))
    if not NAME.fullmatch(name):
        raise BadInput("new", f"the name {name!r}", "1 to 41 small letters, digits, - and _, a letter first")
    path = folder() / f"{name}.py"
    if path.exists():
        raise BadInput(str(path), "there already", "another name")
    text = (STARTS / f"{kind}.py").read_text(encoding="utf-8")
    write_atomically(path, text.replace("TITLE", name.replace("-", " ").replace("_", " ").capitalize()).encode())
    return path


def free_name(kind: str) -> str:
    """A name that no file has yet: my-planner, my-planner-2."""
    taken = {path.stem for path in folder().glob("*.py")}
    names = (f"my-{kind}" + (f"-{number}" if number > 1 else "") for number in range(1, len(taken) + 2))
    return next(name for name in names if name not in taken)
