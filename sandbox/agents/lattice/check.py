"""The judge of a plan for agents on a grid. It knows nothing of those who plan: it sees cells and a picture.

What it holds agents to is that of R. Stern et al., "Multi-Agent Pathfinding: Definitions, Variants, and Benchmarks",
SoCS 2019: cells are free, a step leads to one of the four cells around or nowhere, no vertex conflict, no swap. An
agent may come later and go earlier: it is at ABSENT then.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from collections.abc import Iterator

ABSENT: Final = (-1, -1)
Cell = tuple[int, int]


def fault_in(
    plan: NDArray[np.integer],
    free: NDArray[np.bool_],
    starts: NDArray[np.integer] | None = None,
    goals: NDArray[np.integer] | None = None,
) -> str:
    """The first fault of a plan, with its step and agents, in words; empty if there is none.

    `plan` [steps, agents, 2] cells (x, y); `free` [height, width]; `starts` and `goals` [agents, 2], where they count.
    """
    return next(_faults(plan.tolist(), free, starts, goals), "")


def _faults(
    plan: list[list[list[int]]],
    free: NDArray[np.bool_],
    starts: NDArray[np.integer] | None,
    goals: NDArray[np.integer] | None,
) -> Iterator[str]:
    if starts is not None:
        yield from _wrong_ends(plan[0] if plan else [], starts.tolist(), 0, "starts")
    before: dict[int, Cell] = {}
    for step, row in enumerate(plan):
        now: dict[int, Cell] = {agent: (x, y) for agent, (x, y) in enumerate(row) if (x, y) != ABSENT}
        yield from _blocked(now, free, step)
        yield from _jumps(before, now, step)
        yield from _shared(now, step)
        yield from _swapped(before, now, step)
        before = now
    if goals is not None:
        yield from _wrong_ends(plan[-1] if plan else [], goals.tolist(), len(plan) - 1, "ends")


def _wrong_ends(row: list[list[int]], wanted: list[list[int]], step: int, verb: str) -> Iterator[str]:
    if len(row) != len(wanted):
        yield f"step {step}: {len(row)} agents, not {len(wanted)}"
    for agent, (cell, right) in enumerate(zip(row, wanted, strict=False)):
        if cell != right:
            yield f"step {step}: agent {agent} {verb} at {tuple(cell)}, not at {tuple(right)}"


def _blocked(now: dict[int, Cell], free: NDArray[np.bool_], step: int) -> Iterator[str]:
    height, width = free.shape
    for agent, (x, y) in now.items():
        if not (0 <= x < width and 0 <= y < height):
            yield f"step {step}: agent {agent} is outside at {(x, y)}"
        elif not free[y, x]:
            yield f"step {step}: agent {agent} is in a wall at {(x, y)}"


def _jumps(before: dict[int, Cell], now: dict[int, Cell], step: int) -> Iterator[str]:
    for agent, (x, y) in now.items():
        px, py = before.get(agent, (x, y))
        if abs(x - px) + abs(y - py) > 1:
            yield f"step {step}: agent {agent} jumps from {(px, py)} to {(x, y)}"


def _shared(now: dict[int, Cell], step: int) -> Iterator[str]:
    holder: dict[Cell, int] = {}
    for agent, cell in now.items():
        if cell in holder:
            yield f"step {step}: agents {holder[cell]} and {agent} are both at {cell}"
        holder.setdefault(cell, agent)


def _swapped(before: dict[int, Cell], now: dict[int, Cell], step: int) -> Iterator[str]:
    moved = {(before[agent], cell): agent for agent, cell in now.items() if agent in before and before[agent] != cell}
    for (here, there), agent in moved.items():
        other = moved.get((there, here), agent)
        if other > agent:
            yield f"step {step}: agents {agent} and {other} change places between {here} and {there}"
