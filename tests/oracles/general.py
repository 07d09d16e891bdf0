"""General searches by the book, in plain Python on a game's face, with fractions: no windows, no cuts, no table."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from sandbox.games.general.words import CHANCE, TERMINAL

Estimate = Callable[[Any], tuple[Fraction, ...]]


def children(face: Any, position: Any) -> list[Any]:
    return [face.play(position, move) for move in face.moves(position)]


def mean(face: Any, position: Any, values: list[Any]) -> Any:
    return sum((p * v for p, v in zip(face.chances(position), values, strict=True)), Fraction(0))


def worth(face: Any, position: Any, depth: int, root: int, estimate: Estimate, *, dice: int = 0) -> Fraction:
    """What a position is worth to one player when all others minimise that. Dice take no depth, or so much."""
    who = face.to_move(position)
    if who == TERMINAL:
        return Fraction(face.utility(position)[root])
    if depth <= 0:
        return estimate(position)[root]
    below = depth - dice if who == CHANCE else depth - 1
    values = [worth(face, child, below, root, estimate, dice=dice) for child in children(face, position)]
    if who == CHANCE:
        return Fraction(mean(face, position, values))
    return max(values) if who == root else min(values)


def mistaken(face: Any, position: Any, depth: int, root: int, noise: Fraction) -> Fraction:
    """What it is worth to one player when all others minimise that, or, so often, move at random; a horizon is 0."""
    who = face.to_move(position)
    if who == TERMINAL:
        return Fraction(face.utility(position)[root])
    if depth <= 0:
        return Fraction(0)
    below = depth if who == CHANCE else depth - 1
    values = [mistaken(face, child, below, root, noise) for child in children(face, position)]
    if who == CHANCE:
        return Fraction(mean(face, position, values))
    return max(values) if who == root else (1 - noise) * min(values) + noise * sum(values) / len(values)


def vector(face: Any, position: Any, depth: int, estimate: Estimate) -> tuple[Fraction, ...]:
    """What it is worth to each when each maximises his own; the first of equals."""
    who = face.to_move(position)
    if who == TERMINAL:
        return tuple(map(Fraction, face.utility(position)))
    if depth == 0:
        return estimate(position)
    below = depth if who == CHANCE else depth - 1
    found = [vector(face, child, below, estimate) for child in children(face, position)]
    if who == CHANCE:
        return tuple(mean(face, position, [v[p] for v in found]) for p in range(len(found[0])))
    return max(found, key=lambda v: v[who])


def sequences(face: Any, position: Any, depth: int, *, finished: bool) -> int:
    """Perft."""
    if depth == 0:
        return 1
    if face.to_move(position) == TERMINAL:
        return int(finished)
    return sum(sequences(face, child, depth - 1, finished=finished) for child in children(face, position))
