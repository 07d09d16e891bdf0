"""The line about what lies under the pointer."""

import pytest

from sandbox.level.edits import AddPolygon
from sandbox.level.model import Level, Obstacle
from sandbox.ui.maps.nearby import Nearby
from sandbox.ui.maps.panels.inspector import fitted, words

pytestmark = pytest.mark.small


@pytest.fixture
def level():
    level = Level.empty(20, 20)
    level.terrain[3, 4] = 3
    level.terrain[5, 5] = 1
    level.apply(AddPolygon(Obstacle.of_cells([(10, 10), (16, 10), (13, 15.5)], name="roof")))
    return level


@pytest.mark.parametrize(
    ("at", "line"),
    [
        ((4.5, 3.25), "4.50, 3.25  ·  cell 4, 3  ·  swamp, cost 3"),
        ((5.0, 5.999), "5.00, 6.00  ·  cell 5, 5  ·  wall, blocked"),
        ((13.0, 12.0), "13.00, 12.00  ·  cell 13, 12  ·  floor, cost 1  ·  polygon 1 “roof”"),
        ((13.1, 15.6), "13.10, 15.60  ·  cell 13, 15  ·  floor, cost 1  ·  polygon 1 “roof”, vertex 2 at 13, 15.5"),
        ((-0.1, 3.0), ""),
        ((3.0, 20.0), ""),
    ],
)
def test_place_terrain_cost_polygon_and_vertex(level, at, line):
    assert words(level, at, 0.5, Nearby()) == line


def test_a_hole_is_not_the_polygon():
    level = Level.empty(20, 20)
    ring, hole = Obstacle.of_cells([(2, 2), (12, 2), (12, 12), (2, 12)]), [(4, 4), (10, 4), (10, 10), (4, 10)]
    level.apply(AddPolygon(ring.with_rings([ring.outer, Obstacle.of_cells(hole).outer])))
    assert "polygon" not in words(level, (7.0, 7.0), 0.5, Nearby())
    assert words(level, (4.2, 4.0), 0.5, Nearby()).endswith("vertex 0 of hole 1 at 4, 4")


TOLD = "A*: (113, 123)  ·  g 141.20  ·  h 86.12  ·  f 227.32  ·  from (112, 123)  ·  generated 22,027  ·  closed 22,028"
LINE = "113.08, 123.68  ·  cell 113, 123  ·  grass, cost 1"


@pytest.mark.parametrize("signs", [20, 24, 30, 60, 200])
@pytest.mark.parametrize("most", [1, 2, 3, 5, 9])
def test_what_is_told_keeps_to_the_room_there_is_and_loses_the_place_first(signs, most):
    lines = fitted(TOLD, LINE, signs, most)
    assert 1 <= len(lines) <= most
    whole = "".join(lines)
    if not whole.endswith("…"):
        assert all(fact in whole for fact in TOLD.split("  ·  "))
        assert "cell 113, 123" in whole
    assert all(len(part) <= signs + 2 for part in lines)
    assert fitted(TOLD, LINE, 200, 9) == [TOLD, LINE]


def test_alone_the_place_is_told_whole_where_it_fits():
    assert fitted("", LINE, 60, 1) == [LINE]
    assert fitted("", LINE, 30, 1) == ["cell 113, 123"]
