"""Games with their variants, and positions reached by random play."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

from hypothesis import strategies as st

from sandbox.games.api import games

VARIANTS: list[tuple[str, dict[str, Any]]] = [
    ("connect-four", {}),
    ("othello", {}),
    ("tic-tac-toe", {}),
    ("nim", {}),
    ("nim", {"piles": "16,9,4,1"}),
    ("morris", {}),
    ("morris", {"diagonals": False, "repetitions": 2}),
    ("tree", {}),
]
NAMES = [f"{key}{options or ''}" for key, options in VARIANTS]


def made(variant: tuple[str, dict[str, Any]]) -> Any:
    """The game of a variant."""
    return games[variant[0]].create(variant[1])


@cache
def playout(game: Any, seed: int, longest: int = 200) -> tuple[Any, ...]:
    """Every position of a random game, the first and the last included."""
    rng = random.Random(seed)
    face = game.face()
    positions = [face.start()]
    while len(positions) <= longest and (legal := face.moves(positions[-1])):
        positions.append(face.play(positions[-1], rng.choice(legal)))
    return tuple(positions)


seeds = st.integers(0, 30)  # few enough to keep the games: the faces are slow


def reached(game: Any) -> st.SearchStrategy[Any]:
    """Some position of a random game."""
    return st.tuples(seeds, st.integers(0, 199)).map(lambda t: (p := playout(game, t[0]))[t[1] % len(p)])
