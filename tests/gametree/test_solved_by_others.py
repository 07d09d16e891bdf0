"""Engines against solvers written by others: endings over all options, legal moves, counts of moves; for the night.

rust_reversi (its rules, searched here by a plain alpha-beta) and BitBully come as wheels for some Pythons only, so no
extra of ours names them: `.ci/nightly` installs them where it can, and elsewhere these tests are skipped.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.games.api import games
from sandbox.games.two_words.perft import perft
from sandbox.gametree.api import Limits, engines, engines_for
from sandbox.gametree.books.book import page_of
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import check, find
from tests.strategies.engines import budgets, endings, options_of
from tests.strategies.games import game_of

pytestmark = pytest.mark.slow
SEARCHES, POSITIONS, COUNTED = 12_000, 6_000, 1_000  # each of both games
LEFT = {"othello": 8, "connect-four": 10}  # so that minimax, too, can go through all of it


def module(name: str) -> Any:
    """A solver, if it is installed."""
    return pytest.importorskip(name, reason=f"{name} is not installed: .ci/nightly does, where there is a wheel of it")


# Othello by rust_reversi: squares are numbered as ours.


def reversi(position: Any) -> Any:
    """The position as rust_reversi's board."""
    peer = module("rust_reversi")
    board = peer.Board()
    board.set_board_str(position.cells, peer.Turn.BLACK if position.side == "X" else peer.Turn.WHITE)
    return board


def turned_about(word: int) -> int:
    """Their squares as bits: a1 is the highest."""
    return int(f"{word:064b}"[::-1], 2)


def reversi_value(board: Any, low: int = -99, high: int = 99) -> int:
    """The disc difference, empties to the winner, for the side to move."""
    if board.is_game_over():
        own, other = board.player_piece_num(), board.opponent_piece_num()
        return 64 - 2 * other if own > other else 2 * own - 64 if own < other else 0
    best = -99
    for after in reversi_children(board):
        best = max(best, -reversi_value(after, -high, -max(low, best)))
        if best >= high:
            break
    return best


def reversi_children(board: Any) -> list[Any]:
    """The boards after each move; after a pass, if there is nothing else."""
    if not board.is_pass():
        found: list[Any] = board.get_child_boards()
        return found
    after = board.clone()
    after.do_pass()
    return [after]


def reversi_count(board: Any, depth: int) -> int:
    """Perft; a game that ended earlier is a leaf."""
    if depth == 0 or board.is_game_over():
        return 1
    return sum(reversi_count(after, depth - 1) for after in reversi_children(board))


@cache
def othello_truth(position: Any) -> float:
    return reversi_value(reversi(position))


# Connect Four by BitBully: columns from 0.


@cache
def bully() -> Any:
    return module("bitbully").BitBully(opening_book=None)


def dropped(position: Any) -> Any:
    """The position as BitBully's board."""
    return module("bitbully").Board([int(column) - 1 for column in position.played])


@cache
def connect_four_truth(position: Any) -> float:
    over = game_of("connect-four").face().utility(position, position.ply % 2)
    return max(bully().score_all_moves(dropped(position)).values()) if over is None else over


TRUTHS: dict[str, Callable[[Any], float]] = {"othello": othello_truth, "connect-four": connect_four_truth}
PEERS = {"othello": "rust_reversi", "connect-four": "bitbully"}
both_games = pytest.mark.parametrize("key", sorted(TRUTHS))


@cache
def last_positions(key: str) -> list[Any]:
    module(PEERS[key])
    return endings(key, 1500, LEFT[key], seed=2026)


@both_games
@settings(max_examples=SEARCHES)
@given(st.data())
def test_what_any_engine_proves_is_what_others_found(key: str, data: st.DataObject) -> None:
    position = data.draw(st.sampled_from(last_positions(key)))
    engine = data.draw(st.sampled_from([e.key for e in engines_for(games[key])]))
    options, limits = data.draw(options_of(engines[engine], key)), data.draw(budgets(key))
    face = game_of(key).face()
    found = find(engine, game_of(key), position, limits, **options)
    check(face, TRUTHS[key], position, found, (engine, options, limits, face.print(position)))


@both_games
def test_exact_play_finds_what_others_found(key: str) -> None:
    face = game_of(key).face()
    for position in last_positions(key):
        found = exact.solve(game_of(key), position, Limits(), SearchReport())
        assert found.exact
        check(face, TRUTHS[key], position, found, face.print(position))


def positions_of_games(key: str, number: int) -> Iterator[Any]:
    """All positions of random games."""
    module(PEERS[key])
    face, draw = game_of(key).face(), random.Random(7)
    position = face.start()
    for _ in range(number):
        yield position
        moves = face.moves(position)
        position = face.play(position, draw.choice(moves)) if moves else face.start()


def test_othello_has_the_moves_others_have() -> None:
    face = game_of("othello").face()
    for position in positions_of_games("othello", POSITIONS):
        board, legal = reversi(position), face.moves(position)
        if legal in ((), ("pass",)):
            assert (board.is_game_over(), board.is_pass()) == (legal == (), True), position
            continue
        indices = sorted(face.bit_of(position, move).bit_length() - 1 for move in legal)
        assert indices == sorted(board.get_legal_moves_vec()), position
        for move in legal:
            after = board.clone()
            after.do_move(face.bit_of(position, move).bit_length() - 1)
            assert tuple(map(turned_about, after.get_board()[:2])) == face.play(position, move).words, (position, move)


def test_connect_four_has_the_moves_others_have() -> None:
    face = game_of("connect-four").face()
    for position in positions_of_games("connect-four", POSITIONS):
        board, legal = dropped(position), face.moves(position)
        assert board.is_game_over() == (not legal), position
        if legal:
            assert sorted(board.legal_moves()) == [int(move) - 1 for move in legal], position


def test_othello_counts_as_others_count() -> None:
    game = game_of("othello")
    for position in positions_of_games("othello", COUNTED):
        assert perft(game, position, 3, finished=True) == reversi_count(reversi(position), 3), position


def test_every_value_of_connect_four_s_book_is_the_one_that_their_book_gives() -> None:
    game = game_of("connect-four")
    face, solver = game.face(), module("bitbully").BitBully(opening_book="12-ply-dist")
    level, seen = [face.start()], set()
    while level:
        known = [(p, page) for p in level if p.words not in seen and face.moves(p) and (page := page_of(game, p))]
        seen |= {p.words for p, _ in known}
        for position, page in known:
            theirs = solver.score_all_moves(dropped(position))
            assert page == {str(column + 1): worth for column, worth in theirs.items()}, position.played
        level = [face.play(p, move) for p, page in known for move in page]
    assert len(seen) > 40_000
