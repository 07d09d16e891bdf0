"""A level as an SVG picture: terrain with its patterns, polygons, timed doors, markers.

`render` begins with the same drawing and paints layers over it.
"""

from __future__ import annotations

from sandbox.level.formats.common.format import ALL, Format
from sandbox.level.markers import Marker, MarkerKind
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.level.terrain import Pattern, Terrain
from sandbox.level.timed import Door, Drift
from sandbox.svg import Drawing, cells_path, hatch, number, ring_path

LONGEST = 1600.0  # pixels of the longer side, unless told otherwise
POLYGON, POLYGON_EDGE = "#B08D57", "#E2C48D"
START, GOAL = "#4CC38A", "#FF7B72"
DOOR = "#E69F00"

# Marks on a tile of one cell, in the manner of map signatures.
_MARKS: dict[Pattern, str] = {
    Pattern.BRICKS: "M0 .5H1M.25 0V.5M.75 .5V1",
    Pattern.WAVES: "M0 .35Q.25 .1 .5 .35T1 .35M0 .8Q.25 .55 .5 .8T1 .8",
    Pattern.RIPPLES: "M.15 .5Q.5 .25 .85 .5",
    Pattern.REEDS: "M.2 .85V.4M.5 .85V.2M.8 .85V.4",
    Pattern.DASHES: "M.2 .5H.8",
    Pattern.BLADES: "M.3 .75L.5 .4L.7 .75",
    Pattern.DOTS: "M.25 .3h.02M.75 .7h.02",
    Pattern.CROWNS: "M.5 .15L.85 .8H.15z",
    Pattern.HATCH: "M0 1L1 0",
    Pattern.CROSSES: "M.3 .3L.7 .7M.7 .3L.3 .7",
    Pattern.STONES: "M.2 .65L.4 .35L.65 .4L.8 .7z",
}


def write(level: Level) -> bytes:
    """The file of a level's picture."""
    return draw(level).text().encode()


def draw(level: Level, scale: float = 0.0) -> Drawing:
    """The level's drawing, `scale` pixels a cell (0: to a handsome size)."""
    scale = scale or min(max(LONGEST / max(level.width, level.height), 1.0), 24.0)
    drawing = Drawing(level.width, level.height, scale, level.title)
    _terrain(drawing, level)
    for _, shape in sorted(level.polygons.items()):
        _polygon(drawing, shape)
    _timed(drawing, level)
    for name, marker in level.markers.items():
        _marker(drawing, name, marker)
    return drawing


def _terrain(drawing: Drawing, level: Level) -> None:
    for code, terrain in enumerate(level.palette):
        path = cells_path(level.terrain == code)
        if path:
            drawing.add("path", d=path, fill=_paint(drawing, terrain, code), shape_rendering="crispEdges")


def _paint(drawing: Drawing, terrain: Terrain, code: int) -> str:
    marks = _MARKS.get(terrain.pattern, "")
    if not marks or drawing.scale < 4:  # smaller marks would only be a tint
        return terrain.colour
    return hatch(drawing, f"terrain{code}", terrain.colour, _ink(terrain.colour), marks)


def _ink(colour: str) -> str:
    """The colour a little lighter, or darker where it is light."""
    parts = [int(colour[i : i + 2], 16) for i in (1, 3, 5)]
    target, share = (0, 0.25) if sum(parts) > 330 else (255, 0.16)
    return "#" + "".join(f"{round(p + (target - p) * share):02x}" for p in parts)


def _polygon(drawing: Drawing, shape: Obstacle) -> None:
    path = "".join(ring_path(ring / UNITS) for ring in shape.rings)
    look = {"stroke": POLYGON_EDGE, "stroke_width": drawing.dp(1.5), "stroke_linejoin": "round"}
    drawing.add("path", d=path, fill=POLYGON, fill_rule="evenodd", **look)


def _timed(drawing: Drawing, level: Level) -> None:
    dash = f"{number(drawing.dp(4))} {number(drawing.dp(3))}"
    look = {"fill": "none", "stroke": DOOR, "stroke_width": drawing.dp(2), "stroke_dasharray": dash}
    for change in level.timed:
        if isinstance(change, Door):
            area = change.area
            drawing.add("rect", x=area.x0, y=area.y0, width=area.width, height=area.height, **look)
        elif isinstance(change, Drift) and change.polygon in level.polygons:
            x0, y0, x1, y1 = (c / UNITS for c in level.polygons[change.polygon].box)
            points = [((x0 + x1) / 2 + dx, (y0 + y1) / 2 + dy) for dx, dy in change.path]
            drawing.add("path", d=ring_path(points, closed=False), **look)


def _marker(drawing: Drawing, name: str, marker: Marker) -> None:
    colour = GOAL if marker.kind is MarkerKind.GOAL or name == "goal" else START
    if marker.kind is not MarkerKind.POINT:
        look = {"fill": colour, "fill_opacity": 0.12, "stroke": colour, "stroke_width": drawing.dp(1.5)}
        drawing.add("path", d=ring_path(marker.points), **look)
        return
    x, y = marker.point
    look = {"fill": colour, "stroke": "#FFFFFF", "stroke_width": drawing.dp(1.5)}
    radius = max(drawing.dp(6), 0.35)
    if name == "goal":  # told apart by shape too
        drawing.add("path", d=ring_path([(x, y - radius), (x + radius, y), (x, y + radius), (x - radius, y)]), **look)
    else:
        drawing.add("circle", cx=x, cy=y, r=radius, **look)


FORMAT = Format(
    title="SVG picture",
    extensions=(".svg",),
    help="a picture",
    order=70,
    write=write,
    keeps=ALL,
)
