"""`lint`: the problems of level files and lessons, as many as can be found at once."""

from __future__ import annotations

import argparse

HELP = "check level files and lessons; prints all problems found"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Any number of files."""
    parser.add_argument(
        "levels", nargs="+", metavar="LEVEL|LESSON.md", help="a level file, the name of one that ships, or a lesson"
    )


def run(arguments: argparse.Namespace) -> int:
    """Print a line for every problem; 1 if there was any."""
    from sandbox.cli.lessons import is_lesson, problems
    from sandbox.cli.options import level_file
    from sandbox.level import formats

    count = 0
    for name in arguments.levels:
        path = level_file(name)
        found = problems(path) if is_lesson(name) else formats.problems(path)
        count += len(found)
        arguments.out.record({"level": str(path), "problems": found})
        for problem in found:
            arguments.out.text(problem)
    files = f"{len(arguments.levels)} file{'s' if len(arguments.levels) > 1 else ''}"
    arguments.out.text(f"{files}: {count or 'no'} problem{'' if count == 1 else 's'}")
    return 1 if count else 0
