"""A search made once more visits the same nodes; what there is no room for is left out in one piece, and named."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.errors import SandboxError
from sandbox.gametree.api import Limits, Status, engines
from sandbox.gametree.recorder import Cause
from sandbox.gametree.report import SearchReport
from sandbox.gametree.tree.anew import MOST_SIMULATIONS, Search, again, plan
from sandbox.gametree.tree.causes import NO_ROOM, Walk
from tests.gametree.tree.recorded import tree_of
from tests.strategies.games import game_of

LIMITS = {
    "depth": Limits(depth=6),
    "nodes": Limits(nodes=7_000),
    "time": Limits(seconds=0.05),
    "every move": Limits(depth=4, every_move=True),
}


def searched(engine, limits, key="connect-four", text="4453", **options):
    """A search as the board's panel knows it."""
    game = game_of(key)
    position = game.face().parse(text)
    found = engines[engine].create(options).search(game, position, limits, SearchReport())
    return Search(game, position, engine, options, limits, found.report), found


@pytest.mark.parametrize("kind", LIMITS)
@pytest.mark.parametrize("engine", ["alphabeta", "pvs", "mtdf", "minimax", "negamax"])
def test_it_visits_the_same_nodes(engine, kind):
    if kind == "time":
        engines[engine].create().search(*_start(), Limits(depth=1), SearchReport())  # so that nothing is compiled below
    options = {} if engine not in ("minimax", "negamax") else {"depth": 5}
    search, found = searched(engine, LIMITS[kind], **options)
    tree, shot = again(search).tree, found.report
    assert len(tree) == shot.nodes == tree.about.nodes
    counts = tree.counts()
    assert counts["table"] == shot.table.cutoffs
    assert counts["terminal"] == shot.terminals
    assert counts["horizon"] == shot.leaves
    if found.status is Status.DONE:
        assert counts["cut"] == shot.cutoffs
        assert counts["stopped"] == 0
    finished = [act for act in tree.acts if not np.isnan(tree.value[act.start])]
    if finished:
        line = tuple(tree.name(row) for row in tree.line(finished[-1].start)[1:])
        assert line[:1] == shot.pv[:1] or found.status is not Status.DONE
    assert again(search).words == f"All {shot.nodes:,} nodes"


def _start():
    game = game_of("connect-four")
    return game, game.face().parse("4453")


def test_what_has_no_room_is_left_out_by_depths():
    search, found = searched("alphabeta", Limits(depth=7))
    spent = np.cumsum([row.nodes for row in found.report.deepening])
    room = int(spent[4]) + 3
    kept = again(search, room=room)
    assert len(kept.tree) == spent[4]
    assert kept.tree.acts[-1].depth == 5
    assert kept.tree.about.lost == 0
    assert f"To depth 5 of 7: {spent[4]:,} of {found.report.nodes:,} nodes" in kept.words


def test_a_search_of_one_depth_is_left_out_by_plies():
    search, found = searched("negamax", Limits(depth=6))
    kept = again(search, room=3_000)
    plies = plan(search, 3_000).plies
    assert 1 <= plies < 6
    assert int(kept.tree.ply.max()) == plies
    assert kept.tree.about.lost == 0
    assert f"The upper {plies} plies: {len(kept.tree):,} of {found.report.nodes:,} nodes" in kept.words
    row = int(np.flatnonzero(kept.tree.ply == plies)[0])
    assert kept.walk.stubs(row) == ()
    assert kept.walk.causes.refuting(row) == -1


def test_where_the_room_ran_out_nothing_is_called_cut_off():
    game = game_of("connect-four")
    tree, _ = tree_of(game, game.face().parse("4453"), Limits(depth=5), capacity=200, deepening=False)
    walk, last = Walk(tree, game), set(tree.path(len(tree) - 1))
    told = {row: [stub.words for stub in walk.stubs(row)] for row in range(len(tree))}
    assert any(told[row] for row in last)
    assert all(words == NO_ROOM for row in last for words in told[row])
    assert all(tree.cause[row] == Cause.CUT for row in set(told) - last if told[row])


def test_simulations_are_the_search_s_own():
    search, found = searched("mcts", Limits(nodes=700), "tic-tac-toe", "-")
    kept = again(search)
    assert kept.simulations is not None
    assert kept.words == f"All {len(kept.simulations):,} simulations"
    shown = {move.move: move.visits for move in found.report.root}
    tree = kept.tree
    assert {tree.name(row): int(tree.visits[row]) for row in tree.children(0)} == {m: n for m, n in shown.items() if n}


def test_more_simulations_than_there_is_room_for_are_named():
    search, _ = searched("mcts", Limits(nodes=MOST_SIMULATIONS + 500))
    kept = again(search)
    assert len(kept.simulations) == MOST_SIMULATIONS
    assert kept.words == f"The first {MOST_SIMULATIONS:,} of {MOST_SIMULATIONS + 500:,} simulations"


@pytest.mark.small
def test_who_searches_nothing_has_no_tree():
    game = game_of("nim")
    with pytest.raises(SandboxError, match="records no tree"):
        again(Search(game, game.face().start(), "random"))
