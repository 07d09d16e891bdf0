"""What every crowd on a lattice can do: take steps, take in and let go of agents, follow edits, be put back.

An agent keeps its number while it is there; the number of one that was removed is given to the next that comes. One
whose goal cannot be reached, or is no free cell, is *lost*: it heads for where it stands, and gives way to others.
Two agents may have the same goal, but only one can be there: remove who has arrived, or give goals of their own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.distances import Distances
from sandbox.agents.lattice.graph import Lattice
from sandbox.agents.lattice.state import (
    APART,
    AT,
    LAST,
    SINCE,
    Decision,
    LatticeStep,
    Notice,
    Saved,
    Scene,
    State,
    walk,
)
from sandbox.errors import BadInput
from sandbox.kernels.recording import NONE
from sandbox.kernels.rng import new_rng


class Crowd(ABC):
    """Agents on a lattice. What decides where they go is added to it."""

    def __init__(
        self, lattice: Lattice, starts: NDArray[np.int32], goals: NDArray[np.int32], most_bytes: int, seed: int
    ) -> None:
        _check(lattice, starts, goals)
        self.lattice = lattice
        self.distances = Distances(lattice, most_bytes)
        self.stop = np.zeros(1, np.uint8)  # another thread may raise it
        n = len(starts)
        cells, goals = starts.astype(np.int32), goals.astype(np.int32)
        self.state = State(
            cell=cells,
            goal=goals,
            target=goals.copy(),
            first=np.zeros(n, np.int64),
            away=np.zeros(n, np.int64),
            nearest=np.zeros(n, np.int64),
            stall=np.zeros(n, np.int64),
            plan=np.full((self._steps, n), NONE, np.int32),
            closed=np.empty((0, 3), np.int32),
            rng=new_rng(seed),
            count=np.array([0, 0, 0, 0, 0, 0, 0, NONE], np.int64),
        )
        self.row = np.full(n, NONE, np.int32)  # [agents] of the table of distances
        self._notices: list[tuple[int, int, int]] = []
        self._head_for(np.arange(n))
        self._anew()

    _steps = 0  # rows of a plan

    @property
    def scene(self) -> Scene:
        """Where everyone is, and wants to be."""
        return Scene(self.lattice, self.distances.table, self.row, self.state.cell, self.state.target)

    @property
    def present(self) -> NDArray[np.bool_]:
        """Which numbers are those of agents."""
        return np.asarray(self.state.cell != NONE)

    @property
    def lost(self) -> NDArray[np.bool_]:
        """Which agents have no way to their goals."""
        return np.asarray(self.present & (self.state.goal != self.state.target))

    @property
    def home(self) -> NDArray[np.bool_]:
        """Which agents are at their goals."""
        return np.asarray(self.present & (self.state.cell == self.state.goal))

    @property
    def to_go(self) -> NDArray[np.int64]:
        """How many steps each has to go at least, the lost to where they found themselves so; nobody 0."""
        steps = np.zeros(len(self.row), np.int64)
        steps[self.present] = self.distances.table[self.row[self.present], self.state.cell[self.present]]
        return steps

    @property
    def resting(self) -> bool:
        """Whether everyone is where it heads for."""
        return not bool((self.present & (self.state.cell != self.state.target)).any())

    def advance(self) -> LatticeStep:
        """Everyone takes one step."""
        decision = self._decide()
        state = self.state
        if decision is None:
            return LatticeStep(state.cell.copy(), np.empty((0, 3), np.int32), stopped=True)
        notices = np.empty((len(state.cell), 3), np.int32)
        far, (after, table, at, last) = self.distances.table, decision
        count = walk(self.lattice, far, self.row, table, at, last, after, state, notices)
        self._decided(decision)
        events = np.concatenate([np.array(self._notices, np.int32).reshape(-1, 3), notices[:count]])
        self._notices = []
        return LatticeStep(state.cell.copy(), events)

    def add(self, start: int, goal: int) -> int:
        """Take in an agent; returns its number: the lowest that is nobody's."""
        _check(self.lattice, np.array([start]), np.array([goal]))
        if (self.state.cell == start).any():
            raise BadInput("start", f"cell {start}, where agent {np.argmax(self.state.cell == start)} is", "a free one")
        row = self.distances.take(np.array([goal], np.int32))  # refused, if it is, before anything has changed
        empty = np.flatnonzero(~self.present)
        agent = int(empty[0]) if len(empty) else self._one_more()
        self.state.cell[agent], self.state.goal[agent], self.state.away[agent] = start, goal, 0
        self._head_for(np.array([agent]))
        self.distances.give_back(row)
        self._changed(agent)
        return agent

    def remove(self, agent: int) -> None:
        """Let go of an agent."""
        self._check_agent(agent)
        self._forget(agent)
        self.distances.give_back(self.row[agent : agent + 1])
        self.state.cell[agent] = self.state.goal[agent] = self.state.target[agent] = self.row[agent] = NONE

    def aim(self, agent: int, goal: int) -> None:
        """Give an agent another goal."""
        self._check_agent(agent)
        _check(self.lattice, self.state.cell[agent : agent + 1], np.array([goal]))
        row = self.distances.take(np.array([goal], np.int32))
        self.distances.give_back(self.row[agent : agent + 1])
        self.state.goal[agent] = goal
        self._head_for(np.array([agent]))
        self.distances.give_back(row)
        self._changed(agent)

    def close(self, cell: int, first: int, end: int) -> None:
        """Nobody may be on a cell in steps first … end - 1, counted from the beginning (`State.count[STEP]` is now).

        What moves from cell to cell is to close both in the step it does.
        """
        _check(self.lattice, np.array([cell]), np.array([cell]))
        first, end = (min(max(step, 0), (1 << 31) - 1) for step in (first, end))
        closed = np.append(self.state.closed, np.array([[cell, first, end]], np.int32), axis=0)
        self.state = self.state._replace(closed=closed)
        self._stale()

    def follow(self, lattice: Lattice) -> NDArray[np.int64]:
        """Go on on another lattice. Returns the agents whose cell is gone: they are removed."""
        if lattice.width == self.lattice.width and np.array_equal(lattice.number_of, self.lattice.number_of):
            return np.empty(0, np.int64)
        state, had = self.state, self.present
        cell, goal, shut = (
            lattice.numbers(self.lattice.places(old)) for old in (state.cell, state.goal, state.closed[:, 0])
        )
        gone = np.flatnonzero(had & (cell == NONE))
        closed = np.column_stack([shut, state.closed[:, 1:]])[shut != NONE].astype(np.int32)
        rows, self.row = self.row, np.full(len(cell), NONE, np.int32)
        self.state = state._replace(cell=cell, goal=np.where(cell == NONE, NONE, goal).astype(np.int32), closed=closed)
        self.state.target[cell == NONE] = NONE
        self.state.plan[:] = NONE  # its numbers mean other cells now
        self.lattice, self.distances = lattice, self.distances.followed(lattice)
        self._head_for(np.flatnonzero(self.present))
        self.distances.give_back(rows)
        self._stale()
        self._anew()
        return gone

    def save(self) -> Saved:
        """This moment, to be put back."""
        return Saved(self.lattice, _copy(self.state), tuple(self._notices))

    def restore(self, saved: Saved) -> Self:
        """Go back, or on, to a moment of this crowd."""
        if saved.lattice is self.lattice:
            self.distances.give_back(self.row)
        else:
            self.lattice, self.distances = saved.lattice, Distances(saved.lattice, self.distances.most_bytes)
        self.state, self._notices = _copy(saved.state), list(saved.notices)
        self.row = np.full(len(self.state.cell), NONE, np.int32)
        self.row[self.present] = self.distances.take(self.state.target[self.present])
        self._anew()
        return self

    def order(self, *, rising: bool = True) -> NDArray[np.int32]:
        """Who goes first: those away longest, then those who had farthest to go; those at home come last."""
        state = self.state
        keys = (-state.first, -state.away) if rising else (-state.first,)
        who = np.flatnonzero(self.present)
        return who[np.lexsort([key[who] for key in keys])].astype(np.int32)

    @abstractmethod
    def _decide(self) -> Decision | None:
        """Where everyone goes next; None if somebody raised the flag."""

    @abstractmethod
    def _decided(self, decision: Decision) -> None:
        """Everyone has gone there."""

    @abstractmethod
    def _anew(self) -> None:
        """The lattice, the number of agents or the whole state is another: make memory for it."""

    def _changed(self, agent: int) -> None:  # noqa: ARG002
        """An agent came, or has another goal."""
        self.state.count[SINCE] = NONE

    def _forget(self, agent: int) -> None:  # noqa: ARG002
        """An agent goes."""
        self.state.count[SINCE] = NONE

    def _stale(self) -> None:
        """Nobody may go on as planned."""
        self.state.count[AT] = self.state.count[LAST] = 0
        self.state.count[SINCE] = NONE

    def _one_more(self) -> int:
        """Make room for one agent more."""
        n = len(self.state.cell)
        longer: dict[str, Any] = {
            name: np.append(array, np.full((*array.shape[:-1], 1), NONE, array.dtype), axis=-1)
            for name, array in self.state._asdict().items()
            if name not in APART
        }
        self.state = self.state._replace(**longer)
        self.row = np.append(self.row, np.full(1, NONE, np.int32))
        self._anew()
        return n

    def _head_for(self, who: NDArray[np.integer]) -> None:
        """These have goals they did not have: find out how far it is, and who is lost."""
        state = self.state
        cells = state.cell[who]
        target = np.where(state.goal[who] == NONE, cells, state.goal[who])
        rows = self.distances.take(target)
        lost = self.distances.table[rows, cells] == self.distances.unreached
        self.distances.give_back(rows[lost])
        target = np.where(lost, cells, target)
        rows[lost] = self.distances.take(target[lost])
        state.target[who], self.row[who], state.stall[who] = target, rows, 0
        state.first[who] = state.nearest[who] = self.distances.table[rows, cells]
        self._notices += [(Notice.LOST, int(agent), NONE) for agent in who[state.goal[who] != target]]

    def _check_agent(self, agent: int) -> None:
        if not (0 <= agent < len(self.state.cell) and self.state.cell[agent] != NONE):
            raise BadInput("agent", f"{agent}", "the number of one that is there")


def _copy(state: State) -> State:
    copies: dict[str, Any] = {name: array.copy() for name, array in state._asdict().items()}
    return State(**copies)


def _check(lattice: Lattice, starts: NDArray[np.integer], goals: NDArray[np.integer]) -> None:
    """Refuse what is not on the lattice, and two at one place."""
    if len(starts) != len(goals):
        raise BadInput("goals", f"{len(goals)} for {len(starts)} agents", "one for each")
    for name, cells in (("start", starts), ("goal", goals)):
        wrong = np.flatnonzero((cells < 0) | (cells >= lattice.cells))
        if len(wrong):
            found = f"cell {cells[wrong[0]]}"
            raise BadInput(f"{name} of agent {wrong[0]}", found, f"the number of one of {lattice.cells} free cells")
    cells, counts = np.unique(starts, return_counts=True)
    if (counts > 1).any():
        first, second = np.flatnonzero(starts == cells[np.argmax(counts > 1)])[:2]
        raise BadInput(f"start of agent {second}", f"cell {starts[second]}, where agent {first} is", "another")
