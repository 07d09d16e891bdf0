"""One painter for each kind of layer. A painter knows the kind, never whose layer it is."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import singledispatch
from typing import Any

import numpy as np
import pygame
from numpy.typing import NDArray

from sandbox.geometry.segments import following
from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.pixels import fill_triangles, meeting, strokes
from sandbox.layers import Arcs, Discs, Labels, Layer, Net, Points, Polygons, Segments, in_lanes
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import Palette, Rgb, mixed, packed
from sandbox.ui.canvas.raster import words
from sandbox.ui.canvas.searched.nets import Nets, are_tiny
from sandbox.ui.canvas.sprites import disc_sprite

Inks = Int64s
WriteText = Callable[[pygame.Surface, str, Rgb, tuple[int, int]], None]
DASH = 6.0  # dp on, dp off
MOST_LABELS = 400
LETTER = 6.0  # dp, the width of one in a label
FILLED = 0.55  # how strongly polygons are filled
MOST_HALOS = 60  # labels; more are written without


@dataclass(slots=True)
class Brush:
    """Where and how painters paint: a surface, the camera of its top-left corner, and the part to repaint.

    `fast` says that the stroke kernel is loaded; until then pygame's slower lines serve, since the window never
    waits for a compiler. `time` is how many events have happened (None: all of them). `nets` knows which triangle of
    a mesh lies under each pixel.
    """

    surface: pygame.Surface
    camera: Camera
    rect: pygame.Rect
    palette: Palette
    dp: float = 1.0
    fast: bool = False
    opacity: float = 1.0
    time: int | None = None
    write: WriteText | None = None
    nets: Nets | None = None

    @property
    def box(self) -> Floats:
        """The world box of the part to repaint, a little enlarged for widths."""
        pad = 8 * self.dp
        left, top = self.camera.to_world(self.rect.left - pad, self.rect.top - pad)
        right, bottom = self.camera.to_world(self.rect.right + pad, self.rect.bottom + pad)
        return np.array([left, top, right, bottom])

    def colours(self, layer: Layer, values: Floats | None, kept: NDArray[Any]) -> list[Rgb]:
        """One colour per kept item along the ramp, or the role's for all."""
        if values is None:
            return [self.palette.of(layer)]
        return unpacked(ramped(self.palette, values, kept))


def ramped(palette: Palette, values: Floats, kept: NDArray[Any]) -> Inks:
    """Words along the ramp for some values, among all of them."""
    low, high = float(values.min()), float(values.max())
    index = ((values[kept] - low) * (255.0 / max(high - low, 1e-12))).astype(np.int64)
    inks: Inks = palette.ramp[index].astype(np.int64)
    return inks


def unpacked(inks: NDArray[Any]) -> list[Rgb]:
    """Words as colours."""
    return [((w >> 16) & 255, (w >> 8) & 255, w & 255) for w in inks.tolist()]


@singledispatch
def paint(layer: Layer, _brush: Brush) -> None:
    """Draw a layer. Cell fields, cell events and what several reach are rasters, and drawn by the picture."""
    raise TypeError(f"no painter for {type(layer).__name__}")


def shown(born: NDArray[Any] | None, time: int | None, near: NDArray[np.bool_]) -> Int64s:
    """Indices of what is near and already there at the time."""
    if born is not None and time is not None:
        near = near & (born < time)
    return np.flatnonzero(near)


@paint.register
def _(layer: Segments, brush: Brush) -> None:
    if layer.lanes is not None:
        _draw_in_lanes(layer, brush, layer.lanes)
        return
    ends = chain_ends(thinned(layer, brush)) if layer.chained else layer.ends.reshape(-1, 4)
    if not len(ends):
        return
    near = meeting(ends, brush.box) if brush.fast else near_segments(ends, brush.box)
    kept = shown(layer.born, brush.time, near)
    if not kept.size:
        return
    lines = brush.camera.project(ends[kept].reshape(-1, 2, 2)).reshape(-1, 4)
    lines = dashed(lines, DASH * brush.dp) if layer.dashed else lines
    if layer.chained and layer.width >= 2:
        draw_lines(brush, lines, [brush.palette.halo], (layer.width + 2) * brush.dp, 0.6)
    colours = brush.colours(layer, layer.values, kept)
    draw_lines(brush, lines, colours, layer.width * brush.dp)


def _draw_in_lanes(layer: Segments, brush: Brush, lanes: Floats) -> None:
    """A chain beside where it lies, with a narrow halo: its neighbours are near."""
    if len(layer.ends) < 2:
        return
    lines = in_lanes(brush.camera.project(layer.ends), lanes * (layer.width * brush.dp))
    draw_lines(brush, lines, [brush.palette.halo], (layer.width + 1) * brush.dp, 0.6)
    draw_lines(brush, lines, [brush.palette.of(layer)], layer.width * brush.dp)


def thinned(layer: Segments, brush: Brush) -> Floats:
    """A chain's points but for those on the half pixel of the one before; all, where each has a value or a time."""
    points = layer.ends
    if layer.born is not None or layer.values is not None or len(points) < 3:
        return points
    x, y = np.floor(points.T * (2 * brush.camera.scale))
    keep = np.ones(len(points), np.bool_)
    keep[1:-1] = (x[1:-1] != x[:-2]) | (y[1:-1] != y[:-2])
    return points[keep]


def chain_ends(points: Floats) -> Floats:
    """Consecutive points as separate segments [n - 1, 4]."""
    return np.concatenate([points[:-1], points[1:]], axis=1) if len(points) > 1 else np.zeros((0, 4))


def near_segments(ends: Floats, box: Floats) -> NDArray[np.bool_]:
    """Which segments' boxes meet a box."""
    ax, ay, bx, by = ends[:, 0], ends[:, 1], ends[:, 2], ends[:, 3]
    wide = (np.maximum(ax, bx) >= box[0]) & (np.minimum(ax, bx) <= box[2])
    near: NDArray[np.bool_] = wide & (np.maximum(ay, by) >= box[1]) & (np.minimum(ay, by) <= box[3])
    return near


def dashed(lines: Floats, dash: float) -> Floats:
    """Every line cut into strokes and gaps of equal length."""
    pieces = []
    for ax, ay, bx, by in lines.tolist():
        count = max(1, min(200, math.ceil(math.hypot(bx - ax, by - ay) / (2 * dash))))
        t = np.arange(count)[:, None] / count
        start = np.array([ax, ay]) + t * (bx - ax, by - ay)
        pieces.append(np.concatenate([start, start + np.array([bx - ax, by - ay]) / (2 * count)], axis=1))
    return np.concatenate(pieces)


def draw_lines(brush: Brush, lines: Floats, colours: list[Rgb], width: float, strength: float = 1.0) -> None:
    """Anti-aliased strokes [n, 4] in pixels, in one colour or one each."""
    if brush.fast:
        alpha = round(256 * brush.opacity * strength)
        inks = np.array([[packed(c), alpha] for c in colours], np.int64)
        clip = brush.rect.clip(brush.surface.get_rect())
        row = brush.surface.get_pitch() // 4
        window = np.array([clip.left, clip.top, clip.right, clip.bottom, row], np.int64)
        strokes(words(brush.surface).ravel(), window, np.ascontiguousarray(lines), inks, max(width / 2, 0.5))
        return
    for i, (ax, ay, bx, by) in enumerate(lines.tolist()):
        colour = faded(colours[i if len(colours) > 1 else 0], brush, strength)
        if width > 1.5:
            pygame.draw.line(brush.surface, colour, (ax, ay), (bx, by), round(width))
        else:
            pygame.draw.aaline(brush.surface, colour, (ax, ay), (bx, by))


def faded(colour: Rgb, brush: Brush, strength: float = 1.0) -> Rgb:
    """A colour towards the ground, for drawing calls that know no alpha."""
    return mixed(brush.palette.outside, colour, brush.opacity * strength)


@paint.register
def _(layer: Arcs, brush: Brush) -> None:
    lines = [chain_ends(arc_points(row, brush.camera.scale)) for row in layer.arcs]
    if lines:
        ends = brush.camera.project(np.concatenate(lines).reshape(-1, 2, 2)).reshape(-1, 4)
        draw_lines(brush, ends, [brush.palette.of(layer)], layer.width * brush.dp)


def arc_points(arc: Floats, scale: float) -> Floats:
    """An arc as points, close enough together that it looks round at this scale."""
    x, y, radius, begin, sweep = arc.tolist()
    count = max(2, min(180, math.ceil(abs(sweep) * max(radius * scale, 1.0) ** 0.5 * 1.5)))
    angles = begin + np.linspace(0.0, sweep, count + 1)
    return np.stack([x + radius * np.cos(angles), y + radius * np.sin(angles)], axis=1)


def inside(xy: Floats, box: Floats) -> NDArray[np.bool_]:
    """Which points lie in a box."""
    x, y = xy[:, 0], xy[:, 1]
    within: NDArray[np.bool_] = (x >= box[0]) & (x <= box[2]) & (y >= box[1]) & (y <= box[3])
    return within


@paint.register
def _(layer: Points, brush: Brush) -> None:
    kept = shown(layer.born, brush.time, inside(layer.xy, brush.box))
    colours = brush.colours(layer, layer.values, kept)
    radius = max(layer.size * brush.dp / 2, 1.0)
    blit_discs(brush, brush.camera.project(layer.xy[kept]), np.full(len(kept), radius), colours, filled=True)


@paint.register
def _(layer: Discs, brush: Brush) -> None:
    xy, radii = layer.xyr[:, :2], layer.xyr[:, 2:]
    kept = np.flatnonzero(near_segments(np.hstack((xy - radii, xy + radii)), brush.box))
    colours = brush.colours(layer, layer.values, kept)
    sizes = np.maximum(radii[kept, 0] * brush.camera.scale, 1.0)
    blit_discs(brush, brush.camera.project(layer.xyr[kept, :2]), sizes, colours, filled=layer.filled)


def nearest(length: float) -> int:
    """The nearest whole pixel, halves up: `round` takes halves to even, and a shifted picture would not be the same."""
    return math.floor(length + 0.5)


def blit_discs(brush: Brush, centres: Floats, radii: Floats, colours: list[Rgb], *, filled: bool) -> None:
    """Sprites of discs; equal ones are made once. `colours` is one for all, or one each."""
    if not len(centres):
        return
    halo, sizes = brush.palette.halo, np.round(radii * 4) / 4
    kinds = zip(sizes.tolist(), colours * len(sizes) if len(colours) == 1 else colours, strict=True)
    if len(colours) == 1 and (sizes == sizes[0]).all():
        sprites = [disc_sprite(float(sizes[0]), colours[0], halo, filled)] * len(sizes)
        halves = np.full(len(sizes), sprites[0].get_width() / 2)
    else:
        sprites = [disc_sprite(size, colour, halo, filled) for size, colour in kinds]
        halves = np.array([sprite.get_width() / 2 for sprite in sprites])
    corners: Any = np.floor(centres - halves[:, None] + 0.5).astype(np.int64)  # halves up, as `nearest` takes them
    brush.surface.fblits(list(zip(sprites, corners.tolist(), strict=True)))


@paint.register
def _(layer: Polygons, brush: Brush) -> None:
    if layer.among is not None and brush.fast and brush.nets is not None:
        _paint_among(layer, brush, brush.nets, *layer.among)
        return
    kept = shown(layer.born, brush.time, near_segments(ring_boxes(layer), brush.box))
    if not kept.size:
        return
    lengths = (layer.starts[kept + 1] - layer.starts[kept]).astype(np.int64)
    pixels = brush.camera.project(layer.xy[_points_of(layer.starts[kept], lengths)])
    if layer.filled:
        _fill_rings(layer, brush, kept, np.floor(pixels + 0.5).astype(np.int64), np.cumsum(lengths))
    if layer.outline:
        closed = np.concatenate([pixels, following(pixels, lengths)], axis=1)
        draw_lines(brush, closed, [brush.palette.of(layer)], brush.dp)


def _paint_among(layer: Polygons, brush: Brush, nets: Nets, net: Net, which: NDArray[Any]) -> None:
    """Fill triangles of a net; outlines of such as are smaller than a few lines would hide them."""
    if len(which) and layer.filled:
        inks = _inks(layer, brush, np.arange(len(which)))
        nets.lay(brush.surface, brush.camera, brush.rect, net, which, inks | round(255 * brush.opacity * FILLED) << 24)
    if len(which) and layer.outline and not are_tiny(net, brush.camera.scale / brush.dp):
        near = meeting(ring_boxes(layer), brush.box)
        pixels = brush.camera.project(net.corners[which[near]])
        closed = np.concatenate([pixels, np.roll(pixels, -1, axis=1)], axis=2).reshape(-1, 4)
        draw_lines(brush, closed, [brush.palette.of(layer)], brush.dp)


def _points_of(starts: Int32s, lengths: Int64s) -> Int64s:
    """The numbers of the points of some rings, one ring after the other."""
    before = np.cumsum(lengths) - lengths
    numbers: Int64s = np.arange(int(lengths.sum())) + np.repeat(starts - before, lengths)
    return numbers


def ring_boxes(layer: Polygons) -> Floats:
    """The bounding box of every ring: left, top, right, bottom."""
    if len(layer.starts) < 2:
        return np.zeros((0, 4))
    heads = layer.starts[:-1]
    low, high = np.minimum.reduceat(layer.xy, heads, axis=0), np.maximum.reduceat(layer.xy, heads, axis=0)
    return np.concatenate([low, high], axis=1)


def _fill_rings(layer: Polygons, brush: Brush, kept: Int64s, points: Int64s, stops: Int64s) -> None:
    """Fill onto a sheet of its own, so that holes are holes and opacity is even. Each ring ends at its stop."""
    box = _box_around(points).clip(brush.rect)
    if not box.w or not box.h:
        return
    sheet = pygame.Surface(box.size, pygame.SRCALPHA, 32)
    inks, alpha = _inks(layer, brush, kept), round(255 * brush.opacity * FILLED)
    if brush.fast and layer.holes is None and (np.diff(stops, prepend=0) == 3).all():
        _fill_triangles(sheet, points - box.topleft, inks | alpha << 24)
        brush.surface.blit(sheet, box.topleft)
        return
    colours = unpacked(inks)
    corners, first = (points - box.topleft).tolist(), 0
    for i, (ring, stop) in enumerate(zip(kept.tolist(), stops.tolist(), strict=True)):
        hole = layer.holes is not None and layer.holes[ring]
        colour = (0, 0, 0, 0) if hole else (*colours[i if len(colours) > 1 else 0], alpha)
        pygame.draw.polygon(sheet, colour, corners[first:stop])
        first = stop
    brush.surface.blit(sheet, box.topleft)


def _fill_triangles(sheet: pygame.Surface, points: Int64s, inks: Inks) -> None:
    """Fill many of them at once: a search over a mesh shows thousands."""
    size = np.array([*sheet.get_size(), sheet.get_pitch() // 4], np.int64)
    fill_triangles(words(sheet).ravel(), size, points.reshape(-1, 6), inks)


def _box_around(points: Int64s) -> pygame.Rect:
    """The smallest box of pixels that holds all points."""
    (left, top), (right, bottom) = points.min(axis=0).tolist(), points.max(axis=0).tolist()
    return pygame.Rect(left, top, right - left + 1, bottom - top + 1)


def _inks(layer: Polygons, brush: Brush, kept: Int64s) -> Inks:
    """A word for each ring, or one for all."""
    if layer.values is None:
        return np.array([packed(brush.palette.of(layer))], np.int64)
    if not layer.categorical:
        return ramped(brush.palette, layer.values, kept)
    kinds = brush.palette.categories
    return kinds[layer.values[kept].astype(np.int64) % len(kinds)].astype(np.int64)


@paint.register
def _(layer: Labels, brush: Brush) -> None:
    """Write labels that do not run into one another."""
    if brush.write is None:
        return
    taken: list[pygame.Rect] = []
    for i in np.flatnonzero(inside(layer.xy, brush.box))[:MOST_LABELS].tolist():
        x, y = brush.camera.to_screen(*layer.xy[i].tolist())
        room = pygame.Rect(0, 0, round(LETTER * brush.dp * len(layer.texts[i])), round(16 * brush.dp))
        room.center = nearest(x), nearest(y)
        if room.collidelist(taken) < 0:
            taken.append(room)
            if len(layer.texts) <= MOST_HALOS:
                for dx, dy in ((-1, 0), (1, 0), (0, -1), (0, 1)):
                    brush.write(brush.surface, layer.texts[i], brush.palette.halo, (room.x + dx, room.y + dy))
            brush.write(brush.surface, layer.texts[i], brush.palette.of(layer), room.topleft)
