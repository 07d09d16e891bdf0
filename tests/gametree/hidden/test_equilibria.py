"""CFR, CFR+ and fictitious play find what a linear programme finds; best responses are those of plain Python."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.gametree.api import Limits, Status, new_stop
from sandbox.gametree.general.api import general_engines, general_engines_for
from sandbox.gametree.hidden.flat import Tree, written_down
from sandbox.gametree.hidden.learning import Fictitious, Minimiser, learnt
from sandbox.gametree.hidden.mixed import Mixed
from sandbox.gametree.hidden.responses import Judge
from tests.oracles.hidden import best_response, game_value, value_of
from tests.strategies.hidden import hidden_tree, hidden_tree_text


def strategy(tree: Tree, sigma: Any) -> Any:
    return Mixed(tree, sigma, ()).strategy


def mixture(tree: Tree, seed: int) -> Any:
    """A random profile, some moves never played."""
    rng = np.random.default_rng(seed)
    weight = rng.random(tree.slots) * (rng.random(tree.slots) < 0.8)
    for group in range(tree.groups):
        at = tree.of_group(group)
        weight[at] = weight[at] / weight[at].sum() if weight[at].sum() > 0 else 1.0 / weight[at].size
    return weight


def solved(tree: Tree, *, plus: bool = True, accuracy: float = 1e-5, most: int = 200_000) -> Mixed:
    *_, found = learnt(Minimiser(tree, plus=plus), accuracy, Limits(nodes=most))
    return found


def check_trees(seeds: range) -> None:
    for seed in seeds:
        game, root = hidden_tree(seed)
        tree = written_down(game, root)
        for plus in (True, False):
            accuracy = 2e-4 if plus else 4e-4
            found = solved(tree, plus=plus, accuracy=accuracy)
            assert found.exploitability <= accuracy, (seed, plus)
            naive = strategy(tree, found.sigma)
            gains = [best_response(game.face(), root, naive, p) for p in (0, 1)]
            assert found.exploitability == pytest.approx(sum(gains) / 2, abs=1e-9)  # zero-sum: the worths cancel
            value = game_value(game.face(), root)
            assert -gains[1] - 1e-6 <= value <= gains[0] + 1e-6, seed
            assert found.curve[-1].worth[0] == pytest.approx(value, abs=1e-3), (seed, plus)


def test_random_trees_have_the_value_of_the_linear_programme() -> None:
    check_trees(range(60))


@pytest.mark.slow
def test_thousands_of_random_trees_have_the_value_of_the_linear_programme() -> None:
    check_trees(range(100, 2_600))


def test_best_responses_and_worths_are_those_of_plain_python() -> None:
    for seed in range(150):
        game, root = hidden_tree(seed, zero_sum=seed % 2 == 0)
        tree = written_down(game, root)
        sigma = mixture(tree, seed)
        judge, naive = Judge(tree), strategy(tree, sigma)
        for player in (0, 1):
            assert judge.worths(sigma)[player, 0] == pytest.approx(value_of(game.face(), root, naive, player))
            worth, answer = judge.response(sigma, player)
            assert worth == pytest.approx(best_response(game.face(), root, naive, player))
            own = np.repeat(tree.flat.owner == player, np.diff(tree.flat.start.astype(int)))
            replaced = np.where(own, answer, sigma)  # the answer really brings what it is said to
            assert judge.worths(replaced)[player, 0] == pytest.approx(worth)


def test_kuhn_is_worth_an_eighteenth_and_the_strategy_is_of_the_family() -> None:
    game = general_games["kuhn"].create()
    for options in ({}, {"plus": False, "iterations": 400_000}):
        answer = (
            general_engines["cfr"].create({"accuracy": 1e-4, **options}).search(game, game.face().start(), Limits())
        )
        assert answer.mixed is not None
        assert answer.mixed.exploitability <= 1e-4
        assert answer.worth[0] == pytest.approx(-1 / 18, abs=2e-4)
        plays, near = answer.mixed.strategy, 0.02
        bluff = plays["J"]["bet"]
        assert 0 <= bluff <= 1 / 3 + near
        assert plays["K"]["bet"] == pytest.approx(3 * bluff, abs=3 * near)
        assert plays["Q"]["bet"] < near
        assert plays["Q check bet"]["call"] == pytest.approx(bluff + 1 / 3, abs=near)
        assert plays["J check bet"]["call"] < near
        assert plays["K check bet"]["call"] > 1 - near
        second = {"J check": ("bet", 1 / 3), "Q check": ("bet", 0), "K check": ("bet", 1)}
        second |= {"J bet": ("call", 0), "Q bet": ("call", 1 / 3), "K bet": ("call", 1)}
        for known, (move, often) in second.items():
            assert plays[known][move] == pytest.approx(often, abs=near), known
        tree = answer.mixed.tree
        assert (tree.nodes, tree.groups) == (55, 12)


def test_the_smallest_bluff() -> None:
    game = general_games["any-tree"].create({"file": "bluff"})
    found = solved(written_down(game, game.face().start()), accuracy=1e-6)
    assert found.curve[-1].worth[0] == pytest.approx(1 / 3, abs=1e-4)
    assert found.strategy["loser"]["bet"] == pytest.approx(1 / 3, abs=0.01)
    assert found.strategy["bet"]["call"] == pytest.approx(2 / 3, abs=0.01)


def test_leduc_is_worth_what_others_found() -> None:
    game = general_games["leduc"].create()
    tree = written_down(game, game.face().start())
    assert (tree.nodes, tree.groups) == (9451, 936)
    found = solved(tree, accuracy=5e-4)
    assert found.exploitability <= 5e-4
    assert found.curve[-1].worth[0] == pytest.approx(-0.0856, abs=1e-3)
    *_, early = learnt(Minimiser(tree, plus=True), 0.0, Limits(nodes=100))
    assert early.exploitability == pytest.approx(0.013416, abs=1e-5)  # OpenSpiel's after as many iterations of CFR+


@pytest.mark.parametrize("sides", [2, 3, 4])
def test_liars_dice_has_the_value_of_the_linear_programme(sides: int) -> None:
    game = general_games["liars-dice"].create({"sides": sides})
    start = game.face().start()
    found = solved(written_down(game, start), accuracy=2e-4)
    assert found.curve[-1].worth[0] == pytest.approx(game_value(game.face(), start), abs=5e-4)


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("plus", [True, False])
def test_both_ways_find_what_liars_dice_with_six_sides_is_worth(*, plus: bool) -> None:
    """A value is off by twice the exploitability at most: by CFR+ 0.001."""
    game = general_games["liars-dice"].create()
    tree = written_down(game, game.face().start())
    assert (tree.nodes, tree.groups) == (294_877, 24_576)
    found = solved(tree, plus=plus, accuracy=5e-4 if plus else 8e-4, most=8_000)
    assert found.exploitability <= 8e-4
    assert found.curve[-1].worth[0] == pytest.approx(-0.0272, abs=1e-3)


def test_fictitious_play_comes_nearer_to_kuhns_equilibrium() -> None:
    game = general_games["kuhn"].create()
    tree = written_down(game, game.face().start())
    *_, found = learnt(Fictitious(tree), 0.0, Limits(nodes=2_000))
    assert found.exploitability < 0.02
    assert found.curve[0].exploitability > 5 * found.exploitability


def test_a_budget_of_time_ends_it_and_so_does_a_flag() -> None:
    game = general_games["leduc"].create()
    start, engine = game.face().start(), general_engines["cfr"].create({"accuracy": 0.0})
    assert engine.search(game, start, Limits(seconds=0.2)).status is Status.BUDGET
    stop = new_stop()
    stop[0] = 1
    assert engine.search(game, start, Limits(nodes=10**6, stop=stop)).status is Status.CANCELLED


def test_who_cannot_tell_where_he_is_gets_the_same_answer() -> None:
    for key in ("kuhn", "leduc"):
        game = general_games[key].create()
        face, engine = game.face(), general_engines["cfr"].create({"iterations": 200, "seed": 7})
        deals = face.moves(face.start())
        told: dict[str, Any] = {}
        for deal in deals:
            position = face.play(face.start(), deal)
            answer = engine.search(game, position, Limits())
            facts = (answer.best, answer.worth, answer.rows, answer.line)
            assert told.setdefault(face.information(position, 0), facts) == facts
        assert len(told) < len(deals)


def test_what_is_large_is_refused_in_one_line_and_not_offered() -> None:
    game = general_games["liars-dice"].create({"sides": 9})
    assert "cfr" not in [e.key for e in general_engines_for(game, game.face().start())]
    with pytest.raises(BadInput, match="written down"):
        written_down(general_games["liars-dice"].create({"sides": 8}), game.face().start())


def test_forgetful_players_are_refused() -> None:
    face = general_games["any-tree"].create().face()
    inner = {"player": "A", "info": "same", "moves": [1, 2]}
    for text, words in {
        '{"player": "A", "moves": [%s, %s]}': "perfect recall",
        '{"player": "B", "moves": [%s, {"player": "B", "info": "same", "moves": [1, 2]}]}': "players A and B",
        '{"player": "B", "moves": [%s, {"player": "A", "info": "same", "moves": [1, 2, 3]}]}': "different moves",
        '{"player": "A", "info": "a b", "moves": [%s, 1]}': "a b",
    }.items():
        import json

        with pytest.raises(BadInput, match=words):
            face.parse(text.replace("%s", json.dumps(inner)))


FORGETFUL = {
    "his own move": '{"player": "A", "moves": [%s, %s]}',
    "his own move, asked as the second": '{"player": "B", "moves": [%s, %s]}'.replace(
        "%s", '{"player": "A", "moves": [%s, %s]}'
    ),
    "whether he moved": '{"chance": [["1/2", {"player": "A", "moves": [%s, 0]}], ["1/2", %s]]}',
    "who he is": '{"player": "B", "moves": [%s, {"player": "B", "info": "same", "moves": [1, 2]}]}',
}


@pytest.mark.parametrize("text", FORGETFUL.values(), ids=FORGETFUL)
def test_a_game_that_lets_players_forget_is_not_written_down(text: str, monkeypatch: Any) -> None:
    """Not every game looks at its own sets, as explicit trees do."""
    monkeypatch.setattr("sandbox.games.general.library.any_tree.groups._checked", lambda *_: None)
    game = general_games["any-tree"].create()
    position = game.face().parse(text.replace("%s", '{"player": "A", "info": "same", "moves": [1, 2]}'))
    with pytest.raises(BadInput, match="perfect recall"):
        written_down(game, position)


def test_sets_of_random_trees_are_printed_and_read() -> None:
    for seed in range(40):
        game, root = hidden_tree(seed)
        face = game.face()
        assert face.parse(face.print(root)) == root
        assert face.parse(hidden_tree_text(seed)).tree.groups == root.tree.groups
