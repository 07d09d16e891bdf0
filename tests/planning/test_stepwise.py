"""What planners tell of their own answers, step by step; and the command that tells all of it."""

import json

import numpy as np
import pytest

from sandbox.cli import main
from sandbox.errors import SandboxError
from sandbox.level import formats
from sandbox.level.markers import Marker
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Query, planners
from sandbox.planning.stepwise import TALES

ENDS = Query((0.5, 0.5), (47.5, 35.5))


@pytest.fixture
def level():
    level = Level(np.where(np.random.default_rng(6).random((36, 48)) < 0.12, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers |= {"start": Marker.at(*ENDS.start), "goal": Marker.at(*ENDS.goal)}
    return level


def chain(layers, name):
    return next((layer.ends for layer in layers if layer.name == name), np.zeros((0, 2, 2)))


@pytest.mark.parametrize(
    "options",
    [{"sector": 8}, {"sector": 8, "levels": 3}, {"sector": 8, "smoothing": 0}, {"sector": 16, "fields": True}],
)
def test_legs_become_the_answer(level, options):
    planner = planners["hpa"].create(options)
    steps = TALES["refinement"].steps(level, ENDS, planner)
    answer = planner.prepare(level).plan(ENDS, Limits())
    part = steps.parts[-1]
    done = len(steps) - (steps.texts[-1].phase == "smooth")
    cells = chain(steps.layers(done), "cells")
    assert np.array_equal(cells[0][0], answer.points[0])
    assert np.array_equal(cells[-1][1], answer.points[-1])
    assert np.array_equal(cells[1:, 0], cells[:-1, 1]), "one way"
    assert [p.level for p in steps.parts] == sorted({p.level for p in steps.parts}, reverse=True)
    for one in steps.parts:
        assert (one.took > 0).all()
        assert f"Leg 1 of {len(one.ends)} on level {one.level}" in " ".join(t.words for t in steps.texts)
    for number, leg in enumerate(part.ends):  # each leg's cells begin where it begins
        assert np.array_equal(steps.raw[steps.cuts[number]], leg[0])
    smoothed = chain(steps.layers(len(steps)), "smoothed")
    assert options.get("smoothing") == 0 or np.array_equal(smoothed[:, 0], answer.points[:-1])


def test_ends_in_one_sector_have_no_legs(level):
    steps = TALES["refinement"].steps(level, Query((0.5, 0.5), (1.5, 0.5)))
    assert "too near" in steps.words(0)
    assert steps.layers(1) == []


def test_no_way_is_told(level):
    level.terrain[:, 20] = WALL
    assert "no way" in TALES["refinement"].steps(level.copy(), ENDS).words(0)
    with pytest.raises(SandboxError, match="no way"):
        TALES["funnel"].steps(level.copy(), ENDS)


@pytest.mark.parametrize("radius", [0.0, 0.3])
def test_the_funnel_ends_with_the_answer(level, radius):
    query = Query(ENDS.start, ENDS.goal, radius)
    steps = TALES["funnel"].steps(level, query)
    assert len(steps) > 5
    words = [told.words for told in steps.texts]
    assert any("side moves" in w for w in words)
    assert words[-1].startswith("the goal is reached")
    names = {layer.name for layer in steps.layers(len(steps) // 2)}
    assert {"channel", "left side", "right side", "apex"} <= names


@pytest.mark.parametrize("kind", list(TALES))
def test_the_command_tells_and_draws_all_of_it(level, kind, tmp_path, capsys):
    file = tmp_path / "level.json"
    formats.save(level, file)
    assert main(["steps", kind, str(file), "--json"]) == 0
    told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["step"] for line in told] == list(range(1, len(told) + 1))
    for name in ("half.svg", "half.png"):
        out = tmp_path / name
        assert main(["steps", kind, str(file), "--at", str(len(told) // 2), "-o", str(out), "--size", "160x120"]) == 0
        assert out.stat().st_size > 100
    assert main(["steps", kind, str(file), "--at", str(len(told) + 1), "-o", str(tmp_path / "x.svg")]) == 2
    assert main(["steps", "nothing", str(file)]) == 2
