"""Planted error models and links are found again; the command fits and saves them, in any number of processes."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from sandbox.cli import main
from sandbox.games.two_words.rules import WIN
from sandbox.gametree.evaluation import evaluations
from sandbox.gametree.evaluation.patterns.block import DEPTHS, STAGES_MOST
from sandbox.learn.foretelling import A_ITEM, DEEPEST, FEWEST, GROWTH, Foretelling, line, lines, scale_of
from sandbox.learn.playing import Judging
from sandbox.learn.samples import Samples
from sandbox.settings import assets_folder


def test_a_planted_line_is_found_again_and_exact_scores_are_left_out():
    draw = np.random.default_rng(3)
    shallow = draw.normal(0, 800, 4000)
    deep = 1.1 * shallow + 40 + draw.normal(0, 150, 4000)
    shallow[:300], deep[:100] = WIN + 5, -WIN - 9
    slope, offset, error = line(shallow, deep)
    assert slope == pytest.approx(1.1, abs=0.02)
    assert offset == pytest.approx(40, abs=10)
    assert error == pytest.approx(150, rel=0.05)
    assert line(shallow[: FEWEST - 1], deep[: FEWEST - 1]) == (0, 0, 0)
    assert line(np.zeros(100), deep[500:600]) == (0, 0, 0)


def test_depths_that_were_not_measured_go_by_the_deepest_of_their_parity():
    draw = np.random.default_rng(4)
    truth = draw.normal(0, 800, 500)
    values = np.stack([truth + draw.normal(0, 400 / (d + 1), 500) for d in range(DEEPEST + 1)], axis=1)
    found = lines(values)
    assert not found[:3].any()
    assert (found[3:, 2] > 0).all()
    assert (found[10, :2] == found[8, :2]).all()
    assert found[10, 2] == pytest.approx(found[8, 2] * (1 + 2 * GROWTH), abs=1)
    assert (found[9, :2] == found[7, :2]).all()
    values[:, 5] *= -1  # no fit to believe
    assert not lines(values)[5].any()


def test_a_planted_link_is_found_again():
    draw = np.random.default_rng(5)
    values = draw.normal(0, 1500, 20_000)
    results = np.where(draw.random(20_000) < 1 / (1 + np.exp(-values / 640)), 2.0, -2.0)
    assert scale_of(values, results) == pytest.approx(640, rel=0.05)
    assert scale_of(-values, results) == 0
    assert scale_of(values[:0], results[:0]) == 0


def numbered(stages, count, most=10**9):
    """What is to be found out of positions 0, 1, 2 …; searches say 100 times a position's number, and the depth."""
    numbers = np.arange(len(stages), dtype=np.uint64)
    samples = Samples(np.stack([numbers, numbers], axis=1), np.zeros(len(stages)), np.zeros(len(stages), np.int64))
    asked = []

    def share(_do, items):
        asked.extend(items)
        return iter([item.states[:, 0].astype(np.int64) * 100 + item.depth for item in items][:most])

    judge = Judging("connect-four", "connect-four-threats")
    return Foretelling(judge, samples, np.array(stages, np.int32), count, share), asked


def test_every_position_is_searched_to_every_depth():
    for many in (1, A_ITEM, 2 * A_ITEM + 7):
        task, asked = numbered([0] * many, many)
        found = task._values(task.samples.states)
        assert found.shape == (many, DEEPEST + 1)
        assert not found[:, 0].any()
        assert (found[:, 1:] == 100 * np.arange(many)[:, None] + np.arange(1, DEEPEST + 1)).all()
        assert max(len(item.states) for item in asked) <= A_ITEM
        stopped, _ = numbered([0] * many, many, most=len(asked) - 1)
        assert stopped._values(stopped.samples.states).shape == (0, DEEPEST + 1)


def test_stages_with_few_positions_have_no_model_and_none_has_more_than_asked():
    stages = [2] * (FEWEST - 1) + [3] * FEWEST + [5] * 200
    task, asked = numbered(stages, 120)
    errors = np.ones((STAGES_MOST, DEPTHS, 3), np.int16)
    told = list(task.fit(errors))
    assert [(one.stage, one.positions) for one in told] == [(3, FEWEST), (5, 120)]
    assert [one.errors for one in told] == [tuple(errors[one.stage, :, 2].tolist()) for one in told]
    assert not np.delete(errors, (3, 5), axis=0).any()
    assert (errors[3, 3:, 0] == 1000).all()  # what depths say here differs by a constant
    drawn = np.concatenate([item.states[:, 0] for item in asked if item.depth == 1])
    assert len(set(drawn.tolist())) == len(drawn) == FEWEST + 120
    stopped, _ = numbered(stages, 120, most=1)
    assert list(stopped.fit(errors)) == []


def test_the_command_fits_the_model_alone(tmp_path, capsys):
    shipped = assets_folder() / "weights" / "connect-four-windows.weights"
    words = [
        "learn",
        "connect-four-windows",
        "--start",
        str(shipped),
        "--rounds",
        "0",
        "--games",
        "300",
        "--depth",
        "1",
    ]
    told = []
    for jobs in ("1", "2"):
        goal = tmp_path / f"{jobs}.weights"
        assert main([*words, "--errors", "60", "--jobs", jobs, "-o", str(goal), "--json"]) == 0
        told.append([json.loads(text) for text in capsys.readouterr().out.splitlines()])
    assert told[0][:-1] == told[1][:-1]
    assert {row["told"] for row in told[0][:-1]} == {"errors"}
    assert (tmp_path / "1.weights").read_bytes() == (tmp_path / "2.weights").read_bytes()
    kind = evaluations["connect-four-windows"]
    before, after = (kind.create({"file": str(path)}) for path in (shipped, tmp_path / "1.weights"))
    assert after.foretells()
    assert (after.held().free == before.held().free).all()
    assert after.held().scale == before.held().scale


@pytest.mark.parametrize("words", [["--rounds", "0"], ["--rounds", "0", "--errors", "60"]])
def test_no_round_and_nothing_else_to_do_is_refused(words, tmp_path, capsys):
    assert main(["learn", "othello-patterns", *words, "-o", str(tmp_path / "w.weights")]) == 2
    assert "--errors and --start" in capsys.readouterr().err


def test_features_set_by_hand_have_no_model(tmp_path, capsys):
    goal = tmp_path / "w.toml"
    words = ["learn", "open-lines", "--game", "tic-tac-toe", "--games", "40", "--depth", "1", "--errors", "60"]
    assert main([*words, "-o", str(goal)]) == 2
    assert "an evaluation by tables" in capsys.readouterr().err


def test_the_link_is_that_of_what_the_evaluation_says_and_how_the_games_ended():
    task, asked = numbered([0] * 300, 50)
    values = 100.0 * np.arange(300)
    draw = np.random.default_rng(6)
    labels = np.where(draw.random(300) < 1 / (1 + np.exp(-values / 4000)), 6.0, -2.0)
    task = replace(task, samples=task.samples.labelled(labels))
    assert task.link() == scale_of(values, labels) == pytest.approx(4000, rel=0.5)
    assert [(item.depth, len(item.states)) for item in asked] == [(0, 300)]
    stopped, _ = numbered([0] * 300, 50, most=0)
    assert stopped.link() == 0
