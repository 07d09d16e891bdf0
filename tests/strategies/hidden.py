"""Random small trees with information sets: two players, zero-sum, perfect recall."""

from __future__ import annotations

import json
import random
from typing import Any

from sandbox.games.general.api import general_games


def hidden_tree_text(seed: int, *, zero_sum: bool = True) -> str:
    """A node belongs to one of a few sets of those who came there by the same decisions and have as many moves."""
    rng = random.Random(seed)
    known: dict[Any, str] = {}
    return json.dumps(_node(rng, rng.randint(2, 4), ((), ()), known, zero_sum))


def _node(rng: random.Random, depth: int, done: tuple[Any, Any], known: dict[Any, str], zero_sum: bool) -> Any:
    top = done == ((), ()) and not known
    if depth == 0 or (not top and rng.random() < 0.15):
        worth = rng.randint(-6, 6)
        return worth if zero_sum else f"{worth},{rng.randint(-6, 6)}"
    many = rng.choice((1, 2, 2, 2, 3))
    if rng.random() < 0.25:
        weights = [rng.randint(1, 5) for _ in range(many)]
        below = [_node(rng, depth - 1, done, known, zero_sum) for _ in range(many)]
        return {"chance": [[f"{w}/{sum(weights)}", node] for w, node in zip(weights, below, strict=True)]}
    who = rng.randrange(2)
    group = known.setdefault((who, done[who], many, rng.randrange(2)), f"{'AB'[who]}{len(known)}")
    below = {}
    for i in range(many):
        mine = (*done[who], (group, i))
        after = (mine, done[1]) if who == 0 else (done[0], mine)
        below[f"m{i}"] = _node(rng, depth - 1, after, known, zero_sum)
    return {"player": "AB"[who], "info": group, "moves": below}


def hidden_tree(seed: int, **more: Any) -> tuple[Any, Any]:
    """The game, and the root of a random tree."""
    game = general_games["any-tree"].create()
    return game, game.face().parse(hidden_tree_text(seed, **more))
