"""Exact play from where the budget allows it, in an engine that searches otherwise; the levels for people use it."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.gametree.api import Limits, Status
from sandbox.gametree.play.levels import STRONGEST
from sandbox.gametree.report import SearchReport
from sandbox.gametree.solving.api import solvers
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.endings import MARGIN, NODES_A_SECOND, REMARK, tried
from sandbox.gametree.solving.session import Wish
from tests.gametree.searching import find
from tests.strategies.engines import endings, stones
from tests.strategies.games import game_of

CELLS = {"connect-four": 42, "othello": 64}


def with_left(key: str, left: int) -> Any:
    """A position with so many empty squares."""
    return next(p for p in endings(key, 400, left, seed=8) if CELLS[key] - stones(p) == left)


@pytest.mark.parametrize(("key", "left"), [("connect-four", 18), ("othello", 10)])
def test_it_is_exact_as_soon_as_the_budget_allows(key: str, left: int) -> None:
    game, position = game_of(key), with_left(key, left)
    values, _ = BatchSolver(Wish(solvers[key].create())).solve([position])
    report = SearchReport()
    found = find("pvs", game, position, Limits(nodes=2_000_000), report, endings=True, keep_table=True)
    assert (found.value, found.exact, found.report.notes["rule"]) == (values[0], True, REMARK)
    few = find("pvs", game, position, Limits(nodes=2_000), report, endings=True, keep_table=True)
    assert "rule" not in few.report.notes
    assert few.report.nodes <= 2_000


def test_what_an_attempt_took_is_missing_afterwards() -> None:
    """Some positions take more than others; the search that follows has what is left."""
    game, position = game_of("othello"), with_left("othello", 12)
    needed = solvers["othello"].create().nodes_for(12)
    limits = Limits(nodes=int(4 * needed) + 4)
    found, rest = tried(game, position, limits, SearchReport())
    assert found is not None
    assert rest.nodes == limits.nodes - found.report.nodes
    wide = find("pvs", game, position, limits, endings=True)
    assert wide.report.nodes <= limits.nodes


def test_depth_alone_asks_for_no_proof() -> None:
    game, position = game_of("othello"), with_left("othello", 8)
    limits = Limits(depth=2)
    assert tried(game, position, limits, SearchReport()) == (None, limits)
    assert find("pvs", game, position, limits, endings=True).report.depth == 2
    nim = game_of("nim")
    assert tried(nim, nim.face().start(), Limits(nodes=10**9), SearchReport())[0] is None


def test_a_stopped_attempt_answers_with_what_it_has() -> None:
    game, position = game_of("othello"), with_left("othello", 10)
    limits = Limits(seconds=5)
    limits.stop[0] = 1
    found = find("pvs", game, position, limits, endings=True)
    assert found.status is Status.CANCELLED
    assert found.best in game.face().moves(position)


@pytest.mark.parametrize("key", CELLS)
def test_the_strongest_level_plays_endings_exactly(key: str) -> None:
    game, position = game_of(key), with_left(key, 10)
    found = STRONGEST.search(game, position, SearchReport())
    assert found.exact
    assert found.report.notes["rule"] == REMARK


@pytest.mark.parametrize(("key", "left"), [("connect-four", 32), ("othello", 18)])
def test_from_where_the_strongest_level_plays_exactly_in_its_second(key: str, left: int) -> None:
    """As docs/engines.md says."""
    half = STRONGEST.seconds * NODES_A_SECOND / 2
    assert MARGIN * solvers[key].create().nodes_for(left) <= half < MARGIN * solvers[key].create().nodes_for(left + 1)
