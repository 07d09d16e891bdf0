"""What lies under the pointer, in one line at the foot of the map: place, cell, terrain, cost, polygon and vertex."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.geometry.segments import inside_rings, nearest_vertex
from sandbox.level.obstacles import UNITS
from sandbox.ui.maps.tools.parts.pen import CHIP_PAD

if TYPE_CHECKING:
    import pygame

    from sandbox.level.model import Level
    from sandbox.level.obstacles import Obstacle
    from sandbox.ui.maps.nearby import Nearby
    from sandbox.ui.maps.tools.parts.pen import Pen

PARTED, CLOSER, CUT = "  ·  ", " · ", " …"
HIGHEST = 0.5  # part of the map's height
REACH = 8  # dp from a vertex that counts as on it
MARGIN = 8  # dp from the corner of the map


def words(level: Level, at: tuple[float, float], reach: float, near: Nearby | None = None) -> str:
    """The line for a point in cells, empty outside the level; `reach` (cells) makes vertices easy to hit."""
    x, y = at
    if not (0 <= x < level.width and 0 <= y < level.height):
        return ""
    ground = level.palette[level.code_at(x, y)]
    cost = "blocked" if ground.blocked else f"cost {ground.cost:g}"
    parts = [f"{x:.2f}, {y:.2f}", f"cell {int(x)}, {int(y)}", f"{ground.name}, {cost}"]
    return PARTED.join([*parts, *(_shapes(near.near(level, at, reach), at, reach) if near is not None else ())])


def _shapes(near: list[Obstacle], at: tuple[float, float], reach: float) -> list[str]:
    """The polygons here, each with the vertex the pointer is on."""
    found = []
    for shape in near:
        vertex = _vertex(shape, at, reach)
        if vertex or inside_rings([ring / UNITS for ring in shape.rings], at):
            found.append(f"polygon {shape.id}" + (f" “{shape.name}”" if shape.name else "") + vertex)
    return found


def _vertex(shape: Obstacle, at: tuple[float, float], reach: float) -> str:
    """Which vertex the point is on."""
    near = [(nearest_vertex(ring / UNITS, at), number) for number, ring in enumerate(shape.rings)]
    best, ring = min(near, key=lambda n: n[0].distance)
    if best.distance > reach:
        return ""
    place = "" if ring == 0 else f" of hole {ring}"
    return f", vertex {best.number}{place} at {best.point[0]:g}, {best.point[1]:g}"


def draw(level: Level, at: tuple[float, float], pen: Pen, near: Nearby | None, above: str = "") -> pygame.Rect | None:
    """Write it into the map's lower left corner; without shapes while something is dragged, which is known.

    Above it, what the recording tells of the place.
    """
    canvas = pen.canvas
    line = words(level, at, canvas.dp(REACH) / canvas.camera.scale, near)
    if not line:
        return None
    margin = canvas.dp(MARGIN)
    signs = (canvas.rect.w - 3 * margin) // canvas.look.fonts.width("0", "mono_small")
    high = canvas.look.fonts.height("mono_small") + 2 * canvas.dp(CHIP_PAD[1])
    *upper, last = fitted(above, line, signs, max(round(canvas.rect.h * HIGHEST) // high, 1))
    plate = pen.chip(last, (canvas.rect.x + margin, canvas.rect.bottom))
    for part in reversed(upper):
        plate = pen.chip(part, (plate.x, plate.y - plate.h + 1))
    return plate


def fitted(above: str, line: str, signs: int, most: int) -> list[str]:
    """What the recording tells and the place's own line, in at most so many lines: the place gives way first."""
    cell = line.split(PARTED)[1]
    for place in (line, cell):
        lines = [*(broken(above, signs) if above else ()), *broken(place, signs)]
        if len(lines) <= most:
            return lines
    kept = broken(PARTED.join(filter(None, (cell, above))), signs)[:most]
    return [*kept[:-1], f"{kept[-1]}{CUT}"]


def broken(line: str, signs: int) -> list[str]:
    """A line in as many as it takes, parted between its facts; those closer together where it takes several."""
    if len(line) <= signs:
        return [line]
    lines = [""]
    for part in line.split(PARTED):
        if lines[-1] and len(lines[-1]) + len(CLOSER) + len(part) > signs:
            lines.append("")
        lines[-1] += (CLOSER if lines[-1] else "") + part
    return lines
