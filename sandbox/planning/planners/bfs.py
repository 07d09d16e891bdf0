"""Breadth-first search: the path of fewest steps, whatever they cost.

Paper: Moore, "The Shortest Path Through a Maze", Proc. Int. Symp. on the Theory of Switching, 1959.
Departs from it in nothing; the text is `best_first` with a plain line for its open list.
"""

from __future__ import annotations

from dataclasses import dataclass

from sandbox.planning.api import planners
from sandbox.planning.grid.best_first import BY_STEPS
from sandbox.planning.grid.best_first_planner import BestFirst, Recipe
from sandbox.planning.grid.planner import Moves


@planners.register("bfs", title="Breadth-first", paper="Moore, 1959", order=10)
@dataclass(frozen=True, slots=True)
class BreadthFirst(BestFirst):
    """Ring after ring around the start: fewest steps, but blind to what a step costs."""

    moves: Moves = 8

    @property
    def recipe(self) -> Recipe:
        """Which text runs, and how."""
        return Recipe(order=BY_STEPS, heuristic="zero", moves=self.moves)
