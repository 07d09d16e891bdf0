"""Perft: how many move sequences of a given length a game has, the standard check of a move generator.

The last ply is counted, not played ("in bulk"). Two conventions exist for games that end early: published
Othello counts take each as one leaf, published Connect Four counts leave them out; every game is registered
with its own (`finished_leaves`).
"""

from __future__ import annotations

import numpy as np

from sandbox.games.api import Game, Position
from sandbox.games.two_words.rules import ZERO, Words, moves, play, work_array
from sandbox.kernels.arrays import Stop
from sandbox.kernels.bits import lowest, popcount
from sandbox.kernels.jit import kernel, specialise

LOOK = 5  # plies below which nobody looks at `stop`: at most some ms


@kernel(signature="int64(uint64, uint64, int64, int64, uint64[::1], uint8[::1])")
def count(a: np.uint64, b: np.uint64, depth: int, finished: int, data: Words, stop: Stop) -> int:
    """Leaves at `depth` >= 1; a finished game counts as `finished`. Meaningless once stopped."""
    legal = moves(a, b, data)
    if legal == ZERO:
        return finished
    if depth == 1:
        return popcount(legal)
    if depth > LOOK and stop[0] != 0:
        return 0
    total = 0
    while legal != ZERO:
        move = lowest(legal)
        legal ^= move
        next_a, next_b = play(a, b, move, data)
        if depth == 2:  # most nodes are here: no call for them
            last = moves(next_a, next_b, data)
            total += popcount(last) if last != ZERO else finished
        else:
            total += count(next_a, next_b, depth - 1, finished, data, stop)
    return total


def perft(game: Game, position: Position, depth: int, *, finished: bool, stop: Stop | None = None) -> int:
    """Move sequences of length `depth` from a position."""
    if depth == 0:
        return 1
    counting = specialise(count, **game.kernels().of("moves", "play"))
    flag = np.zeros(1, np.uint8) if stop is None else stop
    a, b = (np.uint64(w) for w in position.words)
    return int(counting(a, b, depth, int(finished), work_array(game.data(position)), flag))


def divide(game: Game, position: Position, depth: int, *, finished: bool, stop: Stop | None = None) -> dict[str, int]:
    """The same behind each first move: where two programs differ, this shows by which move."""
    face = game.face()
    nexts = {move: face.play(position, move) for move in face.moves(position)} if depth > 0 else {}
    return {move: perft(game, after, depth - 1, finished=finished, stop=stop) for move, after in nexts.items()}
