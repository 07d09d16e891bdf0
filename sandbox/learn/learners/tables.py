"""Tables of patterns, learned from the end of the game backwards.

The last stages learn exact values (with labels by the solver, as many of them as it can reach). Each earlier one learns
what a shallow search says whose leaves lie in the stage learned just before: labels some five times less noisy than the
results of games. A stage's weights are held towards those of the stage after it.

Search labels alone drift: where the opponent has the last choice among leaves whose estimates err, it takes those that
err against the mover, and every stage adds its own share. So each stage's labels are moved until their mean is that of
the games' results, and a share of the results is mixed in.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.children import shared_out
from sandbox.games.two_words.rules import WIN, Words
from sandbox.gametree.evaluation.api import stage
from sandbox.gametree.evaluation.packed import LARGEST
from sandbox.gametree.evaluation.patterns import block
from sandbox.gametree.evaluation.patterns.learnt import Learnt
from sandbox.gametree.evaluation.patterns.shapes import LANES
from sandbox.kernels.arrays import Floats, Int16s, Int32s
from sandbox.kernels.jit import kernel, specialise
from sandbox.learn.design import Places
from sandbox.learn.foretelling import Foretelling, Foretold, Share
from sandbox.learn.learners.api import Fitted, Task
from sandbox.learn.models.api import Model
from sandbox.learn.models.logistic import chance_of
from sandbox.learn.playing import Judging, Searching, States, in_units, searched
from sandbox.learn.samples import Samples, check_apart

MOST: Final = 400_000  # positions a stage
FEWEST: Final = 200  # positions a stage is learned from; with fewer it has the weights of the next
REACH: Final = 2  # stones beyond a stage that count as its own: tables run into each other
CHUNK: Final = 5_000  # positions a work item
WINS: Final = 400  # estimate's units of one logit


@kernel
def numbers(a: np.uint64, b: np.uint64, out: Int16s, at: np.uint64) -> None:
    """What stands at each place of a position: bound."""


@kernel
def all_places(states: States, centres: Words, shared: Int32s, out: Any) -> None:
    """The free weights of every position's places."""
    scratch = np.zeros(LANES, np.int16)
    for i in range(states.shape[0]):
        numbers(states[i, 0], states[i, 1], scratch, np.uint64(0))
        for j in range(out.shape[1]):
            out[i, j] = shared[centres[j] + np.uint64(scratch[j])]


@kernel
def all_stages(states: States, out: Int32s) -> None:
    """The stage of every position."""
    for i in range(states.shape[0]):
        out[i] = stage(states[i, 0], states[i, 1])


@dataclass(eq=False)
class TableLearner:
    """Free weights and biases, in the model's own units until they are asked for."""

    evaluation: Learnt
    begun: bool = False

    def __post_init__(self) -> None:
        kind = type(self.evaluation)
        self.shapes, self.unit = kind.shapes, kind.unit
        self.inverse, self.free = self.shapes.shared
        self._places = specialise(all_places, numbers=kind.numbers_kernel)
        self._stages = specialise(all_stages, stage=kind.stage_kernel)
        self.learned = self.evaluation.held() if self.begun else self._nothing()

    def _nothing(self) -> block.Learned:
        kind = type(self.evaluation)
        return block.Learned(kind.key, np.zeros((kind.stages, self.free), np.int16))

    @property
    def scale(self) -> float:
        """Of tables that learned chances, or to which `foretell` fitted one."""
        return self.learned.scale

    def words(self) -> Words:
        """As they are now."""
        return self.learned.words(self.shapes)

    def save(self, path: Path) -> None:
        """Write the file."""
        self.learned.save(path)

    def picture(self) -> list[tuple[str, list[float]]]:
        """How much each pattern moves estimates, by stage: the spread of its weights that are not 0."""
        full = self.learned.free[:, self.inverse].astype(np.float64)
        parts = zip(self.shapes.names, self.shapes.bases, self.shapes.sizes, strict=True)
        return [(name, [_spread(row[at : at + size]) for row in full]) for name, at, size in parts]

    def fit(self, task: Task) -> Iterator[Fitted]:
        """From the last stage to the first."""
        samples, stages = task.samples, len(self.learned.free)
        of = np.zeros(len(samples), np.int32)
        self._stages(samples.states, of)
        run = _Run(self, task, of, samples.labels.copy())
        for at in range(stages - 1, -1, -1):
            if task.stop is not None and task.stop[0]:
                return
            yield run.learn(at)

    def foretell(self, samples: Samples, of: tuple[str, int, int], share: Share) -> Iterator[Foretold]:
        """How well shallow searches foretell deep ones, and what chance an estimate stands for.

        `of`: the game, positions a stage, the seed.
        """
        game, count, seed = of
        stages = np.zeros(len(samples), np.int32)
        self._stages(samples.states, stages)
        errors = np.zeros_like(self.learned.errors)
        judge = Judging(game, type(self.evaluation).key, self.words())
        found = Foretelling(judge, samples, stages, count, share, seed)
        yield from found.fit(errors)
        scale = self.learned.scale or found.link()
        self.learned = replace(self.learned, errors=errors, scale=round(scale, 3))

    def places_of(self, states: NDArray[np.uint64], stones: NDArray[np.int64]) -> Places:
        """Each position's places and counts, and one for its number of stones."""
        count = self.shapes.numbers
        out = np.empty((len(states), count + 1), np.int32)
        self._places(np.ascontiguousarray(states), self.shapes.centres, self.inverse, out[:, :count])
        out[:, count] = self.free + stones
        return Places(out, self.free + block.BIASES)


class _Run:
    """One pass from the end to the beginning."""

    def __init__(self, learner: TableLearner, task: Task, of: NDArray[np.int32], labels: Floats) -> None:
        self.learner, self.task, self.of, self.labels = learner, task, of, labels
        self.ready = np.zeros(len(labels), np.bool_)
        self.kinds = type(learner.evaluation).kinds
        self.weights = [np.zeros(learner.free + block.BIASES) for _ in range(self.kinds)]
        self.last = self.weights[0]
        self.draw = np.random.default_rng(1)
        self.stones = task.samples.stones
        self.scale = learner.unit if task.model.points else WINS

    def learn(self, at: int) -> Fitted:
        """One stage."""
        learner, samples = self.learner, self.task.samples
        own = np.flatnonzero(self.of == at)
        if len(own) > MOST:
            own = np.sort(self.draw.choice(own, MOST, replace=False))
        self._label(own)
        self.ready[own] = True
        near = self.ready & (self.of >= at) & (self.stones <= self.stones[own].max(initial=-9) + REACH)
        near &= self.of % self.kinds == at % self.kinds
        self.last = self.weights[at % self.kinds]
        measured = self._fit(samples.labelled(self.labels).at(near)) if near.sum() >= FEWEST else (0.0, 0.0, 0)
        self.weights[at % self.kinds] = self.last
        self._keep(at, np.unique(self.stones[own]))
        return Fitted(at, len(learner.learned.free), measured[2], measured[0], measured[1])

    def _label(self, which: NDArray[np.int64]) -> None:
        """By a search whose leaves lie where weights are, unless the value is exact."""
        task = self.task
        open_ = which[(_cells(task.game) - self.stones[which]) > task.known] if task.known else which
        if not task.label_depth or not len(open_) or not self.ready.any():
            return
        learner = self.learner
        judge = Judging(task.game, type(learner.evaluation).key, learner.words())
        states = task.samples.states[open_]
        items = [Searching(judge, states[at : at + CHUNK], task.label_depth) for at in range(0, len(states), CHUNK)]
        share = task.share or (lambda do, todo: shared_out(do, todo, 1, np.zeros(1, np.uint8)))
        values = self._meant(np.concatenate(list(share(searched, items))))
        results = self.labels[open_[: len(values)]]
        results = results if task.model.points else np.sign(results)
        centred = values + (results - values).mean() if len(values) else values
        centred = centred if task.model.points else np.clip(centred, -1.0, 1.0)
        self.labels[open_[: len(values)]] = (1 - task.mix) * centred + task.mix * results

    def _meant(self, values: NDArray[np.int64]) -> Floats:
        """What a search says, as points, or as what is to be expected of the result: -1 … 1."""
        if self.task.model.points:
            return in_units(values, self.learner.unit)
        expected: Floats = 2 * chance_of(values / WINS) - 1
        return np.where(np.abs(values) >= WIN, np.sign(values), expected)

    def _fit(self, samples: Samples) -> tuple[float, float, int]:
        """Errors within and without, and how many positions were learned from."""
        model: Model = self.task.model
        seen, held = samples.split()
        check_apart(seen, held)
        centre = self.last.copy()
        centre[self.learner.free :] = 0
        design, target = self.learner.places_of(seen.states, seen.stones), model.target(seen.labels)
        self.last = model.fit(design, target, centre)
        others = self.learner.places_of(held.states, held.stones)
        inside = model.error(design.times(self.last), target)
        return inside, model.error(others.times(self.last), model.target(held.labels)), len(seen)

    def _keep(self, at: int, stones: NDArray[np.int64]) -> None:
        """Round, and put into the stage's rows."""
        learner = self.learner
        free, biases = learner.learned.free.copy(), learner.learned.biases.copy()
        free[at] = _rounded(self.last[: learner.free] * self.scale, type(learner.evaluation).grain)
        biases[stones] = _rounded(self.last[learner.free :] * self.scale, 1)[stones]
        learner.learned = replace(learner.learned, free=free, biases=biases, scale=self._link())

    def _link(self) -> float:
        """What makes a chance to win of an estimate; points say none."""
        return 0.0 if self.task.model.points else float(WINS)


def _rounded(weights: Floats, grain: int) -> Int16s:
    """To multiples of a grain."""
    most = LARGEST - LARGEST % grain
    found: Int16s = np.clip(grain * np.rint(weights / grain), -most, most).astype(np.int16)
    return found


def _cells(game: str) -> int:
    from sandbox.games.api import games

    return int(games[game].info.get("cells", 0))


def _spread(weights: Floats) -> float:
    used = weights[weights != 0]
    return float(np.sqrt(np.mean(used**2))) if len(used) else 0.0
