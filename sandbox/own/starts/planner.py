"""TITLE: save this file and the map follows."""

import heapq
import math
from dataclasses import dataclass
from typing import Annotated

from sandbox.own import Cell, Grid, Help, Range, Report, planner


@planner(title="TITLE", seconds=5)
@dataclass(frozen=True)
class Mine:
    """A* of my own."""  # what the list says of it; the fields below become its controls

    weight: Annotated[float, Range(1, 10), Help("1 finds the cheapest way; more is greedier")] = 1.0

    def search(self, grid: Grid, start: Cell, goal: Cell, report: Report) -> list[Cell] | None:
        """Return the cells from start to goal, or None."""
        cost, closed = {start: 0.0}, set()
        parent: dict[Cell, Cell | None] = {start: None}
        open_list = [(0.0, start)]
        while open_list:
            f, cell = heapq.heappop(open_list)
            if cell in closed:
                continue
            closed.add(cell)
            report.expand(cell, cost[cell], f)  # what is reported is counted, and can be played back
            if cell == goal:
                return grid.way(parent, goal)
            for near, step in grid.neighbours(cell):  # no step cuts a corner
                g = cost[cell] + step
                if g < cost.get(near, math.inf) and near not in closed:
                    f = g + self.weight * grid.distance(near, goal)
                    (report.relax if near in cost else report.generate)(near, cell, g, f)
                    cost[near], parent[near] = g, cell
                    heapq.heappush(open_list, (f, near))
        return None
