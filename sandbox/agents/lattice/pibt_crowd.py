"""A crowd that takes every step by PIBT, and so has no plan: fast, always legal, and without foresight."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.crowd import Crowd
from sandbox.agents.lattice.distances import MOST_BYTES
from sandbox.agents.lattice.graph import Lattice
from sandbox.agents.lattice.pibt import Memory, leave_table, new_memory, pibt
from sandbox.agents.lattice.reservations import close
from sandbox.agents.lattice.state import STEP, Decision
from sandbox.kernels.recording import NONE


@dataclass(frozen=True, slots=True)
class PibtOptions:
    """How a PIBT crowd decides."""

    swap: bool = True  # two who have to change places pull back to a junction together
    rising: bool = True  # priorities grow while an agent is away from its goal
    most_bytes: int = MOST_BYTES  # for distances


def pibt_step(crowd: Crowd, memory: Memory, *, swap: bool, rising: bool) -> Decision:
    """Decide one step of a crowd; the table is in use until `forget_step`."""
    state = crowd.state
    after = np.full(len(state.cell), NONE, np.int32)
    order = crowd.order(rising=rising)
    close(memory.table, state.closed, int(state.count[STEP]))
    pibt(crowd.scene, order, int(swap), state.rng, memory, after)
    return Decision(after, memory.table, 0, 1)


def forget_step(crowd: Crowd, memory: Memory, before: NDArray[np.int32]) -> None:
    """The table is free again, for the crowd has gone from where it was to where it is."""
    order = np.flatnonzero(before != NONE).astype(np.int32)
    leave_table(memory.table, order, before, crowd.state.cell, crowd.state.closed)


class PibtCrowd(Crowd):
    """Agents that go by PIBT."""

    def __init__(
        self, lattice: Lattice, starts: NDArray[np.int32], goals: NDArray[np.int32], options: PibtOptions, seed: int
    ) -> None:
        self.options = options
        super().__init__(lattice, starts, goals, options.most_bytes, seed)

    def _decide(self) -> Decision:
        self._before = self.state.cell.copy()
        return pibt_step(self, self._memory, swap=self.options.swap, rising=self.options.rising)

    def _decided(self, decision: Decision) -> None:  # noqa: ARG002
        forget_step(self, self._memory, self._before)

    def _anew(self) -> None:
        self._memory = new_memory(self.lattice, len(self.state.cell))


def new_pibt(
    lattice: Lattice,
    starts: NDArray[np.int32],
    goals: NDArray[np.int32],
    options: PibtOptions | None = None,
    seed: int = 0,
) -> PibtCrowd:
    """A crowd of agents on these cells (numbers of the lattice), with these goals, that goes by PIBT."""
    return PibtCrowd(lattice, starts, goals, options or PibtOptions(), seed)
