"""Pictures as SVG text: drawing elements, and a painter for every layer the core hands out.

For `render` and `convert`, which need no window: nothing here knows pygame. A drawing's user unit is the
cell, so that shapes keep their coordinates; sizes in dp (dots, line widths) are divided by the scale.
Colour fields are embedded as PNG, one pixel a cell; everything else stays geometry.
"""

from __future__ import annotations

import base64
import itertools
import math
import re
import tomllib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from functools import cache
from html import escape  # xml.sax would bring all of urllib along
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox import png
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
    in_lanes,
)
from sandbox.settings import assets_folder

BACKGROUND = "#121419"
# A ramp whose lightness grows throughout (after viridis, by Smith and van der Walt, 2015), so it reads in grey.
RAMP = np.array([[68, 1, 84], [59, 82, 139], [33, 145, 140], [94, 201, 98], [253, 231, 37]], np.float64)
FIELD_ALPHA = 150
SEVERAL_ALPHA, SHARED_ALPHA = 110, 60  # of cells that several runs have reached, and all of them


@dataclass
class Drawing:
    """An SVG picture under construction, `width` × `height` cells at `scale` pixels each.

    `left` and `top` are the cells at its upper left corner: a picture may show a part of the world.
    """

    width: float
    height: float
    scale: float = 8.0
    title: str = ""
    background: str = BACKGROUND
    body: list[str] = field(default_factory=list)
    definitions: dict[str, str] = field(default_factory=dict)  # by id: patterns, clips
    left: float = 0.0
    top: float = 0.0

    def add(self, tag: str, **attributes: object) -> None:
        """Append one element without content; `stroke_width=2` is written `stroke-width="2"`."""
        self.body.append(element(tag, "", **attributes))

    def dp(self, length: float) -> float:
        """A length on the screen as one in cells."""
        return length / self.scale

    def text(self) -> str:
        """The whole file."""
        root = {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": self.width * self.scale,
            "height": self.height * self.scale,
            "viewBox": " ".join(map(number, (self.left, self.top, self.width, self.height))),
        }
        corner: dict[str, object] = {"x": self.left, "y": self.top} if self.left or self.top else {}
        sides: dict[str, object] = {"width": self.width, "height": self.height, "fill": self.background}
        ground = element("rect", "", **corner, **sides)
        parts = [f"<title>{text_of(self.title)}</title>"] if self.title else []
        parts += [f"<defs>{''.join(self.definitions.values())}</defs>"] if self.definitions else []
        return element("svg", "\n" + "\n".join([*parts, ground, *self.body]) + "\n", **root) + "\n"


def element(tag: str, content: str = "", **attributes: object) -> str:
    """One element; `content` is markup (escape texts before)."""
    given = ((name, value) for name, value in attributes.items() if value is not None)
    words = "".join(f' {_attribute(name)}="{escape(_value(value))}"' for name, value in given)
    return f"<{tag}{words}>{content}</{tag}>" if content else f"<{tag}{words}/>"


def text_of(text: str) -> str:
    """A text as markup; what XML cannot say at all (control characters) is left out."""
    return escape(_UNSAYABLE.sub("", text), quote=False)


_UNSAYABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")


def _attribute(name: str) -> str:
    return name.rstrip("_").replace("_", "-")


def _value(value: object) -> str:
    return number(value) if isinstance(value, (int, float)) else str(value)


def number(value: float) -> str:
    """A coordinate, to the thousandth, without superfluous zeros."""
    text = f"{value:.3f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def ring_path(xy: NDArray[np.float64] | Iterable[tuple[float, float]], *, closed: bool = True) -> str:
    """Path data of one polyline."""
    words = [f"{number(float(x))} {number(float(y))}" for x, y in xy]
    return ("M" + "L".join(words) + ("z" if closed else "")) if words else ""


def cells_path(mask: NDArray[np.bool_]) -> str:
    """Path data that covers the true cells: runs of a row, merged with equal runs below."""
    return "".join(f"M{x} {y}h{wide}v{high}h-{wide}z" for x, y, wide, high in rectangles(mask).tolist())


def rectangles(mask: NDArray[np.bool_]) -> NDArray[np.int64]:
    """Disjoint rectangles [n, (x, y, width, height)] that cover the true cells."""
    edges = np.diff(np.pad(mask, ((0, 0), (1, 1))).astype(np.int8), axis=1)
    y, x0 = np.nonzero(edges == 1)
    x1 = np.nonzero(edges == -1)[1]
    order = np.lexsort((y, x1, x0))
    x0, x1, y = x0[order], x1[order], y[order]
    begins = np.ones(len(y), bool)
    begins[1:] = (np.diff(x0) != 0) | (np.diff(x1) != 0) | (np.diff(y) != 1)
    first = np.flatnonzero(begins)
    high = np.diff(np.append(first, len(y)))
    return np.column_stack([x0[first], y[first], (x1 - x0)[first], high])


def hatch(drawing: Drawing, name: str, paper: str, ink: str, marks: str, side: float = 1.0) -> str:
    """Define a repeating pattern once; returns the paint that refers to it."""
    ground = element("rect", width=side, height=side, fill=paper)
    shape = element("path", d=marks, stroke=ink, stroke_width=0.12, fill="none", stroke_linecap="square")
    attributes = {"id": name, "width": side, "height": side, "patternUnits": "userSpaceOnUse"}
    drawing.definitions[name] = element("pattern", ground + shape, **attributes)
    return f"url(#{name})"


def paint(drawing: Drawing, layers: Iterable[Layer], time: int | None = None) -> None:
    """Draw the visible layers, first at the bottom; of recorded ones the moment after so many events."""
    for shown in layers:
        layer = at_moment(shown, time)
        if layer.visible:
            drawing.body.append(f"<g><title>{text_of(layer.legend or layer.name)}</title>")
            _PAINTERS[type(layer)](drawing, layer)
            drawing.body.append("</g>")


def at_moment(layer: Layer, time: int | None) -> Layer:
    """A layer with what has happened after so many events, and no more; None: all of it."""
    if time is None:
        return layer
    if isinstance(layer, CellEvents):
        return _searched(layer, time)
    if isinstance(layer, Points) and layer.born is not None:
        kept = layer.born < time
        return replace(layer, xy=layer.xy[kept], values=None if layer.values is None else layer.values[kept], born=None)
    if isinstance(layer, Segments) and layer.born is not None and not layer.chained:
        kept = layer.born < time
        values = None if layer.values is None else layer.values[kept]
        return replace(layer, ends=layer.ends[kept], values=values, born=None)
    return layer


def _searched(layer: CellEvents, time: int) -> CellEvents:
    """Cells opened and closed by then; what was opened again is as its last turn before that left it."""
    opened = np.where(layer.opened < time, layer.opened, NEVER).astype(np.int32)
    closed = np.where(layer.closed < time, layer.closed, NEVER).astype(np.int32)
    cells, _, shut = layer.flips[layer.flips[:, 1] < time].T
    turned = np.full(closed.shape, -1, np.int8)
    turned[cells] = shut  # of several, the last one stays
    closed[turned == 0] = NEVER
    return replace(layer, opened=opened, closed=closed, flips=layer.flips[:0])


def ramp(values: NDArray[np.float64], low: float | None, high: float | None) -> NDArray[np.uint8]:
    """Colours [..., 3] of amounts; low and high default to the data's."""
    finite = values[np.isfinite(values)]
    floor = low if low is not None else float(finite.min(initial=math.inf))
    ceiling = high if high is not None else float(finite.max(initial=-math.inf))
    span = max(ceiling - floor, 1e-12) if ceiling > floor else 1.0
    place = np.clip(np.nan_to_num((values - floor) / span), 0, 1) * (len(RAMP) - 1)
    steps = np.arange(len(RAMP))
    return np.stack([np.interp(place, steps, RAMP[:, c]) for c in range(3)], axis=-1).astype(np.uint8)


def _series(values: NDArray[np.float64]) -> NDArray[np.uint8]:
    series = inks().series
    colours = np.array([[int(c[i : i + 2], 16) for i in (1, 3, 5)] for c in series], np.uint8)
    return colours[np.nan_to_num(values).astype(np.int64) % len(series)]


def _hex(rgb: NDArray[np.uint8]) -> list[str]:
    return [f"#{r:02X}{g:02X}{b:02X}" for r, g, b in rgb.reshape(-1, 3).tolist()]


class Inks(NamedTuple):
    """The colours of roles and of contestants."""

    roles: dict[str, str]
    series: tuple[str, ...]


@cache
def inks() -> Inks:
    """The window's, in its dark theme."""
    canvas, theme = (
        tomllib.loads((assets_folder() / f"{name}.toml").read_text("utf-8")) for name in ("canvas", "theme")
    )
    return Inks(canvas["dark"]["roles"], tuple(theme["themes"]["dark"]["series"]))


def colour_of(layer: Layer) -> str:
    """The colour of a layer's series, or else of its role."""
    roles, series = inks()
    return series[layer.series % len(series)] if layer.series >= 0 else roles[layer.role]


def _colours(layer: Points | Discs | Segments | Polygons, count: int) -> list[str]:
    """One colour per item: of its value if it has one, else of the layer's role."""
    if layer.values is None:
        return [colour_of(layer)] * count
    if isinstance(layer, Polygons) and layer.categorical:
        return _hex(_series(layer.values))
    return _hex(ramp(layer.values, None, None))


def _cell_field(drawing: Drawing, layer: CellField) -> None:
    values = np.asarray(layer.values, np.float64)
    rgb = _series(values) if layer.categorical else ramp(values, layer.low, layer.high)
    alpha = np.where(np.isnan(values), 0, FIELD_ALPHA).astype(np.uint8)
    _image(drawing, np.dstack([rgb, alpha]))


def _cell_events(drawing: Drawing, layer: CellEvents) -> None:
    """The search at its end: closed cells by when they were closed, open ones in the colour of the open list."""
    shape = (layer.height, layer.width)
    opened, closed = layer.opened.reshape(shape), layer.closed.reshape(shape)
    rgb = ramp(np.where(closed < NEVER, closed, np.nan).astype(np.float64), None, None)
    still_open = (opened < NEVER) & (closed == NEVER)
    rgb[still_open] = [int(inks().roles[Role.OPEN][i : i + 2], 16) for i in (1, 3, 5)]
    alpha = np.where(opened < NEVER, FIELD_ALPHA, 0).astype(np.uint8)
    _image(drawing, np.dstack([rgb, alpha]))


def _cell_reach(drawing: Drawing, layer: CellReach) -> None:
    """Cells of one run alone in its colour, those of several in grey, those of all of them in a faint one."""
    reached = [numbers <= time for numbers, time in zip(layer.reached, layer.times, strict=True)]
    count = np.sum(reached, axis=0)
    rgb, alpha = np.full((len(count), 3), 128, np.uint8), np.full(len(count), SEVERAL_ALPHA, np.uint8)
    for there, colour in zip(reached, layer.colours, strict=True):
        rgb[there & (count == 1)] = _series(np.array([colour], np.float64))[0]
    alpha[count == 1], alpha[count == 0], alpha[count == len(reached)] = FIELD_ALPHA, 0, SHARED_ALPHA
    if len(reached) == 1:
        alpha[count == 1] = FIELD_ALPHA
    _image(drawing, np.column_stack([rgb, alpha]).reshape(layer.height, layer.width, 4))


def _image(drawing: Drawing, rgba: NDArray[np.uint8]) -> None:
    """One pixel a cell, with sharp edges."""
    data = base64.b64encode(png.encode(rgba)).decode()
    height, width = rgba.shape[:2]
    drawing.add(
        "image",
        width=width,
        height=height,
        style="image-rendering:pixelated",
        href=f"data:image/png;base64,{data}",
    )


def _points(drawing: Drawing, layer: Points) -> None:
    radius = drawing.dp(layer.size)
    for (x, y), colour in zip(layer.xy.tolist(), _colours(layer, len(layer.xy)), strict=True):
        drawing.add("circle", cx=x, cy=y, r=radius, fill=colour)


def _segments(drawing: Drawing, layer: Segments) -> None:
    width = drawing.dp(layer.width)
    style: dict[str, object] = {
        "fill": "none",
        "stroke_width": width,
        "stroke_linecap": "round",
        "stroke_linejoin": "round",
        "stroke_dasharray": f"{number(3 * width)} {number(3 * width)}" if layer.dashed else None,
    }
    if layer.lanes is not None and layer.chained and len(layer.ends) > 1:
        lines = list(in_lanes(layer.ends, layer.lanes * width).reshape(-1, 2, 2))
        path = "".join(ring_path(ends, closed=False) for ends in lines)
        drawing.add("path", d=path, stroke=colour_of(layer), **style)
        return
    if layer.values is None:
        lines = [layer.ends] if layer.chained else list(layer.ends)
        path = "".join(ring_path(line, closed=False) for line in lines)
        drawing.add("path", d=path, stroke=colour_of(layer), **style)
        return
    pairs = np.stack([layer.ends[:-1], layer.ends[1:]], axis=1) if layer.chained else layer.ends
    for pair, colour in zip(pairs, _colours(layer, len(pairs)), strict=False):
        drawing.add("path", d=ring_path(pair, closed=False), stroke=colour, **style)


def _polygons(drawing: Drawing, layer: Polygons) -> None:
    rings = [ring_path(ring) for ring in np.split(layer.xy, layer.starts[1:-1])]
    holes = [False] * len(rings) if layer.holes is None else layer.holes.tolist()
    colours = _colours(layer, len(rings))
    look = {
        "fill_opacity": 0.3,
        "fill_rule": "evenodd",
        "stroke": colour_of(layer) if layer.outline else None,
        "stroke_width": drawing.dp(1) if layer.outline else None,
    }
    for i, path in enumerate(rings):
        if not holes[i]:
            own = itertools.takewhile(lambda k: holes[k], range(i + 1, len(rings)))
            whole = path + "".join(rings[k] for k in own)
            drawing.add("path", d=whole, fill=colours[i] if layer.filled else "none", **look)


def _discs(drawing: Drawing, layer: Discs) -> None:
    for (x, y, r), colour in zip(layer.xyr.tolist(), _colours(layer, len(layer.xyr)), strict=True):
        look: dict[str, object] = {"fill": colour} if layer.filled else {"fill": "none", "stroke": colour}
        drawing.add("circle", cx=x, cy=y, r=r, stroke_width=None if layer.filled else drawing.dp(1), **look)


def _arcs(drawing: Drawing, layer: Arcs) -> None:
    path = "".join(_arc(*arc) for arc in layer.arcs.tolist())
    drawing.add("path", d=path, fill="none", stroke=colour_of(layer), stroke_width=drawing.dp(layer.width))


def _arc(x: float, y: float, radius: float, begin: float, sweep: float) -> str:
    """Return one arc, in two halves: SVG draws nothing for a whole turn."""
    points = [(x + radius * math.cos(a), y + radius * math.sin(a)) for a in (begin, begin + sweep / 2, begin + sweep)]
    words = [f"{number(px)} {number(py)}" for px, py in points]
    bow = f"A{number(radius)} {number(radius)} 0 0 {1 if sweep > 0 else 0} "
    return f"M{words[0]}{bow}{words[1]}{bow}{words[2]}"


def _labels(drawing: Drawing, layer: Labels) -> None:
    size = drawing.dp(11)
    for (x, y), text in zip(layer.xy.tolist(), layer.texts, strict=True):
        look: dict[str, object] = {"font_size": size, "text_anchor": "middle", "font_family": "Inter, sans-serif"}
        drawing.body.append(element("text", text_of(text), x=x, y=y, fill=colour_of(layer), **look))


_PAINTERS: dict[type, Callable[[Drawing, object], None]] = {
    CellEvents: _cell_events,  # type: ignore[dict-item]
    CellField: _cell_field,  # type: ignore[dict-item]
    CellReach: _cell_reach,  # type: ignore[dict-item]
    Points: _points,  # type: ignore[dict-item]
    Segments: _segments,  # type: ignore[dict-item]
    Polygons: _polygons,  # type: ignore[dict-item]
    Discs: _discs,  # type: ignore[dict-item]
    Arcs: _arcs,  # type: ignore[dict-item]
    Labels: _labels,  # type: ignore[dict-item]
}
