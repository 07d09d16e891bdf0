"""Engines with any options they have, and positions near the end of every game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from hypothesis import settings
from hypothesis import strategies as st

from sandbox.games.api import Game, games
from sandbox.gametree.api import Limits
from sandbox.gametree.evaluation import those_for
from sandbox.registry import Entry, Option
from tests.strategies.games import game_of, random_positions

BY_NIGHT = 1000  # examples: then there is time to compile every engine for every evaluation too
SMALLER = {"table_bits": (8, 12), "tree_bits": (10, 14), "simulations": (1, 3000), "depth": (1, 12)}
"""Options that would take all memory, or all day."""


def values_of(option: Option, game: str) -> st.SearchStrategy[Any]:
    """Whatever an option may be set to."""
    if option.name == "evaluation":
        others = [e.key for e in those_for(game)] if settings.default.max_examples >= BY_NIGHT else []
        return st.sampled_from(["best", *others])
    if option.kind == "str" or option.name == "probcut":
        return st.just(option.default)  # a file's name; what only few evaluations allow (test_probcut)
    if option.kind == "choice":
        return st.sampled_from(option.choices)
    if option.kind == "bool":
        return st.booleans()
    low, high = SMALLER.get(option.name, (option.low, option.high))
    if option.kind == "int":
        return st.integers(int(low or 0), int(high or 0)) | st.sampled_from([int(low or 0), int(high or 0)])
    return st.floats(float(low or 0), float(high or 0))


@st.composite
def options_of(draw: st.DrawFn, entry: Entry[Any], game: str) -> dict[str, Any]:
    """Some of an engine's options or all of them, the others left alone."""
    some = st.lists(st.sampled_from(entry.options), unique_by=lambda o: o.name) if entry.options else st.just([])
    chosen = draw(some | st.just(list(entry.options)))
    return {option.name: draw(values_of(option, game)) for option in chosen}


def budgets(key: str) -> st.SearchStrategy[Limits]:
    """What a search may spend: never all it wants, for some options never come to an end (the depth of 300 is one)."""
    nodes = st.integers(1, 3000) | st.just(3000 if key == "morris" else 20_000)
    depth = st.just(0) | st.integers(1, 20) | st.just(300)
    return st.builds(Limits, depth=depth, nodes=nodes, every_move=st.booleans())


def endings(key: str, number: int, left: int, seed: int = 43) -> list[Any]:
    """Positions of a game in which at most so many stones are still to be set; of other games any."""
    game = game_of(key)
    cells = int(games[key].info.get("cells", 0))
    if not cells:
        return [fresh(game, p) for p in random_positions(game, number, 8, seed)]
    found: list[Any] = []
    while len(found) < number:
        seed += 1
        found += [p for p in _random_game(game, seed) if stones(p) >= cells - left]
    return [fresh(game, position) for position in found[:number]]


def _random_game(game: Game, seed: int) -> Iterator[Any]:
    """All its positions but the last."""
    face, draw = game.face(), random.Random(seed)
    position = face.start()
    while moves := face.moves(position):
        yield position
        position = face.play(position, draw.choice(moves))


def fresh(game: Game, position: Any) -> Any:
    """The position without what was before it."""
    face = game.face()
    return face.parse(face.print(position))


def stones(position: Any) -> int:
    """How many stand on the board."""
    a, b = position.words
    return (int(a) | int(b)).bit_count()
