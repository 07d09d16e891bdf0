"""What TRA* asks when a disc travels: how it leaves its ends, and how long its way through a channel is."""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import Events
from sandbox.mesh.arrays import Int32s, Mesh, following
from sandbox.mesh.widths import exits, together
from sandbox.planning.disc_way import Discs, tighten
from sandbox.planning.funnel import Floats, Funnel


@kernel
def open_ends(mesh: Mesh, ends: Floats, start: int, goal: int, diameter: float, stack: Int32s) -> tuple[int, int, bool]:
    """The edges by which a disc leaves the start's triangle, and the goal's (bits 0, 1, 2); whether it need not."""
    doors = exits(mesh, start, ends[0], ends[1], diameter, stack)
    gates = exits(mesh, goal, ends[2], ends[3], diameter, stack)
    near = start == goal and together(mesh, start, ends[0], ends[1], ends[2], ends[3], diameter, stack)
    return doors, gates, near


@kernel
def through(
    mesh: Mesh, discs: Discs, funnel: Funnel, channel: NDArray[np.int32], ends: Floats, start: int, radius: float,
    events: Events,
) -> tuple[int, float, int]:  # fmt: skip
    """Pull the string tight through a channel: how many elements the way has, its length, the funnel's rows."""
    for i in range(channel.shape[0]):
        funnel.portals[i, 0] = mesh.org[channel[i]]
        funnel.portals[i, 1] = mesh.org[following(channel[i])]
    return tighten(mesh, discs, funnel, channel.shape[0], ends, start, radius, events)
