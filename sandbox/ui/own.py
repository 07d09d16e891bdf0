"""The user's own code beside the window: its folder watched, what changed read again, whoever shows it told.

A thread looks at the folder, and has what was saved anew described by a process of its own; the window takes what came
of it before its next frame. A file that cannot be read is a planner that says so when asked.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass

from sandbox.own.described import Described, all_described
from sandbox.own.folder import Source, sources
from sandbox.own.offered import SECONDS
from sandbox.own.told import OwnCodeFailed
from sandbox.planning.own.found import KINDS, register

LOOK = 0.3  # seconds between two looks at the folder
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
        from sandbox.gametree.api import engines
        from sandbox.level.generators import generators, own
        from sandbox.planning.api import planners

        before = self.known.pop(key, None)
        if known is None:
            planners.drop(key)
            generators.drop(key)
            engines.drop(key)
            return
        self.known[key] = known
        offers = known.offers
        if known.trouble is not None and (before is None or not before.offers or _plans(before.offers)):
            offers = (_stand_in(known.source, before.offers if before is not None else ()),)
            self.known[key] = Known(known.source, offers, known.trouble)
        register(known.source, offers)
        own.register(known.source, offers)
        if any(offer.kind == "engine" for offer in offers) or key in engines:
            from sandbox.gametree.own import found

            found.register(known.source, offers)


def _plans(offers: Offers) -> bool:
    return any(offer.kind in KINDS for offer in offers)


def _stand_in(source: Source, before: Offers) -> Described:
    """A planner under the name it had, which will say what is wrong as soon as it is asked."""
    known = next((offer for offer in before if offer.kind in KINDS), None)
    title, options = (known.title, known.options) if known is not None else (source.name, ())
    seconds = known.seconds if known is not None else SECONDS
    return Described(source, "planner", title, "", "It cannot be read.", seconds, False, False, options)
