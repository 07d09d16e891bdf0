"""A game of the user's own being played: its moves, who sits where, and one thread that asks its process.

Nothing here waits: what is asked for comes with the next frames, or never, and then the reason is reported.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sandbox.errors import BadInput
from sandbox.games.own.game import Asked, Depth, Look, OwnGame, Table, Thought
from sandbox.own.described import Described
from sandbox.own.failures import OwnCodeFailed
from sandbox.registry import Entry
from sandbox.ui.jobs import Failure, Job, Stop, Worker

YOU: Final = ""  # who sits where no engine does
SLOT: Final = "own game"


@dataclass(eq=False)
class Session:
    """One game. `changed` is called whenever there is something else to show."""

    worker: Worker
    changed: Callable[[], None]
    entry: Entry[OwnGame] | None = None
    options: dict[str, Any] = field(default_factory=dict)
    seats: list[str] = field(default_factory=lambda: [YOU, "alphabeta"])
    seconds: float = 1.0  # an engine may think
    moves: list[str] = field(default_factory=list)
    undone: list[str] = field(default_factory=list)  # last one first to be redone
    look: Look | None = None  # of the position after `moves`; None: not known yet
    depths: tuple[Depth, ...] = ()  # of the search that runs, or of the last one
    thought: Thought | None = None
    hint: str = ""
    players: dict[str, Described] = field(default_factory=dict)  # engines and evaluations of other files, by key
    thinking: bool = False
    failure: Failure | None = None
    _table: Table | None = None

    def begin(self, entry: Entry[OwnGame], options: Mapping[str, Any], moves: list[str] | None = None) -> None:
        """Play this game from its start, or from where these moves lead. Raises BadInput for what cannot be."""
        game = entry.create(options)
        self.entry, self.options = entry, dict(options)
        self.seats = [seat if seat in (*game.engines, *self.players) else YOU for seat in self.seats]
        self.moves, self.undone, self.thought, self.depths = list(moves or ()), [], None, ()
        self._leave_table()
        self._table = game.table()
        self.follow()

    @property
    def engines(self) -> tuple[str, ...]:
        """Who may be seated."""
        return (*self._table.game.engines, *self.players) if self._table is not None else ()

    def know(self, players: dict[str, Described]) -> None:
        """Other files came, changed or went: whoever plays does so as the file now stands, or leaves the seat."""
        changed = {key for key in (*players, *self.players) if players.get(key) != self.players.get(key)}
        self.players = players
        if not changed:
            return
        met = changed.intersection(self.seats)
        self.seats = [seat if seat not in changed or seat in players else YOU for seat in self.seats]
        if met and (self.thinking or self.failure is not None):
            self.follow()
        else:
            self.changed()

    def close(self) -> None:
        """End the process, as soon as the thread is free."""
        self.worker.cancel(SLOT)
        self._leave_table()

    def _leave_table(self) -> None:
        table, self._table = self._table, None
        if table is not None:
            self.worker.submit(Job("Ending a game", f"{SLOT} {id(table)}", lambda _: table.close(), _nothing))

    # What a person does --------------------------------------------------------------------------------

    def play(self, move: str) -> None:
        """Make a move, if it is one."""
        if self.look is None or move not in self.look.moves:
            return
        if self.undone and self.undone[-1] == move:
            self.undone.pop()
        else:
            self.undone = []
        self.moves.append(move)
        self.follow()

    def back(self) -> None:
        """Take back, to where a person is to move."""
        while self.moves:
            self.undone.append(self.moves.pop())
            if self.seats[len(self.moves) % 2] == YOU or all(self.seats):
                break
        self.follow(rest=True)

    def forward(self) -> None:
        """Redo."""
        if self.undone:
            self.moves.append(self.undone.pop())
            self.follow(rest=True)

    def sit(self, seat: int, engine: str) -> None:
        """Have somebody else play a side."""
        self.seats[seat] = engine
        self.follow()

    # Asking --------------------------------------------------------------------------------------------

    def follow(self, *, rest: bool = False) -> None:
        """See how the position stands; then whoever is to move does, unless engines are to rest."""
        table, moves = self._table, tuple(self.moves)
        self.look, self.hint, self.failure, self.thinking = None, "", None, False
        if table is None:
            return

        def work(stop: Stop) -> Look | BadInput | None:
            try:
                return table.look(moves, stop)
            except OwnCodeFailed:
                raise
            except BadInput as illegal:
                return illegal

        def seen(look: Look | BadInput | None) -> None:
            if look is None or moves != tuple(self.moves) or table is not self._table:
                return
            if isinstance(look, BadInput):  # the rules are others than they were
                self.moves, self.undone = [], []
                self.follow(rest=rest)
                return
            self.look = look
            if look.worth is None and not rest:
                self.go_on()
            self.changed()

        self.worker.submit(Job("Looking at the game", SLOT, work, seen, self._failed))
        self.changed()

    def go_on(self) -> None:
        """An engine moves, if it is its turn."""
        if self.look is not None and self.look.worth is None and self.seats[self.look.to_move]:
            self._think(self.seats[self.look.to_move], self._make)

    def advise(self) -> None:
        """A move for whoever is to move, as alpha-beta sees it."""
        if self.look is not None and self.look.worth is None:
            self._think("alphabeta", self._point)

    def _make(self, thought: Thought) -> None:
        assert self.look is not None
        self.play(thought.move if thought.move in self.look.moves else self.look.moves[0])

    def _point(self, thought: Thought) -> None:
        self.hint = thought.move

    def _think(self, engine: str, then: Callable[[Thought], None]) -> None:
        table, moves = self._table, tuple(self.moves)
        assert table is not None
        self.thinking, self.depths, self.thought = True, (), None
        asked = Asked(engine, seconds=self.seconds, player=self.players.get(engine))

        def tell(depth: Depth) -> None:
            self.depths = (*self.depths, depth)  # in the worker's thread: a new tuple, never one that is being read

        def work(stop: Stop) -> Thought | None:
            return table.think(moves, asked, len(moves), stop, tell)

        def done(thought: Thought | None) -> None:
            if thought is None or moves != tuple(self.moves) or table is not self._table:
                return
            self.thinking, self.thought, self.depths = False, thought, thought.depths
            then(thought)
            self.changed()

        self.worker.submit(Job("Thinking", SLOT, work, done, self._failed))

    def _failed(self, failure: Failure) -> None:
        self.failure, self.thinking = failure, False
        self.changed()


def _nothing(_: object) -> None:
    """Nobody waits for it."""
