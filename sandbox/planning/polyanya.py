"""The optimal planner of the mesh world: see `polyanya_search` for the algorithm and its paper."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, NONE, record_event
from sandbox.planning import polyanya_search as text
from sandbox.planning.api import planners
from sandbox.planning.batch import FOUND, OUT_OF_ROOM
from sandbox.planning.funnel import length_of, without_repeats
from sandbox.planning.grid_run import expansions
from sandbox.planning.mesh_graph import corners_of
from sandbox.planning.mesh_layers import bends_layer
from sandbox.planning.mesh_planner import Ends, Found, MeshPrepared, straight_on

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.kernels.recording import Recording
    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.planning.api import Limits

FIRST_ROOM = 4096  # nodes
search_recorded = specialise(text.polyanya, record=record_event)


class PolyanyaPrepared(MeshPrepared):
    """Polyanya on one level."""

    room = FIRST_ROOM

    def equip(self) -> None:
        """Find the corners, and make memory for the mesh as it is now."""
        self.work = text.new_work(corners_of(self.mesh), self.room)

    def solve(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """Search until the goal's triangle is reached."""
        if ends.start == ends.goal:
            return straight_on(ends)
        began = time.perf_counter_ns()
        code = self._run(ends, limits, recording)
        spent = time.perf_counter_ns() - began
        expanded, nodes = self.work.counts[[text.EXPANDED, text.NODES]].tolist()
        effort = {"expanded": expanded, "generated": nodes, "stage_ns": (("search", spent),)}
        if code != FOUND:
            return Found(code, bound=float(self.work.least[0]), **effort)
        points, channel = self._way(ends)
        length = length_of(points)
        return Found(code, points, length, length, proven=True, channel=channel, **effort)

    def _run(self, ends: Ends, limits: Limits, recording: Recording | None) -> int:
        """Search, with twice the room as often as it takes."""
        search = text.polyanya if recording is None else search_recorded
        events = NO_EVENTS if recording is None else recording.events
        before = int(events.happened[0])
        triangles = ends.start, ends.goal
        while True:
            code = int(search(self.mesh, self.work, ends.xy, triangles, expansions(limits), limits.stop, events))
            if code != OUT_OF_ROOM:
                return code
            events.happened[0] = before
            self.room *= 2
            self.work = text.new_work(self.work.corner, self.room)

    def _way(self, ends: Ends) -> tuple[NDArray[np.float64], NDArray[np.int64]]:
        """The points from start to goal, and the half-edges by which the triangles between are entered."""
        work, last = self.work, int(self.work.counts[text.LAST])
        roots: list[int] = []
        entries: list[int] = []
        node = last
        while node != NONE:
            root = int(work.root[node])
            if root != NONE and (not roots or roots[-1] != root):
                roots.append(root)
            entries.append(int(work.entry[node]))
            node = int(work.parent[node])
        corners = self.mesh.xy[roots[::-1]].astype(np.float64)
        start, goal = ends.xy[:2], ends.xy[2:]
        root_at = corners[-1] if len(corners) else start
        points = np.concatenate((start[None], corners.reshape(-1, 2), self._bend(last, root_at, goal), goal[None]))
        return without_repeats(points), np.array(entries[::-1], np.int64)

    def _bend(self, node: int, root: NDArray[np.float64], goal: NDArray[np.float64]) -> NDArray[np.float64]:
        """The end of the last interval around which the way leads, if it does."""
        left, right = self.work.span[node, :2], self.work.span[node, 2:]
        if (root == left).all() or (root == right).all():
            return np.zeros((0, 2))
        if _side(root, left, goal) > 0:
            return left[None].copy()
        return right[None].copy() if _side(root, right, goal) < 0 else np.zeros((0, 2))

    def shown(self, found: Found) -> Sequence[Layer]:
        """The triangles crossed, and where the way turns."""
        return [*super().shown(found), bends_layer(found.points, self.level_mesh.edit)]


def _side(a: NDArray[np.float64], b: NDArray[np.float64], c: NDArray[np.float64]) -> float:
    """Positive if c lies to the left of the line from a to b."""
    (ux, uy), (vx, vy) = (b - a).tolist(), (c - a).tolist()
    return float(ux * vy - uy * vx)


@planners.register(
    "polyanya",
    title="Polyanya",
    paper="Cui, Harabor, Grastien, IJCAI 2017",
    world="mesh",
    optimal=True,
    any_angle=True,
    weighted=False,
    radius=False,
    order=210,
)
@dataclass(frozen=True, slots=True)
class Polyanya:
    """Sends cones of sight across the mesh: the shortest path there is, without a detour over a graph."""

    def prepare(self, level: Level) -> PolyanyaPrepared:
        """Make ready for a level."""
        return PolyanyaPrepared(level)
