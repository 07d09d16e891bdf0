"""What moves are worth by perfect play, and what they give away, against naive solvers; and where it is told."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.bench import match
from sandbox.bench.duel import Duel, matrix
from sandbox.cli import main
from sandbox.gametree.api import Bound, Limits
from sandbox.gametree.play.truth import Regret, Truth
from sandbox.gametree.shown import losses, range_words, shown
from sandbox.gametree.tree.reading import Searched
from tests.gametree.searching import find
from tests.oracles.negamax import value_of
from tests.strategies.engines import endings
from tests.strategies.games import game_of

KEYS = ("connect-four", "othello", "tic-tac-toe", "nim", "tree")
FEW = {"connect-four": 9, "othello": 6}  # squares left: a naive solver has to come to an end


@given(st.data())
def test_what_moves_are_worth_is_what_a_naive_solver_says(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(KEYS))
    game = game_of(key)
    face = game.face()
    position = data.draw(st.sampled_from(endings(key, 25, FEW.get(key, 6), seed=3)))
    truth = Truth(game)
    assert truth.value(position) == value_of(face, position, {})
    worths = truth.of_moves(position)
    assert worths == {m: -value_of(face, face.play(position, m), {}) for m in face.moves(position)}


@given(st.data())
def test_regrets_along_a_game_are_what_the_value_fell_by(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(KEYS))
    game = game_of(key)
    face = game.face()
    positions, moves = [data.draw(st.sampled_from(endings(key, 25, FEW.get(key, 6), seed=4)))], []
    while face.moves(positions[-1]):
        moves.append(data.draw(st.sampled_from(face.moves(positions[-1]))))
        positions.append(face.play(positions[-1], moves[-1]))
    found = Truth(game).regrets(positions, moves)
    for before, after, regret in zip(positions, positions[1:], found, strict=False):
        assert regret == value_of(face, before, {}) + value_of(face, after, {})
    assert len(found) == len(moves)


def test_beyond_the_budget_nothing_is_known() -> None:
    game = game_of("connect-four")
    truth = Truth(game, nodes=500)
    start = game.face().parse("44433355522")  # beyond the game's book
    assert truth.value(start) is None
    assert truth.of_moves(start) is None
    after = game.face().play(start, "4")
    assert truth.regrets([start, after], ["4"]) == (None,)
    othello = game_of("othello")
    assert Truth(othello).value(othello.face().start()) is None


def test_a_finished_game_has_a_value_and_no_moves() -> None:
    game = game_of("tic-tac-toe")
    over = game.face().parse("XXXOO---- O")
    assert (Truth(game).value(over), Truth(game).of_moves(over)) == (-1, None)


def test_regrets_add_up() -> None:
    of = Regret.of([0.0, 3.0, None, 1.0])
    assert (of.moves, of.unknown, of.total, of.largest, of.mistakes) == (3, 1, 4.0, 3.0, 2)
    assert of.mean == pytest.approx(4 / 3)
    assert Regret.of([]).to_json()["mean"] == 0


# Where it is told.


def test_every_row_says_what_it_gives_away() -> None:
    game = game_of("connect-four")
    position = game.face().parse("5554224333234511764415115")  # 6 wins 4, all others lose 8
    worths = Truth(game).of_moves(position)
    found = find("alphabeta", game, position, Limits(depth=1))
    panel = shown(Searched(game, position, "alphabeta", {}, found.report, worths))
    assert {row.move: row.loss for row in panel.rows} == {m: 0 if m == "6" else 12 for m in "123467"}
    assert panel.regret == (0 if found.best == "6" else 12)
    without = Searched(game, position, "alphabeta", {}, found.report)
    assert losses(without) == {}
    assert shown(without).regret is None


def test_a_proof_of_every_move_says_it_by_itself() -> None:
    game = game_of("connect-four")
    position = game.face().parse("5554224333234511764415115")
    found = find("solver", game, position, Limits(every_move=True))
    assert losses(Searched(game, position, "solver", {}, found.report))["1"] == 12


def test_bounds_are_shown_while_a_proof_goes_on() -> None:
    game = game_of("connect-four")
    found = find("solver", game, game.face().start(), Limits(nodes=300_000), driver="sign-first", book=False)
    worth = shown(Searched(game, game.face().start(), "solver", {}, found.report)).worth
    assert worth is not None
    assert (worth.low, worth.high) == found.report.notes["bounds"]
    assert worth.words == range_words(worth.low, worth.high)
    assert range_words(-3, 5) == "−3 … +5"
    proven = find("solver", game, game.face().parse("5554224333234511764415115"))
    done = shown(Searched(game, game.face().start(), "solver", {}, proven.report)).worth
    assert done is not None
    assert (done.low, done.words, done.bound) == (None, "wins 4", Bound.EXACT)


def printed(capsys: pytest.CaptureFixture[str], *words: str) -> list[dict[str, Any]]:
    assert main([*words, "--json"]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_solve_tells_the_regret_of_any_engine(capsys: pytest.CaptureFixture[str]) -> None:
    words = ("solve", "connect-four", "5554224333234511764415115", "--engine", "random", "--regret")
    (facts,) = printed(capsys, *words)
    assert facts["losses"] == {m: 0 if m == "6" else 12 for m in "123467"}
    assert facts["regret"] == facts["losses"][facts["best"]] == facts["shown"]["regret"]
    assert main(list(words)) == 0
    assert "against perfect play" in capsys.readouterr().out
    (unknown,) = printed(capsys, *words[:2], "44433355522", *words[3:], "100")
    assert (unknown["regret"], unknown["losses"]) == (None, {})


def test_solve_gives_the_bounds_of_what_is_not_finished(capsys: pytest.CaptureFixture[str]) -> None:
    option = ("--option", "book=off", "--option", "driver=sign-first")
    (facts,) = printed(capsys, "solve", "connect-four", "--engine", "solver", "--nodes", "100000", *option)
    low, high = facts["bounds"]
    assert low <= 1 <= high
    assert low < high
    assert (facts["exact"], facts["status"]) == (False, "budget")


def test_a_match_tells_what_each_player_gave_away(capsys: pytest.CaptureFixture[str]) -> None:
    players = ("--first", "random", "--second", "alphabeta", "--depth", "9")
    words = ("match", "tic-tac-toe", *players, "--games", "6", "--plies", "0", "--regret")
    *games, summary = printed(capsys, *words)
    assert all(len(game["regrets"]) == len(game["moves"]) and None not in game["regrets"] for game in games)
    first, second = summary["regret"]["first"], summary["regret"]["second"]
    assert (second["total"], second["mistakes"]) == (0, 0)
    assert first["total"] > 0
    assert first["total"] == sum(sum(g["regrets"][0 if g["first_begins"] else 1 :: 2]) for g in games)
    assert main(list(words)) == 0
    assert "gave away: 0 in" in capsys.readouterr().out


def test_a_match_without_the_wish_solves_nothing() -> None:
    player = match.Player("random")
    assert match.play(match.pairings("nim", (), (player, player), ["7"], 1)[0]).regrets == ()


def test_a_duel_sets_engines_beside_perfect_play() -> None:
    game = game_of("connect-four")
    position = game.face().parse("5554224333234511764415115")
    bouts = Duel(game, position, matrix([("random", {}), ("solver", {})], [Limits(depth=1)]), truth=2_000_000)
    weak, perfect = bouts(Limits().stop)
    assert (weak.regret, perfect.regret) == (0 if weak.best == "6" else 12, 0)
    assert weak.to_json()["regret"] == weak.regret
