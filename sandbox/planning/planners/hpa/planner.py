"""HPA*: search a graph of sectors and their crossings, then fill in the cells. Near-optimal, and edits stay local.

Paper: Botea, Müller, Schaeffer, "Near Optimal Hierarchical Path-Finding", Journal of Game Development 2004.
Departs from it in: states are cells entered across a border, so that a whole sector is left in one step; the
ends are inserted by one bounded search each, or, with fields, by a look-up; a higher level has only some of
the crossings on its borders; ends that are near start on a lower level; smoothing is a dynamic program
over turning points; entrances over terrain of several costs are crossed where it is cheapest; ends that are
near are first tried on the cells themselves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import NO_EVENTS
from sandbox.layers import Layer
from sandbox.level.rect import Rect
from sandbox.planning import batch
from sandbox.planning.api import Limits, Plan, Promises, Query, new_stop, planners
from sandbox.planning.grid.graph import STRAIGHT, TURN, WEIGHTED_SCALE, centres
from sandbox.planning.grid.near import REACH, Near, new_attempt
from sandbox.planning.grid.planner import GridPrepared, Smoothing
from sandbox.planning.grid.runner import Ground, Searcher, kernels_of
from sandbox.planning.grid.smoothing import new_smoother
from sandbox.planning.limits import NO_BUDGET, expansions
from sandbox.planning.planners.hpa import graph, why
from sandbox.planning.planners.hpa import levels as build
from sandbox.planning.planners.hpa import query as text
from sandbox.planning.planners.hpa import sectors as sec
from sandbox.planning.planners.hpa.layers import abstraction_layers, measured_layers, path_layers, touched_layers
from sandbox.planning.prepared import Outcome, PlannerBase
from sandbox.planning.worlds import WorldStep
from sandbox.registry import Help, Range

if TYPE_CHECKING:
    from sandbox.mesh.teaching.steps import Steps

KERNELS = kernels_of(text.hpa_search, text.hpa_trace)
NEVER = new_stop()  # building is not stopped


class HpaPrepared(GridPrepared):
    """HPA* on a level. `ground.tables` are its `Sectors`."""

    stages = text.STAGES_RECORDED

    planner: HpaStar
    _site: build.Site | None = None
    _frontier: graph.Frontier | None = None
    _dirty: tuple[NDArray[np.int32], ...] = ()

    def _rule(self, ground: Ground, budget: int) -> graph.Rule:
        """What a search needs to know. Buckets of a sector's search are no wider than the shortest step."""
        scale = 2 * ground.space.lowest8
        shift = int(math.log2(STRAIGHT * scale))
        return graph.Rule(
            STRAIGHT * scale, TURN * scale, int(self.weighted), shift, shift, self.planner.smoothing, int(self.timed),
            self.planner.near, budget,
        )  # fmt: skip

    def build_tables(self, ground: Ground) -> None:
        """Build all sectors."""
        options, space = self.planner, ground.space
        ground.tables = sec.new_sectors(
            space, options.sector, levels=1 if options.on_demand else options.levels, fields=options.fields,
            on_demand=options.on_demand,
        )  # fmt: skip
        self._rebuild(ground, np.array([[0, 0, space.width, space.height]], np.int64))

    def _rebuild(self, ground: Ground, parts: NDArray[np.int64]) -> None:
        """Build the sectors of these rectangles."""
        sectors: sec.Sectors = ground.tables
        if self._site is None or self._frontier is None:
            self._site, self._frontier = build.new_site(sectors), graph.new_frontier(sectors)
        rule = self._rule(ground, NO_BUDGET)
        while True:
            ended = build.rebuild(ground.space, sectors, self._site, self._frontier, rule, parts, NEVER, NO_EVENTS)
            if ended != batch.OUT_OF_ROOM:
                return
            self.grow()

    def repair_tables(self, ground: Ground, dirty: Sequence[Rect]) -> str:
        """Build the touched sectors anew, on all levels."""
        sectors: sec.Sectors = ground.tables
        self._rebuild(ground, np.array(dirty, np.int64).reshape(-1, 4))
        assert self._site is not None
        touched = tuple(build.built_last(self._site))
        if ground.radius == 0:
            self._dirty = touched
        totals = (sectors.shape[1:, sec.ACROSS] * sectors.shape[1:, sec.DOWN]).tolist()
        said = [f"{len(d):,} of {n:,}" for d, n in zip(touched, totals, strict=True)]
        return f"{said[0]} sectors" + "".join(f", {what} on level {2 + i}" for i, what in enumerate(said[1:]))

    def restart(self) -> None:
        """Memory of the new size will be made when needed."""
        super().restart()
        self._site = self._frontier = None
        self._dirty = ()

    def engine(self, ground: Ground, limits: Limits) -> Searcher:
        """The query's kernels with this ground's sectors."""
        assert self._frontier is not None
        work: text.Work = self.memory(ground)
        smoother = work.smoother._replace(tolls=self.tolls(ground))
        self.work = work._replace(sectors=ground.tables, frontier=self._frontier, smoother=smoother)
        unit = STRAIGHT * (WEIGHTED_SCALE if self.weighted else 2 * ground.space.lowest8)
        return Searcher(KERNELS, self.work, self._rule(ground, expansions(limits)), unit)

    def new_work(self, ground: Ground) -> text.Work:
        """Memory for queries on a level of this size."""
        assert self._frontier is not None
        sectors: sec.Sectors = ground.tables
        ids, legs = ground.space.moves.shape[0], len(sectors.cell) + 2 * sectors.levels + 2
        return text.Work(
            sectors=sectors,
            frontier=self._frontier,
            local=sec.new_local(sectors.size),
            near_start=sec.new_local(sectors.size),
            leg_slot=np.zeros(legs, np.int32),
            leg_exit=np.zeros(legs, np.int32),
            leg_ns=np.zeros(legs, np.int64),
            part=np.zeros(sectors.levels + 2, np.int64),
            path=np.zeros(2 * ids, np.int32),
            length=np.zeros(1, np.int64),
            spent=np.zeros(len(text.STAGES_RECORDED), np.int64),
            smoother=new_smoother(2 * ids),
            attempt=new_attempt(ids),
        )

    def enlarged(self, work: text.Work) -> text.Work:
        """Twice the entries, for building and for queries."""
        assert self._frontier is not None
        self._frontier = graph.with_more_room(self._frontier)
        return work

    def spent(self) -> tuple[Sequence[int], int]:
        """The abstraction's own stages; the whole path is reported at once."""
        return self.work.spent.tolist(), 0

    def shown(self, ground: Ground, outcome: Outcome) -> Sequence[Layer]:  # noqa: ARG002
        """The abstract paths, node by node; on demand, also what is measured so far."""
        return path_layers(ground, self.work) + measured_layers(ground)

    def layers(self) -> Sequence[Layer]:
        """Sectors, transitions, the abstract graph, of every level, and what the last edit rebuilt."""
        return abstraction_layers(self.ground(0.0), self._dirty, self.version)

    def touched(self) -> Sequence[Layer]:
        """Its sectors rebuilt last."""
        return touched_layers(self.ground(0.0), self._dirty, self.version)

    def worlds(self, query: Query, plan: Plan) -> Sequence[WorldStep]:
        """Smoothing, legs, entrances: see `why`."""
        ground, smoothed = self.ground(query.radius), self.planner.smoothing > 0
        return why.steps(ground, self.work, self.tolls(ground), plan, weighted=self.weighted, smoothed=smoothed)

    def steps(self, query: Query) -> Steps:
        """Leg by leg."""
        from sandbox.planning.planners.hpa.legs import LegSteps

        return LegSteps(self.level, self.planner, query)

    def places(self, level: int) -> NDArray[np.float64] | None:
        """Abstract nodes lie on cells, those of all levels in one numbering; level 0 is the grid itself."""
        ground = self.ground(0.0)
        return centres(ground.tables.cell, ground.space.stride) if level > 0 else None


@planners.register("hpa", title="HPA*", paper="Botea, Müller, Schaeffer, Journal of Game Development 2004", order=70)
@dataclass(frozen=True, slots=True)
class HpaStar(PlannerBase):
    """Plans over sectors first and cells last: a few per cent longer, many times quicker, cheap to repair."""

    sector: Annotated[
        Literal[8, 16, 32], Help("cells a side; small ones repair quickly, large ones search quickly")
    ] = 16
    levels: Annotated[
        int,
        Range(1, sec.MOST_LEVELS, 1),
        Help("of sectors; each has 4 × 4 of the one before: the larger the map, the more"),
    ] = 2
    fields: Annotated[
        bool, Help("keep every node's distances to its sector: quicker queries, more memory, slower repair")
    ] = False
    on_demand: Annotated[
        bool, Help("measure a sector when a search first comes to it: the first answer comes sooner; one level only")
    ] = False
    smoothing: Smoothing = 16
    near: Near = REACH
    promises: ClassVar[Promises] = Promises(weighted=True)  # near-optimal, and no bound says how near
    prepared: ClassVar = HpaPrepared
