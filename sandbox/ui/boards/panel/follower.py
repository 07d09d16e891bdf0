"""Whose search is shown beside the board: that at the position on it, or else the one that led there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from sandbox.figures import seconds
from sandbox.gametree.api import Result
from sandbox.ui.boards import marks
from sandbox.ui.boards.panel.truths import Truths
from sandbox.ui.boards.panel.words import Asked, board_values, worth_of_move
from sandbox.ui.boards.thinking import Finding, Search

if TYPE_CHECKING:
    from sandbox.ui.boards.board import Board
    from sandbox.ui.boards.head import Status
    from sandbox.ui.boards.panel.later import Later
    from sandbox.ui.boards.panel.search import SearchPanel
    from sandbox.ui.boards.session import Session
    from sandbox.ui.services import Services


@dataclass(eq=False)
class Follower:
    """Keeps panel, board and status true to it."""

    services: Services
    session: Session
    board: Board
    panel: SearchPanel
    status: Status
    again: Callable[[], None]  # show it again, unless something else is on the board
    later: Later
    truths: Truths = field(init=False)

    def __post_init__(self) -> None:
        self.truths = Truths(self.services.worker("judging"), self.again)

    def _asked(self, finding: Finding, ply: int) -> Asked:
        match = self.session.match
        when = "" if ply == match.here else f"before {match.document.plies[match.here].move}"
        return Asked(finding, match.game, match.position_at(ply), when)

    def _source(self) -> int | None:
        """The ply whose search is shown: that on the board, or else the one before, if it was looked at."""
        match = self.session.match
        plies = (match.here, match.parent)
        return next((ply for ply in plies if ply is not None and match.known(ply) is not None), None)

    @property
    def asked(self) -> Asked | None:
        """The search that is shown."""
        ply = self._source()
        finding = self.session.match.known(ply) if ply is not None else None
        return self._asked(finding, ply) if finding is not None and ply is not None else None

    def show(self) -> None:
        """Show what it tells now."""
        match, ply, asked = self.session.match, self._source(), self.asked
        self.status.show_thinking(self.session)
        if asked is None or ply is None:
            self.later.drop("panel")
            self.later.drop("depths")
            self.panel.clear()
            self.board.show_values({})
            return
        self.later.put("panel", partial(self._show_panel, asked))
        self.later.put("depths", partial(self.panel.show_depths, asked))
        past = match.face.picture(match.position_at(ply)).targets if ply != match.here else ()
        self.board.show_values(board_values(asked), asked.shown.best, past)
        if self.session.hint != self.board.hint:
            self.board.hint = self.session.hint
            self.board.touch()
            if self.session.hint:
                self.services.say(f"Hint: {self.session.hint}")

    def _show_panel(self, asked: Asked) -> None:
        self.panel.show(asked)
        if self.session.ready:
            self.truths.ask(asked)

    def say_played(self, search: Search, result: Result) -> None:
        """Tell an engine's move in words, when the board has shown it."""
        match = self.session.match
        asked = self._asked(search.finding, match.here if match.parent is None else match.parent)
        self.later.put("said", partial(self._say_played, asked, search, result))

    def _say_played(self, asked: Asked, search: Search, result: Result) -> None:
        worth, rule = asked.shown.worth, str(result.report.notes.get("rule", ""))
        known = worth is not None and not asked.silent
        value = f": {worth_of_move(asked)} for {asked.shown.side}" if known else f": {rule}" * bool(rule)
        self.services.say(f"{search.who} plays {result.best} after {seconds(result.seconds)}{value}")

    def play_out(self, moves: tuple[str, ...]) -> None:
        """A line of the panel, on the board it starts from."""
        match, ply = self.session.match, self._source()
        line = marks.line_of(match.face, match.position_at(ply), moves) if moves and ply is not None else None
        self.board.show_line(line)
