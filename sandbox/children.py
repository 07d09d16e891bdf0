"""Other Python processes of ours: they find this package wherever we were started, and import nothing from there.

Left to itself, Python looks for modules in the current folder first when it is started with `-m` or `-c`, as pools
start their workers: whatever `numpy.py` lies there would be run.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from concurrent.futures import ProcessPoolExecutor

T = TypeVar("T")
R = TypeVar("R")
ORPHANED = 3  # the status of a process that ended because its parent had
POLL_SECONDS = 0.1  # between two looks at a stop flag
HOME = Path(__file__).resolve().parents[1]  # what holds the package


def command(module: str, *words: str) -> list[str]:
    """How to run a module of ours; to be started in `environment()`."""
    return [sys.executable, "-P", "-m", module, *words]


def environment() -> dict[str, str]:
    """What a child finds this package by, in a checkout too."""
    known = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))  # an empty one would be the current folder
    return os.environ | {"PYTHONPATH": os.pathsep.join([str(HOME), *known]), "PYTHONSAFEPATH": "1"}


def pool(processes: int, begin: Callable[[], None] | None = None) -> ProcessPoolExecutor:
    """Workers for picklable items, each started afresh; they end with this process, however that one ends."""
    import multiprocessing
    from concurrent.futures import ProcessPoolExecutor

    os.environ["PYTHONSAFEPATH"] = "1"  # workers come later, and from helpers of Python's own
    return ProcessPoolExecutor(processes, multiprocessing.get_context("spawn"), _begun, (begin,))


def _begun(begin: Callable[[], None] | None) -> None:
    """In a worker: left to themselves, those of a process that was killed would wait for work for ever."""
    threading.Thread(target=_end_with_parent, name="lifeline", daemon=True).start()
    if begin is not None:
        begin()


def _end_with_parent() -> None:
    import multiprocessing

    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(ORPHANED)


class Elsewhere(int):
    """So many processes that somebody else looks after: goes wherever a number of `jobs` does."""

    def share(self, do: Callable[[T, Any], R], items: Sequence[T], stop: Any) -> Iterator[R]:
        """What `do(item, None)` makes of every item, in order, until stopped."""
        raise NotImplementedError


def shared_out(do: Callable[[T, Any], R], items: Sequence[T], jobs: int, stop: Any) -> Iterator[R]:
    """What `do(item, stop)` makes of every item, in order, until stopped; in `jobs` processes if more than one."""
    if isinstance(jobs, Elsewhere):
        yield from jobs.share(do, items, stop)
        return
    if min(jobs, len(items)) <= 1:
        for item in items:
            if stop[0]:
                return
            yield do(item, stop)
        return
    from concurrent.futures import wait

    with pool(min(jobs, len(items))) as workers:
        for future in [workers.submit(do, item, None) for item in items]:
            while not (stop[0] or wait([future], POLL_SECONDS).done):
                pass
            if stop[0]:
                workers.shutdown(wait=False, cancel_futures=True)
                return
            yield future.result()


def as_finished(do: Callable[[T, Any], R], items: Sequence[T], jobs: int, stop: Any) -> Iterator[R]:
    """The same as each item is done, in whatever order; what was stopped in the middle is left out."""
    if isinstance(jobs, Elsewhere):
        yield from jobs.share(do, items, stop)
        return
    if min(jobs, len(items)) <= 1:
        for item in items:
            done = do(item, stop)
            if stop[0]:
                return
            yield done
        return
    from concurrent.futures import as_completed

    with pool(min(jobs, len(items))) as workers:
        for future in as_completed([workers.submit(do, item, None) for item in items]):
            if stop[0]:
                workers.shutdown(cancel_futures=True)
                return
            yield future.result()
