"""Structures step by step: the construction drawn is the triangulation's, and the funnel is one key away."""

import numpy as np
import pygame
import pytest

from sandbox.level.model import WALL, Level, Marker
from sandbox.ui.jobs import WarmState
from sandbox.ui.maps.lessons import construction
from tests.ui.test_app import frames, key, maps, settle


@pytest.fixture
def level():
    level = Level(np.where(np.random.default_rng(8).random((16, 20)) < 0.15, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers |= {"start": Marker.at(0.5, 0.5), "goal": Marker.at(19.5, 15.5)}
    return level


def test_every_step_of_the_construction_is_an_event_with_its_words_and_picture(level):
    film = construction(level)
    assert len(film) == len(film.course.steps) > 50
    for time in (0, 1, len(film) // 2, len(film)):
        edges = next(layer for layer in film.layers(time) if layer.name == "edges")
        assert len(edges.ends) == len(film.course.edges_after(time))
    assert film.words(0) == "Delaunay: before the first event"
    assert film.words(5) == f"Delaunay: {film.course.steps[4].words}"
    assert film.density(8).max() > 0
    number = next(n for n, step in enumerate(film.course.steps) if step.words.startswith("Flip"))
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
    tab.lessons.delaunay()
    settle(app)
    assert (tab.timeline.film.title, tab.timeline.time) == ("Delaunay", 0)
    key(app, pygame.K_RIGHT)
    assert tab.session.strip.words.text.startswith("Delaunay: Take the next point")
    key(app, pygame.K_f, pygame.KMOD_SHIFT)
    settle(app)
    film, time = tab.timeline.film, tab.timeline.time
    assert film.title.startswith("TA*")
    assert film.act_of(time).stage == "funnel"
    assert "side" in film.words(time)
    assert {"left side", "right side", "apex"} <= {layer.name for layer in film.layers(time)}
