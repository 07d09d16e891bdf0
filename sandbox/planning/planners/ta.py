"""TA*: first a channel of triangles, then the shortest way through it. See `channel_search` for the algorithm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sandbox.level.model import Level
from sandbox.planning.api import Promises, planners
from sandbox.planning.mesh.channel_planner import ChannelPrepared
from sandbox.planning.mesh.planner import ANY_ANGLE, Effort


@planners.register(
    "ta",
    title="TA*",
    paper="Demyen, Buro, AAAI 2006",
    order=220,
)
@dataclass(frozen=True, slots=True)
class TriangulationAStar:
    """A* over triangles with a funnel at the end: a good path at once, then better ones until none can be."""

    effort: Effort = 2000
    promises: ClassVar[Promises] = ANY_ANGLE

    def prepare(self, level: Level) -> ChannelPrepared:
        """Make ready for a level."""
        return ChannelPrepared(level, self, effort=self.effort)
