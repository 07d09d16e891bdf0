"""What PRA* gives up, for the ledger: refinement in parts, smoothing that is not finished, and the corridor.

the answer → all refined at once → the best way inside the corridor, and where smoothing left it → anywhere
"""

from __future__ import annotations

import numpy as np

from sandbox.kernels.stamps import G_BITS
from sandbox.planning.api import Limits, Plan
from sandbox.planning.grid.graph import id_of
from sandbox.planning.grid.optimum import best_way, confined
from sandbox.planning.grid.runner import Ground
from sandbox.planning.planners.pra.memory import Work
from sandbox.planning.worlds import Way, WorldStep

IN_PARTS = "A few steps of every level are refined at a time, and what comes after is not asked."
UNFINISHED = "Smoothing tries only a few joins: in the same corridor the way could be straighter."
CORRIDOR = "Only cells under the coarse path, and beside it, were looked at; the best way leaves that corridor."


def steps(ground: Ground, work: Work, plan: Plan, whole: Way | None, *, weighted: bool) -> list[WorldStep]:
    """The steps of the answer just given, or of the one refined at once; none if near ends were searched at once."""
    if work.part[0] == 0:
        return [WorldStep("refined in parts", IN_PARTS, whole)] if whole else []
    space = ground.space
    inside = work.cells.key >= work.cells.stamp[0] << G_BITS
    for x, y in np.floor(plan.points).astype(np.int64).tolist():
        inside[id_of((x, y), space.stride)] = True
    best = best_way(confined(space, inside), plan.points[0], plan.points[-1], Limits(), weighted=weighted)
    parts = [WorldStep("refined in parts", IN_PARTS, whole)] if whole else []
    return [*parts, WorldStep("smoothing not finished", UNFINISHED, best), WorldStep("corridor", CORRIDOR)]
