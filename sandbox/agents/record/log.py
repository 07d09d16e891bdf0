"""What agents did, as rows: (tick, what, who, with whom). Made outside the kernels, seldom; contacts are elsewhere."""

from __future__ import annotations

from enum import IntEnum
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import NONE


class Act(IntEnum):
    """What an agent did, or what became of it."""

    ARRIVE = 0
    LEAVE = 1  # the map, after it arrived
    PLAN = 2  # it got a way
    REPLAN = 3  # it got another way
    NO_WAY = 4  # there is none
    WAIT = 5  # for another
    GO = 6  # on, after waiting
    ASIDE = 7  # it makes room for another
    SWERVE = 8  # to its right, past another
    NARROW = 9  # a squad walks in a column
    WIDEN = 10  # and in its formation again
    DEADLOCK = 11  # first of those who block each other; `other` says how many
    RESOLVED = 12  # that deadlock
    BURIED = 13  # by an edit
    HOLD = 14  # a door or a block waits for it: `other` is NONE
    WINDOW = 15  # ways for another window of steps are reserved; `who` is NONE: everybody's
    RISE = 16  # it found no way past what was reserved, and plans before the others
    AVOID = 17  # it turns away from another it would meet


SAID = {
    Act.ARRIVE: "{who} arrives",
    Act.LEAVE: "{who} leaves the map",
    Act.PLAN: "{who} plans its way",
    Act.REPLAN: "{who} plans a new way",
    Act.NO_WAY: "{who} finds no way",
    Act.WAIT: "{who} waits for {other}",
    Act.GO: "{who} goes on",
    Act.ASIDE: "{who} makes room for {other}",
    Act.SWERVE: "{who} swerves past {other}",
    Act.NARROW: "the squad of {who} narrows",
    Act.WIDEN: "the squad of {who} opens again",
    Act.DEADLOCK: "deadlock: {who} and {count} more block each other",
    Act.RESOLVED: "the deadlock of {who} is resolved",
    Act.BURIED: "{who} is buried by an edit",
    Act.HOLD: "an obstacle waits for {who}",
    Act.WINDOW: "{who} reserves the steps of another window",
    Act.AVOID: "{who} turns away from {other}",
    Act.RISE: "{who} finds no way past {other} and plans first",
}


class Entry(NamedTuple):
    """One row."""

    tick: int
    act: Act
    who: int
    other: int  # NONE: nobody

    def __str__(self) -> str:
        """As a sentence."""
        said = SAID[self.act].format(who=_name(self.who), other=_name(self.other), count=max(self.other - 1, 0))
        return said[0].upper() + said[1:]


def _name(agent: int) -> str:
    return "everybody" if agent < 0 else f"agent {agent}"


class Log:
    """Rows of a run, in order."""

    def __init__(self) -> None:
        self._rows = np.zeros((256, 4), np.int32)
        self.count = 0

    @property
    def rows(self) -> NDArray[np.int32]:
        """[n, 4] tick, Act, who, other."""
        return self._rows[: self.count]

    def add(self, tick: int, act: Act, who: int, other: int = -1) -> None:
        """Write a row."""
        self.add_all(tick, act, np.array([who]), np.array([other]))

    def add_all(self, tick: int, act: Act, who: NDArray[np.int64], other: NDArray[np.int64] | None = None) -> None:
        """Write a row for each of several agents."""
        end = self.count + len(who)
        while end > len(self._rows):
            self._rows = np.concatenate([self._rows, np.zeros_like(self._rows)])
        rows = self._rows[self.count : end]
        rows[:, 0], rows[:, 1], rows[:, 2] = tick, act, who
        rows[:, 3] = -1 if other is None else other
        self.count = end

    def add_changes(self, tick: int, act: Act, before: NDArray[np.int64], now: NDArray[np.int64]) -> None:
        """Write a row for each agent that has somebody now and had nobody ([agents], NONE: nobody)."""
        began = np.flatnonzero((now != NONE) & (before == NONE))
        self.add_all(tick, act, began, now[began])

    def add_waits(self, tick: int, before: NDArray[np.int64], now: NDArray[np.int64]) -> None:
        """Write a row for each agent that begins to wait for somebody, and for each that goes on."""
        self.add_changes(tick, Act.WAIT, before, now)
        self.add_changes(tick, Act.GO, now, before)

    def counts(self) -> dict[str, int]:
        """How often each act happened, by name; those that did."""
        found = np.bincount(self.rows[:, 1], minlength=len(Act))
        return {act.name.lower().replace("_", "-"): int(found[act]) for act in Act if found[act]}

    def entry(self, row: int) -> Entry:
        """A row in words."""
        tick, act, who, other = self._rows[row].tolist()
        return Entry(tick, Act(act), who, other)

    def back_to(self, later: Log, count: int) -> None:
        """Become as a later log of the same run was after so many rows."""
        self._rows, self.count = later._rows[: max(count, 256)].copy(), count
