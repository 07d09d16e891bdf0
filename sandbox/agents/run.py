"""A run from its start to its end: watched by the judge if wished, timed, and summed up in figures."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from sandbox.agents.api import Resolver
from sandbox.agents.check import FaultKind, Judge
from sandbox.agents.record.facts import facts
from sandbox.agents.space.sight import SHARE
from sandbox.agents.world import World

if TYPE_CHECKING:
    from sandbox.agents.crowd import Crowd
    from sandbox.agents.resolver import Contacts

Said = Callable[[int], object]


def _nobody(_: int) -> None:
    """Hears nothing."""


@dataclass
class Run:
    """One world, driven until everybody has arrived or its time is over."""

    world: World
    seconds: float
    checked: bool = False
    stop: NDArray[np.uint8] = field(default_factory=lambda: np.zeros(1, np.uint8))  # not 0: end it now
    judge: Judge | None = None
    wall: float = 0.0  # seconds spent on ticks
    planned: float = 0.0  # seconds spent on the first ways
    _judging: float = 0.0

    def __post_init__(self) -> None:
        """Have the judge look on."""
        if self.checked:
            self.judge = judge_of(self.world)
            self.world.witness = self._judged

    @property
    def ticks(self) -> int:
        """How many ticks its time is."""
        return round(self.seconds / self.world.settings.tick)

    def go(self, said: Said = _nobody) -> None:
        """Plan all first ways, then run; `said` hears of every tick."""
        began = time.perf_counter()
        self.world.prepare(lambda _: not self.stop[0])
        self.planned = time.perf_counter() - began
        while self.world.tick < self.ticks and not self.world.done and not self.stop[0]:
            began, self._judging = time.perf_counter(), 0.0
            self.world.step()
            self.wall += time.perf_counter() - began - self._judging
            said(self.world.tick)
        self.world.driver.close()

    def _judged(self, before: Crowd, contacts: Contacts | None, after: Crowd, seconds: float) -> None:
        assert self.judge is not None
        began = time.perf_counter()
        self.judge.tick(before, contacts, after, seconds)
        self._judging += time.perf_counter() - began

    @property
    def faults(self) -> list[str]:
        """What the judge found, the first of each kind, as sentences."""
        return [str(fault) for fault in self.judge.first.values()] if self.judge else []

    def facts(self) -> dict[str, Any]:
        """Its figures, and of what the judge found in how many ticks; None where it did not look."""
        world = self.world
        counts = self.judge.counts if self.judge else None
        return {
            **facts(world),
            "seconds_wall": self.wall,
            "seconds_planned": self.planned,
            "steps_per_second": world.tick / self.wall if self.wall else None,
            "overlaps": None if counts is None else counts[FaultKind.OVERLAP],
            "wall_violations": None if counts is None else counts[FaultKind.WALL],
            "jumps": None if counts is None else counts[FaultKind.JUMP],
            "too_fast": None if counts is None else counts[FaultKind.SPEED],
            "least_gap": self.judge.least_gap if self.judge else None,
            "faults": self.faults,
        }


def judge_of(world: World) -> Judge:
    """A judge for a world; where nothing is resolved, ways may graze corners as much as planners' do."""
    widest = float(world.crowd.radius.max(initial=0.0))
    return Judge(world.level, widest * (1.0 - SHARE) if world.resolver is Resolver.NONE else 0.0)
