"""Curves of the mesh: there, runnable, compared by the command, and never of a wrong answer."""

import json

import numpy as np
import pytest

from sandbox.bench.curves import curves
from sandbox.bench.mesh_curves import MOST_POINTS, checked, mesh_of, timed
from sandbox.cli.entry import run
from sandbox.errors import BadInput, SandboxError
from sandbox.mesh.location.methods import Locator, Method

GO = np.zeros(1, np.uint8)
LOCATE = [e.key for e in curves if e.key.startswith("locate-")]


def test_every_method_has_its_curve():
    made = {curves[key].info["method"] for key in LOCATE}
    assert made == set(Method)


@pytest.mark.parametrize("key", [*LOCATE, "triangulation"])
def test_a_curve_measures_as_often_as_asked(key):
    measured = curves[key].create({"repeats": 3}).measure(60, GO)
    assert measured.n == 60
    assert len(measured.values) == 3
    assert min(measured.values) > 0


def test_sizes_nobody_can_build_are_refused():
    for size in (0, MOST_POINTS + 1):
        with pytest.raises(BadInput, match="points"):
            checked(size)


def test_a_stop_is_obeyed():
    calls = []
    assert timed(lambda: calls.append(1), 5, np.ones(1, np.uint8)) == [0.0]
    assert len(calls) == 1


def test_a_wrong_triangle_is_no_measurement(monkeypatch):
    first = np.zeros((1, 2), np.int32)
    monkeypatch.setattr(Locator, "many", lambda self, points: np.repeat(first, len(points), axis=0))
    with pytest.raises(SandboxError, match="was located in triangle 0"):
        curves["locate-walk"].create({}).measure(60, GO)
    mesh_of.cache_clear()


def test_a_family_is_compared(capsys):
    assert run(["curve", "locate", "--sizes", "20,60", "--json"]) == 0
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {line["curve"] for line in lines} == set(LOCATE)
    assert sum(line.get("summary", False) for line in lines) == len(Method)
    assert run(["curve", "locate-walk,locate-buckets", "--sizes", "20,60"]) == 0
    table = capsys.readouterr().out.split("median there")[1]
    assert "walk" in table
    assert "grid of hints" in table


def test_an_unknown_kind_is_named(capsys):
    assert run(["curve", "loc"]) == 2
    assert "loc" in capsys.readouterr().err
