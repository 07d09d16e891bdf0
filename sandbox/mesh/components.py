"""Which free triangles hang together: a number for each connected part of the free space."""

from __future__ import annotations

import numpy as np

from sandbox.kernels.jit import kernel
from sandbox.mesh.arrays import NONE, TRIANGLES, Int32s, Mesh


@kernel(counted=False)
def flood_components(mesh: Mesh, component: Int32s, stack: Int32s) -> int:
    """Number the parts of the free space from 0 on; NONE for blocked and dead triangles. How many parts."""
    triangles = mesh.counts[TRIANGLES]
    for t in range(triangles):
        component[t] = NONE
    parts = 0
    for root in range(triangles):
        if mesh.org[3 * root] == NONE or mesh.depth[root] != 0 or component[root] != NONE:
            continue
        component[root] = parts
        stack[0] = root
        n = 1
        while n > 0:
            n -= 1
            t = stack[n]
            for h in range(3 * t, 3 * t + 3):
                g = mesh.twin[h] // 3
                if mesh.con[h] == 0 and component[g] == NONE:
                    component[g] = parts
                    stack[n] = g
                    n += 1
        parts += 1
    return parts


def components_of(mesh: Mesh) -> tuple[Int32s, int]:
    """The component of every triangle, and how many there are."""
    component = np.empty(int(mesh.counts[TRIANGLES]), np.int32)
    return component, int(flood_components(mesh, component, np.empty(len(component) + 1, np.int32)))
