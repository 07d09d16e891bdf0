"""Delaunay triangulation by randomised incremental insertion, step by step: the teaching mode.

For the map lab. Guibas, Knuth and Sharir, "Randomized incremental construction of Delaunay and Voronoi
diagrams", Algorithmica 1992, as de Berg et al. tell it ("Computational Geometry", chapter 9):

    LEGALISE-EDGE after every split, until no edge is illegal
    1 INSERT    take the next point of a random order
    2 LOCATE    go down the history of the triangulation to the triangle that holds it
    3 SPLIT     that triangle in three, or on an edge two in four
    4 TEST      every edge across which the new point now looks: is the far corner inside the circle?
    5 FLIP      if so, and test the two edges behind

Departs from them in that the world is a box instead of a triangle with corners at infinity. A step is a row
(kind, subject, …) of `TeachingStep`; `frame` rebuilds the picture after any number of steps from the steps
alone, so that going backwards is as easy as forwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput, SandboxError
from sandbox.kernels.recording import FLIP as FLIP_EVENT
from sandbox.kernels.recording import LOCATE as LOCATE_EVENT
from sandbox.kernels.recording import Recording
from sandbox.layers import Layer, Points, Role, Segments
from sandbox.mesh.arrays import EDIT, LOGGED, NONE, TOUCHED, TRACE, VERTICES, EditStep, Mesh, new_mesh, new_work
from sandbox.mesh.editing.build import Box, check_box, check_inside
from sandbox.mesh.location.decision_graph import DecisionGraph, new_history
from sandbox.mesh.location.methods import Locator, Method, lengthen
from sandbox.mesh.teaching.faces import ShownFaces

MOST_POINTS: Final = 20_000
LOG_ROOM: Final = 1 << 16


class Lesson(IntEnum):
    """What a step shows."""

    INSERT = 1
    LOCATE = 2
    SPLIT = 3
    TEST = 4
    FLIP = 5

    @property
    def title(self) -> str:
        """What a person reads."""
        return _TITLES[self]


_TITLES: Final = {
    Lesson.INSERT: "Take the next point of the random order",
    Lesson.LOCATE: "Look for the triangle that holds it",
    Lesson.SPLIT: "Split the triangle at the point",
    Lesson.TEST: "Is the edge legal, the far corner outside the circle?",
    Lesson.FLIP: "It is not: flip it",
}


@dataclass(frozen=True, slots=True)
class TeachingStep:
    """One step. Numbers are vertices, 0 to 3 the corners of the world."""

    kind: Lesson
    point: int  # the vertex being inserted
    edge: tuple[int, int] = (NONE, NONE)  # tested or flipped; of a LOCATE: nothing
    apexes: tuple[int, int] = (NONE, NONE)  # the corners on both sides of that edge, a flip's new edge
    triangle: tuple[int, ...] = ()  # the corners looked at or split; of a split edge: its two ends and both apexes
    illegal: bool = False

    @property
    def words(self) -> str:
        """The step in a sentence."""
        if self.kind is Lesson.TEST:
            verdict = "no, it is illegal" if self.illegal else "yes"
            return f"Is edge {self.edge[0]}–{self.edge[1]} legal, corner {self.apexes[0]} outside? {verdict}"
        if self.kind is Lesson.FLIP:
            return f"Flip {self.edge[0]}–{self.edge[1]} to {self.apexes[0]}–{self.apexes[1]}"
        return f"{self.kind.title} ({self.point})"


@dataclass(frozen=True, slots=True)
class Course:
    """A whole construction: where the vertices lie, and every step."""

    xy: NDArray[np.int64]  # [vertices, 2]
    steps: tuple[TeachingStep, ...]
    mesh: Mesh

    def edges_after(self, count: int) -> set[tuple[int, int]]:
        """The edges after so many steps, from the steps alone."""
        edges = {_edge(0, 1), _edge(1, 2), _edge(2, 3), _edge(3, 0), _edge(0, 2)}
        for step in self.steps[:count]:
            if step.kind is Lesson.SPLIT:
                edges.discard(_edge(*step.edge))
                edges |= {_edge(step.point, v) for v in step.triangle}
            elif step.kind is Lesson.FLIP:
                edges.discard(_edge(*step.edge))
                edges.add(_edge(*step.apexes))
        return edges

    def frame(self, count: int, scale: float = 1.0) -> Sequence[Layer]:
        """The picture after so many steps; `scale` units make a cell."""
        edges = np.array(sorted(self.edges_after(count)), np.int64).reshape(-1, 2)
        step = self.steps[count - 1] if 0 < count <= len(self.steps) else None
        layers: list[Layer] = [Segments(name="edges", role=Role.MESH, ends=self.xy[edges] / scale, version=count)]
        if step is None:
            return layers
        point = Points(name="new point", role=Role.OPEN, xy=self.xy[[step.point]] / scale, size=6.0, version=count)
        marked = [step.edge] if step.edge != (NONE, NONE) else _sides(step.triangle)
        role = Role.BAD if step.illegal or step.kind is Lesson.FLIP else Role.GOOD
        if marked:
            ends = self.xy[np.array(marked)] / scale
            layers.append(Segments(name="step", legend=step.words, role=role, ends=ends, width=3.0, version=count))
        return [*layers, point]

    def record(self, recording: Recording) -> None:
        """The steps as events: a stage each kind, LOCATE with the point, FLIP with one end of the new edge."""
        for step in self.steps:
            recording.stage(step.kind.title)
            kind = FLIP_EVENT if step.kind is Lesson.FLIP else LOCATE_EVENT
            recording.add(kind, step.point, step.apexes[0], g=float(step.illegal))


def _edge(a: int, b: int) -> tuple[int, int]:
    return (a, b) if a < b else (b, a)


def _sides(corners: tuple[int, ...]) -> list[tuple[int, int]]:
    return [(a, b) for a, b in zip(corners, corners[1:] + corners[:1], strict=True)] if len(corners) > 2 else []


def teach(points: NDArray[np.int32], box: Box, seed: int) -> Course:
    """Insert points in random order and tell every step. Equal points are taken once."""
    check_box(box)
    check_inside(points, box)
    if len(points) > MOST_POINTS:
        raise BadInput("points", f"{len(points)}", f"at most {MOST_POINTS} to look at step by step")
    room = 2 * len(points) + 256
    mesh, work = new_mesh(box, room, LOG_ROOM), new_work(room)
    history = new_history(mesh)
    order = np.random.default_rng(seed).permutation(len(points))
    ids = np.full(len(points), NONE, np.int32)
    mesh.counts[TRACE] = 1
    teller = _Teller(mesh, history)
    for place, i in enumerate(order.tolist()):
        mesh.counts[EDIT] += 1
        mesh.counts[TOUCHED] = 0
        teller.look_for(points[i : i + 1])
        if not lengthen(mesh, work, history, points, order[place : place + 1], ids):
            raise SandboxError("the history of the construction found no room")
        teller.tell(int(ids[i]))
    mesh.counts[TRACE] = 0
    return Course(mesh.xy[: int(mesh.counts[VERTICES])].copy(), tuple(teller.steps), mesh)


class _Teller:
    """Turns the mesh's log into steps."""

    def __init__(self, mesh: Mesh, history: DecisionGraph) -> None:
        self.mesh, self.history = mesh, history
        self.locator = Locator(mesh, Method.HISTORY, history=history)
        self.faces = ShownFaces(mesh)
        self.nodes: list[int] = []
        self.steps: list[TeachingStep] = []

    def look_for(self, point: NDArray[np.int32]) -> None:
        """Go down the history to a point, before it is inserted."""
        self.mesh.counts[LOGGED] = 0
        self.locator.many(point)
        self.nodes = [subject for kind, subject in self._log()[:, :2].tolist() if kind == EditStep.DESCEND]

    def tell(self, v: int) -> None:
        """Add the steps of looking for v and of inserting it, which the log holds."""
        self.steps.append(TeachingStep(Lesson.INSERT, v))
        looked_at = (tuple(self.history.corners[n].tolist()) for n in self.nodes)
        self.steps += (TeachingStep(Lesson.LOCATE, v, triangle=corners) for corners in looked_at)
        for kind, subject, *rest in self._log().tolist():
            if kind == EditStep.SPLIT_FACE:
                self._split_face(subject, *rest[:3])
            elif kind == EditStep.SPLIT_EDGE:
                self._split_edge(subject, *rest[:4])
            elif kind == EditStep.TEST:
                self.steps.append(TeachingStep(Lesson.TEST, v, (rest[1], rest[2]), (rest[3], rest[4])))
            elif kind == EditStep.FLIP:
                self._flip(v, subject, *rest)

    def _log(self) -> NDArray[np.int32]:
        return self.mesh.log[: int(self.mesh.counts[LOGGED])]

    def _split_face(self, t: int, v: int, t1: int, t2: int) -> None:
        self.steps.append(TeachingStep(Lesson.SPLIT, v, triangle=self.faces.split_face(t, v, t1, t2)))

    def _split_edge(self, h: int, v: int, t1: int, t2: int, g: int) -> None:
        corners = self.faces.split_edge(h, v, t1, t2, g)
        self.steps.append(TeachingStep(Lesson.SPLIT, v, (corners[0], corners[1]), triangle=corners))

    def _flip(self, v: int, h: int, g: int, a: int, b: int, d: int, p: int) -> None:
        self.faces.flip(h, g, a, b, d, p)
        self.steps[-1] = TeachingStep(Lesson.TEST, v, (a, b), (d, p), illegal=True)
        self.steps.append(TeachingStep(Lesson.FLIP, v, (a, b), (d, p)))
