"""What the window writes over the map, as SVG: the legend on its plate; figures in cells, arrows, the ring."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pygame

from sandbox import svg
from sandbox.layers import Role, Segments
from sandbox.settings import assets_folder
from sandbox.ui.canvas.colours import palette
from sandbox.ui.kit import load_look
from sandbox.ui.maps.overlays import figures
from sandbox.ui.maps.overlays.legend import GAP, HIGHEST, LINE, MARGIN, PAD, SIGN, WIDEST, fitting, meanings, placed

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sandbox.ui.canvas.film import Film
    from sandbox.ui.canvas.scene import Scene
    from sandbox.ui.kit import Look
    from sandbox.ui.maps.overlays.legend import Meaning

FONTS = {"small": ("Inter, sans-serif", 12.0), "mono_small": ("JetBrains Mono, monospace", 11.0)}
MONO = 0.6  # of its size a letter of a monospaced font is wide
FIGURE, PAD_IN_CELL, ARROW, RING = 11.0, 4.0, 1.2, 2.0  # dp of a figure, beside it, and widths of lines
STEPS = 12  # of a ramp's sign
STYLES = {"dim": "dim", "small": "text", "mono_small": "dim"}

Box = tuple[float, float, float, float]


def hexed(colour: Sequence[int]) -> str:
    """A colour as SVG writes it."""
    return "#{:02X}{:02X}{:02X}".format(*colour[:3])


# Over the cells ------------------------------------------------------------------------------------------


def draw_marks(drawing: svg.Drawing, film: Film, time: int, wanted: figures.Marks, seen: Box, cell: float) -> None:
    """Arrows, figures and the ring as the window shows them. `seen`: left, top, right, bottom; `cell`: its dp."""
    cells = figures.cells_seen(film, *seen)
    if wanted.arrows and time > 0:
        lines = figures.arrow_lines(film, time, cells, cell)
        layer = Segments(
            name="arrows", legend="Arrows to parents", role=Role.TEXT, ends=lines.reshape(-1, 2, 2), width=ARROW
        )
        svg.paint(drawing, [layer])
    if wanted.figures and (which := figures.fits(film, time, cell)):
        _figures(drawing, film, time, cells, cell, which)
    if time < len(film) and (at := figures.ring_at(film, time)) is not None:
        radius = max(0.62, figures.RING / cell)
        ink = svg.inks().roles[Role.BAD]
        drawing.add("circle", cx=at[0], cy=at[1], r=radius, fill="none", stroke=ink, stroke_width=RING / cell)


def _figures(drawing: svg.Drawing, film: Film, time: int, cells: figures.Ids, cell: float, which: str) -> None:
    """Write f into every cell that is open or closed; where cells are large, g and h above it."""
    room, stride = int((cell - 2 * PAD_IN_CELL) / (MONO * FIGURE)), film.width + 2
    all_three, family = which == figures.ALL, FONTS["mono_small"][0]

    def write(text: str, x: float, y: float, anchor: str) -> None:
        look: dict[str, object] = {"font_size": FIGURE, "text_anchor": anchor, "fill": svg.inks().roles["text"]}
        drawing.body.append(svg.element("text", text, x=x, y=y, font_family=family, **look))

    drawing.body.append(f'<g transform="scale({1 / cell:.6g})"><title>{figures.SAID[which]}</title>')
    for number, g, f in figures.figures_at(film, time, cells):
        x, y = (number % stride - 1) * cell, (number // stride - 1) * cell
        write(figures.brief(f, room), x + cell / 2, y + cell - PAD_IN_CELL, "middle")
        if all_three:
            top = y + PAD_IN_CELL + 0.8 * FIGURE
            write(figures.brief(g, room // 2), x + PAD_IN_CELL, top, "start")
            write(figures.brief(f - g, room // 2), x + cell - PAD_IN_CELL, top, "end")
    drawing.body.append("</g>")


# The plate -----------------------------------------------------------------------------------------------


def draw_legend(
    drawing: svg.Drawing, scene: Scene, places: Sequence[tuple[float, float]], *, cell: float, figures_in_cells: str
) -> None:
    """What colours and shapes mean, in a corner where it hides no place, if there is one. A cell is so many dp."""
    lines = meanings(scene, palette("dark"), figures_shown=figures_in_cells)
    look = load_look(assets_folder(), "dark", 1.0)
    page = pygame.Rect(0, 0, round(drawing.width * cell), round(drawing.height * cell))
    most = round(page.w * WIDEST) - SIGN - GAP - 2 * PAD
    if not lines or most < 60:
        return
    rows = fitting(lines, look.fonts, most, round(page.h * HIGHEST) // LINE)
    wide = max(look.fonts.width(text, style) for _, words in rows for text, style in words)
    high = sum(LINE * len(words) for _, words in rows) + 2 * PAD - 4
    plate = pygame.Rect(0, 0, wide + SIGN + GAP + 2 * PAD, high)
    if not page.contains(plate):
        return
    hidden = [(round((x - drawing.left) * cell), round((y - drawing.top) * cell)) for x, y in places]
    left, top, right, bottom = scene.world
    x0, y0 = round((left - drawing.left) * cell), round((top - drawing.top) * cell)
    world = pygame.Rect(x0, y0, round((right - left) * cell), round((bottom - top) * cell))
    box = placed(plate, page.inflate(-2 * MARGIN, -2 * MARGIN), hidden, MARGIN, world)
    corner = f"translate({svg.number(drawing.left)} {svg.number(drawing.top)}) scale({1 / cell:.6g})"
    drawing.body.append(f'<g transform="{corner}"><title>Legend</title>')
    drawing.add("rect", x=box.x, y=box.y, width=box.w, height=box.h, rx=6, fill=hexed(look.colours.tooltip),
                stroke=hexed(look.colours.strong_line))  # fmt: skip
    y = box.y + PAD - 2
    for line, words in rows:
        _sign(drawing, line, box.x + PAD, y + LINE / 2)
        for text, style in words:
            _words(drawing, look, text, style, (box.x + PAD + SIGN + GAP, y + LINE - 5))
            y += LINE
    drawing.body.append("</g>")


def _words(drawing: svg.Drawing, look: Look, text: str, style: str, at: tuple[float, float]) -> None:
    family, size = FONTS[style]
    ink = hexed(getattr(look.colours, STYLES[style]))
    drawing.body.append(
        svg.element("text", svg.text_of(text), x=at[0], y=at[1], font_family=family, font_size=size, fill=ink)
    )


def _sign(drawing: svg.Drawing, line: Meaning, x: float, y: float) -> None:
    """The mark of a line, `SIGN` wide around a height."""
    ink = hexed(line.colour)
    if line.mark in ("ramp", "parts"):
        parts = STEPS if line.mark == "ramp" else 3
        for k in range(parts):
            wide = SIGN / parts
            fill = _ramp(k / (parts - 1)) if line.mark == "ramp" else svg.inks().series[k]
            drawing.add("rect", x=x + k * wide, y=y - 5, width=wide, height=10, fill=fill)
    elif line.mark in ("box", "area"):
        drawing.add("rect", x=x, y=y - 5, width=SIGN, height=10, fill=ink)
    elif line.mark in ("disc", "ring"):
        look = {"fill": ink} if line.mark == "disc" else {"fill": "none", "stroke": ink}
        drawing.add("circle", cx=x + SIGN / 2, cy=y, r=4, **look)
    elif line.mark in ("line", "dashes"):
        dashes = "5 5" if line.mark == "dashes" else None
        drawing.add("line", x1=x, y1=y, x2=x + SIGN, y2=y, stroke=ink, stroke_width=2.5, stroke_dasharray=dashes)
    elif line.low:
        family, size = FONTS["mono_small"]
        drawing.body.append(
            svg.element("text", svg.text_of(line.low.replace(" ", "")), x=x, y=y + 4, font_family=family,
                        font_size=size, fill=svg.inks().roles["text"])
        )  # fmt: skip


def _ramp(share: float) -> str:
    return hexed(svg.ramp(np.array([share]), 0.0, 1.0)[0].tolist())
