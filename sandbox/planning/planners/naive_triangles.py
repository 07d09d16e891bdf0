"""From edge to edge: what one would write first for a triangulated map, kept to show why it goes wrong.

Departs from TA* in: the way leads through the middles of the edges it crosses, and no triangle is looked at
twice. It zigzags where triangles are long, and misses short ways that meet a triangle by another edge.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandbox.planning.api import planners
from sandbox.planning.mesh.channel_planner import ChannelPlanner
from sandbox.planning.mesh.channel_search import NAIVE


@planners.register("naive-triangles", title="Naive triangles", paper="", order=200)
@dataclass(frozen=True, slots=True)
class NaiveTriangles(ChannelPlanner):
    """A* from the middle of one triangle edge to the next: plausible, and visibly too long."""

    measure: ClassVar[int] = NAIVE
