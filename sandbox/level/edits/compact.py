"""Many small edits that follow one another, said in fewer: what a finished gesture is kept as."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Sequence
from functools import reduce
from itertools import groupby

import numpy as np

from sandbox.level.edits.effect import Edit
from sandbox.level.edits.paint import PaintCells
from sandbox.level.edits.patch import KEPT, Patch
from sandbox.level.edits.reshape import SetPolygon
from sandbox.level.edits.sundry import Batch, RemoveMarker, SetMarker, SetNotes, SetPalette, SetTimed, SetTitle, SetView
from sandbox.level.rect import Rect

SMALL_BOX = 1 << 16  # cells; boxes up to this are joined whatever lies between them
WASTE = 4  # larger ones only if no more than this many times the cells painted
ASKED = ("start", "goal")


def does_nothing(edit: Edit) -> bool:
    """Whether an edit certainly changes nothing."""
    if isinstance(edit, Batch):
        return all(does_nothing(e) for e in edit.edits)
    return isinstance(edit, PaintCells) and not edit.cells.box


def changes_level(edit: Edit) -> bool:
    """Whether an edit is one of the level, not of the question asked on it: where the start and the goal are."""
    if isinstance(edit, Batch):
        return any(changes_level(e) for e in edit.edits)
    return not (isinstance(edit, (SetMarker, RemoveMarker)) and edit.name in ASKED)


def compacted(edits: Iterable[Edit]) -> list[Edit]:
    """Fewer edits that, one after the other, lead to the same level."""
    flat = [e for e in _flattened(edits) if not does_nothing(e)]
    return [e for key, group in groupby(flat, _key) for e in _joined(key, list(group))]


def together(edits: Sequence[Edit], label: str) -> Edit:
    """One edit of several."""
    return edits[0] if len(edits) == 1 else Batch(tuple(edits), label)


def packed(edit: Edit) -> Edit:
    """The same edit in as few as do."""
    return together(compacted([edit]), edit.label) if isinstance(edit, Batch) else edit


def _flattened(edits: Iterable[Edit]) -> Iterator[Edit]:
    for edit in edits:
        if isinstance(edit, Batch):
            yield from _flattened(edit.edits)
        else:
            yield edit


def _key(edit: Edit) -> Hashable:
    """Edits in a row with the same key (not None) can be joined."""
    if isinstance(edit, PaintCells):
        return PaintCells
    if isinstance(edit, SetPolygon):
        return SetPolygon
    if isinstance(edit, SetMarker):
        return SetMarker, edit.name
    return type(edit).__name__ if isinstance(edit, (SetTitle, SetNotes, SetView, SetPalette, SetTimed)) else None


def _joined(key: Hashable, edits: list[Edit]) -> list[Edit]:
    if key is None:
        return edits
    if key is PaintCells:
        patches = [e.cells for e in edits if isinstance(e, PaintCells)]
        return [PaintCells(_united(group)) for group in _neighbours(patches)]
    if key is SetPolygon:  # of several dragged together, each overwrites only itself
        return list({e.polygon.id: e for e in edits if isinstance(e, SetPolygon)}.values())
    return edits[-1:]  # each of these overwrites the one before


def _neighbours(patches: list[Patch]) -> Iterator[list[Patch]]:
    """Cut a row of patches where joining them would waste too much."""
    group: list[Patch] = []
    box, cells = Rect.nothing(), 0
    for patch in patches:
        both = box.union(patch.box)
        if group and both.area > max(SMALL_BOX, WASTE * (cells + patch.box.area)):
            yield group
            group, both, cells = [], patch.box, 0
        group.append(patch)
        box, cells = both, cells + patch.box.area
    if group:
        yield group


def _united(patches: list[Patch]) -> Patch:
    """One patch that does what these do one after the other."""
    if len(patches) == 1:
        return patches[0]
    box = reduce(Rect.union, (p.box for p in patches), Rect.nothing())
    mask = np.zeros((box.height, box.width), np.bool_)
    codes = np.zeros((box.height, box.width), np.uint8)
    for p in patches:
        rows, columns = slice(p.box.y0 - box.y0, p.box.y1 - box.y0), slice(p.box.x0 - box.x0, p.box.x1 - box.x0)
        selected = p.selected()
        where = np.True_ if selected is None else selected
        np.copyto(codes[rows, columns], np.asarray(p.values(), np.uint8), where=where)
        mask[rows, columns] |= where
    return Patch.of(box, mask, codes, KEPT)
