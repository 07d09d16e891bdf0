"""What tells many players apart without colour: a sign for each on their stones, and their letters in trees."""

from __future__ import annotations

import math

import pygame

from sandbox.games.api import Stone
from sandbox.ui.kit import Colour, Look

DARK, LIGHT = Colour(0x14, 0x18, 0x20), Colour(0xF6, 0xF7, 0xF9)
CORNERS = {1: 0, 2: 3, 3: 4, 4: 5, 5: 6, 6: 0, 7: 4}
"""Players' signs: so many corners, 0 a ring; the first has a dot."""
LETTER, HEIGHT = 0.155, 0.36  # of a text on its ground, as shares of a node's place


def ink_on(ground: Colour) -> Colour:
    """Dark or light, whichever is read on this colour."""
    return DARK if 0.3 * ground.r + 0.59 * ground.g + 0.11 * ground.b > 118 else LIGHT


def draw_sign(surface: pygame.Surface, player: int, at: tuple[float, float], radius: float, colour: Colour) -> None:
    """A player's sign on a ball: a dot, a ring, a triangle, a square and so on."""
    ink, width = colour.mixed(DARK, 0.72), max(2, round(radius * 0.16))
    corners = CORNERS.get(player, 0)
    if player == 0:
        pygame.draw.circle(surface, ink, at, radius * 0.26)
    elif corners:
        turn = math.pi / 4 if corners == 4 else math.pi / 2
        ring = [turn + 2 * math.pi * i / corners for i in range(corners)]
        points = [(at[0] + 0.46 * radius * math.cos(a), at[1] - 0.46 * radius * math.sin(a)) for a in ring]
        pygame.draw.polygon(surface, ink, points)
    else:
        pygame.draw.circle(surface, ink, at, radius * 0.46, width)


def draw_turn(surface: pygame.Surface, stone: Stone, at: tuple[float, float], unit: float, look: Look) -> None:
    """A node of a tree: a player's disc, a ring for dice, ground for a text."""
    if stone.player >= 0:
        pygame.draw.circle(surface, look.theme.series[stone.player % len(look.theme.series)], at, unit * 0.36)
    elif stone.text:
        box = pygame.Rect(0, 0, round(unit * LETTER * (len(stone.text) + 1)), round(unit * HEIGHT))
        box.center = round(at[0]), round(at[1])
        pygame.draw.rect(surface, look.colours.panel, box)
    else:
        pygame.draw.circle(surface, look.colours.panel, at, unit * 0.36)
        pygame.draw.circle(surface, look.colours.text, at, unit * 0.36, max(2, round(unit * 0.05)))
