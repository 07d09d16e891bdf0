"""Counts of states and games equal those published and those of a naive walk."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.games.two_words.complexity import Ply, check_depth, check_most, plies


def rows(key: str, depth: int | None = None, position: str = "-", **options: Any) -> list[Ply]:
    entry = games[key]
    game = entry.create(options.pop("game", {}))
    return list(plies(game, game.face().parse(position), depth, loopy=entry.info["axes"].loopy, **options))


def total(found: list[Ply], name: str) -> int:
    return sum(getattr(row, name) for row in found)


def test_tic_tac_toe_as_published() -> None:
    found = rows("tic-tac-toe")
    assert total(found, "states") == 5478
    assert total(found, "up_to_symmetry") == 765
    assert total(found, "games") == 255_168
    assert total(found, "games_up_to_symmetry") == 26_830
    assert (total(found, "first_wins"), total(found, "draws"), total(found, "second_wins")) == (131_184, 46_080, 77_904)
    assert {row.ply: row.games for row in found if row.games} == {5: 1440, 6: 5328, 7: 47952, 8: 72576, 9: 127872}
    assert [row.last for row in found] == [False] * 9 + [True]


def test_connect_four_states_as_published(positions: Path) -> None:
    text = (positions / "connect_four/counts.txt").read_text(encoding="utf-8")
    unique = [int(line.split()[2]) for line in text.splitlines() if line[0] != "#"]
    assert [row.states for row in rows("connect-four", 8)] == unique[:9]


def test_othello_up_to_symmetry_as_published() -> None:
    assert [row.up_to_symmetry for row in rows("othello", 7)] == [1, 1, 3, 14, 60, 322, 1773, 10649]


@pytest.mark.slow
def test_the_deepest_connect_four_counts(positions: Path) -> None:
    text = (positions / "connect_four/counts.txt").read_text(encoding="utf-8")
    unique = [int(line.split()[2]) for line in text.splitlines() if line[0] != "#"]
    assert [row.states for row in rows("connect-four", 10)] == unique[:11]


@pytest.mark.small
@pytest.mark.parametrize("start", ["7", "9", "5,4,3"])
def test_nim_as_a_naive_walk_counts_it(start: str) -> None:
    game = games["nim"].create({"piles": start})
    face: Any = game.face()
    states: set[Any] = set()

    def walk(position: Any) -> int:
        states.add(position.sizes)
        legal = face.moves(position)
        return sum(walk(face.play(position, m)) for m in legal) if legal else 1

    number = walk(face.start())
    found = rows("nim", game={"piles": start})
    assert (total(found, "states"), total(found, "games")) == (len(states), number)


def test_morris_meets_every_position_once() -> None:
    face: Any = games["morris"].create({"repetitions": 5}).face()
    seen, open_ = {face.start()}, [face.start()]
    while open_:
        position = face.parse(face.print(open_.pop()))
        for move in face.moves(position):
            after = face.play(position, move)
            if after not in seen:
                seen.add(after)
                open_.append(after)
    found = rows("morris")
    # X and O to move are one state of the kernels, seen by the mover
    assert total(found, "states") == len({p.words for p in seen})
    assert found[-1].last
    assert found[0].games is None


@pytest.mark.small
def test_too_many_states_end_it_honestly() -> None:
    found = rows("tic-tac-toe", most=100)
    assert [row.states for row in found] == [1, 9, 72]
    assert not found[-1].last


@pytest.mark.small
def test_a_raised_flag_ends_it() -> None:
    assert rows("tic-tac-toe", stop=np.ones(1, np.uint8)) == []


@pytest.mark.small
def test_limits_are_checked() -> None:
    with pytest.raises(BadInput, match="--depth"):
        check_depth(-1, "--depth")
    with pytest.raises(BadInput, match="--most"):
        check_most(0, "--most")
