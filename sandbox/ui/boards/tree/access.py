"""The way from the board to the tree of the search shown beside it, and back.

The viewer is imported and built when a tree is first asked for: no start of the window waits for it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.errors import SandboxError
from sandbox.gametree.api import engines, searches_tree
from sandbox.gametree.warm import of_tree
from sandbox.ui.boards.panel.follower import Follower
from sandbox.ui.boards.panel.words import Asked, head_words
from sandbox.ui.boards.session import Session
from sandbox.ui.boards.tree.place import moved_in
from sandbox.ui.kit import Stack, Widget
from sandbox.ui.services import Services

if TYPE_CHECKING:
    from sandbox.gametree.tree.anew import Search
    from sandbox.ui.boards.general.tree import TreePage
    from sandbox.ui.boards.tree.viewer import TreeViewer

NOBODY = "No engine has looked at this position: H has one look, and T then shows its tree"
COLD = "Trees are still being prepared; try again soon"
LECTURES = "tree"  # the game whose positions are trees themselves
PLAIN = {"depth": 40, "deepening": False, "table": "off", "killers": False, "history": False, "static": False}
"""Alpha-beta as lectures have it: from left to right, to the leaves."""


@dataclass(eq=False)
class TreeAccess:
    """Opens trees in the place of `page`; nobody thinks behind one. `back` is called when the board is there again."""

    services: Services
    session: Session
    follower: Follower
    stack: Stack
    page: Widget
    back: Callable[[], None]
    viewer: TreeViewer | None = None
    general: TreePage | None = None  # for trees from files with dice, several players or something hidden

    @property
    def shown(self) -> TreeViewer | TreePage | None:
        """What shows a tree now."""
        return next((v for v in (self.viewer, self.general) if v is not None and v.is_open), None)

    @property
    def is_open(self) -> bool:
        """Whether a tree is shown."""
        return self.shown is not None

    @property
    def settled(self) -> bool:
        """Whether what is shown of a tree is what was asked for."""
        return self.shown is None or self.shown.settled

    def attend(self) -> bool:
        """Take the keys, if a tree is shown; whether one is."""
        if self.shown is not None:
            self.shown.attend()
        return self.is_open

    def made(self) -> TreeViewer:
        """The viewer, built now if it has not been yet."""
        if self.viewer is None:
            from sandbox.ui.boards.tree.viewer import TreeViewer

            self.viewer = moved_in(TreeViewer(self.services, self._closed), self.services, self.stack)
        return self.viewer

    def made_for_general(self) -> TreePage:
        """The viewer of the other kind, built now if it has not been yet."""
        if self.general is None:
            from sandbox.ui.boards.general.tree import TreePage

            page = TreePage(self.services, self._closed, "general tree file")
            self.general = moved_in(page, self.services, self.stack)
        return self.general

    def open(self) -> None:
        """The tree of the search shown; a lecture's own, if nobody has searched it."""
        asked = self.follower.asked
        why = self._why_not(asked)
        if why:
            self.services.say(why)
            return
        whose = head_words(asked) if asked is not None else "Alpha-beta, from left to right"
        search = self._search(asked)
        self._enter().record(search, whose)

    def _enter(self) -> TreeViewer:
        self._make_room()
        return self.made()

    def _make_room(self) -> None:
        self.session.rest()
        if self.shown is not None:
            self.shown.content.visible = False
        self.page.visible = False

    def _closed(self) -> None:
        self.page.visible = True
        self.back()

    def _why_not(self, asked: Asked | None) -> str:
        match = self.session.match
        if asked is None:
            if match.entry.key != LECTURES:
                return NOBODY
            if match.over:
                return "The game is over: there is nothing to search"
            return "" if self._prepared("alphabeta", usual=False) else COLD
        finding = asked.finding
        if not searches_tree(finding.engine):
            return f"{finding.who} records no tree"
        return "" if self._prepared(finding.engine, usual=not finding.options) else COLD

    def _prepared(self, engine: str, *, usual: bool) -> bool:
        """Whether nothing would be compiled that the compiling child is at."""
        names = of_tree(engine, self.session.match.entry.key)
        known = bool(names) and usual and not self.session.match.options
        return self.session.ready or (known and self.session.state().has(names))

    def _search(self, asked: Asked | None) -> Search:
        from sandbox.gametree.tree.anew import Search

        if asked is None:
            match = self.session.match
            return Search(match.game, match.position, "alphabeta", PLAIN)
        finding = asked.finding
        options = finding.options if finding.engine in engines else {}
        return Search(asked.game, asked.position, finding.engine, options, finding.limits, finding.shot)

    @staticmethod
    def holds_tree(path: str) -> bool:
        """Whether a file seems to hold a tree."""
        file = Path(path)
        if file.suffix.lower() != ".json" or not file.is_file():
            return False
        from sandbox.gametree.tree.files import is_tree

        return is_tree(file)

    def take_file(self, path: str, *, strict: bool) -> None:
        """Open a file that holds a tree. What is wrong with it is shown, or raised."""
        file = Path(path)
        if _is_general(file):
            self._take_general(file, strict=strict)
        elif strict:
            self._enter().open_now(file)
        else:
            self._enter().open(file)

    def _take_general(self, file: Path, *, strict: bool) -> None:
        from sandbox.ui.boards.tree.found import from_file

        try:
            found = from_file(file)
        except SandboxError as error:
            if strict:
                raise
            self.services.root.toast("No tree", str(error), "bad")
            return
        self._make_room()
        self.made_for_general().show(found)

    def leave(self) -> None:
        """Have the board back."""
        if self.shown is not None:
            self.shown.close()

    def rest(self) -> None:
        """Nothing is played behind another tab."""
        for viewer in (self.viewer, self.general):
            if viewer is not None:
                viewer.timeline.playing = 0

    def tick(self, now: float) -> None:
        """Go on playing."""
        if self.viewer is not None:
            self.viewer.tick(now)
        if self.general is not None:
            self.general.tick()


def _is_general(file: Path) -> bool:
    """Whether a tree is one of dice, several players or hidden cards: what its first node says."""
    from sandbox.games.general.api import general_games
    from sandbox.gametree.general.api import general_engines
    from sandbox.gametree.tree.files import about_of

    about = about_of(file)
    return str(about.get("game")) in general_games or str(about.get("engine")) in general_engines
