"""Curves of growth as a page for others: what was measured, the laws fitted, and a chart with both axes logarithmic."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from sandbox import figures
from sandbox.bench.curves import Curve, Growth, Measured, curves, fit
from sandbox.bench.shown.plot import LEFT, TOP, Plot, facts_of, page_at, table_of, write_report
from sandbox.registry import Entry
from sandbox.svg import element, inks, ring_path

LAWS = ("Curve", "Law", "k", "95 %")
SIZES = ("Curve", "Of", "Unit", "n", "Median", "Least", "Most", "Runs")
FLOOR = 1e-9  # what is nothing has a place on a logarithmic axis too
CLOSING = ("Laws are fitted to the medians by least squares on logarithms.",)
Found = Mapping[str, Sequence[Measured]]
"""What was measured, by the curve's key."""


def write_curves(found: Found, path: Path, run: Mapping[str, Any]) -> list[Path]:
    """Write the page and a chart for each unit; which files these are. `run`: as `run_facts` tells it."""
    found = {key: points for key, points in found.items() if points}
    page_at(path, found=bool(found))
    charts = {f"{path.stem}-{_word(unit)}.svg": group for unit, group in _by_unit(found).items()}
    lines = ["# Growth", "", *facts_of(run), "", *table_of(LAWS, map(_law, found, found.values()), 2)]
    lines += [line for name in charts for line in ("", f"![Growth]({name})")]
    lines += ["", *table_of(SIZES, _sizes(found), 3), "", *CLOSING]
    return write_report(path, "\n".join(lines) + "\n", {name: growth_chart(group) for name, group in charts.items()})


def _by_unit(found: Found) -> dict[str, Found]:
    """Curves that count the same share a chart."""
    units = dict.fromkeys(unit_of(curves[key]) for key in found)
    return {unit: {k: p for k, p in found.items() if unit_of(curves[k]) == unit} for unit in units}


def _word(unit: str) -> str:
    return "".join(c if c.isalnum() else "-" for c in unit)


def unit_of(entry: Entry[Curve]) -> str:
    """What a curve counts."""
    unit = str(entry.info["value"])
    return {"s": "seconds"}.get(unit, unit)


def _law(key: str, points: Sequence[Measured]) -> list[str]:
    entry, growth = curves[key], curves[key].info["growth"]
    law, result = "n^k" if growth is Growth.POWER else "k^n", fit(list(points), growth)
    if result is None:
        return [entry.title, law, "–", "–"]
    return [entry.title, law, f"{result.exponent:.3f}", f"{result.low:.3f} to {result.high:.3f}"]


def _sizes(found: Found) -> Iterator[list[str]]:
    for key, points in found.items():
        entry = curves[key]
        for p in points:
            numbers = map(figures.significant, (p.median, min(p.values), max(p.values)))
            yield [entry.title, str(entry.info["n"]), unit_of(entry), f"{p.n:,}", *numbers, str(len(p.values))]


def growth_chart(found: Found) -> str:
    """The medians of each curve over n."""
    entries = [curves[key] for key in found]
    plot = Plot("Growth", " · ".join(dict.fromkeys(str(e.info["n"]) for e in entries)), unit_of(entries[0]))
    sizes = np.array([float(p.n) for points in found.values() for p in points])
    values = np.array([max(p.median, FLOOR) for points in found.values() for p in points])
    y, x = plot.upright(values, log=True), plot.across(sizes, log=True)
    for number, (entry, points) in enumerate(zip(entries, found.values(), strict=True)):
        ink = inks().series[number % len(inks().series)]
        at = [(x(p.n), y(max(p.median, FLOOR))) for p in sorted(points, key=lambda p: p.n)]
        line = element("path", "", d=ring_path(at, closed=False), fill="none", stroke=ink, stroke_width=2)
        plot.drawing.body.append(line)
        for px, py in at:
            plot.drawing.add("circle", cx=px, cy=py, r=3, fill=ink)
        plot.text(entry.title, LEFT + 10, TOP + 14 + 15 * number, anchor="start", ink=ink)
    return plot.drawing.text()
