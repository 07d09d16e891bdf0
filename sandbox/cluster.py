"""Work items on a Dask cluster: a local one, or one that runs already (`--on dask`, `--on dask:ADDRESS`).

The items are those that processes share on one machine; what comes of them is the same, in their order. Dask's
scheduler hands them out, and hands out again what a worker had in hand that died (docs/cluster.md, ADR 20).
"""

from __future__ import annotations

import contextlib
import logging
import os
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from typing import Any, Self, TypeVar

from sandbox.children import POLL_SECONDS, Elsewhere, environment
from sandbox.errors import BadInput, SandboxError

T = TypeVar("T")
R = TypeVar("R")
KIND = "dask"
CONNECT_SECONDS = 10
AHEAD = 256  # items handed out at a time: what is stopped is soon taken back
DEATHS = 3  # of workers with one item in hand, after which the item is at fault
MISSING = "--on: Dask is not installed; get it with: pip install 'game-ai-sandbox[cluster]'"


class OnDask(Elsewhere):
    """So many workers. They are asked for with the first items, and let go with `close`."""

    address: str
    _client: Any
    _open: contextlib.ExitStack

    def __new__(cls, address: str, jobs: int) -> Self:
        """`address` "": workers of our own on this machine."""
        made = super().__new__(cls, jobs)
        made.address, made._client, made._open = address, None, contextlib.ExitStack()
        return made

    def share(self, do: Callable[[T, Any], R], items: Sequence[T], stop: Any) -> Iterator[R]:
        """What `do(item, None)` makes of every item, in order, until stopped."""
        client = self._connected()
        rest = iter(items)
        ahead = deque(client.submit(do, item, None, pure=False) for item in islice(rest, AHEAD))
        try:
            while ahead:
                future = ahead[0]
                while not (stop[0] or future.done()):
                    _look_after(future)
                if stop[0]:
                    return
                yield self._result(future)
                ahead.popleft()
                ahead.extend(client.submit(do, item, None, pure=False) for item in islice(rest, 1))
        finally:
            client.cancel(list(ahead))

    @staticmethod
    def _result(future: Any) -> Any:
        from distributed import KilledWorker

        try:
            return future.result()
        except KilledWorker:
            raise SandboxError(f"--on: {DEATHS + 1} workers died with the same item in hand") from None

    def _connected(self) -> Any:
        if self._client is None:
            try:
                import dask
                from distributed import Client
            except ImportError:
                raise SandboxError(MISSING) from None
            self._open.enter_context(dask.config.set({"distributed.scheduler.allowed-failures": DEATHS}))
            try:
                client = Client(self.address or self._local(), timeout=CONNECT_SECONDS, set_as_default=False)
            except (OSError, ValueError) as error:
                raise BadInput("--on", f"{self.address}: {_line(error)}", "a scheduler that runs") from None
            self._client = self._open.enter_context(client)
        return self._client

    def _local(self) -> Any:
        """Workers on this machine, a thread each: times are measured in them."""
        from distributed import LocalCluster

        logging.getLogger("distributed").setLevel(logging.ERROR)
        os.environ["PYTHONPATH"] = environment()["PYTHONPATH"]  # workers are started afresh, and find this package
        os.environ["PYTHONSAFEPATH"] = "1"
        return self._open.enter_context(
            LocalCluster(
                n_workers=int(self), threads_per_worker=1, dashboard_address="127.0.0.1:0", silence_logs=logging.ERROR
            )
        )

    def close(self) -> None:
        """Let the workers go; those of a cluster that ran already stay."""
        self._open.close()
        self._client = None


def _look_after(future: Any) -> None:
    """Wait a moment for it."""
    from distributed import TimeoutError as TimeIsOver

    with contextlib.suppress(TimeIsOver):
        future.exception(timeout=POLL_SECONDS)  # unlike `result`, it raises nothing of the item's


def _line(error: BaseException) -> str:
    return " ".join(str(error).split())[:200] or type(error).__name__


@contextlib.contextmanager
def workers(where: str, jobs: int) -> Iterator[int]:
    """What `jobs` is to be where work goes on as `--on` says: "", "dask" or "dask:ADDRESS"."""
    if not where:
        yield jobs
        return
    kind, _, address = where.partition(":")
    if kind != KIND or (":" in where and not address):
        raise BadInput("--on", where, "dask, or dask:ADDRESS such as dask:tcp://10.0.0.1:8786")
    on = OnDask(address, jobs if jobs > 1 else os.cpu_count() or 1)
    try:
        yield on
    finally:
        on.close()
