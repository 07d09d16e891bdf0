"""A trace dropped on the window plays on the map it belongs to; a bad one is refused in a line."""

import pytest

from sandbox.level.model import WALL, Level
from sandbox.planning.traces.read import read_trace
from sandbox.planning.traces.write import write_trace
from sandbox.ui.jobs import WarmState
from tests.planning.test_traces import FLOW, recorded
from tests.ui.test_app import frames, maps, settle


@pytest.fixture
def tab(app):
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key == "bfs"
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(Level.empty(40, 30), "plain")
    frames(app, 2)
    settle(app)
    return tab


def test_ours_plays_with_its_planner(app, tab, tmp_path):
    path = tmp_path / "run.trace.json"
    write_trace(recorded("astar"), path)
    app.root.on_drop(str(path))
    settle(app)
    assert len(tab.timeline.film) == read_trace(path).recording.count
    assert [row.key for row in tab.rows if row.ticked] == ["astar"]
    assert (tab.level.width, tab.level.height) == (16, 12)


def test_anothers_plays_on_the_map_that_is_open(app, tab, tmp_path):
    path = tmp_path / "foreign.trace.yaml"
    path.write_text(FLOW, encoding="utf-8")
    tab.level.terrain[3, 3] = WALL
    app.root.on_drop(str(path))
    settle(app)
    assert tab.timeline.film.words(2) == "foreign: expands (8, 15), g 0.00, f 3.00"
    assert tab.level.terrain[3, 3] == WALL
    assert tab.level.markers["start"].point == (8.5, 15.5)
    assert [row.key for row in tab.rows if row.ticked] == ["bfs"]


def test_a_bad_one_is_refused_in_a_line(app, tab, tmp_path, monkeypatch):
    path, said = tmp_path / "bad.trace.yaml", []
    path.write_text(FLOW.replace("id: 4419, x: 9", "x: 9"), encoding="utf-8")
    monkeypatch.setattr(app.root, "toast", lambda *words: said.append(words))
    app.root.on_drop(str(path))
    settle(app)
    assert said[0][:2] == ("Not opened", f"{path}:8: id: missing, expected a number or a text")
    assert tab.level.width == 40
