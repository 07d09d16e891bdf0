"""Anti-aliased strokes and stretched cells into an array of 0x00RRGGBB words: what keeps a large map fluid.

A stroke covers the pixels whose centre lies within half its width of the segment; coverage falls off over
one pixel. Caps are round, so that chains of segments have round joints.

`pixels` is a surface's memory as one row of words; `clip` is left, top, right, bottom, words per row.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats, Int64s
from sandbox.kernels.jit import kernel

Pixels = NDArray[np.uint32]
HAIR = 0.6  # half widths up to this are drawn as hairlines


@kernel
def blend(under: int | np.int64, colour: int | np.int64, alpha: int | np.int64) -> int | np.int64:
    """A colour laid over another; alpha 0 … 256. Red and blue are mixed in one multiplication."""
    keep = 256 - alpha
    red_blue = ((under & 0xFF00FF) * keep + (colour & 0xFF00FF) * alpha) >> 8 & 0xFF00FF
    green = ((under & 0x00FF00) * keep + (colour & 0x00FF00) * alpha) >> 8 & 0x00FF00
    return red_blue | green


@kernel
def stroke(pixels: Pixels, clip: Int64s, ax: float, ay: float, bx: float, by: float, half: float, ink: Int64s) -> None:
    """Draw one segment; `ink` is colour and alpha (0 … 256). Modifies `pixels`."""
    length = math.sqrt((bx - ax) ** 2 + (by - ay) ** 2)
    ux, uy = ((bx - ax) / length, (by - ay) / length) if length > 1e-9 else (1.0, 0.0)
    reach = half + 0.5
    steep = abs(uy) > abs(ux)
    # Walk along the steeper axis; u is the direction along it, v across it.
    a, b, side, u, v = (ay, by, ax, uy, ux) if steep else (ax, bx, ay, ux, uy)
    start, end = min(a, b), max(a, b)
    across = reach / abs(u)
    low, high = (clip[1], clip[3]) if steep else (clip[0], clip[2])
    side_low, side_high = (clip[0], clip[2]) if steep else (clip[1], clip[3])
    for m in range(max(low, math.floor(start - reach)), min(high, math.floor(end + reach) + 1)):
        p = m + 0.5 - a
        middle = side + (min(max(m + 0.5, start), end) - a) * v / u
        for s in range(max(side_low, math.floor(middle - across)), min(side_high, math.floor(middle + across) + 1)):
            q = s + 0.5 - side
            along = p * u + q * v
            off = abs(p * v - q * u)
            if along < 0.0:
                off = math.sqrt(along * along + off * off)
            elif along > length:
                off = math.sqrt((along - length) * (along - length) + off * off)
            if off < reach:
                x, y = (s, m) if steep else (m, s)
                pixels[y * clip[4] + x] = blend(
                    np.int64(pixels[y * clip[4] + x]), ink[0], int(min(reach - off, 1.0) * ink[1])
                )


@kernel
def hairline(pixels: Pixels, clip: Int64s, ax: float, ay: float, bx: float, by: float, ink: Int64s) -> None:
    """Draw a segment one pixel wide, two pixels a step, the nearer the stronger. Modifies `pixels`.

    Xiaolin Wu, "An Efficient Antialiasing Technique", SIGGRAPH 1991; without its special end points.
    """
    steep = abs(by - ay) > abs(bx - ax)
    a, b, side, side_b = (ay, by, ax, bx) if steep else (ax, bx, ay, by)
    if a > b:
        a, b, side, side_b = b, a, side_b, side
    slope = (side_b - side) / max(b - a, 1e-9)
    low, high = (clip[1], clip[3]) if steep else (clip[0], clip[2])
    side_low, side_high = (clip[0], clip[2]) if steep else (clip[1], clip[3])
    first, last = max(low, math.floor(a)), min(high, math.floor(b) + 1)
    for m in range(first, last):
        middle = side + (m + 0.5 - a) * slope - 0.5  # not summed up: the same whatever the clip
        s = math.floor(middle)
        second = int((middle - s) * ink[1])
        for k in range(2):
            alpha = second if k else ink[1] - second
            if side_low <= s + k < side_high:
                x, y = (s + k, m) if steep else (m, s + k)
                pixels[y * clip[4] + x] = blend(np.int64(pixels[y * clip[4] + x]), ink[0], alpha)


@kernel
def strokes(pixels: Pixels, clip: Int64s, ends: Floats, inks: Int64s, half: float) -> None:
    """Draw segments [n, 4] with inks [n or 1, 2]. Modifies `pixels`."""
    many = inks.shape[0] > 1
    for i in range(ends.shape[0]):
        ink = inks[i if many else 0]
        if half <= HAIR:
            hairline(pixels, clip, ends[i, 0], ends[i, 1], ends[i, 2], ends[i, 3], ink)
        else:
            stroke(pixels, clip, ends[i, 0], ends[i, 1], ends[i, 2], ends[i, 3], half, ink)


@kernel
def fill_triangles(sheet: Pixels, size: Int64s, corners: Int64s, words: Int64s) -> None:
    """Fill triangles [n, 6], corners and borders included, with 0xAARRGGBB words [n or 1]; the last one stays.

    `size` is width, height, words per row of the sheet. Modifies `sheet`.
    """
    many = words.shape[0] > 1
    for i in range(corners.shape[0]):
        word, ring = np.uint32(words[i if many else 0]), corners[i]
        top, bottom = min(ring[1], ring[3], ring[5]), max(ring[1], ring[3], ring[5])
        for y in range(max(top, 0), min(bottom + 1, size[1])):
            left, right = 1e18, -1e18
            for k in range(3):
                px, py, qx, qy = ring[2 * k], ring[2 * k + 1], ring[(2 * k + 2) % 6], ring[(2 * k + 3) % 6]
                if min(py, qy) <= y <= max(py, qy):
                    x = float(px) if py == qy else px + (y - py) * (qx - px) / (qy - py)
                    far = float(qx) if py == qy else x
                    left, right = min(left, x, far), max(right, x, far)
            for x in range(max(math.floor(left + 0.5), 0), min(math.floor(right + 0.5) + 1, size[0])):
                sheet[y * size[2] + x] = word


@kernel
def lay(pixels: Pixels, clip: Int64s, owners: NDArray[np.int32], words: Pixels) -> None:
    """Lay over each pixel of the clip the 0xAARRGGBB word of its owner [height, width]. Modifies `pixels`."""
    for y in range(clip[1], clip[3]):
        line, row = y * clip[4], y - clip[1]
        for x in range(clip[0], clip[2]):
            word = np.int64(words[owners[row, x - clip[0]]])
            alpha = ((word >> 24) * 258) >> 8  # 255 stands for all
            if alpha > 0:
                pixels[line + x] = blend(np.int64(pixels[line + x]), word & 0xFFFFFF, alpha)


@kernel
def meeting(ends: Floats, box: Floats) -> NDArray[np.bool_]:
    """Which segments [n, 4] have a bounding box that meets a box (left, top, right, bottom)."""
    near = np.empty(ends.shape[0], np.bool_)
    for i in range(ends.shape[0]):
        ax, ay, bx, by = ends[i, 0], ends[i, 1], ends[i, 2], ends[i, 3]
        wide = (max(ax, bx) >= box[0]) & (min(ax, bx) <= box[2])
        near[i] = wide & (max(ay, by) >= box[1]) & (min(ay, by) <= box[3])
    return near


@kernel
def stretch(
    pixels: Pixels, clip: Int64s, cells: NDArray[np.uint32], columns: Int64s, rows: Int64s, opacity: int
) -> None:
    """Fill the clip with cells [height, width] of 0xAARRGGBB; each pixel shows the cell of its column and row.

    `opacity` is 0 … 256, or negative where the cells have no alpha of their own. Modifies `pixels`.
    """
    for y in range(clip[1], clip[3]):
        line, row = y * clip[4], rows[y - clip[1]]
        for x in range(clip[0], clip[2]):
            word = np.int64(cells[row, columns[x - clip[0]]])
            alpha = 256 if opacity < 0 else ((word >> 24) * 258 * opacity) >> 16  # 255 stands for all
            if alpha == 256:
                pixels[line + x] = word & 0xFFFFFF
            elif alpha > 0:
                pixels[line + x] = blend(np.int64(pixels[line + x]), word & 0xFFFFFF, alpha)
