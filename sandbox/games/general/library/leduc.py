"""Leduc poker: six cards, one each, and a third on the table after the first of two rounds of betting.

F. Southey, M. Bowling, B. Larson, C. Piccione, N. Burch, D. Billings, C. Rayner, "Bayes' Bluff: Opponent Modelling in
Poker", UAI 2005: jack, queen and king in two suits. An ante of one; raises are by 2 in the first round and by 4 in the
second, two a round at most. Who has the rank on the table wins, else the higher card; equal cards share the pot.

A state is the three cards (0: not dealt; else 1 to 6 in the order of CARDS), round, raises and actions of the round,
what either has put in, the mover, who folded (0: nobody; else 1 more than his number), and all actions, in base 4
behind a leading 1.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import permutations

import numpy as np

from sandbox.games.api import Words
from sandbox.games.general.api import GeneralFace, HiddenCards, general_games
from sandbox.games.general.rules import GeneralKernels
from sandbox.games.general.sequences import Sequential
from sandbox.games.general.words import CHANCE, TERMINAL, copy_state, put_opposed, put_word, word_at
from sandbox.kernels.jit import kernel

CARDS = ("Js", "Jh", "Qs", "Qh", "Ks", "Kh")
DEALS = tuple("".join(deal) for deal in permutations(CARDS, 2))
PUBLIC, ROUND, RAISES, ACTIONS, POT, MOVER, FOLDED, HISTORY, LENGTH = 2, 3, 4, 5, 6, 8, 9, 10, 11
FOLD, CALL, RAISE = 1, 2, 3
SIZES = (2, 4)  # of raises
MOST = 13.0  # that may be lost: an ante and two raises a round
MOST_RAISES = 2  # a round


@kernel
def to_move(data: Words, s: int) -> int:
    """The dealer before either round."""
    if word_at(data, s + FOLDED) != 0 or word_at(data, s + ROUND) == 2:
        return TERMINAL
    if word_at(data, s) == 0 or (word_at(data, s + ROUND) == 1 and word_at(data, s + PUBLIC) == 0):
        return CHANCE
    return word_at(data, s + MOVER)


@kernel
def moves(data: Words, s: int, m: int) -> int:
    """Fold, where there is a raise to call; call or check; raise."""
    count, who = 0, word_at(data, s + MOVER)
    if word_at(data, s + POT + who) < word_at(data, s + POT + 1 - who):
        put_word(data, m, FOLD)
        count = 1
    put_word(data, m + count, CALL)
    count += 1
    if word_at(data, s + RAISES) < MOST_RAISES:
        put_word(data, m + count, RAISE)
        count += 1
    return count


@kernel
def outcomes(data: Words, s: int, m: int, p: int) -> int:
    """All deals alike, or the cards that are left."""
    count, own, other = 0, word_at(data, s), word_at(data, s + 1)
    for first in range(1, 7):
        if own != 0:
            if first not in (own, other):
                put_word(data, m + count, first)
                put_word(data, p + count, 1)
                count += 1
            continue
        for second in range(1, 7):
            if first != second:
                put_word(data, m + count, 8 * first + second)
                put_word(data, p + count, 1)
                count += 1
    return count


@kernel
def acted(data: Words, s: int, move: int, c: int) -> None:
    """What a player does."""
    who = word_at(data, s + MOVER)
    top = word_at(data, s + POT + 1 - who)
    put_word(data, c + MOVER, 1 - who)
    put_word(data, c + ACTIONS, word_at(data, s + ACTIONS) + 1)
    put_word(data, c + HISTORY, 4 * word_at(data, s + HISTORY) + move)
    if move == FOLD:
        put_word(data, c + FOLDED, who + 1)
    elif move == RAISE:
        put_word(data, c + POT + who, top + (4 if word_at(data, s + ROUND) == 1 else 2))
        put_word(data, c + RAISES, word_at(data, s + RAISES) + 1)
    else:
        put_word(data, c + POT + who, top)
        if word_at(data, c + ACTIONS) >= 2:
            put_word(data, c + ROUND, word_at(data, s + ROUND) + 1)
            for place in (RAISES, ACTIONS, MOVER):
                put_word(data, c + place, 0)


@kernel
def play(data: Words, s: int, move: np.uint64, c: int) -> None:
    """A deal, the card on the table, or an action."""
    code = int(np.int64(move))
    copy_state(data, s, c, LENGTH)
    if word_at(data, s) == 0:
        put_word(data, c, code >> 3)
        put_word(data, c + 1, code & 7)
    elif word_at(data, s + ROUND) == 1 and word_at(data, s + PUBLIC) == 0:
        put_word(data, c + PUBLIC, code)
    else:
        acted(data, s, code, c)


@kernel
def strength(data: Words, s: int, player: int) -> int:
    """The rank, a pair above all."""
    rank = (word_at(data, s + player) + 1) // 2
    return rank + 3 if rank == (word_at(data, s + PUBLIC) + 1) // 2 else rank


@kernel
def utility(data: Words, s: int, u: int) -> None:
    """What the other has put in, or the loss of one's own."""
    ahead = strength(data, s, 0) - strength(data, s, 1)
    if word_at(data, s + FOLDED) != 0:
        ahead = 1 if word_at(data, s + FOLDED) == 2 else -1
    worth = 0
    if ahead > 0:
        worth = word_at(data, s + POT + 1)
    elif ahead < 0:
        worth = -word_at(data, s + POT)
    put_opposed(data, u, float(worth))


@kernel
def information(data: Words, s: int) -> np.uint64:
    """One's own card, that on the table, and all actions."""
    who = word_at(data, s + MOVER)
    seen = word_at(data, s + HISTORY) * 8 + word_at(data, s + PUBLIC)
    return np.uint64((seen * 8 + word_at(data, s + who)) * 2 + who)


@dataclass(frozen=True, slots=True)
class Deal:
    """Everything that was dealt and done, in its order."""

    words: tuple[str, ...] = ()

    @property
    def ply(self) -> int:
        """A deal counts as one."""
        return len(self.words)


@dataclass(slots=True)
class _Table:
    """How things stand."""

    cards: tuple[str, ...] = ()
    public: str = ""
    round: int = 0
    raises: int = 0
    actions: int = 0
    mover: int = 0
    folded: int = 0
    history: int = 1
    pot: list[int] = field(default_factory=lambda: [1, 1])

    def act(self, word: str) -> None:
        """One more action."""
        code = {"fold": FOLD, "raise": RAISE}.get(word, CALL)
        self.history, self.actions, other = 4 * self.history + code, self.actions + 1, 1 - self.mover
        if code == FOLD:
            self.folded = self.mover + 1
        else:
            self.pot[self.mover] = self.pot[other] + (SIZES[self.round] if code == RAISE else 0)
            self.raises += code == RAISE
        self.mover = other
        if code == CALL and self.actions >= 2:
            self.round, self.raises, self.actions, self.mover = self.round + 1, 0, 0, 0


def _table(position: Deal) -> _Table:
    """The table after all that was dealt and done."""
    table = _Table()
    for word in position.words:
        if word in DEALS:
            table.cards = (word[:2], word[2:])
        elif word in CARDS:
            table.public = word
        else:
            table.act(word)
    return table


class LeducFace(Sequential):
    """Rules and notation: `KsJh raise call Js check raise` is all that was dealt and done."""

    name = "leduc"

    def start(self) -> Deal:
        """Before the deal."""
        return Deal()

    def board(self, position: Deal) -> str:
        """The table, and a line a player."""
        table = _table(position)
        cards = table.cards or ("??", "??")
        rows = [f"{name} {card}  {chips} in the pot" for name, card, chips in zip("AB", cards, table.pot, strict=True)]
        return "\n".join([f"on the table: {table.public or 'nothing'}", *rows, " ".join(position.words[1:])])

    def to_move(self, position: Deal) -> int:
        """The dealer, a player, nobody."""
        table = _table(position)
        if table.folded or table.round == 2:
            return TERMINAL
        return CHANCE if not table.cards or (table.round == 1 and not table.public) else table.mover

    def moves(self, position: Deal) -> Sequence[str]:
        """Deals, cards that are left, or actions."""
        who, table = self.to_move(position), _table(position)
        if who == TERMINAL:
            return ()
        if who == CHANCE:
            return tuple(card for card in CARDS if card not in table.cards) if table.cards else DEALS
        raised = table.pot[who] < table.pot[1 - who]
        found = ["fold", "call"] if raised else ["check"]
        return tuple([*found, "raise"] if table.raises < MOST_RAISES else found)

    def after(self, position: Deal, move: str) -> Deal:
        """One thing more."""
        return Deal((*position.words, move))

    def utility(self, position: Deal) -> tuple[float, ...] | None:
        """What the other has put in, or the loss of one's own."""
        if self.to_move(position) != TERMINAL:
            return None
        table = _table(position)
        strengths = [3 * (card[0] == table.public[:1]) + "JQK".index(card[0]) for card in table.cards]
        ahead = strengths[0] - strengths[1] if not table.folded else 2 * table.folded - 3
        worth = float(table.pot[1] if ahead > 0 else -table.pot[0] if ahead < 0 else 0)
        return (worth, -worth)

    def state(self, position: Deal) -> Sequence[int]:
        """As the kernels have it."""
        table = _table(position)
        cards = [CARDS.index(card) + 1 for card in table.cards] or [0, 0]
        public = CARDS.index(table.public) + 1 if table.public else 0
        acted = (table.round, table.raises, table.actions, *table.pot, table.mover, table.folded, table.history)
        return (*cards, public, *acted)

    def code_of(self, position: Deal, move: str) -> int:
        """A deal as two digits, a card as one, an action as its number."""
        if move in DEALS:
            return 8 * (CARDS.index(move[:2]) + 1) + CARDS.index(move[2:]) + 1
        return CARDS.index(move) + 1 if move in CARDS else {"fold": FOLD, "raise": RAISE}.get(move, CALL)

    def path(self, position: Deal) -> Sequence[str]:
        """Everything in its order."""
        return position.words

    def information(self, position: Deal, player: int) -> str:
        """One's own card instead of both."""
        if not position.words:
            return "-"
        return " ".join([position.words[0][2 * player : 2 * player + 2], *position.words[1:]])


@general_games.register(
    "leduc",
    title="Leduc poker",
    paper="Southey et al., Bayes' Bluff: Opponent Modelling in Poker, UAI 2005",
    order=32,
    players="2",
)
@dataclass(frozen=True, slots=True)
class Leduc(HiddenCards):
    """Six cards, two rounds of betting."""

    def face(self) -> GeneralFace[Deal]:
        """Cards."""
        return LeducFace()

    def kernels(self) -> GeneralKernels:
        """Cards."""
        return GeneralKernels(
            to_move, moves, play, utility, LENGTH, most_moves=len(DEALS), outcomes=outcomes,
            lowest=-MOST, highest=MOST, total=0.0, information=information,
        )  # fmt: skip
