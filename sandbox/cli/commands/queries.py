"""`queries`: a scenario file of random queries on a level, for `bench`."""

from __future__ import annotations

import argparse
from pathlib import Path

from sandbox.cli.options import add_level

HELP = "write random queries between connected cells of a level, with their optima, as a scenario file"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which level, how many, and where to."""
    add_level(parser)
    parser.add_argument("--count", type=int, default=500, metavar="N", help="how many queries (default 500)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed gives the same ones (default 1)"
    )
    parser.add_argument(
        "-o", "--output", required=True, metavar="OUT.scen", help="file to write; the level goes beside it, if need be"
    )


def run(arguments: argparse.Namespace) -> int:
    """Find the optima and write both files."""
    from sandbox.bench.random_queries import write_case
    from sandbox.cli.options import level_file
    from sandbox.errors import BadInput
    from sandbox.level import formats
    from sandbox.planning.api import Limits

    scen, source = Path(arguments.output), level_file(arguments.level)
    if scen.suffix != ".scen":
        raise BadInput(str(scen), f"extension {scen.suffix!r}", "'.scen'")
    for name, least, most in (("count", 1, 100_000), ("seed", 0, 2**63)):
        if not least <= getattr(arguments, name) <= most:
            raise BadInput(f"--{name}", str(getattr(arguments, name)), f"{least} to {most}")
    level = formats.load(source)
    at = source if source.resolve().parent == scen.resolve().parent else scen.with_suffix(".json")
    if at != source and at.exists():
        raise BadInput(str(at), "a file that is there already", "room for the level, or another name for the queries")
    write_case(level, at, scen, arguments.count, Limits(), arguments.seed)
    facts = {"level": arguments.level, "output": str(scen), "map": str(at), "count": arguments.count}
    arguments.out.record({**facts, "seed": arguments.seed})
    arguments.out.text(f"{scen}: {arguments.count} queries on {at}")
    return 0
