"""TRA*: TA* on the mesh reduced to its decisions. See `search` for the algorithm and its paper."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import EXPAND, INCUMBENT, NO_EVENTS, Recording, record_event
from sandbox.layers import Layer
from sandbox.level.model import Level
from sandbox.mesh.arrays import TRIANGLES
from sandbox.mesh.arrays import VERTICES as VERTEX_IDS
from sandbox.mesh.reduction import chokes_of, peeling
from sandbox.mesh.reduction_layers import reduction_layers
from sandbox.mesh.widths import ROUNDED
from sandbox.planning.api import Limits, Planner, Promises, planners
from sandbox.planning.batch import FOUND, OUT_OF_BUDGET, OUT_OF_ROOM
from sandbox.planning.limits import expansions
from sandbox.planning.mesh.channel_planner import record_funnel
from sandbox.planning.mesh.disc_way import FAR, TRIES, open_ends, tighten
from sandbox.planning.mesh.funnel import lay_portals, new_funnel, rounded
from sandbox.planning.mesh.planner import ANY_ANGLE, Effort, Ends, Found, MeshPrepared, straight_on
from sandbox.planning.planners.tra import memory
from sandbox.planning.planners.tra import search as text
from sandbox.planning.planners.tra.memory import Ways, new_work, ways_of, with_room
from sandbox.planning.prepared import NO_POINTS, PlannerBase

LEAST_ROOM = 512  # nodes
MOST_FAILURES = 100  # channels that are too narrow after all, before a disc's search is given up
NO_ENTRIES = np.zeros(0, np.int32)
search_recorded = specialise(text.search_decisions, record=record_event)


class ReducedPrepared(MeshPrepared):
    """TRA* on one level."""

    def __init__(self, level: Level, planner: Planner) -> None:
        self.room, self.work = 0, new_work(0, 0, 1)
        super().__init__(level, planner)

    def build_tables(self) -> None:
        """Reduce the mesh as it is now, and make memory for a search."""
        mesh = self.mesh
        self.reduction = r = self.level_mesh.reduction
        self.ways = ways_of(mesh, r)
        nodes, (vertices, triangles) = max(LEAST_ROOM, 4 * r.decisions), mesh.counts[[VERTEX_IDS, TRIANGLES]]
        if self.room < nodes or len(self.work.known) < vertices or len(self.work.descent) <= triangles:
            self._make_room(nodes)

    def _make_room(self, nodes: int) -> None:
        """Memory for so many nodes, and for a mesh a little larger than it is now."""
        vertices, triangles = (int(self.mesh.counts[name]) * 9 // 8 for name in (VERTEX_IDS, TRIANGLES))
        self.room = nodes
        self.tight = new_funnel(3 * triangles + TRIES)
        self.work = new_work(vertices, triangles, nodes)

    def solve(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """Search over decisions, with twice the room as often as it takes."""
        if ends.start == ends.goal and ends.radius == 0:
            return straight_on(ends)
        if recording is not None:
            peeling(self.mesh, self.reduction, recording)
            recording.stage("search")
        search = Search(self, ends, limits, recording)
        while (found := search.disc() if ends.radius > 0 else search.point()) is None:
            self._make_room(2 * self.room)
        return found

    def measured(self) -> Ways:
        """The ways with their widths, found out when a disc is first asked for."""
        if not len(self.ways.room):
            widths = self.level_mesh.widths
            self.ways = with_room(self.ways, widths, chokes_of(self.mesh, self.reduction, widths))
        return self.ways

    def layers(self) -> Sequence[Layer]:
        """The mesh, and what it reduces to."""
        return [*super().layers(), *reduction_layers(self.level_mesh, self.reduction)]


class Search:
    """One query."""

    def __init__(self, prepared: ReducedPrepared, ends: Ends, limits: Limits, recording: Recording | None) -> None:
        self.prepared, self.ends, self.limits, self.recording = prepared, ends, limits, recording
        self.began = time.perf_counter_ns()
        self.events = NO_EVENTS if recording is None else recording.events
        self.before = int(self.events.happened[0])

    def _run(self, rule: memory.Rule, phase: int) -> int:
        search = text.search_decisions if self.recording is None else search_recorded
        if phase == text.BEGIN:
            self.events.happened[0] = self.before
        p = self.prepared
        return int(search(p.ways, p.work, rule, self.ends.xy, phase, self.limits.stop, self.events))

    def _rule(self, leaving: int = 7, arriving: int = 7) -> memory.Rule:
        ends, budget = self.ends, expansions(self.limits)
        effort = self.prepared.planner.effort
        return memory.Rule(ends.start, ends.goal, effort, budget, 2 * ends.radius * ROUNDED, leaving, arriving)

    def point(self) -> Found | None:
        """The way of a point; None without room."""
        code = self._run(self._rule(), text.BEGIN)
        if code != FOUND:
            return None if code == OUT_OF_ROOM else self._found(code, NO_POINTS, math.inf)
        work = self.prepared.work
        if self.recording is not None:
            lay_portals(self.prepared.mesh.org, self.prepared.tight, self._channel())
            self._show_funnel(int(work.counts[memory.LENGTH]))
        points = work.funnel.spot[work.funnel.way[: work.counts[memory.POINTS]]]
        return self._found(code, points, float(work.bounds[memory.BEST]), self._channel())

    def _channel(self) -> NDArray[np.int32]:
        """The channel laid out last."""
        work = self.prepared.work
        return work.channel[: work.counts[memory.LENGTH]]

    def _found(
        self, code: int, points: NDArray[np.float64], length: float, channel: NDArray[np.int32] = NO_ENTRIES,
        arcs: NDArray[np.float64] | None = None, *, certain: bool = True,
    ) -> Found:  # fmt: skip
        """What the search that just ended says."""
        counts, bounds = self.prepared.work.counts.tolist(), self.prepared.work.bounds
        proven = certain and code == FOUND and bool(counts[memory.EXHAUSTED])
        stages = (("search", time.perf_counter_ns() - self.began),)
        return Found(
            code, points, length, length if proven else float(bounds[memory.OPEN]), proven, counts[memory.EXPANDED],
            counts[memory.GENERATED], counts[memory.FIRST_NS], stages, channel.copy(), arcs,
        )  # fmt: skip

    def _show_funnel(self, rows: int) -> None:
        """Record how the string is pulled tight through so many rows of the funnel."""
        if self.recording is not None:
            record_funnel(self.prepared.mesh, self.prepared.tight, rows, self.ends, self.recording)

    # Discs.

    def disc(self) -> Found | None:
        """The way of a disc; None without room."""
        self.prepared.measured()
        p, ends = self.prepared, self.ends
        work = p.work
        leaving, arriving, near = open_ends(p.mesh, p.disc_memory, ends.xy, ends.start, ends.goal, ends.radius)
        if near and (found := self._stay_inside()):
            return found
        rule = self._rule(leaving, arriving)
        best, failed = NO_ENTRIES, 0
        for phase in (text.BEGIN, text.IMPROVE):
            code = self._run(rule, phase)
            while code == text.TO_MEASURE:
                length = self._through(self._channel())[1]
                failed += length >= FAR
                if length < work.bounds[memory.BEST]:
                    work.bounds[memory.BEST] = length
                    best = self._channel().copy()
                    self._note(length)
                    if phase == text.BEGIN:
                        break
                if not len(best) and failed == MOST_FAILURES:
                    return self._found(OUT_OF_BUDGET, NO_POINTS, math.inf)
                code = self._run(rule, text.RESUME)
            if code == OUT_OF_ROOM:
                return None
            if (not len(best) and not failed) or (len(best) and rule.effort == 0):
                break
        return self._rounded(best, certain=not failed) if len(best) else self._found(code, NO_POINTS, math.inf)

    def _note(self, length: float) -> None:
        """A channel was measured that is better than those before."""
        counts = self.prepared.work.counts
        counts[memory.FIRST_NS] = counts[memory.FIRST_NS] or time.perf_counter_ns() - self.began
        if self.recording is not None:
            self.recording.add(INCUMBENT, self.ends.goal, g=length, f=length)

    def _through(self, channel: NDArray[np.int32]) -> tuple[int, float, int]:
        """Pull the string tight through a channel: how many elements the way has, its length, the funnel's rows."""
        p, ends = self.prepared, self.ends
        lay_portals(p.mesh.org, p.tight, channel)
        count, length, rows = tighten(
            p.mesh, p.disc_memory, p.tight, len(channel), ends.xy, ends.start, ends.radius, NO_EVENTS
        )
        return int(count), float(length), int(rows)

    def _stay_inside(self) -> Found | None:
        """The way from one end to the other in one triangle, if there is one."""
        work = self.prepared.work
        count, length, _ = self._through(NO_ENTRIES)
        if length >= FAR:
            return None
        work.counts[memory.EXPANDED :] = 0
        work.counts[memory.EXPANDED] = 1
        work.counts[memory.EXHAUSTED] = count == 2  # straight on
        work.bounds[memory.OPEN] = self.ends.straight
        if self.recording is not None:
            self.recording.add(EXPAND, self.ends.start)
        return self._rounded(NO_ENTRIES)

    def _rounded(self, channel: NDArray[np.int32], *, certain: bool = True) -> Found:
        """The best way, with its arcs."""
        count, length, rows = self._through(channel)
        self._show_funnel(rows)
        points, arcs = rounded(self.prepared.tight, count, self.ends.radius)
        return self._found(FOUND, points, length, channel, arcs, certain=certain)


@planners.register("tra", title="TRA*", paper="Demyen, Buro, AAAI 2006", order=225)
@dataclass(frozen=True, slots=True)
class TriangulationReductionAStar(PlannerBase):
    """TA* on junctions only: corridors are crossed in one step, and few ways need to be looked at."""

    effort: Effort = 2000
    promises: ClassVar[Promises] = ANY_ANGLE
    prepared: ClassVar = ReducedPrepared
