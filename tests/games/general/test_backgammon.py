"""Backgammon: every roll's results equal those of trying everything; IDs, gammons, and what a player would know."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.games.general.binding import bound_to, state_words
from sandbox.games.general.library.backgammon.face import DICE, Board, turns
from sandbox.games.general.library.backgammon.judging import backgammon_sums
from sandbox.games.general.library.backgammon.position_id import read, written
from sandbox.games.general.perft import laid_out, perft
from sandbox.games.general.rules import evaluate, moves, play, to_move, utility
from sandbox.games.general.words import CHANCE, TERMINAL
from tests.oracles.backgammon import results
from tests.strategies.general import playout

GAME = general_games["backgammon"].create()
FACE: Any = GAME.face()


def random_sides(rng: random.Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Checkers thrown on the board, some on the bar, some off; late positions as often as early ones."""
    own, other = [0] * 26, [0] * 26
    reach = rng.choice((6, 12, 25))
    for _ in range(15):
        own[rng.choice((0, *range(1, reach + 1)))] += 1
    for _ in range(15):
        point = rng.randrange(26)
        other[point if not 0 < point < 25 or own[25 - point] == 0 else 0] += 1
    own[0] -= own[0] == 15
    other[0] -= other[0] == 15
    own[1], other[0] = own[1] + (15 - sum(own)), other[0] + (15 - sum(other))
    if other[24] and own[1]:
        other[0], other[24] = other[0] + other[24], 0
    if other[0] == 15:
        other[0], other[25] = 14, 1
    return tuple(own), tuple(other)


def kernel_results(own: Any, other: Any, dice: tuple[int, int]) -> tuple[int, set[Any]]:
    """How many moves the kernels write, and the boards they lead to."""
    position = Board((own, other), 0, dice)
    data, s, f = laid_out(GAME, position, 2)
    count = bound_to(moves, GAME.kernels())(data, s, f)
    assert data[s:f].tolist() == state_words(GAME, position).tolist()  # moved in place, and put back
    found = set()
    for code in data[f : f + count].copy():
        bound_to(play, GAME.kernels())(data, s, code, f)
        words = data[f : f + 55].astype(int).tolist()
        assert words[52:] == [1, 0, 0]
        found.add((tuple(words[:26]), tuple(words[26:52])))
    return int(count), found


def test_every_roll_of_random_positions() -> None:
    rng = random.Random(3)
    for _ in range(400):
        own, other = random_sides(rng)
        for dice in rng.sample(DICE, 3):
            expected = results(own, other, dice)
            count, found = kernel_results(own, other, dice)
            assert found == expected, (own, other, dice)
            assert count == len(expected), (own, other, dice)  # each result once
            told = turns(own, other, dice)
            assert {(turn.own, turn.other) for turn in told} == expected
            assert len({turn.name for turn in told}) == len(told)


@pytest.mark.parametrize("seed", range(6))
def test_every_roll_along_random_games(seed: int) -> None:
    for position in playout(GAME, seed, longest=300):
        if FACE.to_move(position) < 0:
            continue
        own, other = position.sides[position.mover], position.sides[1 - position.mover]
        count, found = kernel_results(own, other, position.dice)
        assert found == results(own, other, position.dice)
        assert count == len(found)


@pytest.mark.slow
def test_every_roll_of_many_positions() -> None:
    rng = random.Random(11)
    for _ in range(6000):
        own, other = random_sides(rng)
        for dice in DICE:
            count, found = kernel_results(own, other, dice)
            assert found == results(own, other, dice)
            assert count == len(found)


@pytest.mark.small
def test_position_ids() -> None:
    start = FACE.start()
    assert FACE.print(start) == "4HPwATDgc/ABMA A"
    assert FACE.parse("4HPwATDgc/ABMA") == start
    assert FACE.parse("4HPwATDgc/ABMA B 13") == Board(mover=1, dice=(3, 1))
    rng = random.Random(4)
    for _ in range(300):
        own, other = random_sides(rng)
        assert read(written((own, other)), "here") == (own, other)


@pytest.mark.small
def test_the_player_on_roll_comes_first() -> None:
    """As the manual says: a position with one checker on roll's ace point begins with a one."""
    alone = (14, 1, *[0] * 24), (14, *[0] * 24, 1)
    assert read(written(alone), "here") == alone
    assert written(alone)[:2] == "AQ"  # the first byte is 1
    assert FACE.print(Board((alone[1], alone[0]), 1)) == f"{written(alone)} B"


@pytest.mark.small
def test_known_openings() -> None:
    """The point-making openings are among the moves; every roll of the start has what is known of it."""
    position = FACE.parse("4HPwATDgc/ABMA A 31")
    assert "8/5,6/5" in FACE.moves(position)
    assert {"13/7,8/7"} <= set(FACE.moves(FACE.parse("4HPwATDgc/ABMA A 61")))
    assert {"24/18,18/13"} <= set(FACE.moves(FACE.parse("4HPwATDgc/ABMA A 65")))
    assert perft(GAME, FACE.start(), 1, finished=True) == 21


@pytest.mark.small
def test_gammons_and_backgammons() -> None:
    off = (15, *[0] * 25)

    def worth(loser: dict[int, int]) -> float:
        """Whoever wins, by the face and by the kernels."""
        side, rules = tuple(loser.get(point, 0) for point in range(26)), GAME.kernels()
        for winner, sides in enumerate([(off, side), (side, off)]):
            position = Board(sides, 1 - winner)
            data, s, f = laid_out(GAME, position, 1)
            assert bound_to(to_move, rules)(data, s) == FACE.to_move(position) == TERMINAL
            bound_to(utility, rules)(data, s, f)
            found = tuple(data[f : f + 2].view(np.float64).tolist())
            assert found == FACE.utility(position)
            assert found[0] == -found[1]
        return -found[0]

    assert worth({0: 1, 6: 14}) == 1
    assert worth({6: 15}) == 2
    assert worth({6: 14, 18: 1}) == 2  # the winner's home begins a point further
    assert worth({0: 1, 6: 13, 25: 1}) == 1
    assert worth({6: 14, 19: 1}) == 3
    assert worth({6: 14, 25: 1}) == 3


@pytest.mark.small
def test_the_higher_die_if_only_one_can_be_played() -> None:
    def side(**at: int) -> tuple[int, ...]:
        return tuple({int(name[1:]): count for name, count in at.items()}.get(point, 0) for point in range(26))

    own, walled = side(p13=1, p0=14), side(p23=2, p0=13)  # their point is my 2 point
    assert [t.name for t in turns(own, walled, (6, 5))] == ["13/7"]
    closed = side(p1=2, p2=2, p3=2, p4=2, p5=2, p6=2, p0=3)
    assert [t.name for t in turns(side(p25=1, p0=14), closed, (6, 5))] == ["none"]
    assert [t.name for t in turns(side(p4=1, p2=1, p0=13), side(p24=15), (6, 5))] == ["4/off,2/off"]


@pytest.mark.small
def test_dice() -> None:
    start = FACE.start()
    assert FACE.to_move(start) == CHANCE
    chances = dict(zip(FACE.moves(start), FACE.chances(start), strict=True))
    assert len(chances) == 21
    assert chances["66"] * 2 == chances["65"]


RUBBISH = {
    "too short": ("4HPwATDgc/ABM", "13 letters where the ID stands"),
    "no base 64": ("4HPwATDgc/AB?A", "14 letters"),
    "too many checkers": ("//////////////"[:14], "15 checkers"),
    "unknown dice": ("4HPwATDgc/ABMA A 71", "the dice 71"),
    "one die": ("4HPwATDgc/ABMA A 3", "the dice 3"),
    "a third player": ("4HPwATDgc/ABMA C", "player C"),
    "two players": ("4HPwATDgc/ABMA A B", "two players"),
    "three dice": ("4HPwATDgc/ABMA A 31 5", "the dice 31 5"),
    "dice of another script": ("4HPwATDgc/ABMA ٣١", "the dice ٣١"),
    "nothing at all": ("AAAAAAAAAAAAAA", "no checkers"),
}


@pytest.mark.small
@pytest.mark.parametrize("name", RUBBISH)
def test_rubbish_is_one_clear_line(name: str) -> None:
    text, found = RUBBISH[name]
    with pytest.raises(BadInput, match="expected") as error:
        FACE.parse(text)
    assert found in str(error.value)
    assert "\n" not in str(error.value)


def naive(own: Any, other: Any, weights: Any) -> float:
    """One side's weighted sum, feature by feature."""
    last = max((p for p in range(26) if other[p]), default=0)
    blots = [p for p in range(1, 25) if own[p] == 1 and p > 25 - last]
    points = [p for p in range(1, 25) if own[p] >= 2]
    runs = [len(run) for run in "".join("x" if p in points else " " for p in range(1, 25)).split()]
    return float(
        weights.pip * sum(p * own[p] for p in range(26))
        + weights.blot * sum((30 - p if p < 19 else 6) / 8 for p in blots)
        + weights.point * len(points)
        + weights.home_point * sum(p <= 6 for p in points)
        + weights.on_bar * own[25]
        + weights.borne_off * own[0]
        + weights.prime * max(runs, default=0)
    )


@pytest.mark.parametrize("key", ["positional", "race"])
def test_estimates_are_the_registered_sums(key: str) -> None:
    game, weights = general_games["backgammon"].create({"evaluation": key}), backgammon_sums[key].create()
    rng = random.Random(8)
    for _ in range(200):
        own, other = random_sides(rng)
        data, s, f = laid_out(game, Board((own, other), 0, (2, 1)), 1)
        bound_to(evaluate, game.kernels())(data, s, f)
        found = data[f : f + 2].view(np.float64)
        expected = (naive(own, other, weights) - naive(other, own, weights)) / 3000
        assert found[0] == pytest.approx(min(max(expected, -0.99), 0.99), abs=1e-12)
        assert found[1] == -found[0]


@pytest.mark.small
def test_where_weights_come_from_is_said() -> None:
    assert all(entry.info["origin"] == "chosen by hand" for entry in backgammon_sums)
    with pytest.raises(BadInput, match="one of positional, race"):
        general_games["backgammon"].parse({"evaluation": "gnu"})
