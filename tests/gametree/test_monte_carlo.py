"""Monte Carlo engines: they converge to solved values, spend their simulations as they say, and can be repeated."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from sandbox.games.api import games
from sandbox.gametree.api import Limits
from sandbox.gametree.montecarlo.bandit import regret
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import find
from tests.strategies.games import game_of, random_positions

VARIANTS = [{}, {"rave": 200}, {"prior": 5}, {"rollouts": "random"}, {"rollouts": "greedy"}, {"final": "secure"}]


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_mcts_proves_tic_tac_toe(options: dict[str, object]) -> None:
    game = game_of("tic-tac-toe")
    for position in random_positions(game, 25, 6, seed=4):
        truth = exact.solve(game, position, Limits(every_move=True), SearchReport())
        found = find("mcts", game, position, Limits(nodes=60_000), **options)
        values = {m.move: m.value for m in truth.root}
        assert values[found.best] == truth.value
        if found.exact:  # a draw is proven only when all moves are
            assert found.value == truth.value


def test_mcts_converges_without_proofs() -> None:
    game = game_of("tic-tac-toe")
    for position in random_positions(game, 10, 6, seed=8):
        truth = exact.solve(game, position, Limits(), SearchReport())
        found = find("mcts", game, position, Limits(nodes=40_000), proven=False)
        assert abs(found.value - 0.95 * truth.value) < 0.2


@pytest.mark.parametrize("options", [{}, {"rave": 100}, {"prior": 5}], ids=str)
def test_mcts_finds_the_best_of_endings(positions: Path, options: dict[str, object]) -> None:
    game = games["connect-four"].create()
    lines = (positions / "connect_four" / "L3_R1.txt").read_text(encoding="utf-8").split("\n")[:40]
    for line in lines:
        text, value = line.split()
        position = game.face().parse(text)
        found = find("mcts", game, position, Limits(nodes=20_000), **options)
        after = exact.solve(game, game.face().play(position, found.best), Limits(), SearchReport())
        assert np.sign(-after.value) == np.sign(int(value)), text


def test_flat_monte_carlo_spends_evenly_and_ucb_does_not() -> None:
    game = game_of("connect-four")
    position = game.face().parse("414141")  # a fourth in the centre column wins
    even = find("monte-carlo", game, position, Limits(nodes=7000))
    assert {m.visits for m in even.root} == {1000}
    clever = find("ucb", game, position, Limits(nodes=7000))
    visits = {m.move: m.visits for m in clever.root}
    assert sum(visits.values()) == 7000
    assert max(visits, key=lambda m: visits[m]) == clever.best == even.best == "4"
    assert all(0 <= (m.win_rate or 0) <= 1 for m in clever.root)


def test_ucb_regrets_less() -> None:
    game = game_of("connect-four")
    curves = regret(game, game.face().parse("414"), simulations=4000, c=1.0, seeds=range(1, 9))
    last = {rule: curve[-1] for rule, curve in curves.by_rule.items()}
    assert last["ucb"] < last["uniform"] / 2
    assert np.all(np.diff(curves.by_rule["uniform"]) >= -1e-9)
    half = np.searchsorted(curves.simulations, 2000)
    a_simulation = curves.by_rule["uniform"] / curves.simulations
    assert a_simulation[-1] == pytest.approx(a_simulation[half], rel=0.05)  # a constant share is lost for ever


def test_the_seed_decides() -> None:
    game = game_of("othello")
    visits = [
        [m.visits for m in find("mcts", game, game.face().start(), Limits(nodes=3000), seed=s).root] for s in (1, 1, 2)
    ]
    assert visits[0] == visits[1] != visits[2]


def test_a_full_tree_goes_on_simulating() -> None:
    game = game_of("connect-four")
    found = find("mcts", game, game.face().start(), Limits(nodes=20_000), tree_bits=10)
    assert found.report.nodes == 20_000
    assert found.report.tree_nodes <= 1024
