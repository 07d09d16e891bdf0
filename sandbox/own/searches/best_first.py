"""A* in plain Python: what a heuristic of the user's own is tried in, where no call goes over a border.

Paper: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE SSC 1968.
Departs from it in nothing; a cell reached more cheaply after it was closed is opened again.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable

from sandbox.own.grid import Cell, Grid
from sandbox.own.report import Report

Estimate = Callable[[Grid, Cell, Cell], float]


def search(estimate: Estimate, grid: Grid, start: Cell, goal: Cell, report: Report) -> list[Cell] | None:
    """The cells of a way from start to goal; None if there is none."""
    cost, parent = {start: 0.0}, dict[Cell, Cell | None]({start: None})
    first = estimate(grid, start, goal)
    open_list, closed = [(first, 0.0, start)], set[Cell]()
    report.generate(start, None, 0.0, first)
    while open_list:
        f, minus_g, cell = heapq.heappop(open_list)
        if cell in closed or -minus_g > cost[cell]:
            continue
        closed.add(cell)
        report.expand(cell, cost[cell], f)
        if cell == goal:
            return grid.way(parent, goal)
        for near, step in grid.neighbours(cell):
            g = cost[cell] + step
            if g < cost.get(near, math.inf):
                f = g + estimate(grid, near, goal)
                tell = report.reopen if near in closed else report.relax if near in cost else report.generate
                tell(near, cell, g, f)
                closed.discard(near)
                cost[near], parent[near] = g, cell
                heapq.heappush(open_list, (f, -g, near))
    return None
