"""Rolit with many players: engines equal their twins, pruning keeps every worth, alliances of one against many."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandbox.games.general.api import NAMES, general_games
from sandbox.games.general.library.rolit.face import turned
from sandbox.games.general.perft import perft
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines
from tests.oracles import general as twin
from tests.strategies.general import playout

CORNERS = (0, 7, 56, 63)


def made(players: int) -> Any:
    return general_games["rolit"].create({"players": players})


def find(key: str, game: Any, position: Any, depth: int, **options: Any) -> Answer:
    return general_engines[key].create(options).search(game, position, Limits(depth=depth))


def share(position: Any, players: int) -> tuple[Fraction, ...]:
    """The estimate: 64 shared out by balls, one in a corner as seven."""
    weights = [
        position.cells.count(name) + 6 * sum(position.cells[at] == name for at in CORNERS) for name in NAMES[:players]
    ]
    return tuple(Fraction(64 * weight, sum(weights)) for weight in weights)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_engines_equal_their_twins(players: int) -> None:
    game = made(players)
    face = game.face()

    def estimate(position: Any) -> tuple[Fraction, ...]:
        return share(position, players)

    for seed in range(3):
        line = playout(game, seed, longest=80)
        for position in (line[4], line[-5], line[-3]):
            depth = 2 if position is line[4] else 4
            root = face.to_move(position)
            value = twin.worth(face, position, depth, root, estimate)
            for key in ("paranoid", "expectiminimax") if players == 2 else ("paranoid",):
                assert find(key, game, position, depth).of(root) == pytest.approx(float(value), abs=1e-9)
            vector = twin.vector(face, position, depth, estimate)
            for cuts in (False, True):
                found = find("maxn", game, position, depth, cuts=cuts)
                assert found.of(root) == pytest.approx(float(vector[root]), abs=1e-9)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_cuts_keep_every_vector(players: int) -> None:
    game = made(players)
    for seed in range(4):
        line = playout(game, seed, longest=80)
        for position in (line[8], line[30], line[-6]):
            assert find("maxn", game, position, 3).worth == find("maxn", game, position, 3, cuts=False).worth
            plain = find("paranoid", game, position, 3, cuts=False, table=False)
            assert find("paranoid", game, position, 3).worth == plain.worth
            assert find("paranoid", game, position, 3).counts.nodes <= plain.counts.nodes


@pytest.mark.small
def test_rules_by_hand() -> None:
    """Who can outflank must; who cannot sets a ball beside another; the board is filled, and nobody passes."""
    face = made(4).face()
    start = face.start()
    assert face.print(start).replace("-", "") == "ABDC A"
    for seed in range(6):
        line = playout(made(4), seed, longest=80)
        assert len(line) == 61
        assert sum(face.utility(line[-1]) or ()) == 64
        for position in line[:-1]:
            capturing = {m for m in face.moves(position) if _turns(position, m)}
            assert capturing in (set(), set(face.moves(position)))


def _turns(position: Any, move: str) -> bool:
    return bool(_taken(position, move))


@pytest.mark.small
def test_two_players_begin_as_in_othello() -> None:
    game = made(2)
    assert sorted(game.face().moves(game.face().start())) == ["c5", "d6", "e3", "f4"]
    assert [perft(game, game.face().start(), depth, finished=True) for depth in range(5)] == [1, 4, 12, 56, 244]


def test_looking_ahead_beats_chance_among_three() -> None:
    from sandbox.bench.general.match import Contender, LineUp, play

    contenders = (Contender("paranoid", depth=2), Contender("any-move"), Contender("any-move"))
    won = sum(play(LineUp("rolit", (("players", "3"),), "-", contenders, n, 1)).points[0] for n in range(15))
    assert won >= 10


ALLIANCE = "BAABBBC--A-BBBBBBABBBBBBCCCCCBBBCACCCCBBCAAAAAABCAAAC-B-CBBBA--B C"  # found among random ends of games


@pytest.mark.small
def test_two_weak_sides_turn_on_the_strong_one() -> None:
    """To the end of the game: each gains strictly by turning B's balls, where it could have turned the other's."""
    game = made(3)
    face = game.face()
    position = face.parse(ALLIANCE)
    assert [position.cells.count(name) for name in "ABC"] == [15, 27, 15]
    for mover, friend, move in (("C", "A", "h1"), ("A", "C", "g8")):
        assert NAMES[face.to_move(position)] == mover
        found = general_engines["maxn"].create().search(game, position, Limits(depth=20, every_move=True))
        worths = {row.move: row.worth[found.player] for row in found.rows}
        assert (found.best, found.exact) == (move, True)
        assert all(worth < worths[move] for other, worth in worths.items() if other != move)  # type: ignore[operator]
        assert set(_taken(position, move)) == {"B"}
        tempting = [other for other in worths if set(_taken(position, other)) == {friend}]
        assert any(len(_taken(position, other)) >= len(_taken(position, move)) for other in tempting)
        position = face.play(position, move)


def _taken(position: Any, move: str) -> str:
    square = (int(move[1]) - 1) * 8 + "abcdefgh".index(move[0])
    return "".join(position.cells[at] for at in turned(position.cells, square, NAMES[position.mover]))
