"""Rolit: Othello for two to four, in which nobody ever passes.

Who can outflank must; who cannot sets a ball beside any other. The game is over when the board is full, and a worth is
the number of one's balls, 64 in all.

A state is a word for each of four colours, and whose turn it is; a move is a square's bit.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import numpy as np

from sandbox.games.api import Axes, Words
from sandbox.games.general.api import GeneralFace, Plain, general_games
from sandbox.games.general.library.rolit import face as rolit_face
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.words import TERMINAL, put_bits, put_number, put_word, word_at
from sandbox.games.two_words.outflanking import flips, legal
from sandbox.games.two_words.rules import GAME_AT, ZERO
from sandbox.kernels.bits import popcount
from sandbox.kernels.jit import kernel
from sandbox.registry import Help, Range

COLOURS, MOVER, LENGTH = 4, 4, 5
SQUARES = 64
ALL = np.uint64(2**64 - 1)
LEFT, RIGHT = np.uint64(0xFEFEFEFEFEFEFEFE), np.uint64(0x7F7F7F7F7F7F7F7F)  # without the a file, the h file
CORNERS = np.uint64(0x8100000000000081)
S1, S8 = np.uint64(1), np.uint64(8)
A_CORNER = 6  # balls that one in a corner, never turned again, is taken for


@kernel
def players(data: Words) -> int:
    """As the option says."""
    return word_at(data, word_at(data, GAME_AT))


@kernel
def balls(data: Words, s: int) -> np.uint64:
    """Every ball there is."""
    found = ZERO
    for colour in range(COLOURS):
        found |= data[np.uint64(s + colour)]
    return found


@kernel
def beside(x: np.uint64) -> np.uint64:
    """The squares beside some, and these."""
    row = x | ((x << S1) & LEFT) | ((x >> S1) & RIGHT)
    return row | (row << S8) | (row >> S8)


@kernel
def to_move(data: Words, s: int) -> int:
    """Nobody once the board is full."""
    return TERMINAL if balls(data, s) == ALL else word_at(data, s + MOVER)


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """What turns something, else any empty square beside a ball; the lowest bit first."""
    all_balls = balls(data, s)
    own = data[np.uint64(s + word_at(data, s + MOVER))]
    left = legal(own, all_balls & ~own)
    if left == ZERO:
        left = beside(all_balls) & ~all_balls
    return put_bits(data, m, left)


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """Set a ball, and turn what it outflanks."""
    mover = word_at(data, s + MOVER)
    own = data[np.uint64(s + mover)]
    gained = flips(own, balls(data, s) & ~own, move) | move
    for colour in range(COLOURS):
        data[np.uint64(c + colour)] = data[np.uint64(s + colour)] & ~gained
    data[np.uint64(c + mover)] |= gained
    put_word(data, c + MOVER, (mover + 1) % players(data))


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """Everybody's balls."""
    for player in range(players(data)):
        put_number(data, u + player, float(popcount(data[np.uint64(s + player)])))


@kernel
def weight(data: Words, s: int, player: int) -> int:
    """A player's balls, those in corners counted as more."""
    own = data[np.uint64(s + player)]
    return popcount(own) + A_CORNER * popcount(own & CORNERS)


@kernel
def evaluate(data: Words, s: int, u: int) -> None:
    """All 64 shared out by balls and corners."""
    whole = 0
    for player in range(players(data)):
        whole += weight(data, s, player)
    for player in range(players(data)):
        put_number(data, u + player, SQUARES * weight(data, s, player) / float(whole))


@general_games.register("rolit", title="Rolit", order=22, players="2 to 4", finished_leaves=True)
@dataclass(frozen=True, slots=True)
class Rolit(Plain):
    """Othello for two to four, in which nobody passes."""

    players: Annotated[int, Range(2, 4), Help("how many play")] = 4

    def face(self) -> GeneralFace[rolit_face.Balls]:
        """The board."""
        return rolit_face.RolitFace(self.players)

    def kernels(self) -> GeneralKernels:
        """Four colours."""
        return GeneralKernels(
            to_move, moves, play, utility, LENGTH, most_moves=SQUARES, players=players, evaluate=evaluate,
            lowest=0.0, highest=float(SQUARES),
            total=SQUARES + 1e-9,  # estimates that are shared out may add up to a little more, by rounding
        )  # fmt: skip

    def data(self, position: rolit_face.Balls | None = None) -> Words:
        """How many play."""
        return np.array([self.players], np.uint64)

    def axes(self, position: rolit_face.Balls | None = None) -> Axes:
        """Balls are 64 in all."""
        return Axes(players=self.players)
