"""The best that can still come: never below the truth, values as before with it, fewer nodes; and spoilt estimates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.games.api import games
from sandbox.games.two_words.rules import exact_score, work_array
from sandbox.gametree.api import Limits
from sandbox.gametree.evaluation.api import LIMIT, account
from sandbox.gametree.evaluation.judging import judge_of
from sandbox.gametree.play import exact
from sandbox.gametree.report import SearchReport
from sandbox.gametree.tree.causes import Causes
from sandbox.gametree.work import NOISE
from tests.gametree.searching import find
from tests.gametree.tree.recorded import PLAIN, tree_of
from tests.strategies.engines import endings
from tests.strategies.games import game_of, random_positions


def most_of(game, position):
    a, b = (np.uint64(word) for word in position.words)
    return int(game.kernels().best_case(a, b, work_array(game.data(position))))


@pytest.mark.parametrize("key", ["connect-four", "othello", "tic-tac-toe", "nim", "tree"])
def test_nothing_better_ever_comes(key):
    game, tight = game_of(key), 0
    for position in endings(key, 120, 8):
        true = exact.solve(game, position, Limits(), SearchReport())
        most = most_of(game, position)
        assert true.exact
        assert exact_score(int(true.value)) <= most
        tight += exact_score(int(true.value)) == most
    assert tight or key in ("othello", "tree")


@pytest.mark.small
@given(st.recursive(st.integers(-20, 20), lambda below: st.lists(below, min_size=1, max_size=4), max_leaves=30))
def test_a_lecture_s_largest_leaf_cuts_the_rest_off(nested):
    game = games["tree"].create()
    position = game.face().parse(repr(nested if isinstance(nested, list) else [nested]))
    plain = find("alphabeta", game, position, Limits(depth=12), **PLAIN)
    cut = find("alphabeta", game, position, Limits(depth=12), best_case=True, **PLAIN)
    assert (cut.value, cut.exact) == (plain.value, plain.exact)
    assert cut.report.nodes <= plain.report.nodes


def test_it_saves_nodes_and_says_why():
    game = games["tree"].create()
    position = game.face().parse("[[9,9],[1,2],[9,3]]")
    tree, shot = tree_of(game, position, Limits(depth=4), best_case=True, **PLAIN)
    assert shot.nodes == 4  # the first child is worth all there can be
    assert "nothing better than +9" in Causes(tree).words(0)
    plain, cut = (
        find("alphabeta", game_of("tic-tac-toe"), game_of("tic-tac-toe").face().start(), Limits(depth=9), best_case=on)
        for on in (False, True)
    )
    assert cut.value == plain.value
    assert cut.report.nodes < plain.report.nodes


@pytest.mark.parametrize("key", ["connect-four", "othello", "tic-tac-toe"])
def test_noise_is_as_large_as_asked_and_always_the_same(key):
    game, errors = game_of(key), []
    clean, spoilt = judge_of(game, "best"), judge_of(game, "best", spoilt=True)
    for position in random_positions(game, 200, 6, seed=8):
        work = work_array(game.data(position), spoilt.weights)
        work[NOISE] = 50
        a, b = (np.uint64(word) for word in position.words)
        noisy = int(spoilt.kernel(a, b, work))
        assert noisy == int(spoilt.kernel(a, b, work))
        errors.append(noisy - int(clean.kernel(a, b, work)))
        assert abs(errors[-1]) <= 50
        assert abs(noisy) <= LIMIT
        assert int(clean.kernel(a, b, work)) == sum(f.share for f in account(game, position, _best(key)))
        work[NOISE] = 0
        assert int(spoilt.kernel(a, b, work)) == int(clean.kernel(a, b, work))
    if key != "tic-tac-toe":
        assert abs(np.mean(errors)) < 10
        assert min(errors) < -30
        assert max(errors) > 30


def _best(key):
    from sandbox.gametree.evaluation import best_for

    return best_for(key).create()


def test_a_spoilt_search_is_repeatable_and_proofs_stay_proofs():
    game = game_of("connect-four")
    position = game.face().parse("4453")
    one, two = (find("pvs", game, position, Limits(depth=6), noise=400) for _ in range(2))
    assert (one.value, one.best, one.report.nodes) == (two.value, two.best, two.report.nodes)
    assert one.value != find("pvs", game, position, Limits(depth=6)).value
    for ending in endings("connect-four", 20, 8):
        true = exact.solve(game, ending, Limits(), SearchReport())
        assert find("pvs", game, ending, Limits(depth=12), noise=5000).value == true.value
