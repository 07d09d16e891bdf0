"""What a report tells while a search runs, when it is interrupted, and when the next one begins."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
import pytest

from sandbox.gametree import work as w
from sandbox.gametree.api import Bound, Limits, RootMove, Status
from sandbox.gametree.general.api import Counts, MoveWorth
from sandbox.gametree.report import Claims, Progress, SearchReport, Snapshot, TableHealth
from tests.gametree.searching import find
from tests.strategies.games import game_of

WINDOWED = ("alphabeta", "pvs", "mtdf")
EXPECTING = {"alphabeta": {"aspiration": 20}, "pvs": {"aspiration": 20}, "mtdf": {}}


class Polled(SearchReport):
    """Looks at itself whenever anything in it changes, as a window in another thread may."""

    shots: list[Snapshot]

    def __setattr__(self, name: str, value: Any) -> None:
        super().__setattr__(name, value)
        if name != "shots" and hasattr(self, "shots"):
            self.shots.append(self.snapshot())


def test_a_new_search_never_shows_the_values_of_the_last_one() -> None:
    game = game_of("othello")
    face, report = game.face(), Polled()
    first = find("alphabeta", game, face.start(), Limits(depth=3), report)
    report.shots = []
    after = face.parse("f5")
    second = find("alphabeta", game, after, Limits(depth=3), report)
    known = {tuple((row.move, row.value) for row in found.root) for found in (first, second)}
    fresh = {tuple((move, None) for move in face.moves(after))}
    assert report.shots
    for shot in report.shots:
        assert tuple((row.move, row.value) for row in shot.root) in known | fresh


class Halfway(Progress):
    """Is looked at while somebody writes, who ends before one of the looks."""

    looked, ends, steps = 0, 0, 0

    @property
    def words(self) -> Any:
        """The engine's array."""
        self.looked += 1
        if self.looked == self.ends:
            self._words[w.SEQUENCE] += np.uint64(self.steps)
            self._words[w.NODES] = np.uint64(77)
        return self._words

    @words.setter
    def words(self, words: Any) -> None:
        self._words = words


@pytest.mark.parametrize(
    ("begun", "ends"),
    [(0, 3), (1, 4)],  # written whole between the two looks at its number; begun before, ended after the first try
)
def test_what_is_written_meanwhile_is_read_again_as_a_whole(begun: int, ends: int) -> None:
    report = Halfway(np.zeros(w.FREE, np.uint64), None, Claims())
    report.words[w.SEQUENCE] = begun
    report.looked, report.ends, report.steps = 0, ends, 2 - begun
    head = report._untorn()
    assert (int(head[w.SEQUENCE]), int(head[w.NODES])) == (2, 77)


@pytest.mark.parametrize("engine", WINDOWED)
@pytest.mark.parametrize("key", ["connect-four", "othello"])
def test_a_depth_that_was_only_begun_is_not_called_finished(engine: str, key: str) -> None:
    """Whenever a budget ends a search, depth, value and bound are those of the last finished depth."""
    game = game_of(key)
    start = game.face().start()
    whole = find(engine, game, start, Limits(depth=6), **EXPECTING[engine]).report.deepening
    spent, ends = 0, []
    for row in whole:
        spent += row.nodes
        ends.append(spent)
    for nodes in range(1, ends[-1], max(1, ends[-1] // 60)):
        found = find(engine, game, start, Limits(nodes=nodes), **EXPECTING[engine])
        finished = [row for row, end in zip(whole, ends, strict=True) if end < nodes]
        assert found.status is Status.BUDGET
        assert found.report.depth == len(finished)
        assert found.report.searching == len(finished) + 1
        if finished:
            assert (found.value, found.report.bound) == (finished[-1].value, Bound.EXACT)
        else:
            assert found.report.bound is not Bound.EXACT or found.value == 0


@pytest.mark.small
@pytest.mark.parametrize("engine", ["minimax", "negamax", *WINDOWED])
def test_each_move_says_how_deep_it_was_looked_at_and_all_nodes_lie_below_one(engine: str) -> None:
    game = game_of("tic-tac-toe")
    position = game.face().parse("X---O---- X")
    found = find(engine, game, position, Limits(depth=3))
    assert [row.depth for row in found.root] == [3] * 7
    assert all(row.visits == 0 and row.win_rate is None for row in found.root)
    assert 0 < sum(row.nodes for row in found.root) <= found.report.nodes


@pytest.mark.parametrize("engine", ["minimax", "negamax", "alphabeta", "pvs", "mtdf"])
def test_what_one_depth_came_to_before_it_was_stopped_is_a_lower_bound(engine: str) -> None:
    game = game_of("tic-tac-toe")
    position = game.face().parse("XX-OO---- X")  # c1 wins, a3, the first in line without ordering, does not
    options = {} if engine in ("minimax", "negamax") else {"deepening": False, "table": "off", "static": False}
    total = find(engine, game, position, Limits(depth=9), **options).report.nodes
    for nodes in range(1, total):
        found = find(engine, game, position, Limits(depth=9, nodes=nodes), **options)
        assert not found.exact
        assert found.report.depth == 0
        assert found.report.bound in (Bound.LOWER, Bound.NONE)
        assert found.value <= 1


@pytest.mark.parametrize("engine", WINDOWED)
def test_every_move_gets_an_exact_value_if_asked(engine: str) -> None:
    game = game_of("connect-four")
    position = game.face().parse("4453")
    limits = Limits(depth=4, every_move=True)
    expected = {m.move: m.value for m in find("negamax", game, position, limits).root}
    found = find(engine, game, position, limits)
    assert {m.move: (m.value, m.bound) for m in found.root} == {m: (v, Bound.EXACT) for m, v in expected.items()}


@pytest.mark.small
def test_every_word_of_the_work_array_has_a_place_of_its_own() -> None:
    places = {name: value for name, value in vars(w).items() if name.isupper()}
    names = list(places)
    head = [name for name in names[: names.index("ROOT")] if name != "OPTIONS"]
    assert len({places[name] for name in head}) == len(head)
    assert all(0 <= places[name] < w.ROOT for name in head)
    row = [places[name] for name in names[names.index("ROOT_STRIDE") + 1 : names.index("MAX_PLY")]]
    assert sorted(row) == list(range(w.ROOT_STRIDE))
    tail = [places[name] for name in names[names.index("ROOT_PV") : names.index("FREE") + 1] if name != "KNOWN"]
    assert tail == sorted(set(tail))
    assert w.ROOT + 64 * w.ROOT_STRIDE <= w.ROOT_PV
    assert w.MORE == w.KNOWN


@pytest.mark.small
def test_before_anything_is_known_nothing_is_claimed() -> None:
    nothing = (Snapshot(), SearchReport().snapshot(), RootMove("a1"), MoveWorth("a1"), Counts(), TableHealth())
    told = [{f.name: getattr(one, f.name) for f in fields(one) if f.name not in ("move", "table")} for one in nothing]
    said = [{name: value for name, value in one.items() if value} for one in told]
    assert said == [{"bound": Bound.EXACT}, {"bound": Bound.EXACT}, {}, {}, {}, {}]
    assert (RootMove("a1").value, RootMove("a1").win_rate, MoveWorth("a1").often) == (None, None, None)
