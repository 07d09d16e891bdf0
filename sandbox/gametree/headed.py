"""Files that begin with a line of JSON, which says what they are and how much follows, and go on in bytes."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar

from sandbox.errors import BadInput
from sandbox.files import write_atomically

LONGEST: Final = 1000  # letters of the line
T = TypeVar("T")


class Headed(ABC):
    """What is kept in such a file."""

    @abstractmethod
    def to_bytes(self) -> bytes:
        """The file."""

    def save(self, path: Path) -> None:
        """Write it whole."""
        write_atomically(path, self.to_bytes())


def line_of(head: dict[str, Any]) -> bytes:
    """The first line."""
    return json.dumps(head, sort_keys=True).encode("ascii") + b"\n"


def read_headed(path: Path, what: str, form: str, take: Callable[[dict[str, Any]], T]) -> tuple[T, bytes]:
    """What `take` makes of the first line, and the bytes behind it; or BadInput, also for what `take` cannot read."""
    try:
        line, _, body = path.read_bytes().partition(b"\n")
    except OSError as error:
        raise BadInput(str(path), error.strerror or "unreadable", what) from None
    where = f"{path}:1"
    try:
        head: dict[str, Any] = json.loads(line[:LONGEST])
        facts, found = take(head), head.get("format")
    except (ValueError, KeyError, TypeError):
        raise BadInput(where, repr(line[:40])[1:], f"a line of JSON with format {form!r}") from None
    if found != form:
        raise BadInput(where, f"format {found!r}", repr(form))
    return facts, body


def counted(head: dict[str, Any], *names: str) -> list[int]:
    """How many of each there are."""
    counts = [int(head[name]) for name in names]
    if min(counts) < 0:
        raise ValueError(counts)
    return counts
