"""A scene painted for one camera, kept, and repainted only where something changed.

A pan shifts the kept picture and paints the strips that came into view; an edit repaints its own cells; a
new layer version, a zoom or another theme repaints all. The ground (tiles, their patterns, grid lines) is kept by
itself: it costs as much as everything above it, and layers come and go much more often than tiles change. While a pan
only brings strips into view, the picture of the ground is not shifted with it, for that would take twice as long.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field, replace

import pygame

from sandbox.layers import CellEvents, CellField, CellReach, Layer
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import Palette
from sandbox.ui.canvas.painters import Brush, WriteText, paint
from sandbox.ui.canvas.raster import CellRect, FieldRaster, Tiles, blit_cells
from sandbox.ui.canvas.scene import Scene, Shown
from sandbox.ui.canvas.searched.nets import Nets
from sandbox.ui.canvas.searched.playback import PlaybackRaster
from sandbox.ui.canvas.several.reach import ReachRaster
from sandbox.ui.canvas.sprites import pattern_sprite

PATTERN_FROM, GRID_FROM = 14.0, 8.0  # dp a cell from which terrain patterns show, and grid lines
SIGNS = 0.75  # opacity of areas, doors and the like: the ground shows through
VEIL = 140  # how much of the ground a veil hides, of 255
ASIDE = 0.25  # opacity of paths while another one is pointed out
GLOW, SHADE = (11, 12, 14), (16, 16, 15)  # grid lines only tint what they cross
Raster = FieldRaster | PlaybackRaster | ReachRaster


@dataclass
class Picture:
    """The kept picture of one pane."""

    scene: Scene
    palette: Palette
    dp: float = 1.0
    fast: bool = False  # whether the stroke kernel is loaded
    write: WriteText | None = None
    surface: pygame.Surface = field(default_factory=lambda: pygame.Surface((1, 1), 0, 32))
    _ground: pygame.Surface = field(default_factory=lambda: pygame.Surface((1, 1), 0, 32))
    _grounded: tuple[object, ...] = ()  # what the ground was painted of
    _ground_at: Camera | None = None  # and for which camera
    _camera: Camera | None = None
    _changes: int = -1
    _rasters: dict[str, Raster] = field(default_factory=dict)
    _nets: Nets = field(default_factory=Nets)

    def adopt(self, raster: PlaybackRaster | ReachRaster) -> None:
        """Take the pixels of a layer made elsewhere, if they are of the colours shown."""
        if raster.palette is self.palette:
            self._rasters[raster.shown.name] = raster

    def update(self, camera: Camera) -> list[pygame.Rect]:
        """Bring the picture up to date; the rectangles that changed."""
        size = (camera.width, camera.height)
        if self.surface.get_size() != size:
            self.surface, self._ground = pygame.Surface(size, 0, 32), pygame.Surface(size, 0, 32)
            self._camera = self._ground_at = None
        shift = _shift(self._camera, camera)
        stale = self._changes != self.scene.changes
        self._changes = self.scene.changes
        self._camera = camera
        edited = [r for cells in self.scene.dirty_cells if (r := self._pixels_of(cells.rect, camera)).w]
        if not stale and shift is not None and shift != (0, 0):
            return self._pan(camera, shift, edited)
        self._follow_ground(camera)
        self.scene.dirty_cells.clear()
        return self._repaint([self.surface.get_rect()] if stale or shift is None else edited, camera)

    def _pan(self, camera: Camera, shift: tuple[int, int], edited: list[pygame.Rect]) -> list[pygame.Rect]:
        """Move the picture alone; the ground follows when it is needed, and is painted anew if it missed edits."""
        if any(cells.terrain for cells in self.scene.dirty_cells):
            self._ground_at = None
        self.scene.dirty_cells.clear()
        for rect in (*_scrolled(self.surface, shift), *edited):
            self._paint_ground(self.surface, camera, rect)
            self._paint_above(camera, rect)
        self.surface.set_clip(None)
        return [self.surface.get_rect()]

    def paint_live(self, target: pygame.Surface, camera: Camera, clip: pygame.Rect) -> None:
        """Draw the live layers onto a copy of the picture."""
        for layer in self.scene.live:
            paint(layer, self._brush(target, camera, clip))

    def _follow_ground(self, camera: Camera) -> None:
        """Shift the ground to the camera, and paint what is new of it."""
        scene, shift = self.scene, _shift(self._ground_at, camera)
        of = (scene.tiles, scene.patterns, scene.grid_lines, scene.pale)
        if shift is None or any(a is not b for a, b in zip(of, self._grounded or (None,) * 4, strict=True)):
            parts = [self._ground.get_rect()]
        else:
            parts = _scrolled(self._ground, shift)
            parts += [self._pixels_of(cells.rect, camera) for cells in scene.dirty_cells if cells.terrain]
        self._grounded, self._ground_at = of, camera
        for part in parts:
            if part.w and part.h:
                self._paint_ground(self._ground, camera, part)
        self._ground.set_clip(None)

    def _pixels_of(self, cells: CellRect, camera: Camera) -> pygame.Rect:
        x, y, width, height = cells
        left, top = camera.to_screen(x, y)
        right, bottom = camera.to_screen(x + width, y + height)
        box = pygame.Rect(math.floor(left), math.floor(top), 0, 0)
        box.size = math.ceil(right) - box.x + 1, math.ceil(bottom) - box.y + 1
        rim = 2 * math.ceil(self.dp)  # outlines are as wide on the other side
        return box.inflate(2 * rim, 2 * rim).clip(self.surface.get_rect())

    def _repaint(self, rects: list[pygame.Rect], camera: Camera) -> list[pygame.Rect]:
        for rect in rects:
            self.surface.set_clip(rect)
            self.surface.blit(self._ground, rect, rect)
            self._paint_above(camera, rect)
        self.surface.set_clip(None)
        return rects

    def _paint_above(self, camera: Camera, rect: pygame.Rect) -> None:
        """Draw what lies on the ground."""
        brush = self._brush(self.surface, camera, rect)
        entries = self.scene.visible()
        for entry in entries:
            if entry.is_raster:
                self._paint_raster(entry, camera, rect)
        if self.scene.rings is not None:
            paint(self.scene.rings.layer, replace(brush, opacity=1.0, time=None))
        for layer in self.scene.signs:
            paint(layer, replace(brush, opacity=SIGNS, time=None))
        for entry in entries:
            if not entry.is_raster:
                paint(entry.layer, replace(brush, opacity=entry.opacity))
        for layer in self.scene.over:
            aside = self.scene.lit not in ("", layer.name)
            paint(layer, replace(brush, opacity=ASIDE) if aside else brush)
        for layer in self.scene.over:
            if layer.name == self.scene.lit:
                paint(layer, brush)

    def _brush(self, surface: pygame.Surface, camera: Camera, rect: pygame.Rect) -> Brush:
        of_all = self.palette, self.dp, self.fast, 1.0, self.scene.time, self.write, self._nets
        return Brush(surface, camera, rect, *of_all)

    def _paint_ground(self, target: pygame.Surface, camera: Camera, rect: pygame.Rect) -> None:
        """Paint a part of the ground; the target's clip is that part from then on."""
        target.set_clip(rect)
        target.fill(self.palette.outside, rect)
        if self.scene.tiles is not None:
            self._paint_tiles(self.scene.tiles, target, camera, rect)
        if self.scene.pale:
            veil = pygame.Surface(rect.size, 0, 32)
            veil.fill(self.palette.outside)
            veil.set_alpha(VEIL)
            target.blit(veil, rect)

    def _paint_tiles(self, tiles: Tiles, target: pygame.Surface, camera: Camera, rect: pygame.Rect) -> None:
        part, corner = _part(camera, rect)
        blit_cells(target, tiles.surface, part, corner, fast=self.fast)
        if self.scene.patterns and camera.scale >= PATTERN_FROM * self.dp:
            self._paint_patterns(tiles, target, camera, rect)
        if self.scene.grid_lines and camera.scale >= GRID_FROM * self.dp:
            self._paint_grid(target, camera, rect)

    def _cells_in(self, camera: Camera, rect: pygame.Rect) -> tuple[int, int, int, int]:
        left, top = camera.to_world(rect.left, rect.top)
        right, bottom = camera.to_world(rect.right, rect.bottom)
        _, _, width, height = self.scene.world
        return (
            max(math.floor(left), 0), max(math.floor(top), 0),
            min(math.ceil(right), int(width)), min(math.ceil(bottom), int(height)),
        )  # fmt: skip

    def _paint_patterns(self, tiles: Tiles, target: pygame.Surface, camera: Camera, rect: pygame.Rect) -> None:
        x0, y0, x1, y1 = self._cells_in(camera, rect)
        size = math.ceil(camera.scale)
        ink = (255, 255, 255, 26) if self.palette.dark else (0, 0, 0, 40)
        sprites = [pattern_sprite(p, size, ink) if p != "plain" else None for p in self.scene.patterns]
        blits = []
        for y in range(y0, y1):
            codes = tiles.codes[y, x0:x1].tolist()
            py = round(camera.to_screen(0, y)[1])
            for x, code in enumerate(codes, x0):
                sprite = sprites[code] if code < len(sprites) else None
                if sprite is not None:
                    blits.append((sprite, (round(camera.to_screen(x, 0)[0]), py)))
        target.fblits(blits)

    def _paint_grid(self, target: pygame.Surface, camera: Camera, rect: pygame.Rect) -> None:
        x0, y0, x1, y1 = self._cells_in(camera, rect)
        if x0 > x1 or y0 > y1:  # equal at the world's last line, which is drawn too
            return
        colour, blend = (GLOW, pygame.BLEND_RGB_ADD) if self.palette.dark else (SHADE, pygame.BLEND_RGB_SUB)
        # A blending fill does not heed the surface's clip, so each line is cut by hand.
        left, top = (round(v) for v in camera.to_screen(x0, y0))
        right, bottom = (round(v) for v in camera.to_screen(x1, y1))
        for x in range(x0, x1 + 1):
            px = round(camera.to_screen(x, 0)[0])
            target.fill(colour, rect.clip((px, top, 1, bottom - top)), blend)
        for y in range(y0, y1 + 1):
            py = round(camera.to_screen(0, y)[1])
            target.fill(colour, rect.clip((left, py, right - left, 1)), blend)

    def _paint_raster(self, entry: Shown, camera: Camera, rect: pygame.Rect) -> None:
        raster = self._raster(entry.layer)
        part, corner = _part(camera, rect)
        blit_cells(self.surface, raster.surface, part, corner, entry.opacity, fast=self.fast)

    def _raster(self, layer: Layer) -> Raster:
        """The layer's pixels, brought up to its version and to the moment of playback."""
        raster = self._rasters.get(layer.name)
        if isinstance(layer, CellEvents):
            if not isinstance(raster, PlaybackRaster) or raster.shown is not layer:
                raster = self._rasters[layer.name] = PlaybackRaster(self.palette, layer)
            raster.move_to(layer.start + len(layer.order) if self.scene.time is None else self.scene.time)
            return raster
        if isinstance(layer, CellReach):
            if not isinstance(raster, ReachRaster) or raster.shown.reached is not layer.reached:
                raster = self._rasters[layer.name] = ReachRaster(self.palette, layer)
            raster.follow(layer)
            return raster
        assert isinstance(layer, CellField)
        if not isinstance(raster, FieldRaster) or raster.shown.values.shape != layer.values.shape:
            raster = self._rasters[layer.name] = FieldRaster(self.palette, layer)
        elif raster.shown is not layer:
            raster.update(layer)
        return raster


def _shift(old: Camera | None, camera: Camera) -> tuple[int, int] | None:
    """By how many whole pixels a kept picture has to move, or None if that does not do."""
    if old is None or old.scale != camera.scale:
        return None
    dx, dy = (old.x - camera.x) * camera.scale, (old.y - camera.y) * camera.scale
    if abs(dx) >= camera.width or abs(dy) >= camera.height:
        return None
    whole = round(dx), round(dy)
    return whole if abs(dx - whole[0]) < 0.01 and abs(dy - whole[1]) < 0.01 else None


def _scrolled(surface: pygame.Surface, shift: tuple[int, int]) -> list[pygame.Rect]:
    """Move a surface's pixels; the strips left to paint."""
    dx, dy = shift
    if (dx, dy) == (0, 0):
        return []
    width, height = surface.get_size()
    surface.scroll(dx, dy)
    strips = []
    if dx:
        strips.append(pygame.Rect(0 if dx > 0 else width + dx, 0, abs(dx), height))
    if dy:
        strips.append(pygame.Rect(0, 0 if dy > 0 else height + dy, width, abs(dy)))
    return strips


def _part(camera: Camera, rect: pygame.Rect) -> tuple[Camera, tuple[int, int]]:
    """A camera that sees just the rectangle, and where its picture goes."""
    x, y = camera.to_world(rect.left, rect.top)
    return replace(camera, width=rect.width, height=rect.height, x=x, y=y), rect.topleft
