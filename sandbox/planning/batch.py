"""Many queries inside one jitted loop; a single query is a batch of one.

Every grid planner's search has the same shape, so this loop is written once and specialised by `search` and
`trace`. It times each query with the kernels' own clock, so that a query of a few microseconds is not
drowned by the way from Python and back.
"""

# ruff: noqa: ARG001  (search and trace are only shapes)
# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

from typing import Any, NamedTuple

from sandbox.kernels.arrays import Int32s, Int64s, Stop
from sandbox.kernels.clock import nanoseconds
from sandbox.kernels.jit import kernel
from sandbox.kernels.recording import Events

FOUND, NO_PATH, OUT_OF_BUDGET, STOPPED, OUT_OF_ROOM, PROVEN = range(6)
"""How a search ended; PROVEN: found, and no path is cheaper, whatever the planner promises in general."""

STATUS, COST, EXPANDED, GENERATED, REOPENED, SEARCH_NS, TRACE_NS, LENGTH = range(8)  # columns of an answer
COLUMNS = 8


class Answers(NamedTuple):
    """What a batch fills in."""

    rows: Int64s  # [queries, COLUMNS]
    path: Int32s  # the ids of each path from start to goal, one after the other
    scratch: Int32s  # [ids] one path


@kernel
def search(
    space: Any, work: Any, rule: Any, start: int, goal: int, stop: Stop, events: Events
) -> tuple[int, int, int, int, int]:
    """Bound to a planner's search: how it ended, cost, cells expanded, generated, reopened."""
    return 1, 0, 0, 0, 0


@kernel
def trace(space: Any, work: Any, start: int, goal: int, path: Int32s) -> int:
    """Bound to what reads the path from goal back to start out of `work`; returns its length."""
    return 0


@kernel(counted=False, steady=True)
def answer_all(
    space: Any, work: Any, rule: Any, pairs: Int64s, first: int, answers: Answers, stop: Stop, events: Events
) -> int:
    """Answer the queries `pairs[first:]`; return the first that was not, for want of room. `answers` is filled in."""
    at = 0
    rows, path, scratch = answers.rows, answers.path, answers.scratch
    for i in range(first, pairs.shape[0]):
        start, goal = pairs[i, 0], pairs[i, 1]
        began = nanoseconds()
        ended, cost, expanded, generated, reopened = search(space, work, rule, start, goal, stop, events)
        rows[i, SEARCH_NS] = nanoseconds() - began
        rows[i, STATUS], rows[i, COST] = ended, cost
        rows[i, EXPANDED], rows[i, GENERATED], rows[i, REOPENED] = expanded, generated, reopened
        rows[i, TRACE_NS] = rows[i, LENGTH] = 0
        if ended == OUT_OF_ROOM:
            return i
        if ended in (FOUND, PROVEN) and goal >= 0:
            began = nanoseconds()
            n = trace(space, work, start, goal, scratch)
            if at + n > path.shape[0]:
                return i
            for j in range(n):
                path[at + j] = scratch[n - 1 - j]
            rows[i, TRACE_NS] = nanoseconds() - began
            rows[i, LENGTH] = n
            at += n
    return pairs.shape[0]
