"""Who is due: a person, an engine that thinks in a worker, or the dice; everything that is done goes through here.

An engine plays by itself at the end of the line only, and so do the dice; where moves were taken back, where engines
are paused, and after a failure, both wait for "move now". Dice set by hand wait for a person.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer
from sandbox.gametree.general.warm import first_move
from sandbox.kernels.warming.order import Needs
from sandbox.registry import Entry
from sandbox.ui.boards.general.play import Finding, Play
from sandbox.ui.boards.general.seats import MOST_SEATS, PlayerSeat, usual
from sandbox.ui.boards.thinking import Purpose, Question
from sandbox.ui.jobs import Failure, Job, Stop, WarmState, Worker

ANALYSIS_SECONDS, HINT_SECONDS = 3.0, 1.0
ROLL_SECONDS = {False: 0.55, True: 0.12}  # the dice roll so long; where only engines play
SLOT = "think"


@dataclass(eq=False)
class Search(Question):
    """A question to an engine for dice or several players."""

    play: Play
    at: int
    began: float

    def __call__(self, stop: Stop) -> Answer:  # noqa: ARG002  (the engine looks at its limits' flag: "move now" is an answer)
        """Search, in the worker's thread."""
        found: Answer = self.engine().search(self.play.game, self.play.positions[self.at], self.limits)
        return found

    def finding(self, answer: Answer, *, moved: bool) -> Finding:
        """What it said, to be kept."""
        return Finding(self.entry.title, self.entry.key, self.options, self.limits, answer, moved)


@dataclass
class Listeners:
    """Whom a session tells what."""

    changed: Callable[[], None]
    said: Callable[[str], None]
    failed: Callable[[Failure], None]


@dataclass
class Rolling:
    """Dice in the air: what they will show, and until when."""

    outcome: str
    until: float


@dataclass(eq=False)
class Session:
    """One game and its seats."""

    worker: Worker
    listeners: Listeners
    play: Play
    clock: Callable[[], float] = time.perf_counter
    seats: list[PlayerSeat] = field(default_factory=lambda: [PlayerSeat() for _ in range(MOST_SEATS)])
    state: Callable[[], WarmState] = WarmState  # how far compiling is
    ready: bool = False  # all kernels are compiled
    analyse: bool = False
    paused: bool = False
    by_hand: bool = False  # a person says what the dice show
    trouble: str = ""
    hint: str = ""
    pace: float = 0.0
    search: Search | None = None
    rolling: Rolling | None = None
    _rests_until: float = 0.0
    _resting: bool = True  # nobody looks: nothing begins

    def __post_init__(self) -> None:
        self._invite(["", *[usual(self.play)] * (MOST_SEATS - 1)])

    # What is done with the game ------------------------------------------------------------------------

    def begin(self, play: Play) -> None:
        """Another game; whoever fits keeps the seat."""
        same = play.entry.key == self.play.entry.key

        def take() -> None:
            self.play = play
            keys = [seat.key for seat in self.seats] if same else ["", *[usual(play)] * (MOST_SEATS - 1)]
            self._invite(keys)

        self._change(take)

    def _invite(self, keys: list[str]) -> None:
        for seat, key in zip(self.seats, keys, strict=True):
            seat.invite(self.play, key)

    def new_game(self, seed: int | None = None) -> None:
        """The same game from where it began, with other dice."""
        old = self.play
        self.begin(Play(old.entry, old.options, old.beginning, old.seed + 1 if seed is None else seed))

    def make(self, move: str) -> None:
        """A person's move, or dice set by hand."""
        if move in self.play.choices:
            self._change(partial(self.play.play, move))

    def take_back(self) -> None:
        """To where a person chose before; against nobody but engines, one step."""
        self._walk(-1)

    def forward(self) -> None:
        """To where a person chose after, as far as the line goes."""
        self._walk(1)

    def _walk(self, by: int) -> None:
        play, people = self.play, not self.only_engines

        def walk() -> None:
            play.go(play.at + by)
            while people and 0 < play.at < len(play.moves) and not self._is_person_s(play.to_move):
                play.go(play.at + by)

        self._change(walk)

    def _is_person_s(self, player: int) -> bool:
        return player >= 0 and self.seats[player].entry is None

    def step(self, by: int) -> None:
        """Look so many moves further on, or back."""
        self._change(partial(self.play.go, self.play.at + by))

    def reseat(self, _seat: Any = None) -> None:
        """Somebody else sits somewhere, or plays otherwise."""
        self._change(lambda: None)

    def set_by_hand(self, on: bool) -> None:
        """A person says what the dice show, or the dice do."""
        self.by_hand = on
        self._change(lambda: None)

    def set_analysis(self, on: bool) -> None:
        """What every move is worth while a person thinks, or not."""
        self.analyse = on
        self._change(lambda: None)

    def pause(self) -> None:
        """Pause or resume engines and their dice."""
        self.paused = not self.paused
        self._change(lambda: None)

    def _change(self, act: Callable[[], None]) -> None:
        self._end()
        self.trouble = self.hint = ""
        self._rests_until = 0.0
        act()
        self.listeners.changed()
        self.go_on()

    # Who is due ----------------------------------------------------------------------------------------

    @property
    def in_play(self) -> list[PlayerSeat]:
        """The seats of those who play."""
        return self.seats[: self.play.players]

    @property
    def only_engines(self) -> bool:
        """Whether no person plays."""
        return all(seat.entry is not None for seat in self.in_play)

    @property
    def mover(self) -> PlayerSeat | None:
        """Whose turn it is; None for dice, and when it is over."""
        return self.seats[self.play.to_move] if self.play.to_move >= 0 else None

    @property
    def person_moves(self) -> bool:
        """Whether a person is to choose now: a move, or what the dice show."""
        if self.play.by_chance:
            return self.by_hand and self.rolling is None
        return self.mover is not None and self.mover.entry is None

    @property
    def idle_because(self) -> str:
        """Why neither engine nor dice can move now; empty if they can."""
        if self.play.over:
            return "The game is over"
        if self.play.by_chance:
            return ""
        if self.mover is not None and self.mover.entry is None:
            return "It is your move"
        return "" if self.mover is not None and self.can_search(self.mover) else "The engines are being prepared"

    @property
    def waits(self) -> str:
        """Why who is due moves only when told to; empty if they do not wait."""
        if self.idle_because or self.search is not None or self.rolling is not None:
            return ""
        if self.trouble:
            return f"{self.trouble}: Move now tries again"
        if self.play.by_chance and self.by_hand:
            return "Choose what the dice show; Move now throws them"
        if self.paused and self.only_engines:
            return "Paused: Move now plays one move"
        who = "Waiting for the dice" if self.play.by_chance else f"{self.mover.title if self.mover else ''} waits"
        return f"{who}: Move now goes on" if self.play.behind else ""

    @property
    def cold(self) -> str:
        """What is being prepared for the engine whose turn it is."""
        seat = self.mover
        waits = seat is not None and seat.entry is not None and not self.can_search(seat)
        return self.state().words(self.needs) if waits else ""

    @property
    def needs(self) -> Needs:
        """What the seats' engines need compiled, where that is known."""
        seats = [*([self.mover] if self.mover else []), *self.in_play, *([self.helper()] if self.analyse else [])]
        names = [first_move(seat.entry.key, self.play.entry.key) for seat in seats if seat.entry is not None]
        return Needs(tuple(dict.fromkeys(filter(None, names))))

    def can_search(self, seat: PlayerSeat) -> bool:
        """Whether nothing would be compiled that the compiling child is at."""
        name = first_move(seat.entry.key, self.play.entry.key) if seat.entry is not None else ""
        return self.ready or bool(name and self.state().has([name]))

    def helper(self) -> PlayerSeat:
        """Who analyses: an engine that plays, or the usual one."""
        helper = PlayerSeat()
        seated = next((seat for seat in self.in_play if seat.entry is not None), None)
        helper.invite(self.play, seated.key if seated is not None else usual(self.play))
        if helper.stops:
            helper.options = seated.options if seated is not None else {}
        else:
            helper.invite(self.play, usual(self.play))
        return helper

    # What happens --------------------------------------------------------------------------------------

    def go_on(self) -> None:
        """Throw the dice, have the engine think that is due, or one for the person who wants to see values."""
        if self._resting or self.search is not None or self.rolling is not None or self.standing:
            return
        if not self.idle_because and not self.waits:
            self._act()
        elif self.analyse and self.mover is not None and self.mover.entry is None and not self.play.over:
            self._help(ANALYSIS_SECONDS, Purpose.VALUES)

    @property
    def standing(self) -> bool:
        """Whether engines rest between moves, so that people can follow."""
        return self.only_engines and not self.play.over and self.clock() < self._rests_until

    def move_now(self) -> str:
        """Have the engine, or the dice, move; says why they cannot."""
        if not self.idle_because:
            if self.search is not None:
                self.search.limits.stop[0] = 1
            elif self.rolling is not None:
                self._land()
            else:
                self._act()
                self.listeners.changed()
        return self.idle_because

    def _act(self) -> None:
        self.trouble = ""
        if self.play.by_chance:
            self.rolling = Rolling(self.play.rolled(), self.clock() + ROLL_SECONDS[self.only_engines])
            self.listeners.changed()
        elif self.mover is not None and self.mover.entry is not None:
            self._ask(self.mover, self.mover.limits(), Purpose.MOVE)

    def ask_hint(self) -> str:
        """Have an engine recommend a move to the person; says why it cannot."""
        if self.play.over or not self.person_moves or self.play.by_chance:
            return "The game is over" if self.play.over else "It is not your move"
        if not self.can_search(self.helper()):
            return "The engines are being prepared"
        self._end()
        self._help(HINT_SECONDS, Purpose.HINT)
        return ""

    def _help(self, seconds: float, purpose: Purpose) -> None:
        finding, helper = self.play.findings.get(self.play.at), self.helper()
        known = finding is not None and finding.limits.every_move and finding.engine == helper.key
        if finding is not None and known and finding.limits.seconds >= seconds:
            if purpose is Purpose.HINT:
                self._settle_hint(finding.answer.best, purpose)
        elif helper.entry is not None and self.can_search(helper):
            self._ask(helper, Limits(seconds=seconds, every_move=True), purpose)

    def _ask(self, seat: PlayerSeat, limits: Limits, purpose: Purpose) -> None:
        assert seat.entry is not None
        entry: Entry[Any] = seat.entry
        search = Search(entry, seat.settings, limits, purpose, self.play, self.play.at, self.clock())
        self.search = search
        done, failed = partial(self._answered, search), partial(self._failed, search)
        self.worker.submit(Job("Thinking", SLOT, search, done, failed))
        self.listeners.changed()

    def _answered(self, search: Search, answer: Answer) -> None:
        if search is not self.search:
            return
        self.search, plays = None, search.plays
        self.play.findings[search.at] = search.finding(answer, moved=plays)
        if not plays:
            self._settle_hint(answer.best, search.purpose)
        elif not answer.best:
            self.trouble = f"{search.entry.title} found no move"
            self.listeners.changed()
        else:
            who = self.play.side(self.play.to_move)
            self.play.play(answer.best)
            self._rests_until = self.clock() + self.pace
            self.listeners.said(f"{who}: {search.entry.title} plays {answer.best}")
            self.listeners.changed()
            self.go_on()

    def _settle_hint(self, best: str, purpose: Purpose) -> None:
        if purpose is Purpose.HINT:
            self.hint = best
            self.listeners.said(f"Hint: {best}")
        self.listeners.changed()

    def _failed(self, search: Search, failure: Failure) -> None:
        if search is self.search:
            self.search = None
            self.trouble = f"{search.entry.title} failed"
            self.listeners.failed(failure)
            self.listeners.changed()

    def tick(self) -> None:
        """Land the dice; go on after a rest."""
        if self.rolling is not None and self.clock() >= self.rolling.until:
            self._land()
        elif self._rests_until and not self.standing:
            self._rests_until = 0.0
            self.go_on()

    def _land(self) -> None:
        rolling, self.rolling = self.rolling, None
        if rolling is not None:
            who = self.play.side(self.play.roller)
            self.play.play(rolling.outcome)
            self.listeners.said(f"{who} throws {rolling.outcome}")
            self.listeners.changed()
            self.go_on()

    def _end(self) -> None:
        self.rolling = None
        if self.search is not None:
            self.search.limits.stop[0] = 1
            self.search = None
            self.worker.cancel(SLOT)

    def rest(self) -> None:
        """Nobody thinks, nothing rolls, until somebody looks again."""
        self._end()
        self._resting = True

    def attend(self) -> None:
        """Somebody looks."""
        self._resting = False
        self.go_on()
