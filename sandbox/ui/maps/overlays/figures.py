"""A recording explained where it happens: g, h and f in its cells, arrows to parents, a ring round the last subject."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.recording import NONE
from sandbox.kernels.story import costs_of
from sandbox.layers import Role
from sandbox.ui.kit.style.theme import Colour
from sandbox.ui.maps.tools.parts.pen import Pen

if TYPE_CHECKING:
    import pygame
    from numpy.typing import NDArray

    from sandbox.kernels.playback import Act
    from sandbox.ui.canvas.colours import Palette, Rgb
    from sandbox.ui.canvas.film import Film
    from sandbox.ui.canvas.widget import Canvas

    Floats = NDArray[np.float64]
    Ids = NDArray[np.int64]

ONE_FROM, ALL_FROM = 40, 80  # dp a cell from which f is written, and g and h too
ONE, ALL = "f", "g h f"
SAID = {ONE: "f, the cost so far and what is believed to be left", ALL: "g, h, and below them their sum f"}
MOST_ARROWS = 3000
RING = 11.0  # dp, the least radius of the ring
STYLE = "mono_small"


def cells_in_view(film: Film, canvas: Canvas) -> Ids:
    """The padded ids of the level's cells in view, row by row."""
    return cells_seen(film, *canvas.camera.seen)


def cells_seen(film: Film, left: float, top: float, right: float, bottom: float) -> Ids:
    """The padded ids of the level's cells in a box, row by row."""
    xs = np.arange(max(math.floor(left), 0), min(math.ceil(right), film.width))
    ys = np.arange(max(math.floor(top), 0), min(math.ceil(bottom), film.height))
    ids: Ids = ((ys[:, None] + 1) * (film.width + 2) + xs[None, :] + 1).reshape(-1)
    return ids


def on_cells(film: Film, act: Act) -> bool:
    """Whether the subjects of an act are cells."""
    return film.places.get(act.level) is None


def brief(value: float, room: int) -> str:
    """A figure in so many signs, as exact as they allow."""
    for places in (2, 1, 0):
        text = f"{value:.{places}f}"
        text = text.rstrip("0").rstrip(".") if places else text
        if len(text) <= room:
            return text
    return f"{value:.0f}"


def figures_at(film: Film, time: int, cells: Ids) -> list[tuple[int, float, float]]:
    """(cell, g, f) of those cells that are known after so many events."""
    _, table = film.latest(time)
    events = table[cells]
    known = np.flatnonzero(events != NONE)
    g, f = (costs_of(film.recording, name, events[known]) for name in "gf")
    return list(zip(cells[known].tolist(), g.tolist(), f.tolist(), strict=True))


def shows_figures(film: Film, canvas: Canvas, time: int) -> str:
    """Which figures there is room for: a key of SAID, or none."""
    return fits(film, time, canvas.camera.scale * ALL_FROM / canvas.dp(ALL_FROM))


def fits(film: Film, time: int, cell: float) -> str:
    """The same in cells of so many dp."""
    if cell < ONE_FROM or time <= 0 or not on_cells(film, film.act_of(time)):
        return ""
    return ALL if cell >= ALL_FROM else ONE


@dataclass(frozen=True, slots=True)
class Marks:
    """Which of the marks are wanted."""

    arrows: bool
    figures: bool


def draw_marks(
    film: Film, time: int, wanted: Marks, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect, palette: Palette
) -> None:
    """Arrows and figures that are wanted; the ring, until the recording is at its end."""
    pen = Pen(canvas, surface, clip, palette)
    if wanted.arrows and time > 0:
        draw_arrows(film, time, pen)
    if wanted.figures and shows_figures(film, canvas, time):
        draw_figures(film, time, canvas, surface, palette.halo, pen.look.colours.text[:3])
    if time < len(film):
        draw_ring(film, time, pen)


def draw_figures(film: Film, time: int, canvas: Canvas, surface: pygame.Surface, halo: Rgb, ink: Rgb) -> None:
    """Write f into every cell that is open or closed; where cells are large, g and h above it."""
    scale, fonts = canvas.camera.scale, canvas.look.fonts
    letter, high, pad = fonts.width("0", STYLE), fonts.height(STYLE), canvas.dp(4)
    room = int(scale - 2 * pad) // letter
    all_three, stride = shows_figures(film, canvas, time) == ALL, film.width + 2

    def write(value: float, signs: int, x: int, y: int, *, right: bool = False) -> None:
        text = brief(value, signs)
        x -= letter * len(text) if right else 0
        fonts.draw(surface, text, STYLE, Colour(*halo), (x + 1, y + 1))
        fonts.draw(surface, text, STYLE, Colour(*ink), (x, y))

    for cell, g, f in figures_at(film, time, cells_in_view(film, canvas)):
        left, top = canvas.to_window(cell % stride - 1, cell // stride - 1)
        side = round(scale)
        f_text = brief(f, room)
        write(f, room, left + (side - letter * len(f_text)) // 2, top + side - high - pad)
        if all_three:
            write(g, room // 2, left + pad, top + pad)
            write(f - g, room // 2, left + side - pad, top + pad, right=True)


def arrows_at(film: Film, time: int, cells: Ids | None) -> Floats:
    """From every known subject to the one it was reached from: [n, 4] in cells. `cells`: only these, of cells."""
    act, table = film.latest(time)
    subjects = np.flatnonzero(table != NONE) if cells is None else cells[table[cells] != NONE]
    parents = film.recording.parent[table[subjects]].astype(np.int64)
    real = (parents != NONE) & (parents != subjects)
    subjects, parents = subjects[real][:MOST_ARROWS], parents[real][:MOST_ARROWS]
    places = film.places.get(act.level)
    if places is not None:
        known = (subjects < len(places)) & (parents < len(places))
        return np.concatenate([places[subjects[known]], places[parents[known]]], axis=1)
    stride = film.width + 2
    return np.stack([subjects % stride - 0.5, subjects // stride - 0.5, parents % stride - 0.5,
                     parents // stride - 0.5], axis=1).astype(np.float64)  # fmt: skip


def draw_arrows(film: Film, time: int, pen: Pen) -> None:
    """Arrows to parents; those of cells only in view, and no longer than a cell."""
    cell = pen.brush.camera.scale / pen.brush.dp
    lines = arrow_lines(film, time, cells_in_view(film, pen.canvas), cell)
    if len(lines):
        pen.segments(lines, pen.brush.palette.roles[Role.TEXT], width=1.2, halo=False)


def arrow_lines(film: Film, time: int, seen: Ids, cell: float) -> Floats:
    """The shafts and barbs of all arrows [n, 2, 2] in cells, of cells only those seen; a cell is so many dp."""
    cells = on_cells(film, film.act_of(time))
    ends = arrows_at(film, time, seen if cells else None)
    step = ends[:, 2:] - ends[:, :2]
    length = np.maximum(np.hypot(step[:, 0], step[:, 1]), 1e-9)[:, None]
    u = step / length
    reach = np.minimum(length * 0.8, 0.62) if cells else length * 0.8
    tail = ends[:, :2] - u * (0.31 if cells else 0.0)
    tip = tail + u * reach
    head = np.minimum(reach * 0.4, 8 / cell)
    side = np.stack([-u[:, 1], u[:, 0]], axis=1) * 0.5
    barbs = [np.concatenate([tip, tip - head * (u + way * side)], axis=1) for way in (1, -1)]
    return np.concatenate([np.concatenate([tail, tip], axis=1), *barbs])


def ring_at(film: Film, time: int) -> tuple[float, float] | None:
    """Where the last event happened; None if it has no place."""
    number = min(time, len(film)) - 1
    at = film.place_of(number) if number >= 0 else None
    return None if at is None or not np.isfinite(at).all() else (float(at[0]), float(at[1]))


def draw_ring(film: Film, time: int, pen: Pen) -> None:
    """A ring round what the last event happened to."""
    at, canvas = ring_at(film, time), pen.canvas
    if at is None:
        return
    radius = max(canvas.camera.scale * 0.62 / pen.brush.dp, RING)
    pen.disc(at, pen.brush.palette.roles[Role.BAD], radius, filled=False)
