"""How large a general game is: states and games, ply by ply, moves and outcomes counted alike.

The states of a ply are kept with the number of ways to each, in plain Python (so that ways have no limit); what
comes after a state the kernels say. In games whose positions recur all plies share one set, and games are without
number.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.binding import bound_to
from sandbox.games.general.perft import laid_out
from sandbox.games.general.rules import length, most_moves, moves, outcomes, play, to_move
from sandbox.games.general.words import CHANCE, TERMINAL, Words
from sandbox.games.two_words.complexity import MOST_STATES
from sandbox.kernels.arrays import Stop
from sandbox.kernels.jit import kernel

State = bytes


@dataclass(frozen=True, slots=True)
class GeneralPly:
    """What there is after a number of moves and outcomes."""

    ply: int
    states: int  # in a loopy game: those not met before
    games: int | None  # that end here; None where games are without number, or not all states were gone through
    last: bool = False  # no game goes beyond it


@kernel
def children(data: Words, s: int, f: int, nexts: NDArray[np.uint64]) -> int:
    """Write every state that may follow, one behind the other; how many, none when the game is over."""
    who = to_move(data, s)
    if who == TERMINAL:
        return 0
    many = outcomes(data, s, f, f + most_moves(data)) if who == CHANCE else moves(data, s, f)
    child = f + 2 * most_moves(data)
    for i in range(many):
        play(data, s, data[np.uint64(f + i)], child)
        for word in range(length(data)):
            nexts[i * length(data) + word] = data[np.uint64(child + word)]
    return many


def plies(
    game: GeneralGame,
    position: Any,
    depth: int | None,
    *,
    loopy: bool,
    most: int = MOST_STATES,
    stop: Stop | None = None,
) -> Iterator[GeneralPly]:
    """Ply after ply from a position, to a depth or the end; ends early where a ply has too many states."""
    walk = _Walk(game, position)
    ways: dict[State, int] = {walk.start: 1}
    seen, ply = set(ways), 0
    while ways and not (stop is not None and stop[0]):
        after, over = walk.step(ways, most, stop)
        if loopy and after is not None:
            after = {state: 1 for state in after if state not in seen}
            seen |= after.keys()
        last = after is not None and not after
        yield GeneralPly(ply, len(ways), None if loopy or after is None else over, last=last)
        if after is None or ply == depth:
            return
        ways, ply = after, ply + 1


class _Walk:
    """From the states of a ply to those of the next."""

    def __init__(self, game: GeneralGame, position: Any) -> None:
        self.data, self.s, self.f = laid_out(game, position, 1)
        self.children = bound_to(children, game.kernels())
        self.size = self.f - self.s
        self.nexts = np.zeros(int(bound_to(most_moves, game.kernels())(self.data)) * self.size, np.uint64)
        self.start: State = self.data[self.s : self.f].tobytes()

    def step(self, ways: dict[State, int], most: int, stop: Stop | None) -> tuple[dict[State, int] | None, int]:
        """The next ply, or None if it has too many states; and how many games end here."""
        after: dict[State, int] = {}
        over, bytes_each = 0, 8 * self.size
        for state, number in ways.items():
            self.data[self.s : self.f] = np.frombuffer(state, np.uint64)
            many = self.children(self.data, self.s, self.f, self.nexts)
            over += number if many == 0 else 0
            raw = self.nexts[: many * self.size].tobytes()
            for at in range(0, many * bytes_each, bytes_each):
                child = raw[at : at + bytes_each]
                after[child] = after.get(child, 0) + number
            if len(after) > most or (stop is not None and stop[0]):
                return None, over
        return after, over
