"""On thousands of random trees every general engine, with every switch, gives what its naive twin gives."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from sandbox.gametree.api import Bound, Limits
from sandbox.gametree.general.api import Answer, general_engines
from tests.oracles import general as twin
from tests.strategies.general import layered_tree, tree

SMALL = {"table_bits": 8}
TREES = 1500
BUSHY = 500
SWITCHES: list[dict[str, Any]] = [
    {"cuts": False, "star": "off", "table": False},
    {"cuts": True, "star": "off", "table": False},
    {"cuts": True, "star": "star1", "table": False},
    {"cuts": True, "star": "star2", "table": False},
    {"cuts": True, "star": "star1", "table": True} | SMALL,
    {"cuts": True, "star": "star2", "table": True} | SMALL,
    {"cuts": False, "star": "star2", "table": True} | SMALL,
    *({"cuts": True, "star": star, "order": False, "table": False} for star in ("off", "star1", "star2")),
    {"cuts": True, "star": "star2", "order": False, "table": True} | SMALL,
]
CASES = [
    *(("expectiminimax", switches) for switches in SWITCHES),
    ("paranoid", {"cuts": False, "table": False}),
    ("paranoid", {"cuts": True, "table": False}),
    ("paranoid", {"cuts": True, "table": True} | SMALL),
    ("paranoid", {"cuts": True, "order": False, "table": True} | SMALL),
]


def nothing(position: Any) -> tuple[Fraction, ...]:
    """What a tree's horizon is taken for."""
    return (Fraction(0),) * position.tree.players


def find(key: str, game: Any, position: Any, depth: int, *, every_move: bool = False, **options: Any) -> Answer:
    return general_engines[key].create(options).search(game, position, Limits(depth=depth, every_move=every_move))


def best_is_best(face: Any, position: Any, found: Answer, depth: int, value: Fraction) -> bool:
    """Whether the move chosen has the value."""
    if face.to_move(position) < 0:
        return found.best == ""
    after = face.play(position, found.best)
    return abs(twin.worth(face, after, depth - 1, found.player, nothing) - value) < 1e-9


@pytest.mark.parametrize(("key", "options"), CASES, ids=["-".join([k, *map(str, o.values())]) for k, o in CASES])
def test_one_players_worth(key: str, options: dict[str, Any]) -> None:
    players = 2 if key == "expectiminimax" else 0
    for seed in range(TREES):
        game, position = tree(seed, players=players)
        face, depth = game.face(), 1 + seed % 6
        found = find(key, game, position, depth, **options)
        root = max(face.to_move(position), 0)
        value = twin.worth(face, position, depth, root, nothing)
        assert abs(found.worth[root] - value) < 1e-9, seed  # type: ignore[operator]
        assert best_is_best(face, position, found, depth, value), seed
        if found.exact:
            assert abs(twin.worth(face, position, 99, root, nothing) - value) < 1e-9, seed


@pytest.mark.parametrize("order", [False, True])
@pytest.mark.parametrize("star", ["off", "star1", "star2"])
def test_bushy_trees_with_dice_between_decisions(star: str, order: bool) -> None:
    cuts = 0
    for seed in range(BUSHY):
        game, position = layered_tree(seed)
        face = game.face()
        found = find("expectiminimax", game, position, 9, star=star, order=order, table=False)
        root = face.to_move(position)
        value = twin.worth(face, position, 9, root, nothing)
        assert abs(found.worth[root] - value) < 1e-9, seed  # type: ignore[operator]
        assert best_is_best(face, position, found, 9, value), seed
        cuts += found.counts.star_cuts
    assert (cuts > BUSHY) == (star != "off")


@pytest.mark.parametrize("cuts", [False, True])
@pytest.mark.parametrize("constant", [False, True])
def test_everybodys_worth(constant: bool, cuts: bool) -> None:
    for seed in range(TREES):
        game, position = tree(seed, halves=True, constant=constant)
        face, depth = game.face(), 1 + seed % 6
        found = find("maxn", game, position, depth, cuts=cuts)
        assert found.worth == twin.vector(face, position, depth, nothing), seed


def test_what_is_said_of_every_move_is_true() -> None:
    for seed in range(400):
        game, position = tree(seed, players=2, halves=True)
        face = game.face()
        root = face.to_move(position)
        for every_move in (False, True):
            for key in ("expectiminimax", "maxn"):
                found = find(key, game, position, 9, every_move=every_move)
                assert [row.move for row in found.rows] == (list(face.moves(position)) if root >= 0 else [])
                for row in found.rows:
                    after = face.play(position, row.move)
                    if key == "maxn":
                        value = twin.vector(face, after, 9, nothing)[root]
                    else:
                        value = twin.worth(face, after, 9, root, nothing)
                    assert row.bound in ((Bound.EXACT,) if every_move else (Bound.EXACT, Bound.UPPER))
                    said = row.worth[root]
                    assert said == value if row.bound is Bound.EXACT else said >= value  # type: ignore[operator]


def test_lines_are_legal_and_lead_to_the_worth() -> None:
    for seed in range(400):
        game, position = tree(seed, halves=True)
        face = game.face()
        found = find("maxn", game, position, 9)
        for row in found.rows:
            after = position
            for move in row.line:
                after = face.play(after, move)
            if row.bound is Bound.EXACT:
                assert row.worth == twin.vector(face, after, 99, nothing)


def test_cuts_save_nodes() -> None:
    """Not what they are for if they did not; how much is for benchmarks."""
    spent = {"off": 0, "star1": 0, "star2": 0}
    for seed in range(300):
        game, position = tree(seed, players=2)
        for star in spent:
            spent[star] += find("expectiminimax", game, position, 9, star=star, table=False).counts.nodes
    assert spent["star1"] < spent["off"]
    ordered = [0, 0]
    for seed in range(300):
        game, position = layered_tree(seed)
        for order in (False, True):
            ordered[order] += find("expectiminimax", game, position, 9, order=order, table=False).counts.nodes
    assert ordered[True] < ordered[False]
    shallow = [0, 0]
    for seed in range(300):
        game, position = tree(seed, players=2, constant=True)
        for cuts in (False, True):
            shallow[cuts] += find("maxn", game, position, 9, cuts=cuts).counts.nodes
    assert shallow[True] < shallow[False]
