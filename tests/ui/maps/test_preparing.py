"""The first minute on the map: answers come one after the other as planners are compiled, in the order of need."""

import time

import numpy as np
import pytest

from sandbox.level.edits import AddPolygon, PaintCells, SetMarker
from sandbox.level.markers import Marker
from sandbox.level.model import WALL, Level
from sandbox.level.obstacles import Obstacle
from sandbox.ui.jobs import WarmState
from sandbox.ui.maps.panels.results import WORD
from sandbox.ui.maps.preparing import ALL, ANSWERS, COLD, FLOOD, OF_CANVAS
from sandbox.ui.maps.worker_side import Answer, Desk

FIRST = ["astar", "jps", "hpa", "polyanya"]
COSTLY = 3


@pytest.fixture
def maps(app, monkeypatch):
    """The maps on a plain level; planners say only what they were asked."""
    tab = app.shell.tabs["maps"]
    app.services.warmer.begun = True
    tab.show_level(Level.empty(20, 20), "plain")

    def answer(desk, key, planner, query, stop, *, shown=True):
        tab.asked.append((key, shown))
        return Answer(None, desk.level.version, trouble="asked")

    tab.asked = []
    monkeypatch.setattr(Desk, "answer", answer)
    return tab


def told(app, tab, *names, total=90):
    """The child has done these too; what was asked then."""
    state = app.services.warmer.state
    through = state.through | set(names)
    app.services.warmer.state = WarmState(len(through), total, "", frozenset({"ui"}), through=through)
    del tab.asked[:]
    for _ in range(3):
        app.host.frame()
        while tab.asking.worker.busy:
            app.host.frame()
    return list(tab.asked)


def row_of(tab, key):
    return next(row for row in tab.rows if row.key == key)


def first(tab, *keys):
    """What those need for an answer on the level as it is."""
    return [name for key in keys for name in tab.session.preparing.answer(row_of(tab, key))]


def rest(tab, key):
    return tab.session.preparing.all_else(row_of(tab, key))


def once(names):
    return tuple(dict.fromkeys(names))


def test_what_is_ticked_is_needed_first_in_the_order_of_the_list_and_all_else_after_it(maps):
    needs = maps.needs
    assert needs.now == once(first(maps, *FIRST))
    assert needs.now[:3] == ("level: grid", "planning: A*", "planning: JPS (B+P)")
    assert needs.soon == once([*OF_CANVAS, *(name for key in FIRST for name in rest(maps, key))])


def test_what_is_clicked_jumps_the_queue(app, maps):
    row = row_of(maps, "tra")
    row.ticked = True
    maps.asking.row_changed(row)
    assert maps.needs.now == once(first(maps, "tra", *FIRST))
    maps.asking.focus_on(row_of(maps, "hpa"))
    assert maps.needs.now == once([*first(maps, "hpa"), *rest(maps, "hpa"), *first(maps, "tra", *FIRST)])
    app.host.frame()
    assert app.services.warmer.needs.now == maps.needs.now, "and the child is told"
    assert set(app.services.warmer.needs.packages) == maps.packages
    for key in ("tra", "hpa"):
        row_of(maps, key).ticked = False
    assert maps.needs.now == once(first(maps, "astar", "jps", "polyanya"))


def test_what_the_level_or_the_query_asks_for_is_needed_too(maps):
    astar, polyanya = row_of(maps, "astar"), row_of(maps, "polyanya")
    plain = first(maps, "astar", "polyanya")
    maps.editing.step("Draw", AddPolygon(Obstacle.of_cells([(4, 4), (6, 4), (5, 6)])))
    assert set(first(maps, "astar")) - set(plain) == {"level: cells covered by polygons"}
    assert "mesh: mesh of polygons" in first(maps, "polyanya")
    maps.session.radius = 0.5
    assert set(rest(maps, "astar")) <= set(first(maps, "astar"))
    maps.session.radius = 0.0
    astar.options["queue"] = "heap"
    assert set(rest(maps, "astar")) <= set(first(maps, "astar"))
    assert not set(rest(maps, "polyanya")) <= set(first(maps, "polyanya"))
    maps.editing.step("Paint", PaintCells.one(9, 9, COSTLY))
    assert set(rest(maps, "polyanya")) <= set(maps.session.preparing.answer(polyanya))


def test_each_is_asked_when_it_is_ready_and_the_one_looked_at_again_when_all_of_it_is(app, maps):
    assert told(app, maps) == []
    assert {row.key for row in maps.rows if row.cold} == set(FIRST)
    assert told(app, maps, *first(maps, "astar")) == [("astar", False)]
    assert told(app, maps) == [], "once"
    assert [maps.session.preparing.stage(row_of(maps, key)) for key in FIRST] == [ANSWERS, COLD, COLD, COLD]
    assert told(app, maps, *first(maps, "hpa", "jps")) == [("jps", False), ("hpa", False)]
    assert told(app, maps, *rest(maps, "astar")) == [("astar", True)], "with its layers, and its recording"
    assert maps.session.preparing.stage(row_of(maps, "astar")) == ALL
    assert told(app, maps, *rest(maps, "hpa")) == [], "nobody looks at it closely"
    app.services.warmer.state = WarmState(finished=True)
    del maps.asked[:]
    end = time.monotonic() + 60
    while not (maps.asked and maps.asking.ready) and time.monotonic() < end:
        app.host.frame()
    for _ in range(5):
        app.host.frame()
    assert {key for key, _ in maps.asked} == {"polyanya"}, "the others have answered"


def test_what_is_prepared_is_said_and_counted(app, maps):
    told(app, maps, *first(maps, "astar", "jps"))
    assert app.shell.warm_text.text == "Preparing HPA* (4 of 5)"
    assert "Preparing HPA* (4 of 5)" in maps.panel.verdict.text
    assert [row[WORD] for row in maps.panel.table.rows] == ["asked", "asked", "preparing", "preparing"]
    told(app, maps, *first(maps, "hpa", "polyanya"))
    assert app.shell.warm_text.text == "Preparing the rest (5 of 90)"
    assert "Preparing" not in maps.panel.verdict.text


def test_an_edit_is_answered_from_a_fresh_copy_while_nobody_can_follow_it(app, maps):
    told(app, maps, *first(maps, "astar"))
    desk = maps.asking.desk
    maps.editing.step("Wall", PaintCells.one(3, 3, WALL))
    maps.editing.step("Goal", SetMarker("goal", Marker.at(15.5, 15.5)))
    assert told(app, maps) == [("astar", False)]
    assert maps.asking.desk is not desk
    assert np.array_equal(maps.asking.desk.level.terrain, maps.level.terrain)
    assert maps.asking.desk.level.markers == maps.level.markers
    told(app, maps, *(name for key in FIRST for name in (*first(maps, key), *rest(maps, key))))
    desk = maps.asking.desk
    maps.editing.step("Wall", PaintCells.one(4, 4, WALL))
    told(app, maps)
    assert maps.asking.desk is desk, "now they can"
    assert np.array_equal(desk.level.terrain, maps.level.terrain)


def test_the_window_fills_nothing_before_filling_is_compiled(app, maps):
    maps.use_tool("fill")
    assert maps.needs.now[0] == FLOOD
    version = maps.level.version
    maps.tool.act((3, 3), WALL)
    assert maps.level.version == version
    assert "being prepared" in app.shell.status.text
    told(app, maps, FLOOD)
    maps.tool.act((3, 3), WALL)
    assert maps.level.version > version
