"""A*: the least f = g + h first. Finds shortest paths when the heuristic never claims too much.

Paper: Hart, Nilsson, Raphael, "A Formal Basis for the Heuristic Determination of Minimum Cost Paths", IEEE
TSSC 1968; weighted: Pohl, "Heuristic Search Viewed as Path Finding in a Graph", Artificial Intelligence 1970.
Departs from them in: see `bucket_search` (the default) and `best_first` (any other heuristic or tie-breaking).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from sandbox.planning.api import planners
from sandbox.planning.grid.best_first_planner import BestFirst, Recipe
from sandbox.planning.grid.heuristics import HeuristicKey
from sandbox.planning.grid.planner import Moves
from sandbox.registry import Help, Range


@planners.register("astar", title="A*", paper="Hart, Nilsson, Raphael, IEEE TSSC 1968", order=30)
@dataclass(frozen=True, slots=True)
class AStar(BestFirst):
    """Goes where cost so far plus estimated rest is least: optimal, and seldom looks elsewhere."""

    heuristic: HeuristicKey = "octile"
    weight: Annotated[
        float, Range(1.0, 10.0, 0.25), Help("times the heuristic: above 1 it hurries, and may miss the best way")
    ] = 1.0
    moves: Moves = 8
    queue: Annotated[
        Literal["buckets", "heap"], Help("buckets are faster; a heap takes cells in the exact order of f")
    ] = "buckets"
    pruning: Annotated[bool, Help("with buckets on uniform terrain, skip ways that only permute steps")] = True
    ties: Annotated[Literal["larger g", "smaller g", "newest", "oldest"], Help("who goes first among equal f")] = (
        "larger g"
    )
    reopen: Annotated[bool, Help("open a closed cell again when a better way to it appears")] = True

    @property
    def recipe(self) -> Recipe:
        """Which text runs, and how."""
        return Recipe(
            heuristic=self.heuristic,
            weight=self.weight,
            moves=self.moves,
            ties=self.ties,
            reopen=self.reopen,
            buckets=self.queue == "buckets",
            canonical=self.pruning,
        )
