"""Searches beside the board: one at a time, in a worker, and only the latest one's answer counts."""

from __future__ import annotations

import gc
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import Enum
from functools import partial
from typing import Any

from sandbox.figures import seconds, short
from sandbox.gametree.api import Limits, Result, engines
from sandbox.gametree.document.model import Kept
from sandbox.gametree.report import SearchReport, Snapshot
from sandbox.registry import Entry
from sandbox.ui.jobs import Failure, Job, Stop, Worker


class Purpose(Enum):
    """What becomes of an answer."""

    MOVE = "move"  # it is played
    VALUES = "values"  # it is shown, while a person thinks
    HINT = "hint"  # its move is shown


@dataclass(eq=False)
class Finding:
    """What one search said of one position: kept with it, live while the search runs.

    It holds nothing of the engine's memory once the search has ended.
    """

    who: str  # the engine's, or the level's, name
    engine: str  # its key
    options: Mapping[str, Any]
    limits: Limits
    report: SearchReport | None = None
    ended: Snapshot | None = None
    moved: bool = False  # its move was played
    truth: Mapping[str, float] | None = None  # what each move is worth by perfect play, once that is known

    @classmethod
    def of(cls, kept: Kept) -> Finding:
        """What a game's file says was found."""
        shot = Snapshot(
            seconds=kept.seconds, nodes=kept.nodes, depth=kept.depth, value=kept.value, exact=kept.exact,
            bound=kept.bound, best=kept.best, pv=kept.pv, root=kept.rows, simulations=kept.simulations,
        )  # fmt: skip
        key = kept.source.partition(",")[0]
        who = engines[key].title if key in engines else key.capitalize()
        return cls(who, key, {}, Limits(), ended=shot)

    @property
    def budget(self) -> str:
        """What it was stopped by, in a few words."""
        limits = self.limits
        words = [seconds(limits.seconds)] * (limits.seconds > 0) + [f"{limits.depth} plies"] * (limits.depth > 0)
        return ", ".join([*words, *[short(limits.nodes)] * (limits.nodes > 0)])

    @property
    def shot(self) -> Snapshot:
        """What it tells by now."""
        if self.ended is None:
            return self.report.snapshot() if self.report is not None else Snapshot()
        return self.ended

    @property
    def seconds(self) -> float:
        """How long it has taken by now: alone, for all that it tells costs ten times as much."""
        return self.report.seconds if self.report is not None else self.shot.seconds

    @property
    def running(self) -> bool:
        """Whether it goes on."""
        return self.ended is None

    def end(self, last: Snapshot | None = None) -> None:
        """Keep the figures as they are, or those that came with the answer."""
        self.ended, self.report = last or self.shot, None

    def all_said(self, engine: str, options: Mapping[str, Any], limits: Limits) -> bool:
        """Whether it is this engine's, and has said all that so much time can tell."""
        shot, same = self.shot, (self.engine, self.options) == (engine, options)
        return same and self.limits.every_move and (shot.exact or shot.seconds >= 0.95 * limits.seconds)

    def outweighs(self, other: Finding | None) -> bool:
        """Whether this is to be kept instead of another: a shallower one of the same kind never replaces a deeper."""
        if other is None or (self.engine, self.options) != (other.engine, other.options):
            return bool(self.shot.root) or other is None
        mine, theirs = self.shot, other.shot
        return _weight(mine) >= _weight(theirs)


def _weight(shot: Snapshot) -> tuple[bool, int, int]:
    return shot.exact and bool(shot.best), shot.depth, max(shot.nodes, shot.simulations)


@dataclass(eq=False)
class Question:
    """What goes for every question to an engine: which one, how it is set, how long it may take, and what for."""

    entry: Entry[Any]
    options: dict[str, Any]
    limits: Limits
    purpose: Purpose

    @property
    def plays(self) -> bool:
        """Whether its answer is played."""
        return self.purpose is Purpose.MOVE

    def engine(self) -> Any:
        """The engine asked, set as it was."""
        return self.entry.create(self.options)


@dataclass(eq=False)
class Search(Question):
    """One to an engine for two players. Its report is its own: nobody reads another position's figures in it."""

    game: Any
    position: Any
    memory: dict[Any, Any]
    who: str = ""
    finding: Finding = field(init=False)

    def __post_init__(self) -> None:
        self.who = self.who or self.entry.title
        self.report = SearchReport()
        self.report.memory = self.memory
        self.finding = Finding(self.who, self.entry.key, self.options, self.limits, self.report)

    def __call__(self, stop: Stop) -> Result:  # noqa: ARG002  (the engine looks at its limits' flag: "move now" is an answer)
        """Search, in the worker's thread."""
        found: Result = self.engine().search(self.game, self.position, self.limits, self.report)
        return found

    def end(self, last: Snapshot | None = None) -> None:
        """Raise the engine's flag, and keep the figures as they are, or those that came with the answer."""
        self.limits.stop[0] = 1
        self.finding.end(last)


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
        self._loaded: set[tuple[str, type]] = set()  # engines that have answered, with their games

    def ask(self, search: Search) -> None:
        """Search, instead of whatever was searched."""
        self.stop()
        self.search = search
        done, failed = partial(self._ended, search, self.answered), partial(self._ended, search, self.failed)
        self.worker.submit(Job("Thinking", "think", search, done, failed))

    def _ended(self, search: Search, tell: Callable[[Search, Any], None], what: Any) -> None:
        if search is self.search:
            search.end(what.report if isinstance(what, Result) else None)
            self.search = None
            self._keep_loaded(search)
            tell(search, what)

    def _keep_loaded(self, search: Search) -> None:
        """What an engine loaded for its first answer stays: to look through it would hold up some frame by 50 ms."""
        key = search.entry.key, type(search.game)
        if key not in self._loaded:
            self._loaded.add(key)
            gc.freeze()

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
