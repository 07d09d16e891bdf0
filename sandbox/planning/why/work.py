"""Why a search took more than A*: where its expansions went, in counts that add up.

Both are recorded, with the same ends. On the grid their cells are compared one by one; what they both expand once
cancels. A planner of the mesh expands triangles (faces, corners), which are counted against A*'s cells.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import EXPAND, LEVEL, Recording
from sandbox.planning.api import Limits, Metric, Plan, Query, Status, planners
from sandbox.planning.grid.distances import distances_from
from sandbox.planning.grid.graph import Space, id_of, space_of
from sandbox.planning.grid.optimum import STRAIGHT_ONLY
from sandbox.planning.prepared import Prepared, taken
from sandbox.planning.worlds import NO_CELLS, Cells

FIRST_ROOM, MOST_ROOM = 1 << 18, 1 << 25  # events
Ids = NDArray[np.int64]

ON_THE_WAY = "cells of shortest ways that A* passed over"
ASIDE = "cells on no shortest way that A* left alone"
BEHIND = "cells farther from the goal than the start is, that A* left alone"
ONLY_IT = "cells that A* left alone"
SPARED = "cells that A* expanded and it did not"
AGAIN = "cells expanded more than once, beyond what A* repeats"
ABSTRACT = "nodes of level {level} of its own graph"
OTHERS = "places of its own graph: triangles, faces or corners"
OTHERS_AGAIN = "such places expanded once more"
CELLS_OF_ASTAR = "cells that A* expanded on the grid"


@dataclass(frozen=True, slots=True)
class Share:
    """Some of the expansions: how many more than A*'s (fewer: below zero), and on which cells."""

    name: str
    value: int
    words: str
    cells: Cells  # [n, 2]


@dataclass(frozen=True, slots=True)
class WorkLedger:
    """How many expansions a planner made beyond A*'s, and where they went."""

    planner: str
    status: Status
    expanded: int
    reference: int  # A*'s
    shares: tuple[Share, ...] = ()
    says: str = ""

    @property
    def more(self) -> int:
        """The sum of all shares."""
        return self.expanded - self.reference

    @property
    def adds_up(self) -> bool:
        """Whether the shares come to that."""
        return not self.shares or sum(share.value for share in self.shares) == self.more


@dataclass(frozen=True, slots=True)
class Run:
    """One recorded answer: what was expanded, on which level, and where that lies."""

    plan: Plan
    levels: Ids  # [expansions]
    subjects: Ids  # [expansions]


def explain_work(prepared: Prepared, query: Query, limits: Limits | None = None, *, planner: str = "") -> WorkLedger:
    """Where a planner's expansions went, against A* with the same ends. Asks both, recorded."""
    limits = limits or Limits()
    mine = recorded(prepared, taken(prepared, query), limits)
    astar = planners["astar"].create({"moves": 4} if prepared.promises.moves == 4 else {}).prepare(prepared.level)
    theirs = recorded(astar, taken(astar, query), limits) if mine.plan.status is not Status.UNSUPPORTED else mine
    status = mine.plan.status
    if {status, theirs.plan.status} & {Status.UNSUPPORTED, Status.BUDGET, Status.CANCELLED}:
        says = mine.plan.message or f"There is nothing to compare: {status}."
        return WorkLedger(planner, status, mine.plan.expanded, theirs.plan.expanded, says=says)
    if prepared.promises.world == "grid":
        shares = shares_on_grid(prepared, taken(prepared, query), mine, theirs)
    else:
        shares = shares_of_mesh(prepared, mine, cells_at(astar, 0, theirs.subjects))
    kept = tuple(share for share in shares if share.value)
    return WorkLedger(planner, status, len(mine.subjects), len(theirs.subjects), kept)


def recorded(prepared: Prepared, query: Query, limits: Limits) -> Run:
    """An answer with every expansion, in as much room as that takes."""
    room = FIRST_ROOM
    while True:
        recording = Recording(room)
        plan = prepared.plan(query, limits, recording)
        if not recording.truncated or room >= MOST_ROOM:
            break
        room *= 8
    if recording.truncated:
        plan = replace(plan, status=Status.BUDGET, message="There are too many events to tell them apart.")
    kinds, subjects = recording.kind, recording.subject
    marks = np.flatnonzero(kinds == LEVEL)
    expansions = np.flatnonzero(kinds == EXPAND)
    of_mark = np.concatenate(([0], subjects[marks])).astype(np.int64)
    levels = of_mark[np.searchsorted(marks, expansions, side="right")]
    return Run(plan, levels, subjects[expansions].astype(np.int64))


def shares_on_grid(prepared: Prepared, query: Query, mine: Run, theirs: Run) -> list[Share]:
    """Cell by cell; then the nodes of the planner's own graphs, level by level."""
    ids = mine.subjects[mine.levels == 0]
    own, others = np.unique(ids), np.unique(theirs.subjects)
    only, spared = np.setdiff1d(own, others), np.setdiff1d(others, own)
    again = (len(ids) - len(own)) - (len(theirs.subjects) - len(others))
    repeated, counts = np.unique(ids, return_counts=True)
    return [
        *_only_mine(prepared, query, mine.plan, only),
        Share("spared", -len(spared), SPARED, cells_at(prepared, 0, spared)),
        Share("again", again, AGAIN, cells_at(prepared, 0, repeated[counts > 1]) if again > 0 else NO_CELLS),
        *(
            Share(f"level {level}", len(nodes), ABSTRACT.format(level=level), cells_at(prepared, level, nodes))
            for level in np.unique(mine.levels[mine.levels > 0]).tolist()
            for nodes in [mine.subjects[mine.levels == level]]
        ),
    ]


def _only_mine(prepared: Prepared, query: Query, plan: Plan, only: Ids) -> list[Share]:
    """The cells that A* left alone: behind the start, on a shortest way, or aside."""
    if plan.status is not Status.FOUND or len(only) == 0:
        return [Share("only it", len(only), ONLY_IT, cells_at(prepared, 0, only))]
    derived = prepared.level.derived
    space = space_of(derived.disc(query.radius).grid, derived.lowest8)
    start, goal = (id_of((int(x), int(y)), space.stride) for x, y in (query.start, query.goal))
    moves = STRAIGHT_ONLY if prepared.promises.moves == 4 else 255
    weighted = plan.metric is Metric.WEIGHTED
    gone, ahead = (_away(space, end, moves, weighted=weighted) for end in (start, goal))
    whole = int(ahead[start])
    behind, on = ahead[only] > whole, gone[only] + ahead[only] == whole
    parts = (("behind", behind, BEHIND), ("on the way", on, ON_THE_WAY), ("aside", ~behind & ~on, ASIDE))
    return [Share(name, int(some.sum()), words, cells_at(prepared, 0, only[some])) for name, some, words in parts]


def _away(space: Space, source: int, moves: int, *, weighted: bool) -> Ids:
    """[ids] the cost of the best way from a cell."""
    return distances_from(space, source, weighted=weighted, moves=moves)[1]


def shares_of_mesh(prepared: Prepared, mine: Run, theirs: Cells) -> list[Share]:
    """Its own places once, and once more; then A*'s cells, which it did not need."""
    once = {level: np.unique(mine.subjects[mine.levels == level]) for level in np.unique(mine.levels).tolist()}
    first = sum(map(len, once.values()))
    cells = [cells_at(prepared, level, subjects) for level, subjects in once.items()]
    return [
        Share("its own", first, OTHERS, np.concatenate([NO_CELLS, *cells])),
        Share("again", len(mine.subjects) - first, OTHERS_AGAIN, NO_CELLS),
        Share("spared", -len(theirs), CELLS_OF_ASTAR, np.unique(theirs, axis=0)),
    ]


def cells_at(prepared: Prepared, level: int, subjects: Ids) -> Cells:
    """The cells that subjects of a level lie in."""
    places = prepared.places(level)
    if places is None:
        y, x = np.divmod(subjects, prepared.level.width + 2)
        return np.stack([x - 1, y - 1], axis=1)
    size = prepared.level.width - 1, prepared.level.height - 1
    return np.clip(np.floor(places[subjects]), 0, size).astype(np.int64)
