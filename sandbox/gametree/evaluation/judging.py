"""Which evaluation judges a game's positions, ready for a kernel."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, NamedTuple

from sandbox.errors import BadInput
from sandbox.games.api import Game, Words, games
from sandbox.gametree.books.shipped import lines_file
from sandbox.gametree.evaluation import Evaluation, best_for, evaluations, fitting, those_for
from sandbox.gametree.evaluation.noise import noisy
from sandbox.gametree.evaluation.weights import stamp_of
from sandbox.gametree.known.shipped import endings_files
from sandbox.kernels.jit import specialise
from sandbox.registry import Entry, Option

BEST: Final = "best"
"""The option's value that takes what judges a game by features a person can follow."""
STRONGEST: Final = "strongest"
"""… that takes what plays best, learned or not; where nothing is said to, the same as `BEST`."""
OF_LINES: Final = frozenset({"opening", "opening_within", "opening_learned", "opening_seed"})
"""Options of engines that play from a game's book of lines."""
FILE: Final = "file"  # the option of evaluations that have weights


class Judge(NamedTuple):
    """An evaluation for engines."""

    kernel: Any  # bound to `evaluate`
    weights: Words  # laid at WEIGHTS_AT of the work array


def choices() -> tuple[str, ...]:
    """What the option may be set to."""
    return (BEST, STRONGEST, *evaluations.keys())


def offered(engine: Entry[Any], game: str) -> tuple[Option, ...]:
    """An engine's options for a game: those that mean something there, of the evaluations those that can judge it."""
    keys = (BEST, STRONGEST, *(entry.key for entry in those_for(game)))
    names = engine.info["options_for"](game) if "options_for" in engine.info else {o.name for o in engine.options}
    names = names if any(map(has_weights, those_for(game))) else names - {"weights"}
    names = names if any(map(_may_foretell, those_for(game))) else names - {"probcut"}
    names = names if endings_files(game) else names - {"endings_table"}
    names = names if lines_file(game).is_file() else names - OF_LINES
    fitting = (o for o in engine.options if o.name in names)
    return tuple(replace(o, choices=keys) if o.name == "evaluation" else o for o in fitting)


def entry_of(game: Game) -> Entry[Game]:
    """What a game is registered as."""
    return games.of(game)


def chosen_for(game: Game, key: str) -> Entry[Evaluation]:
    """The registered evaluation an option names."""
    name = entry_of(game).key
    if key == STRONGEST:
        return max(those_for(name), key=lambda entry: int(entry.info.get("strength", 0)))
    return best_for(name) if key == BEST else fitting(evaluations[key], name)


def evaluation_for(game: Game, key: str, weights: str = "") -> Evaluation:
    """The evaluation an option names, with the weights of a file, if one is named."""
    entry = chosen_for(game, key)
    if not weights:
        return entry.create()
    if not has_weights(entry):
        raise BadInput("weights", repr(weights), f"none: {entry.key!r} has no weights")
    return entry.create({FILE: weights})


def has_weights(entry: Entry[Evaluation]) -> bool:
    """Whether an evaluation takes them from a file."""
    return any(option.name == FILE for option in entry.options)


def may_probcut(game: Game, key: str, weights: str = "") -> bool:
    """Whether it is known how well shallow searches foretell deep ones; refused where one was named that says nothing.

    Where the game chooses (`strongest`), none is named.
    """
    if foretells(chosen_for(game, key), weights):
        return True
    if key == STRONGEST and not weights:
        return False
    of = f"{weights or chosen_for(game, key).key!r} without an error model"
    raise BadInput("probcut", of, "an evaluation with one (learn --errors makes it), or probcut=0")


def foretells(entry: Entry[Evaluation], weights: str = "") -> bool:
    """Whether it is known how well a shallow search by this evaluation foretells a deep one."""
    method = getattr(entry.create({FILE: weights} if weights else {}), "foretells", None)
    return bool(method is not None and method())


def _may_foretell(entry: Entry[Evaluation]) -> bool:
    """… as far as its own file can be read: a damaged one is told to whoever lets it judge, and spoils no choice."""
    try:
        return foretells(entry)
    except BadInput:
        return False


def judge_of(game: Game, key: str, weights: str = "", *, spoilt: bool = False) -> Judge:
    """The evaluation of a game by its key; made worse by noise if asked."""
    return _judge(type(evaluation_for(game, key, weights)), weights, stamp_of(weights), spoilt=spoilt)


@lru_cache(maxsize=64)
def _judge(kind: type[Evaluation], weights: str, _: object, *, spoilt: bool) -> Judge:
    """Made once: finding the kernels takes milliseconds, and a move may have but fifty."""
    evaluation = kind(**({FILE: weights} if weights else {}))
    kernel = evaluation.kernel()
    return Judge(specialise(noisy, evaluate=kernel) if spoilt else kernel, evaluation.weights())
