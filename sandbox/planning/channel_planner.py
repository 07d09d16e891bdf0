"""Planners that search for a channel of triangles: memory, the run, and the way through the channel."""

from __future__ import annotations

import math
import time
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, record_event
from sandbox.planning import channel_search as text
from sandbox.planning.batch import FOUND
from sandbox.planning.funnel import length_of, pull, rounded, without_repeats
from sandbox.planning.grid_run import expansions
from sandbox.planning.mesh_planner import NO_POINTS, VERTICES, Ends, Found, MeshPrepared, straight_on

if TYPE_CHECKING:
    from sandbox.kernels.recording import Recording
    from sandbox.level.model import Level
    from sandbox.planning.api import Limits


class Way(NamedTuple):
    """A way from start to goal, in grid units."""

    points: NDArray[np.float64]
    length: float
    arcs: NDArray[np.float64] | None = None


NO_WAY = Way(NO_POINTS, math.inf)
search_recorded = specialise(text.search_channels, record=record_event)
pull_recorded = specialise(pull, record_step=record_event)


class ChannelPrepared(MeshPrepared):
    """TA*, the naive search or the graph of way-points, on one level.

    For a disc also the naive way is pulled tight: middles of edges keep no distance from walls.
    """

    radius = True

    def __init__(self, level: Level, *, measure: int = text.GEODESIC, effort: int = 0) -> None:
        self.measure = measure
        self.effort = effort
        super().__init__(level)

    def equip(self) -> None:
        """Memory for the mesh as it is now."""
        self.work = text.new_work(self.level_mesh.ways_out, self.effort)

    def solve(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """Find channels, and go the best of them."""
        began = time.perf_counter_ns()
        if ends.start == ends.goal and ends.radius == 0:
            return straight_on(ends)
        rule = text.Rule(self.measure, self.effort, expansions(limits), ends.radius)
        search = text.search_channels if recording is None else search_recorded
        events = NO_EVENTS if recording is None else recording.events
        work = self._work_for(ends.radius)
        code = int(search(self.mesh, work, rule, ends.xy, (ends.start, ends.goal), limits.stop, events))
        searched = time.perf_counter_ns()
        channel = work.channel[: int(work.counts[text.LENGTH]) if code == FOUND else 0].astype(np.int64)
        way = self._way(ends, channel, recording) if code == FOUND else NO_WAY
        stages = (("search", searched - began), ("funnel", time.perf_counter_ns() - searched))
        return self._found(code, way, channel, stages)

    def _work_for(self, radius: float) -> text.Work:
        """Memory of a search, with widths where they are asked for."""
        if radius > 0:
            self.work = self.work._replace(discs=self.work.discs._replace(widths=self.level_mesh.widths))
        return self.work

    def _found(self, code: int, way: Way, channel: NDArray[np.int64], stages: tuple[tuple[str, int], ...]) -> Found:
        """What the search that just ended says."""
        counts, bounds = self.work.counts, self.work.bounds
        points, length, arcs = way
        proven = code == FOUND and self.measure == text.GEODESIC and bool(counts[text.EXHAUSTED])
        below = float(bounds[text.OPEN]) if self.measure == text.GEODESIC else 0.0
        return Found(
            code, points, length, bound=length if proven else below, proven=proven,
            expanded=int(counts[text.EXPANDED]), generated=int(counts[text.GENERATED]),
            first_ns=int(counts[text.FIRST_NS]), channel=channel, stage_ns=stages, arcs=arcs,
        )  # fmt: skip

    def _way(self, ends: Ends, channel: NDArray[np.int64], recording: Recording | None) -> Way:
        """The way through the best channel."""
        if self.measure == text.NAIVE and ends.radius == 0:
            points = without_repeats(np.concatenate((ends.xy[None, :2], self._middles(channel), ends.xy[None, 2:])))
            return Way(points, length_of(points))
        funnel, count = self.work.funnel, int(self.work.counts[text.ELEMENTS])
        if recording is not None:
            recording.stage("funnel")
            recording.level(VERTICES)
            rows = int(self.work.counts[text.ROWS])
            pull_recorded(self.mesh.xy, funnel, rows, ends.xy, ends.radius, recording.events)
        if ends.radius > 0:
            points, arcs = rounded(funnel, count, ends.radius)
            return Way(points, float(self.work.bounds[text.TIGHT]), arcs)
        return Way(self.work.points[: int(self.work.counts[text.POINTS])].copy(), float(self.work.bounds[text.TIGHT]))

    def _middles(self, channel: NDArray[np.int64]) -> NDArray[np.float64]:
        """Midpoints of the edges crossed."""
        mesh = self.mesh
        heads = channel - channel % 3 + (channel + 1) % 3
        middles: NDArray[np.float64] = mesh.xy[np.stack((mesh.org[channel], mesh.org[heads]))].mean(axis=0)
        return middles
