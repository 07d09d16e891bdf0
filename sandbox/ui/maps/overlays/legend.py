"""What colours and shapes on the map mean, on a plate in its corner: ramps with their numbers, shapes with words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np
import pygame

from sandbox import figures
from sandbox.layers import (
    NEVER,
    Arcs,
    CellEvents,
    CellField,
    CellReach,
    Discs,
    Labels,
    Layer,
    Points,
    Polygons,
    Role,
    Segments,
)
from sandbox.ui.canvas.colours import mixed
from sandbox.ui.canvas.raster import span
from sandbox.ui.canvas.several.reach import ALL, SEVERAL, shared_colour
from sandbox.ui.canvas.sprites import blit_disc
from sandbox.ui.maps.overlays.figures import SAID

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from sandbox.ui.canvas.colours import Palette, Rgb
    from sandbox.ui.canvas.scene import Scene
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.style.text import Fonts

Mark = Literal["ramp", "disc", "ring", "line", "dashes", "area", "box", "parts", "words"]
MOST_LINES = 9
MARGIN, PAD, GAP, SIGN, LINE = 8, 8, 8, 26, 18  # dp: to the map's edge, in the plate, sign to words, sign, a line
WIDEST, HIGHEST = 0.5, 0.5  # of the map


@dataclass(frozen=True, slots=True)
class Meaning:
    """One line: a sign and its words; of a ramp the numbers at its ends."""

    mark: Mark
    text: str
    colour: Rgb = (0, 0, 0)
    low: str = ""
    high: str = ""


def meanings(scene: Scene, palette: Palette, *, figures_shown: str = "") -> list[Meaning]:
    """First which figures are written; a line for every layer shown, and what is live on it, the topmost first."""
    layers = [*reversed(scene.live), *(shown.layer for shown in reversed(scene.visible()))]
    lines = [line for layer in layers for line in meaning(layer, palette)]
    if figures_shown:
        lines.insert(0, Meaning("words", SAID[figures_shown], low=figures_shown))
    return lines


def cut(lines: list[Meaning], most: int) -> list[Meaning]:
    """As many lines as there is room for, and how many there are besides."""
    most = max(min(most, MOST_LINES), 2)
    if len(lines) <= most:
        return lines
    return [*lines[: most - 1], Meaning("words", f"and {len(lines) - most + 1} more")]


def _events(layer: CellEvents, palette: Palette) -> Iterator[Meaning]:
    """What is open and closed; nothing of a stage that searches no cells."""
    closed = layer.closed[layer.closed < NEVER]
    if len(closed) or (layer.opened < NEVER).any():
        yield Meaning("box", "open", palette.roles[Role.OPEN])
    if len(closed):
        low, high = int(closed.min()), int(closed.max())
        yield Meaning("ramp", "closed, by event", low=figures.count(low + 1), high=figures.count(high + 1))


def meaning(layer: Layer, palette: Palette) -> Iterator[Meaning]:
    """What a layer's colours and shapes are."""
    text, colour = layer.legend or layer.name, palette.of(layer)
    if isinstance(layer, CellEvents):
        yield from _events(layer, palette)
    elif isinstance(layer, CellReach):
        yield from _reach(layer, palette)
    elif isinstance(layer, CellField) and not layer.categorical:
        yield from _field(layer, text, palette)
    elif isinstance(layer, CellField) or (isinstance(layer, Polygons) and layer.categorical):
        yield Meaning("parts", text)
    elif isinstance(layer, (Points, Segments, Polygons, Discs)) and layer.values is not None:
        yield (
            _ramp(text, float(np.nanmin(layer.values)), float(np.nanmax(layer.values)))
            if len(layer.values)
            else Meaning("words", text)
        )
    elif not isinstance(layer, Labels):
        yield Meaning(_shape(layer), text, colour)


def _reach(layer: CellReach, palette: Palette) -> Iterator[Meaning]:
    ground, half = palette.outside, shared_colour(palette)
    for name, colour in zip(layer.runs, layer.colours, strict=True):
        yield Meaning("box", f"only {name}", palette.series[colour % len(palette.series)])
    if len(layer.runs) > 2:
        yield Meaning("box", "several, not all", mixed(half, ground, 1 - SEVERAL / 255))
    if len(layer.runs) > 1:
        yield Meaning("box", "both" if len(layer.runs) == 2 else "all of them", mixed(half, ground, 1 - ALL / 255))


def _field(layer: CellField, text: str, palette: Palette) -> Iterator[Meaning]:
    low, high = span(layer)
    values = layer.values[np.isfinite(layer.values)]
    if len(values) and values.min() == values.max() == high:  # a mark, not an amount
        ink = int(palette.ramp[255])
        yield Meaning("box", text, (ink >> 16 & 255, ink >> 8 & 255, ink & 255))
    else:
        yield _ramp(text, low, high, layer.unit)


def _ramp(text: str, low: float, high: float, unit: str = "") -> Meaning:
    return Meaning("ramp", text, low=figures.significant(low), high=f"{figures.significant(high)} {unit}".strip())


def _shape(layer: Layer) -> Mark:
    if isinstance(layer, Points):
        return "disc"
    if isinstance(layer, Discs):
        return "disc" if layer.filled else "ring"
    if isinstance(layer, Segments):
        return "dashes" if layer.dashed else "line"
    return "line" if isinstance(layer, Arcs) else "area"


class Legend:
    """The plate, drawn over the map; kept while the scene stays what it is."""

    def __init__(self) -> None:
        self.visible = True
        self.lines: list[Meaning] = []
        self._of: tuple[object, ...] = ()
        self.plate = pygame.Rect(0, 0, 0, 0)

    def follow(self, scene: Scene, palette: Palette, *, figures_shown: str) -> None:
        """Read the scene, if it has changed."""
        of = (scene.changes, id(palette), figures_shown)
        if of != self._of:
            self._of, self.lines = of, meanings(scene, palette, figures_shown=figures_shown)

    def draw(
        self, canvas: Canvas, surface: pygame.Surface, palette: Palette, seen: Sequence[tuple[int, int]] = ()
    ) -> None:
        """Draw the plate into the upper right corner of the map; into another where it would hide a place."""
        self.plate = pygame.Rect(0, 0, 0, 0)
        if not self.visible or not self.lines:
            return
        look, dp = canvas.look, canvas.dp
        most = round(canvas.rect.w * WIDEST) - dp(SIGN + GAP + 2 * PAD)
        if most < dp(60):
            return
        rows = fitting(self.lines, look.fonts, most, round(canvas.rect.h * HIGHEST) // dp(LINE))
        wide = max(max(look.fonts.width(text, style) for text, style in words) for _, words in rows)
        wide = min(max(wide, dp(60)), most)
        plate = pygame.Rect(
            0, 0, wide + dp(SIGN + GAP + 2 * PAD), sum(dp(LINE) * len(w) for _, w in rows) + dp(2 * PAD - 4)
        )
        if not canvas.rect.contains(plate.move(canvas.rect.topleft)):
            return
        left, top, right, bottom = canvas.scene.world
        (x0, y0), (x1, y1) = canvas.to_window(left, top), canvas.to_window(right, bottom)
        world = pygame.Rect(x0, y0, x1 - x0, y1 - y0)
        self.plate = plate = placed(
            plate, canvas.rect.inflate(-2 * dp(MARGIN), -2 * dp(MARGIN)), seen, dp(MARGIN), world
        )
        look.painter.box(surface, plate, look.colours.tooltip, look.colours.strong_line, dp(6), dp(1))
        y = plate.y + dp(PAD - 2)
        for line, words in rows:
            sign = pygame.Rect(plate.x + dp(PAD), y, dp(SIGN), dp(LINE))
            _sign(canvas, surface, line, sign, palette)
            for text, style in words:
                room = pygame.Rect(sign.right + dp(GAP), y, wide, dp(LINE))
                look.fonts.line(surface, text, style, look.colours.text if style == "small" else look.colours.dim, room)
                y += dp(LINE)


def placed(
    plate: pygame.Rect,
    room: pygame.Rect,
    seen: Sequence[tuple[int, int]],
    around: int,
    world: pygame.Rect | None = None,
) -> pygame.Rect:
    """The first corner in which the plate hides none of the places, and the first of all where it always does.

    A later one where that hides less than half as much of the `world`.
    """
    corners = [plate.move(room.right - plate.w, y) for y in (room.y, room.bottom - plate.h)]
    corners += [plate.move(room.topleft), plate.move(room.x, room.bottom - plate.h)]
    free = [box for box in corners if not any(box.inflate(2 * around, 2 * around).collidepoint(at) for at in seen)]
    if not free or world is None:
        return free[0] if free else corners[0]
    hidden = [part.w * part.h for part in map(world.clip, free)]
    return next((box for box, area in zip(free, hidden, strict=True) if 2 * area < hidden[0]), free[0])


def wrapped(lines: Iterable[Meaning], fonts: Fonts, most: int) -> Iterator[tuple[Meaning, list[tuple[str, str]]]]:
    """Each line with its words, on as many lines as they take; a ramp's numbers stand below them."""
    for line in lines:
        words = [(text, "small") for text in fonts.wrap(line.text, "small", most)]
        if line.mark == "ramp":
            words.append((f"{line.low} … {line.high}", "mono_small"))
        yield line, words


def fitting(lines: list[Meaning], fonts: Fonts, most: int, high: int) -> list[tuple[Meaning, list[tuple[str, str]]]]:
    """As many of the lines, with their words, as take no more than `high` lines of print; two at least."""
    count = min(len(lines), MOST_LINES)
    rows = list(wrapped(cut(lines, count), fonts, most))
    while count > 2 and sum(len(words) for _, words in rows) > high:
        count -= 1
        rows = list(wrapped(cut(lines, count), fonts, most))
    return rows


def _sign(canvas: Canvas, surface: pygame.Surface, line: Meaning, room: pygame.Rect, palette: Palette) -> None:
    dp, centre = canvas.dp, room.center
    bar = pygame.Rect(room.x, room.centery - dp(5), room.w, dp(10))
    if line.mark == "ramp":
        for x in range(bar.w):
            ink = int(palette.ramp[x * 255 // max(bar.w - 1, 1)])
            surface.fill((ink >> 16 & 255, ink >> 8 & 255, ink & 255), (bar.x + x, bar.y, 1, bar.h))
    elif line.mark == "parts":
        for k in range(3):
            ink = int(palette.categories[k % len(palette.categories)])
            third = pygame.Rect(bar.x + k * bar.w // 3, bar.y, bar.w // 3 - 1, bar.h)
            surface.fill((ink >> 16 & 255, ink >> 8 & 255, ink & 255), third)
    elif line.mark in ("box", "area"):
        canvas.look.painter.box(surface, bar, canvas.look.colours.sunken, None, dp(2))
        surface.fill(line.colour, bar.inflate(-dp(2), -dp(2)))
    elif line.mark in ("disc", "ring"):
        blit_disc(surface, centre, dp(4), line.colour, palette.halo, filled=line.mark == "disc")
    elif line.mark in ("line", "dashes"):
        parts = 3 if line.mark == "dashes" else 1
        for k in range(parts):
            width = room.w // (2 * parts - 1)
            surface.fill(line.colour, (room.x + 2 * k * width, room.centery - dp(1), width, max(dp(2.5), 2)))
    elif line.low:
        look = canvas.look
        look.fonts.line(surface, line.low.replace(" ", ""), "mono_small", look.colours.dim, room)
