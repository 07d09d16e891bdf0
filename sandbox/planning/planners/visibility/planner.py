"""The visibility graph as a planner: see `search` for the algorithm and its paper, `sight` for its edges."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, NONE, Recording, record_event
from sandbox.layers import Layer, Points, Role, Segments
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import TRIANGLES
from sandbox.planning.api import Limits, Promises, new_stop, planners
from sandbox.planning.batch import FOUND, OUT_OF_ROOM
from sandbox.planning.limits import expansions
from sandbox.planning.mesh.funnel import length_of, without_repeats
from sandbox.planning.mesh.graph import corners_of
from sandbox.planning.mesh.layers import VERTICES, bends_layer
from sandbox.planning.mesh.planner import SHORTEST, Ends, Found, MeshPrepared
from sandbox.planning.planners.visibility import search as text
from sandbox.planning.prepared import NO_POINTS, PlannerBase
from sandbox.registry import Help

FIRST_ROOM = 1 << 14  # edges, from both ends
MOST_SHOWN = 20_000  # edges in a layer
search_recorded = specialise(text.search_corners, record=record_event)


class VisibilityPrepared(MeshPrepared):
    """The visibility graph of one level."""

    all_sides = True
    room = FIRST_ROOM

    @property
    def keep(self) -> bool:
        """Whether edges are found beforehand."""
        return bool(self.planner.edges == "kept")

    def build_tables(self) -> None:
        """Find the corners; if the edges are kept, find them too."""
        self.corners = corners_of(self.mesh)
        self._make_room(self.room)
        stop = new_stop()
        while self.keep and text.find_all(self.mesh, self.work, stop) == OUT_OF_ROOM:
            self._make_room(2 * self.room)

    def _make_room(self, room: int) -> None:
        self.room = room
        self.work = text.new_work(text.new_graph(self.corners, room), int(self.mesh.counts[TRIANGLES]))

    def solve(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """Search until no open corner can lead to a shorter way."""
        began = time.perf_counter_ns()
        if recording is not None:
            recording.level(VERTICES)
        code, length = self._run(ends, limits, recording)
        points = NO_POINTS
        if code == FOUND:
            count = text.trace_corners(self.mesh, self.work, ends.xy)
            points = without_repeats(self.work.points[:count][::-1])
        expanded, generated = self.work.counts[[text.EXPANDED, text.GENERATED]].tolist()
        return Found(
            code, points, length_of(points), length, proven=code == FOUND, expanded=expanded, generated=generated,
            stage_ns=(("search", time.perf_counter_ns() - began),),
        )  # fmt: skip

    def _run(self, ends: Ends, limits: Limits, recording: Recording | None) -> tuple[int, float]:
        """Search, with twice the room as often as it takes; what was seen on the way is kept only on request."""
        search = text.search_corners if recording is None else search_recorded
        events = NO_EVENTS if recording is None else recording.events
        before = int(events.happened[0])
        around, many = self.seated()  # on all sides of the ends at once
        while True:
            if not self.keep:
                self._forget()
            code, length = search(self.mesh, self.work, ends.xy, around, many, expansions(limits), limits.stop, events)
            if code != OUT_OF_ROOM:
                return int(code), float(length)
            events.happened[0] = before
            self._make_room(2 * self.room)

    def _forget(self) -> None:
        self.work.graph.many[:] = NONE
        self.work.counts[text.POOL] = self.work.counts[text.KNOWN] = 0

    def layers(self) -> Sequence[Layer]:
        """The mesh, its corners, and the edges between those whose view is known."""
        return [*super().layers(), self._corner_layer(), self._edge_layer()]

    def shown(self, found: Found) -> Sequence[Layer]:
        """Where the way turns, and every edge the search looked at."""
        return [bends_layer(found.points, self.level_mesh.edit), self._edge_layer()]

    def _corner_layer(self) -> Points:
        corners = np.flatnonzero(self.corners.seat != NONE)
        return Points(
            name="corners", legend=f"{len(corners):,} corners a shortest path may turn at", group="Visibility",
            role=Role.ENTRANCE, xy=self.mesh.xy[corners] / UNITS, version=self.level_mesh.edit, visible=False,
        )  # fmt: skip

    def _edge_layer(self) -> Segments:
        pairs = self.known_edges()
        count, pairs = len(pairs), pairs[:MOST_SHOWN]
        some = "" if count == len(pairs) else f", {len(pairs):,} of them shown"
        return Segments(
            name="visibility edges", legend=f"{count:,} pairs of corners that see each other{some}", group="Visibility",
            role=Role.ABSTRACTION, ends=self.mesh.xy[pairs].reshape(-1, 2, 2) / UNITS, version=self.level_mesh.edit,
            width=0.5, visible=False,
        )  # fmt: skip

    def known_edges(self) -> NDArray[np.int32]:
        """Pairs of corners known to see each other, each once: rows of two vertices."""
        graph = self.work.graph
        known = np.flatnonzero(graph.many > 0)
        many = graph.many[known]
        offsets = np.arange(int(many.sum())) - np.repeat(np.cumsum(many) - many, many)
        pairs = np.column_stack((np.repeat(known, many), graph.near[np.repeat(graph.first[known], many) + offsets]))
        pairs = pairs[pairs[:, 0] != pairs[:, 1]]
        return np.unique(np.sort(pairs, axis=1), axis=0).astype(np.int32)


@planners.register("visibility", title="Visibility graph", paper="Lozano-Pérez, Wesley, CACM 1979", order=205)
@dataclass(frozen=True, slots=True)
class VisibilityGraph(PlannerBase):
    """A* over corners that see each other: the plainest way to the shortest path, and a lot of looking."""

    edges: Annotated[
        Literal["on demand", "kept"],
        Help("look around when the search comes to a corner, or once from all, beforehand"),
    ] = "on demand"
    promises: ClassVar[Promises] = SHORTEST
    prepared: ClassVar = VisibilityPrepared
