"""A crowd on a lattice as kernels see it: who is where, where everyone wants to be, and what a step tells."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from enum import IntEnum
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.graph import Lattice
from sandbox.agents.lattice.reservations import FREE, Table
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import NONE
from sandbox.kernels.rng import Rng

STEP: Final = 0  # in `State.count`: steps since the beginning
AT: Final = 1  # row of the plan where everyone is
LAST: Final = 2  # row of the plan up to which it is walked; where AT is LAST, there is none
SPELL: Final = 3  # steps of PIBT that are still to come
FUTILE: Final = 4  # deadlocks in a row without anybody having come nearer than ever in between
GAINED: Final = 5  # 1: somebody has come nearer than ever since the last deadlock
LEAST: Final = 6  # least distance of all together since the last deadlock, or since agents or goals changed
SINCE: Final = 7  # the step at which that was; NONE: it is to be measured
COUNTS: Final = 8
APART: Final = ("closed", "rng", "count")  # fields of the state that have no entry for each agent


class Scene(NamedTuple):
    """Where everyone is, and wants to be."""

    lattice: Lattice
    far: NDArray[Any]  # [rows, cells] steps to a target
    row: NDArray[np.int32]  # [agents] of `far`
    cell: NDArray[np.int32]  # [agents]
    target: NDArray[np.int32]  # [agents]


class Notice(IntEnum):
    """Kinds of events: (kind, agent, other)."""

    WAIT = 1  # the agent stays, away from its goal; other: who holds, or will hold, a cell it would go to
    YIELD = 2  # the agent goes away from its goal; other: who comes to where it stood
    REPLAN = 3  # ways were planned anew, for the agent alone or (NONE) for all
    RISE = 4  # the agent found no way and plans before all others; other: who held its way, or comes to its cell
    DEADLOCK = 5  # the agent comes no nearer to its goal; other: who stands where it would go
    LOST = 6  # the agent has no way to its goal


WAIT: Final = int(Notice.WAIT)
YIELD: Final = int(Notice.YIELD)


class State(NamedTuple):
    """All that matters for what comes, besides the lattice: a copy of it can be put back."""

    cell: NDArray[np.int32]  # [agents] where each stands; NONE: there is none of this number
    goal: NDArray[np.int32]  # [agents] where it wants to be; NONE: nowhere that there is
    target: NDArray[np.int32]  # [agents] where it heads for: its goal, or where it found itself lost
    first: NDArray[np.int64]  # [agents] distance when it was given its goal
    away: NDArray[np.int64]  # [agents] steps since it was last home
    nearest: NDArray[np.int64]  # [agents] least distance it has had
    stall: NDArray[np.int64]  # [agents] steps away from home since then
    plan: NDArray[np.int32]  # [steps, agents] cells; NONE before an agent was there
    closed: NDArray[np.int32]  # [spans, 3] cell, first step, the step after the last
    rng: Rng
    count: NDArray[np.int64]  # [COUNTS]


class Saved(NamedTuple):
    """A crowd at a moment. Nothing in it changes."""

    lattice: Lattice
    state: State
    notices: tuple[tuple[int, int, int], ...]  # what the next step will tell, too


class LatticeStep(NamedTuple):
    """What one step did."""

    cells: NDArray[np.int32]  # [agents] where everyone is now; NONE: there is none of this number
    events: NDArray[np.int32]  # [events, 3] kind (see Notice), agent, other
    stopped: bool = False  # somebody raised the flag: nobody has moved, the next call tries again


class Decision(NamedTuple):
    """Where everyone goes, and the table in which one can read why."""

    after: NDArray[np.int32]  # [agents]
    table: Table
    at: int  # the step of the table that is now
    last: int  # the last step it knows of


@kernel
def walk(
    lattice: Lattice,
    far: NDArray[Any],
    row: NDArray[np.int32],
    table: Table,
    at: int,
    last: int,
    after: NDArray[np.int32],
    state: State,
    notices: NDArray[np.int32],
) -> int:
    """Everyone goes where `after` says. Returns how many events there are. Modified: state, notices."""
    events = 0
    for i in range(state.cell.shape[0]):
        v = np.int64(state.cell[i])
        if v == NONE:
            continue
        u = np.int64(after[i])
        before, left = np.int64(far[row[i], v]), np.int64(far[row[i], u])
        if (u == v and left > 0) or left > before:
            notices[events, 0], notices[events, 1] = WAIT if u == v else YIELD, i
            notices[events, 2] = holder_ahead(lattice, far, row[i], table, v, i, at, last) if u == v else NONE
            if u != v:
                notices[events, 2] = next_holder(table, v, i, at, last)[0]
            events += 1
        state.cell[i] = u
        if left < state.nearest[i]:
            state.nearest[i], state.stall[i], state.count[GAINED] = left, 0, 1
        elif left > 0:
            state.stall[i] += 1
        state.away[i] = 0 if left == 0 else state.away[i] + 1
    state.count[STEP] += 1
    return events


@kernel(counted=False)
def next_holder(table: Table, v: int, agent: int, at: int, last: int) -> tuple[int, int]:
    """Who is the first on a cell after a step, up to the last, and when; NONE if nobody or the agent itself is."""
    for step in range(at + 1, last + 1):
        who = np.int64(table[v, step])
        if who == agent:
            break
        if who != FREE:
            return who, step
    return np.int64(NONE), np.int64(last + 1)


@kernel(counted=False)
def holder_ahead(
    lattice: Lattice, far: NDArray[Any], row: int, table: Table, v: int, agent: int, at: int, last: int
) -> int:
    """Who is the first on any of the cells an agent would go to from v."""
    found, soonest = np.int64(NONE), np.int64(last + 1)
    for k in range(lattice.degree[v]):
        u = lattice.neighbours[v, k]
        if far[row, u] < far[row, v]:
            who, step = next_holder(table, u, agent, at, last)
            if step < soonest:
                found, soonest = who, step
    return found
