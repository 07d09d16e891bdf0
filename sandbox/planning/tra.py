"""TRA*: TA* on the mesh reduced to its decisions. See `tra_search` for the algorithm and its paper."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import specialise
from sandbox.kernels.recording import NO_EVENTS, record_event
from sandbox.mesh.arrays import TRIANGLES, VERTICES
from sandbox.mesh.reduction import chokes_of, peeling, reduction_of
from sandbox.mesh.reduction_layers import reduction_layers
from sandbox.planning import tra_memory as memory
from sandbox.planning import tra_search as text
from sandbox.planning.api import planners
from sandbox.planning.batch import FOUND, OUT_OF_ROOM
from sandbox.planning.grid_run import expansions
from sandbox.planning.mesh_planner import NO_POINTS, Ends, Found, MeshPrepared, straight_on
from sandbox.planning.tra_memory import new_work, ways_of, with_room
from sandbox.registry import Help, Range

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.kernels.recording import Recording
    from sandbox.layers import Layer
    from sandbox.level.model import Level
    from sandbox.planning.api import Limits

LEAST_ROOM = 512  # nodes
search_recorded = specialise(text.search_decisions, record=record_event)


class ReducedPrepared(MeshPrepared):
    """TRA* on one level."""

    def __init__(self, level: Level, *, effort: int) -> None:
        self.effort = effort
        super().__init__(level)

    def equip(self) -> None:
        """Reduce the mesh as it is now, and make memory for a search."""
        mesh = self.mesh
        self.reduction = r = reduction_of(mesh)
        self.ways = ways_of(mesh, r)
        self._make_room(max(LEAST_ROOM, 4 * r.decisions))

    def _make_room(self, nodes: int) -> None:
        counts = self.mesh.counts
        self.room = nodes
        self.work = new_work(int(counts[VERTICES]), int(counts[TRIANGLES]), nodes)

    def _measure(self) -> None:
        """Find out how wide everything is, when a disc is first asked for."""
        if not len(self.ways.room):
            widths = self.level_mesh.widths
            self.ways = with_room(self.ways, widths, chokes_of(self.mesh, self.reduction, widths))

    def solve(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """Search over decisions, with twice the room as often as it takes."""
        if ends.start == ends.goal:
            return straight_on(ends)
        began = time.perf_counter_ns()
        if ends.radius > 0:
            self._measure()
        if recording is not None:
            peeling(self.mesh, self.reduction, recording)
            recording.stage("search")
        code = self._run(ends, limits, recording)
        return self._answer(code, time.perf_counter_ns() - began)

    def _run(self, ends: Ends, limits: Limits, recording: Recording | None) -> int:
        rule = memory.Rule(ends.start, ends.goal, self.effort, expansions(limits), 2 * ends.radius, 7, 7)
        search = text.search_decisions if recording is None else search_recorded
        events = NO_EVENTS if recording is None else recording.events
        before = int(events.happened[0])
        while True:
            code = int(search(self.ways, self.work, rule, ends.xy, False, limits.stop, events))
            if code != OUT_OF_ROOM:
                return code
            events.happened[0] = before
            self._make_room(2 * self.room)

    def _answer(self, code: int, spent: int) -> Found:
        """What the search that just ended says."""
        work = self.work
        counts = work.counts
        found = code == FOUND
        points = work.funnel.spot[work.funnel.way[: counts[memory.POINTS]]] if found else NO_POINTS
        length = float(work.bounds[memory.BEST]) if found else math.inf
        proven = found and bool(counts[memory.EXHAUSTED])
        return Found(
            code, points, length, bound=length if proven else float(work.bounds[memory.OPEN]), proven=proven,
            expanded=int(counts[memory.EXPANDED]), generated=int(counts[memory.GENERATED]),
            first_ns=int(counts[memory.FIRST_NS]), stage_ns=(("search", spent),), channel=self._channel(found=found),
        )  # fmt: skip

    def _channel(self, *, found: bool) -> NDArray[np.int64]:
        count = int(self.work.counts[memory.LENGTH]) if found else 0
        return self.work.channel[:count].astype(np.int64)

    def layers(self) -> Sequence[Layer]:
        """The mesh, and what it reduces to."""
        return [*super().layers(), *reduction_layers(self.level_mesh, self.reduction)]


@planners.register(
    "tra",
    title="TRA*",
    paper="Demyen, Buro, AAAI 2006",
    world="mesh",
    optimal=False,
    any_angle=True,
    weighted=False,
    radius=False,
    order=225,
)
@dataclass(frozen=True, slots=True)
class TriangulationReductionAStar:
    """TA* on junctions only: corridors are crossed in one step, and few ways need to be looked at."""

    effort: Annotated[
        int, Range(0, 1_000_000), Help("expansions after the first path, to improve it and to prove it shortest")
    ] = 2000

    def prepare(self, level: Level) -> ReducedPrepared:
        """Make ready for a level."""
        return ReducedPrepared(level, effort=self.effort)
