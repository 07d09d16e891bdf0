"""Kuhn poker: three cards, one each, an ante of one, and one bet.

H. W. Kuhn, "A Simplified Two-Person Poker", Contributions to the Theory of Games I, 1950: jack, queen and king; who
does not bet checks, who is bet against calls or folds; the higher card wins the pot. Worth -1/18 to the first player,
who plays well in many ways: he bets the jack with some probability a up to 1/3, the king with 3a, and calls with the
queen with a + 1/3.

A state is the two cards (0: not dealt) and what was done, in base 3 behind a leading 1: 1 is a check or a fold, 2 a
bet or a call.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations

import numpy as np

from sandbox.games.api import Words
from sandbox.games.general.api import GeneralFace, HiddenCards, general_games
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.sequences import Sequential
from sandbox.games.general.words import CHANCE, TERMINAL, copy_state, put_opposed, put_word, word_at
from sandbox.kernels.jit import kernel

CARDS = "JQK"
DEALS = tuple("".join(deal) for deal in permutations(CARDS, 2))
DONE, LENGTH = 2, 3  # where what was done stands in a state; its words
PASS, BET = 1, 2
MOST = 2.0  # that may be lost: an ante and a bet
CHECKED, BET_ON, BET_BEHIND = 4, 5, 14  # histories: check; bet; check, bet


@kernel
def mover(done: int) -> int:
    """Whose turn it is after a history."""
    if done in (1, BET_BEHIND):
        return 0
    return 1 if done in (CHECKED, BET_ON) else TERMINAL


@kernel
def to_move(data: Words, s: int) -> int:
    """The dealer first."""
    if word_at(data, s) == 0:
        return CHANCE
    return mover(word_at(data, s + DONE))


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Always two."""
    put_word(data, m, PASS)
    put_word(data, m + 1, BET)
    return 2


@kernel
def outcomes(data: Words, s: int, m: int, p: int) -> int:
    """The deals, all alike."""
    count = 0
    for own in range(1, 4):
        for other in range(1, 4):
            if own != other:
                put_word(data, m + count, 4 * own + other)
                put_word(data, p + count, 1)
                count += 1
    return count


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """Deal, or add to the history."""
    code = int(np.int64(move))
    copy_state(data, s, c, LENGTH)
    if word_at(data, s) == 0:
        put_word(data, c, code >> 2)
        put_word(data, c + 1, code & 3)
    else:
        put_word(data, c + DONE, 3 * word_at(data, s + DONE) + code)


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """The pot without one's own chips."""
    done = word_at(data, s + DONE)
    worth = 1 if word_at(data, s) > word_at(data, s + 1) else -1
    if done % 3 == BET:
        worth *= 2
    elif done == 3 * BET_ON + PASS:
        worth = 1
    elif done == 3 * BET_BEHIND + PASS:
        worth = -1
    put_opposed(data, u, float(worth))


@kernel
def information(data: Words, s: int) -> np.uint64:
    """One's own card and what was done, which tells who one is."""
    done = word_at(data, s + DONE)
    return np.uint64(4 * done + word_at(data, s + max(mover(done), 0)))


@dataclass(frozen=True, slots=True)
class Hand:
    """Two cards, and what was done."""

    cards: str = ""
    done: tuple[str, ...] = ()

    @property
    def ply(self) -> int:
        """The deal counts as one."""
        return len(self.done) + bool(self.cards)


class KuhnFace(Sequential):
    """Rules and notation: `QJ check bet` are both cards, the first player's first, and what was done."""

    name = "kuhn"

    def start(self) -> Hand:
        """Before the deal."""
        return Hand()

    def board(self, position: Hand) -> str:
        """A line a player."""
        first, second = tuple(position.cards) or ("?", "?")
        return f"A {first}   {' '.join(position.done[::2])}\nB {second}   {' '.join(position.done[1::2])}"

    def to_move(self, position: Hand) -> int:
        """The dealer, a player, nobody."""
        if not position.cards:
            return CHANCE
        over = {("check", "check"), ("bet", "call"), ("bet", "fold")}
        return TERMINAL if position.done[-2:] in over else len(position.done) % 2

    def moves(self, position: Hand) -> Sequence[str]:
        """The deals; check or bet; fold or call."""
        who = self.to_move(position)
        if who == CHANCE:
            return DEALS
        if who == TERMINAL:
            return ()
        return ("fold", "call") if position.done[-1:] == ("bet",) else ("check", "bet")

    def after(self, position: Hand, move: str) -> Hand:
        """One thing more."""
        return Hand(position.cards, (*position.done, move)) if position.cards else Hand(move)

    def utility(self, position: Hand) -> tuple[float, ...] | None:
        """The pot without one's own chips."""
        if self.to_move(position) != TERMINAL:
            return None
        if position.done[-1] == "fold":
            worth = 1.0 if len(position.done) % 2 == 0 else -1.0
        else:
            first, second = map(CARDS.index, position.cards)
            worth = (2.0 if "call" in position.done else 1.0) * (1 if first > second else -1)
        return (worth, -worth)

    def state(self, position: Hand) -> Sequence[int]:
        """As the kernels have it."""
        cards = [CARDS.index(card) + 1 for card in position.cards] or [0, 0]
        done = 1
        for word in position.done:
            done = 3 * done + (BET if word in {"bet", "call"} else PASS)
        return (*cards, done)

    def code_of(self, position: Hand, move: str) -> int:
        """The deal as two digits, else 1 or 2."""
        if not position.cards:
            return 4 * (CARDS.index(move[0]) + 1) + CARDS.index(move[1]) + 1
        return BET if move in {"bet", "call"} else PASS

    def path(self, position: Hand) -> Sequence[str]:
        """The deal, and what was done."""
        return [position.cards, *position.done] if position.cards else []

    def information(self, position: Hand, player: int) -> str:
        """One's own card, and what was done."""
        return " ".join([position.cards[player : player + 1] or "-", *position.done])


@general_games.register(
    "kuhn",
    title="Kuhn poker",
    paper="Kuhn, A Simplified Two-Person Poker, Contributions to the Theory of Games I, 1950",
    order=31,
    players="2",
)
@dataclass(frozen=True, slots=True)
class Kuhn(HiddenCards):
    """Three cards, one bet: the smallest poker in which one has to bluff."""

    def face(self) -> GeneralFace[Hand]:
        """Cards."""
        return KuhnFace()

    def kernels(self) -> GeneralKernels:
        """Cards."""
        return GeneralKernels(
            to_move, moves, play, utility, LENGTH, most_moves=len(DEALS), outcomes=outcomes,
            lowest=-MOST, highest=MOST, total=0.0, information=information,
        )  # fmt: skip
