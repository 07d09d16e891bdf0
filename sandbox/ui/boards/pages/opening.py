"""What a name or a file opens: a game of the board's own, one with a page of its own, a tree; and what comes back."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sandbox.gametree.document.general import is_general
from sandbox.ui.boards.remembered import page_of, remember

if TYPE_CHECKING:
    from sandbox.ui.boards.tab import BoardsTab


class Opening:
    """Finds out where on the tab something belongs, and has it shown there."""

    def __init__(self, tab: BoardsTab) -> None:
        self.tab, self.asked = tab, False
        tab.pages.open_any = tab.files.elsewhere = self.path

    def named(self, name: str, *, strict: bool = False) -> bool:
        """A game by its key, `KEY:NAME=VALUE:POSITION`, or a file; a tree from a file."""
        tab, self.asked = self.tab, True
        if tab.trees.holds_tree(name):
            tab.pages.shut()
            tab.trees.take_file(name, strict=strict)
            return True
        if is_general(Path(name)):
            tab.trees.leave()
            return tab.pages.open_document(Path(name), strict=strict)
        if tab.files.open_named(name):
            tab.trees.leave()
            return tab.pages.shut()
        return tab.pages.open_named(name, strict=strict)

    def path(self, path: Path) -> bool:
        """A game from a file, wherever it is played."""
        if is_general(path):
            return self.tab.pages.open_document(path)
        return self.tab.files.open(path) and self.tab.pages.shut()

    def bring_back(self) -> None:
        """The game of last time, if this one has not begun; and the page, unless something else is asked for."""
        tab = self.tab
        match = tab.session.match
        if not match.moves and (kept := tab.files.brought_back()) is not None and kept.entry is match.entry:
            tab.session.begin(kept)
        if not self.asked and (page := page_of(tab.services.settings)):
            tab.pages.bring_back(page)

    def remember(self) -> None:
        """The window closes."""
        tab = self.tab
        shapes, duel, page = tab.board.shapes, tab.duels.to_json(), tab.pages.remembered
        remember(tab.services.settings, tab.session, shapes=shapes, duel=duel, page=page)
        if tab.services.started:
            tab.files.keep()
