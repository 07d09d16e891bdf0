"""Which evaluation judges a game's positions, ready for a kernel."""

from __future__ import annotations

from functools import cache
from typing import Any, Final, NamedTuple

from sandbox.errors import BadInput
from sandbox.games.api import Game, Words, games
from sandbox.gametree.evaluation import Evaluation, best_for, evaluations, those_for
from sandbox.registry import Entry

BEST: Final = "best"
"""The option's value that takes whatever judges a game best."""


class Judge(NamedTuple):
    """An evaluation for engines."""

    kernel: Any  # bound to `evaluate`
    weights: Words  # laid at WEIGHTS_AT of the work array


def choices() -> tuple[str, ...]:
    """What the option may be set to."""
    return (BEST, *evaluations.keys())


def entry_of(game: Game) -> Entry[Game]:
    """What a game is registered as."""
    return next(entry for entry in games if entry.cls is type(game))


def chosen_for(game: Game, key: str) -> Entry[Evaluation]:
    """The registered evaluation an option names."""
    fitting = those_for(entry_of(game).key)
    if key == BEST:
        return best_for(entry_of(game).key)
    for entry in fitting:
        if entry.key == key:
            return entry
    names = ", ".join(entry.key for entry in fitting)
    raise BadInput("evaluation", f"{key!r} cannot judge {entry_of(game).title}", f"one of {BEST}, {names}")


def judge_of(game: Game, key: str) -> Judge:
    """The evaluation of a game by its key."""
    return _judge(chosen_for(game, key).cls)


@cache
def _judge(kind: type[Evaluation]) -> Judge:
    """Made once: finding the kernels takes milliseconds, and a move may have but fifty."""
    evaluation = kind()
    return Judge(evaluation.kernel(), evaluation.weights())
