"""All engines agree: the same value at the same depth, whatever option may not change it is switched."""

from __future__ import annotations

from itertools import cycle
from typing import Any

import pytest

from sandbox.gametree.api import Limits
from tests.gametree.searching import find
from tests.strategies.games import game_of, random_positions

# game, positions, longest random opening, depth
CASES = [
    ("connect-four", 400, 36, 4),
    ("othello", 250, 58, 3),
    ("tic-tac-toe", 300, 7, 5),
    ("nim", 300, 6, 5),
    ("morris", 300, 20, 5),
    ("tree", 30, 1, 3),
]
OFF = {"table": "off", "deepening": False, "table_move": False, "killers": False, "history": False, "static": False}
SMALL = {"table_bits": 9}
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("alphabeta", OFF),
    ("alphabeta", SMALL),
    ("alphabeta", {"table": "off"}),
    ("alphabeta", OFF | {"table": "array"} | SMALL),
    ("alphabeta", SMALL | {"replacement": "always"}),
    ("alphabeta", SMALL | {"replacement": "deeper"}),
    ("alphabeta", SMALL | {"replacement": "later"}),
    ("alphabeta", {"table": "chained", "table_bits": 9}),
    ("alphabeta", {"keys": "zobrist"}),
    ("alphabeta", {"symmetry": True}),
    ("alphabeta", {"symmetry": True, "keys": "zobrist"}),
    ("alphabeta", {"internal_deepening": True}),
    ("alphabeta", {"replies": True}),
    ("alphabeta", {"watch_table": True}),
    ("alphabeta", {"aspiration": 30}),
    ("alphabeta", OFF | {"best_case": True}),
    ("alphabeta", SMALL | {"best_case": True, "aspiration": 30}),
    ("pvs", SMALL),
    ("pvs", SMALL | {"best_case": True}),
    ("pvs", OFF),
    ("pvs", {"aspiration": 30, "replies": True, "internal_deepening": True}),
    ("mtdf", SMALL),
    ("mtdf", {"deepening": False, "keys": "zobrist"}),
    ("mtdf", {"table": "chained", "table_bits": 9, "symmetry": True}),
    ("mtdf", SMALL | {"best_case": True}),
]


@pytest.mark.parametrize(("key", "number", "longest", "depth"), CASES, ids=[c[0] for c in CASES])
def test_values_are_equal_at_equal_depth(key: str, number: int, longest: int, depth: int) -> None:
    game = game_of(key)
    variants = cycle(VARIANTS)
    options = {"cycles": False}  # a draw by repetition depends on the path, so a table must change values then
    for position in random_positions(game, number, longest, seed=7):
        limits = Limits(depth=depth)
        expected = find("negamax", game, position, limits, **options)
        assert find("minimax", game, position, limits, **options).value == expected.value
        for _ in range(4):
            engine, switched = next(variants)
            found = find(engine, game, position, limits, **options, **switched)
            where = f"{engine} {switched} at {game.face().print(position)}"
            assert found.value == expected.value, where
            best = [m for m in expected.root if m.value == expected.value]
            assert found.best in {m.move for m in best}, where
            assert found.exact >= expected.exact, where


@pytest.mark.parametrize("key", ["connect-four", "othello", "morris"])
def test_every_move_gets_the_value_minimax_gives_it(key: str) -> None:
    game = game_of(key)
    for position in random_positions(game, 15, 20, seed=3):
        limits = Limits(depth=4, every_move=True)
        expected = {m.move: m.value for m in find("negamax", game, position, limits, cycles=False).root}
        for engine in ("alphabeta", "pvs"):
            found = find(engine, game, position, limits, cycles=False).root
            assert {m.move: m.value for m in found} == expected
            assert {m.bound.value for m in found} == {"exact"}


def test_cycles_on_the_path_are_draws_and_do_not_spoil_the_table() -> None:
    """With repetition counted as a draw, the table must not hand a path's draw to another path."""
    game = game_of("morris")
    for position in random_positions(game, 60, 24, seed=5):
        limits = Limits(depth=6)
        expected = find("negamax", game, position, limits)
        assert find("alphabeta", game, position, limits, **OFF).value == expected.value
