"""Dijkstra's algorithm: cheapest first, in every direction alike.

Paper: Dijkstra, "A Note on Two Problems in Connexion with Graphs", Numerische Mathematik 1959.
Departs from it in: buckets no wider than the shortest step instead of a sorted set (Dial, CACM 1969); on
request it goes on past the goal and shows the whole distance field with its tree of shortest paths.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

import numpy as np

from sandbox.layers import CellField, Layer, Role, Segments
from sandbox.planning.api import planners
from sandbox.planning.grid.best_first_planner import BestFirst, BestFirstPrepared, Recipe
from sandbox.planning.grid.distances import distances_from, steepest_descent
from sandbox.planning.grid.graph import centres, id_of
from sandbox.planning.grid.planner import Moves
from sandbox.planning.grid.runner import Ground
from sandbox.planning.prepared import Outcome
from sandbox.registry import Help


class DijkstraPrepared(BestFirstPrepared):
    """Dijkstra's algorithm on a level."""

    def shown(self, ground: Ground, outcome: Outcome) -> Sequence[Layer]:
        """The distance field and the tree, when asked for."""
        if not self.planner.field:
            return ()
        space = ground.space
        x, y = (int(v) for v in outcome.points[0])
        source = id_of((x, y), space.stride)
        mask = 15 if self.recipe.moves == 4 else 255
        reached, distance = distances_from(space, source, weighted=self.weighted, moves=mask)
        image = np.where(reached, distance / self.unit, np.nan).reshape(-1, space.stride)[1:-1, 1:-1]
        child, parent = steepest_descent(space, reached, distance, weighted=self.weighted, moves=mask)
        ends = np.stack([centres(child, space.stride), centres(parent, space.stride)], axis=1)
        version = self.level.version
        return (
            CellField(
                name="distance",
                legend="cost from the start",
                role=Role.HEAT,
                values=image,
                unit="cells",
                version=version,
            ),
            Segments(
                name="shortest-path tree", legend="how each cell is reached", role=Role.EDGE, ends=ends, version=version
            ),
        )


@planners.register("dijkstra", title="Dijkstra", paper="Dijkstra, Numerische Mathematik 1959", order=20)
@dataclass(frozen=True, slots=True)
class Dijkstra(BestFirst):
    """Spreads like water over the terrain until it reaches the goal: optimal, and knows nothing of direction."""

    moves: Moves = 8
    queue: Annotated[Literal["buckets", "heap"], Help("buckets are faster; a heap is the textbook's")] = "buckets"
    field: Annotated[bool, Help("also show the distance of every cell and the tree of shortest paths")] = False
    prepared: ClassVar[type[BestFirstPrepared]] = DijkstraPrepared

    @property
    def recipe(self) -> Recipe:
        """Which text runs, and how."""
        return Recipe(heuristic="zero", moves=self.moves, buckets=self.queue == "buckets", canonical=False)
