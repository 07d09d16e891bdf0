"""Symmetries of square boards the slow way: cells are moved one by one."""

from __future__ import annotations

Cells = frozenset[int]


def images(size: int, *stones: Cells) -> list[tuple[Cells, ...]]:
    """All eight images of some sets of cells of a square board."""
    result = []
    for _ in range(4):
        stones = tuple(frozenset(_turned(c, size) for c in s) for s in stones)
        result += [stones, tuple(frozenset(_mirrored(c, size) for c in s) for s in stones)]
    return result


def mirror_images(columns: int, height: int, *stones: Cells) -> list[tuple[Cells, ...]]:
    """The position and its mirror image; cells are numbered column by column."""
    mirrored = tuple(frozenset((columns - 1 - c // height) * height + c % height for c in s) for s in stones)
    return [stones, mirrored]


def cells_of(word: int) -> Cells:
    """The set bits."""
    return frozenset(i for i in range(64) if word >> i & 1)


def word_of(cells: Cells) -> int:
    """The inverse of `cells_of`."""
    return sum(1 << c for c in cells)


def _turned(cell: int, size: int) -> int:
    x, y = cell % size, cell // size
    return x * size + size - 1 - y


def _mirrored(cell: int, size: int) -> int:
    return cell // size * size + size - 1 - cell % size
