"""Whether a command is about a general game or engine, and what such a one cannot be asked for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from sandbox.cli.options import parts
from sandbox.errors import BadInput

if TYPE_CHECKING:
    from sandbox.games.general.api import GeneralGame


def general_game_named(text: str) -> bool:
    """Whether `KEY[:NAME=VALUE]` is a general game."""
    from sandbox.games.general.api import general_games

    return text.partition(":")[0] in general_games


def general_engine_named(*texts: str) -> bool:
    """Whether one of them is a general engine."""
    from sandbox.gametree.general.api import general_engines

    return any(text.partition(":")[0] in general_engines for text in texts)


def game_of(text: str) -> tuple[str, tuple[tuple[str, str], ...], GeneralGame]:
    """The game's key, its options as they are written, and the game."""
    from sandbox.bench.general.solving import general_game

    key, values = parts(text)
    own = tuple(values.items())
    return key, own, general_game(key, own)


def refuse(arguments: argparse.Namespace, **usual: Any) -> None:
    """Options that general games have no answer for, unless they are as they usually are."""
    for name, value in usual.items():
        if getattr(arguments, name) != value:
            raise BadInput(
                f"--{name.replace('_', '-')}",
                "with a game or engine of this kind",
                "a board game of two and its engines",
            )
