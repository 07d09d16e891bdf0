"""Polygons found by their boxes: the same as looking at each, also after edits."""

import numpy as np
import pytest

from sandbox.level.edits import AddPolygon, MovePolygon, RemovePolygon
from sandbox.level.model import UNITS, Level, Obstacle
from sandbox.ui.maps.nearby import Nearby

pytestmark = pytest.mark.small


def looked_at(level, at, slack):
    found = []
    for shape in reversed(level.polygons.values()):
        x0, y0, x1, y1 = (v / UNITS for v in shape.box)
        if x0 - slack <= at[0] <= x1 + slack and y0 - slack <= at[1] <= y1 + slack:
            found.append(shape)
    return found


def test_the_same_as_looking_at_each():
    random = np.random.default_rng(3)
    level, nearby = Level.empty(60, 60), Nearby()
    for _ in range(40):
        x, y = random.integers(0, 50, 2).tolist()
        level.apply(AddPolygon(Obstacle.of_cells([(x, y), (x + 7, y + 1), (x + 3, y + 8)])))
    for step in range(30):
        at = tuple((random.random(2) * 60).tolist())
        assert nearby.near(level, at, 0.5) == looked_at(level, at, 0.5)
        number = list(level.polygons)[step % len(level.polygons)]
        level.apply(RemovePolygon(number) if step % 3 == 0 else MovePolygon(number, 1, 1))


def test_an_empty_level_has_none():
    assert Nearby().near(Level.empty(4, 4), (1.0, 1.0), 9.0) == []
