"""Backgammon's moves against OpenSpiel's, along random games; for the night.

M. Lanctot et al., "OpenSpiel: A Framework for Reinforcement Learning in Games", 2019. It plays a double as two turns
of two steps: what both come to is compared. It comes as wheels for some Pythons only, so no extra of ours names it:
`.ci/nightly` installs it where it can.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import pytest

from sandbox.games.general.api import general_games
from sandbox.games.general.binding import bound_to
from sandbox.games.general.library.backgammon.face import Board
from sandbox.games.general.perft import laid_out
from sandbox.games.general.rules import moves, play

pytestmark = pytest.mark.slow
POSITIONS = 100_000
GAME = general_games["backgammon"].create()
Sides = tuple[int, ...]


def peer() -> Any:
    """OpenSpiel, if it is installed."""
    why = "open_spiel is not installed: .ci/nightly does, where there is a wheel of it"
    return pytest.importorskip("pyspiel", reason=why)


def sides(state: Any) -> Sides:
    """Both players' checkers, each in their own view: off, points, bar."""
    told = str(state)
    first = [0, *(state.board(0, 24 - point) for point in range(1, 25)), 0]
    second = [0, *(state.board(1, point - 1) for point in range(1, 25)), 0]
    bar = told.split("Bar:")[1].split("\n", maxsplit=1)[0]
    off = told.split("Scores, X:")[1].split("\n", maxsplit=1)[0].split(", O:")
    first[25], second[25] = bar.count("x"), bar.count("o")
    first[0], second[0] = int(off[0]), int(off[1])
    return tuple(first + second)


def dice(state: Any) -> tuple[int, int]:
    """What was thrown, the higher first."""
    low, high = sorted(int(pips) for pips in str(state).split("Dice:")[1].split("\n")[0].strip())
    return high, low


def goes_on(state: Any, player: int) -> bool:
    """Whether the second half of a double is to be played."""
    return not state.is_terminal() and not state.is_chance_node() and state.current_player() == player


def theirs(state: Any, *, double: bool) -> set[Sides]:
    """Where every turn leads, by OpenSpiel."""
    found, player = set(), state.current_player()
    for action in state.legal_actions():
        child = state.child(action)
        if double and goes_on(child, player):
            found |= {sides(child.child(second)) for second in child.legal_actions()}
        else:
            found.add(sides(child))
    return found


def ours(now: Sides, player: int, thrown: tuple[int, int]) -> tuple[int, set[Sides]]:
    """How many moves the kernels write, and where they lead."""
    data, s, f = laid_out(GAME, Board((now[:26], now[26:]), player, thrown), 2)
    count = bound_to(moves, GAME.kernels())(data, s, f)
    found = set()
    for code in data[f : f + count].copy():
        bound_to(play, GAME.kernels())(data, s, code, f)
        found.add(tuple(data[f : f + 52].astype(int).tolist()))
    return int(count), found


def positions(seed: int) -> Iterator[Any]:
    """States in which a turn begins, along random games."""
    rng, game = random.Random(seed), peer().load_game("backgammon")
    while True:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(rng.choice([action for action, _ in state.chance_outcomes()]))
                continue
            player, high_low = state.current_player(), dice(state)
            yield state
            state.apply_action(rng.choice(state.legal_actions()))
            if high_low[0] == high_low[1] and goes_on(state, player):
                state.apply_action(rng.choice(state.legal_actions()))


@pytest.mark.timeout(3600)
def test_every_turn_of_a_hundred_thousand_positions() -> None:
    for state in islice(positions(1), POSITIONS):
        now, player, thrown = sides(state), state.current_player(), dice(state)
        count, found = ours(now, player, thrown)
        assert found == theirs(state, double=thrown[0] == thrown[1]), str(state)
        assert count == len(found)
