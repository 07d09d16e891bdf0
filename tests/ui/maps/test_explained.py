"""The picture that explains itself: layers, legend, the player's words, manners of keys and clicks."""

import math

import numpy as np
import pygame
import pytest

from sandbox.layers import CellEvents, CellField, Points, Polygons, Role, Segments
from sandbox.level.edits import Line, SetMarker
from sandbox.level.history import History
from sandbox.level.model import WALL, Level, Marker
from sandbox.planning.api import planners
from sandbox.settings import Settings
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.scene import Scene
from sandbox.ui.chosen import FIRST_TICKED, Chosen
from sandbox.ui.jobs import WarmState
from sandbox.ui.maps.overlays.legend import Meaning, fitting, meanings, placed
from sandbox.ui.maps.overlays.touched import outlines
from sandbox.ui.maps.panels.layers_panel import lines_of
from tests.ui.maps.hands import Hands
from tests.ui.test_app import frames, key, maps, settle


@pytest.fixture
def tab(app):
    """A plain level, two planners ticked, everything answered and recorded."""
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key in ("astar", "hpa")
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(Level.empty(40, 30), "plain")
    frames(app, 2)
    settle(app)
    app.root.focus.set(tab.canvas)
    return tab


def goal(tab):
    return tab.level.markers["goal"].point


def test_arrows_step_the_recording_and_alt_moves_the_goal(app, tab):
    before = goal(tab)
    key(app, pygame.K_HOME)
    for _ in range(3):
        key(app, pygame.K_RIGHT)
    key(app, pygame.K_LEFT)
    assert (tab.timeline.time, goal(tab)) == (2, before)
    key(app, pygame.K_LEFT, pygame.KMOD_ALT)
    assert goal(tab) == (before[0] - 1, before[1])


def test_to_move_the_ends_is_no_unsaved_edit_and_undone_all_the_same(app, tab):
    before = goal(tab)
    Hands(app).click((20.5, 11.5))
    assert goal(tab) == (20.5, 11.5)
    assert not tab.history.dirty
    tab.editing.undo()
    assert goal(tab) == before
    tab.editing.step("Wall", Line(3, 3, 5, 3, WALL))
    assert tab.history.dirty


def test_whatever_comes_after_a_moved_end_counts_as_before():
    level = Level.empty(8, 8)
    level.markers["goal"] = Marker.at(1.5, 1.5)
    history = History(level)
    history.do(Line(1, 1, 2, 1, WALL))
    history.mark_saved()
    history.do(SetMarker("goal", Marker.at(3.5, 3.5)))
    assert not history.dirty
    history.undo()
    history.do(SetMarker("camp", Marker.at(2.5, 2.5)))
    assert history.dirty
    history.undo()
    assert not history.dirty
    history.undo()
    assert history.dirty, "the wall is gone"


def test_a_click_outside_the_map_does_nothing(app, tab):
    before, steps = goal(tab), tab.history.labels
    canvas = tab.canvas
    Hands(app).click(canvas.to_world(canvas.rect.x + 3, canvas.rect.y + 3))
    assert (goal(tab), tab.history.labels) == (before, steps)


def test_paths_wait_for_the_end_of_the_recording_and_the_ground_pales(app, tab):
    scene = tab.canvas.scene
    assert len(scene.over) == 2
    assert not scene.pale
    key(app, pygame.K_HOME)
    assert (scene.over, scene.pale) == ([], True)
    key(app, pygame.K_END)
    assert len(scene.over) == 2
    assert not scene.pale


def test_two_planners_that_go_the_same_way_are_both_seen(tab):
    for row in tab.rows:
        row.ticked = row.key in ("astar", "hpa")
    lanes = [layer.lanes for layer in tab.canvas.scene.over]
    assert all(lane is None or set(np.abs(lane)) <= {0.0, 0.5} for lane in lanes)


def test_the_pointer_on_a_row_lights_its_path(app, tab):
    tab.panel.table.on_hover(1)
    assert tab.canvas.scene.lit == "path hpa"
    tab.panel.table.on_hover(-1)
    assert tab.canvas.scene.lit == ""


def test_one_key_shows_the_layers_of_every_ticked_planner_and_numbers_switch_them(app, tab):
    assert not any(shown.layer.name.startswith("hpa/") for shown in tab.canvas.scene.stack.values())
    key(app, pygame.K_o, unicode="o")
    settle(app)
    assert {line.group for line in tab.layers.lines} >= {"HPA*", "Recording"}
    number = next(
        n for n, line in enumerate(tab.layers.lines) if line.text == "Sector borders" or line.text == "Sectors"
    )
    line = tab.layers.lines[number]
    assert not tab.layers.on(line)
    key(app, getattr(pygame, f"K_{number + 1}"), unicode=str(number + 1))
    assert tab.layers.on(line)
    key(app, pygame.K_ESCAPE)
    frames(app, 2)
    assert tab.layers.popover is None
    assert tab.asking.looked >= {"hpa"}, "what is shown is kept up to date"
    tab.layers.toggle_number(number)
    key(app, pygame.K_o, unicode="o")
    key(app, pygame.K_ESCAPE)
    assert "hpa" not in tab.asking.looked


def layer(name, group="PRA*"):
    return Points(name=f"pra/{name}", legend=name, group=group, xy=np.zeros((0, 2)))


@pytest.mark.small
def test_levels_are_one_line_and_one_slider():
    lines = lines_of(
        [layer(f"level {n} {what}") for n in range(1, 9) for what in ("graph", "nodes")] + [layer("pyramid")]
    )
    assert [(line.text, sorted(line.names)) for line in lines] == [
        ("Graph", list(range(1, 9))),
        ("Nodes", list(range(1, 9))),
        ("pyramid", [0]),
    ]
    assert lines[0].name(3) == "pra/level 3 graph"
    assert lines[0].name(12) == ""


@pytest.mark.small
def test_the_first_level_may_go_without_saying():
    (line,) = lines_of([layer("sectors", "HPA*"), layer("level 2 sectors", "HPA*")])
    assert line.names == {1: "pra/sectors", 2: "pra/level 2 sectors"}


@pytest.mark.small
def test_wishes_outlive_a_layers_absence():
    scene = Scene()
    scene.show([layer("pyramid")])
    scene.set_visible("pra/pyramid", visible=False)
    scene.set_opacity("pra/pyramid", 0.5)
    scene.show([])
    scene.show([layer("pyramid")])
    assert (scene.stack["pra/pyramid"].visible, scene.stack["pra/pyramid"].opacity) == (False, 0.5)


@pytest.mark.small
def test_the_legend_has_a_ramp_with_its_numbers_and_a_shape_for_each_kind():
    values = np.full((3, 3), np.nan)
    values[0] = 1.5, 2.0, 7.25
    ends = np.array([[0.0, 0.0], [1.0, 1.0]])
    scene = Scene()
    scene.show(
        [
            CellField(name="far", legend="Distance", role=Role.HEAT, values=values, unit="cells"),
            Points(name="dots", legend="Dots", xy=np.zeros((2, 2))),
            Segments(name="way", legend="Way", ends=ends, chained=True, dashed=True),
            Polygons(name="part", legend="Parts", xy=np.zeros((3, 2)), starts=np.array([0, 3], np.int32)),
            Points(name="hidden", legend="Hidden", xy=np.zeros((2, 2)), visible=False),
        ]
    )
    told = {m.text: (m.mark, m.low, m.high) for m in meanings(scene, palette("dark"))}
    assert told == {
        "Distance": ("ramp", "1.500", "7.250 cells"),
        "Dots": ("disc", "", ""),
        "Way": ("dashes", "", ""),
        "Parts": ("area", "", ""),
    }


@pytest.mark.small
def test_a_legend_whose_words_take_many_lines_tells_fewer_things(app):
    fonts = app.root.look.fonts
    lines = [Meaning("line", f"edges of kind {n} that a path may cross here") for n in range(7)]
    wide = fitting(lines, fonts, 1000, 9)
    assert len(wide) == 7
    narrow = fitting(lines, fonts, 120, 9)
    assert sum(len(words) for _, words in narrow) <= 9
    assert narrow[-1][0].text == f"and {7 - len(narrow) + 1} more"


def test_a_legend_lies_where_it_hides_little():
    room, plate = pygame.Rect(0, 0, 400, 400), pygame.Rect(0, 0, 100, 80)
    assert placed(plate, room, [], 8).topright == room.topright
    assert placed(plate, room, [(390, 10)], 8).bottomright == room.bottomright  # an end of the query
    high = pygame.Rect(0, 0, 400, 200)
    assert placed(plate, room, [], 8, high).bottomright == room.bottomright  # beside the map
    assert placed(plate, room, [], 8, room).topright == room.topright
    ends = [(390, 10), (390, 390), (10, 10)]
    assert placed(plate, room, ends, 8, room).bottomleft == room.bottomleft
    assert placed(plate, room, [*ends, (10, 390)], 8, room).topright == room.topright


def test_a_stage_that_searches_no_cells_has_no_legend():
    never = np.full(9, np.iinfo(np.int32).max, np.int32)
    once = np.where(np.arange(9) == 4, 2, never).astype(np.int32)
    none = np.zeros((0, 3), np.int32)
    for opened, closed, told in (
        (never, never, []),
        (once, never, ["open"]),
        (once, once, ["open", "closed, by event"]),
    ):
        events = CellEvents(
            name="search", width=3, height=3, order=np.full(5, -1, np.int32), opened=opened, closed=closed, flips=none
        )
        scene = Scene()
        scene.show([events])
        assert [meaning.text for meaning in meanings(scene, palette("dark"))] == told


@pytest.mark.small
def test_what_was_rebuilt_is_outlined():
    values = np.full((4, 4), np.nan)
    values[1:3, 1:3] = 1.0
    box = CellField(name="dirty", role=Role.DIRTY, values=values, low=0.0, high=1.0)
    ring = Polygons(
        name="t", role=Role.DIRTY, xy=np.array([[0, 0], [1, 0], [0, 1.0]]), starts=np.array([0, 3], np.int32)
    )
    assert np.hypot(*(outlines([box])[:, 2:] - outlines([box])[:, :2]).T).sum() == 8
    assert np.hypot(*(outlines([ring])[:, 2:] - outlines([ring])[:, :2]).T).sum() == pytest.approx(2 + 2**0.5)


def test_an_edit_says_what_it_made_planners_repair(app, tab, monkeypatch):
    monkeypatch.setattr("sandbox.ui.maps.overlays.touched.SECONDS", math.inf)  # it is news however slow the machine
    tab.editing.step("Wall", Line(20, 5, 20, 20, WALL))
    settle(app)
    frames(app)
    assert "sectors" in tab.view.touched.lines["hpa"]
    assert tab.view.touched.lines["hpa"].startswith("HPA*: ")


def test_what_an_edit_dirtied_flashes_though_no_layer_of_it_is_looked_at(app, tab):
    assert tab.asking.focus.key == "astar"
    row = next(row for row in tab.rows if row.key == "hpa")
    tab.editing.step("Wall", Line(20, 5, 20, 8, WALL))
    settle(app)
    assert row.answer.touched
    assert not row.answer.layers
    edges = tab.view.touched._edges
    assert len(edges) % 4 == 0
    xs, ys = edges[:, ::2], edges[:, 1::2]
    assert xs.min() <= 20 <= 21 <= xs.max()
    assert ys.min() <= 5 <= 9 <= ys.max()
    assert (xs >= 0).all()
    assert (xs <= 40).all()
    assert (ys <= 30).all()


@pytest.mark.parametrize("key", ["hpa", "polyanya"])
def test_where_something_was_rebuilt_is_what_its_layer_says(key):
    level = Level.empty(70, 50)
    prepared = planners[key].create().prepare(level)
    assert not outlines(prepared.touched()).size
    for edit in (Line(60, 40, 69, 49, WALL), Line(3, 3, 3, 9, WALL)):
        level.apply(edit)
        prepared.follow()
        whole = [layer for layer in prepared.layers() if layer.role is Role.DIRTY and "level" not in layer.name]

        def area(layers):
            edges = outlines(layers)
            return edges[:, ::2].min(), edges[:, ::2].max(), edges[:, 1::2].min(), edges[:, 1::2].max()

        assert area(prepared.touched()) == area(whole)


@pytest.mark.small
def test_what_is_ticked_and_set_is_remembered(tmp_path):
    settings = Settings(tmp_path / "settings.json")
    chosen = Chosen(settings)
    assert chosen.ticked == set(FIRST_TICKED)
    chosen.tick("hpa", on=False)
    chosen.options["astar"]["weight"] = 2.5
    chosen.keep()
    assert settings.save()
    again = Chosen(Settings(tmp_path / "settings.json"))
    assert again.ticked == set(FIRST_TICKED) - {"hpa"}
    assert again.options["astar"] == {"weight": 2.5}
    assert again.colours == chosen.colours
    assert len({again.colours[key] for key in again.ticked}) == len(again.ticked)
    settings.planner_options = {"astar": ["weight=much", "colour=red", "moves=4"], "nobody": ["x=1"]}
    assert Chosen(settings).options["astar"] == {"moves": 4}


def test_the_right_button_offers_what_can_be_done_there(app, tab):
    Hands(app).move((11.5, 7.5))
    items = {item.text: item for item in tab.tool.menu()}
    assert {"Goal here", "Start here", "Layers", "Copy “11,7”"} <= items.keys()
    items["Start here"].run()
    assert tab.level.markers["start"].point == (11.5, 7.5)


def test_the_palette_finds_planners_to_record(app, tab):
    assert app.root.actions["maps.record-hpa"].title == "Record HPA*"
    app.root.actions["maps.record-hpa"].run()
    settle(app)
    assert tab.timeline.film.title == "HPA*"
    assert [phase.name for phase in tab.timeline.film.phases]
