"""`curve`: growth, measured and fitted."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.cli import options
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.bench.curves import Curve, Fit, Measured
    from sandbox.registry import Entry

HELP = "growth measured and fitted: planners, triangulation, collisions, game trees"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Kind and sizes."""
    help_of_kind = "a curve, several separated by commas, a family such as `locate`, or `list` to see them"
    parser.add_argument("kind", metavar="KIND", help=help_of_kind)
    parser.add_argument("--sizes", default="", metavar="N,…", help="what to measure (default: the curve's own)")
    parser.add_argument("--report", type=Path, metavar="OUT.md", help="write a page, and its charts (.svg) beside it")
    options.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """A line per size as it is measured, then the fitted exponent; of several curves, a comparison at the end."""
    from sandbox.bench.curves import curves

    if arguments.kind == "list":
        return _list(arguments)
    if arguments.report is not None and arguments.report.suffix.lower() != ".md":
        raise BadInput("--report", str(arguments.report), "a name ending in .md")
    fits: list[tuple[Entry[Any], list[Measured], Fit | None]] = []
    for entry, curve in options.chosen(curves, _keys(arguments.kind, curves.keys()), arguments.option):
        points, found = _measured(arguments, entry, curve)
        if arguments.stop[0]:
            return 130
        fits.append((entry, points, found))
    if arguments.report is not None:
        _report(arguments, {entry.key: points for entry, points, _ in fits})
    if len(fits) > 1:
        arguments.out.table(["curve", "n", "median there", "k", "95 %"], map(_compared, fits))
    return 0


def _report(arguments: argparse.Namespace, found: dict[str, list[Measured]]) -> None:
    """What was measured, as a page."""
    from sandbox.bench.report import run_facts
    from sandbox.bench.shown.curve_paper import write_curves

    arguments.out.text(", ".join(map(str, write_curves(found, arguments.report, run_facts(None)))))


def _list(arguments: argparse.Namespace) -> int:
    from sandbox.bench.curves import curves

    arguments.out.table(["curve", "what"], [[e.key, e.title] for e in curves])
    for entry in curves:
        arguments.out.record({"key": entry.key, "title": entry.title, "options": [o.to_json() for o in entry.options]})
    return 0


def _keys(text: str, known: Sequence[str]) -> str:
    """The curves named, with those of a family in place of its name: `locate` is `locate-walk,locate-jump,…`."""
    return ",".join(key for word in text.split(",") for key in _family(word, known))


def _family(word: str, known: Sequence[str]) -> list[str]:
    family = [key for key in known if key.startswith(f"{word}-")]
    return [word] if word in known or not word or not family else family


def _measured(arguments: argparse.Namespace, entry: Entry[Any], curve: Curve) -> tuple[list[Measured], Fit | None]:
    """Measure a curve size by size and fit it, telling as it goes."""
    from sandbox.bench.curves import fit, sizes_of

    points: list[Measured] = []
    with arguments.out.progress(len(sizes := sizes_of(arguments.sizes, curve.default_sizes())), entry.title) as bar:
        for size in sizes:
            points.append(curve.measure(size, arguments.stop))
            if arguments.stop[0]:
                return points, None
            arguments.out.record(_facts(entry, size, points[-1]))
            bar.step(f"{entry.title}: {size}")
    found = fit(points, entry.info["growth"])
    arguments.out.record({"curve": entry.key, "summary": True, "growth": str(entry.info["growth"]), **_fitted(found)})
    arguments.out.text(f"{entry.title}:")
    arguments.out.table([entry.info["n"], f"median {entry.info['value']}", "least", "most"], map(_row, points))
    arguments.out.text(_sentence(entry, found))
    return points, found


def _compared(measured: tuple[Entry[Any], list[Measured], Fit | None]) -> list[Any]:
    """A curve's row of the comparison."""
    entry, points, found = measured
    law = [f"{found.exponent:.2f}", f"{found.low:.2f} to {found.high:.2f}"] if found else ["", ""]
    return [entry.title, str(points[-1].n), points[-1].median, *law]


def _facts(entry: Entry[Any], size: int, point: Measured) -> dict[str, Any]:
    spread = {"median": point.median, "low": min(point.values), "high": max(point.values)}
    return {"curve": entry.key, "size": size, "n": point.n, "value": entry.info["value"], **spread}


def _fitted(found: Fit | None) -> dict[str, Any]:
    if found is None:
        return {"exponent": None, "exponent_low": None, "exponent_high": None}
    return {"exponent": found.exponent, "exponent_low": found.low, "exponent_high": found.high}


def _row(point: Measured) -> list[Any]:
    return [str(point.n), point.median, min(point.values), max(point.values)]


def _sentence(entry: Entry[Any], found: Fit | None) -> str:
    if found is None:
        return "Two sizes at least are needed for an exponent."
    n, value = entry.info["n"], "time" if entry.info["value"] == "s" else entry.info["value"]
    law = f"{n}^k" if entry.info["growth"] == "power" else f"k^{n}"
    return f"{value} grows like {law}, k = {found.exponent:.3f} (95 %: {found.low:.3f} to {found.high:.3f})"
