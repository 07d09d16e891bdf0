"""One general search, outside its kernel: lays out the arena, tries the root's moves depth by depth, reads the answer.

The root is searched here, move by move, by a `Looking`, which says how a text is called and what its answer means;
between two calls the arena is the only state.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol

import numpy as np

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.binding import bound_to, front, state_words
from sandbox.games.general.rules import evaluate, length, most_moves, players
from sandbox.games.general.words import CHANCE, FAR, TERMINAL, Words
from sandbox.gametree import work as w
from sandbox.gametree.api import Bound, Limits, Status
from sandbox.gametree.general import arena
from sandbox.gametree.general.api import Answer, Counts, Deepened, MoveWorth, Worth
from sandbox.gametree.general.recorder import FACTS, SEARCHED, STOPPED, WORTH, Recording, recorded
from sandbox.gametree.watch import watching

_rehearsed: set[Any] = set()
"""Kernels that are compiled for certain in this process."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a look at a state gave."""

    worth: Worth
    bound: Bound = Bound.EXACT


class Looking(Protocol):
    """How an engine looks at a state below the root."""

    @property
    def text(self) -> Callable[..., Any]:
        """The kernel."""

    def options(self) -> Mapping[int, int]:
        """Words of the arena's options; the table's size among them."""

    def look(self, session: Session, depth: int, ply: int, best: float | None) -> Found:
        """What the state at `session.s` is worth; `best` is what the root's player has already."""


@dataclass(slots=True)
class _Depth:
    """The rows of one depth, as far as it has come."""

    rows: list[MoveWorth] = field(default_factory=list)
    best: str = ""  # the move

    @property
    def row(self) -> MoveWorth | None:
        """The best move's."""
        return next((row for row in self.rows if row.move == self.best), None)


class Session:
    """One search of one position by one engine."""

    def __init__(
        self,
        game: GeneralGame,
        position: Any,
        limits: Limits,
        looking: Looking,
        recording: Recording | None = None,
    ) -> None:
        self.game, self.position, self.limits, self.looking = game, position, limits, looking
        self.face = game.face()
        self.player = self.face.to_move(position)
        self.recording = recording
        self.kernel = bound_to(looking.text, game.kernels())
        if recording is not None:
            self.kernel = recorded(self.kernel, game.kernels()._asdict())
        self.words, self.s, self.f, self.players = self._laid_out()
        self.moves = tuple(self.face.moves(position)) if self.player >= 0 else ()
        self.deepening: list[Deepened] = []
        self.children: dict[str, tuple[Any, Words]] = {}  # of the root, by moves
        self.promise: dict[str, float] = {}  # what the last depth said of each move

    def _laid_out(self) -> tuple[Words, int, int, int]:
        """… FREE | weights | game | root | table | frames | recording."""
        head, rules = front(self.game, self.position, arena.FREE), self.game.kernels()
        for place, value in self.looking.options().items():
            head[place] = value
        many, words, most = (int(bound_to(k, rules)(head)) for k in (players, length, most_moves))
        table = head.size + words
        f = table + (arena.ENTRY << int(head[arena.TABLE_BITS]) if head[arena.TABLE] else 0)
        head[arena.TABLE_BASE] = table
        end = f + (arena.DEEPEST + 4) * (many + 4 * most + words)
        if self.recording is not None:
            self.recording.prepare(head, end)
        # Zeros cost nothing before they are touched, and of a large table a small search touches little.
        arena_words = np.zeros(end + (self.recording.words(many) if self.recording is not None else 0), np.uint64)
        arena_words[: head.size] = head
        return arena_words, head.size, f, many

    # One look.

    def put(self, position: Any) -> None:
        """Write a position where looks begin."""
        state = state_words(self.game, position)
        self.words[self.s : self.s + state.size] = state

    def _laid(self, move: str) -> Any:
        """Where a move of the root leads; that stands where looks begin."""
        if move not in self.children:
            after = self.face.play(self.position, move)
            self.children[move] = after, state_words(self.game, after)
        after, state = self.children[move]
        self.words[self.s : self.s + state.size] = state
        return after

    @property
    def stopped(self) -> bool:
        """Whether the kernel gave up."""
        return bool(self.words[w.NODES] >= self.words[w.LIMIT])

    def worth_at(self, place: int) -> tuple[float, ...]:
        """A vector in the arena."""
        return tuple(self.words[place : place + self.players].view(np.float64).tolist())

    def only(self, player: int, value: float) -> Worth:
        """What one player has, when nothing is known of the others."""
        return tuple(value if p == player else None for p in range(self.players))

    # The search.

    def run(self, depths: range) -> Answer:
        """Depth after depth, until the last, the budget, or certainty."""
        began = time.perf_counter()
        if self.player == TERMINAL:
            return self._over()
        self._rehearse()
        began, exact, last = time.perf_counter(), False, _Depth()
        worth: Worth = ()
        with watching(self.words, self.limits, began):
            for depth in depths:
                nodes, horizon = int(self.words[w.NODES]), int(self.words[w.HORIZON])
                current, found = self._searched(depth)
                if self.stopped:
                    last = last if last.rows else current
                    break
                self.promise = {row.move: row.worth[self.player] or 0.0 for row in current.rows}
                last, worth, exact = current, found, int(self.words[w.HORIZON]) == horizon
                spent, seconds = int(self.words[w.NODES]) - nodes, time.perf_counter() - began
                deepened = Deepened(depth, self._best(last), spent, seconds, worth)
                self.deepening.append(deepened)
                if exact:
                    break
        spent_in_all = time.perf_counter() - began
        if self.recording is not None:
            self.recording.collect(self.words, self.players)
        return self._answer(last, worth, exact=exact, seconds=spent_in_all)

    def _rehearse(self) -> None:
        """Look once without a budget, so that compiling is over before the clock starts."""
        if self.kernel not in _rehearsed:
            self.words[w.LIMIT] = 0
            self.looking.look(self, 1, 0, None)
            if self.moves:
                self._estimate(self.moves[0])
                self.words[arena.ESTIMATES] = 0
            _rehearsed.add(self.kernel)

    def _searched(self, depth: int) -> tuple[_Depth, Worth]:
        """The root at one depth."""
        found = _Depth()
        if self.recording is not None:
            self.recording.begin(self.words)
        if self.player == CHANCE:
            self.put(self.position)
            return found, self.looking.look(self, depth, 0, None).worth
        self.words[w.NODES] += np.uint64(1)
        self._open_root(depth)
        top: float | None = None
        worth: Worth = ()
        for move in self._in_order(depth):
            row = self._row(move, depth, None if self.limits.every_move else top)
            if self.stopped:
                break
            found.rows.append(row)
            value = row.worth[self.player]
            if value is not None and (top is None or value > top):
                top, worth, found.best = value, row.worth, move
        self._close_root(worth)
        found.rows.sort(key=lambda row: self.moves.index(row.move))
        return found, worth

    def _in_order(self, depth: int) -> tuple[str, ...]:
        """The root's moves as they are tried: as the game lists them, or the promising ones first."""
        if not self.looking.options().get(arena.ORDER) or depth == 1 or self.player < 0:
            return self.moves
        worth = self.promise or {move: self._estimate(move) for move in self.moves}
        return tuple(sorted(self.moves, key=lambda move: -worth[move]))

    def _estimate(self, move: str) -> float:
        """What a move seems to be worth to the root's player, at a glance."""
        over = self.face.utility(self._laid(move))
        if over is not None:
            return float(over[self.player])
        bound_to(evaluate, self.game.kernels())(self.words, self.s, self.f)
        self.words[arena.ESTIMATES] += np.uint64(1)
        return self.worth_at(self.f)[self.player]

    def _open_root(self, depth: int) -> None:
        """The root's row of the recording: its children are searched one by one from here."""
        if self.recording is not None:
            root = np.array([-1, 0, (self.player + 2) << 16 | STOPPED << 32, depth], np.int64).view(np.uint64)
            numbers = np.array([-FAR, FAR, *[np.nan] * self.players]).view(np.uint64)
            base = int(self.words[w.RECORD_BASE])
            self.words[base : base + WORTH + self.players] = np.concatenate([root, numbers])
            self.words[w.RECORD_COUNT], self.words[arena.NODES] = 1, 0

    def _close_root(self, worth: Worth) -> None:
        if self.recording is not None and not self.stopped:
            base = int(self.words[w.RECORD_BASE])
            self.words[base + FACTS] = (self.player + 2) << 16 | SEARCHED << 32
            known = np.array([np.nan if value is None else value for value in worth])
            self.words[base + WORTH : base + WORTH + len(worth)] = known.view(np.uint64)

    def _row(self, move: str, depth: int, top: float | None) -> MoveWorth:
        before = int(self.words[w.NODES])
        after = self._laid(move)
        if self.recording is not None:
            self.words[arena.CAME + 1] = self.face.code_of(self.position, move)
        found = self.looking.look(self, depth - 1, 1, top)
        spent = int(self.words[w.NODES]) - before
        return MoveWorth(move, found.worth, found.bound, spent, (move, *self._line(after)))

    def _line(self, position: Any) -> tuple[str, ...]:
        """The line kept from the root's child on, in the game's words."""
        many = int(self.words[arena.LENGTHS + 1])
        start, names = arena.LINES + arena.LINE, list[str]()
        for code in self.words[start : start + many].tolist():
            if self.face.to_move(position) < 0:
                break
            name = next((m for m in self.face.moves(position) if self.face.code_of(position, m) == code), None)
            if name is None:
                break
            names.append(name)
            position = self.face.play(position, name)
        return tuple(names)

    def _best(self, depth: _Depth) -> str:
        return depth.best or (self.moves[0] if self.moves else "")

    def _answer(self, last: _Depth, worth: Worth, *, exact: bool, seconds: float) -> Answer:
        cancelled = bool(self.limits.stop[0])
        status = Status.DONE if not self.stopped else Status.CANCELLED if cancelled else Status.BUDGET
        row = last.row
        line = row.line if row is not None else ()
        depth = self.deepening[-1].depth if self.deepening else 0
        if not self.deepening:  # stopped within the first depth: what its finished moves say
            worth = row.worth if row is not None else ()
        return Answer(
            self.player,
            self._best(last),
            worth,
            exact,
            line,
            depth,
            status,
            seconds,
            tuple(last.rows),
            self.counts(),
            tuple(self.deepening),
        )

    def _over(self) -> Answer:
        worth = tuple(self.face.utility(self.position) or ())
        return Answer(self.player, "", worth, True, (), 0, Status.DONE, 0.0, (), Counts())

    def counts(self) -> Counts:
        """What the search took."""
        return Counts(*(int(self.words[at]) for at in _COUNTERS))


_COUNTERS = (
    w.NODES, w.LEAVES, w.TERMINALS, w.INTERIOR, w.CUTOFFS, w.FIRST_CUTOFFS, arena.STAR_CUTS, arena.PROBES,
    arena.ESTIMATES, arena.TABLE_HITS, w.DEEPEST,
)  # fmt: skip


def depths(own: int, limits: Limits) -> range:
    """One depth; or, under a budget, depth after depth to the one asked for, or as far as frames reach."""
    budget = bool(limits.seconds or limits.nodes)
    to = min(limits.depth or (arena.DEEPEST if budget else own), arena.DEEPEST)
    return range(1 if budget else to, to + 1)
