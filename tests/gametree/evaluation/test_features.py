"""Features counted by shifts are those counted cell by cell; shares add up; estimates stay inside the exact."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from sandbox.errors import BadInput
from sandbox.games.api import games
from sandbox.games.two_words.rules import WIN, work_array
from sandbox.games.two_words.threes import ROWS
from sandbox.gametree.evaluation import best_for, evaluations, those_for
from sandbox.gametree.evaluation.judging import STRONGEST, chosen_for
from sandbox.gametree.evaluation.othello import discs
from sandbox.gametree.evaluation.weighted import Weighted
from sandbox.gametree.play.levels import level_of
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel
from sandbox.settings import assets_folder
from tests.oracles import features as naive
from tests.strategies.games import made, playout, seeds

pytestmark = pytest.mark.small

PAIRS = [(game, e.key) for game in (g.key for g in games) for e in those_for(game)]


def account(key: str, game: Any, position: Any) -> dict[str, int]:
    found = evaluations[key].create().explain(position.words, work_array(game.data(position)))
    return {f.name: f.value for f in found}


@given(seed=seeds)
def test_othello(seed: int) -> None:
    game = made(("othello", {}))
    for position in playout(game, seed)[:-1:4]:
        assert account("othello-positional", game, position) == naive.othello(game.face(), position)


@given(seed=seeds)
def test_connect_four(seed: int) -> None:
    game = made(("connect-four", {}))
    for position in playout(game, seed)[:-1:3]:
        counted = naive.connect_four(position)
        assert account("connect-four-threats", game, position) == counted
        assert account("connect-four-centre", game, position) == {"centre": counted["centre"]}


@pytest.mark.parametrize("key", ["tic-tac-toe", "morris"])
@given(seed=seeds)
def test_three_by_three(key: str, seed: int) -> None:
    game = made((key, {}))
    for position in playout(game, seed)[:-1]:
        assert account("open-lines", game, position) == naive.open_lines(position, ROWS)


@pytest.mark.parametrize(("game_key", "key"), PAIRS)
@given(seed=seeds)
def test_the_shares_add_up_to_an_estimate_inside_the_exact_results(game_key: str, key: str, seed: int) -> None:
    game, evaluation = made((game_key, {})), evaluations[key].create()
    evaluate = evaluation.kernel()
    for position in playout(game, seed)[:-1:5]:
        data = work_array(game.data(position), evaluation.weights())
        estimate = int(evaluate(*(np.uint64(w) for w in position.words), data))
        assert -WIN < estimate < WIN
        assert estimate == sum(f.share for f in evaluation.explain(position.words, data))


@pytest.mark.parametrize("key", [e.key for e in evaluations])
def test_no_weights_however_large_reach_an_exact_result(key: str, tmp_path: Any) -> None:
    entry = evaluations[key]
    if not any(o.name == "file" for o in entry.options):
        return
    if not hasattr(entry.cls, "names"):
        return  # tables: tests/learn
    names = entry.cls.names
    file = tmp_path / "w.toml"
    file.write_text("stages = [0]\n[weights]\n" + "".join(f'"{n}" = [10000]\n' for n in names), encoding="utf-8")
    evaluation = entry.create({"file": str(file)})
    game = made((entry.info["games"][0], {}))
    for position in playout(game, 3)[:-1]:
        data = work_array(game.data(), evaluation.weights())
        assert abs(int(evaluation.kernel()(*(np.uint64(w) for w in position.words), data))) < WIN


def test_every_game_has_an_evaluation_and_the_best_comes_first() -> None:
    best = {g.key: best_for(g.key).key for g in games}
    assert (
        best
        | {
            "connect-four": "connect-four-threats",
            "othello": "othello-positional",
            "tic-tac-toe": "open-lines",
            "nim": "nothing",
            "morris": "open-lines",
            "tree": "nothing",
        }
        == best
    )


def test_what_plays_best_is_what_was_learned_where_anything_was() -> None:
    names = {g.key: chosen_for(g.create(), STRONGEST).key for g in games}
    learned = {"othello": "othello-patterns", "connect-four": "connect-four-windows"}
    assert names == {g.key: best_for(g.key).key for g in games} | learned


@pytest.mark.parametrize("level", ["expert", "strongest"])
def test_strong_levels_judge_othello_by_learned_patterns(level: str) -> None:
    engine: Any = level_of(level).create()
    assert chosen_for(games["othello"].create(), engine.evaluation).key == "othello-patterns"


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("stages = [0", "w.toml"),
        ("stages = [0]", "no \\[weights\\]"),
        ("stages = []\n[weights]\ndiscs=[1]", "stages"),
        ("stages = [4, 2]\n[weights]\ndiscs=[1, 2]", "growing"),
        ("stages = [0]\n[weights]\ndiscs=[1, 2]", "discs"),
        ("stages = [0]\n[weights]\ndiscs=[1.5]", "discs"),
        ("stages = [0]\n[weights]\nstones=[1]", "stones"),
    ],
)
def test_rubbish_weights_are_one_line(content: str, found: str, tmp_path: Any) -> None:
    file = tmp_path / "w.toml"
    file.write_text(content, encoding="utf-8")
    with pytest.raises(BadInput, match=found) as error:
        evaluations["othello-discs"].create({"file": str(file)}).weights()
    assert "\n" not in str(error.value)


def test_a_missing_file_of_weights_is_named() -> None:
    with pytest.raises(BadInput, match="nowhere"):
        evaluations["othello-discs"].create({"file": "/nowhere.toml"}).weights()


@given(seed=seeds)
def test_weights_are_those_of_the_stage_the_game_is_in(seed: int) -> None:
    """Row by row, from the file itself: a row for every four discs, between the file's stages in a straight line."""
    game, evaluation = made(("othello", {})), evaluations["othello-positional"].create()
    content = tomllib.loads((assets_folder() / "weights" / "othello.toml").read_text(encoding="utf-8"))
    for position in playout(game, seed)[:-1]:
        discs = 64 - position.cells.count("-")
        row = discs - discs % 4
        told = {f.name: f.weight for f in evaluation.explain(position.words, work_array())}
        for name, weights in content["weights"].items():
            assert told[name] == round(float(np.interp(row, content["stages"], weights))), (name, discs)


@kernel
def more_or_less(a: np.uint64, b: np.uint64) -> int:
    """A stage that is not the same for both sides."""
    return 1 if popcount(a) > popcount(b) else 0


@dataclass(frozen=True)
class Uneven(Weighted):
    """The disc count, which weighs more for who has more."""

    shipped = "othello-discs"
    names = ("discs",)
    rows_at = (0, 64)
    features_kernel = discs
    stage_kernel = more_or_less


def test_a_stage_is_asked_of_the_mover_s_words_first(tmp_path: Any) -> None:
    file = tmp_path / "w.toml"
    file.write_text("stages = [0, 64]\n[weights]\ndiscs = [3, 50]\n", encoding="utf-8")
    evaluation = Uneven(str(file))
    for own, other, share in ((0b111, 0b1000, 100), (0b1000, 0b111, -6)):
        words = (own, other)
        assert [f.share for f in evaluation.explain(words, work_array())] == [share]
        data = work_array(weights=evaluation.weights())
        assert int(evaluation.kernel()(*(np.uint64(w) for w in words), data)) == share
