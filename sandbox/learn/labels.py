"""What positions are labelled with: results, exact values, what a search says, or returns on the way to the result.

A label is in the game's points where points are learned, else what is to be expected of the result: -1 … 1.

The λ-return of a position looks forward along its game: a share 1 - λ of what its successor is judged to be worth, a
share λ of that one's own return (R. S. Sutton, "Learning to Predict by the Methods of Temporal Differences", Machine
Learning 3, 1988). With λ = 1 it is the result, with λ = 0 the next judgement alone. Departs from Sutton in that weights
do not change within a game: judgements are those of the round before, by a search of a few plies.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from sandbox.games.api import games
from sandbox.gametree.evaluation import evaluations
from sandbox.gametree.evaluation.patterns.learnt import Learnt
from sandbox.kernels.arrays import Floats
from sandbox.learn.learners.weighted import LOGIT, point_of
from sandbox.learn.models.logistic import chance_of
from sandbox.learn.playing import Judging, Searching, in_units, searched, solved
from sandbox.learn.samples import Samples

LABELS: Final = ("results", "search", "td", "exact")
SOLVED_TO: Final = 26  # empty cells up to which positions are labelled exactly
CHUNK: Final = 5_000  # positions a work item searches
SOLVED_CHUNK: Final = 1_000  # … solves

Share = Callable[..., Iterator[Any]]
"""`share(do, items)`: what comes of every item, in order."""


@dataclass(frozen=True, eq=False)
class Labelling:
    """How positions get their labels."""

    kind: str
    judge: Judging  # whose searches label
    depth: int
    mix: float  # share of the results in what a search says
    trace: float  # λ
    points: bool  # whether points are learned
    share: Share
    early: bool = False  # whether positions too early to be solved stay, with their results

    def labelled(self, samples: Samples) -> Samples:
        """The same positions; with exact values perhaps only those that are near enough to the end."""
        if self.kind == "exact":
            return self._exact(samples)
        if self.kind == "results" or not len(samples):
            return samples
        values, results = self._values(samples), samples.labels if self.points else np.sign(samples.labels)
        if len(values) < len(samples):
            return samples  # stopped
        if self.kind == "td":
            return samples.labelled(returns(values, results, samples.games, self.trace))
        return samples.labelled((1 - self.mix) * values + self.mix * results)

    def _values(self, samples: Samples) -> Floats:
        """What a search says of each."""
        states = samples.states
        items = [Searching(self.judge, states[at : at + CHUNK], self.depth) for at in range(0, len(states), CHUNK)]
        found = np.concatenate([np.zeros(0, np.int64), *self.share(searched, items)])
        return in_units(found, unit_of(self.judge)) if self.points else 2 * chance_of(found / LOGIT) - 1

    def _exact(self, samples: Samples) -> Samples:
        cells = int(games[self.judge.game].info.get("cells", 0))
        near = cells - samples.stones <= SOLVED_TO
        states = samples.states[near]
        items = [Searching(self.judge, states[at : at + SOLVED_CHUNK], 0) for at in range(0, len(states), SOLVED_CHUNK)]
        values = np.concatenate([np.zeros(0), *self.share(solved, items)])
        labels = samples.labels.copy()
        labels[near] = values if len(values) == len(states) else labels[near]
        return samples.labelled(labels) if self.early else samples.labelled(labels).at(near)


def returns(values: Floats, results: Floats, numbers: Any, trace: float) -> Floats:
    """λ-returns of positions that follow each other in their games, each seen by its mover."""
    out = results.astype(np.float64)
    last = np.append(numbers[1:] != numbers[:-1], True)
    for at in range(len(out) - 2, -1, -1):
        if not last[at]:
            out[at] = -((1 - trace) * values[at + 1] + trace * out[at + 1])
    return out


def unit_of(judge: Judging) -> int:
    """How much of an estimate is a point of the game's score."""
    kind: Any = evaluations[judge.evaluation].cls
    return int(kind.unit if issubclass(kind, Learnt) else point_of(judge.game))
