"""`study`: an experiment about learning, its curves as a table, and what came out in words."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from sandbox.cli.options import at_least, listed, only

if TYPE_CHECKING:
    from sandbox.bench.learning.studies.api import Point

HELP = "experiments about learning: parity, over-fitting, labels and data, linear or logistic, depth, a book"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which, and how."""
    parser.add_argument("kind", metavar="KEY", help="a study, or `list` to see them")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option")
    parser.add_argument("--jobs", type=int, default=1, metavar="N", help="processes that share the work")


def run(arguments: argparse.Namespace) -> int:
    """A point as it is measured, then the table and the verdict."""
    from dataclasses import asdict

    from sandbox.bench.learning.studies.api import measured, studies
    from sandbox.children import shared_out

    at_least(arguments, jobs=1)
    if listed(arguments, studies):
        return 0
    entry, study = only(arguments, studies)
    options = asdict(study)
    pieces = study.pieces()
    points: list[Point] = []
    items = [(entry.key, options, piece) for piece in pieces]
    with arguments.out.progress(len(pieces), entry.title) as bar:
        for found in shared_out(measured, items, arguments.jobs, arguments.stop):
            points += found
            for point in found:
                arguments.out.record({"study": entry.key, **asdict(point)})
            bar.step(found[-1].line if found else "")
    if arguments.stop[0]:
        return 130
    _tell(arguments, points, str(entry.info["x"]))
    arguments.out.text(study.verdict(points))
    arguments.out.record({"study": entry.key, "verdict": study.verdict(points)})
    return 0


def _tell(arguments: argparse.Namespace, points: list[Point], x: str) -> None:
    """A row for each place, a column for each curve."""
    from sandbox.bench.learning.studies.api import curves_of, figure

    curves = curves_of(points)
    values = {(p.line, p.at): figure(p.value) for p in points}
    places = sorted({p.at for p in points})
    arguments.out.table([x, *curves], [[f"{at:g}", *(values.get((line, at), "") for line in curves)] for at in places])
