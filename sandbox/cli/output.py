"""What a command prints: JSON lines for programs, text and tables for people, progress for terminals."""

from __future__ import annotations

import contextlib
import json
import os
import sys
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import IO, Any, Self

import numpy as np

from sandbox.cli.letters import spelt, width
from sandbox.figures import NOTHING, plain, significant


@dataclass
class Output:
    """Either JSON lines or human text, never both."""

    json: bool = False

    def record(self, value: dict[str, Any]) -> None:
        """One JSON object on a line of its own (in JSON mode only)."""
        if self.json:
            say(json.dumps(plain(value), allow_nan=False))

    def text(self, line: str = "") -> None:
        """A line for people (not in JSON mode)."""
        if not self.json:
            say(line)

    def note(self, line: str) -> None:
        """A remark beside the result: to stderr, in either mode."""
        note(line)

    def table(self, headers: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
        """Aligned columns for people: numbers to the right."""
        if not self.json:
            cells = [[spelt(cell(v)) for v in row] for row in rows]
            say(aligned([spelt(h) for h in headers], cells))

    def progress(self, total: int, label: str) -> Progress:
        """A bar on stderr, if that is a terminal."""
        return Progress(total, label)


def say(text: str, end: str = "\n") -> None:
    """Text on stdout, at once; an error says where it arose."""
    try:
        print(text, end=end, flush=True)
    except OSError as error:
        silence(sys.stdout)
        raise OSError(error.errno, error.strerror, "standard output") from None


def note(line: str) -> None:
    """A line on stderr, if anything can be said there."""
    if sys.stderr is not None:  # closed: printing to it would print to stdout
        try:
            print(line, file=sys.stderr, flush=True)
        except OSError:
            silence(sys.stderr)


def silence(stream: IO[str] | None) -> None:
    """Let what a stream still holds go nowhere, or the interpreter complains of it when it ends."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())  # type: ignore[union-attr]
        os.close(nowhere)


def _on_terminal() -> bool:
    return sys.stderr is not None and sys.stderr.isatty()


@dataclass
class Progress:
    """A one-line bar that redraws at most ten times a second."""

    total: int
    label: str
    done: int = 0
    shown: bool = field(default_factory=_on_terminal)
    _last: float = 0.0

    def __enter__(self) -> Self:
        self._draw(force=True)
        return self

    def __exit__(self, *_: object) -> None:
        if self.shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def step(self, label: str = "", by: int = 1) -> None:
        """Some more is done."""
        self.done += by
        self.label = label or self.label
        self._draw(force=self.done >= self.total)

    def _draw(self, *, force: bool = False) -> None:
        now = time.monotonic()
        if not self.shown or (not force and now - self._last < 0.1):
            return
        self._last = now
        filled = 24 * self.done // max(self.total, 1)
        bar = "█" * filled + "·" * (24 - filled)
        sys.stderr.write(f"\r\x1b[K{bar} {self.done}/{self.total} {self.label}"[:160])
        sys.stderr.flush()


def cell(value: Any) -> str:
    """One value of a table."""
    if value is None:
        return NOTHING
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (float, np.floating)):
        return significant(float(value))
    return str(value)


def aligned(headers: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Columns padded to their widest cell."""
    columns = list(zip(headers, *rows, strict=True))
    widths = [max(map(width, column)) for column in columns]
    right = [len(c) > 1 and all(_numeric(v) for v in c[1:]) for c in columns]

    def line(row: Sequence[str]) -> str:
        gaps = (" " * (w - width(v)) for v, w in zip(row, widths, strict=True))
        parts = (gap + v if r else v + gap for v, gap, r in zip(row, gaps, right, strict=True))
        return "  ".join(parts).rstrip()

    return "\n".join([line(headers), line(["─" * w for w in widths]), *map(line, rows)])


def _numeric(text: str) -> bool:
    return text[:1].isdigit() or text[:1] in "–-−∞+" or text == "inf"
