"""Perft of general games: how many sequences of moves and outcomes of a given length; every side of a die counts."""

from __future__ import annotations

from typing import Any

import numpy as np

from sandbox.games.general.api import GeneralGame
from sandbox.games.general.binding import bound_to, front, state_words
from sandbox.games.general.rules import length, most_moves, moves, outcomes, play, to_move
from sandbox.games.general.words import CHANCE, TERMINAL, Words
from sandbox.games.two_words.rules import HEADER
from sandbox.kernels.arrays import Stop
from sandbox.kernels.jit import kernel

LOOK = 4  # plies below which nobody looks at `stop`


@kernel(signature="int64(uint64[::1], int64, int64, int64, int64, uint8[::1])")
def count(data: Words, s: int, f: int, depth: int, finished: int, stop: Stop) -> int:
    """Leaves at `depth` >= 1, with frames (moves, weights, child) from `f` on; a finished game counts as `finished`."""
    who = to_move(data, s)
    if who == TERMINAL:
        return finished
    most = most_moves(data)
    many = outcomes(data, s, f, f + most) if who == CHANCE else moves(data, s, f)
    if depth == 1:
        return many
    whole = int(np.int64(0))
    if depth > LOOK and stop[0] != 0:
        return whole
    child = f + 2 * most
    for i in range(many):
        play(data, s, data[np.uint64(f + i)], child)
        whole += count(data, child, child + length(data), depth - 1, finished, stop)
    return whole


def perft(game: GeneralGame, position: Any, depth: int, *, finished: bool, stop: Stop | None = None) -> int:
    """Sequences of length `depth` from a position."""
    if depth == 0:
        return 1
    flag = np.zeros(1, np.uint8) if stop is None else stop
    data, s, f = laid_out(game, position, depth)
    return int(bound_to(count, game.kernels())(data, s, f, depth, int(finished), flag))


def divide(game: GeneralGame, position: Any, depth: int, *, finished: bool, stop: Stop | None = None) -> dict[str, int]:
    """The same behind each first move or outcome."""
    face = game.face()
    nexts = {move: face.play(position, move) for move in face.moves(position)} if depth > 0 else {}
    return {move: perft(game, after, depth - 1, finished=finished, stop=stop) for move, after in nexts.items()}


def laid_out(game: GeneralGame, position: Any, depth: int) -> tuple[Words, int, int]:
    """The game's words, the state, and frames for so many plies: the array, and where the last two are."""
    head, state, kernels = front(game, position, HEADER), state_words(game, position), game.kernels()
    frame = 2 * int(bound_to(most_moves, kernels)(head)) + state.size
    frames = np.zeros((depth + 1) * frame, np.uint64)
    return np.concatenate([head, state, frames]), head.size, head.size + state.size
