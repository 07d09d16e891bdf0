"""The way from the board to a page of its own for another kind of game, and back.

A page is imported and built when one of its games is first chosen: no start of the window waits for it.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from sandbox.errors import BadInput, SandboxError
from sandbox.games.api import games
from sandbox.gametree.document import general
from sandbox.gametree.document.general import GeneralDocument
from sandbox.kernels.warming.order import Needs
from sandbox.ui.boards.pages.files import kept
from sandbox.ui.boards.pages.listed import PAGES, Offer, Page, offered
from sandbox.ui.kit import Stack, Widget
from sandbox.ui.services import Services

BOARD = "boards"  # where the board's keys work


@dataclass(eq=False)
class Pages:
    """Opens pages in the place of `board`; `pick` takes a game of the board's own, by its number in the list."""

    services: Services
    leave: Callable[[], None]  # the board is to come to rest
    pick: Callable[[int], None]
    open_any: Callable[[Path], bool] = lambda _: False  # a file, wherever what is in it is played
    made: dict[str, Page] = field(default_factory=dict)
    current: Page | None = None
    key: str = ""  # of the game that was opened last
    to_come: str = ""  # the key of a game of the user's own that is to be opened once it is read
    stack: Stack | None = None
    board: Widget | None = None
    _offers: list[Offer] | None = None

    @property
    def own(self) -> list[str]:
        """The titles of the games that are played on the board."""
        return [entry.title for entry in games]

    @property
    def offers(self) -> list[Offer]:
        """All the others: looked for when they are first wanted, which takes as long as a frame or two."""
        if self._offers is None:
            self._offers = offered()
        return self._offers

    @property
    def titles(self) -> list[str]:
        """All games, the board's own first."""
        return [*self.own, *(offer.entry.title for offer in self.offers)]

    def stand_in(self, stack: Stack, board: Widget) -> None:
        """What the pages stand in the place of."""
        self.stack, self.board = stack, board

    def choose(self, number: int, position: str = "-") -> None:
        """A game from the list, wherever it is played."""
        if number < len(self.own):
            self.shut()
            self.pick(number)
        else:
            self.open(self.offers[number - len(self.own)], position)

    def open_named(self, name: str, *, strict: bool = False) -> bool:
        """`KEY:NAME=VALUE:POSITION`, as far as told; whether it is one of these. What is wrong is shown, or raised."""
        key, _, more = name.partition(":")
        offer = next((offer for offer in self.offers if offer.entry.key == key), None)
        if offer is not None:
            self.open(offer, more, strict=strict)
        return offer is not None

    def open(self, offer: Offer, more: str = "-", *, strict: bool = False) -> None:
        """Show a game's page, and begin: with options and from a position, `NAME=VALUE:POSITION`, as far as told."""
        page: Page | None = None
        try:
            options, position = offer.entry.taken(more)
            position = position or "-"
            page = self._page(offer.page_of(position, options))
            page.begin(offer.entry, position, self._number(offer), options)
        except (SandboxError, OSError) as error:
            if strict:
                raise
            self.services.root.toast("Not opened", str(error), "bad")
            page = page or self.current
            if self.current is None or page is None:
                return
        self._bring(page, offer)

    def _number(self, offer: Offer) -> int:
        return len(self.own) + self.offers.index(offer)

    def _bring(self, page: Page, offer: Offer) -> None:
        self.key = offer.entry.key
        if self.current is not page:
            self._show(page)
        self.attend()

    def open_document(self, path: Path, *, strict: bool = False) -> bool:
        """A game from a file, on its page; what is wrong with it is shown, or raised."""
        try:
            self.take(general.load(path))
        except (SandboxError, OSError) as error:
            if strict:
                raise
            self.services.root.toast("Not opened", f"{path.name}: {error}", "bad")
            return False
        if self.current is not None and self.current.files is not None:
            self.current.files.path = path
            self.services.say(f"Opened {path.name}")
        return True

    def take(self, document: GeneralDocument) -> None:
        """Put a game on its page, or raise BadInput."""
        offer = next(offer for offer in self.offers if offer.entry.key == document.key)
        page = self._page(offer.page_of(document.start, document.options))
        if page.files is None:
            raise BadInput("game", f"{offer.entry.title}, whose moves tell every card", "a game in which all is seen")
        page.take(document, self._number(offer))
        self._bring(page, offer)

    def _page(self, key: str) -> Page:
        if key not in self.made:
            page = self.made[key] = PAGES[key].make(self.services, self.titles, self.choose)
            assert self.stack is not None
            if page.files is not None:
                page.files.open_any = self.open_any
            page.content().visible = False
            self.stack.add(page.content())
            for action in page.actions():
                self.services.root.actions.add(action)
            if self.services.warmer.state.finished:
                page.warmed()
        return self.made[key]

    def _show(self, page: Page) -> None:
        self.leave()
        if self.current is not None:
            self.current.rest()
        self.current = page
        self._uncover()

    def _uncover(self) -> None:
        assert self.board is not None
        self.board.visible = self.current is None
        for page in self.made.values():
            page.content().visible = page is self.current

    def shut(self) -> bool:
        """Have the board back, which always succeeds."""
        if self.current is not None:
            self.current.rest()
            self.current = None
            self.services.root.actions.places = (BOARD,)
            self._uncover()
        return True

    # Games of the user's own ---------------------------------------------------------------------------

    def watch(self, relisted: Callable[[], None]) -> None:
        """Follow the user's own code from now on; told is when other games can be chosen."""
        own = self.services.own

        def changed(key: str) -> None:
            if self._follow(key):
                relisted()

        own.on_change.append(changed)
        for key in own.known:
            changed(key)

    def _follow(self, key: str) -> bool:
        """A file came, changed or went; whether the games that can be chosen may be others."""
        if self._offers is None and self.to_come != key:
            return False
        before = [(offer.entry.key, offer.entry.cls) for offer in self._offers or ()]
        self._offers = offered()
        if [(offer.entry.key, offer.entry.cls) for offer in self.offers] == before:
            return False
        for page in self.made.values():
            page.retitle(self.titles)
        offer = next((offer for offer in self.offers if offer.entry.key == key), None)
        if offer is not None and self.to_come == key:
            self.to_come = ""
            self.open(offer)
        elif self.current is not None and self.key == key:
            if offer is None:
                self.choose(0)
            else:
                self.current.renew(offer.entry)
        return True

    # What the tab passes on ----------------------------------------------------------------------------

    def attend(self) -> bool:
        """Take the keys, if a page is open; whether one is."""
        if self.current is not None:
            self.services.root.actions.places = (self.current.place,)
            self.current.attend()
        return self.current is not None

    def rest(self) -> None:
        """Another tab came to the front."""
        if self.current is not None:
            self.current.rest()

    def tick(self, now: float) -> bool:
        """Follow what is going on, if a page is open; whether one is."""
        if self.current is not None:
            self.current.tick(now)
        return self.current is not None

    def warmed(self) -> None:
        """All kernels are compiled."""
        for page in self.made.values():
            page.warmed()

    @property
    def needs(self) -> Needs | None:
        """What the page that is open waits for; None where none is."""
        return self.current.needs if self.current is not None else None

    @property
    def settled(self) -> bool:
        """Whether the page that is open has shown everything."""
        return self.current is None or self.current.settled

    # From start to start -------------------------------------------------------------------------------

    @property
    def remembered(self) -> str:
        """What the settings keep: the game whose page is open."""
        return self.key if self.current is not None else ""

    def bring_back(self, key: str) -> None:
        """The page that was open when the program ended, with its game as far as it was kept."""
        if not any(offer.entry.key == key for offer in self.offers):
            return
        with contextlib.suppress(SandboxError, OSError):
            document = general.load(kept())
            if document.key == key:
                self.take(document)
                return
        self.open_named(key)

    def close(self) -> None:
        """The window closes."""
        if self.current is not None and self.current.files is not None and self.services.started:
            self.current.files.keep()
        for page in self.made.values():
            page.close()
