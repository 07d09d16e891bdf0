"""Exact coverage against fine sampling; boxes that do not depend on the clip."""

import numpy as np
import pygame
import pytest

from sandbox.ui.kit.style.paint import MOST_BOX_PIXELS, Painter, make_disc, quarter_coverage
from sandbox.ui.kit.style.theme import Colour

WHITE, BLUE = Colour(255, 255, 255), Colour(40, 90, 220)


def sampled(radius: float, pixels: int, n: int = 64) -> np.ndarray:
    """Count samples inside the disc: slow, sure."""
    at = (np.arange(pixels * n) + 0.5) / n
    inside = at[:, None] ** 2 + at[None, :] ** 2 <= radius**2
    return inside.reshape(pixels, n, pixels, n).mean((1, 3))


@pytest.mark.parametrize("radius", [0.5, 1, 2.5, 4, 6, 8, 13.3])
def test_quarter_coverage_is_the_area(radius: float) -> None:
    pixels = int(radius) + 2
    exact = quarter_coverage(radius, pixels)
    assert np.abs(exact - sampled(radius, pixels)).max() < 0.01
    assert exact.sum() == pytest.approx(np.pi * radius**2 / 4, rel=1e-6)


@pytest.mark.parametrize("odd", [(0, 0), (1, 0), (0, 1), (1, 1)])
def test_discs_have_the_area_of_a_disc_wherever_their_centre_is(odd: tuple[int, int]) -> None:
    disc = make_disc(5.0, odd, WHITE, None, 0.0)
    alpha = pygame.surfarray.array_alpha(disc).astype(float) / 255
    assert alpha.sum() == pytest.approx(np.pi * 25, rel=0.02)
    x = (alpha.sum(1) * (np.arange(len(alpha)) + 0.5)).sum() / alpha.sum()
    assert x == pytest.approx(disc.get_width() / 2 + odd[0] / 2, abs=0.05)


@pytest.mark.parametrize("radius", [0, 3, 8])
def test_a_box_is_the_same_under_any_clip(radius: int) -> None:
    painter, rect = Painter(), pygame.Rect(5, 4, 50, 30)
    whole, pieces = pygame.Surface((64, 40)), pygame.Surface((64, 40))
    painter.box(whole, rect, BLUE, WHITE, radius, 1)
    for x in range(0, 64, 7):
        pieces.set_clip(pygame.Rect(x, 0, 7, 40))
        painter.box(pieces, rect, BLUE, WHITE, radius, 1)
    assert np.array_equal(pygame.surfarray.array3d(whole), pygame.surfarray.array3d(pieces))


def test_a_box_stays_inside_its_rectangle() -> None:
    surface, rect = pygame.Surface((40, 40)), pygame.Rect(10, 10, 20, 20)
    Painter().box(surface, rect, WHITE, BLUE, 6, 2)
    pixels = pygame.surfarray.array3d(surface).sum(2)
    pixels[rect.x : rect.right, rect.y : rect.bottom] = 0
    assert not pixels.any()


@pytest.mark.parametrize("size", [(30, 30), (600, 20), (20, 600), (700, 700)])
def test_fills_cover_exactly_their_rectangle(size: tuple[int, int]) -> None:
    surface = pygame.Surface((720, 720))
    Painter().fill(surface, WHITE, pygame.Rect((8, 8), size))
    assert (pygame.surfarray.array3d(surface)[:, :, 0] > 0).sum() == size[0] * size[1]


@pytest.mark.parametrize("ground", [(0, 0, 0), (255, 255, 255), (90, 130, 37)])
@pytest.mark.parametrize("fill", [None, BLUE])
def test_a_box_is_the_same_drawn_in_parts_and_as_a_whole(ground: tuple[int, int, int], fill: Colour | None) -> None:
    painter, rect = Painter(), pygame.Rect(3, 2, 57, 33)
    first, second = pygame.Surface((64, 40)), pygame.Surface((64, 40))
    for surface in (first, second):
        surface.fill(ground)
        painter.box(surface, rect, fill, WHITE, 7, 1)
    assert painter._boxes
    assert np.array_equal(pygame.surfarray.array3d(first), pygame.surfarray.array3d(second))


def test_boxes_kept_as_pictures_have_a_limit() -> None:
    painter, surface = Painter(), pygame.Surface((10, 10))
    for side in range(100, 1100, 20):
        for _ in range(2):
            painter.box(surface, pygame.Rect(0, 0, side, side), BLUE, WHITE, 8)
    assert sum(piece.get_width() * piece.get_height() for piece in painter._boxes.values()) <= MOST_BOX_PIXELS
