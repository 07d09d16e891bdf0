"""Whether an estimate of so much is won as often as it says: estimates of positions held out beside the games' results.

Where an evaluation does not say which chance an estimate stands for, the link that fits best is found (one number).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sandbox.games.two_words.rules import Words, evaluate
from sandbox.kernels.arrays import Floats, Int64s
from sandbox.kernels.jit import kernel, specialise
from sandbox.learn.learners.weighted import LOGIT
from sandbox.learn.models.api import sign_points
from sandbox.learn.models.logistic import chance_of
from sandbox.learn.playing import Judging, States
from sandbox.learn.samples import Samples

BINS: Final = 10
SCALES: Final = LOGIT * 2.0 ** np.arange(-8, 8.01, 0.25)


@dataclass(frozen=True, slots=True)
class Bin:
    """Positions of which about the same chance was said."""

    said: float
    won: float  # draws count as half
    positions: int


@dataclass(frozen=True, slots=True)
class Calibration:
    """What estimates say, and what came."""

    scale: float  # the chance is 1 / (1 + exp(-estimate / scale))
    bins: tuple[Bin, ...]

    @property
    def off(self) -> float:
        """How far the chances said are from those that came, on an average."""
        total = sum(b.positions for b in self.bins)
        return sum(b.positions * abs(b.said - b.won) for b in self.bins) / total if total else 0.0


@kernel
def estimate_all(states: States, values: Int64s, work: Words) -> None:
    """The bare estimates."""
    for i in range(len(states)):
        values[i] = evaluate(states[i, 0], states[i, 1], work)


def estimates(judge: Judging, samples: Samples) -> Floats:
    """Of every position."""
    _, work, _ = judge.bench()
    values = np.zeros(len(samples), np.int64)
    text: Any = specialise(estimate_all, evaluate=judge.kernel())
    text(np.ascontiguousarray(samples.states), values, work)
    return values.astype(np.float64)


def calibrated(judge: Judging, samples: Samples, scale: float = 0.0) -> Calibration:
    """Of positions labelled with the results of their games."""
    values, came = estimates(judge, samples), sign_points(samples.labels)
    found = scale or best_scale(values, came)
    return Calibration(found, binned(chance_of(values / found), came))


def best_scale(values: Floats, came: Floats) -> float:
    """With which the results surprise least."""
    surprise = [np.sum(np.logaddexp(0, values / s) - came * values / s) for s in SCALES]
    return float(SCALES[int(np.argmin(surprise))])


def binned(said: Floats, came: Floats) -> tuple[Bin, ...]:
    """By tenths of the chance said; empty ones are left out."""
    of = np.minimum((said * BINS).astype(np.int64), BINS - 1)
    return tuple(
        Bin(float(said[of == n].mean()), float(came[of == n].mean()), int((of == n).sum()))
        for n in range(BINS)
        if np.any(of == n)
    )
