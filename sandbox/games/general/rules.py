"""The kernels every general game gives to the engines: any number of players, chance, a worth for each player.

As in two_words/rules.py a search is written once, importing these names, and `specialise` binds a game's own.

**All lies in one array of words**, the *arena*, laid out like the work array of two-word games:

    0 … 61           the engine's own counters and options
    62  WEIGHTS_AT   where an evaluation's weights start
    63  GAME_AT      where the game's own data start
    …                the weights, the game's data, the root's state, then a frame for each ply

**A state** is `length` words, anywhere in the arena; a kernel is told where (`s`). Whose turn it is, is part of it.
**A move** is a word, written with the others of a position from `m` on. A node of chance has outcomes in place of
moves, each with a weight, a whole number: its probability is its share of their sum. A forced pass is a move. **A
worth** is a float, kept as its bits: what a finished game is worth to each player, from `u` on. Worths and estimates
lie between `lowest` and `highest`; those of all players add up to `total` at most.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from sandbox.games.general.words import FAR, TERMINAL, Words, put_number
from sandbox.games.two_words.rules import MIX_A, MIX_B, ONE, S29, S32, ZERO
from sandbox.kernels.compiling.texts import copied
from sandbox.kernels.jit import Kernel, kernel

# What every game binds.


@kernel
def players(data: Words) -> int:
    """How many play. By default two."""
    return 2


@kernel
def length(data: Words) -> int:
    """Words of a state."""
    return 1


@kernel
def most_moves(data: Words) -> int:
    """No position has more moves, or outcomes, than this."""
    return 1


@kernel
def to_move(data: Words, s: int) -> int:
    """A player's number, CHANCE or TERMINAL."""
    return TERMINAL


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Write a player's moves from `m` on; how many there are, never none. As many words behind are free to use."""
    return 0


@kernel
def outcomes(data: Words, s: int, m: int, p: int) -> int:
    """Write the outcomes of chance from `m` on, their weights (1 or more) from `p` on; how many there are."""
    return 0


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """Write the state after a move, or an outcome, from `c` on."""


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """Write what a finished game is worth to each player."""


# What a game may add; the defaults are correct for every game.


@kernel
def evaluate(data: Words, s: int, u: int) -> None:
    """Write an estimate of an unfinished game for each player."""
    for player in range(players(data)):
        put_number(data, u + player, 0.0)


@kernel
def lowest(data: Words) -> float:
    """No worth and no estimate is below this."""
    return -FAR


@kernel
def highest(data: Words) -> float:
    """None is above this: the closer the two, the more cuts there are below dice."""
    return FAR


@kernel
def total(data: Words) -> float:
    """All players' worths or estimates add up to this at most."""
    return FAR


@kernel
def chance_depth(data: Words) -> int:
    """What dice take of a search's depth: nothing, unless they stand for somebody's move."""
    return 0


@kernel
def key(data: Words, s: int) -> np.uint64:
    """A word that tells states apart, never 0."""
    mixed = MIX_A
    for i in range(length(data)):
        mixed = (mixed ^ data[np.uint64(s + i)]) * MIX_B
        mixed ^= mixed >> S29
        mixed *= MIX_A
        mixed ^= mixed >> S32
    return mixed if mixed != ZERO else ONE


@kernel
def information(data: Words, s: int) -> np.uint64:
    """What the mover knows, as a word: the same for states he cannot tell apart. By default he sees everything."""
    return key(data, s)


# What a game always answers with the same number.

NUMBER = 0.0


def number(data: Words) -> float:
    """A number that is part of a game's rules."""
    return NUMBER


@lru_cache(maxsize=None, typed=True)  # 1 and 1.0 are two kernels
def constant(value: float) -> Kernel:
    """A kernel that always answers with one number."""
    text = copied(number, number.__globals__ | {"NUMBER": value})
    text.__qualname__ += f"[{value!r}]"
    return Kernel(text)


class GeneralKernels(NamedTuple):
    """A general game for the engines, bound by `specialise`. A number stands for a kernel that always answers so."""

    to_move: Any
    moves: Any
    play: Any
    utility: Any
    length: Any
    most_moves: Any
    players: Any = players
    outcomes: Any = outcomes
    evaluate: Any = evaluate
    lowest: Any = lowest
    highest: Any = highest
    total: Any = total
    key: Any = key
    chance_depth: Any = chance_depth
    information: Any = information

    def own(self) -> dict[str, Any]:
        """What a game has of its own: the defaults, which mention other names, are rebound with what mentions them."""
        defaults = self._field_defaults
        own = {name: k for name, k in self._asdict().items() if k is not defaults.get(name)}
        return {name: constant(k) if isinstance(k, int | float) else k for name, k in own.items()}
