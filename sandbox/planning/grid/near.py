"""Ends that are near: a search of the cells themselves, tried before a hierarchy is asked.

Near ends gain nothing from HPA*'s sectors or PRA*'s levels: to enter them takes longer than A* needs for the whole
way, and a way over the next crossing can be nearly twice as long as the one across a sector's corner. Measured on
random walls (10 and 30 % of the cells; kernels alone, mean of all queries of a distance in steps), in microseconds:

    steps      A*    HPA*   PRA*     A* expands
    < 16      0.6    9      3         20
    < 32      1.9   11      6         70
    < 64      5.5   13     14        230
    farther  24     22     40       1000

So ends up to 64 columns and rows apart are searched directly, by at most 512 expansions: where a maze needs more,
some ten microseconds are lost, and the hierarchy answers.
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Annotated

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import NONE, Events
from sandbox.planning.batch import OUT_OF_BUDGET
from sandbox.planning.grid.bucket_search import Rule, bucket_search
from sandbox.planning.grid.graph import Space
from sandbox.planning.search import BUCKETS, FIELDS, Work
from sandbox.registry import Help, Range

REACH = 64  # columns, and rows, between ends that are near
ATTEMPT = 512  # expansions

Near = Annotated[
    int, Range(0, 128, 8), Help("ends no more columns and rows apart are tried on the cells first; 0: none are")
]


def new_attempt(ids: int) -> Work:
    """Memory for a grid of so many ids, of which only what lies near some end is ever touched."""
    return Work(
        key=np.zeros(ids, np.int64),
        came=np.zeros(ids, np.uint8),
        head=np.full(BUCKETS, NONE, np.int32),
        entry=np.zeros(3 * (8 * ATTEMPT + 64), np.int32),
        stamp=np.zeros(1, np.int64),
        order=np.zeros(0, np.int64),
        state=np.zeros(FIELDS, np.int64),
    )


@kernel(counted=False)
def search_near(
    space: Space, work: Work, rule: Rule, reach: int, start: int, goal: int, stop: NDArray[np.uint8], events: Events
) -> tuple[int, int, int, int, int]:
    """Search the cells if the ends are near, as far as an attempt goes; out of budget if they are not."""
    S = space.stride
    if max(abs(goal % S - start % S), abs(goal // S - start // S)) > reach:
        return OUT_OF_BUDGET, 0, 0, 0, 0
    attempt = Rule(
        rule.along, rule.across, rule.moves, rule.weighted, rule.canonical, rule.shift, min(rule.budget, ATTEMPT), 0
    )
    return bucket_search(space, work, attempt, start, goal, stop, events)
