"""Recorded searches: developed by a worker or painted by the window, forwards or backwards, they look the same."""

import numpy as np
import pygame
import pytest

from sandbox.kernels.recording import Recording
from sandbox.level.model import WALL, Level, Marker
from sandbox.planning.api import Limits, Query, planners
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.film import Film
from sandbox.ui.canvas.picture import Picture
from sandbox.ui.canvas.scene import Scene
from sandbox.ui.canvas.searched.playback import PlaybackRaster

SIDE = 40


@pytest.fixture(scope="module")
def film():
    """A* across a level with walls."""
    level = Level(np.where(np.random.default_rng(3).random((SIDE, SIDE)) < 0.2, WALL, 0).astype(np.uint8))
    level.terrain[0, 0] = level.terrain[-1, -1] = 0
    level.markers["start"] = Marker.at(0.5, 0.5)
    recording = Recording(10_000)
    prepared = planners["astar"].create().prepare(level)
    prepared.plan(Query((0.5, 0.5), (SIDE - 0.5, SIDE - 0.5)), Limits(), recording)
    return Film(recording, SIDE, SIDE, {0: None})


def pixels(raster):
    return pygame.surfarray.array2d(raster.surface)


def test_the_end_is_the_same_step_by_step_and_at_once(film):
    (developed,) = film.developed(palette("dark"))
    assert pixels(developed).any()
    walked = PlaybackRaster(palette("dark"), developed.shown)
    for time in range(0, len(film) + 1, 3):
        walked.move_to(time)
    walked.move_to(len(film))
    assert np.array_equal(pixels(walked), pixels(developed))
    walked.move_to(0)
    assert not pixels(walked).any()


def test_a_developed_film_is_not_painted_again(film):
    scene, camera = Scene(time=len(film)), Camera(320, 320, 8.0)
    scene.show(film.layers(len(film)))
    plain, prepared = (Picture(scene, palette("dark")) for _ in range(2))
    (raster,) = film.developed(palette("dark"))
    prepared.adopt(raster)
    for picture in (plain, prepared):
        picture.update(camera)
    assert prepared._rasters["search"] is raster
    assert np.array_equal(pixels(plain), pixels(prepared))


def test_a_film_developed_for_another_theme_is_not_taken(film):
    picture = Picture(Scene(), palette("light"))
    for raster in film.developed(palette("dark")):
        picture.adopt(raster)
    assert not picture._rasters
