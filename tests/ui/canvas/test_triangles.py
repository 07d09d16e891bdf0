"""Triangles filled at once: every pixel inside, none that is off, pygame's polygons up to the rim; some of a mesh."""

from dataclasses import replace

import numpy as np
import pygame
import pytest
import shapely
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.pixels import fill_triangles
from sandbox.layers import Net, Polygons
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.painters import Brush, paint
from sandbox.ui.canvas.searched.nets import Nets, are_tiny

pytestmark = pytest.mark.small
WIDTH, HEIGHT, ROW = 24, 18, 26
corner = st.tuples(st.integers(-6, WIDTH + 6), st.integers(-6, HEIGHT + 6))


@given(st.lists(st.tuples(corner, corner, corner), min_size=1, max_size=4))
def test_what_is_inside_is_filled_and_nothing_that_is_off(shapes):
    sheet = np.zeros(ROW * HEIGHT, np.uint32)
    inks = np.arange(1, len(shapes) + 1, dtype=np.int64) | 0xFF000000
    corners = np.array(shapes, np.int64).reshape(-1, 6)
    fill_triangles(sheet, np.array([WIDTH, HEIGHT, ROW], np.int64), corners, inks)
    picture = sheet.reshape(HEIGHT, ROW)
    assert not picture[:, WIDTH:].any()
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    away = np.array([shapely.distance(shapely.MultiPoint(t).convex_hull, shapely.points(x, y)) for t in shapes])
    assert (picture[:, :WIDTH][(away > 0.5 + 1e-9).all(axis=0)] == 0).all()
    for number, inside in enumerate(away <= 1e-9):
        covered = (away[number + 1 :] <= 0.5 + 1e-9).any(axis=0)
        assert (picture[:, :WIDTH][inside & ~covered] == inks[number]).all()


@pytest.mark.parametrize("values", [None, np.arange(40.0)])
def test_fast_or_not_they_look_alike_but_for_rims(values):
    r = np.random.default_rng(3)
    middle = r.uniform(2, 38, (40, 1, 2))
    xy = (middle + r.uniform(-4, 4, (40, 3, 2))).reshape(-1, 2)
    layer = Polygons(name="t", xy=xy, starts=np.arange(0, 121, 3, dtype=np.int32), values=values, outline=False)
    pictures = []
    for fast in (False, True):
        surface = pygame.Surface((320, 320), 0, 32)
        paint(layer, Brush(surface, Camera(320, 320, 8.0), surface.get_rect(), palette("dark"), fast=fast))
        pictures.append(pygame.surfarray.array2d(surface))
    assert (pictures[0] != pictures[1]).mean() < 0.02
    assert (pictures[1] != 0).mean() > 0.1


def net_of(r, count=60):
    """Triangles of a mesh over 40 × 30 cells."""
    spots = np.concatenate([r.uniform(0, 1, (count, 2)) * (40, 30), [[0, 0], [40, 0], [0, 30], [40, 30]]])
    faces = shapely.delaunay_triangles(shapely.MultiPoint(spots)).geoms
    return Net(np.array([np.array(face.exterior.coords)[:3] for face in faces]))


def among(net, which, **options):
    """A layer of some of a net's triangles."""
    which = np.asarray(which, np.int64)
    starts = np.arange(0, 3 * len(which) + 1, 3, dtype=np.int32)
    xy = net.corners[which].reshape(-1, 2)
    return Polygons(name="some", xy=xy, starts=starts, among=(net, which), outline=False, **options)


@given(st.integers(0, 99), st.data())
def test_some_of_a_net_look_like_the_same_triangles_alone_but_for_rims(seed, data):
    net = net_of(np.random.default_rng(seed))
    which = data.draw(st.lists(st.integers(0, len(net.corners) - 1), unique=True, max_size=30))
    values = np.arange(float(len(which))) if which and data.draw(st.booleans()) else None
    layer, camera, pictures = among(net, which, values=values), Camera(240, 180, 6.0), []
    for shown in (layer, replace(layer, among=None)):
        surface = pygame.Surface((240, 180), 0, 32)
        paint(shown, Brush(surface, camera, surface.get_rect(), palette("dark"), fast=True, nets=Nets()))
        pictures.append(pygame.surfarray.array2d(surface) & 0xFFFFFF)
    y, x = np.mgrid[:180, :240]
    edges = shapely.MultiLineString(list(net.corners[:, [0, 1, 2, 0]] * 6))
    shapely.prepare(edges)
    inside = ~shapely.dwithin(edges, shapely.points(x, y), 1.5)
    differs = np.any([np.abs((pictures[0] >> s & 255) - (pictures[1] >> s & 255)) > 1 for s in (0, 8, 16)], axis=0)
    assert not (differs.T & inside).any()


@pytest.mark.parametrize("scale", [1.3, 6.0, 24.0])
def test_what_is_kept_of_a_net_is_what_is_painted_from_nothing(scale):
    net, kept = net_of(np.random.default_rng(5)), Nets()
    camera, r = Camera(200, 150, scale).moved_to(3.0, 2.0), np.random.default_rng(6)
    for step in range(8):
        which = np.flatnonzero(r.random(len(net.corners)) < 0.5)
        layer = replace(among(net, which, values=which.astype(np.float64)), outline=True)
        pictures = []
        for nets, parts in ((kept, [(0, 0, 200, 150)]), (Nets(), [(0, 0, 80, 150), (80, 0, 120, 150)])):
            surface = pygame.Surface((200, 150), 0, 32)
            for part in map(pygame.Rect, parts):
                surface.set_clip(part)
                paint(layer, Brush(surface, camera, part, palette("light"), fast=True, nets=nets))
            pictures.append(pygame.surfarray.array2d(surface) & 0xFFFFFF)
        assert (pictures[0] == pictures[1]).all()
        assert (pictures[0] != 0).any()
        camera = camera.panned(7, -5) if step % 2 else camera


def test_tiny_triangles_have_no_outlines():
    net = net_of(np.random.default_rng(7))
    assert are_tiny(net, 0.5)
    assert not are_tiny(net, 20.0)
    assert are_tiny(Net(np.zeros((0, 3, 2))), 20.0)
