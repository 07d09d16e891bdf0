"""A turn of backgammon made step by step with the mouse, in any order that ends where some legal turn does. No pixels.

The game tells every different result of a roll once, with one order of its steps. A hand may take another order: a step
is allowed if, with the dice that are left, one of those results can still be reached.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from sandbox.games.general.library.backgammon.face import NOTHING, Board, Step, stepped, turns
from sandbox.games.general.library.backgammon.position_id import BAR, Side

Sides = tuple[Side, Side]  # the mover's, the other's
Dice = tuple[int, ...]


def dice_of(board: Board) -> Dice:
    """What may be moved: a double counts four times."""
    high, low = board.dice
    return (high,) * 4 if high == low else (high, low)


@lru_cache(maxsize=8)
def results(own: Side, other: Side, dice: tuple[int, int]) -> dict[Sides, str]:
    """Where each turn leads, and its name."""
    return {(turn.own, turn.other): turn.name for turn in turns(own, other, dice)}


@dataclass
class Hand:
    """A turn in the making."""

    board: Board
    taken: list[Step] = field(default_factory=list)
    before: list[tuple[Sides, Dice]] = field(default_factory=list)
    _ends: dict[tuple[Sides, Dice], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        mover = self.board.mover
        self.sides: Sides = (self.board.sides[mover], self.board.sides[1 - mover])
        self.left = dice_of(self.board)
        self.goals = results(*self.sides, self.board.dice)

    @property
    def finished(self) -> str:
        """The turn's name, once it is complete; empty until then."""
        return self.goals.get(self.sides, "")

    @property
    def stuck(self) -> bool:
        """Whether nothing can be moved at all."""
        return NOTHING in self.goals.values()

    def shown(self) -> Board:
        """The board as it stands within the turn."""
        sides = self.sides if self.board.mover == 0 else self.sides[::-1]
        return Board((sides[0], sides[1]), self.board.mover, self.board.dice, self.board.ply)

    def steps(self) -> list[Step]:
        """What may be moved next: from where, by how much."""
        if self.finished:
            return []
        starts = [point for point in range(BAR, 0, -1) if self.sides[0][point]]
        return [
            (start, by) for by in sorted(set(self.left), reverse=True) for start in starts if self._leads(start, by)
        ]

    def _leads(self, start: int, by: int) -> bool:
        found = stepped(*self.sides, (start, by))
        return found is not None and self._reaches((found[0], found[1]), _without(self.left, by))

    def _reaches(self, sides: Sides, left: Dice) -> bool:
        """Whether some turn's result can still be come to."""
        known = self._ends.get((sides, left))
        if known is None:
            known = self._ends[sides, left] = sides in self.goals or any(
                self._reaches((found[0], found[1]), _without(left, by))
                for by in set(left)
                for start in range(1, BAR + 1)
                if sides[0][start] and (found := stepped(*sides, (start, by))) is not None
            )
        return known

    def take(self, step: Step) -> None:
        """Make a step."""
        found = stepped(*self.sides, step)
        assert found is not None
        self.before.append((self.sides, self.left))
        self.taken.append(step)
        self.sides, self.left = (found[0], found[1]), _without(self.left, step[1])

    def undo(self) -> bool:
        """Take the last step back; whether there was one."""
        if self.before:
            self.taken.pop()
            self.sides, self.left = self.before.pop()
            return True
        return False


def _without(dice: Dice, by: int) -> Dice:
    at = dice.index(by)
    return dice[:at] + dice[at + 1 :]
