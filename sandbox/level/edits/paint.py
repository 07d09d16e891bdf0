"""Edits of cells: brush strokes, lines, rectangles, fills, and the same mirrored."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, Literal, Protocol

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.edits.brush import BrushShape, stroke
from sandbox.level.edits.effect import Edit, Effect, Small
from sandbox.level.edits.patch import AT_ONCE, Patch, put
from sandbox.level.model import Level
from sandbox.level.rect import Rect

Symmetry = Literal["left-right", "top-bottom", "four-way", "half-turn", "quarter-turns"]
MAX_BRUSH = 512
FARTHEST = 1 << 40  # cells from the origin that a line may reach: beyond, rounding would show


class CellEdit(Edit, Protocol):
    """An edit that only gives cells new codes."""

    def patch(self, level: Level) -> Patch:
        """The cells and their codes, on this level."""


class _Paints(Small):
    """What the cell edits share: perform by putting the patch."""

    __slots__ = ()

    def perform(self: CellEdit, level: Level) -> Effect:
        """Put the patch; taking it back is a `PaintCells`."""
        patch = self.patch(level)
        _check_codes(patch, level)
        back = put(level.terrain, patch)
        return Effect(PaintCells(back), back.box)


def _check_codes(patch: Patch, level: Level) -> None:
    if patch.box and not 0 <= patch.highest() < len(level.palette):
        raise BadInput("paint", f"terrain code {patch.highest()}", f"a code below {len(level.palette)}")


@dataclass(frozen=True, slots=True)
class PaintCells(_Paints):
    """Give any set of cells their codes."""

    label: ClassVar[str] = "Paint cells"
    cells: Patch

    @classmethod
    def of(cls, box: Rect, codes: NDArray[np.uint8] | int, mask: NDArray[np.bool_] | None = None) -> PaintCells:
        """Paint the cells of a box (those in the mask) with one code, or each with its own."""
        return cls(Patch.of(box, mask, codes))

    @classmethod
    def one(cls, x: int, y: int, code: int) -> PaintCells:
        """Paint a single cell."""
        return cls(Patch(Rect(x, y, x + 1, y + 1), None, code))

    @property
    def size(self) -> int:
        """Bytes of the patch."""
        return self.cells.size

    def patch(self, level: Level) -> Patch:  # noqa: ARG002
        """The cells."""
        return self.cells


@dataclass(frozen=True, slots=True)
class Rectangle(_Paints):
    """Paint a rectangle, or only its border."""

    label: ClassVar[str] = "Rectangle"
    box: Rect
    code: int
    filled: bool = True

    def patch(self, level: Level) -> Patch:
        """All cells of the box, or those along its border."""
        if self.filled or self.box.width < 3 or self.box.height < 3:
            return Patch(self.box, None, self.code)
        box = self.box.clipped(level.width, level.height)
        return Patch.of(box, self._border(box), self.code, AT_ONCE) if box else Patch.nothing()

    def _border(self, box: Rect) -> NDArray[np.bool_]:
        """Which cells of a part of the box are on its border."""
        rows, columns = np.arange(box.y0, box.y1), np.arange(box.x0, box.x1)
        flat = (rows == self.box.y0) | (rows == self.box.y1 - 1)
        steep = (columns == self.box.x0) | (columns == self.box.x1 - 1)
        border: NDArray[np.bool_] = flat[:, None] | steep
        return border


@dataclass(frozen=True, slots=True)
class Line(_Paints):
    """Draw a brush along a straight line of cells; a dot when both ends are one cell."""

    x0: int
    y0: int
    x1: int
    y1: int
    code: int
    brush: int = 1  # cells across
    shape: BrushShape = "round"

    @property
    def label(self) -> str:
        """For the history."""
        return "Brush" if (self.x0, self.y0) == (self.x1, self.y1) else "Line"

    def patch(self, level: Level) -> Patch:
        """The cells whose centre the brush passes over."""
        if not 1 <= self.brush <= MAX_BRUSH:
            raise BadInput("brush", f"{self.brush} cells", f"1 to {MAX_BRUSH}")
        if max(map(abs, self._ends)) > FARTHEST:
            raise BadInput("line", f"from {self._ends[:2]} to {self._ends[2:]}", f"coordinates up to {FARTHEST}")
        box = self._box().clipped(level.width, level.height)
        if not box:
            return Patch.nothing()
        return Patch.of(box, self._thin(box) if self.brush == 1 else self._broad(box), self.code, AT_ONCE)

    @property
    def _ends(self) -> tuple[int, int, int, int]:
        return self.x0, self.y0, self.x1, self.y1

    def _box(self) -> Rect:
        before, after = (self.brush - 1) // 2, self.brush // 2 + 1
        (left, right), (top, bottom) = sorted((self.x0, self.x1)), sorted((self.y0, self.y1))
        return Rect(left - before, top - before, right + after, bottom + after)

    def _thin(self, box: Rect) -> NDArray[np.bool_]:
        """One cell per step along the longer axis, of those steps that are in the box."""
        dx, dy = self.x1 - self.x0, self.y1 - self.y0
        long = (self.x0, dx, box.x0, box.x1) if abs(dx) >= abs(dy) else (self.y0, dy, box.y0, box.y1)
        steps, count = _steps_inside(*long), max(abs(dx), abs(dy), 1)
        x = np.rint(self.x0 + steps * (dx / count)).astype(np.int64)
        y = np.rint(self.y0 + steps * (dy / count)).astype(np.int64)
        keep = (x >= box.x0) & (x < box.x1) & (y >= box.y0) & (y < box.y1)
        mask = np.zeros((box.height, box.width), np.bool_)
        mask[y[keep] - box.y0, x[keep] - box.x0] = True
        return mask

    def _broad(self, box: Rect) -> NDArray[np.bool_]:
        """A brush of even size is centred on a cell's corner."""
        shift = 0.5 * (self.brush % 2 == 0)
        ends = (self.x0 + shift, self.y0 + shift, self.x1 + shift, self.y1 + shift)
        return stroke(box, ends, self.brush, self.shape)


def _steps_inside(start: int, way: int, low: int, high: int) -> NDArray[np.int64]:
    """Which of the steps of 1 from a coordinate lead into an interval."""
    first, last = (low - start, high - 1 - start) if way >= 0 else (start - high + 1, start - low)
    return np.arange(max(first, 0), min(last, abs(way)) + 1)


@dataclass(frozen=True, slots=True)
class FillRegion(_Paints):
    """Give a cell and all cells of its terrain that hang together with it (4 neighbours) another code."""

    label: ClassVar[str] = "Fill"
    x: int
    y: int
    code: int

    def patch(self, level: Level) -> Patch:
        """The region."""
        from sandbox.level.edits.flood import region

        level.code_at(self.x, self.y)
        box, mask = region(level.terrain, self.x, self.y)
        return Patch.of(box, mask, self.code, AT_ONCE)


@dataclass(frozen=True, slots=True)
class ReplaceTerrain(_Paints):
    """Give every cell of one terrain another, in the whole level or in a box."""

    label: ClassVar[str] = "Replace terrain"
    old: int
    new: int
    box: Rect | None = None

    def patch(self, level: Level) -> Patch:
        """All cells of the old code."""
        box = (self.box or level.bounds).clipped(level.width, level.height)
        return Patch.of(box, level.terrain[box.y0 : box.y1, box.x0 : box.x1] == self.old, self.new, AT_ONCE)


def mirrored(edit: CellEdit, symmetry: Symmetry, level: Level) -> tuple[CellEdit, ...]:
    """The edit and its images under a symmetry of the level, each to be applied on its own."""
    patch = edit.patch(level)
    if not patch.box:
        return (edit,)
    images = [PaintCells(image_of(patch, turn, level)) for turn in _images(symmetry, level)]
    return (*images, edit)


def _images(symmetry: Symmetry, level: Level) -> tuple[str, ...]:
    if symmetry == "quarter-turns" and level.width != level.height:
        raise BadInput("symmetry", f"quarter turns of {level.width} × {level.height} cells", "a square level")
    return {
        "left-right": ("x",),
        "top-bottom": ("y",),
        "four-way": ("x", "y", "xy"),
        "half-turn": ("xy",),
        "quarter-turns": ("r", "xy", "rrr"),
    }[symmetry]


def image_of(patch: Patch, turn: str, level: Level) -> Patch:
    """The patch mirrored in x, in y, in both, or turned by quarters ("r" each) about the level's centre."""
    for one in turn:
        patch = _image(patch, one, level.width, level.height)
    return patch


def _image(patch: Patch, turn: str, width: int, height: int) -> Patch:
    b = patch.box
    box = {
        "x": Rect(width - b.x1, b.y0, width - b.x0, b.y1),
        "y": Rect(b.x0, height - b.y1, b.x1, height - b.y0),
        "r": Rect(height - b.y1, b.x0, height - b.y0, b.x1),
    }[turn]
    flip = {"x": np.fliplr, "y": np.flipud, "r": lambda a: np.rot90(a, -1)}[turn]
    mask, values = patch.selected(), patch.values()
    codes = values if isinstance(values, int) else np.ascontiguousarray(flip(values))
    return Patch.of(box, None if mask is None else np.ascontiguousarray(flip(mask)), codes)
