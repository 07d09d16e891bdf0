"""What Pac-Man's positions are judged by: features, each with its weight; those of weight 0 are not worked out."""

from __future__ import annotations

import numpy as np

from sandbox.games.api import Words
from sandbox.games.general.library.pacman.rules import (
    CELL,
    CELLS,
    GHOSTS,
    LEFT,
    MANY,
    PACMAN,
    SCARED_AT,
    SCORE,
    SIDES,
    distance,
    highest,
    lowest,
    shared_out,
    words_of,
)
from sandbox.games.general.words import number_at, of_game, word_at
from sandbox.games.two_words.rules import ONE, WEIGHTS_AT, ZERO
from sandbox.kernels.bits import ctz, popcount
from sandbox.kernels.jit import kernel

NEAR = 5  # steps from which on a ghost is near
REACH = 20  # steps within which a scared ghost is worth a hunt
FEATURES = {
    "score": "points so far",
    "food_left": "dots left",
    "food_distance": "steps to the nearest dot",
    "capsules_left": "capsules left",
    "capsule_distance": "steps to the nearest capsule",
    "ghost_near": f"for every ghost nearer than {NEAR} steps, by how much",
    "ghost_distance": "steps to all ghosts together",
    "scared_near": f"for every scared ghost nearer than {REACH} steps, by how much",
    "cut_off": "cells that a ghost comes to no later than Pac-Man",
}
"""In the order of the weights."""
SCORE_, FOOD_LEFT, FOOD_DISTANCE, CAPSULES_LEFT, CAPSULE_DISTANCE, GHOST_NEAR, GHOST_DISTANCE, SCARED_NEAR, CUT_OFF = (
    range(9)
)


@kernel
def weight(data: Words, feature: int) -> float:
    """What a feature counts."""
    return number_at(data, word_at(data, WEIGHTS_AT) + feature)


@kernel
def nearest(data: Words, s: int, first: int) -> int:
    """Steps from Pac-Man to the nearest of some cells, whose bits begin at `first`; 0 if there are none."""
    best, here = -1, word_at(data, s + PACMAN)
    for i in range(words_of(data)):
        left = data[np.uint64(first + i)]
        while left != ZERO:
            steps = distance(data, here, (i << SIDES) + ctz(left))
            left &= left - ONE
            if best < 0 or steps < best:
                best = steps
    return max(best, 0)


@kernel
def many_of(data: Words, first: int) -> int:
    """How many bits there are from `first` on."""
    count = 0
    for i in range(words_of(data)):
        count += popcount(data[np.uint64(first + i)])
    return count


@kernel
def cut_off(data: Words, s: int) -> int:
    """Cells that a ghost comes to no later than Pac-Man."""
    count, here, many = 0, word_at(data, s + PACMAN), of_game(data, MANY)
    for cell in range(of_game(data, CELLS)):
        own = distance(data, here, cell)
        for number in range(many):
            ghost = word_at(data, s + GHOSTS + number)
            if ghost >> SCARED_AT == 0 and distance(data, ghost & CELL, cell) <= own:
                count += 1
                break
    return count


@kernel
def feature(data: Words, s: int, which: int) -> int:
    """One feature's value."""
    many, here, value = of_game(data, MANY), word_at(data, s + PACMAN), 0
    food = s + GHOSTS + many
    if which == SCORE_:
        return word_at(data, s + SCORE)
    if which == FOOD_LEFT:
        return word_at(data, s + LEFT)
    if which == FOOD_DISTANCE:
        return nearest(data, s, food)
    if which == CAPSULES_LEFT:
        return many_of(data, food + words_of(data))
    if which == CAPSULE_DISTANCE:
        return nearest(data, s, food + words_of(data))
    if which == CUT_OFF:
        return cut_off(data, s)
    for number in range(many):
        ghost = word_at(data, s + GHOSTS + number)
        steps, scared = distance(data, here, ghost & CELL), ghost >> SCARED_AT > 0
        if which == GHOST_DISTANCE:
            value += steps
        elif which == GHOST_NEAR and not scared:
            value += max(0, NEAR - steps)
        elif which == SCARED_NEAR and scared:
            value += max(0, REACH - steps)
    return value


@kernel
def evaluate(data: Words, s: int, u: int) -> None:
    """The weighted sum, kept within what worths can be."""
    worth = 0.0
    for which in range(CUT_OFF + 1):
        counts = weight(data, which)
        if counts != 0.0:
            worth += counts * feature(data, s, which)
    shared_out(data, u, min(max(worth, lowest(data)), highest(data)))
