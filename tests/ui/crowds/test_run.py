"""A run beside the window: its news tell what the films hold, in lockstep, forwards, backwards and after edits."""

import time

import numpy as np
import pytest

from sandbox.agents.api import Settings, policies
from sandbox.agents.muster import Muster
from sandbox.agents.record.film import Film
from sandbox.agents.run import judge_of
from sandbox.level.edits import Rectangle
from sandbox.level.model import WALL, Level
from sandbox.level.rect import Rect
from sandbox.planning.api import planners
from sandbox.ui.crowds.run.engine import Lane, Start
from sandbox.ui.crowds.run.film import clock
from sandbox.ui.crowds.run.running import Run, State
from sandbox.ui.jobs import Worker


def settings(*keys):
    return tuple(Settings(policies[key].create(), planners["astar"].create()) for key in keys)


@pytest.fixture
def run():
    failures = []
    worker = Worker("crowd", lambda: None, failures.append)
    made = Run(worker, lambda: None, failures.append)
    made.failures = failures
    yield made
    worker.close()


def wait(run, until, seconds=60):
    end = time.monotonic() + seconds
    while not until():
        assert time.monotonic() < end, (run.state, run.length, run.trouble)
        run.worker.poll()
        run.tick()
        time.sleep(0.002)


def begun(run, *keys, agents=30, size=(16, 10)):
    start = Start(Level.empty(*size), Muster(agents=agents), 3, settings(*keys))
    run.begin(start)
    wait(run, lambda: run.state is not State.GATHERING)
    return start


def walked(run, ticks):
    run.want(ticks)
    wait(run, lambda: run.length >= ticks and not run.busy)


def same(one, other):
    return all(np.array_equal(a, b) for a, b in zip(one, other, strict=True))


def test_news_tell_what_the_film_holds(run):
    start = begun(run, "push")
    walked(run, 90)
    film = Film(Level.empty(16, 10), start.muster.gather(Level.empty(16, 10), 3), start.settings[0])
    film.prepare()
    for _ in range(90):
        film.step()
    lane = run.lanes[0]
    for tick in (0, 1, 40, 90):
        assert same(run.frames(tick)[0], film.frame(tick))
    assert np.array_equal(lane.arrived, film.world.arrived)
    assert np.array_equal(lane.log, film.world.log.rows)
    count = film.world.book.count
    assert lane.met.count == count > 0
    for name in ("first", "second", "how", "begin", "last", "contacts", "delay", "scene"):
        mine, theirs = getattr(lane.met.table, name), getattr(film.world.book.table, name)
        assert np.array_equal(mine[:count], theirs[:count]), name
    assert len(lane.rows) == 91
    assert lane.rows[-1, 2] == count
    assert lane.verdict.agent_seconds == pytest.approx(30 * 90 / 30)
    assert not lane.verdict.faults


def test_two_lanes_walk_in_lock_from_the_same_start(run):
    begun(run, "stop-and-wait", "push")
    first = run.frames(0)
    assert same(first[0][1:3], first[1][1:3])
    walked(run, 60)
    one, other = run.frames(60)
    assert one.tick == other.tick == 60
    assert not same(one[1:3], other[1:3])


def test_the_judge_of_each_lane_is_the_commands():
    start = Start(Level.empty(16, 10), Muster(agents=2), 3, settings("alone", "push"))
    lanes = [Lane(start, start.muster.gather(start.level, 3), one) for one in start.settings]
    assert [lane._judge.leeway for lane in lanes] == [judge_of(lane.film.world).leeway for lane in lanes]
    assert lanes[0]._judge.leeway > lanes[1]._judge.leeway == 0  # ways graze corners where nothing is resolved


def test_the_past_comes_back_when_it_is_asked_for(run):
    begun(run, "keep-right")
    walked(run, 70)
    kept = [np.array(part) for part in run.frames(10)[0]]
    run._frames.clear()
    run._kept = 0
    assert run.frames(10) is None
    wait(run, lambda: run.has(10))
    assert same(run.frames(10)[0], kept)


def test_an_edit_in_the_past_cuts_the_run_which_goes_on(run):
    begun(run, "push")
    walked(run, 60)
    before = run.lanes[0].met.count
    run.edit(Rectangle(Rect(7, 0, 8, 9), WALL), 20)
    wait(run, lambda: run.length == 20 and not run.busy)
    assert run.lanes[0].met.count <= before
    assert (run.lanes[0].met.table.begin[: run.lanes[0].met.count] < 20).all()
    assert not run.has(40)
    assert len(run.lanes[0].rows) == 21
    assert [done.tick for done in run.lanes[0].edits] == [20]
    walked(run, 50)
    assert not run.lanes[0].verdict.faults
    assert 60 < run.lanes[0].verdict.agent_seconds <= 90.001  # those buried stand no more


def test_what_nobody_can_do_is_one_clear_line(run):
    begun(run, "push", agents=60_000)
    assert run.state is State.BROKEN
    assert "50,000" in run.trouble
    assert "Traceback" not in run.trouble
    begun(run, "push", agents=5)
    assert run.state is State.READY


def test_everybody_being_there_ends_it(run):
    begun(run, "push", agents=2)
    run.want(100_000)
    wait(run, lambda: run.done)
    assert run.length < 2_000
    assert not run.failures


def test_ways_are_looked_up(run):
    begun(run, "push")
    walked(run, 20)
    run.see(20, 0, 3, all_ways=True)
    wait(run, lambda: 0 in run.seen)
    assert run.seen[0].agent == 3
    assert len(run.seen[0].way)
    assert run.seen[0].left > 0
    assert len(run.seen[0].ways.ends) >= 20


def test_no_minute_has_sixty_seconds():
    assert [clock(tick) for tick in (0, 1797, 1799, 1800, 107_999)] == [
        "0:00.0",
        "0:59.9",
        "1:00.0",
        "1:00.0",
        "1:00:00.0",
    ]
