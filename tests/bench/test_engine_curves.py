"""Leaves by depth: minimax grows with the branching factor, alpha-beta with about its root."""

from __future__ import annotations

import numpy as np
import pytest

from sandbox.bench.curves import Growth, curves, fit
from sandbox.bench.engine_curves import AlphaBetaLeaves, MinimaxLeaves
from sandbox.errors import BadInput


def test_alpha_beta_grows_slower_than_minimax() -> None:
    stop = np.zeros(1, np.uint8)
    assert {"alphabeta", "minimax"} <= set(curves.keys())
    grown = []
    for curve in (MinimaxLeaves(positions=3), AlphaBetaLeaves(positions=3)):
        found = fit([curve.measure(depth, stop) for depth in range(2, 7)], Growth.EXPONENTIAL)
        assert found is not None
        grown.append(found.exponent)
    minimax, alphabeta = grown
    assert 5 < minimax < 7.5
    assert np.sqrt(minimax) * 0.8 < alphabeta < minimax * 0.75


def test_what_is_measured_unless_somebody_says_otherwise() -> None:
    """As deep as takes minutes, not hours; and on so many positions."""
    alphabeta, minimax = curves["alphabeta"], curves["minimax"]
    assert [*alphabeta.create({}).default_sizes()] == [2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert [*minimax.create({}).default_sizes()] == [1, 2, 3, 4, 5, 6, 7]
    assert [*curves["regret-ucb"].create({}).default_sizes()] == [100, 300, 1_000, 3_000, 10_000, 30_000]
    assert (alphabeta.create({}), minimax.create({})) == (AlphaBetaLeaves(positions=7), MinimaxLeaves(positions=5))
    for entry in (alphabeta, minimax):
        assert entry.create({"positions": 50}).positions == 50
        with pytest.raises(BadInput, match="51"):
            entry.create({"positions": 51})


def test_regret_of_the_three_rules() -> None:
    stop = np.zeros(1, np.uint8)
    lost = {key: [curves[f"regret-{key}"].create().measure(n, stop) for n in (300, 3000)] for key in ("ucb", "uniform")}
    assert {"regret-ucb", "regret-uniform", "regret-greedy"} <= set(curves.keys())
    grown = {}
    for key, points in lost.items():
        found = fit(points, Growth.POWER)
        assert found is not None
        grown[key] = found.exponent
    assert grown["uniform"] > 0.9
    assert grown["ucb"] < grown["uniform"] - 0.1
    assert lost["ucb"][1].median < lost["uniform"][1].median
