"""How well a shallow search foretells a deep one: the error model of Multi-ProbCut, by stage and depth.

Positions of games held out are searched to every depth; for each pair of depths that windowed/probcut.py uses, a line
is fitted through what both searches say, and how far it misses is the standard error. Depths that are not measured go
by the deepest of the same parity, their errors taken to grow by a twenty-fifth a ply: a guess, and no measurement.
M. Buro, "Experiments with Multi-ProbCut and a New High-Quality Evaluation Function for Othello", 1997.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.games.two_words.rules import WIN
from sandbox.gametree.evaluation.packed import LARGEST
from sandbox.gametree.evaluation.patterns.block import DEPTHS, STAGES_MOST
from sandbox.gametree.windowed.probcut import FROM, SHALLOW
from sandbox.kernels.arrays import Floats
from sandbox.learn.playing import Judging, Searching, States, searched
from sandbox.learn.samples import Samples

DEEPEST: Final = 8  # that is measured
FEWEST: Final = 50  # positions that a line is fitted through
SLOPES: Final = (0.5, 1.5)  # beyond them a fit is not believed
GROWTH: Final = 0.04  # of the error, for each ply beyond the deepest that was measured
A_ITEM: Final = 50  # positions of a work item

Share = Callable[..., Iterator[Any]]
Errors = NDArray[np.int16]
"""[stages, depths, 3]: slope in thousandths, offset, standard error (0: no model)"""


@dataclass(frozen=True, slots=True)
class Foretold:
    """One stage has its error model."""

    stage: int
    positions: int
    errors: tuple[int, ...]  # by depth, in the estimate's units; 0 where there is none


@dataclass(frozen=True, eq=False)
class Foretelling:
    """What is to be found out, and from what."""

    judge: Judging
    samples: Samples
    stages: NDArray[np.int32]  # of each sample
    count: int  # positions a stage
    share: Share
    seed: int = 1

    def fit(self, errors: Errors) -> Iterator[Foretold]:
        """Stage after stage, into `errors`."""
        draw = np.random.default_rng(self.seed)
        errors[:] = 0
        for stage in range(STAGES_MOST):
            own = np.flatnonzero(self.stages == stage)
            own = np.sort(draw.choice(own, min(self.count, len(own)), replace=False))
            if len(own) < FEWEST:
                continue
            values = self._values(np.ascontiguousarray(self.samples.states[own]))
            if len(values) == 0:
                return
            errors[stage] = lines(values)
            yield Foretold(stage, len(own), tuple(int(error) for error in errors[stage, :, 2]))

    def _values(self, states: States) -> Floats:
        """What a search of each depth says of each position: [positions, depths]; nothing when stopped."""
        parts = [states[at : at + A_ITEM] for at in range(0, len(states), A_ITEM)]
        items = [Searching(self.judge, part, depth) for part in parts for depth in range(1, DEEPEST + 1)]
        found = list(self.share(searched, items))
        if len(found) < len(items):
            return np.zeros((0, DEEPEST + 1))
        rows = [np.stack(found[at : at + DEEPEST], axis=1) for at in range(0, len(found), DEEPEST)]
        return np.pad(np.concatenate(rows).astype(np.float64), ((0, 0), (1, 0)))

    def link(self) -> float:
        """The scale by which an estimate becomes a chance to win: 1 / (1 + exp(-estimate / scale))."""
        states = np.ascontiguousarray(self.samples.states)
        values = np.concatenate([np.zeros(0), *self.share(searched, [Searching(self.judge, states, 0)])])
        return scale_of(values, self.samples.labels[: len(values)])


def scale_of(values: Floats, results: Floats) -> float:
    """The scale that makes the surprise at results least, by halving; 0 where nothing follows from them."""
    signs, low, high = np.sign(results), 1.0, 1e5
    if np.sum(values * signs) <= 0:
        return 0.0
    while high > 1.001 * low:
        scale = float(np.sqrt(low * high))
        chance = 1 / (1 + np.exp(-np.clip(values / scale, -500, 500)))
        surer = np.sum(values * ((signs + 1) / 2 - chance)) > 0  # the slope, by 1 / scale
        low, high = (low, scale) if surer else (scale, high)
    return float(np.sqrt(low * high))


def lines(values: Floats) -> Errors:
    """The model of a stage, from what searches of depth 1 … DEEPEST say."""
    found = np.zeros((DEPTHS, 3), np.int16)
    for depth in range(FROM, DEPTHS):
        measured = min(depth, DEEPEST - ((depth ^ DEEPEST) & 1))
        slope, offset, error = line(values[:, SHALLOW[measured]], values[:, measured])
        error *= 1 + GROWTH * (depth - measured)
        if SLOPES[0] < slope < SLOPES[1] and max(abs(offset), error) < LARGEST:
            found[depth] = round(1000 * slope), round(offset), max(1, round(error))
    return found


def line(shallow: Floats, deep: Floats) -> tuple[float, float, float]:
    """Slope, offset and standard error of the least squares line; slope 0 where too little is known."""
    estimates = (np.abs(shallow) < WIN) & (np.abs(deep) < WIN)
    x, y = shallow[estimates], deep[estimates]
    if len(x) < FEWEST or np.ptp(x) == 0:
        return 0.0, 0.0, 0.0
    slope, offset = np.polyfit(x, y, 1)
    missed = y - slope * x - offset
    return float(slope), float(offset), float(np.sqrt(np.sum(missed**2) / (len(x) - 2)))
