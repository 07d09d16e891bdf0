"""The transposition table: what it saves, how its health is told, and that planted faults are caught."""

from __future__ import annotations

import inspect
from typing import Any

import numpy as np
import pytest

from sandbox.games.library.othello.rules import Othello
from sandbox.games.two_words import rules
from sandbox.games.two_words.outflanking import legal
from sandbox.games.two_words.zobrist import zobrist, zobrist_after
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits
from sandbox.gametree.report import SearchReport
from sandbox.gametree.windowed import search as windowed
from sandbox.gametree.windowed import table
from sandbox.gametree.windowed.session import Session, Settings, TableLayout
from sandbox.kernels.jit import JIT_OFF, kernel, specialise
from tests.gametree.searching import find
from tests.strategies.games import game_of, random_positions

BIG = {"table_bits": 20}


def test_a_table_saves_nodes_and_a_bigger_one_more() -> None:
    game = game_of("connect-four")
    start, limits = game.face().parse("44"), Limits(depth=10)
    nodes = [
        find("alphabeta", game, start, limits, **o).report.nodes for o in ({"table": "off"}, {"table_bits": 10}, BIG)
    ]
    assert nodes[0] > nodes[1] > nodes[2]


def test_symmetry_saves_nodes() -> None:
    game = game_of("connect-four")
    plain = find("alphabeta", game, game.face().start(), Limits(depth=10), **BIG)
    folded = find("alphabeta", game, game.face().start(), Limits(depth=10), symmetry=True, **BIG)
    assert folded.value == plain.value
    assert folded.report.nodes < plain.report.nodes


@pytest.mark.parametrize("scheme", ["always", "deeper", "later", "two-tier"])
def test_counts_of_the_array_add_up(scheme: str) -> None:
    game = game_of("connect-four")
    found = find(
        "alphabeta", game, game.face().start(), Limits(depth=9), table_bits=10, replacement=scheme, watch_table=True
    )
    health = found.report.table
    assert health.places == 1024
    assert 0 < health.filled <= 1024
    assert health.hits <= health.probes
    assert health.cutoffs <= health.hits
    assert health.overwrites > 0
    assert health.lost > 0
    assert health.false_hits == 0
    assert health.stores >= health.filled


def test_chains_lose_nothing_until_they_are_full() -> None:
    game = game_of("connect-four")
    options = {"table": "chained", "watch_table": True}
    roomy = find("alphabeta", game, game.face().start(), Limits(depth=9), table_bits=16, **options).report.table
    assert (roomy.lost, roomy.overwrites) == (0, 0)
    tight = find("alphabeta", game, game.face().start(), Limits(depth=9), table_bits=8, **options).report.table
    assert tight.overwrites > 0
    assert tight.filled == 256


def test_short_keys_mistake_positions_and_it_is_seen() -> None:
    game = game_of("othello")
    found = find("alphabeta", game, game.face().start(), Limits(depth=7), table_bits=10, key_bits=4, watch_table=True)
    assert found.report.table.false_hits > 0


# Faults: each replaces one kernel of the text by a wrong one, and the values must then differ from minimax.


@kernel
def every_bound_exact(data: np.uint64) -> int:
    """Forgets that some values are only bounds."""
    return 1


@kernel
def stale_hash(h: np.uint64, a: np.uint64, b: np.uint64, next_a: np.uint64, next_b: np.uint64) -> np.uint64:
    """Forgets to take the stones out that were turned."""
    return ((h << np.uint64(32)) | (h >> np.uint64(32))) ^ zobrist(next_a & ~b, np.uint64(0))


@kernel
def no_pass(a: np.uint64, b: np.uint64, data: np.ndarray[Any, Any]) -> np.uint64:
    """Othello without passes: who cannot move ends the game."""
    return legal(a, b)


def text_with(old: str, new: str) -> Any:
    """The search with a line of its source replaced."""
    source = inspect.getsource(windowed)
    assert old in source
    scope: dict[str, Any] = {"__name__": "faulty", "__annotations__": {}}
    exec(compile(source.replace(old, new), "<faulty>", "exec"), scope)
    return scope["search"]


def _values(
    game: Any, positions: list[Any], depth: int, options: dict[int, int], text: Any = windowed.search, **faults: Any
) -> list[int]:
    text = specialise(text, **faults) if faults else text
    found = []
    layout = TableLayout(table.ARRAY, 12)
    for position in positions:
        session = Session(game, position, Limits(), SearchReport(), None, Settings(text, options, layout))
        session.words[w.LIMIT] = np.uint64(1 << 62)
        found.append(session.window(depth))
    return found


COMMON = {w.PRUNING: 1, w.KEY_MASK: (1 << 64) - 1, w.REPLACEMENT: 0, w.TABLE_FROM: 1}


def test_a_forgotten_bound_is_caught() -> None:
    game = game_of("connect-four")
    positions = random_positions(game, 30, 20, seed=6)
    right = _values(game, positions, 6, COMMON)
    assert _values(game, positions, 6, COMMON, stored_bound=every_bound_exact) != right


def test_a_hash_that_is_not_kept_up_is_caught() -> None:
    game = game_of("othello")
    positions = random_positions(game, 40, 30, seed=6)
    options = COMMON | {w.KEYS: 1}
    right = _values(game, positions, 5, COMMON)
    assert _values(game, positions, 5, options) == right
    assert _values(game, positions, 5, options, zobrist_after=stale_hash) != right


@pytest.mark.small
@pytest.mark.skipif(not JIT_OFF, reason="a text made up in a test is in no file, so it is not compiled")
def test_a_null_window_believed_without_a_second_search_is_caught() -> None:
    game = game_of("connect-four")
    positions = random_positions(game, 12, 20, seed=6)
    options = COMMON | {w.NULL_WINDOWS: 1}
    right = _values(game, positions, 3, COMMON)
    assert _values(game, positions, 3, options) == right
    believing = text_with("if narrow and value > floor and value < beta and not", "if False and not")
    assert _values(game, positions, 3, options, believing) != right


def test_a_forgotten_pass_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    game = game_of("othello")
    positions = random_positions(game, 60, 58, seed=6)
    right = _values(game, positions, 5, COMMON)
    true = Othello.kernels
    monkeypatch.setattr(Othello, "kernels", lambda self: true(self)._replace(moves=no_pass))
    assert _values(game, positions, 5, COMMON) != right


def test_zobrist_kept_up_equals_zobrist_from_nothing() -> None:
    for key in ("connect-four", "othello", "morris"):
        game = game_of(key)
        face = game.face()
        for position in random_positions(game, 20, 20, seed=12):
            a, b = (np.uint64(x) for x in position.words)
            for move in face.moves(position):
                next_a, next_b = (np.uint64(x) for x in face.play(position, move).words)
                kept = zobrist_after(np.uint64(zobrist(a, b)), a, b, next_a, next_b)
                assert kept == zobrist(next_a, next_b)


def test_scores_fit_the_entries() -> None:
    assert rules.INFINITE < 1 << 15
