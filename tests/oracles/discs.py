"""Discs painted pixel by pixel, as one would say it: the naive twin of `sandbox.kernels.discs`."""

import math

FULL, RING, HOLLOW, CROSS = 1, 2, 3, 4


def over(under, colour, share):
    """A colour laid over another, a channel at a time."""
    alpha = int(256 * share)
    mixed = 0
    for shift in (16, 8, 0):
        mixed |= ((under >> shift & 255) * (256 - alpha) + (colour >> shift & 255) * alpha >> 8) << shift
    return mixed


def between(low, value, high):
    return min(max(value, low), high)


def painted(picture, discs, edge):
    """Paint discs (x, y, radius, heading, shape, ink, rim) in pixels into a dict of (x, y) to colour."""
    for x, y, size, (hx, hy), shape, ink, rim in discs:
        radius = max(size, 1.0)
        around = radius + min(2.5, 0.35 * radius + 0.8)
        for px, py in picture:
            dx, dy = px + 0.5 - x, py + 0.5 - y
            off = math.sqrt(dx * dx + dy * dy)
            if rim >= 0:
                halo = between(0.0, around + 0.5 - off, 1.0)
                if shape == RING:
                    halo = min(halo, max(off - radius + 1.0, 0.0))
                picture[px, py] = over(picture[px, py], rim, halo)
            picture[px, py] = over(picture[px, py], *inked(dx, dy, off, radius, (hx, hy), shape, ink, edge))
    return picture


def inked(dx, dy, off, radius, heading, shape, ink, edge):
    """Colour and share of a pixel inside a disc."""
    cover = between(0.0, radius + 0.5 - off, 1.0)
    hx, hy = heading
    if shape == RING:
        return ink, min(cover, max(off - (radius - max(1.4, 0.28 * radius)) + 0.5, 0.0))
    if shape == CROSS:
        return ink, cover if min(abs(dx - dy), abs(dx + dy)) < 1.4 * (0.18 * radius + 0.5) else 0.0
    if radius >= 4.0 and off > radius - 0.8:
        return edge, cover
    if shape == HOLLOW:
        return (edge if off < 0.45 * radius else ink, cover) if radius >= 4.0 else (ink, cover * 0.55)
    pointed = radius >= 6.5 and (hx, hy) != (0.0, 0.0)
    if pointed and dx * hx + dy * hy > 0.25 * radius and abs(dx * hy - dy * hx) < max(0.6, 0.11 * radius):
        return edge, cover
    return ink, cover
