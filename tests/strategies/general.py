"""Random trees with dice and several players, and positions of general games reached by random play."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from typing import Any

from sandbox.games.general.api import NAMES, general_games
from sandbox.games.general.words import TERMINAL


def tree_text(seed: int, *, players: int = 0, halves: bool = False, constant: bool = False) -> str:
    """A tree of up to four players; with `halves` floats hold its means exactly, with `constant` leaves sum to 12."""
    rng = random.Random(seed)
    many = players or rng.randint(2, 4)
    return json.dumps(_node(rng, many, rng.randint(2, 4), halves, constant, root=True))


def _node(rng: random.Random, many: int, depth: int, halves: bool, constant: bool, *, root: bool = False) -> Any:
    if depth == 0 or (not root and rng.random() < 0.15):
        return _leaf(rng, many, constant)
    below = [_node(rng, many, depth - 1, halves, constant) for _ in range(rng.randint(1, 4))]
    if rng.random() < 0.3:
        return {"chance": [[str(p), child] for p, child in zip(_chances(rng, len(below), halves), below, strict=True)]}
    if rng.random() < 0.5:
        return below
    if rng.random() < 0.5:
        return {"player": NAMES[rng.randrange(many)], "moves": below}
    return {"player": NAMES[rng.randrange(many)], "moves": {f"m{i}": child for i, child in enumerate(below)}}


def _leaf(rng: random.Random, many: int, constant: bool) -> Any:
    values = [rng.randint(0, 4) if constant else rng.randint(-6, 9) for _ in range(many)]
    if constant:
        values[-1] = 12 - sum(values[:-1])
    if many == 2 and not constant and rng.random() < 0.2:
        return values[0]
    return ",".join(map(str, values))


def _chances(rng: random.Random, count: int, halves: bool) -> list[Fraction]:
    if halves:  # all but the last in sixteenths
        found = [Fraction(rng.randint(1, 4), 16) for _ in range(count - 1)]
        return [*found, 1 - sum(found, Fraction(0))]
    weights = [rng.randint(1, 9) for _ in range(count)]
    return [Fraction(w, sum(weights)) for w in weights]


def tree(seed: int, **more: Any) -> tuple[Any, Any]:
    """The game, and the root of a random tree."""
    game = general_games["any-tree"].create()
    return game, game.face().parse(tree_text(seed, **more))


def layered_tree(seed: int) -> tuple[Any, Any]:
    """A tree of two players in which dice lie between decisions, bushy enough for every kind of cut."""
    rng = random.Random(seed)
    layers = [rng.choice("AB"), *rng.choice(["BCA", "CBC", "CAC", "ACB", "BCBC", "CABC", "BCAC"])]
    game = general_games["any-tree"].create()
    return game, game.face().parse(json.dumps(_layer(rng, "".join(layers))))


def _layer(rng: random.Random, layers: str) -> Any:
    if not layers:
        return rng.randint(-6, 9)
    below = [_layer(rng, layers[1:]) for _ in range(rng.randint(2, 4))]
    if layers[0] == "C":
        return {"chance": [[str(p), child] for p, child in zip(_chances(rng, len(below), False), below, strict=True)]}
    return {"player": layers[0], "moves": below}


def playout(game: Any, seed: int, longest: int = 60) -> list[Any]:
    """Every position of a random game, the first and the last included."""
    rng, face = random.Random(seed), game.face()
    positions = [face.start()]
    while len(positions) <= longest and face.to_move(positions[-1]) != TERMINAL:
        positions.append(face.play(positions[-1], rng.choice(face.moves(positions[-1]))))
    return positions
