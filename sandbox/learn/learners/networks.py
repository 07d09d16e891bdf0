"""A network learned from the bare board, by its model, pass by pass.

Each position is shown as it is and once more turned or mirrored. One game in ten of those learned from is only watched:
the weights that did best on it are kept, so that more passes than enough do no harm. What is held out is reported, and
never chosen by.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput, SandboxError
from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation.networks import block
from sandbox.gametree.evaluation.networks.network import Network
from sandbox.kernels.arrays import Floats
from sandbox.learn.design import Stones
from sandbox.learn.learners.api import Fitted, Passed, Task
from sandbox.learn.learners.weighted import LOGIT, point_of
from sandbox.learn.models.layers import parted
from sandbox.learn.models.network import POINTS
from sandbox.learn.models.network import Network as Model
from sandbox.learn.samples import Samples, check_apart

WATCHED: Final = 10  # one game in so many


@dataclass(eq=False)
class NetworkLearner:
    """One network for the whole game."""

    evaluation: Network
    game: str
    begun: bool = False

    def __post_init__(self) -> None:
        self.known = self.evaluation.held() if self.begun else None

    @property
    def net(self) -> block.Net:
        """As it is now."""
        if self.known is None:
            raise SandboxError("nothing was learned yet")
        return self.known

    @property
    def scale(self) -> float:
        """Of a network that learned chances."""
        return self.net.scale

    def words(self) -> Words:
        """As kernels read it."""
        return self.net.words()

    def save(self, path: Path) -> None:
        """Write the file."""
        self.net.save(path)

    def picture(self) -> list[tuple[str, list[float]]]:
        """How much a stone on each square can move an estimate at most, either way: own and other's, averaged."""
        layers = self.net.layers(self.net.gain / (1 << block.FINE))
        reach = layers[-1][0][:, 0]
        for rows, _ in reversed(layers[:-1]):
            reach = np.abs(rows) @ np.abs(reach)
        return [(name, [float(reach[bit] + reach[64 + bit]) / 2]) for bit, name in self.evaluation.squares]

    def fit(self, task: Task) -> Iterator[Passed | Fitted]:
        """Pass after pass."""
        model: Any = task.model
        seen, held = task.samples.split()
        check_apart(seen, held)
        watched = seen.games % WATCHED == 0
        learned, watch = seen.at(~watched), seen.at(watched) if watched.any() else seen
        parts = [_Part.of(model, s) for s in (learned, watch, held)]
        design, target = self._shown_twice(learned.states, model.seed), np.tile(parts[0].target, 2)
        begin, least = self._begin(model), np.inf
        best = begin
        for number, w in enumerate(model.passes_over(design, target, begin)):
            if task.stop is not None and task.stop[0]:
                return
            errors = [part.error(model, w) for part in parts]
            if errors[1] < least:
                least, best = errors[1], w
            yield Passed(number + 1, model.passes, errors[0], errors[2])
        self.known = self._rounded(model, best)
        yield Fitted(0, 1, len(seen), parts[0].error(model, best), parts[2].error(model, best))

    def _begin(self, model: Model) -> Floats:
        """What was learned before, or random weights."""
        w = model.begin(block.INPUTS)
        if self.known is None:
            return w
        if self.known.widths != model.sizes(block.INPUTS)[1:-1]:
            found = "-".join(map(str, self.known.widths))
            raise BadInput("layers", model.layers, f"{found}, as the weights begun with have")
        parts = [np.vstack([rows, bias[None]]).ravel() for rows, bias in self.known.layers(self._unit(model))]
        return np.concatenate(parts)

    def _rounded(self, model: Model, w: Floats) -> block.Net:
        layers = parted(model.sizes(block.INPUTS), w)
        key, scale = type(self.evaluation).key, 0.0 if model.points else LOGIT
        return block.Net.of(key, layers, self._unit(model), scale)

    def _unit(self, model: Model) -> float:
        """What an output of 1 is worth as an estimate."""
        return POINTS * point_of(self.game) if model.points else LOGIT

    def _shown_twice(self, states: NDArray[np.uint64], seed: int) -> Stones:
        """As they are, then each turned somehow."""
        x = Stones.of(states).x
        which = np.random.default_rng(seed).integers(0, len(self.evaluation.turns), len(x))
        return Stones(np.concatenate([x, turned(x, which, self.evaluation)]))


@dataclass(frozen=True, eq=False)
class _Part:
    """Positions, and what the model is to say of them."""

    design: Stones
    target: Floats

    @classmethod
    def of(cls, model: Model, samples: Samples) -> _Part:
        return cls(Stones.of(samples.states), model.target(samples.labels))

    def error(self, model: Model, w: Floats) -> float:
        return model.error(model.sums(self.design, w), self.target)


def turned(x: Any, which: NDArray[np.int64], evaluation: Network) -> Any:
    """Every row under the symmetry that is named for it."""
    out = np.zeros_like(x)
    bits = np.array([bit for bit, _ in evaluation.squares])
    for number, turn in enumerate(evaluation.turns):
        rows, to = np.flatnonzero(which == number)[:, None], np.array(turn)
        for side in (0, 64):
            out[rows, side + to] = x[rows, side + bits]
    return out
