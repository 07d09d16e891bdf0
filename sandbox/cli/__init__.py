"""The command line: every tab's headless twin, one file per command.

A command module defines `HELP` (one line), `add_arguments(parser)` and `run(arguments) -> int`, the exit
status; its file name is its command. `arguments.out` is an `Output`; `arguments.stop` is the flag that
Ctrl-C raises, to be handed to every long kernel. Heavy imports belong inside `run`.
"""

from __future__ import annotations

import atexit
import gc
from collections.abc import Sequence


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command, or open the window when none is given."""
    from sandbox.cli.entry import run

    atexit.register(gc.freeze)  # what goes with the process is not looked through for garbage first: 0.1 s after Numba
    return run(arguments)
