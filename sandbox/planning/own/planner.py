"""A planner of the user's own, made ready for a level: the whole search runs in its process.

It gets the grid of the query's radius when that has changed, as the bytes kernels work on, and answers with cells. What
comes back is not believed: the cost is added up here, and the independent checker looks at every way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.recording import NONE, RECORD, Recording
from sandbox.layers import Layer
from sandbox.level.model import Level
from sandbox.own.child import Child
from sandbox.own.described import Own
from sandbox.own.failures import OwnCodeFailed
from sandbox.planning.api import Limits, Metric, OfUser, Plan, Planner, Promises, Query, Status, planners
from sandbox.planning.grid.planner import Cells, GridWorld
from sandbox.planning.prepared import Outcome, no_path

if TYPE_CHECKING:
    from sandbox.planning.check.grid import Checker

LONGEST: Final = 1 << 23  # cells of a way


class OwnPlanner(OfUser, Own):
    """What every planner of the user's own is, beside its options."""

    @staticmethod
    def again(key: str, options: dict[str, Any]) -> Planner:
        """See Own."""
        return planners[key].create(options)

    @property
    def promises(self) -> Promises:
        """What its decorator says. Terrain counts for it, unless it goes straight from cell to cell."""
        what, moves = self.what, getattr(self, "moves", 8)
        moves = moves if moves in (4, 8) else 8
        return Promises(optimal=what.optimal, any_angle=what.any_angle, weighted=not what.any_angle, moves=moves)

    def prepare(self, level: Level) -> OwnPrepared:
        """Make ready for a level."""
        return OwnPrepared(level, self)


@dataclass(slots=True)
class _Sent:
    """What the process was told last."""

    radius: float = -1.0
    version: int = -1


class OwnPrepared(GridWorld):
    """A planner of the user's own on a level."""

    planner: OwnPlanner

    def __init__(self, level: Level, planner: OwnPlanner) -> None:
        self.child = Child(planner.what.source)
        self._sent = _Sent()
        self._checker: tuple[int, Checker] | None = None
        super().__init__(level, planner)

    def search(self, ends: Cells, limits: Limits, recording: Recording | None) -> Outcome:
        """Have it search; without a stop or an end of its own it is ended after its seconds."""
        what = self.planner.what
        seconds = min(limits.seconds or what.seconds, what.seconds)
        if not self._show_map(ends, limits, seconds):
            return Outcome(Status.CANCELLED)
        room = 0 if recording is None else len(recording.events.rows)
        request = {
            "do": "search",
            "kind": what.kind,
            "options": self.planner.own_options,
            "start": self._cell(ends.start),
            "goal": self._cell(ends.goal),
            "expansions": limits.expansions,
            "room": room,
        }
        taking = _Taking(recording, len(ends.ground.space.moves), what.source.shown)
        answer = self.child.ask(request, seconds=seconds, stop=limits.stop, events=taking.take)
        if answer is None:
            return Outcome(Status.CANCELLED)
        if recording is not None:
            recording.unit = 1.0
            recording.events.happened[0] = max(int(answer["happened"]), taking.taken)
        return self._outcome(ends, answer)

    def _cell(self, at: int) -> tuple[int, int]:
        y, x = divmod(at, self.level.width + 2)
        return x - 1, y - 1

    def _show_map(self, ends: Cells, limits: Limits, seconds: float) -> bool:
        """Send the grid if it is not the one sent last; False if that was stopped."""
        space, wanted = ends.ground.space, _Sent(ends.ground.radius, self.level.version)
        if wanted == self._sent and not self.child.fresh:
            return True
        words = {
            "do": "map",
            "width": space.width,
            "height": space.height,
            "lowest8": int(space.lowest8),
            "weighted": self.metric is Metric.WEIGHTED,
        }
        answer = self.child.ask(words, space.moves.tobytes() + space.cost8.tobytes(), seconds=max(seconds, 10.0),
                                stop=limits.stop)  # fmt: skip
        if answer is not None:
            self._sent = wanted
        return answer is not None

    def _outcome(self, ends: Cells, answer: dict[str, Any]) -> Outcome:
        counts: dict[str, Any] = {name: int(answer[name]) for name in ("expanded", "generated", "reopened")}
        spent = {"search": int(answer["ns"])}
        if answer["status"] == "budget":
            return Outcome(Status.BUDGET, stage_ns=spent, **counts)
        if answer["way"] is None:
            return no_path("it found none, though there is one")._replace(bound=0.0, stage_ns=spent, **counts)
        points = self._points(answer["way"])
        refused = self._refused(ends, points)
        cost = math.inf if refused else self._judge.cost_of(points, self.metric)
        proven = self.promises.optimal and not refused
        bound = cost if proven else self.lower_bound(ends, 0.0)
        return Outcome(Status.FOUND, points, cost, bound, proven, stage_ns=spent, more=refused, **counts)

    def _points(self, way: Any) -> NDArray[np.float64]:
        """The middles of its cells."""
        try:
            return np.array(way[:LONGEST], np.float64).reshape(-1, 2) + 0.5
        except (TypeError, ValueError, OverflowError):
            raise OwnCodeFailed(self.planner.what.source.shown, "it sent a way that is none", "cells") from None

    @property
    def _judge(self) -> Checker:
        """The independent checker of the level as it is (it wants Shapely, which a window does without at first)."""
        from sandbox.planning.check.grid import Checker

        if self._checker is None or self._checker[0] != self.level.version:
            self._checker = self.level.version, Checker(self.level)
        return self._checker[1]

    def _refused(self, ends: Cells, points: Any) -> str:
        """Why this is no way from start to goal; "" if it is one."""
        from sandbox.planning.check.grid import Steps

        start, goal = ((x + 0.5, y + 0.5) for x, y in (self._cell(ends.start), self._cell(ends.goal)))
        steps = Steps(self.promises.moves, self.promises.any_angle)
        return self._judge.way(Query(start, goal, ends.ground.radius), points, steps)

    def packaged(self, outcome: Outcome, located: int, total: int, pictures: Sequence[Layer] = ()) -> Plan:
        """Its time is that of the search, without the way over the border."""
        spent = outcome.stage_ns.get("search", total - located)
        refused = outcome.more if isinstance(outcome.more, str) else ""
        plan = super().packaged(outcome, located, located + spent, pictures)
        return replace(plan, refused=refused) if refused else plan

    def pictures(self, ends: Cells, outcome: Outcome, recording: Recording | None) -> Sequence[Layer]:  # noqa: ARG002
        """Nothing beside its way and its recording."""
        return ()


class _Taking:
    """Blocks of events, written into a recording as they come; what is no event ends it."""

    def __init__(self, recording: Recording | None, ids: int, name: str) -> None:
        self.recording, self.ids, self.name, self.taken = recording, ids, name, 0

    def take(self, block: bytes) -> None:
        """Some more."""
        if self.recording is None:
            return
        rows = np.frombuffer(block[: len(block) // RECORD.itemsize * RECORD.itemsize], RECORD)
        sound = (rows["kind"] >= 1) & (rows["kind"] <= 5) & (rows["subject"] >= 0) & (rows["subject"] < self.ids)
        sound &= (rows["parent"] >= NONE) & (rows["parent"] < self.ids)
        if not sound.all():
            raise OwnCodeFailed(self.name, "it sent events that are none", "those of `report`")
        room = self.recording.events.rows[self.taken : self.taken + len(rows)]
        room[:] = rows[: len(room)]
        self.taken += len(room)
        self.recording.events.happened[0] = self.taken
