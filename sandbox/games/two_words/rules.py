"""The kernels every two-player game gives to the engines: names, meanings, typed defaults.

A search is written once, importing these names, and `specialise` binds a game's own kernels to them:

    from sandbox.games.two_words.rules import moves, outcome, play

    @kernel(signature="int64(uint64, uint64, int64, uint64[::1])")
    def minimax(a, b, depth, work):
        legal = moves(a, b, work)
        if legal == ZERO:
            return outcome(a, b, work)
        ...

    specialise(minimax, **game.kernels().of("moves", "play", "outcome"))

**A state** is two words `a`, `b`, seen by the side to move (own and other stones for the board games).
**A move** is one bit of a word, so that a set of moves is a word too. `moves` is empty exactly when the game
is over; a forced pass is a move like any other (Othello gives it a bit that no stone can need).

**Scores** are whole numbers from the mover's side. A finished game is worth u (its utility: 0 is a draw):
`exact_score(u)` lifts u beyond every estimate, so that -WIN < estimate < WIN <= |exact win or loss|, and
`utility_of` undoes it. All scores fit 16 bits with a sign.

**`data`** is one read-only-to-games uint64 array, handed down to every kernel. A recursive search owns it
as its work array (one array is free to pass down; more are not):

    0 … 61           the engine's own counters
    62  WEIGHTS_AT   where the evaluation's weights start (int64 bit patterns)
    63  GAME_AT      where the game's own data start (an explicit tree's nodes; most games have none)
    …                the weights, then the game's data, then whatever the engine puts behind

`work_array(game_data, weights, extra)` lays it out.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel

Words = NDArray[np.uint64]

ZERO = np.uint64(0)
ONE = np.uint64(1)

WIN = 20_000  # exact wins and losses lie at or beyond ±WIN, estimates strictly inside
LARGEST_UTILITY = 12_000
INFINITE = WIN + LARGEST_UTILITY + 1  # beyond every score; fits 16 bits

MIX_A, MIX_B, MIX_C = (np.uint64(n) for n in (0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9))
S29, S32 = np.uint64(29), np.uint64(32)

WEIGHTS_AT = 62
GAME_AT = 63
HEADER = 64


def work_array(game_data: Words | None = None, weights: Words | None = None, extra: int = 0) -> Words:
    """Header, weights, game data, and `extra` words for the engine behind them."""
    parts = [np.zeros(0, np.uint64) if part is None else part for part in (weights, game_data)]
    work = np.zeros(HEADER + sum(p.size for p in parts) + extra, np.uint64)
    at = HEADER
    for slot, part in zip((WEIGHTS_AT, GAME_AT), parts, strict=True):
        work[slot] = at
        work[at : at + part.size] = part
        at += part.size
    return work


@kernel
def exact_score(utility: int) -> int:
    """A finished game's utility as a score beyond all estimates."""
    if utility > 0:
        return WIN + utility
    if utility < 0:
        return utility - WIN
    return 0


def utility_of(score: int) -> int:
    """What `exact_score` was made from."""
    return score - WIN if score >= WIN else score + WIN if score <= -WIN else 0


# The game: every game binds these.


@kernel
def moves(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """The legal moves, one bit each; none exactly when the game is over."""
    return ZERO


@kernel
def play(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """The state after a legal move, seen by the other side. As it stands, a move sets a stone of the mover's."""
    return b, a | move


@kernel
def outcome(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The exact score of a finished game for the side that would move now. Only asked where `moves` is empty."""
    return 0


@kernel
def key(a: np.uint64, b: np.uint64, data: Words) -> np.uint64:
    """A word that tells states apart: perfectly if the game is registered with `perfect_key`, else a mixture.

    Never 0, so that 0 can mean an empty slot.
    """
    mixed = a * MIX_A
    mixed ^= mixed >> S32
    mixed = (mixed ^ b) * MIX_B
    mixed ^= mixed >> S29
    mixed *= MIX_C
    return max(mixed ^ (mixed >> S32), ONE)


@kernel
def symmetry(a: np.uint64, b: np.uint64, data: Words) -> tuple[np.uint64, np.uint64]:
    """One and the same representative for all states that differ by a symmetry of the board only."""
    return a, b


# What a game may add; the defaults are correct for every game.


@kernel
def promise(a: np.uint64, b: np.uint64, move: np.uint64, data: Words) -> int:
    """How good a move looks at a glance (0 … 255), for static ordering: centre first, corners first."""
    return 0


@kernel
def tactics(a: np.uint64, b: np.uint64, legal: np.uint64, data: Words) -> np.uint64:
    """The legal moves that win at once; if none, those that stop the other from it; if none, all."""
    return legal


@kernel
def reward(score: int, data: Words) -> float:
    """An exact score as -1 … 1, for averages over play-outs."""
    return 1.0 if score > 0 else -1.0 if score < 0 else 0.0


@kernel
def best_case(a: np.uint64, b: np.uint64, data: Words) -> int:
    """A score the side to move can never exceed from here, whatever is played: the closer, the more it cuts off."""
    return INFINITE


@kernel
def any_win(a: np.uint64, b: np.uint64, data: Words) -> int:
    """The same for games in which all wins are worth 1."""
    return WIN + 1


# The evaluation: every evaluation binds this.


@kernel
def evaluate(a: np.uint64, b: np.uint64, data: Words) -> int:
    """An estimate of an unfinished game for the side to move, strictly between -WIN and WIN."""
    return 0
