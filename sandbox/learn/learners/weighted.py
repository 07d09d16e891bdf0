"""Weighted sums of named features, learned stage by stage: the same file that is otherwise set by hand.

Each stage's weights are held towards those of the stage after it, for what holds late mostly holds a little sooner.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from sandbox.files import write_atomically
from sandbox.games.api import games
from sandbox.games.two_words.rules import Words, work_array
from sandbox.gametree.evaluation.api import features, stage
from sandbox.gametree.evaluation.weighted import Weighted
from sandbox.gametree.evaluation.weights import LARGEST
from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.jit import kernel, specialise
from sandbox.learn.design import Dense
from sandbox.learn.learners.api import Fitted, Task
from sandbox.learn.models.api import Model
from sandbox.learn.playing import States
from sandbox.learn.samples import Samples, check_apart

FEWEST: Final = 50  # positions a stage is learned from; with fewer it has the weights of the next
LOGIT: Final = 400.0
"""The estimate that stands for one logit: the chance to win is 1 / (1 + exp(-value / LOGIT))."""
POINT: Final = {
    "othello": 100.0,
    "connect-four": 40.0,
}  # the estimate of one point of a game's score, where points are learned
USUAL_POINT: Final = 500.0


def point_of(game: str) -> float:
    """The estimate of one point of a game's score."""
    return POINT.get(game, USUAL_POINT)


@kernel
def all_features(states: States, out: Int64s, rows: Int32s, data: Words) -> None:
    """Features and stage of every position."""
    for i in range(states.shape[0]):
        values = features(states[i, 0], states[i, 1], data)
        rows[i] = stage(states[i, 0], states[i, 1])
        for j in range(len(values)):
            out[i, j] = values[j]


class WeightedLearner:
    """A row of weights for each stage."""

    def __init__(self, evaluation: Weighted, game: str) -> None:
        self.evaluation, self.kind = evaluation, type(evaluation)
        self.rows = evaluation.weights().view(np.int64).reshape(len(self.kind.rows_at), -1).astype(np.float64)
        self.data = work_array(games[game].create().data(), evaluation.weights())
        text = specialise(all_features, features=self.kind.features_kernel)
        bound = len(self.kind.rows_at) > 1
        self._features = specialise(text, stage=self.kind.stage_kernel) if bound else text
        self.point = point_of(game)

    @property
    def scale(self) -> float:
        """Their file has none."""
        return 0.0

    def words(self) -> Words:
        """As they are now."""
        found: Words = self._rounded().ravel().view(np.uint64)
        return found

    def _rounded(self) -> Int64s:
        """Whole numbers, made smaller together if one is too large for a file."""
        largest = float(np.abs(self.rows).max())
        fits = self.rows if largest <= LARGEST else self.rows * (LARGEST / largest)
        return np.rint(fits).astype(np.int64)

    def save(self, path: Path) -> None:
        """A file of weights (gametree/evaluation/weights.py)."""
        lines = [f"# Learned: {self.kind.shipped}", f"stages = {list(self.kind.rows_at)}", "", "[weights]"]
        columns = zip(self.kind.names, self._rounded().T.tolist(), strict=True)
        lines += [f'"{name}" = {column}' for name, column in columns]
        write_atomically(path, ("\n".join(lines) + "\n").encode("utf-8"))

    def picture(self) -> list[tuple[str, list[float]]]:
        """Every feature's weights."""
        return [(name, column) for name, column in zip(self.kind.names, self.rows.T.tolist(), strict=True)]

    def fit(self, task: Task) -> Iterator[Fitted]:
        """From the last stage to the first."""
        samples, stages = task.samples, len(self.rows)
        x, of = self.features_of(samples)
        scale = self.point if task.model.points else LOGIT
        centre = np.zeros(x.shape[1])
        for at in range(stages - 1, -1, -1):
            which = of == at
            if which.sum() >= FEWEST:
                centre, measured = _fitted(task.model, x[which], samples.at(which), centre)
            else:
                measured = (0.0, 0.0, 0)
            self.rows[at] = centre * scale
            yield Fitted(at, stages, measured[2], measured[0], measured[1])

    def features_of(self, samples: Samples) -> tuple[Floats, Int32s]:
        """Features and stages of all positions."""
        values = np.zeros((len(samples), len(self.kind.names)), np.int64)
        rows = np.zeros(len(samples), np.int32)
        self._features(np.ascontiguousarray(samples.states), values, rows, self.data)
        return values.astype(np.float64), np.minimum(rows, len(self.rows) - 1)


def _fitted(model: Model, x: Floats, samples: Samples, centre: Floats) -> tuple[Floats, Any]:
    """The weights; errors within and without, and how many positions were learned from."""
    numbered = Samples(samples.states, np.arange(len(samples), dtype=np.float64), samples.games)
    seen, held = numbered.split()
    check_apart(seen, held)
    inside, outside = seen.labels.astype(np.int64), held.labels.astype(np.int64)
    target = model.target(samples.labels)
    w = model.fit(Dense(x[inside]), target[inside], centre)
    errors = [model.error(x[part] @ w, target[part]) for part in (inside, outside)]
    return w, (*errors, len(seen))
