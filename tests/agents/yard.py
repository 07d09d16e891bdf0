"""A small place where everything happens: a door that opens and closes, a block that drifts, two rooms."""

from sandbox.level.model import FLOOR, WALL, Level, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.timed import Door, Drift


def yard():
    """A hall with a door that opens and closes, and a block that drifts."""
    level = Level.empty(16, 10)
    level.terrain[:, 8] = WALL
    level.terrain[4:6, 8] = FLOOR
    level.polygons[1] = Obstacle.of_cells([(2, 7), (4, 7), (4, 9), (2, 9)], id=1)
    doors = Door("gate", Rect(8, 4, 9, 6), period=4.0, open_for=2.5), Drift("block", 1, ((0, 0), (3, 0)), period=6.0)
    level.timed = doors
    return level
