"""What all planners of the mesh world share: from a query to triangles, from a search's answer to a Plan.

A planner says how it searches (`solve`) and what it promises; this file keeps the level's mesh and follows
edits, finds the triangles of both ends, answers "no path" from the components at once, refuses what cannot be
meant, measures, and packages. An end where obstacles touch lies on several sides of them: the best of the ways
between all of these is the answer (see `ends`). Searches work in grid units (1/512 cell), everything outside in
cells. Points are taken exactly. Not for two threads at once: the memory of a search is shared.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.playback import Playback
from sandbox.kernels.recording import Recording
from sandbox.layers import Layer
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS
from sandbox.mesh.arrays import TRIANGLES, Mesh
from sandbox.mesh.layers import corners, mesh_layers, touched_layer
from sandbox.mesh.of_level import mesh_of
from sandbox.planning.api import Limits, Plan, Planner, Promises, Query, Status
from sandbox.planning.batch import FOUND, NO_PATH, OUT_OF_BUDGET, STOPPED
from sandbox.planning.limits import status_of
from sandbox.planning.mesh import in_channel
from sandbox.planning.mesh.disc_way import Discs, new_discs, room_at
from sandbox.planning.mesh.ends import (
    COUNT,
    NEAR,
    NO_GOAL,
    NO_ROOM,
    NO_START,
    NO_WAY,
    TRIANGLE,
    all_pairs,
    locate_ends,
    new_seats,
    pair_up,
    touches_free_space,
)
from sandbox.planning.mesh.graph import centres_of, places_of_vertices
from sandbox.planning.mesh.layers import VERTICES, arc_layer, channel_layers, expansion_layer
from sandbox.planning.prepared import NO_POINTS, Outcome, Prepared, no_path, standing_still
from sandbox.planning.worlds import WorldStep
from sandbox.registry import Help, Range

if TYPE_CHECKING:
    from sandbox.mesh.teaching.steps import Steps

Effort = Annotated[
    int, Range(0, 1_000_000), Help("expansions after the first path, to improve it and to prove it shortest")
]
"""The option of planners that find a path at once, and then better ones."""

ANY_ANGLE = Promises("mesh", any_angle=True)
"""What a mesh planner promises that finds good paths, and does not always prove them shortest."""
SHORTEST = Promises("mesh", optimal=True, any_angle=True, radius=False)
NO_CHANNEL = np.zeros(0, np.int32)


class Ends(NamedTuple):
    """A query in the mesh: triangles of start and goal, and both points in grid units."""

    start: int
    goal: int
    xy: NDArray[np.float64]  # start x, y, goal x, y
    radius: float = 0.0
    others: Sequence[tuple[int, int]] = ()  # triangles on other sides of the ends, where obstacles touch

    @property
    def straight(self) -> float:
        """Distance between the two points."""
        sx, sy, gx, gy = self.xy.tolist()
        return math.hypot(gx - sx, gy - sy)


class Found(NamedTuple):
    """What a search found out; lengths in grid units."""

    code: int  # as in `batch`
    points: NDArray[np.float64] = NO_POINTS
    length: float = math.inf
    bound: float = 0.0  # no way is shorter
    proven: bool = False
    expanded: int = 0
    generated: int = 0
    first_ns: int = 0  # until the first path was known, if that was before the end
    stage_ns: tuple[tuple[str, int], ...] = ()
    channel: NDArray[np.int32] = NO_CHANNEL  # half-edges it is entered by
    arcs: NDArray[np.float64] | None = None
    message: str = ""


class MeshPrepared(Prepared):
    """A mesh planner made ready for one level."""

    takes_border = True
    remark = ""  # on the level, said with every answer
    all_sides = False  # whether one search begins, and ends, on all sides of where obstacles touch
    answered: tuple[Ends, Found] | None = None  # the last query that was searched, and what was found
    face: NDArray[np.int32] | None = None  # [triangles] the face each is part of, where faces are searched

    def __init__(self, level: Level, planner: Planner) -> None:
        self._edit = -1
        self._discs, self.seats = new_discs(0), new_seats()
        super().__init__(level, planner)

    # What a planner adds.

    @abstractmethod
    def build_tables(self) -> None:
        """Build tables and memory for the mesh as it is now."""

    @abstractmethod
    def solve(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """Search between two triangles of one part of the free space."""

    def shown(self, found: Found) -> Sequence[Layer]:
        """What an answer shows beside its path."""
        arcs = [] if found.arcs is None else [arc_layer(found.arcs, self.level_mesh.edit)]
        return [*channel_layers(self.mesh, found.channel, self.level_mesh.edit, self.face), *arcs]

    def layers(self) -> Sequence[Layer]:
        """The mesh."""
        return mesh_layers(self.level_mesh, widths=self.promises.radius)

    def touched(self) -> Sequence[Layer]:
        """The triangles of the last edit."""
        return [touched_layer(self.level_mesh.triangulation, self.level_mesh.edit)]

    def places(self, level: int) -> NDArray[np.float64] | None:
        """Centres of triangles, or vertices."""
        return places_of_vertices(self.mesh) if level == VERTICES else centres_of(self.mesh)

    def shapes(self, level: int) -> NDArray[np.float64] | None:
        """Triangles."""
        return corners(self.mesh, np.arange(int(self.mesh.counts[TRIANGLES]))) if level != VERTICES else None

    def worlds(self, query: Query, plan: Plan) -> Sequence[WorldStep]:  # noqa: ARG002
        """Whoever searches for channels: see `in_channel`."""
        if self.promises.optimal or self.answered is None:
            return ()
        return in_channel.steps(self.mesh, self.disc_memory, *self.answered)

    def steps(self, query: Query) -> Steps | None:
        """The funnel, where one is pulled."""
        from sandbox.planning.mesh.funnel_lesson import ROOM, FunnelSteps, pulled

        recording = Recording(ROOM)
        self.plan(query, Limits(), recording)
        act = pulled(Playback(recording))
        return FunnelSteps(self, recording, act) if act is not None else None

    # Following the level.

    @property
    def mesh(self) -> Mesh:
        """The mesh as it is now."""
        return self.level_mesh.mesh

    def share(self) -> None:
        """The level's mesh."""
        self.level_mesh = mesh_of(self.level)

    def build(self) -> None:
        """Tables for the mesh as it is now."""
        self._edit = self.level_mesh.edit
        self.components = self.level_mesh.components
        self.remark = self.level_mesh.scattered
        self.build_tables()

    def repair(self, since: int) -> str:  # noqa: ARG002  (the mesh asks the level itself)
        """Let the mesh follow, and the tables follow the mesh."""
        self.level_mesh.follow()
        if self.level_mesh.edit == self._edit:
            return ""
        self.build()
        return self.level_mesh.report

    def moment(self) -> int:
        """Triangles mean what they mean until the mesh is edited."""
        return self.level_mesh.edit

    # Queries.

    def locate(self, query: Query) -> Ends | Outcome:
        """The triangles of both ends."""
        ends = self._ends(query)
        if isinstance(ends, str):
            return no_path(ends)
        return standing_still(query.start) if query.start == query.goal else ends

    def search(self, ends: Ends, limits: Limits, recording: Recording | None) -> Outcome:
        """What the planner finds, in cells."""
        if recording is not None:
            recording.unit = float(UNITS)
            recording.about["ends"] = (ends.xy / UNITS).reshape(2, 2).tolist()
        found = self.best(ends, limits, recording)
        self.answered = ends, found
        status, bound = status_of(found.code, limits), max(found.bound, ends.straight) / UNITS
        points, cost, arcs = NO_POINTS, math.inf, None
        if status is Status.FOUND:
            points, cost = found.points / UNITS, found.length / UNITS
            exact = ends.xy / UNITS
            points[0], points[-1] = exact[:2], exact[2:]
            bound = min(bound, cost)
            arcs = None if found.arcs is None else found.arcs / [UNITS, UNITS, UNITS, 1, 1]
        return Outcome(
            status, points, cost, bound, found.proven, found.expanded, found.generated, 0, dict(found.stage_ns),
            found.first_ns, arcs, found.message or self.remark * (status is Status.FOUND), found,
        )  # fmt: skip

    def pictures(self, ends: Ends, outcome: Outcome, recording: Recording | None) -> Sequence[Layer]:  # noqa: ARG002
        """What the planner shows, and of a recording the order in which triangles were opened."""
        shown = self.shown(outcome.more)
        return shown if recording is None else [*shown, expansion_layer(self.mesh, recording, self._edit, self.face)]

    def best(self, ends: Ends, limits: Limits, recording: Recording | None) -> Found:
        """The shortest of the ways between all sides of the ends; nearly always there is one pair of triangles."""
        founds = [self.solve(ends, limits, recording)]
        for start, goal in ends.others:
            spent = sum(found.expanded for found in founds)
            if founds[-1].length <= ends.straight:
                break
            if 0 < limits.expansions <= spent:
                founds.append(Found(OUT_OF_BUDGET))
                break
            rest = replace(limits, expansions=limits.expansions - spent) if limits.expansions else limits
            founds.append(self.solve(ends._replace(start=start, goal=goal), rest, recording))
        return founds[0] if len(founds) == 1 else best_of(founds)

    def _ends(self, query: Query) -> Ends | str:
        """Triangles of both ends, in one part of the free space, on each of their sides; or why there are none."""
        (sx, sy), (gx, gy) = query.start, query.goal
        xy = np.array((sx * UNITS, sy * UNITS, gx * UNITS, gy * UNITS), np.float64)
        start, goal, pairs = locate_ends(self.level_mesh.mesh, self.components, xy, self.seats)
        if start == NO_ROOM:
            self.seats = new_seats(int(self.seats[COUNT].max()))
            return self._ends(query)
        if start == NEAR:
            start, goal, pairs = self._on_outlines(xy)
        if query.radius > 0 or pairs == 0:
            return self._judged(query, Ends(start, goal, xy, query.radius * UNITS))
        if pairs == 1 or self.all_sides:
            return Ends(start, goal, xy)
        (start, goal), *others = all_pairs(self.components, self.seats)
        return Ends(start, goal, xy, others=others)

    def seated(self) -> tuple[NDArray[np.int32], tuple[int, int]]:
        """The free triangles around start and goal of the query, in a row for each, and how many they are."""
        starts, goals = self.seats[COUNT, :, 0].tolist()
        return self.seats[TRIANGLE], (starts, goals)

    def _on_outlines(self, xy: NDArray[np.float64]) -> tuple[int, int, int]:
        """What `locate_ends` says where an end lies beside free space, if it should not lie in it."""
        for i, missing in ((0, NO_START), (1, NO_GOAL)):
            if self.seats[COUNT, i, 0] < 0 and not touches_free_space(self.level, *xy[2 * i : 2 * i + 2].tolist()):
                return missing, missing, 0
        np.abs(self.seats[COUNT], out=self.seats[COUNT])
        start, goal, pairs = pair_up(self.components, self.seats)
        return start, goal, pairs

    def _judged(self, query: Query, ends: Ends) -> Ends | str:
        """Ends that were located, or what is wrong with them."""
        start, goal = ends.start, ends.goal
        who = f"a disc of radius {query.radius:g}" if query.radius else "anyone"
        if start in (NO_START, NO_GOAL):
            return f"no room for {who} at the {'start' if start == NO_START else 'goal'}"
        if query.radius > 0:
            for name, t, (x, y) in (("start", start, query.start), ("goal", goal, query.goal)):
                if t >= 0 and not self._room_at(x * UNITS, y * UNITS, t, query.radius * UNITS):
                    return f"no room for {who} at the {name}"
        if start == NO_WAY:
            return f"no way for {who} from start to goal"
        return ends

    def _room_at(self, x: float, y: float, t: int, radius: float) -> bool:
        """Whether a disc can stand at a point in triangle t, in grid units."""
        return bool(room_at(self.mesh, self.disc_memory, x, y, t, radius))

    @property
    def disc_memory(self) -> Discs:
        """What measuring discs needs, made when the first one comes."""
        if len(self._discs.seen) < len(self.components):
            self._discs = new_discs(len(self.components))
        return self._discs


def straight_on(ends: Ends) -> Found:
    """The answer where both ends lie in one triangle."""
    length = ends.straight
    return Found(FOUND, ends.xy.reshape(2, 2).copy(), length, length, proven=True)


def best_of(founds: Sequence[Found]) -> Found:
    """What searches from several sides found out together."""
    best = min(founds, key=lambda found: found.length)
    bounds = [math.inf if f.code == NO_PATH else f.length if f.proven else f.bound for f in founds]
    codes = {found.code for found in founds}
    code = next((c for c in (FOUND, STOPPED, OUT_OF_BUDGET) if c in codes), NO_PATH)
    stages: dict[str, int] = {}
    for found in founds:
        stages |= {name: stages.get(name, 0) + ns for name, ns in found.stage_ns}
    return best._replace(
        code=code, bound=min(bounds), proven=best.proven and best.length <= min(bounds), stage_ns=tuple(stages.items()),
        expanded=sum(f.expanded for f in founds), generated=sum(f.generated for f in founds), first_ns=0,
    )  # fmt: skip
