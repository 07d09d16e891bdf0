"""Every edit there is: frozen, picklable commands that know their inverse and what they touch.

Cells: `PaintCells`, `Line` (also the brush), `Rectangle`, `FillRegion`, `ReplaceTerrain`; `mirrored` for symmetric
painting. Polygons: `AddPolygon`, `RemovePolygon`, `SetPolygon`, `MovePolygon`, `ScalePolygon`, `RotatePolygon`,
`MoveVertex`, `InsertVertex`, `DeleteVertex`. The level: `Resize`, `SetPalette`, `SetMarker`, `RemoveMarker`,
`SetTimed`, `SetTitle`, `SetNotes`, `SetView`, `SetContent`; and `Batch`, several as one.
"""

from __future__ import annotations

from sandbox.level.edits.content import Resize, SetContent
from sandbox.level.edits.effect import Edit, Effect
from sandbox.level.edits.paint import FillRegion, Line, PaintCells, Rectangle, ReplaceTerrain, mirrored
from sandbox.level.edits.reshape import (
    AddPolygon,
    DeleteVertex,
    InsertVertex,
    MovePolygon,
    MoveVertex,
    RemovePolygon,
    RotatePolygon,
    ScalePolygon,
    SetPolygon,
)
from sandbox.level.edits.sundry import Batch, RemoveMarker, SetMarker, SetNotes, SetPalette, SetTimed, SetTitle, SetView

SHAPES = (
    AddPolygon, RemovePolygon, SetPolygon, MovePolygon, ScalePolygon, RotatePolygon, MoveVertex, InsertVertex,
    DeleteVertex,
)  # fmt: skip


def only_shapes(edit: Edit) -> bool:
    """Whether an edit changes polygons and nothing else: no cell's terrain."""
    return all(map(only_shapes, edit.edits)) if isinstance(edit, Batch) else isinstance(edit, SHAPES)
