"""A game at the board: what people and engines do with it, and whose turn it is to think.

Everything that changes the game or its players goes through `_change`: nobody thinks about a position that is gone,
and whoever is due begins. An engine plays by itself at the end of the line only. Where moves were taken back, and
after a failure, it waits for "move now", which thinks or says why not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sandbox.games.api import games
from sandbox.gametree.api import Limits, Result
from sandbox.gametree.warm import first_move, judging
from sandbox.kernels.warming.order import Needs
from sandbox.ui.boards.match import Match
from sandbox.ui.boards.seats import Seat
from sandbox.ui.boards.thinking import Search, Thinking
from sandbox.ui.jobs import Failure, WarmState, Worker

ANALYSIS_SECONDS = 20.0
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

    def __init__(self, worker: Worker, listeners: Listeners) -> None:
        self.match = Match(next(iter(games)))
        self.seats = (Seat(), Seat())
        self.thinking = Thinking(worker, self._answered, self._failed)
        self.listeners = listeners
        self.ready = False  # all engines are compiled
        self.state: Callable[[], WarmState] = WarmState  # how far that is
        self.analyse = False
        self.trouble = ""  # why the engine whose turn it is did not move
        self.told: dict[int, Search] = {}  # the latest search at each position of the line
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
        self.told.clear()
        self._suit([seat.entry.key if seat.entry else "" for seat in self.seats])

    def _suit(self, keys: tuple[str, ...] | list[str]) -> None:
        for seat, key in zip(self.seats, keys, strict=True):
            seat.suit(self.match.entry, key)

    def new_game(self) -> None:
        """The same game from its start."""
        self.begin(Match(self.match.entry, self.match.options))

    def play(self, move: str) -> None:
        """A person's move."""
        if not self.match.over:
            self._change(lambda: self._play(move))

    def _play(self, move: str) -> None:
        self.match.play(move)
        self.told = {at: search for at, search in self.told.items() if at < self.match.at}

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

    def _change(self, act: Callable[[], None]) -> None:
        self.thinking.stop()
        self.trouble = ""
        act()
        self.listeners.changed()
        self.think_if_due()

    # Who thinks ----------------------------------------------------------------------------------------

    @property
    def mover(self) -> Seat:
        """Whose turn it is."""
        return self.seats[self.match.to_move]

    @property
    def idle_because(self) -> str:
        """Why no engine can move now; empty if one can."""
        if self.match.over:
            return "The game is over"
        if self.mover.entry is None:
            return "It is your move"
        return "" if self._can_search(self.mover) else "The engines are being prepared"

    @property
    def waits(self) -> str:
        """Why the engine whose turn it is moves only when told to; empty if it does not wait."""
        entry = self.mover.entry
        if self.idle_because or entry is None or self.thinking.search is not None:
            return ""
        if self.trouble:
            return f"{self.trouble}: Move now tries again"
        return f"{entry.title} waits: Move now lets it play" if self.match.behind else ""

    @property
    def cold(self) -> str:
        """What is being prepared for the engine whose turn it is; empty if nothing is."""
        waits = self.mover.entry is not None and not self.match.over and not self._can_search(self.mover)
        return self.state().words(self.needs) if waits else ""

    @property
    def may_judge(self) -> bool:
        """Whether what judges positions of this game is compiled."""
        name = judging(self.match.entry.key)
        return self.ready or bool(name and not self.match.options and self.state().has([name]))

    def think_if_due(self) -> None:
        """Have the engine whose turn it is think, or an engine for the person who wants to see values."""
        if self.thinking.search is not None:
            return
        if not self.idle_because and not self.waits:
            self._move()
        elif self.analyse and not self.match.over and self.mover.entry is None and self._can_search(self._helper):
            self._analyse()

    def move_now(self) -> str:
        """Have the engine play the best it has, or think if it stood still; says why it cannot."""
        if not self.idle_because:
            if self.thinking.search is not None:
                self.thinking.hurry()
            else:
                self._move()
                self.listeners.changed()
        return self.idle_because

    @property
    def needs(self) -> Needs:
        """The engine to move first, or else the one that will be, or that analyses; then the other, and estimates."""
        game = self.match.entry.key
        seats = [self.mover, *self.seats, *([self._helper] if self.analyse else [])]
        engines = dict.fromkeys(self._warm_up(seat) for seat in seats if seat.entry is not None)
        return Needs(*(tuple(filter(None, names)) for names in (engines, (judging(game),))))

    @property
    def _helper(self) -> Seat:
        """Who analyses for a person: the engine at the board, with its options."""
        helper = Seat()
        seated = next((s for s in self.seats if s.entry is not None), None)
        helper.suit(self.match.entry, seated.entry.key if seated and seated.entry else HELPER)
        helper.options = seated.options if seated else {}
        return helper

    def _warm_up(self, seat: Seat) -> str:
        """What an engine's searches need, where that is known."""
        return first_move(seat.entry.key, self.match.entry.key) if seat.entry is not None else ""

    def _can_search(self, seat: Seat) -> bool:
        """Whether nothing would be compiled here: with other options, or another game, it is not known what would."""
        name = self._warm_up(seat)
        usual = seat.entry is not None and not seat.options.get(seat.entry.key) and not self.match.options
        return self.ready or bool(name and usual and self.state().has([name]))

    def _move(self) -> None:
        self._ask(self.mover, Limits(**self.mover.budget), plays=True)

    def _analyse(self) -> None:
        helper = self._helper
        if helper.entry is not None:
            self._ask(helper, Limits(seconds=ANALYSIS_SECONDS, every_move=True), plays=False)

    def _ask(self, seat: Seat, limits: Limits, *, plays: bool) -> None:
        match, entry = self.match, seat.entry
        assert entry is not None
        options = dict(seat.options.get(entry.key, {}))
        search = Search(entry, options, match.game, match.position, limits, seat.memory, plays)
        self.trouble = ""
        self.told[match.at] = search
        self.thinking.ask(search)

    def _answered(self, search: Search, result: Result) -> None:
        if not search.plays:
            self.listeners.searched()
        elif not result.best:
            self._stand(f"{search.entry.title} found no move")
        else:
            self._play(result.best)
            self.listeners.played(search, result)
            self.listeners.changed()
            self.think_if_due()

    def _failed(self, search: Search, failure: Failure) -> None:
        if search.plays:
            self._stand(f"{search.entry.title} failed")
        self.listeners.failed(failure)

    def _stand(self, trouble: str) -> None:
        self.trouble = trouble
        self.listeners.changed()
