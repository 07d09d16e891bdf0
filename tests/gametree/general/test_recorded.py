"""A recorded search is the search: same answer, same counts, every node written once, with what it is worth."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from sandbox.games.general.api import general_games
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines
from sandbox.gametree.general.recorder import Recording
from sandbox.gametree.general.tree import RecordedNode, as_text, nodes
from sandbox.gametree.general.two_words import general
from sandbox.gametree.recorder import Cause
from tests.oracles import general as twin
from tests.strategies.games import game_of
from tests.strategies.general import layered_tree, playout, tree

ENGINES: list[tuple[str, dict[str, Any]]] = [
    ("expectiminimax", {"star": "off", "table": False, "cuts": False}),
    ("expectiminimax", {"star": "star1", "table": False}),
    ("expectiminimax", {"star": "star2", "table": True, "table_bits": 10}),
    ("expectiminimax", {"star": "star2", "table": False, "order": False}),
    ("maxn", {"cuts": False}),
    ("maxn", {}),
    ("paranoid", {"table_bits": 10}),
]
every_engine = pytest.mark.parametrize(("key", "options"), ENGINES, ids=[f"{k} {o}" for k, o in ENGINES])


def both(
    key: str, options: dict[str, Any], game: Any, position: Any, depth: int, **limits: Any
) -> tuple[Answer, Answer, Recording]:
    engine, recording = general_engines[key].create(options), Recording()
    clean = engine.search(game, position, Limits(depth=depth, **limits))
    return clean, engine.search(game, position, Limits(depth=depth, **limits), recording), recording


def timeless(answer: Answer) -> Answer:
    return replace(answer, seconds=0, deepening=())


def nothing(position: Any) -> tuple[Fraction, ...]:
    return (Fraction(0),) * position.tree.players


@every_engine
def test_both_runs_are_one(key: str, options: dict[str, Any]) -> None:
    pig, rolit = general_games["pig"].create({"goal": 20}), general_games["rolit"].create({"players": 2})
    cases = [(pig, p, 3) for p in playout(pig, 1)[:-1:6]]
    cases += [(rolit, p, 2) for p in playout(rolit, 2)[5:50:20]]
    cases += [(*layered_tree(seed), 9) for seed in range(12)]
    nim = general(game_of("nim"))
    cases += [(nim, nim.face().start(), 3)]
    for game, position, depth in cases:
        clean, written, recording = both(key, options, game, position, depth)
        assert timeless(clean) == timeless(written)
        probed = clean.counts.probes
        assert len(recording) + recording.lost == clean.counts.nodes + probed  # a probe enters an outcome by the way


@every_engine
def test_every_node_says_what_is_true(key: str, options: dict[str, Any]) -> None:
    for seed in range(150):
        game, position = tree(seed, players=2, halves=True)
        face, root = game.face(), max(game.face().to_move(position), 0)
        _, answer, recording = both(key, options, game, position, 9)
        found, positions = nodes(recording, game, position), [position]
        for node in found[1:]:
            positions.append(face.play(positions[node.parent], node.move))
        assert found[0].worth[root] == answer.of(root)
        for node, at in zip(found, positions, strict=True):
            assert node.player == face.to_move(at)
            assert (node.cause is Cause.TERMINAL) == (node.player == TERMINAL)
            assert node.ply == len(at.path)
            if node.cause is not Cause.CUT and options.get("cuts") is False:
                truth = twin.vector(face, at, 99, nothing) if key == "maxn" else twin.worth(face, at, 99, root, nothing)
                said = node.worth if key == "maxn" else node.worth[root]
                assert said == truth
            if node.cause is Cause.TERMINAL:
                assert node.worth[root] == (face.utility(at) or ())[root]
            if node.parent >= 0:
                assert (node.probability is not None) == (found[node.parent].player == CHANCE)


def test_a_stopped_search_leaves_open_nodes() -> None:
    game = general_games["rolit"].create({"players": 2})
    _, answer, recording = both("maxn", {}, game, game.face().start(), 0, nodes=300)
    found = nodes(recording, game, game.face().start())
    assert answer.counts.nodes == 300
    stopped = [node for node in found if node.cause is Cause.STOPPED]
    assert found[0] in stopped
    assert all(found[node.parent] in stopped for node in stopped[1:])


def test_what_there_is_no_room_for_is_counted() -> None:
    game = general_games["rolit"].create()
    recording = Recording(50)
    answer = general_engines["maxn"].create().search(game, game.face().start(), Limits(depth=3), recording)
    assert len(recording) == 50
    assert recording.lost == answer.counts.nodes - 50
    found: list[RecordedNode] = nodes(recording, game, game.face().start())
    assert next(as_text(found)).startswith("root A")
    assert len(list(as_text(found * 3))) == 61
