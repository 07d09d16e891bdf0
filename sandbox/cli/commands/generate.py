"""`generate`: a level out of a seed."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "generate a level: caves, maze, rooms, city, islands, warehouse, field, spiral, scatter"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Which generator, how large, and where to."""
    parser.add_argument("kind", metavar="KIND", help="`list generators` names them, with their options")
    parser.add_argument("--size", default="64x64", metavar="WxH", help="cells across and down (default 64x64)")
    parser.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed gives the same level (default 1)"
    )
    parser.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="set an option (repeatable)"
    )
    parser.add_argument(
        "-o", "--output", required=True, metavar="OUT", help="file to write, in the format of its extension"
    )


def run(arguments: argparse.Namespace) -> int:
    """Generate, save, and say what got lost."""
    from sandbox.cli.options import named_values, size
    from sandbox.errors import BadInput
    from sandbox.level import formats
    from sandbox.level.generators import generators

    target = Path(arguments.output)
    formats.format_of(target)
    if arguments.seed < 0:
        raise BadInput("--seed", str(arguments.seed), "0 or more")
    width, height = size(arguments.size, "--size")
    generator = generators[arguments.kind].parse(named_values(arguments.option, "--option"))
    level = generator.generate(width, height, arguments.seed)
    lost = formats.save(level, target)
    for text in lost:
        arguments.out.note(f"note: {text}")
    facts = {"kind": arguments.kind, "output": str(target), "width": width, "height": height}
    arguments.out.record({**facts, "seed": arguments.seed, "title": level.title, "lost": lost})
    arguments.out.text(f"{target}: {level.title}")
    return 0
