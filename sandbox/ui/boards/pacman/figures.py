"""Pictures of Pac-Man and his ghosts, drawn large and averaged down; kept by size, colour and pose."""

from __future__ import annotations

import math
from functools import lru_cache

import pygame

from sandbox.ui.kit import Colour

FINE = 4  # drawn so many times as large
YELLOW, EDGE = Colour(0xFF, 0xD2, 0x3F), Colour(0x8A, 0x5A, 0x00)
WHITE, PUPIL = Colour(0xFF, 0xFF, 0xFF), Colour(0x1B, 0x2A, 0x6B)
SCARED, PALE = Colour(0x2B, 0x4F, 0xD8), Colour(0xFF, 0xE0, 0xC8)
TURNS = {"E": 0.0, "N": 90.0, "W": 180.0, "S": 270.0}
LOOKS = {"E": (1, 0), "W": (-1, 0), "N": (0, -1), "S": (0, 1)}
POSES = 7  # of the mouth, from shut to wide open
WIDEST = math.radians(42)


@lru_cache(maxsize=256)
def pacman_picture(size: int, pose: int, way: str) -> pygame.Surface:
    """A disc with its mouth open so far."""
    big = size * FINE
    picture = pygame.Surface((big, big), pygame.SRCALPHA)
    centre, radius = big / 2, big / 2 - FINE
    jaw = WIDEST * pose / (POSES - 1)
    many = 60
    angles = [jaw + (2 * math.pi - 2 * jaw) * i / many for i in range(many + 1)]
    points = [(centre + radius * math.cos(a), centre + radius * math.sin(a)) for a in angles]
    hinge = [(centre - radius * 0.12, centre)] if pose else []
    pygame.draw.polygon(picture, YELLOW, points + hinge)
    pygame.draw.polygon(picture, EDGE, points + hinge, max(1, round(big * 0.025)))
    turned = pygame.transform.rotate(picture, TURNS.get(way, 0.0))
    if way == "W":
        turned = pygame.transform.flip(picture, flip_x=True, flip_y=False)
    return pygame.transform.smoothscale(turned, (size, size))


@lru_cache(maxsize=256)
def ghost_picture(size: int, colour: Colour, way: str, scared: bool, wave: int) -> pygame.Surface:
    """A ghost that looks where it goes; a scared one looks at nobody."""
    big = size * FINE
    picture = pygame.Surface((big, big), pygame.SRCALPHA)
    body = SCARED if scared else colour
    pygame.draw.polygon(picture, body, _outline(big, wave))
    pygame.draw.polygon(picture, body.mixed(Colour(0, 0, 0), 0.35), _outline(big, wave), max(1, round(big * 0.02)))
    if scared:
        _scared_face(picture, big)
    else:
        _eyes(picture, big, LOOKS.get(way, (0, 0)))
    return pygame.transform.smoothscale(picture, (size, size))


def _outline(big: int, wave: int) -> list[tuple[float, float]]:
    """A dome on straight sides, with three feet that wave."""
    left, right, top, foot = big * 0.08, big * 0.92, big * 0.06, big * 0.94
    radius, centre = (right - left) / 2, (left + right) / 2
    dome = [
        (centre + radius * math.cos(a), top + radius + radius * math.sin(a))
        for a in (math.pi + math.pi * i / 30 for i in range(31))
    ]
    many, deep = 36, big * 0.055
    feet = [
        (right - (right - left) * i / many, foot - deep + deep * math.cos(6 * math.pi * i / many + math.pi * wave))
        for i in range(many + 1)
    ]
    return dome + feet


def _eyes(picture: pygame.Surface, big: int, look: tuple[int, int]) -> None:
    for x in (0.33, 0.67):
        at = (big * (x + 0.03 * look[0]), big * (0.42 + 0.03 * look[1]))
        pygame.draw.ellipse(picture, WHITE, _around(at, big * 0.125, big * 0.155))
        pupil = (at[0] + big * 0.055 * look[0], at[1] + big * 0.075 * look[1])
        pygame.draw.circle(picture, PUPIL, pupil, big * 0.07)


def _scared_face(picture: pygame.Surface, big: int) -> None:
    for x in (0.36, 0.64):
        pygame.draw.circle(picture, PALE, (big * x, big * 0.42), big * 0.055)
    mouth = [(big * (0.24 + 0.52 * i / 6), big * (0.68 - 0.06 * (i % 2))) for i in range(7)]
    pygame.draw.lines(picture, PALE, closed=False, points=mouth, width=max(2, round(big * 0.04)))


def _around(at: tuple[float, float], half_wide: float, half_high: float) -> pygame.Rect:
    return pygame.Rect(round(at[0] - half_wide), round(at[1] - half_high), round(2 * half_wide), round(2 * half_high))
