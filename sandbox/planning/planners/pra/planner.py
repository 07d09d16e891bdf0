"""PRA*: search a coarse level of cliques, then refine the path inside corridors down to cells. Near-optimal.

Its abstraction is built in milliseconds, and the first moves can be known long before the whole path is.

Paper: Sturtevant, Buro, "Partial Pathfinding Using Map Abstraction and Refinement", AAAI 2005.
Departs from it in: cliques keep to aligned blocks, so that edits stay local (see `cliques`); ways are measured
from crossing to crossing instead of from middle to middle, which tells rooms with far doors from rooms with
near ones; a first search begins no higher than on level 4, on level 3 where that is made of rooms and slivers, on
level 2 where that is too, or where terrain counts; by default only the paths of level 4 and of levels broken into
slivers admit their neighbours, the latter are passed over on the way down, and the path of cells is straightened
afterwards; with partial refinement the first search begins higher up, the whole path is given, leg after leg as
it would be walked, and `first_move_ns` says when the first leg was known; ends that are near are first tried on
the cells themselves.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated, ClassVar, Literal

import numpy as np
from numpy.typing import NDArray

from sandbox.layers import Layer
from sandbox.level.rect import Rect
from sandbox.planning.api import Limits, Plan, Promises, Query, planners
from sandbox.planning.grid.bucket_search import new_work as new_cells
from sandbox.planning.grid.distances import shift_for
from sandbox.planning.grid.graph import STRAIGHT, TURN
from sandbox.planning.grid.near import REACH, Near, new_attempt
from sandbox.planning.grid.optimum import measured
from sandbox.planning.grid.planner import GridPrepared, Smoothing
from sandbox.planning.grid.runner import Ground, Searcher, kernels_of
from sandbox.planning.grid.smoothing import new_smoother
from sandbox.planning.limits import expansions
from sandbox.planning.planners.pra import memory, why
from sandbox.planning.planners.pra.cliques import built, rebuild
from sandbox.planning.planners.pra.layers import abstraction_layers, path_layers
from sandbox.planning.planners.pra.memory import STAGES_RECORDED
from sandbox.planning.planners.pra.pool import MOST_LEVELS, Cliques, broken_levels, is_coarse, places
from sandbox.planning.planners.pra.query import pra_search, pra_trace
from sandbox.planning.prepared import Outcome, PlannerBase
from sandbox.planning.search import with_more_room
from sandbox.planning.worlds import Way, WorldStep
from sandbox.registry import Help, Range

WHERE_NEEDED = "where needed"
KERNELS = kernels_of(pra_search, pra_trace)
MANY_EDITS = 64  # beyond so many rectangles, building anew is quicker
LOW = 3  # the highest level whose nodes are still small beside most halls


class PraPrepared(GridPrepared):
    """PRA* on a level. `ground.tables` are its `Cliques`."""

    stages = STAGES_RECORDED

    planner: PraStar

    def build_tables(self, ground: Ground) -> None:
        """Build all levels."""
        ground.tables = built(ground.space)

    def repair_tables(self, ground: Ground, dirty: Sequence[Rect]) -> str:
        """Group the blocks above the touched cells anew."""
        cliques: Cliques = ground.tables
        if len(dirty) > MANY_EDITS:
            return self._anew(ground)
        touched = 0
        for rect in dirty:
            blocks = rebuild(ground.space, cliques, rect.x0, rect.y0, rect.x1, rect.y1)
            if blocks < 0:
                return self._anew(ground)
            touched += blocks
        cliques.count[0] = np.count_nonzero(ground.space.cost8)
        total = len(cliques.first)
        return f"{min(touched, total):,} of {total:,} blocks"

    def _anew(self, ground: Ground) -> str:
        self.build_tables(ground)
        return "all blocks"

    def engine(self, ground: Ground, limits: Limits) -> Searcher:
        """The query's kernels with this ground's cliques."""
        cliques: Cliques = ground.tables
        if self.work is not None and len(self.work.nodes.key) < len(cliques.parent):
            self.restart()
        smoother = self.memory(ground).smoother._replace(tolls=self.tolls(ground))
        self.work = self.work._replace(cliques=cliques, smoother=smoother)
        return Searcher(KERNELS, self.work, self._rule(ground, limits), self.unit)

    def _rule(self, ground: Ground, limits: Limits) -> memory.Rule:
        cliques: Cliques = ground.tables
        scale = self.scale(ground)
        return memory.Rule(
            along=STRAIGHT * scale,
            across=TURN * scale,
            scale=16 * scale,
            weighted=int(self.weighted),
            shift=shift_for(ground.space, weighted=self.weighted),
            wide=self._wide(ground),
            skip=slivers(cliques) if self.planner.corridor == WHERE_NEEDED else 0,
            begin=begin(self.planner),
            highest=highest_start(cliques, self.planner, weighted=self.weighted),
            steps=self.planner.steps,
            smooth=self.planner.smoothing,
            near=self.planner.near,
            budget=expansions(limits),
        )

    def _wide(self, ground: Ground) -> int:
        careful = self.weighted or self.planner.steps > 0
        return wide_levels(ground.tables, self.planner.corridor, careful=careful)

    def new_work(self, ground: Ground) -> memory.Work:
        """Memory for queries on a level of this size."""
        cliques: Cliques = ground.tables
        ids, room = ground.space.moves.shape[0], len(cliques.parent)
        cells = new_cells(ids)
        return memory.Work(
            cliques=cliques,
            cells=cells,
            nodes=cells._replace(key=np.zeros(room, np.int64), came=np.zeros(room, np.int64)),
            lineage=np.zeros(2 * MOST_LEVELS, np.int64),
            way=np.zeros(2 * room, np.int32),
            part=np.zeros(2 * MOST_LEVELS, np.int64),
            leg=np.zeros(ids, np.int32),
            leg_length=np.zeros(1, np.int64),
            path=np.zeros(2 * ids, np.int32),
            length=np.zeros(1, np.int64),
            latest=np.zeros(ids, np.int32),
            left=np.zeros(ids, np.int64),
            tally=np.zeros(3, np.int64),
            spent=np.zeros(len(STAGES_RECORDED) + 1, np.int64),
            smoother=new_smoother(ids),
            attempt=new_attempt(ids),
        )

    def enlarged(self, work: memory.Work) -> memory.Work:
        """Twice the entries."""
        cells = with_more_room(work.cells)
        return work._replace(cells=cells, nodes=work.nodes._replace(entry=cells.entry))

    def spent(self) -> tuple[Sequence[int], int]:
        """The refinement's own stages, and when the first leg was known."""
        *spent, first = self.work.spent.tolist()
        return spent, first

    def shown(self, ground: Ground, outcome: Outcome) -> Sequence[Layer]:
        """Every level's path and corridor, and the pyramids over both ends."""
        return path_layers(ground, self.work, outcome.points, self._wide(ground))

    def layers(self) -> Sequence[Layer]:
        """Every level's nodes and edges."""
        return abstraction_layers(self.ground(0.0), self.version)

    def worlds(self, query: Query, plan: Plan) -> Sequence[WorldStep]:
        """Parts, smoothing, corridor: see `why`."""
        whole, answerer = None, self
        if self.planner.steps:
            answerer = PraPrepared(self.level, replace(self.planner, steps=0))
            plan = answerer.plan(query, Limits())
            whole = Way(measured(self.ground(query.radius).space, plan), plan.points)
        return why.steps(answerer.ground(query.radius), answerer.work, plan, whole, weighted=self.weighted)

    def places(self, level: int) -> NDArray[np.float64] | None:
        """Nodes of all levels share one numbering; level 0 is the grid itself."""
        return places(self.ground(0.0).tables) if level > 0 else None


def wide_levels(cliques: Cliques, corridor: str, *, careful: bool) -> int:
    """The levels whose path admits its neighbours, a bit each.

    They are needed where nodes are large; sooner on rough ground, where a node's mean cost hides the cheap ways
    through it, and for partial refinement, where the end of a leg is a guess.
    """
    lowest = {"all neighbours": 1, "from level 3 up": LOW, "path only": MOST_LEVELS}
    upper = (1 << MOST_LEVELS) - (1 << lowest.get(corridor, LOW if careful else LOW + 1))
    return upper | (slivers(cliques) if corridor == WHERE_NEEDED else 0)


def slivers(cliques: Cliques) -> int:
    """The levels whose nodes are slivers, a bit each."""
    return sum(1 << level for level in np.flatnonzero(broken_levels(cliques)).tolist())


def begin(options: PraStar) -> int:
    """How far up the first search begins."""
    if options.start == "top":
        return memory.WHERE_THEY_MEET
    return memory.TWO_THIRDS_UP if options.start == "low" and options.steps else memory.HALFWAY


def highest_start(cliques: Cliques, options: PraStar, *, weighted: bool) -> int:
    """The highest level of a first search.

    Mean costs need small nodes, to find only the first moves large ones will do.
    """
    if options.start != "low":
        return MOST_LEVELS
    if options.steps:
        return LOW + 2
    if weighted:
        return LOW - 1
    if is_coarse(cliques, LOW):
        return LOW - 1
    return LOW if slivers(cliques) >> (LOW + 1) & 1 or is_coarse(cliques, LOW + 1) else LOW + 1


@planners.register("pra", title="PRA*", paper="Sturtevant, Buro, AAAI 2005", order=80)
@dataclass(frozen=True, slots=True)
class PraStar(PlannerBase):
    """Plans on a coarse picture of the map and sharpens it where the path leads; the first moves come early."""

    corridor: Annotated[
        Literal["where needed", "all neighbours", "from level 3 up", "path only"],
        Help("which levels' paths let their neighbours be used below: wide corridors are safer, narrow ones quicker"),
    ] = "where needed"
    start: Annotated[
        Literal["low", "middle", "top"],
        Help("the first search: halfway up to where both ends meet, but no higher than level 4; halfway; right there"),
    ] = "low"
    steps: Annotated[
        int, Range(0, 64, 1), Help("steps refined at a time, so that the first moves come early; 0 refines all at once")
    ] = 0
    smoothing: Smoothing = 16
    near: Near = REACH
    promises: ClassVar[Promises] = Promises(weighted=True)  # near-optimal, and no bound says how near
    prepared: ClassVar = PraPrepared
