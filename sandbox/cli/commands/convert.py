"""`convert`: a level from one format into another."""

from __future__ import annotations

import argparse
from pathlib import Path

HELP = "convert a level between formats, by file extension"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Two files, and how to read the first."""
    from sandbox.cli.options import add_options
    from sandbox.level.formats import FORMATS

    read, written = ([e for e, k in FORMATS.items() if getattr(k, can)] for can in ("reads", "writes"))
    parser.add_argument("input", metavar="IN", help="file to read: " + " ".join(read))
    parser.add_argument("output", metavar="OUT", help="file to write: " + " ".join(written))
    add_options(parser, "NAME=VALUE", "how to read the file; an unknown name lists those of its format")


def run(arguments: argparse.Namespace) -> int:
    """Load, save, and say what got lost."""
    from sandbox.cli.options import level_file, named_values
    from sandbox.level import formats

    source, target = level_file(arguments.input), Path(arguments.output)
    formats.format_of(target)  # a wrong extension is reported before a long load
    texts = named_values(arguments.option, "--option")
    level, remarks = formats.load_with_report(source, **formats.format_of(source).parse_options(texts))
    lost = formats.save(level, target)
    for remark in [*remarks, *lost]:
        arguments.out.note(f"note: {remark}")
    facts = {"input": str(source), "output": str(target), "width": level.width, "height": level.height}
    arguments.out.record({**facts, "polygons": len(level.polygons), "remarks": remarks, "lost": lost})
    arguments.out.text(f"{target}: {level.width} × {level.height} cells, {len(level.polygons)} polygons")
    return 0
