"""What an engine calls proven is so: over all options and budgets, against naive negamax at the end of every game."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.games.api import games
from sandbox.gametree.api import Bound, Limits, engines, engines_for
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from sandbox.registry import Option
from tests.gametree.searching import check, find
from tests.oracles.negamax import value_of, values_where_positions_recur
from tests.strategies.engines import budgets, endings, options_of
from tests.strategies.games import ALL_GAMES, game_of

LEFT = {"othello": 4, "connect-four": 7, "tic-tac-toe": 9}
WINDOWED = ("alphabeta", "pvs", "mtdf")
NOT_PAIRED = ("depth", "table_bits", "evaluation", "weights", "quiet_plies", "probcut")


@cache
def truths(key: str) -> tuple[list[Any], Callable[[Any], float]]:
    """Positions of a game, and what is their value."""
    game = game_of(key)
    if game.face().start() in (known := _recurring(key)):
        return sorted((p for p in known if game.face().moves(p)), key=str)[::97], known.__getitem__
    seen: dict[Any, float] = {}
    return endings(key, 50, LEFT.get(key, 0)), lambda position: value_of(game.face(), position, seen)


@cache
def _recurring(key: str) -> dict[Any, float]:
    return values_where_positions_recur(game_of(key).face()) if key == "morris" else {}


@pytest.mark.parametrize("key", ALL_GAMES)
@given(st.data())
def test_what_is_proven_is_true_whatever_the_options(key: str, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(truths(key)[0]))
    engine = data.draw(st.sampled_from([e.key for e in engines_for(games[key])]))
    options, limits = data.draw(options_of(engines[engine], key)), data.draw(budgets(key))
    found = find(engine, game_of(key), position, limits, **options)
    check(
        game_of(key).face(),
        truths(key)[1],
        position,
        found,
        (engine, options, limits, game_of(key).face().print(position)),
    )


@pytest.mark.parametrize("key", ALL_GAMES)
@given(st.data())
def test_exact_play_is_proven_and_true(key: str, data: st.DataObject) -> None:
    position, limits = data.draw(st.sampled_from(truths(key)[0])), data.draw(budgets(key))
    found = exact.solve(game_of(key), position, limits, SearchReport())
    assert found.exact or limits.nodes
    check(game_of(key).face(), truths(key)[1], position, found, (limits, game_of(key).face().print(position)))


def choices(option: Option) -> tuple[Any, ...]:
    """What an option is set to in pairs."""
    if option.kind == "bool":
        return (False, True)
    return option.choices or (option.low, option.high)


@pytest.mark.parametrize("engine", WINDOWED)
def test_what_is_proven_is_true_with_every_pair_of_options(engine: str) -> None:
    paired = [o for o in engines[engine].options if o.name not in NOT_PAIRED]
    places = [(key, position) for key in ("othello", "connect-four", "morris") for position in truths(key)[0][:40]]
    settings = [
        {one.name: a, other.name: b}
        for one, other in combinations(paired, 2)
        for a, b in product(choices(one), choices(other))
    ]
    for number, options in enumerate(settings):
        key, position = places[number % len(places)]
        found = find(engine, game_of(key), position, Limits(depth=10), table_bits=8, **options)
        check(
            game_of(key).face(), truths(key)[1], position, found, (engine, options, game_of(key).face().print(position))
        )


@pytest.mark.parametrize("table", ["off", "array", "chained"])
def test_the_two_bounds_of_mtd_f_must_both_be_proven(table: str) -> None:
    """An upper bound from an estimate and a lower one from the rules, met at too small a depth, prove nothing."""
    game = game_of("othello")
    text = "OOOOOOOXOOOOOOOOOOOXOOOOOOXOOOXOOXOXOOOOX-OXOOOO-OXOOOOO-XX-OOOO X"
    found = find("mtdf", game, game.face().parse(text), Limits(depth=16), table=table)
    assert (found.value, found.exact) == (-44, True)


@pytest.mark.parametrize("engine", ["minimax", "negamax", *WINDOWED])
def test_a_depth_beyond_all_boards_is_cut(engine: str) -> None:
    """A loopy game without repetition goes down for ever: the arrays end at MAX_PLY."""
    game = game_of("morris")
    options = {"cycles": False} | ({"deepening": False} if engine in WINDOWED else {})
    found = find(engine, game, game.face().start(), Limits(depth=1000, nodes=3000), **options)
    assert (found.report.nodes, found.exact) == (3000, False)
    assert found.report.searching < 128


def test_a_cut_key_proves_nothing() -> None:
    game = game_of("tic-tac-toe")
    for bits, proven in ((4, False), (56, False), (57, True), (64, True)):
        found = find("alphabeta", game, game.face().start(), Limits(depth=9), table_bits=8, key_bits=bits)
        assert found.exact is proven
        assert {row.exact for row in found.root} == {proven}


@pytest.mark.parametrize("engine", WINDOWED)
def test_a_win_found_beyond_the_depth_is_not_called_the_quickest(engine: str) -> None:
    """Extensions look deeper at some leaves: a shorter win may lie beyond the others."""
    game = game_of("connect-four")
    for text, value in (("652242227177557442554175", 8), ("1673151665332356314", 11), ("755437471142547446", 11)):
        found = find(engine, game, game.face().parse(text), Limits(depth=2), extension=4)
        assert (found.exact, found.report.bound) == (False, Bound.LOWER)
        assert 1 <= found.value <= value
