"""MCTS under hidden information: worlds fit what is known, answers leak nothing, determinisation fails visibly."""

from __future__ import annotations

import json
import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.bench.general.solving import GeneralTask, perform
from sandbox.games.general.api import general_games
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import general_engines, general_engines_for
from sandbox.gametree.hidden.worlds import Worlds
from tests.oracles.hidden import value_of
from tests.strategies.general import playout
from tests.strategies.hidden import hidden_tree

HIDDEN = ("kuhn", "leduc", "liars-dice", "matrix", "phantom")
OPTIONS: dict[str, Any] = {"liars-dice": {"sides": 3}}


def made(key: str) -> Any:
    return general_games[key].create(OPTIONS.get(key, {}))


def exploitability(engine: str, simulations: int, seed: int, **options: Any) -> Any:
    game = general_games["kuhn"].create()
    found = general_engines[engine].create({"simulations": simulations, "seed": seed, **options})
    answer = found.search(game, game.face().start(), Limits())
    assert answer.mixed is not None
    return answer.mixed


@pytest.mark.parametrize("key", HIDDEN)
def test_worlds_are_what_the_player_cannot_tell_apart(key: str) -> None:
    face, rng, others = made(key).face(), random.Random(5), 0
    for seed in range(15):
        for position in playout(made(key), seed):
            who = face.to_move(position)
            if who < 0:
                continue
            finder = Worlds(face, position)
            for _ in range(4):
                world = finder.drawn(rng)
                assert face.to_move(world) == who
                assert face.information(world, who) == face.information(position, who)
                others += world != position
    assert others > 20


def test_every_world_comes_up() -> None:
    face = made("kuhn").face()
    finder, rng = Worlds(face, face.parse("QJ check bet")), random.Random(1)
    assert {face.print(finder.drawn(rng)) for _ in range(40)} == {"QJ check bet", "QK check bet"}


def _told(key: str, engine: str, text: str) -> str:
    options = tuple((k, str(v)) for k, v in OPTIONS.get(key, {}).items())
    facts = perform(GeneralTask(key, options, text, engine, (), nodes=60))
    return json.dumps({k: v for k, v in facts.items() if "seconds" not in k and k != "curve"})


@settings(max_examples=25, deadline=None)
@given(key=st.sampled_from(HIDDEN), seed=st.integers(0, 10**6))
def test_no_report_tells_more_than_the_seat_may_know(key: str, seed: int) -> None:
    """Two positions that the mover cannot tell apart have the same report, to the letter."""
    game, rng = made(key), random.Random(seed)
    face = game.face()
    position = rng.choice([p for p in playout(game, seed) if face.to_move(p) >= 0])
    world = Worlds(face, position).drawn(rng)
    for entry in general_engines_for(game, position):
        assert _told(key, entry.key, face.print(position)) == _told(key, entry.key, face.print(world)), entry.key


def test_nor_in_random_trees() -> None:
    for seed in range(40):
        game, root = hidden_tree(seed)
        face, rng = game.face(), random.Random(seed)
        position = root
        while face.to_move(position) == -1:
            position = face.play(position, rng.choice(face.moves(position)))
        if face.to_move(position) < 0:
            continue
        world = Worlds(face, position).drawn(rng)
        for entry in general_engines_for(game, position):
            answers = [entry.create().search(game, p, Limits(nodes=50)) for p in (position, world)]
            assert answers[0].best == answers[1].best
            assert answers[0].rows == answers[1].rows


def test_determinised_search_never_bluffs_and_stays_exploitable() -> None:
    blind = [exploitability("determinised", 40_000, seed) for seed in range(1, 4)]
    aware = [exploitability("ismcts", 40_000, seed) for seed in range(1, 4)]
    assert np.mean([m.exploitability for m in aware]) < 0.6 * np.mean([m.exploitability for m in blind])
    assert np.mean([m.strategy["J"]["bet"] for m in blind]) < 0.05


def test_by_regret_moves_made_at_once_are_mixed() -> None:
    game = general_games["matrix"].create()
    for name, expected in (("rock-paper-scissors", [1 / 3] * 3), ("penalty-kick", [121 / 314, 193 / 314])):
        position = game.face().parse(name)
        engine = general_engines["ismcts"].create({"selection": "regret", "simulations": 100_000, "seed": 2})
        answer = engine.search(game, position, Limits())
        assert [row.often for row in answer.rows] == pytest.approx(expected, abs=0.08)


@pytest.mark.slow
def test_information_sets_are_less_than_half_as_exploitable_after_a_million() -> None:
    blind = [exploitability("determinised", 1_000_000, seed).exploitability for seed in range(1, 6)]
    aware = [exploitability("ismcts", 1_000_000, seed).exploitability for seed in range(1, 6)]
    assert np.mean(aware) <= 0.5 * np.mean(blind)


def test_phantom_is_won_against_chance() -> None:
    from sandbox.bench.general.match import Contender, LineUp, play

    contenders = (Contender("ismcts", (("simulations", "600"),)), Contender("any-move"))
    games = [play(LineUp("phantom", (), "-", contenders, number, 7)) for number in range(12)]
    assert sum(game.points[0] for game in games) > 7


def test_a_match_deals_every_seat_the_same_cards() -> None:
    from sandbox.bench.general.match import Contender, LineUp, play

    contenders = (Contender("cfr", (("iterations", "200"),)), Contender("any-move"))
    for key in ("kuhn", "liars-dice"):
        games = [play(LineUp(key, (("sides", "3"),) * (key != "kuhn"), "-", contenders, n, 11)) for n in range(12)]
        deals = [game.moves[0] for game in games]
        assert deals[::2] == deals[1::2]
        assert len(set(deals)) > 2
        assert [game.seats for game in games[:2]] == [(0, 1), (1, 0)]


@pytest.mark.parametrize("engine", ["determinised", "ismcts"])
def test_what_everybody_plays_is_worth_what_it_is_worth_at_the_start(engine: str) -> None:
    """Not in some deal: in Kuhn's poker the first to come is a lost one."""
    mixed, face = exploitability(engine, 2000, 3), general_games["kuhn"].create().face()
    expected = [value_of(face, face.start(), mixed.strategy, player) for player in (0, 1)]
    assert mixed.curve[-1].worth == pytest.approx(expected)
    assert abs(expected[0]) < 0.3
