"""A round of a course as a work item: whatever ends it, the best weights stay."""

from __future__ import annotations

import pickle

import numpy as np
import pytest

from sandbox.bench.learning.rounds import Round, learn_round, suffix_of
from sandbox.errors import SandboxError
from sandbox.learn.course import Plan
from sandbox.learn.models.network import Network


@pytest.mark.parametrize("evaluation", ["open-lines", "tic-tac-toe-network"])
def test_a_round_that_is_stopped_leaves_the_best_as_it_was(evaluation, tmp_path):
    models = {"model": Network(layers="4", passes=2)} if evaluation.endswith("network") else {}
    plan = Plan(evaluation, "tic-tac-toe", games=100, depth=1, rounds=2, **models)
    items = [pickle.loads(pickle.dumps(Round(plan, str(tmp_path), number, 2))) for number in range(2)]
    told = learn_round(items[0])
    assert told.best
    assert told.learned.calibration.bins
    assert len(told.passes) == (2 if models else 0)
    best = items[0].best.read_bytes()
    with pytest.raises(SandboxError, match="stopped"):
        learn_round(items[1], np.ones(1, np.uint8))
    assert items[1].best.read_bytes() == best


def test_weights_that_people_write_are_toml_and_tables_are_not():
    found = {key: suffix_of(key) for key in ("open-lines", "othello-discs", "othello-patterns", "tic-tac-toe-network")}
    assert list(found.values()) == [".toml", ".toml", ".weights", ".weights"]
