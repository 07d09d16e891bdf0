"""The camera: what is under the pointer stays there, and pictures shift by whole pixels."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandbox.ui.canvas.camera import LARGEST, SMALLEST, WHOLE_FROM, Camera, snapped

pytestmark = pytest.mark.small

pixels = st.floats(0, 800, allow_nan=False)
scales = st.floats(SMALLEST, LARGEST) | st.integers(int(WHOLE_FROM), 40).map(float)


@given(scales, st.floats(-500, 500), st.floats(-500, 500), pixels, pixels)
def test_screen_and_world_are_inverse(scale, x, y, px, py):
    camera = Camera(800, 600, scale, x, y)
    assert camera.to_screen(*camera.to_world(px, py)) == pytest.approx((px, py), abs=1e-6)


@given(scales, st.floats(0.3, 3.0), pixels, pixels)
def test_zooming_keeps_the_point_under_the_pointer(scale, factor, px, py):
    camera = Camera(800, 600, snapped(scale), 3.0, 4.0)
    before = camera.to_world(px, py)
    zoomed = camera.zoomed(factor, px, py)
    after = zoomed.to_screen(*before)
    assert after == pytest.approx((px, py), abs=0.51)  # cameras stand on whole pixels


@given(scales, st.floats(1.01, 3.0) | st.floats(1.001, 1.03))
def test_a_step_of_zoom_always_gets_somewhere(scale, factor):
    camera = Camera(800, 600, snapped(scale))
    nearer = camera.zoomed(factor, 0, 0).scale
    assert nearer > camera.scale or camera.scale == LARGEST


@given(scales, st.floats(0.3, 0.99) | st.floats(0.97, 0.999))
def test_and_so_does_a_step_back(scale, factor):
    camera = Camera(800, 600, snapped(scale))
    further = camera.zoomed(factor, 0, 0).scale
    assert further < camera.scale or camera.scale == SMALLEST


@given(scales)
def test_a_scale_that_is_kept_stays(scale):
    assert snapped(snapped(scale), snapped(scale)) == snapped(scale)


@given(scales)
def test_large_cells_are_whole_pixels(scale):
    assert snapped(scale) < WHOLE_FROM or snapped(scale).is_integer()


@given(st.integers(1, 3000), st.integers(1, 3000))
def test_a_fitted_world_is_all_in_view(width, height):
    camera = Camera(900, 700).fitted((0, 0, width, height))
    left, top, right, bottom = camera.seen
    if camera.scale > SMALLEST:
        slack = 1 / camera.scale
        assert left <= slack
        assert top <= slack
        assert right >= width - slack
        assert bottom >= height - slack


@given(st.floats(0.0, 64.0), st.floats(0.0, 48.0), st.integers(200, 1000), st.integers(200, 1000))
def test_a_view_in_the_middle_of_the_world_is_left_where_it_is(x, y, width, height):
    """Panning and zooming would centre it anew otherwise."""
    camera = Camera(width, height, 8.0).centred(x, y)
    cx, cy = camera.to_world(width / 2, height / 2)
    if 0.0 <= cx <= 64.0 and 0.0 <= cy <= 48.0:
        assert camera.held((0, 0, 64, 48)) == camera


@given(st.floats(-1e4, 1e4), st.floats(-1e4, 1e4))
def test_the_world_cannot_be_lost(dx, dy):
    camera = Camera(800, 600, 8.0).panned(dx, dy).held((0, 0, 64, 48))
    cx, cy = camera.to_world(400, 300)
    assert -0.2 <= cx <= 64.2
    assert -0.2 <= cy <= 48.2
    assert math.isfinite(camera.x)
