"""The kept picture: whatever sequence of pans, edits and new layers, it equals one painted from nothing."""

import numpy as np
import pygame
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandbox.layers import Arcs, CellEvents, CellField, Discs, Labels, Points, Polygons, Role, Segments
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.picture import Picture
from sandbox.ui.canvas.raster import Tiles
from sandbox.ui.canvas.scene import Scene

WIDTH, HEIGHT = 40, 30
COLOURS = np.arange(256, dtype=np.uint32) * 0x030507


def some_layers():
    rng = np.random.default_rng(1)
    field = np.where(rng.random((HEIGHT, WIDTH)) < 0.5, rng.random((HEIGHT, WIDTH)), np.nan)
    points = rng.uniform(0, 30, (12, 2))
    return [
        CellField(name="field", values=field),
        CellField(name="parts", values=rng.integers(-1, 5, (HEIGHT, WIDTH)), categorical=True),
        Segments(name="edges", ends=rng.uniform(0, 30, (20, 2, 2)), role=Role.MESH),
        Segments(name="dashes", ends=rng.uniform(0, 30, (4, 2, 2)), dashed=True),
        Segments(name="path", ends=points, chained=True, width=3.0, series=2),
        Segments(name="beside", ends=points, chained=True, width=3.0, lanes=np.tile([0.0, 1.5, -1.0], 4)[:11]),
        Points(name="points", xy=points, size=6.0, values=np.arange(12.0)),
        Discs(name="discs", xyr=np.array([[8.0, 9.0, 2.5], [20.0, 20.0, 4.0]]), filled=False),
        Polygons(name="ring", xy=np.array([[3.0, 3], [12, 4], [9, 14]]), starts=np.array([0, 3], np.int32)),
        Arcs(name="arc", arcs=np.array([[15.0, 15.0, 4.0, 0.0, 4.0]])),
        Labels(name="words", xy=points[:3], texts=("a", "b", "c")),
    ]


def new_scene():
    codes = np.random.default_rng(2).integers(0, 11, (HEIGHT, WIDTH)).astype(np.uint8)
    scene = Scene(tiles=Tiles(codes, COLOURS), patterns=("plain", "bricks", "waves"))
    scene.show(some_layers())
    return scene


def painted(scene, camera):
    """The picture painted from nothing."""
    fresh = Picture(scene, palette("dark"), fast=True)
    scene_dirty, scene.dirty_cells = scene.dirty_cells, []
    fresh.update(camera)
    scene.dirty_cells = scene_dirty
    return words(fresh.surface)


def furthest(a, b):
    """By how much any channel differs. (Blending may round differently where another pixel comes first.)"""
    channels = [np.abs((a >> shift & 255) - (b >> shift & 255)) for shift in (0, 8, 16)]
    return int(np.max(channels))


def words(surface):
    """Its pixels, without the byte that means nothing."""
    return pygame.surfarray.array2d(surface) & 0xFFFFFF


steps = st.lists(
    st.one_of(
        st.tuples(st.just("pan"), st.integers(-90, 90), st.integers(-90, 90)),
        st.tuples(st.just("zoom"), st.sampled_from([0.8, 1.25, 2.0]), st.integers(0, 200)),
        st.tuples(st.just("paint"), st.integers(0, WIDTH - 3), st.integers(0, HEIGHT - 3)),
        st.tuples(st.just("paint and pan"), st.integers(0, WIDTH - 3), st.integers(0, HEIGHT - 3)),
        st.tuples(st.just("hide"), st.sampled_from(["field", "edges", "ring"]), st.booleans()),
        st.tuples(st.just("fade"), st.sampled_from(["field", "path"]), st.floats(0.1, 1.0)),
    ),
    max_size=8,
)


@settings(deadline=None, max_examples=40)
@given(steps, st.sampled_from([0.7, 1.390625, 3.3, 8.0]))
def test_kept_pictures_equal_fresh_ones(script, scale):
    scene = new_scene()
    camera = Camera(320, 240, scale).moved_to(1.3, 2.1)
    picture = Picture(scene, palette("dark"), fast=True)  # our own strokes; pygame's depend on the clip
    picture.update(camera)
    for name, a, b in script:
        camera = act(scene, camera, name, a, b)
        picture.update(camera)
        assert furthest(words(picture.surface), painted(scene, camera)) <= 1, f"after {name} {a} {b}"


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_grid_in_strips_is_the_whole_grid(theme):
    """Down to the world's last lines, which belong to no cell."""
    picture, camera = Picture(new_scene(), palette(theme), fast=True), Camera(440, 340, 10.0).moved_to(-1.0, -2.0)
    whole, down, across = (pygame.Surface((440, 340), 0, 32) for _ in range(3))
    for surface in (whole, down, across):
        surface.fill((90, 90, 90))
    picture._paint_grid(whole, camera, whole.get_rect())
    for y in range(340):
        picture._paint_grid(down, camera, pygame.Rect(0, y, 440, 1))
    for x in range(440):
        picture._paint_grid(across, camera, pygame.Rect(x, 0, 1, 340))
    assert np.array_equal(words(whole), words(down))
    assert np.array_equal(words(whole), words(across))
    lines = words(whole) != words(whole)[0, 0]
    right, bottom = 10 * (WIDTH + 1), 10 * (HEIGHT + 2)
    assert lines[right, 25]
    assert lines[15, bottom]
    assert not lines[right + 1 :].any()
    assert not lines[:, bottom + 1 :].any()


def act(scene, camera, name, a, b):
    if name == "pan":
        return camera.panned(a, b)
    if name == "zoom":
        return camera.zoomed(a, b, b)
    if name.startswith("paint"):
        scene.tiles.codes[b : b + 3, a : a + 3] = (a + b) % 11
        scene.cells_changed((a, b, 3, 3))
        return camera.panned(9, -5) if name.endswith("pan") else camera
    if name == "hide":
        scene.set_visible(a, visible=b)
    else:
        scene.set_opacity(a, b)
    return camera


def test_only_the_strip_that_came_into_view_is_painted_after_a_pan():
    scene = new_scene()
    picture, camera = Picture(scene, palette("dark")), Camera(320, 240, 8.0)
    picture.update(camera)
    painted_parts = []
    inner = picture._paint_above
    picture._paint_above = lambda c, r: (painted_parts.append(r.copy()), inner(c, r))
    picture.update(camera.panned(-7, 0))
    assert [tuple(r) for r in painted_parts] == [(313, 0, 7, 240)]


def test_nothing_is_painted_when_nothing_changed():
    scene = new_scene()
    picture, camera = Picture(scene, palette("dark")), Camera(320, 240, 8.0)
    picture.update(camera)
    assert picture.update(camera) == []


def test_the_same_path_again_paints_nothing_and_another_does():
    scene, camera = new_scene(), Camera(320, 240, 8.0)
    picture, ends = Picture(scene, palette("dark"), fast=True), np.array([[1.0, 1], [9, 4], [20, 20]])
    for points, painted_anew in ((ends, True), (ends.copy(), False), (ends + 1, True), (ends[:2], True)):
        scene.lay_over([Segments(name="path", ends=points, chained=True, width=3.0)])
        scene.show([shown.layer for shown in scene.stack.values()])
        assert bool(picture.update(camera)) == painted_anew
        assert furthest(words(picture.surface), painted(scene, camera)) <= 1
    scene.show([])
    assert picture.update(camera)


def recorded():
    """Four cells: 0 and 1 opened, 0 closed, 2 opened, 0 reopened, 0 closed again."""
    never = np.iinfo(np.int32).max
    order = np.array([0, 1, 0, 2, 0, 0], np.int32)
    opened = np.array([0, 1, 3, never], np.int32)
    closed = np.array([2, never, never, never], np.int32)
    flips = np.array([[0, 4, 0], [0, 5, 1]], np.int32)
    return CellEvents(name="s", width=4, height=1, order=order, opened=opened, closed=closed, flips=flips)


@pytest.mark.small
@given(st.lists(st.integers(0, 6), min_size=1, max_size=12))
@settings(deadline=None)
def test_scrubbing_anywhere_shows_what_going_there_straight_shows(times):
    from sandbox.ui.canvas.searched.playback import PlaybackRaster

    wandering = PlaybackRaster(palette("dark"), recorded())
    for time in times:
        wandering.move_to(time)
    straight = PlaybackRaster(palette("dark"), recorded())
    straight.move_to(times[-1])
    assert (pygame.surfarray.array2d(wandering.surface) == pygame.surfarray.array2d(straight.surface)).all()


@pytest.mark.small
def test_a_cell_is_clear_then_open_then_closed():
    from sandbox.ui.canvas.searched.playback import PlaybackRaster

    raster = PlaybackRaster(palette("dark"), recorded())
    seen = []
    for time in range(7):
        raster.move_to(time)
        seen.append(int(pygame.surfarray.array2d(raster.surface)[0, 0]))
    assert seen[0] == 0
    assert seen[1] != 0
    assert seen[1] == seen[2]
    assert seen[3] not in (seen[1], 0)
    assert seen[4:] == [seen[3], seen[1], seen[3]]  # open again, closed again
