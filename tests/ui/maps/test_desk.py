"""The worker's side of a level: who is asked how often."""

from dataclasses import dataclass, replace

import numpy as np
import pytest

from sandbox.level.model import Level
from sandbox.planning.api import Plan, Query, planners
from sandbox.ui.maps.worker_side import Desk

QUERY = Query((0.5, 0.5), (7.5, 7.5))


@dataclass(frozen=True, slots=True)
class Counting:
    """A planner that notes its answers, which take as long as it is told."""

    asked: list[Plan]
    nanoseconds: int

    def prepare(self, level: Level) -> "CountingPrepared":
        return CountingPrepared(self, planners["bfs"].create({}).prepare(level))

    def __hash__(self) -> int:
        return self.nanoseconds


class CountingPrepared:
    def __init__(self, planner: Counting, inner: object) -> None:
        self.planner, self.inner, self.prepare_ns = planner, inner, 0

    def plan(self, query: Query, *rest: object) -> Plan:
        plan = replace(self.inner.plan(query, *rest), total_ns=self.planner.nanoseconds + len(self.planner.asked))
        self.planner.asked.append(plan)
        return plan

    def follow(self) -> str:
        return self.inner.follow()

    def layers(self) -> tuple:
        return ()


@pytest.mark.small
@pytest.mark.parametrize(("nanoseconds", "asked"), [(1000, [2, 3]), (10**9, [1, 2])])
def test_a_quick_first_answer_is_taken_twice_and_the_second_shown(monkeypatch, nanoseconds, asked) -> None:
    monkeypatch.setattr("sandbox.ui.maps.worker_side.load", lambda planner: None)
    planner, stop = Counting([], nanoseconds), np.zeros(1, np.uint8)
    desk = Desk(Level(np.zeros((8, 8), np.uint8)))
    for expected in asked:
        answer = desk.answer(planner, QUERY, stop)
        assert len(planner.asked) == expected
        assert answer.plan is planner.asked[-1]
