"""Inserting a constraint step by step: its ends become vertices, edges it crosses are flipped.

Sloan, "A fast algorithm for generating constrained Delaunay triangulations", Computers & Structures 1993, see
`editing.insert`: an edge whose two triangles do not form a convex quadrilateral waits until its neighbours are gone.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import CLOSE, FLIP, LOCATE, STAGE
from sandbox.layers import Layer, Role
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import LOGGED, NONE, TRACE, TRIANGLES, EditStep, Mesh
from sandbox.mesh.of_level import LevelMesh
from sandbox.mesh.teaching.faces import ShownFaces
from sandbox.mesh.teaching.steps import Sheet, Steps, StepText, many

LOG_ROOM: Final = 1 << 17
Spot = tuple[float, float]
Edge = tuple[int, int]
ENDS, CROSSED, MENDED = "its ends", "edges in its way", "Delaunay again"


class ConstraintSteps(Steps):
    """A constraint from one point to another, inserted into the mesh of a level."""

    title = "Constraint"

    def __init__(self, level: Level, start: Spot, goal: Spot) -> None:
        made = LevelMesh(level)
        world = made.triangulation
        world.mesh = made.mesh._replace(log=np.zeros((LOG_ROOM, 7), np.int32))
        self.line = np.rint(np.array([start, goal]) * UNITS) / UNITS  # where its vertices come to lie
        self.before = _edges(world.mesh)
        self.walls = _edges(world.mesh, constrained=True)
        faces = ShownFaces(world.mesh)
        world.mesh.counts[TRACE] = 1
        world.add_wall((self.line * UNITS).astype(np.int64))
        world.mesh.counts[TRACE] = 0
        self.mesh = world.mesh
        self.truncated = int(self.mesh.counts[LOGGED]) > LOG_ROOM
        self.texts: list[StepText] = []
        self.gone: list[tuple[int, Edge]] = []  # step, edge
        self.made: list[tuple[int, Edge]] = []
        self.kept: list[tuple[int, Edge]] = []  # pieces of the constraint
        self.looked: list[Edge] = []  # by step: the edge it is about
        self._follow(faces)

    # The log, in words ---------------------------------------------------------------------------------

    def _say(self, words: str, kind: int, phase: str, edge: Edge = (NONE, NONE)) -> None:
        self.texts.append(StepText(words, kind, phase))
        self.looked.append(_sorted(edge))

    def _follow(self, faces: ShownFaces) -> None:
        rows = self.mesh.log[: min(int(self.mesh.counts[LOGGED]), LOG_ROOM)].tolist()
        phase = ENDS
        for number, (kind, subject, *rest) in enumerate(rows):
            if kind == EditStep.SPLIT_FACE:
                phase = self._phase_of(rest[0], phase)
                self._split(faces.split_face(subject, *rest[:3]), rest[0], phase)
            elif kind == EditStep.SPLIT_EDGE:
                corners = faces.split_edge(subject, *rest[:4])
                phase = self._phase_of(rest[0], phase)
                self._lose(corners[:2])
                self._split(corners, rest[0], phase, on_edge=True)
            elif kind == EditStep.FLIP:
                tested = number > 0 and rows[number - 1][:2] == [int(EditStep.TEST), subject]
                faces.flip(subject, *rest)
                phase = phase if tested else CROSSED
                self._flip(*rest[1:], tested=tested, phase=phase)
            elif kind == EditStep.CONSTRAIN:
                edge = rest[1], rest[2]
                self.kept.append((len(self.texts), _sorted(edge)))
                words = f"Edge {edge[0]}–{edge[1]} lies on the constraint: no flip removes it now"
                self._say(words, STAGE, CROSSED, edge)
                phase = MENDED
            elif kind == EditStep.TEST:
                self._test(rows, number, phase)

    def _split(self, corners: tuple[int, ...], v: int, phase: str, *, on_edge: bool = False) -> None:
        self.made += [(len(self.texts), _sorted((v, c))) for c in corners]
        why = "an end of the constraint" if phase == ENDS else "where the constraint crosses another, which stays"
        what = f"edge {corners[0]}–{corners[1]}" if on_edge else f"triangle {'–'.join(map(str, corners))}"
        self._say(f"Vertex {v}, {why}: {what} is split", CLOSE, phase, (v, v))

    def _phase_of(self, v: int, phase: str) -> str:
        """Vertices that are no ends are made where constraints cross."""
        end = (self.line * UNITS == self.mesh.xy[v]).all(axis=1).any()
        return phase if end else CROSSED

    def _lose(self, edge: tuple[int, ...]) -> None:
        self.gone.append((len(self.texts), _sorted((edge[0], edge[1]))))

    def _flip(self, a: int, b: int, d: int, p: int, *, tested: bool, phase: str) -> None:
        self._lose((a, b))
        self.made.append((len(self.texts), _sorted((d, p))))
        turn = f"Flip {a}–{b} to {d}–{p}"
        if tested:
            words = f"{turn}: no corner lies in the circle any more"
        elif self._crosses((d, p)):
            words = f"{turn}: it crossed the constraint, and so does the new edge, which waits its turn"
        else:
            words = f"{turn}: it crossed the constraint, the new edge does not"
        self._say(words, FLIP, phase, (d, p))

    def _test(self, rows: list[list[int]], number: int, phase: str) -> None:
        _, subject, _, a, b, far, near = rows[number]
        illegal = number + 1 < len(rows) and rows[number + 1][:2] == [int(EditStep.FLIP), subject]
        verdict = "no: it is to be flipped" if illegal else "yes"
        circle = f"corner {far} outside the circle of {a}, {b}, {near}"
        self._say(f"Is edge {a}–{b} legal, {circle}? {verdict}", LOCATE, phase, (a, b))

    def _crosses(self, edge: Edge) -> bool:
        """Whether an edge lies across the line, an end on it not counting."""
        one, other = (_side(self.line, self.mesh.xy[v] / UNITS) for v in edge)
        return one * other < 0 and not set(edge) & {v for _, kept in self.kept for v in kept}

    # Pictures ------------------------------------------------------------------------------------------

    def edges_after(self, time: int) -> set[Edge]:
        """The edges after so many steps."""
        edges = set(self.before)
        changes = sorted([(step, 0, e) for step, e in self.gone] + [(step, 1, e) for step, e in self.made])
        for step, adds, edge in changes:
            if step >= time:
                break
            (edges.add if adds else edges.discard)(edge)
        return edges

    def layers(self, time: int) -> list[Layer]:
        """The triangulation, the constraint as it is to be, its pieces that are in, and the edge the step is about."""
        sheet = Sheet(self.title, time)
        edges = self.edges_after(time)
        crossing = {e for e in edges if self._crosses(e)} if time < len(self) else set()
        kept = {e for step, e in self.kept if step < time}
        sheet.lines("edges", "Edges of the triangulation", Role.MESH, self._places(edges - crossing - kept))
        sheet.lines("walls", "Constraints that were there", Role.CONSTRAINT, self._places(self.walls & edges), 1.5)
        sheet.lines("crossing", "Edges that cross it", Role.CONFLICT, self._places(crossing), 2.0)
        sheet.lines("constraint", "The constraint to be inserted", Role.OPEN, self.line[None], 1.5, dashed=True)
        sheet.lines("kept", "Its pieces that are in", Role.PATH, self._places(kept), 3.5)
        step = self.looked[time - 1] if time else (NONE, NONE)
        if step[0] != step[1]:
            sheet.lines("step", "The edge this step is about", Role.GOOD, self._places({step}), 3.0)
        elif step[0] != NONE:
            sheet.points("step", "The vertex this step makes", Role.GOOD, self.mesh.xy[[step[0]]] / UNITS, 8.0)
        return sheet.layers

    def _places(self, edges: set[Edge]) -> NDArray[np.float64]:
        return self.mesh.xy[np.array(sorted(edges), np.int64).reshape(-1, 2)] / UNITS

    @property
    def summary(self) -> str:
        """How much it took."""
        flips = sum(step.kind == FLIP for step in self.texts)
        return f"{many(len(self.kept), 'piece')} of the constraint, {many(flips, 'flip')}"


def _edges(mesh: Mesh, *, constrained: bool = False) -> set[Edge]:
    """Every edge by its vertices, or those that no flip removes."""
    h = np.arange(3 * int(mesh.counts[TRIANGLES]))
    h = h[(mesh.org[h] != NONE) & (mesh.twin[h] < h)]
    h = h[mesh.con[h] != 0] if constrained else h
    pairs = np.sort(np.column_stack((mesh.org[h], mesh.org[h - h % 3 + (h + 1) % 3])), axis=1)
    return {(a, b) for a, b in pairs.tolist()}


def _sorted(edge: Edge) -> Edge:
    return (edge[0], edge[1]) if edge[0] < edge[1] else (edge[1], edge[0])


def _side(line: NDArray[np.float64], at: NDArray[np.float64]) -> float:
    (ax, ay), (bx, by) = line.tolist()
    x, y = at.tolist()
    return float((bx - ax) * (y - ay) - (by - ay) * (x - ax))
