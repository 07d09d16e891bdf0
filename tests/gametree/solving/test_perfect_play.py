"""Whole games by the solver: from both sides, against random and against best replies, no half point is ever lost.

Every move is looked at by a second solver with other questions (MTD(f)), an empty table and no book.
"""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from sandbox.bench.match import random_openings
from sandbox.gametree.api import Engine, Limits, engines
from sandbox.gametree.books.book import book_of
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving import drivers
from sandbox.gametree.solving.api import solvers
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.session import Wish
from tests.strategies.games import game_of

NIGHTLY = {"connect-four": (10, 12, 14, 16), "othello": (46, 47, 48, 49)}  # stones an opening adds
SHORT = {"connect-four": (15, 18), "othello": (49, 52)}
GAMES, A_FEW = 2_000, 24


@dataclass
class Umpire:
    """What a position is worth, found out anew each time."""

    key: str
    _batch: BatchSolver = field(init=False)

    def __post_init__(self) -> None:
        self._batch = BatchSolver(Wish(solvers[self.key].create(), drivers.MTDF))

    def value(self, position: Any) -> int:
        values, _ = self._batch.solve([position])
        return int(values[0])


def play(key: str, opening: str, number: int, umpire: Umpire) -> None:
    """One game: who begins and who answers how follows from its number."""
    game = game_of(key)
    face, draw = game.face(), random.Random(number)
    solver: Engine = engines["solver"].create({"keep_table": True, "vary": True, "seed": number})
    perfect_first, best_replies = number % 2 == 0, number // 2 % 2 == 0
    report, position, turn = SearchReport(), face.parse(opening), 0
    worth = umpire.value(position) * (1 if perfect_first else -1)  # for the perfect side
    while face.moves(position):
        if (turn % 2 == 0) == perfect_first:
            found = solver.search(game, position, Limits(), report)
            after = face.play(position, found.best)
            assert found.exact
            assert found.value == worth, (opening, number)
            assert -umpire.value(after) == worth, (opening, number, found.best)
        elif best_replies:
            after = face.play(position, solver.search(game, position, Limits(), SearchReport()).best)
        else:
            after = face.play(position, draw.choice(list(face.moves(position))))
            assert umpire.value(after) >= worth  # a mistake is kept
            worth = umpire.value(after)
        position, turn = after, turn + 1
    ended = face.utility(position, face.to_move(position))
    assert ended is not None
    assert (ended if (turn % 2 == 0) == perfect_first else -ended) == worth


def openings(key: str, plies: tuple[int, ...], number: int) -> list[str]:
    game, each = game_of(key), -(-number // len(plies))
    found = [random_openings(game, each, n, seed=n) for n in plies]
    return [text for some in zip(*found, strict=False) for text in some][:number]


@pytest.mark.parametrize("key", SHORT)
def test_no_half_point_is_lost(key: str) -> None:
    umpire = Umpire(key)
    for number, opening in enumerate(openings(key, SHORT[key], A_FEW)):
        play(key, opening, number, umpire)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("key", NIGHTLY)
def test_no_half_point_is_lost_in_two_thousand_games(key: str) -> None:
    umpire, texts = Umpire(key), openings(key, NIGHTLY[key], GAMES // 4)
    for number in range(GAMES):
        play(key, texts[number // 4 % len(texts)], number, umpire)


@pytest.mark.slow
@pytest.mark.timeout(7200)
def test_games_from_the_empty_board_begin_with_the_book() -> None:
    assert book_of("connect-four") is not None
    umpire = Umpire("connect-four")
    for number in range(8):
        play("connect-four", "-", number, umpire)
