"""PRA*'s path of cells, put together leg by leg; loops are cut out at the end."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np

from sandbox.kernels.jit import kernel
from sandbox.planning.grid.graph import DIAGONAL, STRAIGHT, Space
from sandbox.planning.planners.pra.memory import Work


@kernel(counted=False)
def append_leg(work: Work) -> None:
    """Add a leg to the path; it begins where the path ends. Modifies `work`."""
    n = work.length[0]
    if n + work.leg_length[0] > work.path.shape[0]:
        n = cut_loops(work)
    last = work.leg_length[0] - 1
    for i in range(0 if n == 0 else 1, last + 1):
        work.path[n] = work.leg[last - i]  # it was traced from its end
        n += 1
    work.length[0] = n


@kernel(counted=False)
def cut_loops(work: Work) -> int:
    """Leave out what lies between two visits of a cell; return the new length. Modifies `work`."""
    path, latest, n = work.path, work.latest, work.length[0]
    for i in range(n):
        latest[path[i]] = i
    i = m = 0
    while i < n:
        u = path[i]
        path[m] = u
        m += 1
        i = np.int64(latest[u]) + 1
    work.length[0] = m
    return m


@kernel(counted=False)
def without_loops(space: Space, work: Work, weighted: int) -> int:
    """The cost of the path once its loops are cut out. Modifies `work`."""
    S, path = space.stride, work.path
    n = cut_loops(work)
    cost = 0
    for i in range(1, n):
        u, v = np.int64(path[i - 1]), np.int64(path[i])
        step = STRAIGHT if abs(v - u) == 1 or abs(v - u) == S else DIAGONAL
        if weighted:
            step *= np.int64(space.cost8[u]) + np.int64(space.cost8[v])
        cost += step
    return cost
