"""Thousands of anti-aliased discs into an array of 0x00RRGGBB words, each in its colour, rim and shape.

Sprites cost 0.2 µs of Python a disc and more; this costs the pixels covered. A disc may lie between two places, for
pictures between two ticks. Shapes tell states apart without colour:

    FULL    a disc with a notch that points where it goes, when it is large enough to see
    RING    only its rim: it has arrived
    HOLLOW  a disc with a hole: it waits
    CROSS   two strokes: it is buried
"""

# mypy: disable-error-code="assignment,arg-type,return-value,no-any-return"

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.jit import kernel
from sandbox.kernels.pixels import Pixels, blend

HIDDEN, FULL, RING, HOLLOW, CROSS = range(5)
NOTCHED = 4.0  # pixels of radius from which rims and holes show
POINTED = 6.5  # and notches
PLAIN = -1  # no rim of its own


class Marks(NamedTuple):
    """Discs to paint. Lengths in cells."""

    x: NDArray[np.float32]  # [n]
    y: NDArray[np.float32]
    to_x: NDArray[np.float32]  # where they go within the tick
    to_y: NDArray[np.float32]
    vx: NDArray[np.float32]  # where the notch points
    vy: NDArray[np.float32]
    radius: NDArray[np.float64]
    shape: NDArray[np.uint8]
    ink: NDArray[np.int64]  # 0x00RRGGBB
    rim: NDArray[np.int64]  # 0x00RRGGBB, or PLAIN


@kernel
def paint_discs(
    pixels: Pixels, clip: NDArray[np.int64], marks: Marks, share: float, view: NDArray[np.float64], edge: int
) -> None:
    """Paint them all; `share` of the way to where they go. Modified: pixels.

    `view` is the world point of pixel (0, 0) and pixels a cell; `edge` the colour of notches and plain rims.
    """
    for i in range(marks.x.shape[0]):
        if marks.shape[i] == 0:
            continue
        x0, y0 = float(marks.x[i]), float(marks.y[i])
        cx = (x0 + (float(marks.to_x[i]) - x0) * share - view[0]) * view[2]
        cy = (y0 + (float(marks.to_y[i]) - y0) * share - view[1]) * view[2]
        radius = max(marks.radius[i] * view[2], 1.0)
        around = radius + min(2.5, 0.35 * radius + 0.8) if marks.rim[i] >= 0 else radius
        left, right = max(clip[0], math.floor(cx - around - 0.5)), min(clip[2], math.ceil(cx + around + 0.5))
        top, bottom = max(clip[1], math.floor(cy - around - 0.5)), min(clip[3], math.ceil(cy + around + 0.5))
        if left >= right or top >= bottom:
            continue
        vx, vy = float(marks.vx[i]), float(marks.vy[i])
        speed = math.sqrt(vx * vx + vy * vy)
        hx, hy = (vx / speed, vy / speed) if speed > 1e-3 else (0.0, 0.0)
        shape, large = marks.shape[i], radius >= NOTCHED
        for py in range(top, bottom):
            dy = py + 0.5 - cy
            for px in range(left, right):
                dx = px + 0.5 - cx
                off = math.sqrt(dx * dx + dy * dy)
                cover = min(max(radius + 0.5 - off, 0.0), 1.0)
                at = py * clip[4] + px
                if marks.rim[i] >= 0:
                    halo = min(max(around + 0.5 - off, 0.0), 1.0)
                    if shape == 2:
                        halo = min(halo, max(off - radius + 1.0, 0.0))
                    if halo > 0.0:
                        pixels[at] = blend(np.int64(pixels[at]), marks.rim[i], int(256 * halo))
                if cover <= 0.0:
                    continue
                colour = marks.ink[i]
                if shape == 2:
                    width = max(1.4, 0.28 * radius)
                    cover = min(cover, max(off - (radius - width) + 0.5, 0.0))
                elif shape == 4:
                    arm = 0.18 * radius + 0.5
                    cover = cover if min(abs(dx - dy), abs(dx + dy)) < 1.4 * arm else 0.0
                elif large and off > radius - 0.8:
                    colour = edge
                elif large and shape == 3:
                    if off < 0.45 * radius:
                        colour = edge
                elif radius >= POINTED and speed > 1e-3:
                    along, across = dx * hx + dy * hy, abs(dx * hy - dy * hx)
                    if along > 0.25 * radius and across < max(0.6, 0.11 * radius):
                        colour = edge
                elif shape == 3:
                    cover *= 0.55
                if cover > 0.0:
                    pixels[at] = blend(np.int64(pixels[at]), colour, int(256 * cover))
