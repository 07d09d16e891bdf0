"""The way from the panel beside the board to a duel on the position, and back.

A duel belongs to the position it was begun on. It gives way: to another position on the board, to anything else that is
searched there, and to whatever takes the board's place; what was answered by then stays until another game is played,
and says of which position.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sandbox.errors import SandboxError
from sandbox.files import write_atomically
from sandbox.kernels.warming.order import Needs
from sandbox.settings import data_folder
from sandbox.ui.boards import marks
from sandbox.ui.boards.board import Board
from sandbox.ui.boards.duel.fight import Fight
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.remembered import sit
from sandbox.ui.boards.session import Session
from sandbox.ui.kit import Action, Column, FileDialog, Scroll, Splitter, Widget
from sandbox.ui.kit.events import nothing
from sandbox.ui.services import Services

if TYPE_CHECKING:
    from sandbox.bench.duel import Entrant
    from sandbox.ui.boards.duel.contenders import Contenders
    from sandbox.ui.boards.duel.pane import DuelPane

SHARE = 0.42  # of the board, while a duel stands beside it
POLL_SECONDS = 0.1


@dataclass(eq=False)
class DuelAccess:
    """Opens the duel in the place of `usual`, the panel; builds it when it is first asked for."""

    services: Services
    session: Session
    board: Board
    splitter: Splitter
    usual: Widget
    beside: Column  # what both stand in
    kept: Sequence[Mapping[str, Any]] = ()  # who took part the last time
    wanted: bool = False  # to begin as soon as the engines are prepared
    pane: DuelPane | None = None
    _share: float = 0.5
    _polled: float = 0.0
    _where: tuple[Match, int] | None = None
    _entrants: list[Entrant] = field(default_factory=list)
    _ladder: bool = False

    @property
    def is_open(self) -> bool:
        """Whether it stands beside the board."""
        return self._frame is not None and self._frame.visible

    @property
    def running(self) -> bool:
        """Whether somebody is at it."""
        return self._fight is not None and self._fight.running

    @property
    def busy(self) -> bool:
        """Whether it runs, or waits for the engines."""
        return self.running or self.wanted

    _fight: Fight | None = None
    _frame: Widget | None = None
    _seated: Contenders | None = None

    # Opening and closing -------------------------------------------------------------------------------

    def toggle(self) -> None:
        """Open it, or go back to the panel."""
        if self.is_open:
            self.close()
        else:
            self.open()

    def open(self) -> None:
        """Beside the board, which gives it room."""
        pane, frame = self._made()
        self._share, self.splitter.share = self.splitter.share, min(self.splitter.share, SHARE)
        self.usual.visible, frame.visible = False, True
        self.follow()
        self.services.root.focus.set(pane.run, ring=False)

    def close(self) -> None:
        """The panel is there again."""
        self.stop()
        if self._frame is not None and self._frame.visible:
            self.usual.visible, self._frame.visible = True, False
            self.splitter.share = self._share
            self.board.show_line(None)
            self.services.root.focus.set(self.board)
            self.session.think_if_due()

    def stage(self, chosen: Sequence[Mapping[str, Any]]) -> None:
        """Have these take part, as `to_json` tells them, and begin."""
        self.kept = chosen
        if not self.is_open:
            self.open()
        if self._seated is not None:
            self._seat(self._seated)
        self.run()

    def _made(self) -> tuple[DuelPane, Widget]:
        if self.pane is None or self._frame is None:
            from sandbox.ui.boards.duel.contenders import Contenders
            from sandbox.ui.boards.duel.pane import Deeds, DuelPane

            self._fight = Fight(self.services.worker("duel"), self._ended, self.services.failed)
            self._seated = Contenders(self._shown)
            deeds = Deeds(self.run, self.ablate, self._halt, self.save, self.close, self._play_out)
            self.pane = DuelPane(self._seated, deeds)
            self._frame = Column([Scroll(self.pane)], gap=0, grow=1, visible=False)
            self.beside.add(self._frame)
            self._seat(self._seated)
            for action in self._actions():
                self.services.root.actions.add(action)
        return self.pane, self._frame

    def _seat(self, seated: Contenders) -> None:
        from sandbox.ui.boards.duel.contenders import MOST, Contender

        match, found = self.session.match, []
        for chosen in self.kept[:MOST]:
            found.append(Contender())
            sit(found[-1], chosen, match)
        if found:
            seated.take(found)
        else:
            seated.begin(match.entry)

    def _actions(self) -> list[Action]:
        return [
            Action("duel.run", "Run the duel", ("F5",), self.run, lambda: self.is_open, "boards", "play"),
            Action("duel.close", "Back to the panel", ("Escape",), self.close, lambda: self.is_open, "boards", "x"),
            Action("duel.save", "Save the duel's answers", ("Ctrl+S",), self.save, where="duel", icon="save"),
        ]

    # Running -------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Each of those who take part, on the position on the board."""
        if self._seated is not None:
            self._ask(self._seated.entrants(), ladder=False)

    def ablate(self) -> None:
        """One search with everything off, then on, one thing after the other."""
        from sandbox.bench.duel import ladder

        if self.pane is not None:
            self._ask(ladder(round(self.pane.depth.value)), ladder=True)

    def _ask(self, entrants: list[Entrant], *, ladder: bool) -> None:
        if self.session.match.over:
            self.services.say("The game is over: there is nothing to search")
            return
        self._entrants, self._ladder, self.wanted = entrants, ladder, True
        self._begin_if_ready()

    def _begin_if_ready(self) -> None:
        if self.wanted and self._prepared:
            self.wanted = False
            self._begin()
        self._shown()

    def _begin(self) -> None:
        from sandbox.bench.duel import Duel
        from sandbox.gametree.play.truth import ENOUGH

        assert self._fight is not None
        match = self.session.match
        try:
            duel = Duel(match.game, match.position, self._entrants, ENOUGH if self.session.ready else 0)
        except SandboxError as error:
            self.services.root.toast("No duel", str(error), "bad")
            return
        self.session.rest()
        self._where = match, match.here
        self._fight.begin(duel)

    @property
    def _prepared(self) -> bool:
        """Whether nothing would be compiled that the compiling child is at."""
        if self.session.ready:
            return True
        seats = self._seated.seats if self._seated is not None and not self._ladder else []
        return bool(seats) and all(self.session.can_search(seat) for seat in seats)

    @property
    def needs(self) -> Needs | None:
        """What a duel that was asked for waits for."""
        if not self.wanted or self._seated is None:
            return None
        names = dict.fromkeys(self.session.warm_up(seat) for seat in self._seated.seats)
        return Needs(tuple(filter(None, names)))

    def stop(self) -> None:
        """Stop, and keep the answers so far."""
        if self.busy:
            self.wanted = False
            if self._fight is not None:
                self._fight.stop()
            self._shown()

    def _halt(self) -> None:
        """The button: whoever is due at the board may think again."""
        self.stop()
        self.session.think_if_due()

    def _ended(self) -> None:
        self._shown()
        self.session.think_if_due()

    # What is shown -------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Something else may stand on the board."""
        if self._seated is None or self._fight is None:
            return
        match = self.session.match
        if any(seat.game != match.entry.key for seat in self._seated.seats):
            self.stop()
            self._fight.clear()
            self._where = None
            self._seated.suit(match.entry)
        if self.busy and self._where is not None and self._where != (match, match.here):
            self.stop()
        if self.is_open:
            self._shown()

    def tick(self, now: float, *, alone: bool) -> None:
        """Look at who is at it; `alone`: the board is not shown."""
        if not self.busy:
            return
        if alone or self.session.thinking.search is not None:
            self.stop()
        elif now - self._polled >= POLL_SECONDS:
            self._polled = now
            self._begin_if_ready()
            self.services.root.after(POLL_SECONDS, nothing)

    def _shown(self) -> None:
        fight, pane = self._fight, self.pane
        if fight is None or pane is None:
            return
        entrants = fight.entrants or self._entrants
        pane.show(self._words, entrants if self.busy or fight.bouts else (), list(fight.bouts), running=self.busy,
                  ladder=self._ladder)  # fmt: skip
        if self.wanted:
            pane.note.text = self.session.state().words(self.needs or Needs())
        elif fight.running:
            pane.note.text = fight.words

    @property
    def _words(self) -> str:
        """Which position it is, and whose turn."""
        match = self.session.match
        if self._where is None or not self._fight or not self._fight.entrants:
            return f"{self._side(match, match.here)} to move, this position"
        of, ply = self._where
        if (match, match.here) == (of, ply):
            return f"{self._side(of, ply)} to move, this position"
        moves = " ".join(of.document.moves_to(ply)) if of is match else ""
        return f"{self._side(of, ply)} to move, " + (f"after {moves}" if moves else "another position")

    @staticmethod
    def _side(match: Match, ply: int) -> str:
        position = match.position_at(ply)
        return marks.side_names(match.face.picture(position))[max(match.face.to_move(position), 0)]

    def _play_out(self, moves: tuple[str, ...]) -> None:
        if self._where is not None:
            match, ply = self._where
            line = marks.line_of(match.face, match.position_at(ply), moves) if moves else None
            self.board.show_line(line)

    # Out -----------------------------------------------------------------------------------------------

    def save(self) -> None:
        """The answers as JSON, a line each, as the command `duel --json` prints them."""
        if self._fight is None or not self._fight.bouts:
            self.services.say("There are no answers to save yet")
            return
        name = f"{self.session.match.entry.key}.duel.jsonl"
        types = [("Duels", (".jsonl",))]
        folder = data_folder() / "games"
        FileDialog("save", self._write, folder=folder, name=name, types=types).open(self.services.root)

    def _write(self, path: Path) -> None:
        from sandbox.bench.duel import written

        assert self._fight is not None
        try:
            write_atomically(path, written(self._fight.bouts).encode())
        except OSError as error:
            self.services.root.toast("Not saved", f"{path}: {error.strerror or error}", "bad")
            return
        self.services.say(f"Saved {path}")

    def to_json(self) -> list[Mapping[str, Any]]:
        """Who takes part, to be remembered."""
        return self._seated.to_json() if self._seated is not None else list(self.kept)
