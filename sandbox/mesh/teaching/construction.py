"""Delaunay's triangulation of a level's own vertices, insertion by insertion, flip by flip (see `delaunay`)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import numpy as np

from sandbox.kernels.recording import FLIP, LOCATE
from sandbox.layers import Layer
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import NONE, VERTICES
from sandbox.mesh.delaunay import Lesson, teach
from sandbox.mesh.of_level import mesh_of
from sandbox.mesh.teaching.steps import Steps, StepText

MOST: Final = 500  # vertices: a construction one can follow
SEED: Final = 1
LEGENDS: Final = {
    "edges": "Edges of the triangulation",
    "new point": "The point being inserted",
    "step": "What is looked at",
}


class ConstructionSteps(Steps):
    """The vertices of a level's mesh, or some of them if there are too many to follow, put in one by one."""

    title = "Delaunay"

    def __init__(self, level: Level) -> None:
        mesh = mesh_of(level).mesh
        alive = np.flatnonzero(mesh.out[: int(mesh.counts[VERTICES])] != NONE)
        points = mesh.xy[alive].astype(np.int32)
        chosen = np.sort(np.random.default_rng(SEED).permutation(len(points))[:MOST])
        self.course = teach(points[chosen], (0, 0, level.width * UNITS, level.height * UNITS), SEED)
        phase = "insert, locate, split, test, flip"
        self.texts = [
            StepText(step.words, FLIP if step.kind is Lesson.FLIP else LOCATE, phase) for step in self.course.steps
        ]

    def layers(self, time: int) -> list[Layer]:
        """The triangulation after so many steps, and what the last one looks at."""
        return [
            replace(layer, group=self.title, legend=LEGENDS.get(layer.name, layer.legend))
            for layer in self.course.frame(time, float(UNITS))
        ]
