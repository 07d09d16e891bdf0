"""Point location, step by step: some random vertices are measured, then a walk leads from triangle to triangle.

Jump and walk: Mücke, Saias, Zhu, "Fast randomized point location without preprocessing", CGTA 1999; the walk itself is
the one every query and edit takes, see `location.walk`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import CLOSE, LOCATE
from sandbox.layers import Layer, Role
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import LOGGED, NONE, TRACE, EditStep, Mesh
from sandbox.mesh.layers import corners, ends, once
from sandbox.mesh.location.methods import Method, locator
from sandbox.mesh.location.walk import Place
from sandbox.mesh.of_level import LevelMesh
from sandbox.mesh.teaching.steps import Sheet, Steps, StepText, many

LOG_ROOM: Final = 1 << 16
Spot = tuple[float, float]


class WalkSteps(Steps):
    """How the triangles of some named points are found, one point after the other."""

    title = "Point location"

    def __init__(self, level: Level, points: Mapping[str, Spot]) -> None:
        self._made = LevelMesh(level)
        self._made.triangulation.mesh = self._made.mesh._replace(log=np.zeros((LOG_ROOM, 7), np.int32))
        self.mesh = self._made.mesh
        self.edges = ends(self.mesh, once(self.mesh))
        self.texts: list[StepText] = []
        self.rows: list[tuple[int, int, int, int]] = []  # of each step: kind, subject, from where, which point
        self.points = np.array(list(points.values()), np.float64).reshape(-1, 2)
        self.places: list[Place] = []
        for number, (name, at) in enumerate(points.items()):
            self._tell(name, number, at)

    def _tell(self, name: str, number: int, at: Spot) -> None:
        log, place = _located(self.mesh, at)
        self.places.append(place)
        visits = int((log[:, 0] == EditStep.VISIT).sum())
        seen = 0
        for kind, subject, before, nearer in log[:, :4].tolist():
            if kind == EditStep.SAMPLE:
                away = float(np.hypot(*(self.mesh.xy[subject] / UNITS - at)))
                verdict = "the nearest so far" if nearer else "farther than one before"
                words, event = f"Vertex {subject} is {away:.2f} cells away: {verdict}", LOCATE
            elif kind == EditStep.VISIT:
                seen += 1
                words = _visit(name, subject, before, last=seen == visits, place=place)
                event = CLOSE
            else:
                continue
            phase = f"{'jump' if kind == EditStep.SAMPLE else 'walk'} to the {name}"
            self.texts.append(StepText(words, event, phase))
            self.rows.append((kind, subject, before, number))

    def layers(self, time: int) -> list[Layer]:
        """The mesh, the vertices measured, the triangles walked through, and the way that is still to go."""
        sheet = Sheet(self.title, time)
        sheet.lines("edges", "Edges of the triangulation", Role.MESH, self.edges)
        if not time:
            sheet.points("looked for", "The point looked for", Role.OPEN, self.points[:1], 8.0)
            return sheet.layers
        now = self.rows[time - 1][3]
        mine = [row for row in self.rows[:time] if row[3] == now]
        target = self.points[now]
        walked = np.array([row[1] for row in mine if row[0] == EditStep.VISIT], np.int64)
        measured = np.array([row[1] for row in mine if row[0] == EditStep.SAMPLE], np.int64)
        sheet.rings("walked", "Triangles walked through", Role.CORRIDOR, corners(self.mesh, walked[:-1]))
        sheet.rings("here", "The triangle looked at", Role.GOOD, corners(self.mesh, walked[-1:]))
        spots = self.mesh.xy[measured] / UNITS
        sheet.points("measured", "Vertices measured", Role.ENTRANCE, spots)
        here = corners(self.mesh, walked[-1:]).mean(axis=1) if len(walked) else _nearest(spots, target)
        sheet.lines("to go", "Straight to the point", Role.EDGE, np.stack([here[0], target])[None], 1.5, dashed=True)
        sheet.points("nearest", "The nearest vertex: where the walk begins", Role.GOOD, _nearest(spots, target), 8.0)
        sheet.points("looked for", "The point looked for", Role.OPEN, target[None], 8.0)
        return sheet.layers


def _located(mesh: Mesh, at: Spot) -> tuple[NDArray[np.int32], Place]:
    """The log of looking for a point, and where it lies."""
    mesh.counts[LOGGED], mesh.counts[TRACE] = 0, 1
    found = locator(mesh, Method.JUMP_CUBE_ROOT).many(np.array([[round(c * UNITS) for c in at]], np.int32))
    mesh.counts[TRACE] = 0
    return mesh.log[: int(mesh.counts[LOGGED])].copy(), Place.of(*found[0].tolist())


def _visit(name: str, triangle: int, before: int, *, last: bool, place: Place) -> str:
    if last:
        where = f"on its corner {place.vertex}" if place.vertex != NONE else "on its edge" if place.edge != NONE else ""
        return f"Triangle {triangle} holds the {name}{', ' + where if where else ''}: found"
    if before == NONE:
        return f"The walk begins in triangle {triangle}"
    return f"The {name} lies beyond an edge of triangle {before}: on to triangle {triangle}"


def _nearest(spots: NDArray[np.float64], target: NDArray[np.float64]) -> NDArray[np.float64]:
    """The one nearest to a point; the point itself if there are none."""
    if not len(spots):
        return target[None]
    return spots[[int(np.hypot(*(spots - target).T).argmin())]]


def summary(steps: WalkSteps) -> str:
    """How much it took."""
    kinds = [row[0] for row in steps.rows]
    visits = many(kinds.count(EditStep.VISIT), "triangle")
    return f"{many(kinds.count(EditStep.SAMPLE), 'vertex', 'vertices')} measured, {visits} walked through"
