"""What a learner does: from samples to an evaluation's weights, stage by stage, telling how it goes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from sandbox.errors import BadInput
from sandbox.games.two_words.rules import Words
from sandbox.gametree.evaluation import Evaluation, evaluations, fitting
from sandbox.gametree.evaluation.networks.network import Network
from sandbox.gametree.evaluation.patterns.learnt import Learnt
from sandbox.gametree.evaluation.weighted import Weighted
from sandbox.learn.models.api import Model, models
from sandbox.learn.samples import Samples
from sandbox.registry import Entry


@dataclass(frozen=True, slots=True)
class Fitted:
    """One stage of the game has its weights."""

    stage: int
    stages: int
    positions: int
    error: float  # on what was learned from
    held_out: float  # on what was not


@dataclass(frozen=True, slots=True)
class Passed:
    """A model that goes over all positions many times has done so once more."""

    number: int
    passes: int
    error: float
    held_out: float


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be learned, and from what."""

    game: str
    samples: Samples
    model: Model
    label_depth: int = 0  # plies of the search that labels; 0: results
    mix: float = 0.0  # share of the results in such labels
    known: int = 0  # empty cells up to which labels are exact, and stay as they are
    share: Callable[..., Iterator[Any]] | None = None  # how work items are done; None: here, one after the other
    stop: Any = None


class Learner(Protocol):
    """Weights of one evaluation, being learned."""

    @property
    def scale(self) -> float:
        """The chance to win is 1 / (1 + exp(-estimate / scale)); 0 where the evaluation says none."""

    def words(self) -> Words:
        """As kernels read them, as they are now."""

    def fit(self, task: Task) -> Iterator[Passed | Fitted]:
        """Learn."""

    def save(self, path: Path) -> None:
        """Write the file that the evaluation reads."""

    def picture(self) -> list[tuple[str, list[float]]]:
        """What was learnt, for a chart: names, and a weight for each stage."""


def learner_for(key: str, game: str, start: str = "") -> Learner:
    """The learner of an evaluation of a game, beginning with a file's weights if one is named."""
    from sandbox.learn.learners.networks import NetworkLearner
    from sandbox.learn.learners.tables import TableLearner
    from sandbox.learn.learners.weighted import WeightedLearner

    entry: Entry[Evaluation] = fitting(evaluations[key], game)
    evaluation: Any = entry.create({"file": start} if start else {}) if hasattr(entry.cls, "file") else None
    if isinstance(evaluation, Learnt):
        return TableLearner(evaluation, begun=bool(start))
    if isinstance(evaluation, Weighted):
        return WeightedLearner(evaluation, game)
    if isinstance(evaluation, Network):
        return NetworkLearner(evaluation, game, begun=bool(start))
    raise BadInput("evaluation", repr(key), "one that has weights: " + ", ".join(learnable(game)))


def learnable(game: str = "") -> tuple[str, ...]:
    """The evaluations that can be learned, of one game or of all."""
    kinds = (Learnt, Weighted, Network)
    return tuple(
        e.key
        for e in evaluations
        if issubclass(e.cls, kinds) and (not game or not e.info["games"] or game in e.info["games"])
    )


def models_for(key: str) -> list[Entry[Model]]:
    """The models that can learn an evaluation, the one it is learned with unless told otherwise first."""
    network = issubclass(evaluations[key].cls, Network)
    return [entry for entry in models if (entry.key == "network") == network]


def check_model(key: str, model: Model) -> None:
    """Refuse a model that cannot learn an evaluation."""
    fits = models_for(key)
    if not any(isinstance(model, entry.cls) for entry in fits):
        raise BadInput("model", type(model).__name__.lower(), " or ".join(entry.key for entry in fits) + f" for {key}")


def suited(key: str) -> tuple[str, str]:
    """Which model and which labels an evaluation is learned with unless told otherwise."""
    return models_for(key)[0].key, "search" if issubclass(evaluations[key].cls, Learnt) else "results"
