"""A scenario file leafed through on its map, the file's optimal length beside ours."""

import json

import numpy as np
import pytest

from sandbox.bench.random_queries import write_case
from sandbox.bench.shown.leafing import Leaves, beside
from sandbox.cli import main
from sandbox.errors import BadInput
from sandbox.level import formats
from sandbox.level.edits import SetMarker, SetTitle
from sandbox.level.model import WALL, Level, Marker
from sandbox.planning.api import Limits, Metric, Plan, Status
from sandbox.ui.jobs import WarmState
from tests.ui.maps.hands import Hands
from tests.ui.maps.test_autosave import wait, words_on_top
from tests.ui.test_app import click, frames, maps, settle


@pytest.fixture
def scen(tmp_path):
    level = Level(np.where(np.random.default_rng(2).random((20, 30)) < 0.2, WALL, 0).astype(np.uint8))
    assert write_case(level, tmp_path / "rooms.map", tmp_path / "rooms.map.scen", 12, Limits())
    return tmp_path / "rooms.map.scen"


@pytest.fixture
def tab(app, scen):
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key in ("astar", "polyanya")
    tab.asking.focus = next(row for row in tab.rows if row.key == "astar")
    app.services.warmer.state = WarmState(finished=True)
    assert app.root.on_drop(str(scen))
    settle(app)
    for box in list(app.root.floating):
        app.root.close(box)
    app.root.focus.set(tab.canvas)
    return tab


def ends(tab):
    return [tab.level.markers[name].point for name in ("start", "goal")]


def test_it_opens_at_its_longest_query_and_ours_equals_the_files(app, tab, scen):
    queries, leaves = tab.queries, tab.queries.leaves
    assert queries.bar.visible
    assert queries.at == int(np.argmax(leaves.scenario.optimal))
    assert tab.files.path == scen.with_suffix("")
    assert not tab.history.dirty
    assert "as the file says" in queries.words.text
    assert f"optimal {leaves.optimal(queries.at):.2f}" in queries.words.text
    tab.asking.focus_on(next(row for row in tab.rows if row.key == "polyanya"))
    settle(app)
    assert "at any angle" in queries.words.text or "as the file says" in queries.words.text


def test_leafed_by_keys_by_buttons_and_by_number(app, tab):
    hands, queries = Hands(app), tab.queries
    queries.go(3)
    for press, at in (("PageDown", 4), ("PageDown", 5), ("PageUp", 4)):
        key = {"PageDown": "page down", "PageUp": "page up"}[press]
        hands.press(key)
        settle(app)
        assert queries.at == at
        assert queries.number.value == at + 1
        assert ends(tab) == [marker.point for marker in queries.leaves.place(at).values()]
        assert "as the file says" in queries.words.text
    queries.number.on_number(9)
    assert queries.at == 8
    queries.go(99)
    assert queries.at == 11
    queries.go(-5)
    assert queries.at == 0
    click(app, next(w for w in queries.bar.walk() if getattr(w, "text", "") == "Longest"))
    assert queries.at == queries.leaves.longest
    assert not tab.history.dirty
    assert not tab.history.can_undo


def test_an_end_moved_by_hand_is_said_and_another_level_ends_it(app, tab):
    tab.editing.step("Move goal", SetMarker("goal", Marker.at(0.5, 0.5)))
    settle(app)
    assert "elsewhere" in tab.queries.words.text
    tab.queries.next()
    settle(app)
    assert "elsewhere" not in tab.queries.words.text
    tab.show_level(Level.empty(9, 9), "other")
    assert not tab.queries.bar.visible
    tab.queries.next()
    assert tab.level.width == 9


def test_unsaved_work_is_asked_about_and_a_broken_file_is_told(app, tab, scen, tmp_path):
    tab.editing.step("Title", SetTitle("precious"))
    assert app.root.on_drop(str(scen))
    wait(app, lambda: "Save your changes?" in words_on_top(app))
    assert tab.level.title == "precious"
    for box in list(app.root.floating):
        app.root.close(box)
    (tmp_path / "odd.scen").write_text("version 1\n0\tnowhere.map\t3\t3\t0\t0\t1\t1\t1\n", encoding="utf-8")
    assert app.root.on_drop(str(tmp_path / "odd.scen"))
    settle(app)
    frames(app, 2)
    assert "Not opened" in words_on_top(app)


def test_the_command_tells_the_same(scen, capsys):
    leaves = Leaves.open(scen)
    for number in ("1", "12", "longest"):
        assert main(["plan", str(scen), "--query", number, "--planner", "astar,polyanya", "--json"]) == 0
        told = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        at = leaves.numbered(number, "here")
        assert all(line["file_optimal"] == leaves.optimal(at) for line in told)
        assert "as the file says" in told[0]["beside_file"]
        assert told[0]["points"][0] == list(leaves.place(at)["start"].point)
    for words in (["--query", "0"], ["--query", "13"], ["--query", "last"]):
        assert main(["plan", str(scen), *words]) == 2
    assert main(["plan", "caves", "--query", "1"]) == 2


def test_a_map_of_another_size_is_refused(scen, tmp_path):
    formats.save(Level.empty(4, 4), tmp_path / "small.map")
    with pytest.raises(BadInput, match="a map of 30 × 20"):
        Leaves.open(scen, tmp_path / "small.map")


def test_words_for_what_cannot_be_compared():
    none, points = np.zeros((0, 2)), np.zeros((2, 2))
    assert beside(3.0, Plan(Status.NO_PATH, none)) == "no path; the file's way is 3.00"
    assert "terrain" in beside(3.0, Plan(Status.FOUND, points, 4.0, Metric.WEIGHTED))
    assert "disc" in beside(3.0, Plan(Status.FOUND, points, 4.0), 0.5)
    assert beside(4.0, Plan(Status.FOUND, points, 5.0)) == "5.00, 25.00 % longer"
    assert beside(4.0, Plan(Status.FOUND, points, 3.0)) == "3.00, 25.00 % shorter: at any angle"
