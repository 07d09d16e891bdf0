"""Compared panes as tiles: equal, without a hole, in as much room as all of them need to be seen."""

from itertools import combinations

import pygame
import pytest

from sandbox.settings import assets_folder
from sandbox.ui import kit
from sandbox.ui.maps.compare.heads import head_high
from sandbox.ui.maps.compare.view import GAP, LEAST, Tiling


def tiling(count, size=(700, 500)):
    pygame.display.init()
    pygame.font.init()
    made = Tiling([kit.Widget() for _ in range(count)])
    look = kit.load_look(assets_folder())
    kit.Root(pygame.Surface(size), look, made, clipboard=kit.MemoryClipboard(), clock=lambda: 0.0).paint()
    return made


@pytest.mark.parametrize(
    ("count", "width", "columns"),
    [(1, 900, 1), (2, 391, 1), (2, 392, 2), (3, 587, 1), (3, 588, 3), (4, 400, 2), (4, 800, 4), (6, 600, 3)],
)
def test_it_asks_for_the_room_of_as_many_rows_as_the_width_leaves(count, width, columns):
    made = tiling(count)
    rows, high = count // columns, head_high(made.look, width // columns) + LEAST[1]
    assert made.measure(width) == (width, rows * high + (rows - 1) * GAP)


def test_it_asks_for_three_in_a_row_where_nobody_says_how_wide():
    made = tiling(3)
    assert made.measure(None) == made.measure(3 * LEAST[0])
    assert tiling(0).measure(500)[1] == 0


@pytest.mark.parametrize("count", [1, 2, 3, 4, 6])
@pytest.mark.parametrize("size", [(700, 500), (300, 900), (1200, 300)])
def test_tiles_are_equal_apart_and_inside(count, size):
    made = tiling(count, size)
    tiles = [child.rect for child in made.shown_children]
    assert len({tile.size for tile in tiles}) == 1
    assert all(made.rect.contains(tile) for tile in tiles)
    apart = 2 * (GAP - 1)
    assert not any(one.inflate(apart, apart).colliderect(other) for one, other in combinations(tiles, 2))
    columns, rows = (len({getattr(tile, name) for tile in tiles}) for name in ("x", "y"))
    assert columns * rows == count
    left = made.rect.w - columns * tiles[0].w - (columns - 1) * GAP, made.rect.h - rows * tiles[0].h - (rows - 1) * GAP
    assert 0 <= left[0] < columns
    assert 0 <= left[1] < rows
