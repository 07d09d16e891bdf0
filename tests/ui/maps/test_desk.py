"""The worker's side of a level: who is asked how often, what is kept, and what follows when something breaks."""

import gc
import weakref
from dataclasses import dataclass, field, replace

import numpy as np
import pytest

from sandbox.level.edits import Line
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, Plan, Query, planners
from sandbox.ui.maps.worker_side import Desk

QUERY = Query((0.5, 0.5), (7.5, 7.5))
GOING = np.zeros(1, np.uint8)


@dataclass(frozen=True, slots=True)
class Watched:
    """A planner that notes its answers, which take as long as it is told, and breaks where it is told."""

    asked: list[Plan] = field(default_factory=list)
    nanoseconds: int = 10**9
    option: int = 0
    breaks: set[str] = field(default_factory=set)
    made: list[weakref.ref] = field(default_factory=list)

    def prepare(self, level: Level) -> "WatchedPrepared":
        self.may("prepare")
        prepared = WatchedPrepared(self, planners["bfs"].create({}).prepare(level))
        self.made.append(weakref.ref(prepared))
        return prepared

    def may(self, what: str) -> None:
        if what in self.breaks:
            raise ZeroDivisionError(what)

    @property
    def alive(self) -> int:
        """How many of its structures are in memory."""
        gc.collect()
        return sum(structure() is not None for structure in self.made)


class WatchedPrepared:
    def __init__(self, planner: Watched, inner: object) -> None:
        self.planner, self.inner, self.prepare_ns = planner, inner, 0
        self.sound = True

    def plan(self, query: Query, *rest: object) -> Plan:
        assert self.sound, "nobody is to ask what was left half repaired"
        self.planner.may("plan")
        plan = replace(self.inner.plan(query, *rest), total_ns=self.planner.nanoseconds + len(self.planner.asked))
        self.planner.asked.append(plan)
        return plan

    def follow(self) -> str:
        if self.inner.version == self.inner.level.version:
            return ""
        self.sound = False
        self.planner.may("repair")
        self.sound = True
        return self.inner.follow()

    def layers(self) -> tuple:
        return ()


@pytest.fixture(autouse=True)
def loaded(monkeypatch):
    """Kernels count as loaded: these planners answer nothing else."""
    monkeypatch.setattr("sandbox.ui.maps.worker_side.load", lambda planner: None)


@pytest.fixture
def desk():
    return Desk(Level(np.zeros((8, 8), np.uint8)), ["a", "b"])


@pytest.mark.small
@pytest.mark.parametrize(("nanoseconds", "asked"), [(1000, [2, 3]), (10**9, [1, 2])])
def test_a_quick_first_answer_is_taken_twice_and_the_second_shown(desk, nanoseconds, asked) -> None:
    planner = Watched([], nanoseconds)
    for expected in asked:
        answer = desk.answer("a", planner, QUERY, GOING)
        assert len(planner.asked) == expected
        assert answer.plan.total_ns == planner.asked[-1].total_ns


def test_of_the_options_a_slider_passes_only_the_last_are_kept(desk) -> None:
    planner = Watched()
    for option in range(20):
        desk.answer("a", replace(planner, option=option), QUERY, GOING)
        desk.answer("b", replace(planner, option=100), QUERY, GOING)
    assert planner.alive == 2
    assert len(planner.made) == 21, "the other one was prepared once"


@pytest.mark.parametrize("then", ["tidy", "edit", "answer"])
def test_what_nobody_wants_is_let_go(desk, then) -> None:
    planner, other = Watched(), Watched(option=1)
    desk.answer("a", planner, QUERY, GOING)
    desk.answer("b", other, QUERY, GOING)
    desk.wanted = ["b"]
    {
        "tidy": desk.tidy,
        "edit": lambda: desk.edit(Line(3, 3, 5, 3, WALL)),
        "answer": lambda: desk.answer("b", other, QUERY, GOING),
    }[then]()
    assert (planner.alive, other.alive) == (0, 1)


def test_a_repair_that_raises_is_told_and_everything_is_prepared_anew(desk) -> None:
    """Not only the one that broke: what it shares with the others may be as half done."""
    planner, other = Watched(), Watched(option=1)
    desk.answer("a", planner, QUERY, GOING)
    desk.answer("b", other, QUERY, GOING)
    level = desk.level
    desk.edit(Line(0, 4, 6, 4, WALL))
    planner.breaks.add("repair")
    answer = desk.answer("a", planner, QUERY, GOING)
    assert answer.mishap.line == "ZeroDivisionError: repair; all was prepared anew"
    assert "in follow" in answer.mishap.details
    assert answer.plan.cost == pytest.approx(best(desk.level))
    assert (answer.version, desk.level.version) == (1, 1)
    assert desk.level is not level
    assert desk.level.same_as(level)
    assert planner.alive == 1
    desk.answer("b", other, QUERY, GOING)
    assert len(other.made) == 2
    assert desk.answer("a", planner, QUERY, GOING).mishap is None
    desk.edit(Line(1, 6, 7, 6, WALL))
    assert desk.answer("a", planner, QUERY, GOING).plan.cost == pytest.approx(best(desk.level)), "and so for ever"


def best(level: Level) -> float:
    """What a planner answers that has not seen the edits come."""
    return planners["bfs"].create({}).prepare(level.copy()).plan(QUERY, Limits()).cost


@pytest.mark.parametrize("what", ["plan", "prepare"])
def test_whatever_else_raises_leaves_nothing_that_counts_as_ready(desk, what) -> None:
    planner = Watched()
    if what == "plan":
        desk.answer("a", planner, QUERY, GOING)
    planner.breaks.add(what)
    with pytest.raises(ZeroDivisionError):
        desk.answer("a", planner, QUERY, GOING)
    assert planner.alive == 0
    planner.breaks.clear()
    assert desk.answer("a", planner, QUERY, GOING).plan is not None


def test_no_answer_freezes_what_will_be_garbage(desk) -> None:
    before = gc.get_freeze_count()
    desk.answer("a", Watched(), QUERY, GOING)
    assert gc.get_freeze_count() <= before, "what was frozen earlier may end meanwhile"


def test_pictures_are_made_by_the_worker_and_only_where_they_are_shown(desk) -> None:
    """What the window gets holds on to nothing of the worker's."""
    hidden = desk.answer("a", planners["hpa"].create(), QUERY, GOING, shown=False)
    shown = desk.answer("a", planners["hpa"].create(), QUERY, GOING)
    assert hidden.layers == ()
    assert "sectors" in {layer.name for layer in shown.layers}
    assert [answer.plan.layers for answer in (hidden, shown)] == [(), ()]
