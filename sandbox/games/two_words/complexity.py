"""How large a game is: states, games, and both up to symmetry, by going through them ply by ply.

A game up to symmetry is a way through the tree in which moves to positions that differ by a symmetry of the
board only are one move (tic-tac-toe: 255,168 games, 26,830 up to symmetry). Positions of one ply are kept in
an open hash table with the number of ways to each. In loopy games all positions share one table, and games
are without number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.api import Game, Position
from sandbox.games.two_words.rules import ZERO, Words, moves, outcome, play, symmetry, work_array
from sandbox.kernels.arrays import Stop
from sandbox.kernels.bits import lowest
from sandbox.kernels.jit import kernel, specialise

MOST_STATES = 2_000_000
MOST_WAYS = 2**62  # beyond this, counts of games would overflow
MIX, S32 = np.uint64(0x9E3779B97F4A7C15), np.uint64(32)


class Table(NamedTuple):
    """Positions and the ways to each; open addressing, empty where `ways` is 0."""

    a: Words  # [slots, a power of two]
    b: Words
    ways: Words
    order: NDArray[np.int64]  # [slots] the slots in use, in the order of their first use


@dataclass(frozen=True, slots=True)
class Ply:
    """What there is after a number of moves."""

    ply: int
    states: int
    up_to_symmetry: int
    games: int | None  # that end here; None where games are without number
    games_up_to_symmetry: int | None
    first_wins: int | None
    draws: int | None
    second_wins: int | None
    last: bool = False  # no game goes beyond it


@kernel
def insert(table: Table, used: int, a: np.uint64, b: np.uint64, ways: np.uint64) -> int:
    """Add some ways to a position; how many slots are in use now. Modifies the table in place."""
    mask = np.uint64(table.a.size - 1)
    mixed = (a * MIX) ^ b
    slot = ((mixed ^ (mixed >> S32)) * MIX >> S32) & mask
    while table.ways[slot] != ZERO:
        if table.a[slot] == a and table.b[slot] == b:
            table.ways[slot] += ways
            return used
        slot = (slot + np.uint64(1)) & mask
    table.a[slot], table.b[slot], table.ways[slot] = a, b, ways
    table.order[used] = np.int64(slot)
    return used + 1


@kernel
def move_all(old: Table, used: int, new: Table) -> int:
    """Copy every position into another table."""
    copied = 0
    for i in range(used):
        slot = old.order[i]
        copied = insert(new, copied, old.a[slot], old.b[slot], old.ways[slot])
    return copied


@kernel
def spread(source: Table, span: NDArray[np.int64], target: Table, reduced: bool, data: Words, stop: Stop) -> None:
    """Play every move from every position of `source`, until done, stopped, or `target` is two thirds full.

    span = [next source index, its end, slots in use of target]. With `reduced`, positions are taken to their
    representatives, and moves from one position to the same representative are one. Modifies span and target
    in place.
    """
    room = target.a.size * 2 // 3 - 64
    seen_a, seen_b = np.empty(64, np.uint64), np.empty(64, np.uint64)
    while span[0] < span[1] and span[2] < room and stop[0] == 0:
        slot = source.order[span[0]]
        a, b = source.a[slot], source.b[slot]
        legal = moves(a, b, data)
        children = 0
        while legal != ZERO:
            move = lowest(legal)
            legal ^= move
            next_a, next_b = play(a, b, move, data)
            known = False
            if reduced:
                next_a, next_b = symmetry(next_a, next_b, data)
                for i in range(children):
                    known |= seen_a[i] == next_a and seen_b[i] == next_b
                seen_a[children], seen_b[children] = next_a, next_b
                children += 1
            if not known:
                span[2] = insert(target, span[2], next_a, next_b, source.ways[slot])
        span[0] += 1


@kernel
def endings(source: Table, first: int, end: int, results: Words, data: Words) -> None:
    """Add the ways that end in some positions: [lost, drawn, won] for who would move. Modifies results in place."""
    for i in range(first, end):
        slot = source.order[i]
        a, b = source.a[slot], source.b[slot]
        if moves(a, b, data) == ZERO:
            score = outcome(a, b, data)
            results[1 + (score > 0) - (score < 0)] += source.ways[slot]


def plies(
    game: Game, position: Position, depth: int | None, *, loopy: bool, most: int = MOST_STATES, stop: Stop | None = None
) -> Iterator[Ply]:
    """Ply after ply from a position, to a depth or the end; ends early where a ply has too many states."""
    flag = np.zeros(1, np.uint8) if stop is None else stop
    walks = [_Walk(game, position, reduced, loopy, flag) for reduced in (False, True)]
    ply = 0
    while walks[0].states and not flag[0]:
        row = _row(ply, walks, loopy)
        if ply == depth or not all([walk.step(most) for walk in walks]):  # noqa: C419  (both walk, always)
            yield row
            return
        yield replace(row, last=walks[0].states == 0)
        ply += 1


def _row(ply: int, walks: list[_Walk], loopy: bool) -> Ply:
    counts = ply, walks[0].states, walks[1].states
    if loopy:
        return Ply(*counts, None, None, None, None, None)
    lost, drawn, won = walks[0].endings()
    first, second = (won, lost) if ply % 2 == 0 else (lost, won)
    return Ply(*counts, lost + drawn + won, sum(walks[1].endings()), first, drawn, second)


class _Walk:
    """The positions of one ply, as they are or up to symmetry, and the way to the next."""

    def __init__(self, game: Game, position: Position, reduced: bool, loopy: bool, stop: Stop) -> None:
        kernels = game.kernels()
        self._spread: Any = specialise(spread, **kernels.of("moves", "play", "symmetry"))
        self._endings: Any = specialise(endings, **kernels.of("moves", "outcome"))
        self._data = work_array(game.data(position))
        self._reduced, self._loopy, self._stop = reduced, loopy, stop
        a, b = (np.uint64(w) for w in position.words)
        if reduced:
            a, b = kernels.symmetry(a, b, self._data)
        self._table = _empty(1 << 10)
        self._first = 0
        self._used = int(insert(self._table, 0, np.uint64(a), np.uint64(b), np.uint64(1)))

    @property
    def states(self) -> int:
        """Positions of this ply (in a loopy game: those not met before)."""
        return self._used - self._first

    def endings(self) -> list[int]:
        """Games that end at this ply: lost, drawn, won for who would move."""
        results = np.zeros(3, np.uint64)
        self._endings(self._table, self._first, self._used, results, self._data)
        return [int(r) for r in results]

    def step(self, most: int) -> bool:
        """Go on to the next ply; False if that has too many states or the work was stopped."""
        source, span = self._table, np.array([self._first, self._used, self._used if self._loopy else 0], np.int64)
        target = source if self._loopy else _empty(1 << 10)
        while not self._stop[0]:
            self._spread(source, span, target, self._reduced, self._data, self._stop)
            if span[0] >= span[1]:
                self._table, self._first, self._used = target, int(span[1]) if self._loopy else 0, int(span[2])
                return self._bounded(most)
            if span[2] > most:
                return False
            larger = _empty(2 * target.a.size)
            move_all(target, int(span[2]), larger)
            source, target = (larger, larger) if self._loopy else (source, larger)
        return False

    def _bounded(self, most: int) -> bool:
        slots = self._table.order[self._first : self._used]
        ways = int(self._table.ways[slots].max(initial=0)) * max(1, len(slots))
        return self.states <= most and (self._loopy or ways < MOST_WAYS)


def _empty(slots: int) -> Table:
    a, b, ways = (np.zeros(slots, np.uint64) for _ in range(3))
    return Table(a, b, ways, np.zeros(slots, np.int64))


def check_most(most: int, where: str) -> None:
    """So many states must fit into memory: some 100 bytes each."""
    if not 1 <= most <= 50_000_000:
        raise BadInput(where, str(most), "a number of states from 1 to 50,000,000")


def check_depth(depth: int | None, where: str) -> None:
    """Depths count plies."""
    if depth is not None and not 0 <= depth <= 1000:
        raise BadInput(where, str(depth), "a number of plies from 0 to 1000")
