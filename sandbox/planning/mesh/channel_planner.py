"""Planners that search for a channel of triangles: memory, the run, and the way through the channel."""

from __future__ import annotations

import math
import time
from typing import ClassVar, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, Recording, record_event
from sandbox.level.model import Level
from sandbox.mesh.arrays import Mesh
from sandbox.planning.api import Limits, Promises
from sandbox.planning.batch import FOUND, NO_PATH
from sandbox.planning.limits import expansions
from sandbox.planning.mesh import channel_search as text
from sandbox.planning.mesh.disc_way import FAR, open_ends, tighten
from sandbox.planning.mesh.funnel import Funnel, lay_portals, length_of, pull, rounded, without_repeats
from sandbox.planning.mesh.graph import walls_of
from sandbox.planning.mesh.layers import VERTICES
from sandbox.planning.mesh.planner import ANY_ANGLE, Ends, Found, MeshPrepared, straight_on
from sandbox.planning.prepared import NO_POINTS, PlannerBase


class Way(NamedTuple):
    """A way from start to goal, in grid units."""

    points: NDArray[np.float64]
    length: float
    arcs: NDArray[np.float64] | None = None


NO_WAY = Way(NO_POINTS, math.inf)
search_recorded = specialise(text.search_channels, record=record_event)
pull_recorded = specialise(pull, record_step=record_event)


def record_funnel(mesh: Mesh, funnel: Funnel, rows: int, ends: Ends, recording: Recording) -> None:
    """Record how the string is pulled tight through so many rows of a funnel, as a stage of its own."""
    recording.stage("funnel")
    recording.level(VERTICES)
    pull_recorded(mesh.xy, funnel, rows, ends.xy, ends.radius, recording.events)


class ChannelPrepared(MeshPrepared):
    """TA*, the naive search or the graph of way-points, on one level.

    For a disc also the naive way is pulled tight: middles of edges keep no distance from walls.
    """

    first_ns = 0
    rows = 0  # of the funnel: portals of the channel measured last, and corners a disc must keep away from

    def __init__(self, level: Level, planner: ChannelPlanner) -> None:
        self.measure = planner.measure
        self.effort = planner.effort
        super().__init__(level, planner)

    def build_tables(self) -> None:
        """Memory for the mesh as it is now."""
        self.walls = walls_of(self.mesh)
        self.work = text.new_work(self.level_mesh.ways_out, self.effort)

    def solve(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """Find channels, and go the best of them."""
        if ends.start == ends.goal and ends.radius == 0:
            return straight_on(ends)
        began = time.perf_counter_ns()
        rule = text.Rule(self.measure, self.effort, expansions(limits))
        if ends.radius > 0:
            leaving, arriving, near = self._open_ends(ends)
            if near and (straight := self._measured(0, ends)) < FAR:
                return self._beside(ends, straight)
            rule = rule._replace(radius=ends.radius, leaving=leaving, arriving=arriving)
        self.first_ns = 0
        code = self._search(rule, ends, limits, recording)
        searched = time.perf_counter_ns()
        counts, bounds = self.work.counts.tolist(), self.work.bounds.tolist()
        channel = self.work.channel[: counts[text.LENGTH] if code == FOUND else 0].copy()
        way = self._way(ends, channel, recording) if code == FOUND else NO_WAY
        stages = (("search", searched - began), ("funnel", time.perf_counter_ns() - searched))
        proven = code == FOUND and self.measure == text.GEODESIC and bool(counts[text.EXHAUSTED])
        below = bounds[text.OPEN] if self.measure == text.GEODESIC else 0.0
        return Found(
            code, way.points, way.length, way.length if proven else below, proven, counts[text.EXPANDED],
            counts[text.GENERATED], self.first_ns, stages, channel, way.arcs,
        )  # fmt: skip

    def _search(self, rule: text.Rule, ends: Ends, limits: Limits, recording: Recording | None) -> int:
        """Search for the first path; then for better ones, or for any if a disc found none that is wide enough."""
        began = time.perf_counter_ns()
        code = self._run(rule, ends, limits, recording)
        self.first_ns = time.perf_counter_ns() - began
        self.work.bounds[text.OPEN] = 0.0  # a triangle was entered once only: nothing follows from what was left
        too_narrow = code == NO_PATH and bool(self.work.counts[text.CHANNELS])
        if too_narrow or (code == FOUND and rule.effort > 0):
            code = self._run(rule._replace(again=1), ends, limits, recording)
            code = FOUND if self.work.bounds[text.BEST] < FAR else code
        if code == FOUND and ends.radius > 0 and not self.work.counts[text.HELD]:
            self._measured(self._lay_out(), ends)
        return code

    def _run(self, rule: text.Rule, ends: Ends, limits: Limits, recording: Recording | None) -> int:
        """One search, in which a disc's channels are measured on the way."""
        search = text.search_channels if recording is None else search_recorded
        events = NO_EVENTS if recording is None else recording.events
        work, triangles = self.work, (ends.start, ends.goal)
        work.counts[text.PAUSED] = 0
        while (code := int(search(self.walls, work, rule, ends.xy, triangles, limits.stop, events))) == text.MEASURE:
            self._measured(int(work.counts[text.ROWS]), ends)
        return code

    def _lay_out(self) -> int:
        """Write the portals of the best channel into the funnel; how many."""
        count = int(self.work.counts[text.LENGTH])
        lay_portals(self.mesh.org, self.work.funnel, self.work.channel[:count])
        return count

    def _open_ends(self, ends: Ends) -> tuple[int, int, bool]:
        """How a disc leaves the start and comes to the goal; the search is told how wide everything is."""
        self.work = self.work._replace(widths=self.level_mesh.widths)
        return open_ends(self.mesh, self.disc_memory, ends.xy, ends.start, ends.goal, ends.radius)

    def _measured(self, portals: int, ends: Ends) -> float:
        """Length of a disc's way through the channel in the funnel."""
        work, xy = self.work, ends.xy
        count, length, rows = tighten(
            self.mesh, self.disc_memory, work.funnel, portals, xy, ends.start, ends.radius, NO_EVENTS
        )
        if length < FAR:
            work.counts[text.ELEMENTS], self.rows = count, rows
        work.bounds[text.TIGHT] = length
        return float(length)

    def _beside(self, ends: Ends, length: float) -> Found:
        """The answer for a disc whose ends lie in one triangle."""
        count = int(self.work.counts[text.ELEMENTS])
        points, arcs = rounded(self.work.funnel, count, ends.radius)
        return Found(FOUND, points, length, ends.straight, proven=count == 2, arcs=arcs)

    def _way(self, ends: Ends, channel: NDArray[np.int32], recording: Recording | None) -> Way:
        """The way through the best channel."""
        if self.measure == text.NAIVE and ends.radius == 0:
            points = without_repeats(np.concatenate((ends.xy[None, :2], self._middles(channel), ends.xy[None, 2:])))
            return Way(points, length_of(points))
        funnel, count = self.work.funnel, int(self.work.counts[text.ELEMENTS])
        if recording is not None:
            record_funnel(self.mesh, funnel, self.rows if ends.radius > 0 else self._lay_out(), ends, recording)
        if ends.radius > 0:
            points, arcs = rounded(funnel, count, ends.radius)
            return Way(points, float(self.work.bounds[text.TIGHT]), arcs)
        points = self.work.points[: int(self.work.counts[text.POINTS])].copy()
        return Way(points, float(self.work.bounds[text.PULLED]))

    def _middles(self, channel: NDArray[np.int32]) -> NDArray[np.float64]:
        """Midpoints of the edges crossed."""
        mesh = self.mesh
        heads = channel - channel % 3 + (channel + 1) % 3
        middles: NDArray[np.float64] = mesh.xy[np.stack((mesh.org[channel], mesh.org[heads]))].mean(axis=0)
        return middles


class ChannelPlanner(PlannerBase):
    """What TA*, the naive search and the graph of way-points share: they differ in how channels are measured."""

    __slots__ = ()

    promises: ClassVar[Promises] = ANY_ANGLE
    prepared: ClassVar[type[ChannelPrepared]] = ChannelPrepared
    measure: ClassVar[int] = text.GEODESIC
    effort: int = 0  # expansions after the first path
