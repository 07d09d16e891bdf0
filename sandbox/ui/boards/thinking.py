"""Searches beside the board: one at a time, in a worker, and only the latest one's answer counts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sandbox.gametree.api import Engine, Limits, Result
from sandbox.gametree.report import SearchReport, Snapshot
from sandbox.registry import Entry
from sandbox.ui.jobs import Failure, Job, Stop, Worker


@dataclass(eq=False)
class Search:
    """One question to an engine. Its report is its own, so that nobody reads another position's figures in it."""

    entry: Entry[Engine]
    options: dict[str, Any]
    game: Any
    position: Any
    limits: Limits
    memory: dict[Any, Any]
    plays: bool  # its answer is played; if not, it is there for the values
    report: SearchReport = field(init=False)
    ended: Snapshot | None = None

    def __post_init__(self) -> None:
        self.report = SearchReport()
        self.report.memory = self.memory

    def __call__(self, stop: Stop) -> Result:  # noqa: ARG002  (the engine looks at its limits' flag: "move now" is an answer)
        """Search, in the worker's thread."""
        engine = self.entry.create(self.options)
        return engine.search(self.game, self.position, self.limits, self.report)

    def end(self) -> None:
        """Raise the engine's flag, and keep the figures as they are."""
        self.limits.stop[0] = 1
        self.ended = self.report.snapshot()

    @property
    def shot(self) -> Snapshot:
        """What it tells by now."""
        return self.ended or self.report.snapshot()


class Thinking:
    """Whose answer is waited for. What an older search answers, or how it fails, arrives nowhere."""

    def __init__(
        self,
        worker: Worker,
        answered: Callable[[Search, Result], None],
        failed: Callable[[Search, Failure], None],
    ) -> None:
        self.worker, self.answered, self.failed = worker, answered, failed
        self.search: Search | None = None

    def ask(self, search: Search) -> None:
        """Search, instead of whatever was searched."""
        self.stop()
        self.search = search
        done, failed = partial(self._ended, search, self.answered), partial(self._ended, search, self.failed)
        self.worker.submit(Job("Thinking", "think", search, done, failed))

    def _ended(self, search: Search, tell: Callable[[Search, Any], None], what: Any) -> None:
        if search is self.search:
            search.end()
            self.search = None
            tell(search, what)

    def hurry(self) -> None:
        """Have the search answer with the best it has."""
        if self.search is not None:
            self.search.limits.stop[0] = 1

    def stop(self) -> None:
        """Nobody waits for the answer any more."""
        if self.search is not None:
            self.search.end()
            self.search = None
            self.worker.cancel("think")
