"""Who blocks each other: agents that have come no further for some seconds while they touch, or wait for, each other.

Looked for every two seconds. A deadlock is a group hanging together by encounters of the last two seconds, none of
whom has come nearer to its goal for four. It is named once, handed to the policy, and over when one of them walks.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.record.encounters import NONE
from sandbox.agents.record.log import Act
from sandbox.agents.ways import left
from sandbox.kernels.jit import kernel

if TYPE_CHECKING:
    from sandbox.agents.world import World

PERIOD = 2.0  # seconds between two looks
PATIENCE = 2  # looks without progress
PROGRESS = 0.1  # cells


class Deadlocks:
    """Looks for deadlocks in a world. Its arrays are part of a checkpoint."""

    def __init__(self, world: World) -> None:
        n = world.crowd.size
        self.world = world
        self.every = max(1, round(PERIOD / world.settings.tick))
        self.still = np.zeros(n, np.int64)  # looks in a row without progress
        self.least = np.full(n, np.inf)  # the shortest way left so far
        self.group = np.full(n, NONE)  # first agent of the deadlock each is in
        self.named = 0

    def look(self) -> None:
        """At the end of a tick: every now and then, look for groups."""
        world = self.world
        if world.tick % self.every:
            return
        lengths = np.zeros(len(self.still))
        left(world.crowd, world.roads.ways, lengths)
        nearer = (lengths < self.least - PROGRESS) | ~world.walking | (world.roads.ways.length == 0)
        self.still[:] = np.where(nearer, 0, self.still + 1)
        self.least[nearer] = lengths[nearer]
        stuck = self.still >= PATIENCE
        self._note_resolved(stuck)
        if stuck.any():
            self._name(stuck)

    def forget(self, agents: NDArray[np.int64]) -> None:
        """These have other ways, and start afresh."""
        self.still[agents], self.least[agents] = 0, np.inf

    def _note_resolved(self, stuck: NDArray[np.bool_]) -> None:
        walked = np.unique(self.group[(self.group != NONE) & ~stuck])
        for first in walked.tolist():
            self.group[self.group == first] = NONE
            self.world.log.add(self.world.tick, Act.RESOLVED, first)

    def _name(self, stuck: NDArray[np.bool_]) -> None:
        world = self.world
        table, count = world.book.table, world.book.count
        recent = np.flatnonzero(table.last[:count] >= world.tick - self.every)
        root = np.arange(len(stuck))
        join(root, table.first, table.second, recent, stuck)
        roots, sizes = np.unique(root[stuck], return_counts=True)
        for first, size in zip(roots.tolist(), sizes.tolist(), strict=True):
            members = np.flatnonzero(stuck & (root == first))
            if size < 2:
                continue
            if (self.group[members] == NONE).all():
                world.log.add(world.tick, Act.DEADLOCK, int(members[0]), size)
                self.named += 1
            self._gather(members)
            world.driver.unlock(members)

    def _gather(self, members: NDArray[np.int64]) -> None:
        """Make these one group, with all that were in a group with one of them: each is resolved once."""
        before = np.unique(self.group[members])
        self.group[np.isin(self.group, before[before != NONE])] = members[0]
        self.group[members] = members[0]


@kernel
def join(
    root: NDArray[np.int64], first: NDArray[np.int32], second: NDArray[np.int32], rows: NDArray[np.int64],
    among: NDArray[np.bool_],
) -> None:  # fmt: skip
    """Make `root` the lowest number of each group that hangs together by these rows. Modified: root."""
    for row in rows:
        a, b = np.int64(first[row]), np.int64(second[row])
        if not (among[a] and among[b]):
            continue
        while root[a] != a:
            a = root[a]
        while root[b] != b:
            b = root[b]
        if a < b:
            root[b] = a
        else:
            root[a] = b
    for i in range(root.shape[0]):
        root[i] = root[root[i]]
