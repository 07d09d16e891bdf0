"""Which free triangles hang together: a number for each connected part of the free space."""

from __future__ import annotations

from typing import Final

import numpy as np

from sandbox.kernels.arrays import Int32s
from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, TRIANGLES, Mesh

UNKNOWN: Final = -2


@kernel(counted=False)
def flood_components(twin: Int32s, con: Int32s, component: Int32s, stack: Int32s) -> int:
    """Number the parts of the free space, where all triangles are UNKNOWN as yet, from 0 on. How many parts."""
    parts = 0
    for root in range(component.size):
        if component[root] != UNKNOWN:
            continue
        component[root] = parts
        stack[0] = root
        n = 1
        while n > 0:
            n -= 1
            t = stack[n]
            for h in range(3 * t, 3 * t + 3):
                g = twin[h] // 3
                if con[h] == 0 and component[g] == UNKNOWN:
                    component[g] = parts
                    stack[n] = g
                    n += 1
        parts += 1
    return parts


def components_of(mesh: Mesh) -> tuple[Int32s, int]:
    """The component of every triangle, NONE for blocked and dead ones, and how many there are."""
    count = int(mesh.counts[TRIANGLES])
    free = (mesh.org[: 3 * count : 3] != NONE) & (mesh.depth[:count] == 0)
    component = np.where(free, UNKNOWN, NONE).astype(np.int32)
    return component, int(flood_components(mesh.twin, mesh.con, component, np.empty(count + 1, np.int32)))
