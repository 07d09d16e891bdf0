"""Trees of searches: their columns, their words, their places, their files."""

from __future__ import annotations

import json
import math
from pathlib import Path

import jsonschema
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.gametree.api import Limits
from sandbox.gametree.recorder import Cause, Kind
from sandbox.gametree.tree import files, shape
from sandbox.gametree.tree.causes import Causes, Walk
from sandbox.gametree.tree.layout import View, laid_out, whole
from sandbox.gametree.tree.lectures import placed
from sandbox.gametree.tree.model import Mark
from sandbox.gametree.tree.picture import Moment, drawn
from sandbox.gametree.tree.reading import for_people
from sandbox.gametree.tree.steps import Steps
from sandbox.gametree.values import for_people as one_for_people
from sandbox.svg import Drawing, paint
from tests.gametree.tree.recorded import PLAIN, tree_of
from tests.strategies.games import game_of, random_positions

SCHEMA = json.loads((Path(__file__).parents[3] / "docs/tree.schema.json").read_text(encoding="utf-8"))
parents = st.lists(st.integers(0, 30), max_size=60).map(
    lambda xs: np.array([-1, *(min(x, i) - (x == 30) * (min(x, i) + 1) for i, x in enumerate(xs))], np.int32)
)


def connect_four(engine="alphabeta", limits=None, text="4453", **options):
    game = game_of("connect-four")
    tree, shot = tree_of(game, game.face().parse(text), limits or Limits(depth=5), engine, **options)
    return game, tree, shot


@pytest.mark.small
@given(parents)
def test_the_shape_of_any_tree(parent):
    order = shape.walked(parent)
    assert sorted(order.tolist()) == list(range(len(parent)))
    number = np.append(np.argsort(order), -1)
    walked = number[parent[order]].astype(np.int32)
    assert np.all(walked < np.arange(len(walked)))
    ply, ends, links = shape.plies(walked), shape.ends(shape.plies(walked)), shape.links(walked)
    for row in range(len(walked)):
        below = [r for r in range(len(walked)) if row in path_of(walked, r)]
        assert below == list(range(row, int(ends[row])))
        assert ply[row] == len(path_of(walked, row)) - 1
        children, child = [], int(links.first[row])
        while child >= 0:
            children.append(child)
            child = int(links.next[child])
        assert children == np.flatnonzero(walked == row).tolist()


def path_of(parent, row):
    return [row] if parent[row] < 0 else [*path_of(parent, parent[row]), row]


@pytest.mark.small
@given(st.lists(st.integers(-32_001, 32_001), min_size=2, max_size=20))
def test_scores_keep_their_order(scores):
    told = for_people(np.array(scores, np.int16))
    assert np.array_equal(np.argsort(scores, kind="stable"), np.argsort(told, kind="stable"))
    for score, value in zip(scores, told, strict=True):
        if abs(score) not in (20_000, 32_001):
            assert value == one_for_people(score)


@pytest.mark.parametrize("engine", ["minimax", "negamax", "alphabeta", "pvs", "mtdf"])
def test_counts_equal_the_report_s(engine):
    _, tree, shot = connect_four(engine)
    assert len(tree) == shot.nodes == tree.about.nodes
    assert tree.about.lost == 0
    counts = tree.counts()
    assert counts["table"] == shot.table.cutoffs
    assert counts["cut"] == shot.cutoffs
    assert counts["terminal"] == shot.terminals
    assert counts["horizon"] == shot.leaves
    assert counts["searched"] + counts["cut"] == shot.interior
    assert sum(counts[k.name] for k in Kind) == len(tree)
    assert int((tree.mark & Mark.AGAIN > 0).sum()) == (shot.researches if engine == "pvs" else 0)


def test_the_line_is_the_engine_s():
    for engine in ("minimax", "alphabeta", "pvs", "mcts"):
        _, tree, shot = connect_four(engine, Limits(depth=5, nodes=0 if engine != "mcts" else 3000))
        line = tuple(tree.name(row) for row in tree.line(tree.acts[-1].start)[1:])
        assert line == shot.pv[: len(line)], engine
        assert len(line) >= 2


def test_each_depth_is_an_act():
    _, tree, shot = connect_four()
    assert [act.depth for act in tree.acts] == [1, 2, 3, 4, 5]
    assert [len(act) for act in tree.acts] == [d.nodes for d in shot.deepening]
    _, tree, _ = connect_four(aspiration=1)
    assert any("pass 2, window" in act.title for act in tree.acts)


def test_extensions_and_quiet_searches_are_marked():
    _, tree, shot = connect_four(extension=2, quiet_delta=100, deepening=False)
    beyond = int((tree.mark & Mark.BEYOND > 0).sum())
    assert beyond > 0
    assert beyond <= shot.extensions + shot.quiescent
    assert "beyond the horizon" in Causes(tree).words(int(np.flatnonzero(tree.mark & Mark.BEYOND)[0]))


def test_simulations_have_their_terms():
    _, tree, shot = connect_four("mcts", Limits(nodes=4000), c=1.5, rave=300, prior=5)
    rates = {tree.name(row): float(tree.win_rate[row]) for row in tree.children(0)}
    assert rates == pytest.approx({m.move: m.win_rate for m in shot.root if m.visits}, abs=2e-3)
    for row in range(1, 200):
        n, above = tree.visits[row] + 5, tree.visits[tree.parent[row]]
        assert tree.explore[row] == pytest.approx(1.5 * math.sqrt(math.log(above + 1) / n))
    plain = connect_four("mcts", Limits(nodes=4000))[1]
    assert plain.exploit[1:] == pytest.approx(2 * plain.win_rate[1:] - 1)
    assert np.isnan(plain.exploit[0])


def test_what_was_cut_off_is_told_in_words():
    game, tree, _ = connect_four(**PLAIN)
    walk = Walk(tree, game)
    told = 0
    for row in np.flatnonzero((tree.cause == Cause.CUT) | (tree.cause == Cause.SEARCHED)).tolist():
        legal = set(walk.face.moves(walk.position(row)))
        tried = {tree.name(child) for child in tree.children(row)}
        left = {move for stub in walk.stubs(row) for move in stub.moves}
        assert left == legal - tried
        assert not left or tree.cause[row] == Cause.CUT
        told += any(" already has " in stub.words for stub in walk.stubs(row))
    assert told > 50


def test_what_tactics_leave_out_is_not_called_a_cut():
    game, tree, _ = connect_four(text="4444", forced=True, **PLAIN)
    walk = Walk(tree, game)
    stubs = [s for row in range(len(tree)) for s in walk.stubs(row)]
    assert any(s.words.startswith("left out") for s in stubs)
    assert all(tree.cause[s.row] == Cause.CUT for s in stubs if s.words.startswith("cut"))


@given(st.data())
def test_a_layout_has_a_place_for_every_node(data):
    engine = data.draw(st.sampled_from(["alphabeta", "mcts"]))
    game, tree, _ = connect_four(engine, Limits(depth=4) if engine == "alphabeta" else Limits(nodes=500))
    rows = st.integers(0, len(tree) - 1)
    view = View(
        top=data.draw(st.integers(0, 4)),
        most=data.draw(st.integers(1, 300)),
        folded=frozenset(data.draw(st.sets(rows, max_size=3))),
        opened=frozenset(data.draw(st.sets(rows, max_size=3))),
        picked=data.draw(st.just(-1) | rows),
    )
    act = data.draw(st.sampled_from(tree.acts))
    laid = laid_out(tree, view, act, Walk(tree, game))
    drawn_rows = laid.rows.tolist()
    assert drawn_rows[0] == act.start
    assert all(tree.parent[row] in laid.index for row in drawn_rows[1:])
    assert [drawn_rows[p] for p in laid.parent[1:]] == tree.parent[laid.rows[1:]].tolist()
    forced = set(laid.line) | (set(tree.path(view.picked)) if act.start <= view.picked < act.stop else set())
    if not view.folded:
        assert forced <= set(drawn_rows)
    assert len(drawn_rows) <= max(view.most, len(forced))
    for row, hidden in zip(drawn_rows, laid.hidden.tolist(), strict=True):
        assert hidden == sum(child not in laid.index for child in tree.children(row))
    places = [*map(tuple, laid.xy.tolist()), *((x, y) for _, x, y in laid.stubs)]
    assert len(set(places)) == len(places)
    assert all(0 <= x < laid.width and 0 <= y < laid.height for x, y in places)
    for level in range(laid.height):  # a subtree takes columns of its own: no edges cross
        on_level = [i for i in range(len(drawn_rows)) if laid.xy[i, 1] == level]
        assert np.all(np.diff(laid.xy[on_level, 0]) > 0)


def test_the_best_children_are_the_ones_drawn():
    _, tree, _ = connect_four("negamax", Limits(depth=4))
    laid = laid_out(tree, View(top=2, most=10_000, line=False))
    for row in laid.rows.tolist():
        children = tree.children(row)
        inside = [tree.goodness[c] for c in children if c in laid.index]
        assert sorted(inside) == sorted(tree.goodness[children])[-2:]


def test_the_whole_of_a_tree_has_places_too():
    _, tree, _ = connect_four("negamax", Limits(depth=4))
    everything = laid_out(tree, View(top=0, most=len(tree)))
    assert np.array_equal(whole(tree), everything.xy)


@pytest.mark.parametrize("engine", ["alphabeta", "pvs", "mcts", "negamax"])
@pytest.mark.parametrize("key", ["connect-four", "othello", "morris", "nim", "tic-tac-toe", "tree"])
def test_a_file_gives_the_tree_back(engine, key, tmp_path):
    game = game_of(key)
    limits = Limits(nodes=300) if engine == "mcts" else Limits(depth=3)
    (position,) = random_positions(game, 1, 4, seed=9) if key != "tree" else [game.face().start()]
    tree, _ = tree_of(game, position, limits, engine)
    files.save(tree, tmp_path / "tree.json")
    content = json.loads((tmp_path / "tree.json").read_text(encoding="utf-8"))
    jsonschema.validate(content, SCHEMA)
    again = files.load(tmp_path / "tree.json")
    assert again.about == tree.about
    assert [again.name(r) for r in range(len(again))] == [tree.name(r) for r in range(len(tree))]
    for column in ("parent", "ply", "player", "depth", "alpha", "beta", "value", "kind", "cause", "mark", "visits"):
        mine, theirs = getattr(tree, column), getattr(again, column)
        assert mine is theirs is None or np.array_equal(mine, theirs, equal_nan=mine.dtype.kind == "f"), column


GOOD = {"id": 0, "parent": None, "move": None, "depth": 1, "alpha": None, "beta": None, "value": 0, "kind": "PV"}
GOOD |= {"cause": "", "ended": "searched"}
GOOD |= {"tree": {"format": files.FORMAT, "version": 1, "game": "nim", "position": "7"}}


@pytest.mark.small
@pytest.mark.parametrize(
    ("content", "where"),
    [
        ([], "list"),
        ({}, "dict"),
        ([1], "list"),
        ([GOOD | {"id": None}], "node 0, id"),
        ([GOOD | {"parent": 3}], "node 0, parent"),
        ([GOOD, GOOD | {"id": 1, "parent": 1}], "node 1, parent"),
        ([GOOD, GOOD], "node 1, id"),
        ([GOOD | {"alpha": "x"}], "node 0, alpha"),
        ([GOOD | {"kind": "pv"}], "node 0, kind"),
        ([GOOD | {"ended": 3}], "node 0, ended"),
        ([GOOD | {"move": 3}], "node 0, move"),
        ([GOOD | {"marks": ["odd"]}], "node 0, marks"),
        ([GOOD | {"tree": {"format": "x"}}], "node 0, tree"),
        ([GOOD | {"values": [1, 2]}, GOOD | {"id": 1, "parent": 0, "values": [1]}], "node 1, values"),
    ],
)
def test_a_file_that_is_no_tree_gets_one_clear_line(content, where):
    with pytest.raises(BadInput) as error:
        files.read(content, "t.json")
    assert where in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.small
def test_trees_to_come_have_room():
    nodes = [
        GOOD | {"player": -1, "values": [1, 2, 3]},
        GOOD | {"id": "b", "parent": 0, "move": "6-6", "probability": 1 / 36, "values": [0, 1, 5], "player": 2},
        GOOD | {"id": "c", "parent": 0, "move": "6-5", "probability": 1 / 18, "values": [4, 1, 5], "gate": 2},
    ]
    jsonschema.validate(nodes, SCHEMA)
    tree = files.read(nodes, "t.json")
    assert tree.side(0) == "Chance"
    assert tree.more["values"].shape == (3, 3)
    assert tree.more["probability"][1:].tolist() == [1 / 36, 1 / 18]
    assert len(laid_out(tree, View(top=0)).rows) == 3


@pytest.mark.small
def test_a_lecture_s_tree_is_drawn_whole_and_fills_in():
    game = games["tree"].create()
    tree, _ = tree_of(game, game.face().parse("[[3,12,8],[2,4,6],[14,5,2]]"), Limits(depth=9), **PLAIN)
    walk = Walk(tree, game)
    laid = placed(tree, walk, View(), None)
    assert (laid.lecture, len(laid.rows), len(laid.ghosts)) == (True, 11, 2)
    assert [g.text for g in laid.ghosts] == ["4", "6"]
    assert laid.xy[0].tolist() == [4.0, 0.0]
    steps = Steps(tree)
    texts = []
    for number in (-1, 5, len(steps) - 1):
        values = next(la for la in drawn(laid, Moment(steps, number)).layers if la.name == "values")
        texts.append(values.texts)
    assert texts == [(), ("3", "12"), ("3", "3", "3", "12", "8", "≤ 2", "2", "≤ 2", "14", "5", "2")]


@pytest.mark.parametrize("engine", ["pvs", "mcts"])
def test_a_picture_can_be_painted(engine):
    game, tree, _ = connect_four(engine, Limits(depth=4) if engine == "pvs" else Limits(nodes=300))
    picture = drawn(laid_out(tree, View(top=2, most=60), None, Walk(tree, game)))
    drawing = Drawing(picture.width, picture.height, 52.0, picture.title)
    paint(drawing, picture.layers)
    assert ("already" in drawing.text()) == (engine == "pvs")


def test_a_tree_that_was_too_large_says_so():
    _, tree, shot = connect_four(capacity=100)
    assert len(tree) == 100
    assert tree.about.lost == shot.nodes - 100


@pytest.mark.small
def test_a_child_is_as_good_as_it_is_for_whoever_chose_it():
    """Among several players not by the value of the side that moves next; what chance chose, by the first's."""
    nodes = [
        GOOD | {"player": 2, "values": [9, 8, 5]},
        GOOD | {"id": "b", "parent": 0, "move": "b", "player": 1, "values": [7, 1, 4]},
        GOOD | {"id": "c", "parent": 0, "move": "c", "player": 0, "values": [0, 3, 5]},
        GOOD | {"id": "d", "parent": "c", "move": "d", "player": 1, "values": [2, 8, 6]},
    ]
    tree = files.read(nodes, "t.json")
    assert tree.goodness.tolist() == [5, 4, 5, 2]
    assert tree.line(0) == [0, 2, 3]
    by_lot = files.read([nodes[0] | {"player": -1}, *nodes[1:]], "t.json")
    assert by_lot.goodness.tolist() == [9, 7, 0, 2]
