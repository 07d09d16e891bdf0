"""Levels out of Hypothesis: small, but with everything a level can hold."""

import math
import string

import numpy as np
from hypothesis import strategies as st

from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS, DrawnAs, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.terrain import DEFAULT_PALETTE, Palette, Pattern, Terrain
from sandbox.level.timed import Door, Drift

TEXT = st.text(st.characters(codec="utf-8", exclude_categories=("Cs",)), max_size=40)
NAMES = st.text(string.ascii_lowercase + " äß'\"\\[", min_size=1, max_size=12)
SECONDS = st.floats(0.5, 100, allow_nan=False)


@st.composite
def palettes(draw):
    names = draw(st.lists(NAMES, min_size=1, max_size=30, unique=True))
    kinds = [
        Terrain(
            name,
            f"#{draw(st.integers(0, 0xFFFFFF)):06x}",
            draw(st.sampled_from(Pattern)),
            draw(st.sampled_from([0, 1, 1.125, 2.5, 31.875])),
        )
        for name in names
    ]
    return Palette(kinds)


@st.composite
def rings(draw, x, y, radius):
    """A simple ring: corners at growing angles around a centre."""
    count = draw(st.integers(3, 8))
    far = [draw(st.floats(0.3, 1.0)) for _ in range(count)]
    angles = [2 * math.pi * i / count for i in range(count)]
    points = [(x + radius * f * math.cos(a), y + radius * f * math.sin(a)) for f, a in zip(far, angles, strict=True)]
    return np.rint(np.array(points) * UNITS).astype(np.int32)


@st.composite
def obstacles(draw, width, height):
    radius = draw(st.floats(0.3, min(width, height) / 2))
    x = draw(st.floats(radius, width - radius))
    y = draw(st.floats(radius, height - radius))
    outer = draw(rings(x, y, radius))
    hole = np.rint(draw(rings(0, 0, 1)) * 0.05 * radius + np.array([x, y]) * UNITS).astype(np.int32)
    holes = (hole,) if radius > 2 and draw(st.booleans()) else ()
    origin = draw(st.sampled_from([DrawnAs(), DrawnAs("circle", (x, y, radius), 0.05), DrawnAs("freehand", (), 0.25)]))
    return Obstacle(draw(st.integers(1, 10**6)), outer, holes, draw(TEXT), origin)


@st.composite
def markers(draw, width, height):
    point = st.tuples(st.floats(0, width), st.floats(0, height))
    if draw(st.booleans()):
        return Marker((draw(point),))
    kind = draw(st.sampled_from([MarkerKind.SPAWN, MarkerKind.GOAL]))
    ring = tuple(draw(st.lists(point, min_size=3, max_size=6)))
    return Marker(ring, kind, draw(TEXT), draw(st.integers(0, 1000)))


@st.composite
def doors(draw, width, height, codes):
    x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
    area = Rect(x, y, draw(st.integers(x + 1, width)), draw(st.integers(y + 1, height)))
    period = draw(SECONDS)
    code = st.integers(0, codes - 1)
    return Door(draw(TEXT), area, period, draw(st.floats(0, period)), draw(SECONDS), draw(code), draw(code))


@st.composite
def levels(draw, palette=None, polygons=True):
    width, height = draw(st.integers(1, 24)), draw(st.integers(1, 24))
    kinds = draw(palettes()) if palette is None else palette
    seed = draw(st.integers(0, 2**32 - 1))
    level = Level(np.random.default_rng(seed).integers(0, len(kinds), (height, width), np.uint8), palette=kinds)
    level.title, level.notes = draw(TEXT), draw(TEXT)
    if polygons:
        found = draw(st.lists(obstacles(width, height), max_size=4, unique_by=lambda o: o.id))
        level.polygons = {o.id: o for o in found if sound(o, level)}
    level.markers = draw(st.dictionaries(NAMES, markers(width, height), max_size=4))
    timed = draw(st.lists(doors(width, height, len(kinds)), max_size=3))
    drifts = [Drift(draw(TEXT), number, ((0.0, 0.0),), draw(SECONDS)) for number in level.polygons]
    level.timed = (*timed, *drifts)
    level.view = draw(st.dictionaries(NAMES, st.one_of(st.integers(), st.booleans(), TEXT), max_size=3))
    return level


def sound(shape, level):
    """Whether rounding to units has left the polygon simple."""
    from sandbox.geometry.polygons import problem_of

    distinct = all((r != np.roll(r, 1, axis=0)).any(axis=1).all() for r in shape.rings)
    return distinct and not problem_of(shape.rings) and shape.fits(level.width, level.height)


DEFAULT_LEVELS = levels(palette=DEFAULT_PALETTE)
