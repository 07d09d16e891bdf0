"""Runs laid side by side: everything there is to say of them, made once; then any moment of any lock is at hand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations
from typing import NamedTuple

from sandbox.layers import CellReach, Role
from sandbox.planning.compare.difference import First, Parting, first_difference, parting
from sandbox.planning.compare.ground import Coverage, in_order, reached_by
from sandbox.planning.compare.lock import Lockstep
from sandbox.planning.compare.run import Run

MOST_RUNS = 4
LETTERS = "ABCD"


class Pair(NamedTuple):
    """Two runs of a comparison, and what differs between them."""

    a: int
    b: int
    first: First | None
    parting: Parting | None


class Overlap(NamedTuple):
    """On how many cells only the one has expanded, only the other, and both."""

    only_a: int
    only_b: int
    both: int


class Comparison:
    """Two to four runs of one query on one level (one is compared with nobody)."""

    def __init__(self, runs: Sequence[Run]) -> None:
        self.runs = list(runs)
        self.lockstep = Lockstep([run.recording for run in runs], [run.plan.total_ns for run in runs])
        self.lockstep.prepare()
        self.first = first_difference(self.runs)
        self.pairs = [
            Pair(a, b, first_difference([runs[a], runs[b]]), parting(runs[a].plan.points, runs[b].plan.points))
            for a, b in combinations(range(len(runs)), 2)
        ]
        self.reached = tuple(reached_by(run) for run in runs)
        self.order = tuple(in_order(reached) for reached in self.reached)
        self._alone: dict[int, CellReach] = {}

    def ground(self) -> Coverage:
        """Which of them have expanded where: at first nobody anywhere."""
        return Coverage(self.reached, self.order)

    @property
    def forks(self) -> list[tuple[float, float]]:
        """Where any two of the paths part, and where they have joined again."""
        found = [place for pair in self.pairs if pair.parting for place in (pair.parting.at, pair.parting.joined)]
        return list(dict.fromkeys((round(x, 6), round(y, 6)) for x, y in found))

    @property
    def ends(self) -> tuple[int, ...]:
        """How many events each has."""
        return tuple(run.events for run in self.runs)

    def overlap(self, pair: Pair, times: Sequence[int] | None = None) -> Overlap:
        """The ground of two of them after so many events of each (default: in the end)."""
        ends = self.ends if times is None else tuple(times)
        ground = Coverage([self.reached[pair.a], self.reached[pair.b]], [self.order[pair.a], self.order[pair.b]])
        ground.move_to((ends[pair.a], ends[pair.b]))
        return Overlap(ground.only(0), ground.only(1), ground.everybody)

    def layer(self, times: Sequence[int], colours: Sequence[int]) -> CellReach:
        """The ground as a layer, after so many events of each."""
        first = self.runs[0]
        return CellReach(
            name="difference", legend="Where they have expanded", group="Comparison", role=Role.HEAT,
            width=first.width, height=first.height, reached=self.reached, order=self.order, times=tuple(times),
            runs=tuple(run.title for run in self.runs), colours=tuple(colours),
        )  # fmt: skip

    def ground_of(self, run: int, colour: int) -> CellReach:
        """All the ground of one of them, as a layer: made once."""
        if run not in self._alone:
            whole = self.layer(self.ends, [colour] * len(self.runs))
            self._alone[run] = replace(
                whole, name="ground", legend="Where it has expanded", reached=(self.reached[run],),
                order=(self.order[run],), times=(self.ends[run],), runs=(self.runs[run].title,), colours=(colour,),
            )  # fmt: skip
        return self._alone[run]
