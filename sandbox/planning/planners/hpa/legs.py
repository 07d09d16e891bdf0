"""HPA*'s answer, shown leg by leg: the abstract way from sector to sector, then each leg refined, with what that took.

For the map lab. A leg of one level becomes legs of the level below, one of the lowest level becomes cells; smoothing
comes last. The query is asked anew without it, for what it smooths is what the legs have become.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, cast

import numpy as np

from sandbox.figures import seconds
from sandbox.kernels.arrays import Floats, Int64s
from sandbox.kernels.recording import CLOSE, EXPAND, STAGE
from sandbox.layers import Layer, Role
from sandbox.mesh.teaching.steps import Sheet, Steps, StepText, many
from sandbox.planning.api import Limits, Query, Status
from sandbox.planning.planners.hpa.layers import borders, legs

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.planning.planners.hpa.planner import HpaPrepared, HpaStar
    from sandbox.planning.planners.hpa.query import Work

NEAR_ENDS = "Start and goal lie too near to each other for HPA*: there are no legs between sectors"
NO_WAY = "There is no way from start to goal"


class Part(NamedTuple):
    """The legs of one level, from start to goal."""

    level: int
    ends: Floats  # [n, 2, 2] in cells
    took: Int64s  # [n] nanoseconds to refine each
    words: list[str]  # what each became


class LegSteps(Steps):
    """How HPA* refines its abstract way, level by level."""

    title = "HPA* refines"

    def __init__(self, level: Level, planner: HpaStar, query: Query) -> None:
        self.texts: list[StepText] = []
        self.smoothed: Floats = planner.prepare(level).plan(query, Limits()).points
        prepared = cast("HpaPrepared", replace(planner, smoothing=0, near=0).prepare(level))
        prepared.plan(query, Limits())  # the first of its kind loads what the second is timed with
        plan = prepared.plan(query, Limits())
        self.raw: Floats = plan.points
        self.ground, found = prepared.ground(query.radius), plan.status is Status.FOUND
        levels = range(prepared.work.sectors.levels, 0, -1) if found else ()
        ends = [(n, legs(self.ground, prepared.work, n), _took(prepared.work, n)) for n in levels]
        ends = [part for part in ends if len(part[1])]
        if not ends:
            self.parts: list[Part] = []
            self.texts.append(StepText(NEAR_ENDS if found else NO_WAY, STAGE, "no legs"))
            return
        self.cuts = _cuts(self.raw, ends[-1][1])
        below = [part[1] for part in ends[1:]]
        into = [_legs_of(part[1], other) for part, other in zip(ends, below, strict=False)] + [self._cells_of()]
        self.parts = [Part(*part, words) for part, words in zip(ends, into, strict=True)]
        self._tell(plan.stage_ns.get("abstract search", 0))

    def _cells_of(self) -> list[str]:
        return [many(b - a, "step") + " of cells" for a, b in pairwise(self.cuts.tolist())]

    def _tell(self, whole_ns: int) -> None:
        top = self.parts[0]
        words = f"The abstract way on level {top.level}: {many(len(top.ends), 'leg')} from sector to sector"
        self.texts.append(StepText(f"{words}, found in {seconds(1e-9 * whole_ns)}", EXPAND, "abstract search"))
        for part in self.parts:
            for number, (leg, ns, into) in enumerate(zip(part.ends, part.took.tolist(), part.words, strict=True), 1):
                which = f"Leg {number} of {len(part.ends)} on level {part.level}, {_between(leg)}"
                words = f"{which}: {into} in {ns:,} ns"
                self.texts.append(StepText(words, CLOSE, f"refine level {part.level}"))
        if not np.array_equal(self.raw, self.smoothed):
            before, after = (_length(points) for points in (self.raw, self.smoothed))
            words = f"Smoothing straightens the joints: {before:.2f} cells become {after:.2f}"
            self.texts.append(StepText(words, STAGE, "smooth"))

    # Pictures ------------------------------------------------------------------------------------------

    def layers(self, time: int) -> list[Layer]:
        """The legs as far as they are refined, the one of this step, the cells that are found."""
        sheet = Sheet(self.title, time)
        if not self.parts:
            return sheet.layers
        place, done = self._stands(time)
        part, smooth = self.parts[place], time > self._steps_of_legs
        name = f"Sectors of level {part.level}"
        sheet.lines("sectors", name, Role.MESH, borders(self.ground, part.level), 1.5)
        if time > 0:
            sheet.lines("to refine", "Legs still to be refined", Role.CORRIDOR, part.ends[done:], 2.5, dashed=True)
        self._refined(sheet, place, done)
        if done and not smooth:
            legend = f"The leg of this step: {int(part.took[done - 1]):,} ns"
            sheet.lines("step", legend, Role.GOOD, part.ends[done - 1 : done], 4.0)
        if smooth:
            sheet.lines("smoothed", "The way, smoothed", Role.PATH, _pieces(self.smoothed), 3.0)
        return sheet.layers

    def _refined(self, sheet: Sheet, place: int, done: int) -> None:
        """What the legs that are done have become."""
        ends = self.parts[place].ends
        if not done:
            return
        if place + 1 < len(self.parts):
            below = self.parts[place + 1].ends
            last = len(below) if done >= len(ends) else _begin_at(below, ends[done][0])
            sheet.lines("legs below", "What they became on the level below", Role.ENTRANCE, below[:last], 2.5)
        else:
            cells = _pieces(self.raw[: int(self.cuts[done]) + 1])
            sheet.lines("cells", "What they became: cells", Role.PATH, cells, 2.5)

    def _stands(self, time: int) -> tuple[int, int]:
        """Which level is being refined after so many steps, and how many of its legs are."""
        left = max(time - 1, 0)
        for place, part in enumerate(self.parts):
            if left <= len(part.ends):
                return place, left
            left -= len(part.ends)
        return len(self.parts) - 1, len(self.parts[-1].ends)

    @property
    def _steps_of_legs(self) -> int:
        return 1 + sum(len(part.ends) for part in self.parts)


def _took(work: Work, level: int) -> Int64s:
    """Nanoseconds of refining each leg of a level, from start to goal."""
    found: Int64s = work.leg_ns[int(work.part[level]) : int(work.part[level - 1])][::-1].copy()
    return found


def _legs_of(ends: Floats, below: Floats) -> list[str]:
    """How many legs of the level below each leg becomes."""
    begins = [_begin_at(below, leg[0]) for leg in ends] + [len(below)]
    return [many(max(b - a, 1), "leg") + " of the level below" for a, b in pairwise(begins)]


def _between(leg: Floats) -> str:
    (ax, ay), (bx, by) = np.floor(leg).astype(int).tolist()
    return f"({ax}, {ay}) to ({bx}, {by})"


def _begin_at(ends: Floats, at: Floats) -> int:
    """The leg that begins at a place."""
    same = np.flatnonzero((ends[:, 0] == at).all(axis=1))
    return int(same[0]) if len(same) else len(ends)


def _cuts(path: Floats, ends: Floats) -> Int64s:
    """Where along the path each leg of the lowest level begins; at last, where the path ends."""
    found = [0]
    for begin in ends[1:, 0]:
        same = np.flatnonzero((path[found[-1] :] == begin).all(axis=1))
        found.append(found[-1] + int(same[0]) if len(same) else found[-1])
    return np.array([*found, len(path) - 1], np.int64)


def _pieces(points: Floats) -> Floats:
    return np.stack([points[:-1], points[1:]], axis=1)


def _length(points: Floats) -> float:
    return float(np.hypot(*np.diff(points, axis=0).T).sum())
