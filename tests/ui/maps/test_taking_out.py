"""What leaves the window: pictures, films, recordings, scenes, the navigation mesh; and what of it comes back."""

import json
import xml.etree.ElementTree as ET

import numpy as np
import pygame
import pytest

from sandbox.cli import main
from sandbox.level import formats
from sandbox.level.edits import SetMarker, SetTitle
from sandbox.level.model import WALL, Level, Marker
from sandbox.level.rect import Rect
from sandbox.level.timed import Door
from sandbox.planning.recorded import Recorded
from sandbox.settings import data_folder
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.still import pixels
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import TextField
from sandbox.ui.maps.files.gallery import read_card
from sandbox.ui.maps.files.pictures import GIF, PNG, SVG
from sandbox.ui.maps.files.sight import Sight
from sandbox.ui.maps.overlays.figures import SAID, brief, cells_in_view, figures_at
from sandbox.ui.maps.overlays.legend import meanings
from tests.ui.maps.test_autosave import button, wait, words_on_top
from tests.ui.test_app import click, frames, key, maps, settle


@pytest.fixture
def tab(app):
    """The map with one recorded search on it."""
    tab = maps(app)
    level = Level(np.where(np.random.default_rng(4).random((18, 26)) < 0.15, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers |= {"start": Marker.at(0.5, 0.5), "goal": Marker.at(25.5, 17.5)}
    for row in tab.rows:
        row.ticked = row.key in ("astar", "ta")
    tab.asking.focus = next(row for row in tab.rows if row.key == "astar")
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(level, "test")
    frames(app, 2)
    settle(app)
    assert tab.timeline.film is not None
    for box in list(app.root.floating):
        app.root.close(box)
    return tab


def written(tab, kind, path, **wish):
    """A picture, as the dialog has it written."""
    writing = tab.pictures.writing
    writing.write(tab.pictures.maker(kind, **wish), path)
    return writing


def answer(tab, path, monkeypatch):
    """Whoever is asked for a name gives this one."""
    writing = tab.pictures.writing
    monkeypatch.setattr(writing, "ask", lambda title, folder, name, types, make: writing.write(make, path))


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_the_picture_is_what_is_seen(app, tab, share):
    tab.view.arrows = share == 0.4
    if share == 0.4:  # the legend goes out of the way of an end
        tab.editing.step("Move goal", SetMarker("goal", Marker.at(24.5, 0.5)))
        settle(app)
    tab.timeline.stop(round(share * tab.timeline.length))
    tab.canvas._move(tab.canvas.camera.zoomed(1.6, 300, 200))
    pygame.event.post(pygame.event.Event(pygame.WINDOWLEAVE))
    app.root.focus.set(None)
    app.root.damage_all()
    frames(app, 2)
    seen = pixels(app.root.surface.subsurface(tab.canvas.rect))
    mine = Sight.of(tab.view).painted()
    assert mine.shape == seen.shape
    assert (mine == seen).all(axis=2).mean() > 0.999
    double = Sight.of(tab.view).painted(2.0)
    assert double.shape[0] == 2 * seen.shape[0]
    assert np.abs(double[::2, ::2].astype(int) - seen).mean() < 12


def test_an_svg_shows_the_search_as_it_stands(app, tab):
    tab.timeline.stop(tab.timeline.length // 2)
    frames(app)
    texts = []
    for time in (tab.timeline.length // 2, tab.timeline.length):
        tab.timeline.stop(time)
        texts.append(Sight.of(tab.view).svg().decode())
        ET.fromstring(texts[-1])
    assert texts[0] != texts[1]
    assert "image" in texts[0]


def test_where_f_alone_is_written_the_legend_speaks_of_no_other_figure(app, tab):
    tab.canvas.look_at(Camera(*tab.canvas.rect.size, 60.0 * app.root.dp(1), 6.0, 5.0))
    tab.timeline.stop(tab.timeline.length // 2)
    frames(app)
    drawn = Sight.of(tab.view).svg().decode()
    assert SAID["f"] in drawn
    assert SAID["g h f"] not in drawn
    assert [line.text for line in tab.view.legend.lines if line.low == "f"] == [SAID["f"]]


def test_an_svg_has_the_legend_the_figures_and_the_arrows(app, tab):
    tab.view.arrows = True
    tab.canvas.look_at(Camera(*tab.canvas.rect.size, 90.0 * app.root.dp(1), 6.0, 5.0))
    tab.timeline.stop(tab.timeline.length // 2)
    frames(app)
    film, time = tab.timeline.film, tab.timeline.time
    root = ET.fromstring(Sight.of(tab.view).svg().decode())
    words = [node.text for node in root.iter("{http://www.w3.org/2000/svg}text")]
    titles = [node.text for node in root.iter("{http://www.w3.org/2000/svg}title")]
    lines = meanings(tab.canvas.scene, palette("dark"), figures_shown="g h f")
    assert {line.text for line in lines} <= set(words)
    assert {"Legend", "Arrows to parents", "g, h, and below them their sum f"} <= set(titles)
    told = figures_at(film, time, cells_in_view(film, tab.canvas))
    assert len(told) > 3
    for _, g, f in told:
        assert {brief(g, 6), brief(f, 12)} <= set(words)
    tab.view.arrows = tab.view.figures = tab.view.legend.visible = False
    plain = Sight.of(tab.view).svg().decode()
    assert "Legend" not in plain
    assert "their sum" not in plain


@pytest.mark.parametrize(("kind", "begins"), [(PNG, b"\x89PNG"), (SVG, b"<svg"), (GIF, b"GIF89a")])
def test_pictures_are_written_beside_the_frame(app, tab, tmp_path, kind, begins):
    path = tmp_path / f"seen.{kind}"
    written(tab, kind, path, times=1.0, frames=3)
    settle(app)
    assert path.read_bytes().startswith(begins)
    assert str(path) in app.shell.status.text


def test_a_disk_that_refuses_is_told_in_one_line(app, tab, tmp_path):
    (tmp_path / "file").write_bytes(b"")
    written(tab, PNG, tmp_path / "file" / "seen.png")
    settle(app)
    frames(app, 2)
    assert "Not written" in words_on_top(app)


def test_one_key_and_two_names_to_a_picture(app, tab):
    app.root.focus.set(tab.canvas)
    key(app, pygame.K_p, pygame.KMOD_CTRL)
    frames(app, 2)
    key(app, pygame.K_RETURN)
    frames(app, 2)
    field = [w for box in app.root.floating for w in box.walk() if isinstance(w, TextField)][-1]
    field.text = "mine.png"
    click(app, button(app, "Save"))
    settle(app)
    assert (data_folder() / "pictures" / "mine.png").is_file()


def test_a_recording_is_saved_and_opened_again(app, tab, tmp_path, monkeypatch):
    film, path = tab.timeline.film, tmp_path / "run.npz"
    answer(tab, path, monkeypatch)
    tab.recordings.save()
    settle(app)
    saved = Recorded.load(path)
    assert saved.planner == "astar"
    assert np.array_equal(saved.path, tab.asking.focus.plan.points)
    tab.show_level(Level.empty(8, 8), "other")
    settle(app)
    assert app.root.on_drop(str(path))
    settle(app)
    assert (tab.level.width, tab.level.height) == (26, 18)
    again = tab.timeline.film
    assert tab.files.recent()[0] == path
    card = read_card(path, "dark")
    assert (card.kind, card.size) == (".npz", "26 × 18")
    assert again.kept
    assert len(again) == len(film)
    for time in (1, len(film) // 2, len(film)):
        assert again.words(time) == film.words(time)
    pygame.time.wait(400)
    settle(app)
    assert tab.timeline.film is again, "answers must not take its place"
    tab.editing.step("Title", SetTitle("changed"))
    settle(app)
    assert tab.timeline.film is not again, "an edit ends it"


def test_a_recording_waits_until_unsaved_work_is_safe(app, tab, tmp_path, monkeypatch):
    path = tmp_path / "run.npz"
    answer(tab, path, monkeypatch)
    tab.recordings.save()
    settle(app)
    tab.editing.step("Title", SetTitle("precious"))
    settle(app)
    assert app.root.on_drop(str(path))
    wait(app, lambda: "Save your changes?" in words_on_top(app))
    assert tab.level.title == "precious"


def test_a_broken_recording_is_told(app, tab, tmp_path):
    path = tmp_path / "broken.npz"
    with path.open("wb") as file:
        np.savez(file, events=np.zeros(3), level=np.zeros(3))
    assert app.root.on_drop(str(path))
    settle(app)
    frames(app, 2)
    assert "Not opened" in words_on_top(app)


def test_a_scene_brings_back_what_was_asked_and_how_it_was_looked_at(app, tab, tmp_path, monkeypatch):
    path, scene = tmp_path / "mine-scene.json", tab.canvas.scene
    row = next(row for row in tab.rows if row.key == "astar")
    row.options["weight"] = 2.0
    tab.asking.row_changed(row)
    tab.session.set_radius(0.25)
    scene.set_visible("ta/mesh", visible=True)
    settle(app)
    tab.timeline.stop(7)
    answer(tab, path, monkeypatch)
    tab.recordings.save_scene()
    settle(app)
    told = tab.recordings.scene()
    assert formats.load(path).view["scene"]["moment"] == 7
    for other in tab.rows:
        other.options.clear()
        other.ticked = other.key == "jps"
    tab.session.set_radius(0.0)
    scene.wishes.clear()
    tab.show_level(Level.empty(8, 8), "other")
    settle(app)
    tab.open_file(str(path))
    settle(app)
    assert [r.key for r in tab.rows if r.ticked] == ["astar", "ta"]
    assert tab.asking.focus is row
    assert row.options == {"weight": 2.0}
    assert tab.session.radius == tab.toolbar.radius.value == 0.25
    assert tab.timeline.time == 7
    assert tab.recordings.scene() == told


def test_a_scene_keeps_the_time_of_doors_and_commands_plan_at_it(app, tab, tmp_path, monkeypatch, capsys):
    path = tmp_path / "doors-scene.json"
    drawn = tab.level.copy()
    drawn.terrain[:, 12] = WALL
    drawn.timed = (Door("gate", Rect(12, 8, 13, 9), open_for=3.0, period=6.0, phase=1.0),)
    tab.show_level(drawn, "doors")
    settle(app)
    tab.session.moment.go(2.0)  # the one door is open
    settle(app)
    costs = {row.key: row.plan.cost for row in tab.rows if row.ticked}
    assert len(costs) == 2
    answer(tab, path, monkeypatch)
    tab.recordings.save_scene()
    settle(app)
    tab.show_level(Level.empty(8, 8), "other")
    settle(app)
    tab.open_file(str(path))
    settle(app)
    assert tab.session.moment.active
    assert tab.session.moment.time == 2.0
    assert tab.level.same_as(formats.load(path)), "the drawing stays as drawn"
    assert {row.key: row.plan.cost for row in tab.rows if row.ticked} == costs
    capsys.readouterr()
    assert main(["plan", str(path), "--json"]) == 0
    told = map(json.loads, capsys.readouterr().out.splitlines())
    assert {facts["planner"]: facts["cost"] for facts in told} == pytest.approx(costs)


def test_a_level_with_a_scene_that_makes_no_sense_opens_without_it(app, tab, tmp_path):
    level = Level.empty(9, 7)
    level.view = {"scene": {"planners": [{"key": "nobody"}]}}
    formats.save(level, tmp_path / "odd.json")
    assert tab.open_file(str(tmp_path / "odd.json"))
    frames(app, 2)
    assert tab.level.width == 9
    assert "without its scene" in words_on_top(app)


def test_the_navigation_mesh_equals_the_command_lines(app, tab, tmp_path, monkeypatch):
    path = tmp_path / "mesh.json"
    answer(tab, path, monkeypatch)
    tab.pictures.save_mesh()
    settle(app)
    formats.save(tab.level, tmp_path / "level.json")
    assert main(["export", str(tmp_path / "level.json"), "-o", str(tmp_path / "other.json")]) == 0
    assert json.loads(path.read_text(encoding="utf-8")) == json.loads(
        (tmp_path / "other.json").read_text(encoding="utf-8")
    )


def test_the_last_frame_of_a_film_is_the_end_with_its_paths(app, tab):
    sight = Sight.of(tab.view)
    told = []
    frames_ = list(sight.film_frames(3, 1.0, lambda n: told.append(n) or True))
    assert told == [0, 1, 2]
    assert (frames_[-1] == sight.painted()).all(axis=2).mean() > 0.999
    assert not np.array_equal(frames_[0], frames_[1])
    assert not list(sight.film_frames(3, 1.0, lambda _: False))
