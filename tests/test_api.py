"""The public API: everything it names is there, and naming it imports nothing heavy."""

import subprocess
import sys

import pytest

import sandbox


@pytest.mark.parametrize("name", sorted(sandbox._WHERE))
def test_every_name_is_there(name):
    assert getattr(sandbox, name) is not None
    assert name in dir(sandbox)


def test_a_wrong_name_is_an_attribute_error():
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        sandbox.nonsense  # noqa: B018


def test_importing_it_imports_nothing_heavy():
    code = "import sandbox, sys; sys.exit(bool({'numpy', 'numba', 'pygame', 'shapely'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_the_example_in_its_text_works():
    prepared = sandbox.planners["astar"].create().prepare(sandbox.Level.empty(20, 10))
    plan = prepared.plan(sandbox.Query(start=(3.5, 3.5), goal=(15.5, 6.5)), sandbox.Limits())
    assert plan.cost == pytest.approx(12 + 3 * (2**0.5 - 1), abs=1e-4)
    game = sandbox.board_games["tic-tac-toe"].create()
    engine = sandbox.engines["alphabeta"].create({"depth": 9})
    found = engine.search(game, game.face().start(), sandbox.SearchLimits(depth=9), sandbox.SearchReport())
    assert found.best
