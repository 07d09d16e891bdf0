"""Which polygons are selected, and which vertex of one of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.level.obstacles import Obstacle


class Vertex(NamedTuple):
    """One vertex of a level. Ring 0 is the outer one, then come the holes."""

    polygon: int
    ring: int
    number: int


@dataclass
class Selection:
    """Ids in the order they were selected; followers are told of every change."""

    ids: tuple[int, ...] = ()
    vertex: Vertex | None = None
    followers: list[Callable[[], None]] = field(default_factory=list)

    def set(self, ids: Iterable[int], vertex: Vertex | None = None) -> None:
        """Select these and nothing else."""
        fresh = tuple(dict.fromkeys(ids))
        if (fresh, vertex) == (self.ids, self.vertex):
            return
        self.ids, self.vertex = fresh, vertex
        for follower in tuple(self.followers):
            follower()

    def toggle(self, number: int) -> None:
        """Take one more in, or out."""
        self.set([i for i in self.ids if i != number] if number in self.ids else [*self.ids, number])

    def prune(self, level: Level) -> None:
        """Forget what an edit, or undoing one, took away."""
        vertex = self.vertex if self.vertex is not None and has_vertex(level, self.vertex) else None
        self.set([i for i in self.ids if i in level.polygons], vertex)

    def polygons(self, level: Level) -> list[Obstacle]:
        """The selected polygons."""
        return [level.polygons[i] for i in self.ids if i in level.polygons]


def has_vertex(level: Level, vertex: Vertex) -> bool:
    """Whether a level has such a vertex."""
    polygon = level.polygons.get(vertex.polygon)
    return polygon is not None and vertex.ring < len(polygon.rings) and vertex.number < len(polygon.rings[vertex.ring])
