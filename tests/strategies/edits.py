"""Edits out of Hypothesis, legal and illegal ones, for a level as it is at that moment."""

import math
from dataclasses import replace

import numpy as np
from hypothesis import strategies as st

from sandbox.errors import BadInput
from sandbox.level.edits import (
    AddPolygon,
    Batch,
    DeleteVertex,
    FillRegion,
    InsertVertex,
    Line,
    MovePolygon,
    MoveVertex,
    PaintCells,
    Rectangle,
    RemoveMarker,
    RemovePolygon,
    ReplaceTerrain,
    Resize,
    RotatePolygon,
    ScalePolygon,
    SetContent,
    SetMarker,
    SetNotes,
    SetPalette,
    SetPolygon,
    SetTimed,
    SetTitle,
    SetView,
)
from sandbox.level.model import Level, Marker, MarkerKind, Obstacle, Rect
from sandbox.level.obstacles import DrawnAs
from sandbox.level.terrain import DEFAULT_PALETTE
from sandbox.level.timed import Door, Drift


class Maker:
    """Makes random edits from a numpy generator: as quick as a script of 10,000 needs."""

    def __init__(self, seed, heavy=True):
        self.r = np.random.default_rng(seed)
        cells = [self.paint, self.line, self.rectangle, self.fill, self.replace]
        polygons = [self.add, self.remove, self.move, self.scale, self.rotate, self.vertex, self.vertex, self.reset]
        others = [self.marker, self.unmark, self.title, self.notes, self.view, self.timed, self.palette, self.batch]
        everything = [self.resize, self.content] if heavy else []
        self.kinds = cells + cells + polygons + polygons + others + everything
        self.depth = 0

    def edit(self, level):
        """Any edit; it may be one the level refuses."""
        return self.kinds[self.r.integers(len(self.kinds))](level)

    def cell(self, level):
        return int(self.r.integers(-2, level.width + 2)), int(self.r.integers(-2, level.height + 2))

    def box(self, level):
        (x0, y0), (x1, y1) = self.cell(level), self.cell(level)
        return Rect(min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1))

    def code(self):
        return int(self.r.integers(len(DEFAULT_PALETTE)))

    def unit(self, level):
        return int(self.r.integers(0, level.width * 512 + 1)), int(self.r.integers(0, level.height * 512 + 1))

    def some(self, level):
        ids = sorted(level.polygons)
        return ids[self.r.integers(len(ids))] if ids and self.r.random() < 0.98 else 999

    def paint(self, level):
        box = self.box(level)
        codes = self.r.integers(0, len(DEFAULT_PALETTE), (box.height, box.width), np.uint8)
        mask = self.r.random((box.height, box.width)) < 0.5
        return PaintCells.of(box, codes if self.r.random() < 0.5 else self.code(), mask)

    def line(self, level):
        shape = "round" if self.r.random() < 0.5 else "square"
        return Line(*self.cell(level), *self.cell(level), self.code(), int(self.r.integers(1, 6)), shape)

    def rectangle(self, level):
        return Rectangle(self.box(level), self.code(), bool(self.r.integers(2)))

    def fill(self, level):
        return FillRegion(*self.cell(level), self.code())

    def replace(self, level):
        return ReplaceTerrain(self.code(), self.code(), self.box(level) if self.r.random() < 0.7 else None)

    def polygon(self, level, number=0):
        x, y = self.unit(level)
        n = int(self.r.integers(3, 9))
        angles = np.sort(self.r.random(n)) * 2 * math.pi
        far = self.r.integers(100, 1500, n)
        ring = np.column_stack((x + far * np.cos(angles), y + far * np.sin(angles)))
        ring = np.rint(np.clip(ring, 0, [level.width * 512, level.height * 512])).astype(np.int32)
        origin = DrawnAs("circle", (x / 512, y / 512, 0.3), 0.05) if self.r.random() < 0.3 else DrawnAs()
        return Obstacle(number, ring, (), "", origin)

    def add(self, level):
        return AddPolygon(self.polygon(level))

    def remove(self, level):
        return RemovePolygon(self.some(level))

    def reset(self, level):
        return SetPolygon(self.polygon(level, self.some(level)))

    def move(self, level):
        return MovePolygon(self.some(level), *map(int, self.r.integers(-600, 600, 2)))

    def scale(self, level):
        return ScalePolygon(self.some(level), *map(float, self.r.uniform(-1.5, 1.5, 2)), *self.unit(level))

    def rotate(self, level):
        return RotatePolygon(self.some(level), float(self.r.uniform(-4, 4)), *self.unit(level))

    def vertex(self, level):
        kind = (MoveVertex, InsertVertex, DeleteVertex)[self.r.integers(3)]
        at = (self.some(level), int(self.r.integers(0, 8) // 7), int(self.r.integers(0, 6)))
        return kind(*at) if kind is DeleteVertex else kind(*at, *self.unit(level))

    def marker(self, level):
        x, y = self.cell(level)
        name = ("start", "goal", "camp")[self.r.integers(3)]
        camp = Marker.area(MarkerKind.SPAWN, self.box(level))
        return SetMarker(name, camp if name == "camp" else Marker.at(x + 0.5, y))

    def unmark(self, level):
        return RemoveMarker(("start", "goal", "camp")[self.r.integers(3)])

    def title(self, level):
        return SetTitle(f"title {self.r.integers(9)}")

    def notes(self, level):
        return SetNotes(f"notes {self.r.integers(9)}")

    def view(self, level):
        return SetView({"camera": int(self.r.integers(9))})

    def timed(self, level):
        return SetTimed((Door("gate", self.box(level)), Drift("log", self.some(level), ((0, 0), (0.5, 0.25)))))

    def palette(self, level):
        code = self.code()
        recosted = replace(DEFAULT_PALETTE[code], cost=float(self.r.integers(0, 4)))
        return SetPalette(DEFAULT_PALETTE.changed(code, recosted) if self.r.random() < 0.5 else DEFAULT_PALETTE)

    def batch(self, level):
        self.depth += 1
        edits = tuple(self.edit(level) for _ in range(self.r.integers(4))) if self.depth < 3 else ()
        self.depth -= 1
        return Batch(edits)

    def resize(self, level):
        return Resize(*map(int, self.r.integers(1, 40, 2)), *map(int, self.r.integers(-5, 6, 2)), self.code())

    def content(self, level):
        other = Level.empty(*map(int, self.r.integers(1, 40, 2)), self.code())
        return SetContent.of(other)


def tried(level, edit):
    """Apply; the inverse, or None if the level refused."""
    try:
        return level.apply(edit)
    except BadInput:
        return None


def scene(seed, width=24, height=18, edits=25):
    """A level with some of everything, and the maker that made it."""
    maker = Maker(seed, heavy=False)
    level = Level.empty(width, height)
    for _ in range(edits):
        tried(level, maker.edit(level))
    return level, maker


SEEDS = st.integers(0, 2**32 - 1)
