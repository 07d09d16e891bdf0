"""Discs in pixels: as their naive twin paints them, inside the clip only, and anywhere between two places."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from sandbox.kernels.discs import PLAIN, Marks, paint_discs
from tests.oracles.discs import painted

WIDTH, HEIGHT = 26, 20
GUARD = 0x123456
coordinate = st.integers(-40, 280).map(lambda n: n / 8)
colour = st.sampled_from([0x56B4E9, 0xE69F00, 0xFFFFFF, 0x000000])
headings = st.sampled_from([(1.0, 0.0), (0.0, -2.0), (0.0, 0.0)])
disc = st.tuples(
    coordinate, coordinate, st.integers(1, 90).map(lambda n: n / 8), headings,
    st.integers(0, 4), colour, st.one_of(st.just(PLAIN), colour),
)  # fmt: skip


def marks_of(discs):
    columns = [np.array(column) for column in zip(*discs, strict=True)]
    x, y, radius, heading, shape, ink, rim = columns
    x, y, v = x.astype(np.float32), y.astype(np.float32), heading.astype(np.float32).reshape(-1, 2)
    shapes, inks = shape.astype(np.uint8), ink.astype(np.int64)
    return Marks(
        x, y, x, y, v[:, 0].copy(), v[:, 1].copy(), radius.astype(np.float64), shapes, inks, rim.astype(np.int64)
    )


def paint(marks, clip, share=0.0, view=(0.0, 0.0, 1.0)):
    pixels = np.full(WIDTH * HEIGHT, GUARD, np.uint32)
    paint_discs(pixels, np.array([*clip, WIDTH], np.int64), marks, share, np.array(view), 0x101010)
    return pixels.reshape(HEIGHT, WIDTH)


@given(discs=st.lists(disc, min_size=1, max_size=4), left=st.integers(0, 9), top=st.integers(0, 9))
def test_as_the_naive_twin_inside_the_clip(discs, left, top):
    clip = left, top, WIDTH - 3, HEIGHT - 2
    found = paint(marks_of(discs), clip)
    picture = {(x, y): GUARD for x in range(clip[0], clip[2]) for y in range(clip[1], clip[3])}
    shown = [
        (x, y, r, (vx / (abs(vx) + abs(vy) or 1), vy / (abs(vx) + abs(vy) or 1)), shape, ink, rim)
        for x, y, r, (vx, vy), shape, ink, rim in discs
        if shape
    ]
    painted(picture, shown, 0x101010)
    for y in range(HEIGHT):
        for x in range(WIDTH):
            assert int(found[y, x]) == picture.get((x, y), GUARD), (x, y)


def test_between_two_places_and_under_a_camera():
    still = marks_of([(5.0, 4.0, 1.5, (0.0, 0.0), 1, 0xFFFFFF, PLAIN)])
    moving = still._replace(x=np.array([4.0], np.float32), to_x=np.array([6.0], np.float32))
    whole = (0, 0, WIDTH, HEIGHT)
    assert np.array_equal(paint(moving, whole, 0.5), paint(still, whole))
    near = marks_of([(10.0, 8.0, 3.0, (0.0, 0.0), 1, 0xFFFFFF, PLAIN)])
    assert np.array_equal(paint(still, whole, view=(0.0, 0.0, 2.0)), paint(near, whole))
