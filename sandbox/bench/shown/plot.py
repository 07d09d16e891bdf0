"""What reports are made of: a chart's frame as SVG, the facts of a run, tables of Markdown, files written whole."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox import figures
from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.svg import Drawing, element, text_of

WIDE, HIGH = 720, 320  # pixels of a chart
LEFT, RIGHT, TOP, BOTTOM = 72, 24, 36, 48
INK, FAINT, GROUND = "#D6D9E0", "#343A46", "#121419"


def write_report(path: Path, text: str, charts: Mapping[str, str]) -> list[Path]:
    """Write the charts, by their file names, and then the page beside them; which files these are."""
    for name, data in charts.items():
        write_atomically(path.with_name(name), data.encode())
    write_atomically(path, text.encode())
    return [path, *(path.with_name(name) for name in charts)]


def page_at(path: Path, *, found: bool) -> None:
    """Refuse a name that is no page's, or a page without results."""
    if path.suffix.lower() != ".md":
        raise BadInput(str(path), f"ends with {path.suffix or 'nothing'}", ".md")
    if not found:
        raise BadInput(str(path), "no results", "something that has run")


def facts_of(run: Mapping[str, Any]) -> list[str]:
    """With what it was measured, line by line."""
    versions = ", ".join(f"{name} {version}" for name, version in dict(run.get("versions", {})).items())
    facts = [
        ("Machine", run.get("machine")),
        ("Versions", versions),
        ("Commit", run.get("commit")),
        ("Seed", run.get("seed")),
    ]
    return [f"- {name}: {value}" for name, value in facts if value not in (None, "")]


def table_of(heads: Sequence[str], rows: Iterable[Sequence[str]], words: int = 1) -> list[str]:
    """A table of Markdown; the first columns hold words, the others numbers."""
    lines = ["| " + " | ".join(heads) + " |", "|---" * words + "|---:" * (len(heads) - words) + "|"]
    return [*lines, *("| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows)]


class Plot:
    """A frame with two axes, in pixels."""

    def __init__(self, title: str, x_label: str, y_label: str) -> None:
        self.drawing = Drawing(WIDE, HIGH, 1.0, title, GROUND)
        self.text(title, WIDE / 2, 22, size=15)
        self.text(x_label, (LEFT + WIDE - RIGHT) / 2, HIGH - 8)
        self.drawing.body.append(
            element("text", text_of(y_label), x=0, y=0, fill=INK, font_size=12, text_anchor="middle",
                    font_family="Inter, sans-serif", transform=f"translate(16 {(TOP + HIGH - BOTTOM) / 2}) rotate(-90)")
        )  # fmt: skip

    def rows(self, ticks: Sequence[float], y: Callable[[float], float]) -> None:
        """Draw a line across at each tick of the upright axis, with its number."""
        for tick in ticks:
            self.line(LEFT, y(tick), WIDE - RIGHT, y(tick), FAINT)
            self.text(figures.significant(tick), LEFT - 8, y(tick) + 4, anchor="end")

    def columns(self, ticks: Sequence[float], x: Callable[[float], float]) -> None:
        """Draw a mark at each tick of the lying axis, with its number."""
        for tick in ticks:
            self.line(x(tick), HIGH - BOTTOM, x(tick), HIGH - BOTTOM + 4, INK)
            self.text(figures.significant(tick), x(tick), HIGH - BOTTOM + 18)

    def across(self, values: NDArray[np.float64], *, log: bool) -> Callable[[float], float]:
        """A lying axis for these values, drawn; from a value to its pixel."""
        x, ticks = scaled(values, LEFT, WIDE - RIGHT, log=log)
        self.columns(ticks, x)
        return x

    def upright(self, values: NDArray[np.float64], *, log: bool) -> Callable[[float], float]:
        """The same of an upright axis."""
        y, ticks = scaled(values, HIGH - BOTTOM, TOP, log=log)
        self.rows(ticks, y)
        return y

    def text(self, words: str, x: float, y: float, *, size: float = 12, anchor: str = "middle", ink: str = INK) -> None:
        """Write words at a point."""
        look: dict[str, object] = {"fill": ink, "font_size": size, "text_anchor": anchor}
        self.drawing.body.append(element("text", text_of(words), x=x, y=y, font_family="Inter, sans-serif", **look))

    def line(self, x0: float, y0: float, x1: float, y1: float, ink: str, width: float = 1.0) -> None:
        """Draw a line."""
        self.drawing.add("line", x1=x0, y1=y0, x2=x1, y2=y1, stroke=ink, stroke_width=width)


def scaled(
    values: NDArray[np.float64], low: float, high: float, *, log: bool
) -> tuple[Callable[[float], float], list[float]]:
    """From a value to a pixel between `low` and `high`, and where the ticks are."""
    least, most = (float(values.min()), float(values.max())) if len(values) else (0.0, 1.0)
    if log:
        first, last = math.floor(math.log10(max(least, 1e-6))), math.ceil(math.log10(max(most, 1e-6)))
        last = max(last, first + 1)
        ticks = [10.0**n for n in range(first, last + 1)]
        return lambda v: low + (math.log10(max(v, 10.0**first)) - first) / (last - first) * (high - low), ticks
    top = max(most, 1e-9) * 1.1
    step = 10.0 ** math.floor(math.log10(top))
    step *= next(f for f in (0.1, 0.2, 0.5, 1.0) if top / (f * step) <= 8)
    ticks = [n * step for n in range(math.floor(top / step) + 1)]
    return lambda v: low + v / top * (high - low), ticks
