"""Levels for people: each takes at least six games in ten from the one below; a beginner loses to a two-ply player."""

from __future__ import annotations

import itertools

import pytest

from sandbox.bench.match import Player, Score, pairings, play
from sandbox.bench.openings import balanced
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.evaluation.judging import chosen_for
from sandbox.gametree.play.chosen import ChosenEngine
from sandbox.gametree.play.levels import LEVELS, level_of
from sandbox.gametree.report import SearchReport
from tests.strategies.games import game_of

PLIES = {"connect-four": 6, "othello": 8}
STRONGEST_NODES = 200_000
"""What "strongest" may spend on a move here: less than in its second, so that what it takes it takes then too."""
STEPS = [(above.key, below.key) for below, above in itertools.pairwise(LEVELS)]


def score_of(key, first, second, games):
    openings = balanced(game_of(key), games // 2, PLIES[key], seed=7)
    players = (player(first), player(second))
    return Score.of([play(pairing).result for pairing in pairings(key, (), players, openings, games)])


def player(key):
    if key == "two-ply":
        return Player("alphabeta", (("deepening", "off"),), depth=2)
    return Player(key, nodes=STRONGEST_NODES)


@pytest.mark.slow
@pytest.mark.timeout(7200)
@pytest.mark.parametrize("key", sorted(PLIES))
@pytest.mark.parametrize(("above", "below"), STEPS)
def test_each_level_takes_six_games_in_ten_from_the_one_below(key, above, below):
    score = score_of(key, above, below, 400)
    print(f"{key}: {above} – {below} +{score.wins} ={score.draws} −{score.losses}, {100 * score.score:.1f} %")
    assert score.games == 400
    assert score.score >= 0.6


@pytest.mark.parametrize("key", sorted(PLIES))
def test_a_beginner_loses_to_a_two_ply_player(key):
    assert score_of(key, "beginner", "two-ply", 20).score <= 0.2


@pytest.mark.parametrize("key", sorted(PLIES))
def test_openings_that_are_called_even_are(key):
    game = game_of(key)
    openings = balanced(game, 10, PLIES[key], seed=3)
    assert len(set(openings)) == 10
    for opening in openings:
        position = game.face().parse(opening)
        assert position.ply == PLIES[key]
        found = engines["alphabeta"].create().search(game, position, Limits(depth=5), SearchReport())
        assert abs(found.value) < 0.5


@pytest.mark.small
def test_a_budget_takes_the_place_of_the_strongest_s_second_only():
    game = game_of("connect-four")
    assert Player("strongest", nodes=500).seated(game, 1)[1].nodes == 500
    assert Player("strongest", nodes=500).seated(game, 1)[1].seconds == 0
    assert Player("strongest", seconds=0.1).seated(game, 1)[1].seconds == 0.1
    assert Player("expert", nodes=500).seated(game, 1)[1].nodes == level_of("expert").nodes


@pytest.mark.small
def test_the_strong_levels_say_what_they_judge_by():
    expert, strongest = level_of("expert"), level_of("strongest")
    for level in (expert, strongest):
        assert chosen_for(game_of("othello"), level.options["evaluation"]).key == "othello-patterns"
        assert chosen_for(game_of("connect-four"), level.options["evaluation"]).key == "connect-four-windows"
        assert "learned patterns" in level.summary
    assert strongest.options["endings"]
    assert strongest.options["opening"]
    assert "book" in strongest.summary
    assert "exact endings" in strongest.summary


@pytest.mark.small
def test_who_is_named_for_a_match_gets_a_seed_of_the_game_unless_it_has_one():
    plain = ChosenEngine("mcts", (("c", "1.5"),), nodes=40)
    assert plain.texts(engines["mcts"].options, 7) == {"c": "1.5", "seed": "7"}
    chosen = ChosenEngine("mcts", (("seed", "3"), ("c", "2")), seconds=0.5, depth=4)
    assert chosen.texts(engines["mcts"].options, 7) == {"seed": "3", "c": "2"}
    assert ChosenEngine("negamax").texts(engines["negamax"].options, 7) == {}
    assert (chosen.name, plain.name, ChosenEngine("ucb").name) == ("mcts:seed=3:c=2", "mcts:c=1.5", "ucb")
    asked = [(one.limits.depth, one.limits.seconds, one.limits.nodes) for one in (plain, chosen)]
    assert asked == [(0, 0.0, 40), (4, 0.5, 0)]
