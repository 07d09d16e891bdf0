"""What an evaluation is: a kernel for the engines, its weights, and an account of its estimate for people.

By hand an estimate is a weighted sum f·w of features, almost all the mover's minus the other's, so that what is good
for one is as bad for the other. The sum is written once (`weigh`), and specialised on each game's `features`. Tables
(patterns/) and networks (networks/) have kernels of their own. Estimates lie strictly between exact losses and wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.api import Game
from sandbox.games.two_words.rules import WEIGHTS_AT, WIN, Words, work_array
from sandbox.kernels.jit import kernel
from sandbox.registry import Entry, Registry

LIMIT = WIN - 1


@dataclass(frozen=True, slots=True)
class Feature:
    """One summand of an estimate: share = value × weight."""

    name: str
    value: int
    weight: int

    @property
    def share(self) -> int:
        """What it adds to the estimate."""
        return self.value * self.weight


class Evaluation(Protocol):
    """What a registered evaluation offers. Its fields are its options."""

    def kernel(self) -> Any:
        """`evaluate(a, b, data)` of games/two_words/rules.py, to be bound into an engine."""

    def weights(self) -> Words:
        """The words `rules.work_array` wants for it (int64 bit patterns)."""

    def explain(self, words: tuple[int, int], data: Words) -> tuple[Feature, ...]:
        """The features of an unfinished position; their shares add up to the estimate (before it is cut off)."""


evaluations: Registry[Evaluation] = Registry("evaluation", "sandbox.gametree.evaluation")
"""Registered with `games` (keys; empty for all), `order` (the best for a game first) and `strength` (of one that plays
better than the best that can be followed)."""


def those_for(game: str) -> tuple[Entry[Evaluation], ...]:
    """The evaluations that fit a game, the best first."""
    return tuple(e for e in evaluations if not e.info["games"] or game in e.info["games"])


def best_for(game: str) -> Entry[Evaluation]:
    """What the engines use unless told otherwise."""
    return those_for(game)[0]


def fitting(entry: Entry[Evaluation], game: str) -> Entry[Evaluation]:
    """The evaluation itself, if it can judge the game."""
    if entry not in those_for(game):
        names = ", ".join(e.key for e in those_for(game))
        raise BadInput("evaluation", f"{entry.key!r} cannot judge {game}", f"one of {names}")
    return entry


def account(game: Game, position: Any, evaluation: Evaluation) -> tuple[Feature, ...]:
    """The features of an unfinished position, by an evaluation that fits the game."""
    return evaluation.explain(position.words, work_array(game.data(position), evaluation.weights()))


def chance_of(evaluation: Evaluation, value: int) -> float | None:
    """The chance to win that an estimate stands for; None where the evaluation does not say."""
    method = getattr(evaluation, "win_probability", None)
    found: float | None = method(value) if method is not None else None
    return found


@kernel
def features(a: np.uint64, b: np.uint64, data: Words) -> tuple[int, ...]:
    """The features of a position: the mover's minus the other's, or what holds for who moves (whose turn it is)."""
    return (0,)


@kernel
def stage(a: np.uint64, b: np.uint64) -> int:
    """Which row of weights applies: games change as they go on."""
    return 0


@kernel(inlined=True)
def weigh(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The weighted sum, cut off inside the exact results."""
    values = features(a, b, data)
    at = np.int64(data[WEIGHTS_AT]) + stage(a, b) * len(values)
    total = np.int64(0)
    for i in range(len(values)):
        total += np.int64(data[at + i]) * values[i]
    if total > LIMIT:
        return LIMIT
    return -LIMIT if total < -LIMIT else int(total)
