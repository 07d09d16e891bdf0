"""Trees of games that hide something: whoever cannot tell where he is gets the same tree, and the numbers are right."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from sandbox.bench.general.solving import GeneralTask, with_tree
from sandbox.errors import BadInput
from sandbox.games.general.api import general_games
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.gametree.api import new_stop
from sandbox.gametree.general.picture import drawn
from sandbox.gametree.general.tree import as_search_tree, as_text
from tests.strategies.hidden import hidden_tree

ENGINES = ("cfr", "fictitious-play")


def asked(key: str, text: str, engine: str = "cfr", *, opened: bool = False, room: int = 400, **own: str) -> Any:
    """Everything that `solve --tree --json` tells and draws, without the clock."""
    task = GeneralTask(key, tuple(own.items()), text, engine, (("iterations", "30"),), opened=opened)
    facts, nodes, about, lost = with_tree(task, new_stop(), room)
    picture = drawn(as_search_tree(nodes, about))
    told = {name: value for name, value in facts.items() if name != "seconds"}
    return json.dumps([told, about, lost]), tuple(as_text(nodes)), str(picture.places), nodes


def decisions(face: Any, position: Any) -> Any:
    """Every decision below a position."""
    if face.to_move(position) >= 0:
        yield position
    for move in face.moves(position):
        yield from decisions(face, face.play(position, move))


def check_nothing_leaks(key: str, face: Any, positions: list[Any], engine: str, **own: str) -> int:
    told: dict[tuple[int, str], Any] = {}
    for position in positions:
        player = face.to_move(position)
        found = asked(key, face.print(position), engine, **own)[:3]
        assert told.setdefault((player, face.information(position, player)), found) == found
    return len(told)


@pytest.mark.parametrize("engine", ENGINES)
def test_who_cannot_tell_where_he_is_gets_the_same_tree(engine: str) -> None:
    for key, own in (("kuhn", {}), ("liars-dice", {"sides": "2"})):
        face = general_games[key].parse(own).face()
        positions = list(decisions(face, face.start()))
        assert check_nothing_leaks(key, face, positions, engine, **own) < len(positions)
    for seed in range(25):
        game, root = hidden_tree(seed)
        check_nothing_leaks("any-tree", game.face(), list(decisions(game.face(), root))[:12], engine)


def test_of_leduc_too() -> None:
    face, draw = general_games["leduc"].create().face(), random.Random(5)
    deals = [face.play(face.start(), deal) for deal in face.moves(face.start()) if deal.startswith("Js")]
    for _ in range(3):
        line = [draw.choice(("check", "raise")), "call"]
        positions = deals if line[0] == "check" else [face.play(p, line[0]) for p in deals]
        check_nothing_leaks("leduc", face, draw.sample(positions, 3), "cfr")


def test_beliefs_worths_and_strategies_of_kuhn() -> None:
    _, text, _, nodes = asked("kuhn", "QJ")
    root, below = nodes[0], [node for node in nodes if node.parent == 0]
    assert (root.player, [node.move for node in below]) == (CHANCE, ["QJ", "QK"])
    assert [node.probability for node in below] == [0.5, 0.5]
    assert {node.info for node in below} == {"Q"}
    for node, own in ((n, i) for i, n in enumerate(nodes)):
        children = [n for n in nodes if n.parent == own]
        if children:
            weights = [float(n.probability if n.often is None else n.often) for n in children]
            assert sum(weights) == pytest.approx(1)
            means = [sum(w * n.worth[p] for w, n in zip(weights, children, strict=True)) for p in (0, 1)]
            assert means == pytest.approx(list(node.worth))
        else:
            assert node.player == TERMINAL
    assert text[1].startswith("  QJ (1/2) A: ")


def test_open_cards_are_those_on_the_table() -> None:
    told, _, _, nodes = asked("kuhn", "QJ", opened=True)
    assert '"position": "QJ"' in told
    assert (nodes[0].player, nodes[0].info) == (0, "Q")
    assert asked("kuhn", "QJ", opened=True)[:3] != asked("kuhn", "QK", opened=True)[:3]
    assert '"position": "Q"' in asked("kuhn", "QJ")[0]


def test_what_has_no_room_is_counted_and_whom_nobody_asks_is_refused() -> None:
    *_, nodes = asked("kuhn", "-", room=10)
    assert len(nodes) == 10
    assert len(asked("kuhn", "-")[3]) == 55
    for text in ("QJ check check", "KsJh check check"):
        with pytest.raises(BadInput, match="a throw or the end"):
            asked("kuhn" if text[1] == "J" else "leduc", text)


def test_regrets_are_told_by_iteration() -> None:
    facts = json.loads(asked("kuhn", "-")[0])[0]
    assert len(facts["regrets"]) == 12
    for plays in facts["regrets"].values():
        assert {len(by_time) for by_time in plays.values()} == {len(facts["curve"])}
    assert facts["regrets"]["K bet"]["call"][-1] > 0 == facts["regrets"]["K bet"]["fold"][-1]
    assert list(json.loads(asked("kuhn", "QJ check bet")[0])[0]["regrets"]) == ["Q check bet"]
    assert json.loads(asked("kuhn", "-", "fictitious-play")[0])[0]["regrets"] == {}
