"""A rectangle of cells as four numbers of a form."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from sandbox.level.rect import Rect
from sandbox.ui.kit import Field

BOX = ("left", "top", "width", "height")


def box_fields(size: tuple[int, int]) -> Iterator[Field]:
    """Four fields for a level of this size."""
    wide, high = size
    for name, low, high_end in zip(BOX, (0, 0, 1, 1), (wide - 1, high - 1, wide, high), strict=True):
        yield Field(name, name.capitalize(), "int", low, low, max(high_end, low + 1), 1, unit="cells")


def box_values(box: Rect) -> dict[str, int]:
    """What they show."""
    return {"left": box.x0, "top": box.y0, "width": box.width, "height": box.height}


def box_with(box: Rect, name: str, value: int) -> Rect:
    """The rectangle with one of them set: left and top move it, width and height stretch it."""
    return box_of_values(box_values(box) | {name: value})


def box_of_values(values: Mapping[str, int]) -> Rect:
    """The rectangle that four numbers say."""
    x, y = values["left"], values["top"]
    return Rect(x, y, x + values["width"], y + values["height"])
