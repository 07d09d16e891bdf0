"""Greedy best-first search: always on from the cell that looks nearest to the goal.

Paper: Doran, Michie, "Experiments with the Graph Traverser Program", Proc. Royal Society A 1966.
Departs from it in nothing; the text is `best_first` without the cost so far.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from sandbox.planning.api import planners
from sandbox.planning.grid.best_first import BY_GUESS
from sandbox.planning.grid.best_first_planner import BestFirst, Recipe
from sandbox.planning.grid.heuristics import HeuristicKey
from sandbox.planning.grid.planner import Moves
from sandbox.registry import Help


@planners.register("greedy", title="Greedy best-first", paper="Doran, Michie, Proc. Royal Society A 1966", order=25)
@dataclass(frozen=True, slots=True)
class Greedy(BestFirst):
    """Runs for the goal and finds out too late about dead ends: fast, and often far from the best way."""

    heuristic: HeuristicKey = "octile"
    moves: Moves = 8
    ties: Annotated[
        Literal["larger g", "smaller g", "newest", "oldest"], Help("who goes first among equally near cells")
    ] = "newest"

    @property
    def recipe(self) -> Recipe:
        """Which text runs, and how."""
        return Recipe(order=BY_GUESS, heuristic=self.heuristic, moves=self.moves, ties=self.ties)
