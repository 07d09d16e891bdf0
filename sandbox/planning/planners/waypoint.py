"""Way-points: the free space cut into triangles, a node on every edge between two of them, and A* on that graph.

What many games do: Snook, "Simplified 3D Movement and Pathfinding Using Navigation Meshes", Game Programming
Gems, 2000. The shortest way from node to node decides which triangles are crossed; then the string is pulled
through them (Lee and Preparata, Networks 1984). Departs from it in: the graph is not stored, the mesh is the
graph; triangles are no nodes of their own, since inside one every two middles of its edges see each other.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sandbox.layers import Layer, Points, Role
from sandbox.mesh.layers import ends, once
from sandbox.planning.api import planners
from sandbox.planning.mesh.channel_planner import ChannelPlanner, ChannelPrepared
from sandbox.planning.mesh.channel_search import WAYPOINTS


class WaypointPrepared(ChannelPrepared):
    """The graph of way-points on one level."""

    def layers(self) -> Sequence[Layer]:
        """The mesh, and its way-points."""
        mesh = self.mesh
        edges = once(mesh)
        portals = edges[(mesh.con[edges] == 0) & (mesh.depth[edges // 3] == 0)]
        nodes = Points(
            name="way-points", legend=f"{len(portals):,} way-points", group="Way-points", role=Role.ENTRANCE,
            xy=ends(mesh, portals).mean(axis=1), version=self.level_mesh.edit,
        )  # fmt: skip
        return [*super().layers(), nodes]


@planners.register("waypoint", title="Way-points", paper="Snook, Game Programming Gems 2000", order=230)
@dataclass(frozen=True, slots=True)
class Waypoints(ChannelPlanner):
    """A* from middle to middle of the triangles' edges, then pulled tight: simple, and rarely far off."""

    prepared: ClassVar[type[ChannelPrepared]] = WaypointPrepared
    measure: ClassVar[int] = WAYPOINTS
