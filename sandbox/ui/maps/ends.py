"""The ends of the query: where they are put at first, and how they look."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.layers import Role
from sandbox.level.markers import Marker
from sandbox.ui.canvas.sprites import blit_disc

if TYPE_CHECKING:
    import pygame

    from sandbox.level.model import Level
    from sandbox.ui.canvas.colours import Palette
    from sandbox.ui.canvas.widget import Canvas

FIRST_PLACES = {"start": (0.15, 0.15), "goal": (0.85, 0.85)}
ENDS = tuple(FIRST_PLACES)
ROLES = {"start": Role.GOOD, "goal": Role.BAD}


def place_ends(level: Level) -> None:
    """A level without start or goal gets them: near two corners, on open ground."""
    for name, corner in FIRST_PLACES.items():
        if name not in level.markers:
            x, y = nearest_open(level, corner)
            level.markers[name] = Marker.at(x + 0.5, y + 0.5)


def nearest_open(level: Level, corner: tuple[float, float]) -> tuple[int, int]:
    """The passable cell nearest to a place given in shares of width and height."""
    blocked = np.array([t.blocked for t in level.palette])
    ys, xs = np.nonzero(~blocked[np.minimum(level.terrain, len(level.palette) - 1)])
    if not len(xs):
        return 0, 0
    near = int(np.argmin((xs - corner[0] * level.width) ** 2 + (ys - corner[1] * level.height) ** 2))
    return int(xs[near]), int(ys[near])


def paint_ends(level: Level, palette: Palette, canvas: Canvas, surface: pygame.Surface) -> None:
    """A disc at each end."""
    for name, role in ROLES.items():
        if marker := level.markers.get(name):
            at, radius = canvas.to_window(*marker.point), float(canvas.dp(7))
            blit_disc(surface, at, radius, palette.roles[role], palette.halo)
