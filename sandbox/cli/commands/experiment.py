"""`experiment`: a grid of matches that answers a question."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from sandbox.cli.options import listed, only
from sandbox.figures import percent

if TYPE_CHECKING:
    from sandbox.bench.experiments import Cell

HELP = "experiments that ship: how depth makes up for a worse evaluation"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which, and how."""
    parser.add_argument("kind", metavar="KEY", help="an experiment, or `list` to see them")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="set an option")


def run(arguments: argparse.Namespace) -> int:
    """A line a cell as it is measured, then the table."""
    from sandbox.bench.experiments import experiments

    if listed(arguments, experiments):
        return 0
    entry, experiment = only(arguments, experiments)
    rows, columns = experiment.rows(), experiment.columns()
    found: dict[tuple[int, int], Cell] = {}
    with arguments.out.progress(len(rows) * len(columns), entry.title) as bar:
        for row, column in ((r, c) for r in rows for c in columns):
            cell = experiment.measure(row, column, arguments.stop)
            if arguments.stop[0]:
                return 130
            found[row, column] = cell
            where = {"experiment": entry.key, entry.info["row"]: row, entry.info["column"]: column}
            arguments.out.record(where | cell.score.to_json())
            bar.step(f"{entry.info['row']} {row}, {entry.info['column']} {column}")
    arguments.out.text(f"{entry.title}: {entry.info['value']}, by {entry.info['row']} and {entry.info['column']}")
    rows = [[str(r), *(percent(found[r, c].score.score) for c in columns)] for r in rows]
    arguments.out.table([entry.info["row"], *(f"{entry.info['column']} {c}" for c in columns)], rows)
    return 0
