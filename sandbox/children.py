"""Other Python processes of ours: they find this package wherever we were started, and import nothing from there.

Left to itself, Python looks for modules in the current folder first when it is started with `-m` or `-c`, as pools
start their workers: whatever `numpy.py` lies there would be run.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

HOME = Path(__file__).resolve().parents[1]  # what holds the package


def command(module: str, *words: str) -> list[str]:
    """How to run a module of ours; to be started in `environment()`."""
    return [sys.executable, "-P", "-m", module, *words]


def environment() -> dict[str, str]:
    """What a child finds this package by, in a checkout too."""
    known = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))  # an empty one would be the current folder
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(HOME), *known]), "PYTHONSAFEPATH": "1"}


def pool(processes: int, begin: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """Workers for picklable items, each started afresh."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    os.environ["PYTHONSAFEPATH"] = "1"  # workers come later, and from helpers of Python's own
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), begin)
