"""What alpha-beta promises: the return-value theorem, the fewest nodes, the cut-offs of the lectures' trees."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.games.api import games
from sandbox.games.two_words.rules import INFINITE
from sandbox.gametree import work as w
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.recorder import Cause, Kind, TreeRecording
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import raw
from tests.strategies.games import game_of, random_positions

POSITIONS = {key: random_positions(game_of(key), 40, 30, seed=11) for key in ("connect-four", "othello", "morris")}
PLAIN = {"table": "off", "table_move": False, "killers": False, "history": False, "static": False}


@given(st.data())
def test_return_value_theorem(data: st.DataObject) -> None:
    key = data.draw(st.sampled_from(sorted(POSITIONS)))
    position = data.draw(st.sampled_from(POSITIONS[key]))
    alpha = data.draw(st.integers(-600, 600))
    beta = data.draw(st.integers(alpha + 1, alpha + 400))
    options = data.draw(st.sampled_from([{}, PLAIN, {"replies": True}, {"symmetry": True}]))
    game, depth = game_of(key), 3
    true, _ = raw(game, position, depth, cycles=False, **PLAIN)
    value, _ = raw(game, position, depth, alpha, beta, cycles=False, **options)
    if value <= alpha:
        assert true <= value
    elif value >= beta:
        assert true >= value
    else:
        assert true == value


def uniform_tree(branching: int, depth: int) -> str:
    """A tree in which the first move is always best: every leaf is worth the same, so any order is perfect."""
    if depth == 0:
        return "0"
    return "[" + ",".join([uniform_tree(branching, depth - 1)] * branching) + "]"


@pytest.mark.parametrize(("branching", "depth"), [(2, 5), (3, 4), (3, 5), (4, 4), (5, 3), (8, 2)])
def test_perfect_ordering_visits_exactly_the_minimum(branching: int, depth: int) -> None:
    game = games["tree"].create()
    position = game.face().parse(uniform_tree(branching, depth))
    _, words = raw(game, position, depth, **PLAIN)
    fewest = branching ** -(-depth // 2) + branching ** (depth // 2) - 1
    assert int(words[w.TERMINALS]) == fewest


@pytest.mark.parametrize(("file", "leaves"), [("two_ply.txt", 7), ("three_ply.txt", 5)])
def test_worked_trees(positions: Path, file: str, leaves: int) -> None:
    game = games["tree"].create({"file": str(positions / "trees" / file)})
    start = game.face().start()
    value, words = raw(game, start, 9, -INFINITE, INFINITE, **PLAIN)
    assert (value, int(words[w.BEST])) == (20_003, 1)
    assert int(words[w.TERMINALS]) == leaves


@pytest.mark.parametrize("engine", ["minimax", "negamax", "alphabeta", "pvs", "mtdf"])
@pytest.mark.parametrize("key", ["connect-four", "tic-tac-toe", "morris"])
def test_recorded_search_is_the_clean_one(engine: str, key: str) -> None:
    game = game_of(key)
    for position in random_positions(game, 6, 12, seed=2):
        chosen, recording = engines[engine].create(), TreeRecording(every_depth=True)
        clean = chosen.search(game, position, Limits(depth=4), SearchReport())
        told = chosen.search(game, position, Limits(depth=4), SearchReport(), recording)
        assert (clean.best, clean.value, clean.pv) == (told.best, told.value, told.pv)
        assert clean.report.nodes == told.report.nodes
        assert recording.count == told.report.nodes
        assert recording.lost == 0


def test_recorded_tree_hangs_together() -> None:
    """Parents come before children, windows narrow on the way down, values obey their causes."""
    game = game_of("connect-four")
    recording = TreeRecording()
    options = {"table": "off", "deepening": False}
    engines["alphabeta"].create(options).search(
        game, game.face().parse("4453"), Limits(depth=5), SearchReport(), recording
    )
    tree = recording.columns
    assert tree.parent[0] == -1
    rows = range(1, len(tree))
    assert all(0 <= tree.parent[i] < i for i in rows)
    assert all(tree.ply[i] == tree.ply[tree.parent[i]] + 1 for i in rows)
    assert all(tree.depth[i] == tree.depth[tree.parent[i]] - 1 for i in rows)
    assert all(tree.alpha[i] == -tree.beta[tree.parent[i]] for i in rows)
    assert all(-tree.beta[i] >= tree.alpha[tree.parent[i]] for i in rows)
    for i in range(len(tree)):
        children = tree.children(i)
        if tree.cause[i] in (Cause.SEARCHED, Cause.CUT):
            assert tree.value[i] == max(-tree.value[children])
        assert (tree.cause[i] == Cause.CUT) <= (tree.kind[i] == Kind.CUT)


def test_recording_says_what_it_left_out() -> None:
    game = game_of("connect-four")
    small, shallow = TreeRecording(capacity=100), TreeRecording(plies=2)
    for recording in (small, shallow):
        engines["negamax"].create({"depth": 4}).search(game, game.face().start(), Limits(), SearchReport(), recording)
    assert small.count == 100
    assert small.lost
    assert shallow.lost == 0
    assert shallow.count == 1 + 7 + 49
