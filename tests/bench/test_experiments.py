"""Experiments that ship: noise costs points, depth wins them back."""

from __future__ import annotations

import json

import pytest

from sandbox.bench.experiments import DepthAndNoise, experiments
from sandbox.cli import main
from sandbox.gametree.api import new_stop


def test_depth_makes_up_for_noise():
    experiment, stop = DepthAndNoise(games=40), new_stop()
    score = {(d, n): experiment.measure(d, n, stop).score for d, n in ((3, 0), (3, 1000), (6, 1000), (6, 0))}
    assert all(s.games == 40 for s in score.values())
    assert score[3, 1000].score < score[3, 0].score
    assert score[6, 1000].score > score[3, 1000].score
    assert score[6, 0].score > score[3, 0].score


def test_the_command(capsys):
    options = [w for o in ("games=2", "depths=1,2", "noise=0,500") for w in ("--option", o)]
    words = ["experiment", "depth-and-noise", *options]
    assert main([*words, "--json"]) == 0
    cells = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(c["depth"], c["noise"]) for c in cells] == [(1, 0), (1, 500), (2, 0), (2, 500)]
    assert all(c["wins"] + c["draws"] + c["losses"] == 2 for c in cells)
    assert main(["experiment", "list"]) == 0
    assert "depth-and-noise" in capsys.readouterr().out
    assert "depth-and-noise" in experiments


@pytest.mark.parametrize(
    "words", [("nosuch",), ("depth-and-noise", "--option", "depths=x"), ("depth-and-noise", "--option", "noise=-1")]
)
def test_rubbish_gets_one_clear_line(capsys, words):
    assert main(["experiment", *words]) == 2
    assert capsys.readouterr().err.count("\n") == 1
