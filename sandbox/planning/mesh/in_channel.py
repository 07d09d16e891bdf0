"""What planners of channels give up, for the ledger: the way is not pulled tight, or another channel would be better.

the answer → the shortest way through the triangles it crosses → the shortest way there is
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.recording import NO_EVENTS
from sandbox.level.obstacles import UNITS
from sandbox.planning.mesh.disc_way import FAR, TRIES, Discs, tighten
from sandbox.planning.mesh.funnel import lay_portals, new_funnel, rounded, write_points
from sandbox.planning.worlds import Way, WorldStep

if TYPE_CHECKING:
    from sandbox.mesh.arrays import Mesh
    from sandbox.planning.mesh.planner import Ends, Found

FUNNEL = "The way is not pulled tight through the triangles it crosses."
CHANNEL = "It takes another channel of triangles than the shortest way does."


def steps(mesh: Mesh, discs: Discs, ends: Ends, found: Found) -> list[WorldStep]:
    """The steps of an answer; where both ends lie in one triangle there is no channel to speak of."""
    inside = [WorldStep("funnel", FUNNEL, tight_way(mesh, discs, ends, found))] if len(found.channel) else []
    return [*inside, WorldStep("channel", CHANNEL)]


def tight_way(mesh: Mesh, discs: Discs, ends: Ends, found: Found) -> Way:
    """The shortest way through a channel, in cells."""
    count = len(found.channel)
    funnel = new_funnel(count + 1 + TRIES)
    lay_portals(mesh.org, funnel, found.channel)
    elements, length, _ = tighten(mesh, discs, funnel, count, ends.xy, ends.start, ends.radius, NO_EVENTS)
    if length >= FAR or length > found.length:
        return Way(found.length / UNITS, found.points / UNITS)
    if ends.radius > 0:
        return Way(length / UNITS, rounded(funnel, elements, ends.radius)[0] / UNITS)
    points = np.zeros((elements, 2))
    return Way(length / UNITS, points[: write_points(funnel, elements, points)] / UNITS)
