"""What may be typed while drawing, and where points snap to."""

import math

import numpy as np
import pytest

from sandbox.level.edits import AddPolygon
from sandbox.level.model import Level, Obstacle
from sandbox.ui.kit import Key, Mods
from sandbox.ui.maps.tools.parts.entry import Entry, numbers, point_of
from sandbox.ui.maps.tools.parts.snapping import edges_of, on_grid, on_ray, snapped

pytestmark = pytest.mark.small
BEFORE, TOWARDS = (10.0, 4.0), (13.0, 8.0)
ODD = [(10.25, 10.25), (16.25, 10.25), (16.25, 14.25)]


@pytest.mark.parametrize(
    ("text", "point"),
    [
        ("12.5, 8", (12.5, 8)),
        ("12.5 8", (12.5, 8)),
        ("12.5;.5", (12.5, 0.5)),
        ("+2, -1", (12, 3)),
        ("-2, 1", (8, 5)),
        ("+-2, 1", (8, 5)),
        ("10", (16, 12)),
        ("5 < 0", (15, 4)),
        ("2<90", (10, 6)),
        ("", None),
        ("1,,2", None),
        ("1, 2, 3", None),
        ("< 5", None),
    ],
)
def test_points_lengths_and_angles(text, point):
    found = point_of(text, BEFORE, TOWARDS)
    assert (found is None) == (point is None)
    assert point is None or found == pytest.approx(point)


def test_the_first_corner_can_only_be_a_point():
    assert point_of("5", None, TOWARDS) is None
    assert point_of("5 < 45", None, TOWARDS) is None
    assert point_of("+2, 3", None, TOWARDS) == (2, 3)


def test_numbers_of_a_list():
    assert numbers("1, -2.5 3") == (1, -2.5, 3)
    assert numbers("1 2 x") == ()


def test_keys_become_text():
    entry = Entry()
    assert not entry.press(Key(".", "."))
    for key in (Key("1", "1"), Key(".", "."), Key("5", "5"), Key("Shift+,", ",", Mods(shift=True)), Key("-", "-")):
        assert entry.press(key)
    assert entry.text == "1.5<-"
    assert entry.press(Key("Backspace", "Backspace"))
    assert not entry.press(Key("Ctrl+1", "1", Mods(ctrl=True)))
    assert entry.take() == "1.5<"
    assert entry.text == ""


@pytest.fixture
def level():
    level = Level.empty(40, 30)
    level.apply(AddPolygon(Obstacle.of_cells(ODD)))
    return level


@pytest.mark.parametrize(
    ("at", "point", "kind"),
    [
        ((16.4, 10.2), (16.25, 10.25), "vertex"),
        ((13.3, 10.4), (13.3, 10.25), "edge"),
        ((20.2, 20.1), (20, 20), "corner"),
        ((20.5, 20.5), (20.5, 20.5), "free"),
    ],
)
def test_what_a_point_snaps_to(level, at, point, kind):
    snap = snapped(at, level, edges_of(level.polygons.values()), 1 / 24, Mods())
    assert snap.kind == kind
    assert snap.point == pytest.approx(point, abs=1 / 512)


def test_angles_and_what_overrides_them(level):
    edges = edges_of(level.polygons.values())
    near = (25.45, 25.55)
    assert snapped(near, level, edges, 1 / 40, Mods(), (20.0, 20.0)).kind == "angle"
    held = snapped((29.0, 22.0), level, edges, 1 / 40, Mods(shift=True), (20.0, 20.0)).point
    assert math.degrees(math.atan2(held[1] - 20, held[0] - 20)) == pytest.approx(15, abs=0.1)
    assert snapped((20.1, 20.1), level, edges, 1 / 40, Mods(alt=True)).kind == "free"


def test_points_stay_inside_and_on_the_grid(level):
    assert on_grid((-3.0, 99.0), level) == (0, 30)
    x, y = on_grid((1 / 3, 2 / 3), level)
    assert (x * 512) % 1 == (y * 512) % 1 == 0


def test_the_ray_is_met_at_its_foot():
    foot = on_ray((3.0, 1.0), (0.0, 0.0), math.pi / 4)
    assert np.dot(np.subtract((3.0, 1.0), foot), foot) == pytest.approx(0)
