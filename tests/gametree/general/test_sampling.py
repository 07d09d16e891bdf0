"""MCTS with dice and vectors: its tree adds up, dice fall as they should, and what it finds nears the truth."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sandbox.bench.general.match import Contender, LineUp, play
from sandbox.games.general.api import general_games
from sandbox.gametree.api import Limits, Status, new_stop
from sandbox.gametree.general.api import Answer
from sandbox.gametree.general.engines.vector_mcts import EDGES_A_NODE, VectorMCTS
from sandbox.gametree.general.sampling import NONE, Sampled
from sandbox.gametree.general.session import Session
from sandbox.gametree.general.two_words import general
from tests.oracles import general as twin
from tests.strategies.games import game_of
from tests.strategies.general import layered_tree, tree

TREE = general_games["any-tree"].create()


def find(game: Any, position: Any, simulations: int, **options: Any) -> Answer:
    return VectorMCTS(**options).search(game, position, Limits(nodes=simulations))


def grown(monkeypatch: pytest.MonkeyPatch, game: Any, position: Any, simulations: int, **options: Any) -> Sampled:
    """The tree itself."""
    kept: list[Sampled] = []
    own = VectorMCTS._kept

    def keeping(engine: VectorMCTS, session: Session) -> Sampled:
        kept.append(own(engine, session))
        return kept[-1]

    monkeypatch.setattr(VectorMCTS, "_kept", keeping)
    find(game, position, simulations, **options)
    return kept[-1]


def test_the_lectures_vector() -> None:
    """A's mean nears 1; B's is a mixture of (1,2,6) and (1,5,2), which are equal to A."""
    found = find(TREE, TREE.face().parse("three-players"), 100_000)
    assert found.of(0) == pytest.approx(1, abs=0.1)
    assert found.counts.nodes == 100_000


def test_dice_and_alliances() -> None:
    found = find(TREE, TREE.face().parse("fallible"), 20_000)
    assert found.best == "risk"
    assert found.of(0) == pytest.approx(0.8, abs=0.02)
    raid = find(TREE, TREE.face().parse("raid"), 20_000)
    assert raid.line == ("from-A", "from-A", "from-B")
    assert find(TREE, TREE.face().parse("cooperation"), 5000).worth == pytest.approx((1000, 1000), rel=0.05)


@pytest.mark.parametrize("name", ["three-players", "raid", "fallible"])
def test_the_tree_adds_up(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for position in (TREE.face().parse(name), layered_tree(5)[1]):
        found = grown(monkeypatch, TREE, position, 3000)
        nodes, edges = found.used.tolist()
        assert found.passed[0] == 3000
        children = found.child[:edges][found.child[:edges] != NONE]
        assert sorted(children.tolist()) == list(range(1, nodes))
        for node in range(nodes):
            if found.first[node] == NONE:
                continue
            below = slice(int(found.first[node]), int(found.first[node] + found.edges[node]))
            missed = 0 if node == 0 else 1  # the first visit got no edges
            assert found.visits[below].sum() == found.passed[node] - missed
            for edge in range(below.start, below.stop):
                if found.child[edge] != NONE:
                    assert found.passed[found.child[edge]] == found.visits[edge]
        low, high = found.span
        visited = found.visits[:edges] > 0
        means = found.sums[:edges][visited] / found.visits[:edges][visited][:, None]
        assert low - 1e-9 <= means.min()
        assert means.max() <= high + 1e-9


def test_dice_fall_as_often_as_they_should(monkeypatch: pytest.MonkeyPatch) -> None:
    text = '{"chance": [["1/10", 1], ["2/10", 2], ["3/10", 3], ["4/10", 4]]}'
    found = grown(monkeypatch, TREE, TREE.face().parse(text), 40_000)
    shares = found.visits[:4] / 40_000
    assert np.abs(shares - [0.1, 0.2, 0.3, 0.4]).max() < 0.01
    assert find(TREE, TREE.face().parse(text), 40_000).of(0) == pytest.approx(3, abs=0.03)


def test_dice_fall_as_often_in_play_outs() -> None:
    """A simulation grows nothing below the move: what it was worth is how the dice fell afterwards."""
    text = '[{"chance": [["1/10", 1], ["2/10", 2], ["3/10", 3], ["4/10", 4]]}]'
    position = TREE.face().parse(text)
    met = [find(TREE, position, 1, seed=seed).of(0) for seed in range(1, 601)]
    shares = [met.count(worth) / len(met) for worth in (1, 2, 3, 4)]
    assert shares == pytest.approx([0.1, 0.2, 0.3, 0.4], abs=0.06)


def test_on_random_trees_it_nears_the_truth() -> None:
    good, close = 0, 0
    for seed in range(60):
        game, position = layered_tree(seed)
        face = game.face()
        root = face.to_move(position)
        found = find(game, position, 8000)
        after = face.play(position, found.best)
        nothing: Any = None
        truth = twin.worth(face, position, 99, root, nothing)
        good += float(truth - twin.worth(face, after, 99, root, nothing)) < 0.5
        close += abs((found.of(root) or 0.0) - float(truth)) < 1.5
    assert good > 54
    assert close > 54


def test_max_n_by_sampling() -> None:
    """In trees of three, where the best child is not a tie, the mover's share nears max^n's."""
    near, tried = 0, 0
    for seed in range(150):
        game, position = tree(seed, players=3, halves=True)
        face = game.face()
        root = face.to_move(position)
        if root < 0:
            continue
        nothing: Any = None
        vectors = sorted(float(twin.vector(face, c, 99, nothing)[root]) for c in twin.children(face, position))
        if len(vectors) > 1 and vectors[-1] - vectors[-2] < 1:
            continue
        tried += 1
        found = find(game, position, 4000)
        near += abs((found.of(root) or 0.0) - vectors[-1]) < 1.5
    assert tried > 40
    assert near > 0.8 * tried


def test_budgets_seeds_and_full_trees() -> None:
    game = general_games["pig"].create()
    start = game.face().parse("40,50 A+8")
    one, same, other = (find(game, start, 2000, seed=seed) for seed in (1, 1, 2))
    assert (one.rows, one.counts.nodes) == (same.rows, 2000)
    assert one.rows != other.rows
    small = find(game, start, 5000, tree_bits=8)
    assert sum(row.nodes for row in small.rows) == 5000
    assert small.best in ("roll", "hold")
    stop = new_stop()
    stop[0] = 1
    none = VectorMCTS().search(game, start, Limits(stop=stop))
    assert (none.status, none.best) == (Status.CANCELLED, "roll")
    timed = VectorMCTS().search(game, start, Limits(seconds=0.05))
    assert timed.status is Status.BUDGET
    assert timed.counts.nodes > 10
    over = VectorMCTS().search(game, game.face().parse("100,3"), Limits())
    assert (over.best, over.worth) == ("", (1, 0))


def test_a_full_tree_has_no_more_edges_than_room(monkeypatch: pytest.MonkeyPatch) -> None:
    game = general_games["rolit"].create()
    found = grown(monkeypatch, game, game.face().start(), 3000, tree_bits=8)
    assert found.used[0] <= 256
    assert found.used[1] <= 256 * EDGES_A_NODE
    assert found.passed[0] == 3000


def test_it_plays_well_enough() -> None:
    contenders = (Contender("vector-mcts", nodes=300), Contender("any-move"), Contender("any-move"))
    won = sum(play(LineUp("rolit", (("players", "3"),), "-", contenders, n, 1)).points[0] for n in range(9))
    assert won >= 6
    as_general = general(game_of("tic-tac-toe"))
    position = as_general.face().parse("XX-OO---- X")
    assert find(as_general, position, 2000).best == "c1"
