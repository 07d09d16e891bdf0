"""The camera: which part of the world is seen, and how large.

World coordinates are cells, x right, y down; pixels are relative to the view's top-left corner.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

SMALLEST, LARGEST = 0.05, 256.0  # pixels a cell
WHOLE_FROM = 4.0  # from here on only whole numbers of pixels, so that all cells are equal and crisp
FIT_MARGIN = 16  # pixels around a fitted world

Box = tuple[float, float, float, float]  # left, top, right, bottom, in cells


@dataclass(frozen=True, slots=True)
class Camera:
    """`scale` pixels a cell; `x`, `y` the world point at the view's top-left corner."""

    width: int
    height: int
    scale: float = 16.0
    x: float = 0.0
    y: float = 0.0

    def to_screen(self, x: float, y: float) -> tuple[float, float]:
        """A world point in pixels."""
        return (x - self.x) * self.scale, (y - self.y) * self.scale

    def to_world(self, px: float, py: float) -> tuple[float, float]:
        """A pixel as a world point."""
        return px / self.scale + self.x, py / self.scale + self.y

    def project(self, points: NDArray[np.float64]) -> NDArray[np.float64]:
        """World points [..., 2] in pixels, to 1/256: a shifted camera then shifts them exactly."""
        exact: NDArray[np.float64] = np.rint((points - (self.x, self.y)) * (256.0 * self.scale)) / 256.0
        return exact

    @property
    def seen(self) -> Box:
        """What of the world is in view."""
        return self.x, self.y, self.x + self.width / self.scale, self.y + self.height / self.scale

    def resized(self, width: int, height: int) -> Camera:
        """The same centre in a view of another size."""
        cx, cy = self.to_world(self.width / 2, self.height / 2)
        return replace(self, width=width, height=height).centred(cx, cy)

    def centred(self, x: float, y: float) -> Camera:
        """A world point moved to the middle."""
        return self.moved_to(x - self.width / 2 / self.scale, y - self.height / 2 / self.scale)

    def panned(self, dx: float, dy: float) -> Camera:
        """The picture moved by so many pixels."""
        return self.moved_to(self.x - dx / self.scale, self.y - dy / self.scale)

    def zoomed(self, factor: float, px: float, py: float) -> Camera:
        """Nearer by a factor; the world point under a pixel stays there."""
        scale = snapped(self.scale * factor, self.scale)
        wx, wy = self.to_world(px, py)
        return replace(self, scale=scale).moved_to(wx - px / scale, wy - py / scale)

    def fitted(self, box: Box, margin: float = FIT_MARGIN) -> Camera:
        """All of a world box, as large as it goes."""
        left, top, right, bottom = box
        wide = max(self.width - 2 * margin, 1) / max(right - left, 1e-9)
        high = max(self.height - 2 * margin, 1) / max(bottom - top, 1e-9)
        fitting = min(wide, high)
        scale = snapped(math.floor(fitting) if fitting >= WHOLE_FROM else fitting)
        return replace(self, scale=scale).centred((left + right) / 2, (top + bottom) / 2)

    def held(self, box: Box) -> Camera:
        """Moved back so that the middle of the view lies on the box."""
        left, top, right, bottom = box
        cx, cy = self.to_world(self.width / 2, self.height / 2)
        return self.centred(min(max(cx, left), right), min(max(cy, top), bottom))

    def moved_to(self, x: float, y: float) -> Camera:
        """Whole pixels only: a panned picture is then the old one shifted, and nothing shimmers."""
        return replace(self, x=round(x * self.scale) / self.scale, y=round(y * self.scale) / self.scale)


def snapped(scale: float, before: float = 0.0) -> float:
    """The nearest scale allowed; a step from `before` always gets somewhere."""
    scale = min(max(scale, SMALLEST), LARGEST)
    if scale < WHOLE_FROM:
        return scale
    whole = float(round(scale))
    if whole == before != scale:
        whole += math.copysign(1.0, scale - before)
    return min(whole, LARGEST)
