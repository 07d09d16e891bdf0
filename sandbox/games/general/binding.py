"""Kernel texts bound to a general game, and the front part of the arena they work in."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np

from sandbox.games.general import rules as contract
from sandbox.games.general.api import GeneralGame
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.words import Words
from sandbox.games.two_words.rules import GAME_AT, WEIGHTS_AT
from sandbox.kernels.jit import reachable, specialise

ALL_BITS = 2**64 - 1


@cache
def bound_to(text: Any, rules: GeneralKernels) -> Any:
    """A kernel text for a game; for one of the contract's own names, the game's kernel of that name."""
    own = rules.own()
    if text.__module__ == contract.__name__ and text.__name__ in own:
        return own[text.__name__]
    free = {name for member in reachable(text) for name in member.callees}
    return specialise(text, **{name: k for name, k in own.items() if name in free})


def front(game: GeneralGame, position: Any, start: int) -> Words:
    """`start` words, then the evaluation's weights and the game's own; the position's state comes next."""
    weights, own = game.weights(), game.data(position)
    words = np.concatenate([np.zeros(start, np.uint64), weights, own])
    words[WEIGHTS_AT], words[GAME_AT] = start, start + weights.size
    return words


def state_words(game: GeneralGame, position: Any) -> Words:
    """A position for kernels."""
    return np.array([int(word) & ALL_BITS for word in game.face().state(position)], np.uint64)
