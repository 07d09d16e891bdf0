"""A game that goes on by itself: round by round, Pac-Man's step and then the ghosts', with what every way was worth.

A round is worked out in the worker once the one before has been seen moving; the window waits for nothing. What was
played is kept, so that one can step back and forth, and go on from anywhere.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any, NamedTuple

from sandbox.games.general.api import general_games
from sandbox.games.general.library.pacman.face import MOVES, PLAYING, STAY, Moment
from sandbox.games.general.library.pacman.game import PacMan
from sandbox.gametree.general.api import Answer, GeneralEngine
from sandbox.ui.boards.general.play import Play
from sandbox.ui.boards.pacman.cast import Cast
from sandbox.ui.jobs import Failure, Job, Stop, Worker

SLOT = "round"


class Round(NamedTuple):
    """What came of a round: every position on the way, and what each way is worth at the last."""

    moments: tuple[Moment, ...]
    answer: Answer
    moves: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Asked:
    """A round to be worked out: Pac-Man's way, then the ghosts'; without a way, only what each is worth."""

    game: PacMan
    position: Moment
    way: str
    adviser: GeneralEngine
    ghost: GeneralEngine

    def __call__(self, stop: Stop) -> Round:
        """Work it out, in the worker's thread."""
        face, moments, moves = self.game.face(), [self.position], [self.way] if self.way else []
        if self.way:
            moments.append(face.play(self.position, self.way))
        while moments[-1].over == PLAYING and moments[-1].mover and not stop[0]:
            moves.append(self.ghost.search(self.game, moments[-1], Cast.limits(stop)).best)
            moments.append(face.play(moments[-1], moves[-1]))
        return Round(tuple(moments), self.adviser.search(self.game, moments[-1], Cast.limits(stop)), tuple(moves))


@dataclass(eq=False)
class Run:
    """One game in one maze."""

    worker: Worker
    changed: Callable[[], None]
    failed: Callable[[Failure], None]
    clock: Callable[[], float] = time.perf_counter
    maze: str = "small"
    cast: Cast = field(default_factory=Cast)
    pace: float = 5.0  # rounds a second
    running: bool = False
    wanted: str = ""  # the way a person asked for last
    heading: str = ""
    moments: list[Moment] = field(default_factory=list)  # where Pac-Man is to move, and the last
    rounds: list[tuple[str, ...]] = field(default_factory=list)  # Pac-Man's way and every ghost's, after each of them
    answers: list[Answer | None] = field(default_factory=list)
    at: int = 0
    seen: Moment | None = None  # what the picture moves from; None where it stands
    began: float = 0.0
    game: PacMan = field(init=False)
    _job: Job | None = None
    _once: bool = False

    def __post_init__(self) -> None:
        self.begin(self.maze, "-")

    # What is done ----------------------------------------------------------------------------------------

    def begin(self, maze: str, position: str) -> None:
        """Another maze, or position; or BadInput, and all stays as it is."""
        game = self.cast.game(maze)
        start = game.face().parse(position)
        self._end()
        self.maze, self.game = maze, game
        self.moments, self.rounds, self.answers, self.at = [start], [], [None], 0
        self.running, self.heading, self.wanted = False, "", ""
        self.changed()

    def take(self, maze: str, position: str, moves: Sequence[str]) -> None:
        """A game that was played, at its end; or BadInput, and all stays as it is."""
        face = self.cast.game(maze).face()
        moments, rounds, now = list[Moment](), list[tuple[str, ...]](), face.parse(position)
        for move in moves:
            if not now.mover:
                moments.append(now)
                rounds.append(())
            now, rounds[-1] = face.play(now, move), (*rounds[-1], move)
        self.begin(maze, position)
        self.moments, self.rounds, self.at = [*moments, now], rounds, len(moments)
        self.answers = [None] * len(self.moments)
        self.changed()

    def again(self) -> None:
        """From the beginning, with other lots."""
        self._end()
        self.cast = replace(self.cast, seed=self.cast.seed + 1)
        self.moments, self.rounds, self.answers, self.at = self.moments[:1], [], [None], 0
        self.running, self.heading, self.wanted = False, "", ""
        self.changed()

    def recast(self, cast: Cast) -> None:
        """Others play; what was thought is forgotten."""
        self._end()
        self.cast, self.game = cast, cast.game(self.maze)
        self._forget_later()
        self.answers = [None] * len(self.moments)
        self.changed()

    def _forget_later(self) -> None:
        """What was played after the moment that is shown."""
        del self.moments[self.at + 1 :], self.answers[self.at + 1 :], self.rounds[self.at :]

    def set_running(self, on: bool) -> None:
        """Go on, or stand."""
        self.running = on and not self.over
        self.changed()

    def steer(self, way: str) -> None:
        """A person's key: the way to go from the next cell on; the first one starts the game.

        Where one looks back and nothing is played, what came later is forgotten: it goes on from there.
        """
        self.wanted = way
        if not self.running:
            self._forget_later()
            self.set_running(True)

    def step(self, by: int) -> None:
        """A round back, or forth: one played again, or a new one."""
        self.running = False
        self.seen = None
        if by < 0 or self.at + 1 < len(self.moments):
            self._end()
            self.at = min(max(self.at + by, 0), len(self.moments) - 1)
        elif not self.over:
            self._once = True
        self.changed()

    def rest(self) -> None:
        """Nobody looks."""
        self._end()
        self.running = False

    def _end(self) -> None:
        self._once, self.seen = False, None
        if self._job is not None:
            self._job = None
            self.worker.cancel(SLOT)

    def searched(self, known: Collection[str]) -> tuple[Play, str, dict[str, Any], int]:
        """What the tree of a search here is of: game, engine, its options, depth. A maze not known goes as text."""
        dice = self.cast.pacman == "expectimax"
        options = {"maze": self.maze if self.maze in known else "", "stay": self.cast.person}
        options |= {"evaluation": self.cast.evaluation, "ghosts": "dice" if dice else "players"}
        play = Play(general_games["pacman"], options, self.game.face().print(self.moment))
        plain = {"star": "star1", "order": False, "table": False}  # as Pac-Man's own expectimax searches
        own = plain if dice else {"evaluation": self.cast.evaluation}
        return play, "expectiminimax" if dice else "pacman-minimax", own, self.cast.depth

    # What is so ------------------------------------------------------------------------------------------

    @property
    def moment(self) -> Moment:
        """The position that is shown."""
        return self.moments[self.at]

    @property
    def answer(self) -> Answer | None:
        """The value of each direction there, once it is known."""
        return self.answers[self.at]

    @property
    def over(self) -> bool:
        """Whether the game is, where one looks."""
        return self.moment.over != PLAYING

    @property
    def busy(self) -> bool:
        """Whether anything moves or is being worked out."""
        return self._job is not None or self.seen is not None or self.running or self._once

    @property
    def share(self) -> float:
        """How far the picture is on its way to this position."""
        return 1.0 if self.seen is None else min(1.0, (self.clock() - self.began) * self.pace)

    # As time goes on ---------------------------------------------------------------------------------------

    def tick(self) -> bool:
        """Go on if it is time; whether the picture moves."""
        if self.seen is not None and self.share >= 1.0:
            self.seen = None
            self.changed()
        if self._job is None and self.answer is None:
            self._ask("")
        if self.seen is None and self._job is None and (self.running or self._once):
            self._go_on()
        return self.seen is not None

    def _go_on(self) -> None:
        if self.over:
            self.running = self._once = False
            self.changed()
        elif self.at + 1 < len(self.moments):
            self._show(self.at + 1)
        elif way := self._way():
            self._once = False
            self._ask(way)

    def _way(self) -> str:
        """Where Pac-Man goes: as steered, else straight on, else nowhere; or as the agent says."""
        if not self.cast.person:
            return self.answer.best if self.answer is not None else ""
        known = self.game.face().moves(self.moment)
        return next((way for way in (self.wanted, self.heading, STAY) if way in known), known[0])

    def _ask(self, way: str) -> None:
        asked = Asked(self.game, self.moment, way, self.cast.adviser(), self.cast.ghost())
        self._job = Job("A round of Pac-Man", SLOT, asked, partial(self._done, way), self._failed)
        self.worker.submit(self._job)

    def _done(self, way: str, found: Round) -> None:
        self._job = None
        if not way:
            self.answers[self.at] = found.answer
            self.changed()
            return
        self.heading = way if way != STAY else self.heading
        self.moments.append(found.moments[-1])
        self.rounds.append(found.moves)
        self.answers.append(found.answer)
        self._show(self.at + 1)

    def _show(self, at: int) -> None:
        self.seen, self.began, self.at = self.moment, self.clock(), at
        self.changed()

    def _failed(self, failure: Failure) -> None:
        self._job, self.running, self._once = None, False, False
        self.failed(failure)
        self.changed()


def way_between(before: Moment, after: Moment) -> str:
    """The way Pac-Man went; where he stood, or began anew, none."""
    from sandbox.games.general.library.pacman.maze import ways

    beside = ways(before.maze).beside[before.pacman]
    return MOVES[beside.index(after.pacman)] if after.pacman in beside else ""
