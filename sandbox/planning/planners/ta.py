"""TA*: first a channel of triangles, then the shortest way through it. See `channel_search` for the algorithm."""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.planning.api import planners
from sandbox.planning.mesh.channel_planner import ChannelPlanner
from sandbox.planning.mesh.planner import Effort


@planners.register("ta", title="TA*", paper="Demyen, Buro, AAAI 2006", order=220)
@dataclass(frozen=True, slots=True)
class TriangulationAStar(ChannelPlanner):
    """A* over triangles with a funnel at the end: a good path at once, then better ones until none can be."""

    effort: Effort = 2000
