"""What HPA* gives up, for the ledger: smoothing that is not finished, few crossings, legs kept to their sectors.

    the answer → its bends joined, each with each → the best way in the sectors passed → and in those around → anywhere

All but the second are the best way of the grid, confined to some of its cells. What is left when legs may stray into
the next sectors is the choice of sectors: it was made by what ways over the crossings that are kept cost.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.planning.api import Limits, Plan
from sandbox.planning.grid.graph import id_of
from sandbox.planning.grid.optimum import best_way, confined
from sandbox.planning.grid.run_costs import Tolls
from sandbox.planning.grid.runner import Ground
from sandbox.planning.planners.hpa.joins import joined
from sandbox.planning.planners.hpa.query import Work
from sandbox.planning.planners.hpa.sectors import Sectors, sector_at, sector_of
from sandbox.planning.worlds import Points, WorldStep

UNFINISHED = "Smoothing tries only a few joins; with every bend joined to every other the way would be straighter."
NONE_ASKED = "The path was not smoothed: it goes from crossing to crossing."
THINNED = (
    "Of every entrance few crossings are kept; free to cross anywhere between its sectors, the way would be shorter."
)
LEGS = "Every leg stays in its sector; with a look into the sectors around, the way would be shorter."
CHOSEN = "The sectors were chosen by what ways over the kept crossings cost; the best way leads through others."


def steps(ground: Ground, work: Work, tolls: Tolls, plan: Plan, *, weighted: bool, smoothed: bool) -> list[WorldStep]:
    """The steps of the answer just given; none if ends that are near were searched on the cells."""
    if work.part[0] == 0:
        return []
    straight = joined(ground.space, tolls, plan.points, weighted=weighted)
    passed = sectors_passed(ground, work, np.concatenate([plan.points, straight.points]))
    ends, limits = (plan.points[0], plan.points[-1]), Limits()
    mine, around = (
        best_way(confined(ground.space, cells_in(ground, some)), *ends, limits, weighted=weighted)
        for some in (passed, widened(passed))
    )
    return [
        WorldStep("smoothing not finished", UNFINISHED if smoothed else NONE_ASKED, straight),
        WorldStep("entrances thinned", THINNED, mine),
        WorldStep("legs fixed to their sectors", LEGS, around),
        WorldStep("sectors chosen", CHOSEN),
    ]


def sectors_passed(ground: Ground, work: Work, points: Points) -> NDArray[np.bool_]:
    """[down, across] the sectors of the first level that the legs pass, and those that smoothing strayed into."""
    sectors, stride = work.sectors, ground.space.stride
    slots = work.leg_slot[work.part[1] : work.part[0]]
    passed = {sector_of(sectors, 1, int(slot)) for slot in slots if slot >= 0}
    cells = np.floor(points).astype(np.int64).tolist()
    passed |= {sector_at(sectors, 1, stride, id_of((x, y), stride)) for x, y in cells}
    marked = np.zeros(shape_of(ground, sectors), np.bool_)
    marked.reshape(-1)[list(passed)] = True
    return marked


def shape_of(ground: Ground, sectors: Sectors) -> tuple[int, int]:
    """Rows of sectors, and sectors in a row, on the first level."""
    return -(-ground.space.height // sectors.size), -(-ground.space.width // sectors.size)


def widened(marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The same sectors with the eight around each."""
    padded = np.pad(marked, 1)
    height, width = marked.shape
    parts = [padded[y : y + height, x : x + width] for y in range(3) for x in range(3)]
    return np.asarray(np.logical_or.reduce(parts))


def cells_in(ground: Ground, marked: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """[ids] the cells of sectors."""
    space, size = ground.space, ground.tables.size
    cells = np.repeat(np.repeat(marked, size, axis=0), size, axis=1)[: space.height, : space.width]
    return np.pad(cells, 1).reshape(-1)
