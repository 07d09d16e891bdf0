"""A level with everything in cells, for formats that know nothing else."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sandbox.level.model import Level


def codes_with_polygons(level: Level) -> NDArray[np.uint8]:
    """Terrain codes [height, width]; what a polygon blocks is of the first blocked terrain, if the level has any."""
    blocking = next((code for code, terrain in enumerate(level.palette) if terrain.blocked), None)
    if not level.polygons or blocking is None:
        return level.terrain
    grid = level.derived.grid
    open_terrain = level.palette.cost8()[level.terrain] > 0
    covered = open_terrain & (grid.image(grid.cost8) == 0)
    return np.where(covered, np.uint8(blocking), level.terrain)
