"""The maze itself, drawn once: ways sunk into a plate, their walls as lines with round corners.

The ways are drawn large as a mask, blurred and cut at half its brightness, which rounds every corner alike; the line is
what a wider mask has more than a narrower one.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
import pygame
from numpy.typing import NDArray

from sandbox.games.general.library.pacman.maze import NONE, Maze, ways
from sandbox.ui.kit import Colour, Theme

FINE = 2
REACH, ROUND = 0.66, 0.12  # half a way's width and how far corners are rounded, in cells
LINE, THICKEST = 0.085, 3.2  # the walls' lines: in cells, and at most, in dp
MARGIN = 1.05  # of the plate beyond the outermost cells
CORNER = 12  # dp, of the plate
HALF = 128
BLURS = 3  # of a box, one after the other: nearly a bell


class Span(NamedTuple):
    """The part of a maze in which there is anything: columns and rows."""

    x: int
    y: int
    wide: int
    high: int


@lru_cache(maxsize=32)
def span_of(maze: Maze) -> Span:
    """All open cells."""
    cells = ways(maze).cells
    x, y = min(c[0] for c in cells), min(c[1] for c in cells)
    return Span(x, y, max(c[0] for c in cells) - x + 1, max(c[1] for c in cells) - y + 1)


def plate_picture(maze: Maze, cell: int, theme: Theme) -> pygame.Surface:
    """The plate, with room of `MARGIN` cells around the open ones."""
    colours, fine = theme.colours, cell * FINE
    body = colours.panel.mixed(colours.accent, 0.10)
    line = min(LINE, THICKEST * theme.factor / cell)
    outer, inner = _mask(maze, fine, REACH), _mask(maze, fine, REACH - line)
    inks = np.array([body, colours.accent.mixed(colours.text, 0.10), colours.sunken], np.uint8)
    pixels = inks[outer.astype(np.uint8) + inner]
    _round_off(pixels, theme.dp(CORNER) * FINE, colours.window)
    picture = pygame.surfarray.make_surface(pixels)
    return pygame.transform.smoothscale(picture, (pixels.shape[0] // FINE, pixels.shape[1] // FINE))


def _mask(maze: Maze, fine: int, reach: float) -> NDArray[np.bool_]:
    """Which pixels, column by column, belong to the ways."""
    span, graph, half = span_of(maze), ways(maze), reach * fine
    size = round((span.wide - 1 + 2 * MARGIN) * fine), round((span.high - 1 + 2 * MARGIN) * fine)
    picture = pygame.Surface((size[0] // FINE * FINE, size[1] // FINE * FINE), 0, 24)
    for (x, y), beside in zip(graph.cells, graph.beside, strict=True):
        at = round((x - span.x + MARGIN) * fine), round((y - span.y + MARGIN) * fine)
        box = pygame.Rect(round(at[0] - half), round(at[1] - half), round(2 * half), round(2 * half))
        right, down = (fine if beside[0] != NONE else 0), (fine if beside[3] != NONE else 0)
        picture.fill("white", pygame.Rect(box.x, box.y, box.w + right, box.h))
        picture.fill("white", pygame.Rect(box.x, box.y, box.w, box.h + down))
    for _ in range(BLURS):
        picture = pygame.transform.box_blur(picture, max(1, round(ROUND * fine)))
    found: NDArray[np.bool_] = pygame.surfarray.array_red(picture) >= HALF
    return found


def _round_off(pixels: NDArray[np.uint8], radius: int, ground: Colour) -> None:
    """The ground in the four corners. Modifies the pixels."""
    away = np.arange(radius, 0, -1) - 0.5
    outside = away[:, None] ** 2 + away[None, :] ** 2 > radius**2
    for part in (pixels, pixels[::-1], pixels[:, ::-1], pixels[::-1, ::-1]):
        part[:radius, :radius][outside[: part.shape[0], : part.shape[1]]] = ground
