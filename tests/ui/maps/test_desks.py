"""Planners side by side: one that is slow holds up no other, and every answer is of the version it says."""

import threading
import time

import pytest

from sandbox.level.edits import Line, Resize, SetMarker
from sandbox.level.markers import Marker
from sandbox.level.model import WALL, Level
from sandbox.planning.api import Limits, OfUser
from sandbox.ui.jobs import Place, WarmState
from sandbox.ui.maps.panels.results import COLUMNS, TAKEN_UP
from tests.ui.maps.test_flow import Stub, row_of, use
from tests.ui.test_app import frames, settle

WAIT = 200.0  # seconds
TITLES = [column.title for column in COLUMNS]


class OwnStub(Stub, OfUser):
    """A planner that counts as the user's own."""


@pytest.fixture
def tab(app, monkeypatch):
    """The maps on a small level, three planners of the grid and one of the mesh ticked."""
    monkeypatch.setattr("sandbox.ui.maps.worker_side.load", lambda planner: None)
    tab = app.shell.tabs["maps"]
    for row in tab.rows:
        row.ticked = row.key in ("bfs", "dijkstra", "astar", "polyanya")
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(Level.empty(40, 30), "plain")
    frames(app, 2)
    settle(app)
    return tab


@pytest.fixture
def large(app, tab, monkeypatch):
    """The same where every level counts as large."""
    monkeypatch.setattr("sandbox.ui.maps.desks.LARGE", 0)
    tab.show_level(Level.empty(40, 30), "plain")
    frames(app, 2)
    settle(app)
    return tab


def station(tab, key):
    row = row_of(tab, key)
    return tab.asking.desks.of(key, row.planner)


def until(app, found):
    end = time.monotonic() + WAIT
    while not found() and time.monotonic() < end:
        frames(app)
        time.sleep(0.001)
    assert found()


def test_on_a_small_level_planners_share_a_worker_and_what_is_derived(tab):
    desks = {station(tab, key) for key in ("bfs", "dijkstra", "astar", "polyanya")}
    assert desks == {(tab.asking.worker, tab.asking.desk)}
    assert tab.asking.desk._kept.keys() == {"bfs", "dijkstra", "astar", "polyanya"}


def test_on_a_large_one_those_of_the_grid_stand_apart_and_all_follow_every_edit(app, large):
    tab, keys = large, ("bfs", "dijkstra", "astar")
    assert len({station(tab, key).worker for key in (*keys, "polyanya")}) == 4
    assert station(tab, "polyanya").worker is tab.asking.worker
    assert tab.asking.desk._kept.keys() == {"polyanya"}
    for x in range(5, 35, 3):
        tab.editing.step("Wall", Line(x, 0, x, 25, WALL))
        frames(app)
    settle(app)
    for one in tab.asking.desks:
        assert one.desk.level.same_as(tab.level)
        assert one.desk.level.version == tab.level.version
    for key in (*keys, "polyanya"):
        row = row_of(tab, key)
        fresh = row.planner.prepare(tab.level.copy()).plan(tab.session.query, Limits())
        assert row.answer.version == tab.level.version
        assert row.plan.cost == pytest.approx(fresh.cost)


def test_a_slow_planner_holds_up_no_other(app, large):
    tab, slow = large, Stub()
    use(row_of(tab, "dijkstra"), slow)
    tab.asking.row_changed(row_of(tab, "dijkstra"))
    until(app, lambda: slow.begun)
    for x in range(5, 20):
        tab.editing.step("Wall", Line(x, 0, x, 20, WALL))
        until(app, lambda: {row_of(tab, key).answer.version for key in ("bfs", "astar")} == {tab.level.version})
    assert row_of(tab, "dijkstra").answer is None or row_of(tab, "dijkstra").answer.version < tab.level.version
    row_of(tab, "dijkstra").ticked = False
    tab.asking.row_changed(row_of(tab, "dijkstra"))
    assert slow.stopped.wait(WAIT)


def test_code_of_the_users_own_holds_up_nobody_on_any_level(app, tab):
    slow = OwnStub()
    use(row_of(tab, "dijkstra"), slow)
    tab.asking.row_changed(row_of(tab, "dijkstra"))
    assert station(tab, "dijkstra").worker.place is Place.ELSEWHERE
    until(app, lambda: slow.begun)
    for x in range(5, 20):
        tab.editing.step("Wall", Line(x, 0, x, 20, WALL))
        others = [row_of(tab, key) for key in ("bfs", "astar", "polyanya")]
        until(app, lambda rows=others: {row.answer.version for row in rows} == {tab.level.version})
    row_of(tab, "dijkstra").ticked = False
    tab.asking.row_changed(row_of(tab, "dijkstra"))
    assert slow.stopped.wait(WAIT)


def test_an_answer_of_the_past_says_so(app, large):
    """Edits that come while a planner searches are no part of its answer, and its copy is not changed under it."""
    tab, going, let = large, threading.Event(), threading.Event()

    def wait():
        going.set()
        assert let.wait(WAIT)

    stub, row = Stub(then=wait), row_of(tab, "dijkstra")
    use(row, stub)
    tab.asking.row_changed(row)
    assert going.wait(WAIT)
    before, seen = tab.level.version, []
    tab.asking.on_answer.append(lambda: seen.append(row.answer.version if row.answer else None))
    for x in range(5, 9):
        tab.editing.step("Wall", Line(x, 0, x, 20, WALL))
        frames(app)
    assert station(tab, "dijkstra").desk.level.version == before
    let.set()
    until(app, lambda: row.answer is not None and row.answer.version == tab.level.version)
    assert set(seen) <= {None, before, tab.level.version}
    assert before in seen, "what was there is shown, as what it is"


def test_what_is_no_longer_ticked_leaves_no_copy_and_comes_back_with_the_level_as_it_is(app, large):
    tab, row = large, row_of(large, "bfs")
    desk = station(tab, "bfs").desk
    row.ticked = False
    tab.asking.row_changed(row)
    assert not tab.asking.desks.holds(desk)
    tab.editing.step("Wall", Line(5, 0, 5, 20, WALL))
    row.ticked = True
    tab.asking.row_changed(row)
    settle(app)
    assert station(tab, "bfs").desk is not desk
    assert row.answer.version == tab.level.version
    assert station(tab, "bfs").desk.level.same_as(tab.level)


def test_an_edit_that_breaks_in_one_copy_makes_all_anew_and_is_told_once(app, large, monkeypatch):
    tab, told = large, []
    app.services.failed = told.append
    desk = station(tab, "astar").desk
    monkeypatch.setattr(desk.level, "apply", lambda edit: 1 / 0)
    for x in (5, 8):
        tab.editing.step("Wall", Line(x, 0, x, 20, WALL))
    settle(app)
    assert [failure.line for failure in told] == ["ZeroDivisionError: division by zero"]
    assert not tab.asking.desks.holds(desk)
    assert all(one.desk.level.same_as(tab.level) for one in tab.asking.desks)
    assert {row.answer.version for row in tab.rows if row.ticked} == {tab.level.version}


def test_a_level_that_becomes_large_is_answered_apart_from_then_on(app, tab, monkeypatch):
    monkeypatch.setattr("sandbox.ui.maps.desks.LARGE", 40 * 30)
    shared = station(tab, "bfs").worker
    tab.editing.step("Larger", Resize(50, 30))
    settle(app)
    assert station(tab, "bfs").worker is not shared
    assert row_of(tab, "bfs").answer.version == tab.level.version
    tab.editing.undo()
    settle(app)
    assert station(tab, "bfs").worker is shared
    tab.editing.step("Goal", SetMarker("goal", Marker.at(20.5, 10.5)))
    settle(app)
    assert row_of(tab, "bfs").answer.version == tab.level.version


def test_on_a_large_level_a_search_is_taken_up_and_no_time_is_told_of_it_until_it_rests(app, large, monkeypatch):
    monkeypatch.setattr("sandbox.ui.maps.worker_side.LARGE", 0)
    row = row_of(large, "astar")
    for other in large.rows:
        if other.ticked and other is not row:
            other.ticked = False
            large.asking.row_changed(other)
    for y in range(4):  # far from any way between the ends
        large.editing.step("Wall", Line(2, y, 3, y, WALL))
        until(app, lambda: row.answer is not None and row.answer.version == large.level.version)
    assert row.plan.kept == row.plan.expanded > 0
    frames(app)
    shown = next(line for line in large.panel.table.rows if line[0] == "A*")
    assert row.rested is not None or shown[TITLES.index("Time")].words == TAKEN_UP
    until(app, lambda: row.rested is not None)
    assert not row.taken_up
    fresh = row.planner.prepare(large.level.copy()).plan(large.session.query, Limits())
    assert (row.plan.cost, row.plan.expanded) == (fresh.cost, fresh.expanded)


def test_another_planner_under_a_key_has_a_copy_of_its_own_and_threads_do_not_add_up(large):
    desks, grid, own = large.asking.desks, row_of(large, "dijkstra").planner, OwnStub()
    first, threads = desks.of("compare 0", grid), len(large.session.services.workers)
    second = desks.of("compare 0", own)
    assert second.worker is not first.worker
    assert second.desk is not first.desk
    assert not desks.holds(first.desk)
    again = desks.of("compare 0", grid)
    assert again.worker is first.worker
    assert again.desk not in (first.desk, second.desk)
    for planner in (own, grid, own, grid):
        desks.of("compare 0", planner)
    assert len(large.session.services.workers) == threads + 1
    assert [one.worker for one in desks].count(first.worker) == 1
