"""What other distributions add to the registries, by their entry points.

Asked at every start, and hardly anybody has a plug-in: so this looks for a group's name in the installed files
before it imports `importlib.metadata`, which takes 25 ms.
"""

from __future__ import annotations

import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from importlib.metadata import EntryPoint

NAMES = ("*.dist-info/entry_points.txt", "*.egg-info/entry_points.txt")


def plugins(group: str) -> Sequence[EntryPoint]:
    """The entry points of a group."""
    if not any(f"[{group}]" in text for text in _texts(tuple(sys.path))):
        return ()
    from importlib.metadata import entry_points

    return tuple(entry_points(group=group))


@cache
def _texts(places: tuple[str, ...]) -> tuple[str, ...]:
    """All that is installed says of its entry points."""
    return tuple(text for place in places for text in _texts_in(Path(place)))


def _texts_in(place: Path) -> Iterator[str]:
    for name in NAMES:
        for path in place.glob(name):
            yield path.read_text("utf-8", errors="replace")
