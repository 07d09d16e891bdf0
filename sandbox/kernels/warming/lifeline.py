"""How a child process ends with the one that started it, however that one ends.

The child's standard input is a pipe that its parent holds open and, once done with it, closes. When the parent
is gone, killed or not, the system closes the parent's end, and a thread of the child that reads the pipe ends the
process on the spot. A child's children hang on it in the same way, so a whole tree ends from the top down, each
floor within a thread's wake-up. Every system does this; Linux's PR_SET_PDEATHSIG would tell when the parent's
*thread* ends, and misses a parent that ends before it is asked for.

A call in C that keeps Python for itself delays the end by as much; compilers let go. The parent must hand no copy
of its end to another child: Python closes every descriptor but the standard ones when it starts a process.
"""

from __future__ import annotations

import os
import threading
from collections.abc import Callable

from sandbox.children import ORPHANED


def end_with_stdin(take: Callable[[str], None] = lambda _: None) -> None:
    """From now on end this process, whatever it is doing, when standard input ends; hand on the lines until then."""
    threading.Thread(target=_follow, args=(take,), name="lifeline", daemon=True).start()


def _follow(take: Callable[[str], None]) -> None:
    try:
        with open(0, encoding="utf-8", closefd=False) as lines:
            for line in lines:
                take(line.rstrip("\n"))
    finally:
        os._exit(ORPHANED)
