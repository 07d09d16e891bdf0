"""A game at the board: what people and engines do with it, and whose turn it is to think.

Everything that changes the game or its players goes through `_change`: nobody thinks about a position that is gone,
and whoever is due begins. An engine plays by itself at the end of the line only. Where moves were taken back, where
the game is paused, and after a failure, it waits for "move now", which thinks or says why not.

What a search said stays with the position it was asked about (`Match.findings`).
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from sandbox.gametree.api import Limits, Result
from sandbox.gametree.play.time_control import TimeControl
from sandbox.gametree.warm import first_move, judging
from sandbox.kernels.warming.order import Needs
from sandbox.ui.boards.game.clocks import Clocks
from sandbox.ui.boards.game.match import FIRST, Match
from sandbox.ui.boards.seats import Chair, Seat
from sandbox.ui.boards.thinking import Finding, Purpose, Search, Thinking
from sandbox.ui.jobs import Failure, WarmState, Worker

ANALYSIS_SECONDS = 20.0
HINT_SECONDS = 1.0
HELPER = "alphabeta"  # analyses where no engine plays
FAVOURITES = ("", "alphabeta")  # the first seat is a person's, the second an engine's


@dataclass
class Listeners:
    """Whom a session tells what."""

    changed: Callable[[], None]  # another position, or other players
    searched: Callable[[], None]  # the values for a person are final
    played: Callable[[Search, Result], None]  # by an engine, before `changed`
    failed: Callable[[Failure], None]


class Session:
    """One game, its two seats, and the search of whoever thinks."""

    def __init__(self, worker: Worker, listeners: Listeners, clock: Callable[[], float] = time.perf_counter) -> None:
        self.match = Match.of(FIRST)
        self.seats = (Seat(), Seat())
        self.thinking = Thinking(worker, self._answered, self._failed)
        self.listeners = listeners
        self.ready = False  # all engines are compiled
        self.state: Callable[[], WarmState] = WarmState  # how far that is
        self.analyse = False
        self.paused = False  # two engines play only when told to
        self.trouble = ""  # why the engine whose turn it is did not move
        self.hint = ""  # the move recommended here
        self.pace = 0.0  # seconds that two engines rest after each move
        self._rests_until = 0.0
        self.time = Clocks(clock)
        self._suit(FAVOURITES)

    # What is done with the game ------------------------------------------------------------------------

    def begin(self, match: Match) -> None:
        """Another game, or another position to start from."""
        self._change(lambda: self._take(match))

    def _take(self, match: Match) -> None:
        if match.entry.key != self.match.entry.key:
            for seat in self.seats:
                seat.options = {}
        self.match = match
        self.time.afresh()
        self._suit([seat.key for seat in self.seats])

    def _suit(self, keys: tuple[str, ...] | list[str]) -> None:
        for seat, key in zip(self.seats, keys, strict=True):
            seat.suit(self.match.entry, key)

    def new_game(self) -> None:
        """The same game from its start."""
        self.begin(Match.new(self.match.entry, self.match.options))

    def rematch(self) -> None:
        """The same game from where it started, with sides swapped."""

        def again() -> None:
            self._take(Match.new(self.match.entry, self.match.options, self.match.document.start))
            self.seats[0].swap(self.seats[1])

        self._change(again)

    def seat(self, match: Match, chairs: Sequence[Chair]) -> None:
        """A game, with these in the chairs."""

        def sit() -> None:
            self._take(match)
            for seat, chair in zip(self.seats, chairs, strict=True):
                seat.take(chair)

        self._change(sit)

    def play(self, move: str) -> None:
        """A person's move."""
        if not self.match.over:
            self._change(lambda: self._play(move))

    def _play(self, move: str) -> None:
        if not self.match.play(move):
            first = self.time.control.minutes > 0 and self.match.at == 1  # a clock begins to run after it
            self.match.seconds[self.match.here] = 0.0 if first else self.time.spent

    def resign(self) -> str:
        """Whoever is to move gives up; says why nobody can."""
        if self.match.over:
            return "The game is over"
        self._change(self.match.resign)
        return ""

    def take_back(self) -> None:
        """To the person's move before; against nobody but engines, one move."""
        if self.match.at:
            self._walk(self.match.back)

    def forward(self) -> None:
        """To the person's move after, as far as the line goes."""
        if self.match.behind:
            self._walk(self.match.forward)

    def _walk(self, step: Callable[[], bool]) -> None:
        def walk() -> None:
            people = any(seat.entry is None for seat in self.seats)
            while step() and people and self.mover.entry is not None:
                pass

        self._change(walk)

    def go(self, ply: int) -> None:
        """Look at any position of the game."""
        if ply != self.match.here:
            self._change(lambda: self.match.go(ply))

    def step(self, by: int) -> None:
        """Look so many moves further on, or back."""
        line, at = self.match.line, self.match.at
        self.go(line[min(max(at + by, 0), len(line) - 1)])

    def swap(self) -> None:
        """Each takes the other's chair."""
        self._change(lambda: self.seats[0].swap(self.seats[1]))

    def reseat(self, seat: Seat) -> None:
        """Somebody else sits here, or plays otherwise."""
        self._change(seat.forget)

    def set_analysis(self, on: bool) -> None:
        """Values of every move while a person thinks, or not."""
        self.analyse = on
        self._change(lambda: None)

    def set_pace(self, rest: float) -> None:
        """How many seconds two engines rest after each move, from now on."""
        self.pace = rest
        self._rests_until = min(self._rests_until, self.time.now() + rest)

    def pause(self, on: bool) -> None:
        """Engines move only when told to, or by themselves."""
        self.paused = on
        self._change(lambda: None)

    def _change(self, act: Callable[[], None]) -> None:
        self._end_search()
        self.time.go_on()
        self.trouble = self.hint = ""
        self._rests_until = 0.0
        before = self.match, self.match.here
        act()
        if (self.match, self.match.here) != before:
            self.time.begin()
        self.listeners.changed()
        self.think_if_due()

    # Who thinks ----------------------------------------------------------------------------------------

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        return self.seats[self.match.to_move]

    @property
    def only_engines(self) -> bool:
        """Whether no person plays."""
        return all(seat.entry is not None for seat in self.seats)

    @property
    def idle_because(self) -> str:
        """Why no engine can move now; empty if one can."""
        if self.match.over:
            return "The game is over"
        if self.mover.entry is None:
            return "It is your move"
        return "" if self.can_search(self.mover) else "The engines are being prepared"

    @property
    def waits(self) -> str:
        """Why the engine whose turn it is moves only when told to; empty if it does not wait."""
        if self.idle_because or self.thinking.search is not None:
            return ""
        if self.trouble:
            return f"{self.trouble}: Move now tries again"
        if self.paused and self.only_engines:
            return "Paused: Move now plays one move"
        return f"{self.mover.title} waits: Move now lets it play" if self.match.behind else ""

    @property
    def cold(self) -> str:
        """What is being prepared for the engine whose turn it is; empty if nothing is."""
        waits = self.mover.entry is not None and not self.match.over and not self.can_search(self.mover)
        return self.state().words(self.needs) if waits else ""

    @property
    def may_judge(self) -> bool:
        """Whether what judges positions of this game is compiled."""
        name = judging(self.match.entry.key)
        return self.ready or bool(name and not self.match.options and self.state().has([name]))

    @property
    def needs(self) -> Needs:
        """The engine to move first, or else the one that will be, or that analyses; then the other, and estimates."""
        game = self.match.entry.key
        seats = [self.mover, *self.seats, *([self.helper()] if self.analyse else [])]
        engines = dict.fromkeys(self.warm_up(seat) for seat in seats if seat.entry is not None)
        return Needs(*(tuple(filter(None, names)) for names in (engines, (judging(game),))))

    def warm_up(self, seat: Seat) -> str:
        """What an engine's searches need, where that is known."""
        return first_move(seat.entry.key, self.match.entry.key) if seat.entry is not None else ""

    def can_search(self, seat: Seat) -> bool:
        """Whether nothing would be compiled here: with other options, or another game, it is not known what would."""
        name = self.warm_up(seat)
        usual = seat.entry is not None and not seat.settings and not self.match.options
        return self.ready or bool(name and usual and self.state().has([name]))

    @property
    def clocks(self) -> tuple[float, float]:
        """How long each side has thought, in seconds; at the end of the line the mover's goes on."""
        return self.time.used(self.match, runs=self.clock_runs)

    @property
    def time_left(self) -> tuple[float, float] | None:
        """How long each side may still think, where the game has a clock."""
        return self.time.left(self.match, runs=self.clock_runs)

    @property
    def clock_runs(self) -> bool:
        """Whether whoever is to move is on the clock."""
        match = self.match
        return bool(not match.over and not match.behind and match.at and not self.waits)

    def set_control(self, control: TimeControl) -> None:
        """Another clock, or none, from now on: what was used before does not count."""
        self.time.wind(control, self.match, runs=self.clock_runs)
        self._change(lambda: None)

    def check_flag(self) -> None:
        """Whoever has no time left has lost."""
        if self.time.flagged(self.match, runs=self.clock_runs):
            self._change(self.match.fall)

    def think_if_due(self) -> None:
        """Have the engine whose turn it is think, or an engine for the person who wants to see values."""
        self.time.go_on()
        if self.thinking.search is not None or self.resting:
            return
        if not self.idle_because and not self.waits:
            self._move()
        elif self.analyse and not self.match.over and self.mover.entry is None and self.can_search(self.helper()):
            self._help(Limits(seconds=ANALYSIS_SECONDS, every_move=True), Purpose.VALUES)

    @property
    def resting(self) -> bool:
        """Whether two engines stand between moves, so that people can follow."""
        return self.only_engines and not self.match.over and self.time.now() < self._rests_until

    def wake(self) -> None:
        """Go on, if a rest is over."""
        if self._rests_until and not self.resting:
            self._rests_until = 0.0
            self.think_if_due()

    def move_now(self) -> str:
        """Have the engine play the best it has, or think if it stood still; says why it cannot."""
        if not self.idle_because:
            if self.thinking.search is not None:
                self.thinking.hurry()
            else:
                self._move()
                self.listeners.changed()
        return self.idle_because

    def ask_hint(self) -> str:
        """Have an engine recommend a move to the person; says why it cannot."""
        if self.match.over:
            return "The game is over"
        if self.mover.entry is not None:
            return f"It is {self.mover.title}'s move"
        if not self.can_search(self.helper()):
            return "The engines are being prepared"
        self._end_search()
        self.hint = ""
        finding = self._help(Limits(seconds=HINT_SECONDS, every_move=True), Purpose.HINT)
        if finding is not None:
            self.hint = finding.shot.best
            self.listeners.searched()
            self.think_if_due()
        return ""

    def rest(self) -> None:
        """Nobody thinks, and no clock runs, for as long as nothing happens."""
        self._end_search()
        self.time.stand()

    def _move(self) -> None:
        self.time.hurry()
        self._ask(self.mover, self.time.within(self.mover.limits(), self.match), Purpose.MOVE)

    def helper(self) -> Seat:
        """Who analyses: the engine that plays, or a usual one."""
        helper = Seat()
        seated = next((s for s in self.seats if s.entry is not None and s.level is None), None)
        helper.suit(self.match.entry, seated.key if seated else HELPER)
        helper.options = seated.options if seated else {}
        return helper

    def _help(self, limits: Limits, purpose: Purpose) -> Finding | None:
        """Ask who helps, but for what is known here already: that is returned."""
        helper = self.helper()
        finding = self._known(helper, limits)
        if finding is None and helper.entry is not None:
            self._ask(helper, limits, purpose)
        return finding

    def _known(self, helper: Seat, limits: Limits) -> Finding | None:
        """What it said when it was asked here before, if that is all that it has to say."""
        finding = self.match.findings.get(self.match.here)
        return finding if finding is not None and finding.all_said(helper.key, helper.settings, limits) else None

    def _ask(self, seat: Seat, limits: Limits, purpose: Purpose) -> None:
        match, entry = self.match, seat.entry
        assert entry is not None
        search = Search(entry, seat.made_with, limits, purpose, match.game, match.position, seat.memory, seat.title)
        self.trouble = ""
        self._before = match, match.here, match.findings.get(match.here)
        match.findings[match.here] = search.finding
        self.thinking.ask(search)

    _before: tuple[Match, int, Finding | None] | None = None  # what was known where the search runs

    def _end_search(self) -> None:
        self.thinking.stop()
        self._settle()

    def _settle(self) -> None:
        """What was known before comes back, if the search that ended knows less."""
        if self._before is not None:
            (match, ply, old), self._before = self._before, None
            if old is not None and not match.findings[ply].outweighs(old):
                match.findings[ply] = old

    def _answered(self, search: Search, result: Result) -> None:
        self._settle()
        self.match.keep(self.match.here, search, result)
        if search.purpose is Purpose.HINT:
            self.hint = result.best
            self.listeners.searched()
            self.think_if_due()  # the values of all moves, if they are wanted
        elif not search.plays:
            self.listeners.searched()
        elif not result.best:
            self._stand(f"{search.who} found no move")
        else:
            search.finding.moved = True
            self._play(result.best)
            rest = self.pace if self.only_engines else 0.0
            self.time.begin(rest)
            self._rests_until = self.time.since if rest else 0.0
            self.listeners.played(search, result)
            self.listeners.changed()
            self.think_if_due()

    def _failed(self, search: Search, failure: Failure) -> None:
        self._settle()
        if search.plays:
            self._stand(f"{search.who} failed")
        self.listeners.failed(failure)

    def _stand(self, trouble: str) -> None:
        self.trouble = trouble
        self.listeners.changed()
