"""A scenario file leafed through on its map: query by query, each with the optimal length that the file gives."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

import numpy as np

from sandbox.bench.scenarios import map_of
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.formats.movingai import Scenario, read_scenario
from sandbox.level.markers import Marker
from sandbox.level.model import Level
from sandbox.planning.api import Metric, Plan, Status

if TYPE_CHECKING:
    from sandbox.planning.api import Query

LONGEST: Final = "longest"
SAME: Final = 0.01  # cells: what the files' lengths are rounded to


@dataclass(frozen=True, slots=True)
class Leaves:
    """The queries of one file, on their map."""

    path: Path
    scenario: Scenario
    map: Path
    level: Level

    @classmethod
    def open(cls, path: Path, at: Path | None = None) -> Leaves:
        """Read a scenario file and its map. Raises BadInput if there is none, or if it is another one."""
        scenario = read_scenario(path)
        if not len(scenario):
            raise BadInput(str(path), "no query", "a scenario with at least one")
        at = map_of(path) if at is None else at
        level = formats.load(at)
        other = np.flatnonzero((scenario.size != (level.width, level.height)).any(axis=1))
        if len(other):
            width, height = scenario.size[other[0]].tolist()
            found = f"a map of {width} × {height}"
            raise BadInput(f"{path}: query {other[0] + 1}", found, f"{level.width} × {level.height}, as {at.name} is")
        return cls(path, scenario, at, level)

    def __len__(self) -> int:
        return len(self.scenario)

    @property
    def longest(self) -> int:
        """The query with the longest path, the first of several, counted from 0."""
        return int(np.argmax(self.scenario.optimal))

    def optimal(self, query: int) -> float:
        """The shortest way in eight directions that cuts no corner, as the file tells it."""
        return float(self.scenario.optimal[query])

    def place(self, query: int) -> dict[str, Marker]:
        """Start and goal of a query, in the middles of their cells."""
        ends = {"start": self.scenario.start, "goal": self.scenario.goal}
        found = {name: cells[query].tolist() for name, cells in ends.items()}
        return {name: Marker.at(x + 0.5, y + 0.5) for name, (x, y) in found.items()}

    def asks(self, number: int, query: Query | None) -> bool:
        """Whether this is what a query asks."""
        ends = self.place(number)
        return query is not None and (query.start, query.goal) == (ends["start"].point, ends["goal"].point)

    def numbered(self, text: str, where: str) -> int:
        """The query meant by a number from 1, or by "longest"; counted from 0."""
        if text == LONGEST:
            return self.longest
        if not text.isdecimal() or not 1 <= int(text) <= len(self):
            raise BadInput(where, f"{text!r:.40}", f"1 to {len(self)}, or {LONGEST}")
        return int(text) - 1


def beside(optimal: float, plan: Plan, radius: float = 0.0) -> str:
    """An answer beside what the file says."""
    if plan.status is not Status.FOUND:
        return f"{str(plan.status).replace('-', ' ')}; the file's way is {optimal:.2f}"
    if plan.metric is not Metric.LENGTH or radius > 0:
        why = "counts terrain" if plan.metric is not Metric.LENGTH else "is for a disc"
        return f"{plan.cost:.2f}, which {why}; the file's is {optimal:.2f}"
    if abs(plan.cost - optimal) <= SAME:
        return f"{plan.cost:.2f}, as the file says"
    share = 100 * (plan.cost / optimal - 1) if optimal > 0 else 0.0
    more = "longer" if plan.cost > optimal else "shorter: at any angle"
    return f"{plan.cost:.2f}, {abs(share):.2f} % {more}"
