"""Backgammon for people: rules in plain Python, notation, a text board. Knows nothing of the kernels.

A position is written as GNU Backgammon's position ID, the mover, and the dice if they are thrown: `4HPwATDgc/ABMA A
31`. A move names every step, `8/5,6/5`; `bar`, `off`, and a star where a checker is hit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache

from sandbox.errors import BadInput
from sandbox.games.general.api import NothingHidden
from sandbox.games.general.library.backgammon.position_id import BAR, CHECKERS, Side, read, written
from sandbox.games.general.words import CHANCE, TERMINAL
from sandbox.games.two_words.notation import Readable, choice, shortened

SIDES = "AB"
OFF, POINTS, HOME = 0, 24, 6
BEGIN: Side = tuple({6: 5, 8: 3, 13: 5, 24: 2}.get(point, 0) for point in range(BAR + 1))
DICE = tuple((high, low) for high in range(1, 7) for low in range(1, high + 1))
NOTHING = "none"
ID_LETTERS = 14
_TEXT = re.compile(r"(\S{14})(?:\s+([AB]))?(?:\s+([1-6])([1-6]))?", re.ASCII)

Step = tuple[int, int]
"""From where, by how much."""


@dataclass(frozen=True, slots=True)
class Board:
    """Both sides, each in its own view; whose turn; the dice, the higher first, (0, 0) before they are thrown."""

    sides: tuple[Side, Side] = (BEGIN, BEGIN)
    mover: int = 0
    dice: tuple[int, int] = (0, 0)
    ply: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class Turn:
    """A move: its steps in the order they are taken, and where it leads."""

    steps: tuple[Step, ...]
    name: str
    own: Side
    other: Side

    def code(self, dice: tuple[int, int]) -> int:
        """Five bits for where each step begins; bit 20 if the lower die goes first."""
        packed = sum(start << 5 * number for number, (start, _) in enumerate(self.steps))
        return packed | (bool(self.steps) and self.steps[0][1] != dice[0]) << 20


def stepped(own: Side, other: Side, step: Step) -> tuple[Side, Side, bool] | None:
    """A checker moved, and whether it hit; None if it may not."""
    start, by = step
    end, furthest = start - by, max((p for p in range(BAR + 1) if own[p] and p), default=0)
    if not own[start] or (own[BAR] and start != BAR):
        return None
    if end <= OFF:
        if furthest > HOME or (end < OFF and start != furthest):
            return None
        return _with(own, {start: -1, OFF: 1}), other, False
    facing = BAR - end
    if other[facing] > 1:
        return None
    hit = other[facing] == 1
    return _with(own, {start: -1, end: 1}), _with(other, {facing: -1, BAR: 1}) if hit else other, hit


def _with(side: Side, changes: dict[int, int]) -> Side:
    return tuple(count + changes.get(point, 0) for point, count in enumerate(side))


def _named(step: Step, *, hit: bool) -> str:
    start, by = step
    return f"{'bar' if start == BAR else start}/{start - by if start > by else 'off'}{'*' if hit else ''}"


def _after(turn: Turn, by: int, highest: int) -> Iterator[Turn]:
    """The turn and one step more of a die, from `highest` down."""
    for start in range(highest, 0, -1):
        found = stepped(turn.own, turn.other, (start, by))
        if found:
            own, other, hit = found
            name = ",".join(filter(None, (turn.name, _named((start, by), hit=hit))))
            yield Turn((*turn.steps, (start, by)), name, own, other)


@lru_cache(maxsize=4096)
def turns(own: Side, other: Side, dice: tuple[int, int]) -> tuple[Turn, ...]:
    """Every different result of a roll, once: both dice must be played if they can be, else the higher if it can be."""
    still = Turn((), "", own, other)
    high, low = dice
    found = _doubles(still, high) if high == low else _both(still, high, low)
    return tuple(found) or (replace(still, name=NOTHING),)


def _doubles(still: Turn, by: int) -> list[Turn]:
    """Up to four steps, each from no further back than the one before, so that each result comes once."""
    level: list[Turn] = [still]
    for _ in range(4):
        deeper = [after for turn in level for after in _after(turn, by, turn.steps[-1][0] if turn.steps else BAR)]
        if not deeper:
            break
        level = deeper
    return level if level[0].steps else []


def _both(still: Turn, high: int, low: int) -> list[Turn]:
    orders = ((high, low), (low, high))
    pairs = [two for one, then in orders for first in _after(still, one, BAR) for two in _after(first, then, BAR)]
    results: dict[tuple[Side, Side], Turn] = {}
    for turn in pairs:
        results.setdefault((turn.own, turn.other), turn)
    if results:
        return list(results.values())
    return list(_after(still, high, BAR)) or list(_after(still, low, BAR))


def _wrong(text: str) -> str:
    """What does not belong in the text of a position."""
    identity, *more = text.split()
    if len(identity) != ID_LETTERS:
        return f"{len(identity)} letters where the ID stands"
    if more and more[0] not in SIDES and not more[0].isdigit():
        return f"player {shortened(more[0])}"
    thrown = [word for word in more if word not in SIDES]
    return f"the dice {shortened(' '.join(thrown))}" if thrown else "two players"


class BackgammonFace(Readable, NothingHidden):
    """Rules and notation."""

    name = "backgammon"

    def start(self) -> Board:
        """The dice are to be thrown."""
        return Board()

    def read(self, text: str, where: str) -> Board:
        """A position ID, the mover, the dice."""
        found = _TEXT.fullmatch(text)
        if not found:
            raise BadInput(where, _wrong(text), "a position ID, the mover and the dice, such as 4HPwATDgc/ABMA A 31")
        mover = SIDES.index(found[2] or "A")
        own, other = read(found[1], where)
        blocked = [p for p in range(1, BAR) if own[p] and other[BAR - p]]
        if blocked:
            raise BadInput(where, f"both sides on point {blocked[0]}", "a point is one side's")
        if own[OFF] == other[OFF] == CHECKERS:
            raise BadInput(where, "no checkers", "one side's at least")
        dice = sorted((int(found[3] or 0), int(found[4] or 0)), reverse=True)
        return Board((own, other) if mover == 0 else (other, own), mover, (dice[0], dice[1]))

    def print(self, position: Board) -> str:
        """The ID, the mover, the dice."""
        sides = position.sides if position.mover == 0 else position.sides[::-1]
        thrown = f" {position.dice[0]}{position.dice[1]}" if position.dice[0] else ""
        return f"{written(sides)} {SIDES[position.mover]}{thrown}"

    def board(self, position: Board) -> str:
        """Points as A sees them, A's checkers positive."""
        a, b = position.sides
        net = [a[p] - b[BAR - p] for p in range(1, BAR)]
        rows = ((range(13, BAR), range(12, 24)), (range(12, 0, -1), range(11, -1, -1)))
        lines = ["".join(f"{p:>3}" for p in names) + "\n" + "".join(_cell(net[i]) for i in at) for names, at in rows]
        bars = f"bar A {a[BAR]} B {b[BAR]}   off A {a[OFF]} B {b[OFF]}"
        return "\n".join([*lines, bars, self.print(position)])

    def to_move(self, position: Board) -> int:
        """The dice, if they are to be thrown; nobody once a side is off."""
        if CHECKERS in (position.sides[0][OFF], position.sides[1][OFF]):
            return TERMINAL
        return position.mover if position.dice[0] else CHANCE

    def _turns(self, position: Board) -> tuple[Turn, ...]:
        return turns(position.sides[position.mover], position.sides[1 - position.mover], position.dice)

    def moves(self, position: Board) -> Sequence[str]:
        """Every different result of the roll; the 21 throws."""
        who = self.to_move(position)
        if who == TERMINAL:
            return ()
        if who == CHANCE:
            return tuple(f"{high}{low}" for high, low in DICE)
        return tuple(turn.name for turn in self._turns(position))

    def chances(self, position: Board) -> Sequence[Fraction]:
        """A double is half as probable."""
        if self.to_move(position) != CHANCE:
            return ()
        return tuple(Fraction(1 if high == low else 2, 36) for high, low in DICE)

    def play(self, position: Board, move: str) -> Board:
        """A throw, or a turn."""
        known = self.moves(position)
        if move not in known:
            few = known[:12]
            raise BadInput("backgammon move", f"{shortened(move)!r}", choice(few) + (" …" if len(known) > 12 else ""))
        number = known.index(move)
        if self.to_move(position) == CHANCE:
            return replace(position, dice=DICE[number], ply=position.ply + 1)
        turn, mover = self._turns(position)[number], position.mover
        sides = (turn.own, turn.other) if mover == 0 else (turn.other, turn.own)
        return Board(sides, 1 - mover, ply=position.ply + 1)

    def utility(self, position: Board) -> tuple[float, ...] | None:
        """1; 2 if the loser has borne off nothing; 3 if he is also on the bar or in the winner's home."""
        if self.to_move(position) != TERMINAL:
            return None
        winner = 0 if position.sides[0][OFF] == CHECKERS else 1
        loser = position.sides[1 - winner]
        behind = sum(loser[POINTS - HOME + 1 :]) > 0
        worth = 1.0 if loser[OFF] else 3.0 if behind else 2.0
        return (worth, -worth) if winner == 0 else (-worth, worth)

    def state(self, position: Board) -> Sequence[int]:
        """As the kernels have it."""
        return (*position.sides[0], *position.sides[1], position.mover, *position.dice)

    def code_of(self, position: Board, move: str) -> int:
        """The throw's number, or the turn's steps."""
        number = self.moves(position).index(move)
        return number if self.to_move(position) == CHANCE else self._turns(position)[number].code(position.dice)


def _cell(net: int) -> str:
    return "  ·" if net == 0 else f"{abs(net):>2}{SIDES[net < 0]}"
