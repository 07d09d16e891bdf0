"""Games with their variants, and positions reached by random play."""

from __future__ import annotations

import random
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from sandbox.games.api import Game, games

GOLDEN = Path(__file__).parent.parent / "golden"

ALL_GAMES = games.keys()
VARIANTS: list[tuple[str, dict[str, Any]]] = [
    *((key, {}) for key in ALL_GAMES),
    ("nim", {"piles": "16,9,4,1"}),
    ("morris", {"diagonals": False, "repetitions": 2}),
    ("tree", {"file": str(GOLDEN / "uneven_tree.txt")}),
]
NAMES = [" ".join([key, *(str(value).rsplit("/", 1)[-1] for value in options.values())]) for key, options in VARIANTS]

seeds = st.integers(0, 30)  # few enough to keep the games: the faces are slow


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


def game_of(key: str) -> Game:
    """A game with positions enough to be interesting."""
    return games[key].create({"piles": "12,5"} if key == "nim" else {})


def random_positions(game: Game, number: int, longest: int, seed: int) -> list[Any]:
    """Unfinished positions after 0 … longest random moves."""
    face, draw = game.face(), random.Random(seed)
    found: list[Any] = []
    while len(found) < number:
        position = face.start()
        for _ in range(draw.randint(0, longest)):
            moves = face.moves(position)
            if not moves:
                break
            position = face.play(position, draw.choice(moves))
        if face.moves(position):
            found.append(position)
    return found
