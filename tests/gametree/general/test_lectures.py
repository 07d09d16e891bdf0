"""What lectures say of their trees, found by the engines on the trees that ship."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.games.general.api import general_games
from sandbox.games.general.library.any_tree.face import shipped
from sandbox.gametree.api import Limits
from sandbox.gametree.general.api import Answer, general_engines

GAME = general_games["any-tree"].create()
pytestmark = pytest.mark.small


def find(key: str, text: str) -> Answer:
    return general_engines[key].create().search(GAME, GAME.face().parse(text), Limits(depth=20))


def below(name: str, *path: str) -> str:
    face = GAME.face()
    position = face.parse(name)
    for move in path:
        position = face.play(position, move)
    return face.print(position)


def test_three_players() -> None:
    found = find("maxn", "three-players")
    assert (found.worth, found.best, found.exact) == ((1, 2, 6), "1", True)
    assert found.line == ("1", "1", "1")
    c = [find("maxn", below("three-players", a, b)).worth for a in "12" for b in "12"]
    assert c == [(1, 2, 6), (6, 1, 2), (1, 5, 2), (5, 4, 5)]
    assert [find("maxn", below("three-players", a)).worth for a in "12"] == [(1, 2, 6), (1, 5, 2)]


def test_two_players_as_pairs() -> None:
    assert find("maxn", "pairs").worth == (3, -3)
    found = find("expectiminimax", "pairs")
    assert (found.of(0), found.best) == (3, "1")


def test_cooperation() -> None:
    assert find("maxn", "cooperation").worth == (1000, 1000)
    assert find("expectiminimax", "cooperation").of(0) == 6


def test_cooperation_is_reached_from_every_side() -> None:
    best = '"1000,1000"'
    for text in (
        f'[[{best}, "1,2"], ["7,9", "3,3"]]',
        f'[["1,2", {best}], ["7,9", "3,3"]]',
        f'[["7,9", "3,3"], [{best}, "1,2"]]',
    ):
        assert find("maxn", text).worth == (1000, 1000)


def test_the_risky_move() -> None:
    careful = find("expectiminimax", "risky")
    assert (careful.best, careful.of(0)) == ("draw", 0)
    assert {row.move: row.worth[0] for row in careful.rows}["risk"] == -1
    bold = find("expectiminimax", "fallible")
    assert bold.best == "risk"
    assert bold.of(0) == pytest.approx(0.8)


def raid(strengths: tuple[int, ...], mover: int, left: int) -> Any:
    """The game Raid as nested dictionaries: who moves takes a point from another."""
    if not left:
        best = [s == max(strengths) for s in strengths]
        return ",".join(str(12 // sum(best) * b) for b in best)
    nexts = {"ABC"[v]: tuple(s - (i == v) for i, s in enumerate(strengths)) for v in ((mover + 1) % 3, (mover + 2) % 3)}
    below_ = {f"from-{v}": raid(after, (mover + 1) % 3, left - 1) for v, after in nexts.items()}
    return {"player": "ABC"[mover], "moves": below_}


@pytest.mark.parametrize(("name", "strengths"), [("raid", (4, 3, 2)), ("raid-weak", (1, 3, 2))])
def test_the_raids_that_ship_are_raids(name: str, strengths: tuple[int, ...]) -> None:
    import json

    text = json.dumps(raid(strengths, 1, 3))
    assert GAME.face().parse(name).tree == GAME.face().parse(" ".join(text.split())).tree or _same(name, text)


def _same(name: str, text: str) -> bool:
    one, other = GAME.face().parse(name).tree, GAME.face().parse(text).tree
    return (one.who, one.first, one.names, one.worth) == (other.who, other.first, other.names, other.worth)


@pytest.mark.parametrize(
    ("name", "line"),
    [("raid", ("from-A", "from-A", "from-B")), ("raid-weak", ("from-C", "from-B", "from-B"))],
)
def test_alliances_come_and_go(name: str, line: tuple[str, ...]) -> None:
    """Two weak players turn on a strong one, and part when it is weak; each weak choice is strictly the better one."""
    assert find("maxn", name).line == line
    for ply in (0, 1):
        found = (
            general_engines["maxn"]
            .create()
            .search(GAME, GAME.face().parse(below(name, *line[:ply])), Limits(depth=20, every_move=True))
        )
        values = {row.move: row.worth[found.player] for row in found.rows}
        assert values[line[ply]] > max(v for m, v in values.items() if m != line[ply])  # type: ignore[operator, type-var]


def test_every_tree_that_ships_is_read_and_searched() -> None:
    assert set(shipped()) >= {"three-players", "pairs", "cooperation", "risky", "fallible", "raid", "raid-weak"}
    for name in shipped():
        assert find("maxn", name).exact
