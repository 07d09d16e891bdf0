"""Levels for the planners' tests: drawn, random, or of the MovingAI benchmarks."""

import numpy as np

from sandbox.level.model import FLOOR, WALL, Level

GRASS, SAND, SWAMP = 5, 6, 3  # cost 1.25, 1.5, 3
LETTERS = {".": FLOOR, "#": WALL, "g": GRASS, "~": SAND, "w": SWAMP}


def drawn(*rows):
    """A level from letters: . floor, # wall, g grass, ~ sand, w swamp."""
    return Level(np.array([[LETTERS[c] for c in row] for row in rows], np.uint8))


def random_level(seed, *, weighted=False, longest=14, fill=None):
    """Walls scattered over a small rectangle, with terrain if asked for."""
    r = np.random.default_rng(seed)
    width, height = r.integers(1, longest + 1, 2)
    fill = r.choice([0.1, 0.25, 0.4]) if fill is None else fill
    ground = r.choice([FLOOR, GRASS, SAND, SWAMP], (height, width)) if weighted else np.full((height, width), FLOOR)
    return Level(np.where(r.random((height, width)) < fill, WALL, ground).astype(np.uint8))


def random_cells(level, seed, count=1):
    """Pairs of cells, blocked ones among them."""
    r = np.random.default_rng(seed)
    ends = r.integers(0, [level.width, level.height] * 2, (count, 4))
    return [((int(a), int(b)), (int(c), int(d))) for a, b, c, d in ends]


def cave(seed=0, side=96):
    """A mid-sized level with caverns and dead ends."""
    r = np.random.default_rng(seed)
    rock = r.random((side, side)) < 0.43
    for _ in range(4):
        padded = np.pad(rock, 1, constant_values=True)
        near = sum(padded[y : y + side, x : x + side].astype(int) for y in range(3) for x in range(3))
        rock = near >= 5
    return Level(np.where(rock, WALL, FLOOR).astype(np.uint8))
