"""Stepping through a search: the same as a naive twin stopped there, and every recorded window in its place."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.games.api import games
from sandbox.gametree.api import Limits
from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree.causes import Causes
from sandbox.gametree.tree.reading import for_people
from sandbox.gametree.tree.steps import AHEAD, LEFT, OPEN, Steps
from tests.gametree.tree.recorded import PLAIN, tree_of
from tests.oracles.windows import NaiveAlphaBeta
from tests.strategies.games import game_of, random_positions

LIST = "[[[3,17],[2,12]],[[15],[25,0]],[[2,5],[3,-7,8],[0]]]"


def people(score: float) -> float:
    return float(for_people(np.array([int(score)], np.int16))[0])


def same_as_twin(game, position, depth):
    """Every step of the recorded search is the twin's."""
    tree, shot = tree_of(game, position, Limits(depth=depth), **PLAIN)
    twin = NaiveAlphaBeta(game)
    twin.search(position, depth)
    steps = Steps(tree)
    assert len(tree) == shot.nodes
    assert len(steps) == len(twin.events)
    assert steps.stack(-1) == ()
    for number, event in enumerate(twin.events):
        told = [(f.move, f.alpha, f.beta, f.low, f.best, f.tried) for f in steps.stack(number)]
        assert told == [(m, people(a), people(b), people(low), people(best), n) for m, a, b, low, best, n in event]
    return tree


def test_ten_thousand_nodes_step_as_the_twin_does():
    game = game_of("connect-four")
    tree = same_as_twin(game, game.face().parse("44"), 7)
    assert len(tree) > 10_000


@pytest.mark.parametrize("key", ["tic-tac-toe", "morris", "othello", "nim"])
def test_other_games_step_as_the_twin_does(key):
    game = game_of(key)
    for position in random_positions(game, 3, 6, seed=5):
        if key == "morris":  # whose draws by repetition the twin's face sees sooner
            continue
        same_as_twin(game, position, 3)


@pytest.mark.small
def test_a_lecture_s_tree_steps_as_the_twin_does():
    game = games["tree"].create()
    same_as_twin(game, game.face().parse(LIST), 9)


@pytest.mark.small
def test_a_jump_anywhere_is_the_walk_to_there():
    game = games["tree"].create()
    tree, _ = tree_of(game, game.face().parse(LIST), Limits(depth=9), deepening=True)
    for act in tree.acts:
        steps, open_ = Steps(tree, act), []
        for number in range(len(steps)):
            event = steps.event(number)
            if event.entered:
                open_.append(event.row)
            else:
                assert open_.pop() == event.row
            assert [frame.row for frame in steps.stack(number)] == open_
            states = steps.states(number)
            assert np.flatnonzero(states == OPEN).tolist() == [row - act.start for row in open_]
            assert np.all((states == AHEAD) == (steps.entered[act.start : act.stop] > number))
        assert np.all(steps.states(len(steps) - 1) == LEFT)
        assert open_ == []


@pytest.mark.small
def test_cuts_are_found_both_ways():
    game = games["tree"].create()
    tree, _ = tree_of(game, game.face().parse(LIST), Limits(depth=9), **PLAIN)
    steps = Steps(tree)
    cuts = [n for n in range(len(steps)) if not steps.event(n).entered and tree.cause[steps.rows[n]] == Cause.CUT]
    assert cuts
    assert [steps.next_of(n) for n in (-1, *cuts)] == [*cuts, len(steps) - 1]
    assert [steps.next_of(n, by=-1) for n in (*cuts, len(steps) - 1)] == [-1, *cuts]


OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "table": st.sampled_from(["off", "array", "chained"]),
        "table_bits": st.just(10),
        "killers": st.booleans(),
        "history": st.booleans(),
        "static": st.booleans(),
        "replies": st.booleans(),
        "forced": st.booleans(),
        "symmetry": st.booleans(),
        "deepening": st.booleans(),
        "extension": st.integers(0, 2),
        "quiet_delta": st.sampled_from([0, 200]),
        "deeper_entries": st.booleans(),
        "internal_deepening": st.booleans(),
        "best_case": st.booleans(),
        "noise": st.sampled_from([0, 300]),
    },
)


@given(st.data())
def test_windows_nest_and_every_cut_s_cause_holds(data):
    key = data.draw(st.sampled_from(["connect-four", "othello", "morris", "tic-tac-toe"]))
    engine = data.draw(st.sampled_from(["alphabeta", "pvs", "mtdf"]))
    game, options = game_of(key), data.draw(OPTIONS)
    position = data.draw(st.sampled_from(random_positions(game, 12, 20, seed=3)))
    nodes = data.draw(st.just(0) | st.integers(1, 500))
    tree, shot = tree_of(game, position, Limits(depth=4, nodes=nodes), engine, **options)
    assert len(tree) <= shot.nodes
    assert len(tree) == shot.nodes or options.get("internal_deepening")
    windows_nest(tree)
    causes_hold(tree)


@pytest.mark.parametrize("engine", ["alphabeta", "pvs", "mtdf"])
def test_with_table_and_ordering_on_ten_thousand_nodes_nest_and_add_up(engine):
    game = game_of("connect-four")
    tree, shot = tree_of(game, game.face().start(), Limits(depth=9), engine, table_bits=14)
    counts = tree.counts()
    assert len(tree) == shot.nodes > 10_000
    assert (counts["cut"], counts["table"]) == (shot.cutoffs, shot.table.cutoffs)
    assert (counts["terminal"], counts["horizon"]) == (shot.terminals, shot.leaves)
    assert shot.table.cutoffs > 100
    windows_nest(tree)
    causes_hold(tree)
    steps = Steps(tree)
    for number in range(0, len(steps), 97):  # wherever one stops, the windows open there are nested
        for above, below in itertools.pairwise(steps.stack(number)):
            assert -below.beta >= above.alpha
            assert -below.alpha <= above.beta


def windows_nest(tree):
    below = np.flatnonzero(tree.parent >= 0)
    above = tree.parent[below]
    assert np.all(tree.alpha < tree.beta)
    assert np.all(-tree.beta[below] >= tree.alpha[above])
    assert np.all(-tree.alpha[below] <= tree.beta[above])


def causes_hold(tree):
    """The refuting move is worth the cut; what the other side already has, it has from a move left before."""
    causes, steps = Causes(tree), Steps(tree)
    for row in np.flatnonzero(tree.cause == Cause.CUT).tolist():
        refuting = causes.refuting(row)
        assert -tree.value[refuting] == tree.value[row]
        if tree.value[row] < tree.beta[row]:
            assert "nothing better" in causes.cut(row)
            continue
        setter = int(causes.bounds_by[1][row])
        if setter < 0:
            continue
        assert tree.value[setter] == tree.beta[row]  # both for the side to move here
        assert steps.left[setter] < steps.entered[row]
        assert int(tree.parent[setter]) in tree.path(row)
        assert tree.player[tree.parent[setter]] != tree.player[row]


@pytest.mark.small
def test_a_window_that_does_not_nest_is_seen():
    game = games["tree"].create()
    tree, _ = tree_of(game, game.face().parse(LIST), Limits(depth=9), **PLAIN)
    windows_nest(tree)
    tree.beta[1] = 0.5
    with pytest.raises(AssertionError):
        windows_nest(tree)


@pytest.mark.small
def test_a_cause_that_does_not_hold_is_seen():
    game = games["tree"].create()
    tree, _ = tree_of(game, game.face().parse(LIST), Limits(depth=9), **PLAIN)
    causes_hold(tree)
    tree.value[int(np.flatnonzero(tree.cause == Cause.CUT)[0])] += 1  # so that it is not its child's any more
    with pytest.raises(AssertionError):
        causes_hold(tree)
