"""Leaves by depth: minimax grows with the branching factor, alpha-beta with about its root."""

from __future__ import annotations

import numpy as np

from sandbox.bench.curves import Growth, curves, fit
from sandbox.bench.engine_curves import AlphaBetaLeaves, MinimaxLeaves


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
