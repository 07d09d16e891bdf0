"""`curve`: growth, measured and fitted."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sandbox.cli import options

if TYPE_CHECKING:
    from sandbox.bench.curves import Fit, Measured
    from sandbox.registry import Entry

NAME = "curve"
HELP = "growth measured and fitted: planners, triangulation, collisions, game trees"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Kind and sizes."""
    parser.add_argument("kind", metavar="KIND", help="a curve, or `list` to see them")
    parser.add_argument("--sizes", default="", metavar="N,…", help="what to measure (default: the curve's own)")
    options.add_options(parser)


def run(arguments: argparse.Namespace) -> int:
    """A line per size as it is measured, then the fitted exponent."""
    from sandbox.bench.curves import curves, fit, sizes_of

    if arguments.kind == "list":
        arguments.out.table(["curve", "what"], [[e.key, e.title] for e in curves])
        for entry in curves:
            arguments.out.record(
                {"key": entry.key, "title": entry.title, "options": [o.to_json() for o in entry.options]}
            )
        return 0
    entry, curve = options.chosen(curves, arguments.kind, arguments.option)[0]
    points = []
    with arguments.out.progress(len(sizes := sizes_of(arguments.sizes, curve.default_sizes())), entry.title) as bar:
        for size in sizes:
            points.append(curve.measure(size, arguments.stop))
            if arguments.stop[0]:
                return 130
            arguments.out.record(_facts(entry, size, points[-1]))
            bar.step(f"{entry.title}: {size}")
    found = fit(points, entry.info["growth"])
    arguments.out.record({"curve": entry.key, "summary": True, "growth": str(entry.info["growth"]), **_fitted(found)})
    arguments.out.table([entry.info["n"], f"median {entry.info['value']}", "least", "most"], map(_row, points))
    arguments.out.text(_sentence(entry, found))
    return 0


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
