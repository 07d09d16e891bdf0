"""Structures step by step: the construction drawn is the triangulation's, and the funnel is one key away."""

import numpy as np
import pygame
import pytest

from sandbox.level.edits import Line
from sandbox.level.model import WALL, Level, Marker
from sandbox.mesh.teaching.construction import ConstructionSteps
from sandbox.planning.stepwise import TALES
from sandbox.ui.jobs import WarmState
from sandbox.ui.maps.lessons.film import LessonFilm
from tests.ui.test_app import click, frames, key, maps, settle


@pytest.fixture
def level():
    level = Level(np.where(np.random.default_rng(8).random((16, 20)) < 0.15, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers |= {"start": Marker.at(0.5, 0.5), "goal": Marker.at(19.5, 15.5)}
    return level


def test_every_step_of_the_construction_is_an_event_with_its_words_and_picture(level):
    course = ConstructionSteps(level).course
    film = LessonFilm(ConstructionSteps(level), level.width, level.height)
    assert len(film) == len(course.steps) > 50
    for time in (0, 1, len(film) // 2, len(film)):
        edges = next(layer for layer in film.layers(time) if layer.name == "edges")
        assert len(edges.ends) == len(course.edges_after(time))
    assert film.words(0) == "Delaunay: before the first event"
    assert film.words(5) == f"Delaunay: {course.steps[4].words}"
    assert film.density(8).max() > 0
    number = next(n for n, step in enumerate(course.steps) if step.words.startswith("Flip"))
    assert film.like(number + 1, 1) > number + 1
    assert film.at(5.5, 5.5, len(film)) is None


def test_doors_to_both(app, level):
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key == "astar"
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(level, "test")
    frames(app, 2)
    settle(app)
    app.root.focus.set(tab.canvas)
    tab.lessons.show("delaunay")
    settle(app)
    assert (tab.timeline.film.title, tab.timeline.time) == ("Delaunay", 0)
    key(app, pygame.K_RIGHT)
    assert tab.session.strip.words.text.startswith("Delaunay: Take the next point")
    strip = tab.session.strip.strip
    assert strip.tooltip(*strip.rect.center).endswith("Bars: how much of it is changing something")
    key(app, pygame.K_f, pygame.KMOD_SHIFT)
    settle(app)
    film, time = tab.timeline.film, tab.timeline.time
    assert film.title.startswith("TA*")
    assert film.act_of(time).stage == "funnel"
    assert "side" in film.words(time)
    assert {"left side", "right side", "apex"} <= {layer.name for layer in film.layers(time)}


@pytest.fixture
def tab(app, level):
    """The map with TA* recorded on it."""
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key == "ta"
    tab.asking.focus = next(row for row in tab.rows if row.key == "ta")
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(level, "test")
    frames(app, 2)
    settle(app)
    app.root.focus.set(tab.canvas)
    return tab


@pytest.mark.parametrize("name", [name for name in TALES if name != "funnel"])
def test_every_tale_is_found_by_name_played_and_left(app, tab, name):
    search = tab.timeline.film
    app.root.actions[f"maps.{name}"].run()
    settle(app)
    film = tab.timeline.film
    assert isinstance(film, LessonFilm)
    assert (film.title, tab.timeline.time) == (film.steps.title, 0)
    key(app, pygame.K_RIGHT)
    assert tab.session.strip.words.text == f"{film.title}: {film.steps.words(0)}"
    key(app, pygame.K_END)
    frames(app, 2)
    assert {layer.name for layer in film.layers(len(film))} <= set(tab.canvas.scene.stack)
    assert not tab.canvas.scene.over, "nothing else is to be seen"
    assert tab.lessons.leave_button.visible
    tab.asking.ask_all()
    settle(app)
    assert tab.timeline.film is film, "answers do not take its place"
    click(app, tab.lessons.leave_button)
    settle(app)
    again = tab.timeline.film
    assert again is not film
    assert again.title == search.title
    assert not tab.lessons.leave_button.visible


def test_an_edit_ends_a_tale(app, tab):
    tab.lessons.show("reduction")
    settle(app)
    tab.editing.step("Wall", Line(3, 3, 9, 3, WALL))
    settle(app)
    assert not tab.timeline.film.alone


def test_the_funnel_is_pulled_again_for_a_disc_of_another_size(app, tab):
    key(app, pygame.K_f, pygame.KMOD_SHIFT)
    settle(app)
    for _ in range(3):
        key(app, pygame.K_RIGHT)
    film, steps = tab.timeline.film, tab.lessons._steps(tab.timeline.film)
    place = int(np.searchsorted(steps, tab.timeline.time - 1))
    assert tab.lessons.radius.widget.visible
    tab.lessons.radius.slider.on_change(0.2)
    settle(app)
    pygame.time.wait(300)
    settle(app)
    other = tab.timeline.film
    assert other is not film
    assert other.act_of(tab.timeline.time).stage == "funnel"
    assert int(np.searchsorted(tab.lessons._steps(other), tab.timeline.time - 1)) == place
    assert tab.toolbar.radius.value == tab.session.radius == 0.2
    assert tab.lessons.radius.widget.visible
    tab.timeline.to_start()
    frames(app)
    assert not tab.lessons.radius.widget.visible
    tab.session.set_radius(0.5)
    assert tab.lessons.radius.slider.value == 0.5


def test_before_everything_is_ready_it_is_said(app, tab):
    tab.asking.ready = False
    tab.lessons.show("reduction")
    assert "being prepared" in app.shell.status.text


def test_a_funnel_shows_the_channel_of_its_own_planner_alone(app, level):
    tab = maps(app)
    for row in tab.rows:
        row.ticked = row.key in ("polyanya", "ta")
    app.services.warmer.state = WarmState(finished=True)
    tab.show_level(level, "test")
    frames(app, 2)
    settle(app)
    tab.asking.look_at_all()
    tab.canvas.scene.set_visible("polyanya/constraints", visible=True)  # asked for earlier, of the map at large
    settle(app)
    assert "polyanya/constraints" in tab.canvas.scene.stack
    tab.lessons.funnel()
    settle(app)
    names = {shown.layer.name for shown in tab.canvas.scene.visible()}
    assert "ta/channel" in names
    assert not any(name.startswith("polyanya/") for name in names)
