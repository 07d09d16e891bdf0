"""A few cells and what they become, stored compactly: the substance of every painting edit."""

from __future__ import annotations

import zlib
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Bytes
from sandbox.level.rect import Rect

# From how many bytes on it pays to compress:
KEPT = 1 << 10  # what stays in the history
SENT = 1 << 16  # what is about to be kept or sent: a frame of painting has better things to do with less
AT_ONCE = 1 << 62  # what is put and then forgotten


class Packed(NamedTuple):
    """Bytes, compressed when that pays."""

    data: bytes
    compressed: bool

    @classmethod
    def of(cls, raw: bytes, compress_from: int = SENT) -> Packed:
        """Compress what is large."""
        if len(raw) < compress_from:
            return cls(raw, False)
        return cls(zlib.compress(raw, 1), True)

    def array(self) -> Bytes:
        """The bytes again."""
        return np.frombuffer(zlib.decompress(self.data) if self.compressed else self.data, np.uint8)


class Patch(NamedTuple):
    """Cells of a box (those in the mask, or all) and the code each gets (one for all, or its own)."""

    box: Rect
    mask: Packed | None  # bits of the box's cells, row by row; None: all of them
    codes: Packed | int  # one code for all, or a byte for each cell of the *box*

    @classmethod
    def of(cls, box: Rect, mask: NDArray[np.bool_] | None, codes: Bytes | int, compress_from: int = SENT) -> Patch:
        """Pack cells; a mask that is full and codes that are all alike shrink to almost nothing."""
        if mask is not None and mask.all():
            mask = None
        if not isinstance(codes, int):
            codes = _one_code(codes if mask is None else codes[mask], codes)
        packed = codes if isinstance(codes, int) else Packed.of(codes.tobytes(), compress_from)
        return cls(box, None if mask is None else Packed.of(np.packbits(mask).tobytes(), compress_from), packed)

    @classmethod
    def nothing(cls) -> Patch:
        """No cell at all."""
        return cls(Rect.nothing(), None, 0)

    @property
    def size(self) -> int:
        """Bytes kept alive."""
        parts = (self.mask, self.codes)
        return 100 + sum(len(p.data) for p in parts if isinstance(p, Packed))

    def selected(self) -> NDArray[np.bool_] | None:
        """Which cells of the box; None: all."""
        if self.mask is None:
            return None
        bits = np.unpackbits(self.mask.array(), count=self.box.area)
        return bits.view(np.bool_).reshape(self.box.height, self.box.width)

    def values(self) -> Bytes | int:
        """The codes: one, or the box's."""
        if isinstance(self.codes, int):
            return self.codes
        return self.codes.array().reshape(self.box.height, self.box.width)

    def highest(self) -> int:
        """The highest code among the cells."""
        values, mask = self.values(), self.selected()
        if isinstance(values, int):
            return values
        return int((values if mask is None else values[mask]).max(initial=0))


def _one_code(used: Bytes, codes: Bytes) -> Bytes | int:
    if used.size and (used == used.flat[0]).all():
        return int(used.flat[0])
    return codes if used.size else 0


def put(terrain: Bytes, patch: Patch) -> Patch:
    """Write a patch into the terrain; return the patch that takes it back (only cells that changed)."""
    if patch.box.area == 1 and patch.mask is None and isinstance(patch.codes, int):
        return _put_one(terrain, patch.box, patch.codes)
    x0, y0, x1, y1 = patch.box.clipped(terrain.shape[1], terrain.shape[0])
    box = terrain[y0:y1, x0:x1]
    values, mask = _cut(patch, Rect(x0, y0, x1, y1))
    changed = box != values
    if mask is not None:
        changed &= mask
    tight = _bounds(changed)
    if not tight:
        return Patch.nothing()
    inner = changed[tight.y0 : tight.y1, tight.x0 : tight.x1]
    target = box[tight.y0 : tight.y1, tight.x0 : tight.x1]
    back = Patch.of(Rect(x0 + tight.x0, y0 + tight.y0, x0 + tight.x1, y0 + tight.y1), inner, target.copy())
    fresh = values if isinstance(values, int) else values[tight.y0 : tight.y1, tight.x0 : tight.x1]
    np.copyto(target, np.uint8(fresh) if isinstance(fresh, int) else fresh, where=inner)
    return back


def _put_one(terrain: Bytes, box: Rect, code: int) -> Patch:
    """The commonest patch, without arrays."""
    inside = box.x0 >= 0 and box.y0 >= 0 and box.x0 < terrain.shape[1] and box.y0 < terrain.shape[0]
    old = int(terrain[box.y0, box.x0]) if inside else code
    if old == code:
        return Patch.nothing()
    terrain[box.y0, box.x0] = code
    return Patch(box, None, old)


def _cut(patch: Patch, inside: Rect) -> tuple[Bytes | int, NDArray[np.bool_] | None]:
    """Values and mask of the part of the box inside the level."""
    values, mask = patch.values(), patch.selected()
    if inside == patch.box:
        return values, mask
    rows = slice(inside.y0 - patch.box.y0, inside.y1 - patch.box.y0)
    columns = slice(inside.x0 - patch.box.x0, inside.x1 - patch.box.x0)
    return (
        values if isinstance(values, int) else values[rows, columns],
        None if mask is None else mask[rows, columns],
    )


def _bounds(changed: NDArray[np.bool_]) -> Rect:
    """The smallest box around the true ones."""
    if changed.size == 1:
        return Rect(0, 0, 1, 1) if changed[0, 0] else Rect.nothing()
    rows = np.flatnonzero(changed.any(axis=1))
    if not rows.size:
        return Rect.nothing()
    columns = np.flatnonzero(changed.any(axis=0))
    return Rect(int(columns[0]), int(rows[0]), int(columns[-1]) + 1, int(rows[-1]) + 1)
