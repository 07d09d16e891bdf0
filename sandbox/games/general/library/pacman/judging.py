"""What judges Pac-Man's positions: registered weighted sums, one file each in `sums/`; their fields are the weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sandbox.errors import BadInput
from sandbox.games.general.library.pacman.features import FEATURES
from sandbox.games.general.sums import WHAT_JUDGES, Weight, Weights
from sandbox.games.two_words.notation import shortened
from sandbox.registry import ChoicesFrom, Help, Registry


@dataclass(frozen=True, slots=True)
class WeighedSum(Weights):
    """A weight for every feature, in their order."""

    score: Weight = 0.0
    food_left: Weight = 0.0
    food_distance: Weight = 0.0
    capsules_left: Weight = 0.0
    capsule_distance: Weight = 0.0
    ghost_near: Weight = 0.0
    ghost_distance: Weight = 0.0
    scared_near: Weight = 0.0
    cut_off: Weight = 0.0


pacman_sums: Registry[WeighedSum] = Registry("evaluation", "sandbox.games.general.library.pacman.sums")
"""Registered with `order`; a weight says what a feature is worth to Pac-Man."""

Evaluation = Annotated[str, ChoicesFrom(pacman_sums.keys), WHAT_JUDGES]
Reweigh = Annotated[
    str, Help("weights of it that are others: food_distance=-1,ghost_near=-8; docs/pacman.md names all")
]


def sum_of(key: str, reweigh: str = "") -> WeighedSum:
    """A registered sum, with weights of one's own."""
    texts: dict[str, str] = {}
    for part in filter(None, (part.strip() for part in reweigh.split(","))):
        name, equals, value = (word.strip() for word in part.partition("="))
        if not equals or name not in FEATURES:
            raise BadInput("reweigh", shortened(repr(part)), f"FEATURE=WEIGHT with one of {', '.join(FEATURES)}")
        texts[name] = value
    return pacman_sums[key].parse(texts)
