"""The optimal planner of the mesh world: see `search` for the algorithm and its paper."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, Recording, record_event
from sandbox.layers import Layer
from sandbox.mesh.arrays import TRIANGLES
from sandbox.planning.api import Limits, Promises, planners
from sandbox.planning.batch import FOUND, OUT_OF_ROOM
from sandbox.planning.limits import expansions
from sandbox.planning.mesh.layers import bends_layer, face_layer
from sandbox.planning.mesh.planner import SHORTEST, Ends, Found, MeshPrepared, straight_on
from sandbox.planning.planners.polyanya import memory
from sandbox.planning.planners.polyanya import search as text
from sandbox.planning.planners.polyanya.memory import Ground, fits, new_ground, new_work, repair
from sandbox.planning.prepared import PlannerBase

FIRST_ROOM = 4096  # nodes
search_recorded = specialise(text.polyanya, record=record_event)


class PolyanyaPrepared(MeshPrepared):
    """Polyanya on one level."""

    room = FIRST_ROOM
    known: Ground | None = None

    def build_tables(self) -> None:
        """Let corners, faces and memory follow the mesh."""
        if self.known is None or not fits(self.known, self.mesh):
            self.known = new_ground(self.mesh)
            self.work = new_work(self.known.mesh, self.room)
        repair(self.known, self.mesh, self.level_mesh.ways_out)
        self.ground = self.known.mesh
        self.face = self.ground.face[: int(self.mesh.counts[TRIANGLES])]

    def solve(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """Search until the goal's triangle is reached."""
        if self.ground.face[ends.start] == self.ground.face[ends.goal]:
            return straight_on(ends)
        began = time.perf_counter_ns()
        code = self._run(ends, limits, recording)
        counts, bounds = self.work.counts.tolist(), self.work.bounds.tolist()
        expanded, nodes = counts[memory.EXPANDED], counts[memory.NODES]
        if code != FOUND:
            stages = (("search", time.perf_counter_ns() - began),)
            return Found(code, bound=bounds[memory.LEAST], expanded=expanded, generated=nodes, stage_ns=stages)
        points = self.work.points[: counts[memory.POINTS]][::-1].copy()
        channel = self.work.entries[: counts[memory.CROSSED]][::-1].copy()
        stages = (("search", time.perf_counter_ns() - began),)
        return Found(
            code, points, bounds[memory.LENGTH], bounds[memory.LENGTH], True, expanded, nodes, 0, stages, channel
        )

    def _run(self, ends: Ends, limits: Limits, recording: Recording | None) -> int:
        """Search, with twice the room as often as it takes."""
        search = text.polyanya if recording is None else search_recorded
        events = NO_EVENTS if recording is None else recording.events
        before = int(events.happened[0])
        triangles, budget = (ends.start, ends.goal), expansions(limits)
        while True:
            code: int = search(self.ground, self.work, ends.xy, triangles, budget, limits.stop, events)
            if code != OUT_OF_ROOM:
                return code
            events.happened[0] = before
            self.room *= 2
            self.work = new_work(self.ground, self.room)

    def layers(self) -> Sequence[Layer]:
        """The mesh, and the faces its triangles are put together to."""
        return [*super().layers(), face_layer(self.mesh, self.ground.edge[:, memory.AFTER], self.level_mesh.edit)]

    def shown(self, found: Found) -> Sequence[Layer]:
        """The faces crossed, and where the way turns."""
        return [*super().shown(found), bends_layer(found.points, self.level_mesh.edit)]


@planners.register("polyanya", title="Polyanya", paper="Cui, Harabor, Grastien, IJCAI 2017", order=210)
@dataclass(frozen=True, slots=True)
class Polyanya(PlannerBase):
    """Sends cones of sight across the mesh: the shortest path there is. Slow among thousands of scattered walls."""

    promises: ClassVar[Promises] = SHORTEST
    prepared: ClassVar = PolyanyaPrepared
