"""The worker's side of a level: its own copy, its planners prepared and repaired, queries answered.

Everything here runs in the one worker thread that owns the derived structures. The window sends the edits of
its level and asks queries; it gets answers that say which version of the level they belong to.
"""

from __future__ import annotations

import gc
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.kernels.recording import Recording
from sandbox.layers import Layer
from sandbox.level.edits.effect import Edit
from sandbox.level.model import Level
from sandbox.level.problems import Problem, problems_of
from sandbox.planning.api import Limits, Plan, Planner, Query
from sandbox.planning.prepared import Prepared
from sandbox.planning.warm import load

RECORDED_EVENTS = 2_000_000
AT_ONCE = 20_000_000  # nanoseconds nobody minds waiting twice
Stop = NDArray[np.uint8]

_loaded: set[Planner] = set()
"""Whose kernels this process has: times shown are times of planning."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a planner said, on which version of the level; `trouble` instead of a plan for a bad query."""

    plan: Plan | None
    version: int
    prepare_ns: int = 0
    repaired: str = ""
    layers: Sequence[Layer] = ()
    recording: Recording | None = None
    places: dict[int, NDArray[np.float64] | None] = field(default_factory=dict)
    trouble: str = ""


class Desk:
    """One level and everything prepared for it."""

    def __init__(self, level: Level) -> None:
        self.level = level
        self._prepared: dict[Planner, Prepared] = {}

    def edit(self, edit: Edit) -> None:
        """Follow an edit of the window's level."""
        self.level.apply(edit)

    def forget(self, planner: Planner) -> None:
        """Drop what was prepared for a planner nobody asks for any more."""
        self._prepared.pop(planner, None)

    def answer(self, planner: Planner, query: Query, stop: Stop) -> Answer:
        """Answer one query, timed and unrecorded; what just got its memory is asked twice, for it paid for that."""
        first_of_all = planner not in self._prepared
        answer = self._ask(planner, query, Limits(stop=stop), None)
        if first_of_all and answer.plan is not None and answer.plan.total_ns < AT_ONCE:
            return self._ask(planner, query, Limits(stop=stop), None)
        return answer

    def record(self, planner: Planner, query: Query, stop: Stop) -> Answer:
        """Answer it again with every event written down."""
        return self._ask(planner, query, Limits(stop=stop), Recording(RECORDED_EVENTS))

    def problems(self, can_say: frozenset[str]) -> list[Problem]:
        """What is wrong with the level as it is now."""
        return problems_of(self.level, can_say)

    def _ask(self, planner: Planner, query: Query, limits: Limits, recording: Recording | None) -> Answer:
        prepared, repaired = self._ready(planner)
        facts: dict[str, Any] = {"version": self.level.version, "prepare_ns": prepared.prepare_ns, "repaired": repaired}
        try:
            plan = prepared.plan(query, limits, recording)
        except BadInput as trouble:
            return Answer(None, **facts, trouble=str(trouble))
        layers = (*prepared.layers(), *plan.layers)
        if recording is None:
            return Answer(plan, **facts, layers=layers)
        return Answer(plan, **facts, layers=layers, recording=recording, places=self._places(prepared, recording))

    def _ready(self, planner: Planner) -> tuple[Prepared, str]:
        """The planner's structures, repaired up to the level's version."""
        if planner not in self._prepared:
            if planner not in _loaded:
                load(planner)
                _loaded.add(planner)
                gc.freeze()  # what was loaded stays: to look through it again and again would hold up frames
            self._prepared[planner] = planner.prepare(self.level)
            return self._prepared[planner], ""
        prepared = self._prepared[planner]
        return prepared, prepared.follow()

    def _places(self, prepared: Prepared, recording: Recording) -> dict[int, NDArray[np.float64] | None]:
        from sandbox.kernels.playback import Playback

        playback = Playback(recording)
        levels = {playback.act_at(int(start)).level for start in playback.act_starts}
        return {level: prepared.places(level) for level in levels}
