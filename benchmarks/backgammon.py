"""Backgammon's turns beside OpenSpiel's, if that is installed: `python -m benchmarks.backgammon`.

Both list the turns of the same positions along random games, in turn, in one run, by CPU time; that they lead to the
same positions is asserted. OpenSpiel lists a double as two turns of two steps, and is asked for the first alone. Ours
are asked for in a loop that is compiled, as engines do, and one by one from Python.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from itertools import islice
from statistics import median
from typing import Any

import numpy as np

from benchmarks.harness import section, table
from sandbox.games.general.binding import bound_to
from sandbox.games.general.library.backgammon.face import Board
from sandbox.games.general.perft import laid_out
from sandbox.games.general.rules import moves
from sandbox.games.general.words import Words
from sandbox.kernels.jit import kernel, specialise
from tests.games.general.test_backgammon_by_others import GAME, dice, ours, positions, sides, theirs

POSITIONS, ROUNDS, AGAIN = 600, 15, 10


@kernel
def all_of(states: Words, wide: int, data: Words, s: int, m: int) -> int:
    """The turns of one position after the other, each laid where the state is."""
    count = 0
    for first in range(0, states.size, wide):
        for i in range(wide):
            data[np.uint64(s + i)] = states[np.uint64(first + i)]
        count += moves(data, s, m)
    return count


def each(run: Callable[[Any], object], of: list[Any]) -> float:
    """CPU seconds for one of them."""
    began = time.process_time()
    for one in of:
        run(one)
    return (time.process_time() - began) / len(of)


def main() -> None:
    """Write the section."""
    states = [state.clone() for state in islice(positions(3), POSITIONS)]
    laid = []
    for state in states:
        now, player, thrown = sides(state), state.current_player(), dice(state)
        assert ours(now, player, thrown)[1] == theirs(state, double=thrown[0] == thrown[1])
        laid.append(laid_out(GAME, Board((now[:26], now[26:]), player, thrown), 2))
    single = bound_to(moves, GAME.kernels())
    looped = specialise(all_of, moves=single)
    data, s, m = laid[0]
    whole = (np.concatenate([words[at:end] for words, at, end in laid]), m - s, data.copy(), s, m)
    counts = sum(single(*one) for one in laid)
    assert looped(*whole) == counts
    rounds = [
        (
            each(lambda _: looped(*whole), [0] * AGAIN) / len(laid),
            each(lambda one: single(*one), laid),
            each(lambda state: state.legal_actions(), [state.clone() for state in states]),
        )
        for _ in range(ROUNDS)
    ]
    loop, one, peer = (median(times[at] for times in rounds) for at in range(3))
    names = ("compiled loop", "one by one from Python", "OpenSpiel, `legal_actions` from Python")
    rows = [[name, f"{t * 1e6:.2f} µs", f"{peer / t:.1f}×"] for name, t in zip(names, (loop, one, peer), strict=True)]
    text = f"The turns of {POSITIONS} positions along random games, the same ones, a position:"
    section("Backgammon", f"{text}\n\n{table(['', 'time', 'OpenSpiel ÷ this'], rows)}")


if __name__ == "__main__":
    main()
