"""Has the two engines at the board play a match: seats them, counts, and begins the next game.

The match waits while another game is on the board, somebody else sits there, or a game of it was played otherwise than
by its players; it goes on when told to, with its own players, from the game it stood at.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from sandbox.ui.boards.contest.bar import ContestBar, Deeds, sheet_of
from sandbox.ui.boards.game.files import GameFiles, save_games
from sandbox.ui.boards.game.match import Match
from sandbox.ui.boards.session import Session
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import Column, Dialog, Field, Floating, Form, Label
from sandbox.ui.kit.events import nothing
from sandbox.ui.services import Services

if TYPE_CHECKING:
    from sandbox.ui.boards.contest.contest import Contest

TWO = "A match is between two engines, or levels: choose both players first"
COLD = "The engines are being prepared"


def wishes() -> Form:
    """How many games, and where they begin."""
    from sandbox.bench.openings import EVEN_ONES, KINDS, START

    labels = tuple(KINDS.values())
    return Form(
        [
            Field("games", "Games", "int", 10, 2, 1000, 2, log=True, help="Each opening is played from both sides"),
            Field("kind", "Begin from", "choice", EVEN_ONES, choices=tuple(KINDS), choice_labels=labels),
            Field(
                "plies", "Length", "int", 4, 0, 20, 1, unit="plies", help="Random moves before the engines begin",
                visible=lambda values: values["kind"] != START,
            ),
        ]
    )  # fmt: skip


@dataclass(eq=False)
class Host:
    """One match at a time."""

    services: Services
    session: Session
    files: GameFiles
    contest: Contest | None = None
    _over: float = 0.0  # when the game that is played now came to its end
    _looking: bool = False  # for openings
    _sheet: Floating | None = None

    def __post_init__(self) -> None:
        self.bar = ContestBar(Deeds(self.toggle, self.show_games, self.close))

    # Beginning and ending ------------------------------------------------------------------------------

    def ask(self) -> None:
        """How many games, and from where."""
        session = self.session
        if not session.only_engines or not session.ready:
            self.services.say(TWO if not session.only_engines else COLD)
            return
        form = wishes()
        first, second = (seat.title for seat in session.seats)
        note = f"{first} against {second}, on the board, with sides swapped after every game."
        body = Column([Label(note, role="dim", wrap=True), form], gap=12)
        answers = [("Cancel", "plain", nothing), ("Begin", "primary", lambda: self.look_for_openings(form.values))]
        Dialog("Match", body, answers).open(self.services.root)  # type: ignore[arg-type]

    def look_for_openings(self, wish: dict[str, Any]) -> None:
        """An engine looks at even ones, in a worker; then the match begins."""
        self.close()
        match, number = self.session.match, (int(wish["games"]) + 1) // 2
        self._looking = True
        self.bar.show(None, "Looking for openings …")

        def work(stop: Stop) -> list[str]:  # noqa: ARG001  (as a search of a few plies, it takes no time)
            from sandbox.bench.openings import openings_of

            seed = time.time_ns() % 2**31
            return openings_of(match.game, str(wish["kind"]), number, int(wish["plies"]), seed)

        done = partial(self._found, match, int(wish["games"]))
        self.services.reader.submit(Job("Looking for openings", "openings", work, done))

    def _found(self, match: Match, games: int, openings: list[str]) -> None:
        if self._looking:
            self._looking = False
            if self.session.only_engines and self.session.match.entry is match.entry:
                self.begin(match, openings, games)
            else:
                self.bar.show(None)

    def begin(self, match: Match, openings: list[str], games: int) -> None:
        """The two at the board play."""
        from sandbox.ui.boards.contest.contest import Contest

        first, second = (seat.chair for seat in self.session.seats)
        self.contest = Contest((first, second), match, openings, games)
        self.session.paused = False
        self._next()

    def _next(self) -> None:
        contest = self.contest
        assert contest is not None
        self._over = 0.0
        match = contest.match or contest.next_game()
        match.here = match.line[-1]
        self.session.seat(match, contest.seated)

    def close(self) -> None:
        """End the match; the game on the board stays."""
        self.contest, self._looking = None, False
        self.bar.show(None)

    def toggle(self) -> None:
        """Pause or resume the match with it."""
        contest = self.contest
        if contest is None or contest.ended:
            return
        contest.running = not contest.running
        self.session.paused = not contest.running
        if contest.running:
            if not contest.undisturbed:
                contest.match = None  # played anew
            self._next()
        else:
            self.session.pause(on=True)
        self.bar.show(contest)

    # While it is on ------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Something at the board is otherwise."""
        contest, session = self.contest, self.session
        if contest is None or not contest.running or contest.match is None:
            return
        sits = tuple(seat.chair.how for seat in session.seats)
        ours = session.match is contest.match and sits == tuple(chair.how for chair in contest.seated)
        if not ours or not contest.undisturbed:
            contest.running = False
        self.bar.show(contest)

    def tick(self, now: float) -> None:
        """Count a game that has ended, and begin the next after a rest."""
        contest = self.contest
        if contest is None or not contest.running or contest.ended:
            return
        if contest.match is not None and contest.over:
            contest.keep()
            self._over = now
            self._counted(contest)
            self.services.root.after(self.session.pace, nothing)
        if contest.match is None and not contest.ended and now >= self._over + self.session.pace:
            self._next()

    def _counted(self, contest: Contest) -> None:
        contest.running = not contest.ended
        self.bar.show(contest)
        self.services.say(f"{contest.points} after {contest.number} of {contest.games} games")

    @property
    def busy(self) -> bool:
        """Whether games are still to be played."""
        return self._looking or (self.contest is not None and self.contest.running and not self.contest.ended)

    # Its games -----------------------------------------------------------------------------------------

    def show_games(self) -> None:
        """The sheet of those that were played."""
        if self.contest is not None and self.contest.played:
            sheet = sheet_of(self.contest, self.open_game, self.save_all, self.bar.games)
            self._sheet = self.services.root.open(sheet)

    def open_game(self, number: int) -> None:
        """Put one on the board; the match waits."""
        if self.contest is None:
            return
        if self._sheet is not None:
            self._sheet.close()
        self.contest.running = False
        self.files.take(self.contest.played[number])
        self.bar.show(self.contest)

    def save_all(self) -> None:
        """Every game as a file, in a folder of the match's own."""
        if self.contest is not None:
            save_games(self.services, list(self.contest.played))
