"""Liar's dice for two with one die each: bids go up until one is called a lie.

The rules are those of M. Lanctot et al., "Monte Carlo Sampling for Regret Minimization in Extensive Games", NIPS 2009,
and of OpenSpiel: a bid `2x5` says that both dice together show at least two fives; the highest face is wild and
counts as every other. A bid must be higher than the last: more dice, or as many of a higher face. Whoever is called a
liar wins if what he said is true. The number of sides is an option.

A state is both dice (0: not thrown), the set of bids made, the last bid, the mover, and whether it was called.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

import numpy as np

from sandbox.games.api import Axes, Words
from sandbox.games.general.api import GeneralFace, Plain, general_games
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.sequences import Sequential
from sandbox.games.general.words import CHANCE, TERMINAL, copy_state, of_game, put_number, put_word, word_at
from sandbox.kernels.jit import kernel
from sandbox.registry import Help, Range

MADE, LAST, MOVER, CALLED, LENGTH = 2, 3, 4, 5, 6
DICE = 2
BASE = 32  # of a throw's word
MOST_WRITTEN = 6  # sides: with more the tree has millions of nodes


@kernel
def sides(data: Words) -> int:
    """Of a die."""
    return of_game(data, 0)


@kernel
def most_moves(data: Words) -> int:
    """The throws, or all bids and the call."""
    return max(sides(data) * sides(data), DICE * sides(data) + 1)


@kernel
def to_move(data: Words, s: int) -> int:
    """The dice first."""
    if word_at(data, s) == 0:
        return CHANCE
    return TERMINAL if word_at(data, s + CALLED) != 0 else word_at(data, s + MOVER)


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Every higher bid; behind a bid, the call, which is one more than the highest."""
    count, last, highest_bid = 0, word_at(data, s + LAST), DICE * sides(data)
    for bid in range(last + 1, highest_bid + 1):
        put_word(data, m + count, bid)
        count += 1
    if last > 0:
        put_word(data, m + count, highest_bid + 1)
        count += 1
    return count


@kernel
def outcomes(data: Words, s: int, m: int, p: int) -> int:
    """All throws alike."""
    many = sides(data)
    for i in range(many * many):
        put_word(data, m + i, BASE * (i // many + 1) + i % many + 1)
        put_word(data, p + i, 1)
    return many * many


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """A throw, a bid, or the call."""
    code = int(np.int64(move))
    copy_state(data, s, c, LENGTH)
    if word_at(data, s) == 0:
        put_word(data, c, code // BASE)
        put_word(data, c + 1, code % BASE)
        return
    put_word(data, c + MOVER, 1 - word_at(data, s + MOVER))
    if code > DICE * sides(data):
        put_word(data, c + CALLED, 1)
    else:
        put_word(data, c + MADE, word_at(data, s + MADE) | (1 << (code - 1)))
        put_word(data, c + LAST, code)


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """Whoever was called moves next: he wins if his bid is true."""
    many, bid, caught = sides(data), word_at(data, s + LAST) - 1, word_at(data, s + MOVER)
    shown = 0
    for die in range(DICE):
        face = word_at(data, s + die)
        shown += 1 if face == bid % many + 1 or face == many else 0
    worth = 1.0 if shown >= bid // many + 1 else -1.0
    put_number(data, u + caught, worth)
    put_number(data, u + 1 - caught, -worth)


@kernel
def information(data: Words, s: int) -> np.uint64:
    """One's own die, and the bids."""
    who = word_at(data, s + MOVER)
    return np.uint64((word_at(data, s + MADE) * BASE + word_at(data, s + who)) * 2 + who)


@dataclass(frozen=True, slots=True)
class Throw:
    """Both dice, and what was said."""

    dice: tuple[int, ...] = ()
    said: tuple[str, ...] = ()

    @property
    def ply(self) -> int:
        """The throw counts as one."""
        return len(self.said) + bool(self.dice)


CALL = "liar"


class LiarsDiceFace(Sequential):
    """Rules and notation: `3,6 1x3 2x5 liar` are both dice, and what was said."""

    name = "liars-dice"

    def __init__(self, sides: int) -> None:
        self.sides = sides
        self.bids = tuple(f"{many}x{face}" for many in range(1, DICE + 1) for face in range(1, sides + 1))
        self.throws = tuple(f"{a},{b}" for a in range(1, sides + 1) for b in range(1, sides + 1))

    def start(self) -> Throw:
        """Before the throw."""
        return Throw()

    def board(self, position: Throw) -> str:
        """A line a player."""
        dice = position.dice or ("?", "?")
        return "\n".join(f"{'AB'[p]} {dice[p]}   {' '.join(position.said[p::2])}" for p in range(DICE))

    def to_move(self, position: Throw) -> int:
        """The dice, a player, nobody."""
        if not position.dice:
            return CHANCE
        return TERMINAL if position.said[-1:] == (CALL,) else len(position.said) % 2

    def moves(self, position: Throw) -> Sequence[str]:
        """Throws; every higher bid, and the call."""
        who = self.to_move(position)
        if who == TERMINAL:
            return ()
        if who == CHANCE:
            return self.throws
        if not position.said:
            return self.bids
        return (*self.bids[self.bids.index(position.said[-1]) + 1 :], CALL)

    def after(self, position: Throw, move: str) -> Throw:
        """One thing more."""
        if position.dice:
            return Throw(position.dice, (*position.said, move))
        return Throw(tuple(map(int, move.split(","))))

    def utility(self, position: Throw) -> tuple[float, ...] | None:
        """1 to the winner."""
        if self.to_move(position) != TERMINAL:
            return None
        many, face = map(int, position.said[-2].split("x"))
        true = sum(die in {face, self.sides} for die in position.dice) >= many
        bidder = len(position.said) % 2
        worth = 1.0 if true == (bidder == 0) else -1.0
        return (worth, -worth)

    def state(self, position: Throw) -> Sequence[int]:
        """As the kernels have it."""
        bids = [self.bids.index(word) + 1 for word in position.said if word != CALL]
        made, last = sum(1 << (bid - 1) for bid in bids), (bids or [0])[-1]
        return (*(position.dice or (0, 0)), made, last, len(position.said) % 2, int(CALL in position.said))

    def code_of(self, position: Throw, move: str) -> int:
        """The throw as two digits, the bid's number."""
        if not position.dice:
            first, second = map(int, move.split(","))
            return BASE * first + second
        return len(self.bids) + 1 if move == CALL else self.bids.index(move) + 1

    def path(self, position: Throw) -> Sequence[str]:
        """The throw, and what was said."""
        return [",".join(map(str, position.dice)), *position.said] if position.dice else []

    def information(self, position: Throw, player: int) -> str:
        """One's own die, and what was said."""
        return " ".join([*map(str, position.dice[player : player + 1] or "-"), *position.said])


@general_games.register(
    "liars-dice",
    title="Liar's dice",
    paper="Lanctot, Waugh, Zinkevich & Bowling, Monte Carlo Sampling for Regret Minimization, NIPS 2009",
    order=33,
    players="2",
)
@dataclass(frozen=True, slots=True)
class LiarsDice(Plain):
    """One die each: say more than the other, or call him a liar."""

    sides: Annotated[int, Range(2, 12), Help("of each die; the highest is wild")] = 6

    def face(self) -> GeneralFace[Throw]:
        """Dice."""
        return LiarsDiceFace(self.sides)

    def kernels(self) -> GeneralKernels:
        """Dice."""
        return GeneralKernels(
            to_move, moves, play, utility, LENGTH, most_moves, outcomes=outcomes,
            lowest=-1.0, highest=1.0, total=0.0, information=information,
        )  # fmt: skip

    def data(self, position: Throw | None = None) -> Words:
        """The sides."""
        return np.array([self.sides], np.uint64)

    def axes(self, position: Throw | None = None) -> Axes:
        """Hidden dice."""
        return Axes(chance=True, perfect_information=False, large=self.sides > MOST_WRITTEN)
