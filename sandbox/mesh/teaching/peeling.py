"""The reduction of a mesh, step by step: dead ends are peeled off triangle by triangle, corridors and decisions remain.

Demyen and Buro, "Efficient triangulation-based pathfinding", AAAI 2006, see `reduction`: TRA* searches what remains.
"""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sandbox.kernels.arrays import Int64s
from sandbox.kernels.recording import CLOSE, EXPAND, STAGE
from sandbox.layers import Layer, Role
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import NONE
from sandbox.mesh.layers import corners
from sandbox.mesh.of_level import LevelMesh
from sandbox.mesh.reduction import DECISION, UP, chokes_of
from sandbox.mesh.reduction_layers import centres, crossings, steps
from sandbox.mesh.teaching.steps import Sheet, Steps, StepText, many

BECOMES = {1: ", which is a dead end now too", 2: ", which is part of a corridor now"}  # by the ways on it has left


class PeelingSteps(Steps):
    """How TRA* takes away everything without a choice."""

    title = "Reduction"

    def __init__(self, level: Level) -> None:
        self.level_mesh = LevelMesh(level)
        self.mesh, self.reduction = self.level_mesh.mesh, self.level_mesh.reduction
        self.texts: list[StepText] = []
        self.order: Int64s = self.reduction.order.astype(np.int64)
        self._tell_peeling()
        self._tell_corridors()
        self._tell_decisions()

    @cached_property
    def free(self) -> Int64s:
        """The triangles one may be in."""
        return np.flatnonzero(self.reduction.level != NONE)

    @cached_property
    def degrees(self) -> Int64s:
        """Of every triangle: its ways on before anything is peeled; blocked ones have none."""
        open_ = self.mesh.con[: 3 * len(self.reduction.level)].reshape(-1, 3) == 0
        return np.where(self.reduction.level != NONE, open_.sum(axis=1), 0)

    @cached_property
    def parents(self) -> Int64s:
        """What each of those peeled hung on, in their order; NONE for what hung on nothing any more."""
        up = self.reduction.tree[self.order, UP]
        return np.where(up == NONE, NONE, self.mesh.twin[up] // 3)

    def degrees_after(self, peeled: int) -> Int64s:
        """Ways on that are left when so many have been peeled; NONE for those that are gone."""
        left, parents = self.degrees.copy(), self.parents[:peeled]
        np.subtract.at(left, parents[parents != NONE], 1)
        left[self.order[:peeled]] = NONE
        return left

    def _tell_peeling(self) -> None:
        left = self.degrees.copy()
        for t, parent in zip(self.order.tolist(), self.parents.tolist(), strict=True):
            if parent == NONE:
                words = f"Triangle {t} has no way on left: it is the root of all that was peeled around it"
            else:
                left[parent] -= 1
                more = BECOMES.get(int(left[parent]), "")
                words = f"Triangle {t} has one way on: peeled off, it hangs on triangle {parent}{more}"
            self.texts.append(StepText(words, CLOSE, "peel dead ends"))

    def _tell_corridors(self) -> None:
        choke = chokes_of(self.mesh, self.reduction, self.level_mesh.widths) / UNITS
        for first, last, between in self.reduction.rows.tolist():
            wide = f", {choke[first]:.2f} cells wide at its narrowest" if np.isfinite(choke[first]) else ""
            if last == NONE:
                words = f"A ring of {many(between, 'triangle')}, with no decision on it"
            else:
                both = f"decision {first // 3} to decision {last // 3}"
                words = f"A corridor from {both}: {many(between, 'triangle')}{wide}"
            self.texts.append(StepText(words, STAGE, "corridors"))

    def _tell_decisions(self) -> None:
        reduction = self.reduction
        words = f"What is left to choose among: {many(reduction.decisions, 'decision')} joined by "
        words += f"{many(len(reduction.rows), 'corridor')}, of {many(len(self.free), 'free triangle')}"
        self.texts.append(StepText(words, EXPAND, "what TRA* searches"))

    # Pictures ------------------------------------------------------------------------------------------

    def layers(self, time: int) -> list[Layer]:
        """Triangles by how many ways on they have left, the tree they hang on, the corridors that were shown."""
        sheet, peeled = Sheet(self.title, time), min(time, len(self.order))
        left = self.degrees_after(peeled)
        for ways, name, legend, role in (
            (1, "dead ends", "One way on: a dead end", Role.CONFLICT),
            (2, "corridor", "Two ways on", Role.CORRIDOR),
            (3, "decisions", "Three ways on: a decision", Role.ABSTRACTION),
        ):
            sheet.rings(name, legend, role, corners(self.mesh, self.free[left[self.free] == ways]))
        done = self.order[:peeled]
        sheet.rings("peeled", "Peeled off", Role.EDGE, corners(self.mesh, done))
        up = self.reduction.tree[done, UP].astype(np.int64)
        sheet.lines("hangs on", "What each hangs on", Role.EDGE, steps(self.mesh, up[up != NONE]))
        after = time - len(self.order)
        rows = self.reduction.rows[: max(after, 0), 0].tolist()
        crossed = np.array([h for row in rows for h in crossings(self.mesh, self.reduction, row)], np.int64)
        sheet.lines("corridors", "Corridors", Role.PATH, steps(self.mesh, crossed), 2.5)
        if after > 0:
            there = np.flatnonzero(self.reduction.level == DECISION)
            sheet.points("at decisions", "Decisions", Role.ABSTRACTION, centres(self.mesh, there), 6.0)
        self._mark(sheet, time)
        return sheet.layers

    def _mark(self, sheet: Sheet, time: int) -> None:
        """Point out what the last step is about."""
        if 0 < time <= len(self.order):
            here = corners(self.mesh, self.order[time - 1 : time])
            sheet.rings("step", "The triangle of this step", Role.GOOD, here)
        elif 0 < time - len(self.order) <= len(self.reduction.rows):
            first = int(self.reduction.rows[time - len(self.order) - 1, 0])
            way = steps(self.mesh, np.array(crossings(self.mesh, self.reduction, first), np.int64))
            sheet.lines("step", "The corridor of this step", Role.GOOD, way, 4.0)
