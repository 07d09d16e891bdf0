"""Breadth-first search: the path of fewest steps, whatever they cost.

Paper: Moore, "The Shortest Path Through a Maze", Proc. Int. Symp. on the Theory of Switching, 1959.
Departs from it in nothing; the text is `best_first` with a plain line for its open list.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from sandbox.planning.api import planners
from sandbox.planning.grid.best_first import BY_STEPS
from sandbox.planning.grid.best_first_planner import BestFirst, Recipe
from sandbox.registry import Help


@planners.register(
    "bfs",
    title="Breadth-first",
    paper="Moore, 1959",
    order=10,
)
@dataclass(frozen=True, slots=True)
class BreadthFirst(BestFirst):
    """Ring after ring around the start: fewest steps, but blind to what a step costs."""

    moves: Annotated[Literal[8, 4], Help("neighbours of a cell")] = 8

    @property
    def recipe(self) -> Recipe:
        """Which text runs, and how."""
        return Recipe(order=BY_STEPS, heuristic="zero", moves=self.moves)
