"""The tree of MCTS: kept below the move and its reply, told node by node, and honest about what it has proven."""

from __future__ import annotations

import time
from typing import Any

import numpy as np
import pytest

from sandbox.gametree.api import Bound, Limits, engines
from sandbox.gametree.montecarlo import search as uct
from sandbox.gametree.montecarlo import tree as trees
from sandbox.gametree.play import exact
from sandbox.gametree.play.pondering import pondering, remembering, subject
from sandbox.gametree.recorder import Cause, TreeRecording
from sandbox.gametree.report import SearchReport
from tests.gametree.searching import find
from tests.strategies.games import game_of, random_positions

KEEPING = {"keep_tree": True}


def after(game: Any, position: Any, *moves: str) -> Any:
    for move in moves:
        position = game.face().play(position, move)
    return position


def told(rows: uct.Tree, node: int) -> tuple[Any, ...]:
    """A node and all below it, whatever their places."""
    packed = int(rows[node, uct.CHILDREN])
    children = range(packed >> 7, (packed >> 7) + (packed & 127))
    return (*rows[node, uct.MOVE + 1 :], tuple((rows[c, uct.MOVE], told(rows, c)) for c in children))


@pytest.mark.parametrize("key", ["connect-four", "othello"])
def test_a_subtree_moved_together_is_the_same_tree(key: str) -> None:
    game, report = game_of(key), SearchReport()
    find("mcts", game, game.face().start(), Limits(nodes=2000), report)
    rows = report.memory["tree"].rows
    for root in trees.children(rows, np.array([0])):
        assert told(trees.subtree(rows, int(root)), 0) == told(rows, int(root))


@pytest.mark.parametrize("key", ["connect-four", "othello", "nim", "tree"])
def test_a_search_goes_on_below_the_move_and_its_reply(key: str) -> None:
    game, report = game_of(key), SearchReport()
    start = game.face().start()
    options = KEEPING | {"proven": False, "c": 0.5}
    first = find("mcts", game, start, Limits(nodes=3000), report, **options)
    line = first.pv[:2] if len(game.face().moves(after(game, start, *first.pv[:2]))) > 0 else first.pv[:1]
    if not game.face().moves(after(game, start, *line)):
        return
    second = find("mcts", game, after(game, start, *line), Limits(nodes=500), report, **options)
    kept = second.report.notes["kept"]
    assert 0 < kept < 3000
    assert second.report.nodes == 500
    assert 0 <= kept + 500 - sum(row.visits for row in second.root) <= 1  # its own first simulation went nowhere


def test_a_tree_that_was_full_grows_again_where_a_move_made_room() -> None:
    game, report = game_of("connect-four"), SearchReport()
    options = KEEPING | {"tree_bits": 12, "proven": False}
    start = game.face().start()
    first = find("mcts", game, start, Limits(nodes=30_000), report, **options)
    tree, position = report.memory["tree"], after(game, start, *first.pv[:2])
    tree.move_to(game.face(), position)
    before = tree.rows.copy()
    find("mcts", game, position, Limits(nodes=300), report, **options)
    stunted = (before[:, uct.CHILDREN] == 0) & (before[:, uct.VISITS] > 1)
    assert np.any(tree.rows[: len(before)][stunted][:, uct.CHILDREN] != 0)


def test_another_position_or_another_engine_begins_anew() -> None:
    game, report = game_of("connect-four"), SearchReport()
    face = game.face()
    kept = []
    for text, c in (("4", 1.0), ("4", 1.0), ("1", 1.0), ("1", 2.0), ("123", 2.0), ("12344", 2.0)):
        found = find("mcts", game, face.parse(text), Limits(nodes=1000), report, c=c, **KEEPING)
        kept.append(found.report.notes["kept"] > 0)
    assert kept == [False, True, False, False, True, True]
    report.forget()
    assert find("mcts", game, face.parse("12344"), Limits(nodes=50), report, c=2.0, **KEEPING).report.notes["kept"] == 0


def test_without_being_asked_nothing_is_kept() -> None:
    game, report = game_of("connect-four"), SearchReport()
    start = game.face().start()
    once, again = (find("mcts", game, start, Limits(nodes=800), report) for _ in range(2))
    assert once.root == again.root


def test_a_recorded_tree_hangs_together() -> None:
    game, recording = game_of("connect-four"), TreeRecording()
    position = game.face().parse("4453")
    found = engines["mcts"].create({}).search(game, position, Limits(nodes=5000), SearchReport(), recording)
    tree = recording.columns
    assert recording.lost == 0
    assert recording.count == len(tree) == int((_rows_of(game, position, 5000)[:, uct.VISITS] > 0).sum())
    assert (tree.parent[0], tree.visits[0]) == (-1, 5000)
    rows = np.arange(1, len(tree))
    assert np.all((tree.parent[1:] >= 0) & (tree.parent[1:] < rows))
    assert np.all(tree.ply[1:] == tree.ply[tree.parent[1:]] + 1)
    below = np.bincount(tree.parent[1:], tree.visits[1:], len(tree))
    assert np.all(below <= tree.visits)
    assert np.all((below == 0) == (tree.cause != Cause.SEARCHED))
    of_root = {int(tree.move[i]): (int(tree.visits[i]), -int(tree.value[i])) for i in tree.children(0)}
    names = {game.face().move_of(position, 1 << move): facts for move, facts in of_root.items()}
    assert {m.move: m.visits for m in found.root} == {name: visits for name, (visits, _) in names.items()}
    best = max(names, key=lambda name: names[name])
    assert best == found.best
    assert names[best][1] / (abs(names[best][1]) + 1000) == pytest.approx(found.value, abs=0.002)


def _rows_of(game: Any, position: Any, nodes: int) -> uct.Tree:
    report = SearchReport()
    find("mcts", game, position, Limits(nodes=nodes), report)
    rows: uct.Tree = report.memory["tree"].rows
    return rows


def test_a_small_recording_keeps_what_was_visited_most() -> None:
    game = game_of("othello")
    whole, small, shallow = TreeRecording(), TreeRecording(capacity=200), TreeRecording(plies=1)
    for recording in (whole, small, shallow):
        engines["mcts"].create({}).search(game, game.face().start(), Limits(nodes=3000), SearchReport(), recording)
    assert 100 < small.count <= 200
    assert small.count + small.lost == whole.count
    assert np.all(small.columns.parent[1:] >= 0)
    assert small.columns.visits.min() > np.sort(whole.columns.visits)[: -small.count].max()
    assert (shallow.count, shallow.lost) == (5, 0)


def test_a_win_that_may_be_bettered_is_no_exact_value() -> None:
    """A win is proven as soon as one is found; how large it is, only when everything has been seen."""
    game = game_of("connect-four")
    seen = set()
    for position in (p for p in random_positions(game, 300, 38, seed=21) if p.ply >= 28):
        truth = exact.solve(game, position, Limits(every_move=True), SearchReport())
        found = find("mcts", game, position, Limits(nodes=3000))
        true_values = {row.move: row.value for row in truth.root}
        assert not found.exact or found.value == truth.value
        for row in found.root:
            seen.add((row.bound, row.exact))
            true = true_values[row.move]
            if row.value is not None and true is not None and (row.exact or abs(row.value) >= 1):
                assert not row.exact or row.value == true
                assert row.bound is not Bound.LOWER or 0 < row.value <= true
                assert row.bound is not Bound.UPPER or 0 > row.value >= true
    assert {(Bound.LOWER, False), (Bound.UPPER, False), (Bound.EXACT, True), (Bound.EXACT, False)} <= seen


def test_pondering_covers_every_reply() -> None:
    game, report = game_of("connect-four"), SearchReport()
    face, start = game.face(), game.face().parse("44")
    engine = remembering(engines["mcts"].create({}))
    found = engine.search(game, start, Limits(nodes=500), report)
    position = subject(engine, game, start, found)
    assert position == face.play(start, found.best)
    with pondering(engine, game, position, report):
        while report.nodes < 3000:
            time.sleep(0.002)
    for reply in face.moves(position)[:1]:
        later = engine.search(game, face.play(position, reply), Limits(nodes=10), report)
        assert later.report.notes["kept"] > 0


def test_nothing_to_ponder_on() -> None:
    game, report = game_of("tic-tac-toe"), SearchReport()
    position = game.face().parse("XX-OO---- X")
    for key in ("mcts", "pvs"):
        engine = remembering(engines[key].create({}))
        found = engine.search(game, position, Limits(nodes=500), report)
        assert subject(engine, game, position, found) is None
        with pondering(engine, game, None, report):
            pass
