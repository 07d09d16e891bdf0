"""What an event is called in a trace, and what it is to us; and which files are traces."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sandbox.kernels.recording import EventKind

VERSION: Final = "1.4.0"
ENDINGS: Final = (".trace.yaml", ".trace.yml", ".trace.json")
MOST_EVENTS: Final = 4_000_000  # of a file; what comes after them is left out, and the recording says so
MOST_BYTES: Final = 1 << 30

NAMES: Final = {
    EventKind.GENERATE: "generating",
    EventKind.EXPAND: "expanding",
    EventKind.RELAX: "updating",
    EventKind.REOPEN: "reopening",
    EventKind.CLOSE: "closing",
    EventKind.STAGE: "stage",
    EventKind.LEVEL: "level",
    EventKind.PRUNE: "pruning",
    EventKind.INCUMBENT: "solution",
    EventKind.LOCATE: "locating",
    EventKind.FLIP: "flipping",
    EventKind.APEX: "apex",
    EventKind.LEFT: "left",
    EventKind.RIGHT: "right",
}
"""As we write them; a trace may use any words, of which those in `KINDS` are read."""

KINDS: Final = {name: int(kind) for kind, name in NAMES.items()} | {
    "generate": int(EventKind.GENERATE),
    "generated": int(EventKind.GENERATE),
    "expand": int(EventKind.EXPAND),
    "expanded": int(EventKind.EXPAND),
    "relaxing": int(EventKind.RELAX),
    "update": int(EventKind.RELAX),
    "close": int(EventKind.CLOSE),
    "closed": int(EventKind.CLOSE),
}
ENDS: Final = ("source", "destination")  # where it begins and is to end; no events of a search
SILENT: Final = ("end", *ENDS)


def is_trace(path: Path) -> bool:
    """Whether a file is one by its name."""
    return path.name.lower().endswith(ENDINGS)
