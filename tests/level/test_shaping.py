"""Whole polygons: every operation on a level, undone again, and against areas known beforehand."""

import math

import numpy as np
import pytest

from sandbox.errors import BadInput
from sandbox.geometry.polygons import area_of
from sandbox.level.edits import AddPolygon, Batch, shaping
from sandbox.level.model import UNITS, WALL, DrawnAs, Level, Obstacle

pytestmark = pytest.mark.small


@pytest.fixture
def level():
    """Two squares that overlap, and one apart."""
    level = Level.empty(24, 24)
    for x, y, side in ((2, 2, 6), (5, 5, 6), (15, 14, 4)):
        ring = [(x, y), (x + side, y), (x + side, y + side), (x, y + side)]
        level.apply(AddPolygon(Obstacle.of_cells(ring)))
    return level


def area(level):
    """The area of all polygons in cells, holes taken out."""
    total = 0
    for p in level.polygons.values():
        total += abs(area_of(p.outer)) - sum(abs(area_of(h)) for h in p.holes)
    return total / 2 / UNITS**2


def there_and_back(level, edits):
    """Apply as one; what takes it back must lead to the very same level."""
    before = level.copy()
    back = level.apply(Batch(edits))
    after = level.copy()
    level.apply(back)
    assert level.same_as(before)
    return after


def test_union_joins_what_overlaps_and_keeps_what_does_not(level):
    after = there_and_back(level, shaping.united(list(level.polygons.values()), level))
    assert sorted(len(p.outer) for p in after.polygons.values()) == [4, 8]
    assert area(after) == 36 + 36 - 9 + 16
    assert 1 in after.polygons


def test_subtraction_takes_a_bite(level):
    after = there_and_back(level, shaping.cut_out(level.polygons[1], [level.polygons[2]], level))
    assert sorted(after.polygons) == [1, 3]
    assert area(after) == 36 - 9 + 16


def test_subtracting_all_leaves_nothing(level):
    small = Obstacle.of_cells([(3, 3), (4, 3), (4, 4)], id=9)
    level.apply(AddPolygon(small))
    after = there_and_back(level, shaping.cut_out(small, [level.polygons[1]], level))
    assert sorted(after.polygons) == [2, 3]


def test_a_line_splits_and_a_miss_does_not(level):
    line = np.array([[0, 4], [24, 4]]) * UNITS
    after = there_and_back(level, shaping.divided(level.polygons[1], line, level))
    assert len(after.polygons) == 4
    assert area(after) == area(level)
    assert shaping.divided(level.polygons[3], line, level) == ()


@pytest.mark.parametrize("side", shaping.SIDES)
def test_aligning_brings_one_line_together(level, side):
    after = there_and_back(level, shaping.aligned(list(level.polygons.values()), side))
    boxes = np.array([p.box for p in after.polygons.values()])
    lines = {
        "left": boxes[:, 0], "right": boxes[:, 2], "centre": boxes[:, 0] + boxes[:, 2],
        "top": boxes[:, 1], "bottom": boxes[:, 3], "middle": boxes[:, 1] + boxes[:, 3],
    }  # fmt: skip
    assert np.ptp(lines[side]) == 0


def test_copies_stay_inside_and_take_free_ids(level):
    edits = shaping.copies([level.polygons[1], level.polygons[3]], 20 * UNITS, 0, level)
    after = there_and_back(level, edits)
    assert sorted(after.polygons) == [1, 2, 3, 4, 5]
    assert shaping.box_of([after.polygons[4], after.polygons[5]])[2] == 24 * UNITS


def test_a_move_is_held_inside(level):
    assert shaping.held_inside(level.polygons[1].box, -9999, 3, level) == (-2 * UNITS, 3)
    assert shaping.held_inside(level.polygons[3].box, 99999, 99999, level) == (5 * UNITS, 6 * UNITS)


def test_four_quarter_turns_are_none(level):
    quarter = np.array([[0.0, -1.0], [1.0, 0.0]])
    polygon = level.polygons[3]
    turned = polygon
    for _ in range(4):
        turned = shaping.transformed(turned, quarter, (17 * UNITS, 16 * UNITS))
    assert turned.same_shape(polygon)


def test_a_scaled_circle_is_a_circle_and_a_squeezed_one_is_not(level):
    circle = level.polygons[3].with_rings(level.polygons[3].rings, DrawnAs("circle", (17.0, 16.0, 2.0), 0.1))
    grown = shaping.transformed(circle, 2 * np.eye(2), (17 * UNITS, 16 * UNITS))
    assert grown.origin == DrawnAs("circle", (17.0, 16.0, 4.0), 0.2)
    squeezed = shaping.transformed(circle, np.diag([2.0, 1.0]), (17 * UNITS, 16 * UNITS))
    assert squeezed.origin.shape == "polygon"


def test_what_is_scaled_to_a_point_is_refused(level):
    with pytest.raises(BadInput, match="small"):
        shaping.transformed(level.polygons[1], np.diag([0.0, 0.0]), (0, 0))


def test_tiles_to_polygons_and_back_is_the_same_terrain():
    level = Level.empty(16, 16)
    level.terrain[2:9, 2:9] = WALL
    level.terrain[4:6, 4:6] = 0  # a hole
    level.terrain[9, 9] = WALL  # meets the block at a corner only
    before = level.copy()
    after = there_and_back(level, shaping.polygons_of_tiles(level, WALL))
    assert not (after.terrain == WALL).any()
    assert len(after.polygons) == 2
    assert sum(len(p.holes) for p in after.polygons.values()) == 1
    again = there_and_back(after, shaping.tiles_of_polygons(list(after.polygons.values()), WALL))
    assert (again.terrain == before.terrain).all()
    assert not again.polygons


def test_no_tiles_no_polygons():
    assert shaping.polygons_of_tiles(Level.empty(4, 4), WALL) == ()


def test_turning_by_an_angle_keeps_the_area(level):
    c, s = math.cos(0.7), math.sin(0.7)
    turned = shaping.transformed(level.polygons[3], np.array([[c, -s], [s, c]]), (17 * UNITS, 16 * UNITS))
    assert abs(area_of(turned.outer)) == pytest.approx(abs(area_of(level.polygons[3].outer)), rel=1e-3)
