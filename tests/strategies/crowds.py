"""Crowds out of Hypothesis: discs of mixed sizes between walls and polygons, heading anywhere."""

import numpy as np
from hypothesis import strategies as st

from sandbox.agents.crowd import new_crowd
from sandbox.agents.space.places import FreeSpace, drawn
from sandbox.kernels.rng import new_rng
from sandbox.level.edits import AddPolygon, Rectangle
from sandbox.level.model import WALL, Level, Obstacle
from sandbox.level.rect import Rect

TICK = 1 / 30


@st.composite
def grounds(draw, most=12):
    """A small level with some blocks and triangles in it."""
    width, height = draw(st.integers(2, most)), draw(st.integers(2, most))
    level = Level.empty(width, height)
    for _ in range(draw(st.integers(0, 3))):
        x, y = draw(st.integers(0, width - 1)), draw(st.integers(0, height - 1))
        level.apply(Rectangle(Rect(x, y, min(x + draw(st.integers(1, 3)), width), min(y + 1, height)), WALL))
    for _ in range(draw(st.integers(0, 2))):
        x, y = draw(st.integers(0, 8 * (width - 2))) / 8, draw(st.integers(0, 8 * (height - 2))) / 8
        level.apply(
            AddPolygon(Obstacle.of_cells([(x, y), (x + 2, y + draw(st.integers(0, 16)) / 8), (x + 0.5, y + 2)]))
        )
    return level


@st.composite
def crowds(draw, level, most=40):
    """Discs put down at random; fewer than drawn where there is no room."""
    count, seed = draw(st.integers(0, most)), draw(st.integers(0, 1 << 20))
    random = np.random.default_rng(seed)
    sizes = draw(st.sampled_from([(0.2, 0.2), (0.1, 0.4), (0.05, 0.8)]))
    radius = random.uniform(*sizes, count)
    ground = FreeSpace(level, 1.0)
    box = np.array([(0, 0), (level.width, 0), (level.width, level.height), (0, level.height)], np.float64)
    places = drawn(ground, box, radius, np.zeros((0, 3)), new_rng(seed))
    placed = ~np.isnan(places[:, 0])
    speed = random.uniform(0.0 if draw(st.booleans()) else 0.5, 3.0, int(placed.sum()))
    crowd = new_crowd(places[placed], radius[placed], speed)
    crowd.rank[:] = random.permutation(crowd.size)
    return crowd, seed
