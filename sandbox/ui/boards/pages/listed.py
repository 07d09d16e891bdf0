"""The pages there are, and the games each plays; no pygame here. A new kind of game is its page and an entry below."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from sandbox.kernels.warming.order import Needs
from sandbox.registry import Entry

if TYPE_CHECKING:
    from sandbox.gametree.document.general import GeneralDocument
    from sandbox.ui.boards.pages.files import PageFiles
    from sandbox.ui.kit.shortcuts import Action
    from sandbox.ui.kit.widget import Widget
    from sandbox.ui.kit.widgets.dropdown import Dropdown
    from sandbox.ui.services import Services

NONE: Mapping[str, Any] = MappingProxyType({})
Pick = Callable[..., None]
"""Takes the number of a title in the list, and a position of that game; without one its start."""


class Page(Protocol):
    """Shown in the place of the board. Those that inherit this need only `content`, `begin`, `place`, `game_box`."""

    place: str  # where its actions' keys work
    files: PageFiles | None = None  # where what it plays can be kept
    game_box: Dropdown  # in which all games are listed

    def content(self) -> Widget:
        """What is shown; built on the first call."""

    def begin(self, entry: Entry[Any], position: str, number: int, options: Mapping[str, Any] = NONE) -> None:
        """Play a game from a position ("-" is its start), or raise BadInput; `number` is its place in the list."""

    def take(self, document: GeneralDocument, number: int) -> None:
        """Play a game from a file on; only of a page that has files."""

    def actions(self) -> list[Action]:
        """What can be done here, each with its keys; their `where` is the page's place."""
        return []

    def attend(self) -> None:
        """The page came to the front: take the keys, go on thinking."""

    def rest(self) -> None:
        """Something else came to the front: nobody thinks, nothing moves."""

    def tick(self, now: float) -> None:
        """Called before each frame while shown."""

    def warmed(self) -> None:
        """All kernels are compiled."""

    @property
    def needs(self) -> Needs:
        """Which warm-ups, in which order, are needed for what is shown now."""
        return Needs()

    @property
    def settled(self) -> bool:
        """Whether everything asked for has been shown."""
        return True

    def close(self) -> None:
        """The window closes."""

    def renew(self, entry: Entry[Any]) -> None:
        """The game it plays is of the user's own, and was saved anew."""

    def retitle(self, titles: list[str]) -> None:
        """Other games can be chosen; those that stay have the numbers they had."""
        self.game_box.choices = titles


@dataclass(frozen=True, slots=True)
class PageEntry:
    """The class that makes a page from the window's services, a list of titles and how one of them is picked."""

    module: str
    name: str
    registry: tuple[str, str]  # module and name of the registry whose games are played
    only: frozenset[str] = frozenset()  # their keys; none: all that no page above plays

    def make(self, services: Services, titles: list[str], pick: Pick) -> Page:
        """Import the page, which takes a while, and build it."""
        made: Any = getattr(importlib.import_module(self.module), self.name)(services, titles, pick)
        page: Page = made
        return page

    def games(self) -> Iterator[Entry[Any]]:
        """Everything registered there."""
        yield from getattr(importlib.import_module(self.registry[0]), self.registry[1])


HIDDEN = frozenset({"matrix", "kuhn", "leduc", "liars-dice", "phantom"})
"""Games in which not everybody sees everything."""
MAY_HIDE = frozenset({"any-tree"})
"""Games some of whose positions are of that kind."""

PAGES = {
    "pacman": PageEntry(
        "sandbox.ui.boards.pacman.page",
        "PacManPage",
        ("sandbox.games.general.api", "general_games"),
        frozenset({"pacman"}),
    ),
    "strategies": PageEntry(
        "sandbox.ui.boards.strategies.page",
        "StrategyPage",
        ("sandbox.games.general.api", "general_games"),
        HIDDEN,
    ),
    "general": PageEntry(
        "sandbox.ui.boards.general.page", "GeneralPage", ("sandbox.games.general.api", "general_games")
    ),
    "worlds": PageEntry("sandbox.ui.boards.worlds.page", "WorldsPage", ("sandbox.games.worlds.api", "worlds")),
    "own": PageEntry("sandbox.ui.boards.own.page", "OwnPage", ("sandbox.games.own.found", "own_games")),
}


class Offer(NamedTuple):
    """A game, and the page it is played on."""

    entry: Entry[Any]
    page: str

    def page_of(self, position: str, options: Mapping[str, Any]) -> str:
        """The page for a position: an explicit tree may hide something, another not."""
        if self.page != "general" or self.entry.key not in MAY_HIDE:
            return self.page
        game = self.entry.create(dict(options))
        seen = game.axes(game.face().parse(position)).perfect_information
        return self.page if seen else "strategies"


def offered() -> list[Offer]:
    """Every game that is played on one of the pages, page by page."""
    found, taken = list[Offer](), set[tuple[tuple[str, str], str]]()
    for key, page in PAGES.items():
        own = [entry for entry in page.games() if entry.key in page.only or not page.only]
        found += [Offer(entry, key) for entry in own if (page.registry, entry.key) not in taken]
        taken |= {(page.registry, entry.key) for entry in own}
    return found
