"""PIBT: one step for all agents, by priority; who is in the way inherits the priority and steps aside first.

K. Okumura, M. Machida, X. Défago, Y. Tamura, "Priority Inheritance with Backtracking for Iterative Multi-agent Path
Finding", Artificial Intelligence 310, 2022. The steps are always legal, and fast; alone they may run into a livelock,
above all where two meet in a corridor. Against that, *swaps*: two who have to change places and can, by way of a
junction, pull back to it together (K. Okumura, "Improving LaCAM for Scalable Eventually Optimal Multi-Agent
Pathfinding", IJCAI 2023). Departs from them in: an explicit stack instead of recursion; cells that are closed in the
next step, for which an agent that stands on one and cannot leave stays there.

    table[cell, NOW], table[cell, NEXT]   who is where (see `reservations`); NEXT may hold CLOSED before the call
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.lattice.graph import Lattice
from sandbox.agents.lattice.reservations import FREE, Table
from sandbox.agents.lattice.state import Scene
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import NONE
from sandbox.kernels.rng import Rng, next_word

NOW: Final = 0
NEXT: Final = 1
TRY, DONE, FAILED = 0, 1, 2


class Memory(NamedTuple):
    """What the steps use; nothing in it is meant from one to the next, but that the table is free again."""

    table: Table  # [cells, 2] NOW, NEXT
    choice: NDArray[np.int32]  # [agents, 5] where an agent would go, best first
    key: NDArray[np.int64]  # [agents, 5] of those: distance to the target << 8 | chance
    tried: NDArray[np.int32]  # [agents] how many of them it has tried
    partner: NDArray[np.int32]  # [agents] with whom it has to swap; NONE
    waiting: NDArray[np.int32]  # [agents + 1] the stack of those who push each other


def new_memory(lattice: Lattice, agents: int) -> Memory:
    """Memory for steps of so many agents."""
    return Memory(
        np.full((lattice.cells, 2), FREE, np.int32),
        np.zeros((agents, 5), np.int32),
        np.zeros((agents, 5), np.int64),
        np.zeros(agents, np.int32),
        np.zeros(agents, np.int32),
        np.zeros(agents + 1, np.int32),
    )


@kernel
def pibt(scene: Scene, order: NDArray[np.int32], swap: int, rng: Rng, memory: Memory, after: NDArray[np.int32]) -> bool:
    """Decide where everyone in `order` goes, into `after`; where that is not NONE before, it is a demand.

    Returns whether all went well; it does unless there are demands or closed cells. Modified: the last three; the table
    then says who is where now and next, for `leave_table` to forget. If demands fail, `after` means nothing.
    """
    table, cell, demanded = memory.table, scene.cell, False
    for q in range(order.shape[0]):
        table[cell[order[q]], NOW] = order[q]
    for q in range(order.shape[0]):  # demands that contradict each other
        i = order[q]
        u = after[i]
        if u != NONE:
            demanded = True
            j = table[u, NOW]
            if table[u, NEXT] != FREE or (j >= 0 and j != i and after[j] == cell[i]):
                return False
            table[u, NEXT] = i
    well = True
    for q in range(order.shape[0]):
        if after[order[q]] == NONE and not push(scene, order[q], swap, rng, memory, after):
            well = False
            if demanded:
                break
    return well


@kernel(counted=False)
def push(scene: Scene, first: int, swap: int, rng: Rng, memory: Memory, after: NDArray[np.int32]) -> bool:
    """Decide for one agent, and for all it pushes: procedure PIBT of the paper."""
    table, choice, tried, partner, waiting = memory.table, memory.choice, memory.tried, memory.partner, memory.waiting
    cell, degree = scene.cell, scene.lattice.degree
    depth, outcome = 0, TRY
    waiting[0] = first
    choose(scene, first, swap, rng, memory, after)
    while depth >= 0:
        i = waiting[depth]
        v = cell[i]
        last = degree[v]
        if outcome == FAILED:  # whom it pushed cannot leave: the next choice
            tried[i] += 1
            outcome = TRY
        if outcome == TRY:
            pushed = False
            while tried[i] <= last:
                u = choice[i, tried[i]]
                j = table[u, NOW]
                if table[u, NEXT] != FREE or (j >= 0 and after[j] == v):
                    tried[i] += 1
                    continue
                table[u, NEXT] = i
                after[i] = u
                if j >= 0 and u != v and after[j] == NONE:
                    depth += 1
                    waiting[depth] = j
                    choose(scene, j, swap, rng, memory, after)
                    pushed = True
                break
            if pushed:
                continue
            if tried[i] > last:
                table[v, NEXT] = i
                after[i] = v
                outcome = FAILED
                depth -= 1
                continue
        j = partner[i]
        if tried[i] == 0 and j != NONE and after[j] == NONE and table[v, NEXT] == FREE:  # pull it along
            table[v, NEXT] = j
            after[j] = v
        outcome = DONE
        depth -= 1
    return outcome == DONE


@kernel(counted=False)
def choose(scene: Scene, i: int, swap: int, rng: Rng, memory: Memory, after: NDArray[np.int32]) -> None:
    """Where an agent would go: the nearest to its target first, chance decides between equals, to stay comes last.

    Who has to swap goes the other way round: it pulls back.
    """
    lattice, choice, key = scene.lattice, memory.choice, memory.key
    v = np.int64(scene.cell[i])
    last = np.int64(lattice.degree[v])
    chance = next_word(rng)
    for k in range(last + 1):
        u, lot = v, np.int64(255)
        if k < last:
            u = np.int64(lattice.neighbours[v, k])
            lot = np.int64((chance >> np.uint64(8 * k)) & np.uint64(127))
        mine = np.int64(scene.far[scene.row[i], u]) << 8 | lot
        at = k
        while at > 0 and key[i, at - 1] > mine:
            key[i, at], choice[i, at] = key[i, at - 1], choice[i, at - 1]
            at -= 1
        key[i, at], choice[i, at] = mine, u
    memory.tried[i] = 0
    memory.partner[i] = swap_partner(scene, i, memory, after) if swap else NONE
    if memory.partner[i] != NONE:
        for k in range((last + 1) // 2):
            choice[i, k], choice[i, last - k] = choice[i, last - k], choice[i, k]
            key[i, k], key[i, last - k] = key[i, last - k], key[i, k]


@kernel(counted=False)
def swap_partner(scene: Scene, i: int, memory: Memory, after: NDArray[np.int32]) -> int:
    """With whom an agent has to change places, and can, by pulling back from where it wants to go; NONE."""
    lattice, far, row, cell, target = scene
    table = memory.table
    v, best = cell[i], memory.choice[i, 0]
    j = table[best, NOW]
    if (
        j >= 0
        and j != i
        and after[j] == NONE
        and must_swap(lattice, far, row[i], row[j], v, best, target, table)
        and can_swap(lattice, best, v, target, table)
    ):
        return j
    if best != v:  # one behind, who has to swap with it where it is going
        for k in range(lattice.degree[v]):
            u = lattice.neighbours[v, k]
            j = table[u, NOW]
            if (
                j >= 0
                and best != u
                and must_swap(lattice, far, row[j], row[i], v, best, target, table)
                and can_swap(lattice, best, v, target, table)
            ):
                return j
    return NONE


@kernel(counted=False)
def must_swap(
    lattice: Lattice, far: NDArray[Any], a: int, b: int, at: int, ahead: int, target: NDArray[np.int32], table: Table
) -> bool:
    """Whether a, which pushes from `at`, drives b before it down a corridor that both want through (rows of theirs)."""
    v, u = np.int64(at), np.int64(ahead)
    while far[a, u] < far[a, v]:
        ways, on = ways_on(lattice, u, v, target, table)
        if ways >= 2:
            return False
        if ways <= 0:
            break
        v, u = u, on
    return bool(far[b, v] < far[b, u] and (far[a, v] == 0 or far[a, u] < far[a, v]))


@kernel(counted=False)
def can_swap(lattice: Lattice, ahead: int, at: int, target: NDArray[np.int32], table: Table) -> bool:
    """Whether pulling back from `ahead` through `at` leads to a junction."""
    v, u = np.int64(ahead), np.int64(at)
    while True:
        ways, on = ways_on(lattice, u, v, target, table)
        if ways >= 2:
            return True
        if ways <= 0 or on == ahead:
            return False
        v, u = u, on


@kernel(counted=False)
def ways_on(lattice: Lattice, u: int, v: int, target: NDArray[np.int32], table: Table) -> tuple[int, int]:
    """How many ways lead on from u but the one back to v, and one of them; dead ends whose agent is home do not."""
    ways, on = np.int64(lattice.degree[u]), np.int64(NONE)
    for k in range(lattice.degree[u]):
        w = np.int64(lattice.neighbours[u, k])
        j = table[w, NOW]
        if w == v or (lattice.degree[w] == 1 and j >= 0 and target[j] == w):
            ways -= 1
        else:
            on = w
    return ways, on


@kernel
def leave_table(
    table: Table, order: NDArray[np.int32], cell: NDArray[np.int32], after: NDArray[np.int32], spans: NDArray[np.int32]
) -> None:
    """Forget who is where, and what is closed. Modified: table."""
    for q in range(order.shape[0]):
        i = order[q]
        table[cell[i], NOW] = FREE
        table[cell[i], NEXT] = FREE
        if after[i] != NONE:
            table[after[i], NEXT] = FREE
    for i in range(spans.shape[0]):
        table[spans[i, 0], NEXT] = FREE
