"""The worker's side of a level: its own copy, its planners prepared and repaired, queries answered.

Everything here runs in one thread, that of the worker whose copy it is (see `desks`). The window sends the edits of
its level and asks queries; it gets answers that say which version of the level they belong to.

A planner is asked by a key, the window's row. Under each key one prepared structure is kept, as long as the window
wants the key: other options prepare another one in its place. One that is being repaired does not count: if the
repair raises, everything is prepared anew, and the answer says so.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.recording import Recording
from sandbox.layers import Layer
from sandbox.level.edits.effect import Edit
from sandbox.level.model import Level
from sandbox.level.problems import Problem, problems_of
from sandbox.own.failures import OwnCodeFailed
from sandbox.planning.api import Limits, Metric, Plan, Planner, Query
from sandbox.planning.compare.run import Run, run_of
from sandbox.planning.compare.standing import Optimum, Times, optimum, timed
from sandbox.planning.prepared import Prepared
from sandbox.planning.recorded import whereabouts
from sandbox.planning.warm import load
from sandbox.ui.jobs import Failure

if TYPE_CHECKING:
    from sandbox.planning.why.ledger import Ledger
    from sandbox.planning.why.work import WorkLedger

RECORDED_EVENTS = 2_000_000
MOST_JUDGED = 1 << 18  # cells of a level whose true optimum is found unasked: a hand may come back any moment
LARGE = 1 << 18  # cells of a level on which a search is taken up after an edit; on smaller ones it is soon made anew
AT_ONCE = 20_000_000  # nanoseconds nobody minds waiting twice
Stop = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class Answer:
    """What a planner said, on which version of the level; `trouble` instead of a plan for a bad query."""

    plan: Plan | None
    version: int
    prepare_ns: int = 0
    layers: Sequence[Layer] = ()
    recording: Recording | None = None
    places: dict[int, NDArray[np.float64] | None] = field(default_factory=dict)
    shapes: dict[int, NDArray[np.float64]] = field(default_factory=dict)  # outlines of what is recorded, by level
    trouble: str = ""
    details: str = ""  # the traceback of the user's own code
    repaired: str = ""  # what the edits since the last answer touched: "3 of 64 sectors"
    repair_ns: int = 0
    touched: Sequence[Layer] = ()  # and where
    mishap: Failure | None = None  # a repair that raised, before this answer was made from scratch


class Rest(NamedTuple):
    """What takes repeated runs, or a referee: measured once nothing moves."""

    times: Times
    best: Optimum | None  # the true any-angle optimum between its ends; None if unknown


@dataclass(frozen=True, slots=True)
class Reasons:
    """The two ledgers of an answer, on which version of the level."""

    ledger: Ledger
    work: WorkLedger
    version: int


@dataclass(slots=True)
class Structure:
    """What a planner prepared."""

    planner: Planner
    prepared: Prepared


class Desk:
    """One level and everything prepared for it. `wanted`, set by the window, are the keys asked for now."""

    def __init__(self, level: Level, wanted: Collection[str] = ()) -> None:
        self.level, self.wanted = level, wanted
        self._kept: dict[str, Structure] = {}
        self._repaired: dict[str, Any] = {}  # of the structure asked last

    def edit(self, edit: Edit) -> None:
        """Follow an edit of the window's level."""
        self.tidy()
        self.level.apply(edit)

    def tidy(self) -> None:
        """Drop what was prepared for planners nobody asks any more."""
        for key in self._kept.keys() - set(self.wanted):
            del self._kept[key]

    def answer(self, key: str, planner: Planner, query: Query, stop: Stop, *, shown: bool = True) -> Answer:
        """Answer one query, timed and unrecorded; twice when just prepared, if quick: the first pays for the memory.

        With what the planner knows and found, if that is to be shown.
        """
        before = self._kept.get(key)
        large = self.level.width * self.level.height > LARGE
        answer = self._ask(key, planner, query, Limits(stop=stop, taking_up=large))
        if self._kept.get(key) is not before and answer.plan is not None and answer.plan.total_ns < AT_ONCE:
            again = self._ask(key, planner, query, Limits(stop=stop))
            answer = replace(again, mishap=answer.mishap, repaired=answer.repaired, repair_ns=answer.repair_ns)
        if answer.plan is None:
            return answer
        prepared = self._kept[key].prepared
        layers = (*prepared.layers(), *answer.plan.layers) if shown else ()
        touched = prepared.touched() if answer.repaired else ()
        plan = replace(answer.plan, layers=())  # none is made in the window
        return replace(answer, plan=plan, layers=layers, touched=touched)

    def record(self, key: str, planner: Planner, query: Query, stop: Stop) -> Answer:
        """Answer it again with every event written down."""
        return self._ask(key, planner, query, Limits(stop=stop), Recording(RECORDED_EVENTS))

    def contest(self, key: str, planner: Planner, query: Query, title: str, stop: Stop) -> tuple[Run, int] | None:
        """Its run with every event, its time the median of clean ones; of which version. None if it was stopped."""
        prepared, _ = self._ready(key, planner)
        limits, recording = Limits(stop=stop), Recording(RECORDED_EVENTS)
        plan, times = prepared.plan(query, limits), timed(prepared, query, limits)
        prepared.plan(query, limits, recording)
        if times is None or stop[0]:
            return None
        plan = replace(plan, layers=(), total_ns=round(times.median))
        return run_of(prepared, plan, recording, title), self.level.version

    def rested(self, key: str, planner: Planner, query: Query, stop: Stop) -> Rest | None:
        """Its times in repeated clean runs, and what the best way is; None if it was stopped."""
        prepared, _ = self._ready(key, planner)
        limits = Limits(stop=stop)
        times = timed(prepared, query, limits)
        if times is None:
            return None
        judged = prepared.metric is Metric.LENGTH and self.level.width * self.level.height <= MOST_JUDGED
        return Rest(times, optimum(prepared, query, limits) if judged else None)

    def why(self, key: str, planner: Planner, query: Query, stop: Stop) -> Reasons:
        """Why its path is longer than it need be, and where its expansions went."""
        prepared, _ = self._ready(key, planner)
        limits = Limits(stop=stop)
        from sandbox.planning.why.explain import explain
        from sandbox.planning.why.work import explain_work

        ledger = explain(prepared, query, limits, planner=key)
        return Reasons(ledger, explain_work(prepared, query, limits, planner=key), self.level.version)

    def problems(self, can_say: frozenset[str], stop: Stop) -> list[Problem]:  # noqa: ARG002
        """What is wrong with the level as it is now."""
        return problems_of(self.level, can_say)

    def _ask(
        self, key: str, planner: Planner, query: Query, limits: Limits, recording: Recording | None = None
    ) -> Answer:
        facts: dict[str, Any] = {}
        try:
            prepared, mishap = self._ready(key, planner)
            facts |= {"prepare_ns": prepared.prepare_ns, "mishap": mishap, **self._repaired}
            plan = prepared.plan(query, limits, recording)
        except OwnCodeFailed as trouble:
            if recording is not None and recording.count:  # what it did until it broke
                facts |= {"recording": recording, "places": whereabouts(prepared, recording)[0]}
            return Answer(None, self.level.version, **facts, trouble=str(trouble), details=trouble.details)
        except BadInput as trouble:
            return Answer(None, self.level.version, **facts, trouble=str(trouble))
        except Exception:
            self._begin_afresh()
            raise
        if recording is not None:
            places, shapes = whereabouts(prepared, recording)
            facts |= {"recording": recording, "places": places, "shapes": shapes}
        return Answer(plan, self.level.version, **facts)

    def _ready(self, key: str, planner: Planner) -> tuple[Prepared, Failure | None]:
        """The planner's structure, repaired up to the level's version, and what went wrong with the repair."""
        self.tidy()
        self._repaired = {}
        known, mishap = self._kept.pop(key, None), None
        if known is not None and known.planner == planner:
            mishap = self._follow(known)
        if known is None or known.planner != planner or mishap is not None:
            load(planner)  # so that times shown are times of planning
            known = Structure(planner, planner.prepare(self.level))
        self._kept[key] = known
        return known.prepared, mishap

    def _follow(self, known: Structure) -> Failure | None:
        """Repair a structure; if that raises, neither it nor what it shares with others is to be trusted."""
        began = time.perf_counter_ns()
        try:
            said = known.prepared.follow()
        except Exception as error:  # noqa: BLE001  (whatever it was, it is reported)
            self._begin_afresh()
            line = f"{type(error).__name__}: {error}; all was prepared anew"
            return Failure("Following an edit", line, traceback.format_exc())
        if said:
            self._repaired = {"repaired": said, "repair_ns": time.perf_counter_ns() - began}
        return None

    def _begin_afresh(self) -> None:
        """What broke off in the middle may have left anything: no structure is kept, the level's own included."""
        self._kept.clear()
        self.level = self.level.copy()
