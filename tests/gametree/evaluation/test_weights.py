"""Other weights for an engine's evaluation: taken from a file, and refused where they do not fit."""

from __future__ import annotations

from typing import Any

import pytest

from sandbox.bench.solving import engine_of
from sandbox.errors import BadInput
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.evaluation import account, evaluations
from sandbox.gametree.report import SearchReport
from sandbox.gametree.shown import shown
from sandbox.gametree.tree.reading import Searched
from sandbox.gametree.values import for_people
from tests.strategies.games import made


def written(tmp_path: Any, key: str, factor: int, name: str = "w.toml") -> str:
    """A file of weights for an evaluation of a game, all the same."""
    names = evaluations[key].cls.names  # type: ignore[attr-defined]
    rows = "".join(f"{name!r} = [{factor}]\n" for name in names)
    file = tmp_path / name
    file.write_text(f"stages = [0]\n[weights]\n{rows}".replace("'", '"'), encoding="utf-8")
    return str(file)


@pytest.mark.parametrize("engine", ["alphabeta", "pvs", "mtdf", "minimax", "greedy"])
def test_an_engine_takes_weights_from_a_file(engine: str, tmp_path: Any) -> None:
    game = made(("connect-four", {}))
    position = game.face().parse("4453")
    judge, file = "connect-four-centre", written(tmp_path, "connect-four-centre", 500)
    asked = {"evaluation": judge} | ({"depth": 1} if engine != "greedy" else {})
    usual, other = (
        engines[engine].create(asked | more).search(game, position, Limits(depth=1), SearchReport())
        for more in ({}, {"weights": file})
    )
    after = game.face().play(position, other.best)
    own = account(game, after, evaluations[judge].create({"file": file}))
    assert other.value == pytest.approx(for_people(-sum(f.share for f in own)))
    assert other.value != usual.value


def test_weights_that_cannot_be_used_are_refused_before_anybody_searches(tmp_path: Any) -> None:
    game = made(("connect-four", {}))
    with pytest.raises(BadInput, match="nothing' has no weights"):
        engine_of(game, "alphabeta", {"evaluation": "nothing", "weights": "w.toml"})
    with pytest.raises(BadInput, match="nowhere"):
        engine_of(game, "alphabeta", {"weights": "/nowhere.toml"})
    with pytest.raises(BadInput, match="centre"):
        engine_of(game, "pvs", {"weights": written(tmp_path, "connect-four-centre", 3)})


def test_what_a_search_is_shown_with_is_the_estimate_it_had(tmp_path: Any) -> None:
    game = made(("connect-four", {}))
    options = {"evaluation": "connect-four-centre", "weights": written(tmp_path, "connect-four-centre", 77)}
    position = game.face().parse("44")
    result = engines["alphabeta"].create(options).search(game, position, Limits(depth=2), SearchReport())
    found = shown(Searched(game, position, "alphabeta", options, result.report))
    assert {f.weight for f in found.features} == {77}
