"""The user's own code beside the window: its folder watched, what changed read again, whoever shows it informed.

A thread looks at the folder, and has what was saved anew described by a process of its own; the window takes what came
of it before its next frame. A file that cannot be read is a planner that says so when asked.
"""

from __future__ import annotations

import importlib
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Final

from sandbox.errors import SandboxError
from sandbox.own.described import Described, all_described
from sandbox.own.failures import OwnCodeFailed
from sandbox.own.folder import Source, sources
from sandbox.own.new import free_name, write_start
from sandbox.own.offered import SECONDS
from sandbox.registry import OWN

if TYPE_CHECKING:
    from sandbox.ui.kit.root import Root

LOOK = 0.3  # seconds between two looks at the folder
HOMES: Final = {
    "planner": "sandbox.planning.own.found",
    "heuristic": "sandbox.planning.own.found",
    "policy": "sandbox.agents.own.found",
    "engine": "sandbox.gametree.own.found",
    "evaluation": "sandbox.gametree.own.found",
    "game": "sandbox.games.own.found",
    "generator": "sandbox.level.generators.own",
}
"""Who makes entries of a registry of each kind of offer."""
FOLLOWS: Final = {
    "policy": "edit it, and the crowd follows",
    "engine": "edit it; it can be seated in any game of two",
    "evaluation": "edit it; alpha-beta with it can be seated in any game of two",
    "game": "edit it, and the game goes on by its new rules",
    "generator": "edit it; it is among the generators",
}
Offers = tuple[Described, ...]


@dataclass(frozen=True, slots=True)
class Known:
    """One source, and what it offers or what is wrong with it."""

    source: Source
    offers: Offers = ()
    trouble: OwnCodeFailed | None = None


class OwnCode:
    """What there is of the user's own, followed."""

    def __init__(self, wake: Callable[[], None]) -> None:
        self.known: dict[str, Known] = {}  # by key
        self.on_change: list[Callable[[str], None]] = []  # told the key of what came, changed or went
        self._wake = wake
        self._news: deque[tuple[str, Known | None]] = deque()
        self._seen: dict[str, Source] = {}  # by the thread
        self._closed = threading.Event()

    def start(self) -> None:
        """Follow the folder from now on."""
        threading.Thread(target=self._follow, name="own code", daemon=True).start()

    def close(self) -> None:
        """Follow it no more."""
        self._closed.set()

    def _follow(self) -> None:
        while not self._closed.is_set():
            self.look()
            self._closed.wait(LOOK)

    def look(self) -> None:
        """See what changed; the window learns of it in its next turn."""
        found = {source.key: source for source in sources()}
        gone = self._seen.keys() - found.keys()
        changed = [source for key, source in found.items() if self._seen.get(key) != source]
        self._seen = found
        self._news.extend((key, None) for key in gone)
        for source, offers in all_described(changed):
            for offer in offers if isinstance(offers, tuple) else ():
                importlib.import_module(HOMES[offer.kind])  # here, and not between two frames
            known = Known(source, (), offers) if isinstance(offers, OwnCodeFailed) else Known(source, offers)
            self._news.append((source.key, known))
        if gone or changed:
            self._wake()

    def poll(self) -> bool:
        """Take what was seen; True if there was something. In the window's thread."""
        there = bool(self._news)
        while self._news:
            key, known = self._news.popleft()
            self._take(key, known)
            for follower in self.on_change:
                follower(key)
        return there

    def _take(self, key: str, known: Known | None) -> None:
        before = self.known.pop(key, None)
        earlier = before.offers if before is not None else ()
        if known is None:
            _register(before.source if before is not None else Source(key.removeprefix(OWN)), earlier, ())
            return
        if known.trouble is not None:
            known = replace(known, offers=_stand_ins(known.source, earlier))
        self.known[key] = known
        _register(known.source, earlier, known.offers)


def _register(source: Source, before: Offers, now: Offers) -> None:
    """Have every room that knew something of a source, or has to know now, follow."""
    for home in sorted({HOMES[offer.kind] for offer in (*before, *now)}):
        importlib.import_module(home).register(source, now)


def _stand_ins(source: Source, before: Offers) -> Offers:
    """What it offered before, under the same names: each says what is wrong as soon as it is asked.

    Of a source that could never be read nothing is known: it is a planner then.
    """
    words = "It cannot be read."
    if before:
        return tuple(replace(offer, source=source, summary=words) for offer in before)
    return (Described(source, "planner", source.name, "", words, SECONDS, False, False, ()),)


def write_new(root: Root, kind: str) -> str:
    """Write a start of a kind under a name that is free, and say where it is; its key, "" if that failed."""
    try:
        path = write_start(kind, free_name(kind))
    except (OSError, SandboxError) as error:
        root.toast("Not written", str(error), "bad", [])
        return ""
    copy = ("Copy the path", partial(root.clipboard.put, str(path)))
    root.toast(f"{path.name}: {FOLLOWS.get(kind, 'edit it, and the map follows')}", str(path), "info", [copy])
    return OWN + path.stem
