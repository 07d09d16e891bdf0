"""The command line: every tab's headless twin, one file per command."""

from __future__ import annotations


def main(arguments: list[str] | None = None) -> int:
    """Run a command, or open the window when none is given."""
    from sandbox.cli.entry import run

    return run(arguments)
