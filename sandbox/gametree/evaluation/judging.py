"""Which evaluation judges a game's positions, ready for a kernel."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import Any, Final, NamedTuple

from sandbox.games.api import Game, Words, games
from sandbox.gametree.evaluation import Evaluation, best_for, evaluations, fitting, those_for
from sandbox.gametree.evaluation.noise import noisy
from sandbox.kernels.jit import specialise
from sandbox.registry import Entry, Option

BEST: Final = "best"
"""The option's value that takes whatever judges a game best."""


class Judge(NamedTuple):
    """An evaluation for engines."""

    kernel: Any  # bound to `evaluate`
    weights: Words  # laid at WEIGHTS_AT of the work array


def choices() -> tuple[str, ...]:
    """What the option may be set to."""
    return (BEST, *evaluations.keys())


def offered(options: Iterable[Option], game: str) -> tuple[Option, ...]:
    """An engine's options for a game: of the evaluations those that can judge it."""
    keys = (BEST, *(entry.key for entry in those_for(game)))
    return tuple(replace(o, choices=keys) if o.name == "evaluation" else o for o in options)


def entry_of(game: Game) -> Entry[Game]:
    """What a game is registered as."""
    return next(entry for entry in games if entry.cls is type(game))


def chosen_for(game: Game, key: str) -> Entry[Evaluation]:
    """The registered evaluation an option names."""
    name = entry_of(game).key
    return best_for(name) if key == BEST else fitting(evaluations[key], name)


def judge_of(game: Game, key: str, *, spoilt: bool = False) -> Judge:
    """The evaluation of a game by its key; made worse by noise if asked."""
    return _judge(chosen_for(game, key).cls, spoilt=spoilt)


@cache
def _judge(kind: type[Evaluation], *, spoilt: bool) -> Judge:
    """Made once: finding the kernels takes milliseconds, and a move may have but fifty."""
    evaluation = kind()
    kernel = evaluation.kernel()
    return Judge(specialise(noisy, evaluate=kernel) if spoilt else kernel, evaluation.weights())
