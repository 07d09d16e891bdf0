"""A piece of a level to carry elsewhere: cells, and the polygons, doors, drifts and areas that lie wholly inside.

    clip = Clip.of(level, Rect(4, 4, 20, 12))
    for edit in clip.pasted(other, 30, 7): ...      # edits of the other level, to be done as one step
    text = clip.text                                # for a clipboard: Clip.from_text(text) is equal

Terrains are matched by name: a level that lacks one gets it, so that a piece looks and costs the same wherever it
is put. Polygons and names get numbers of their own there.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.level.edits import AddPolygon, Edit, PaintCells, RemovePolygon, SetMarker, SetPalette, SetTimed
from sandbox.level.edits.turning import mirrored, quarter
from sandbox.level.formats import FORMATS, level_json, read
from sandbox.level.formats.common.source import Source
from sandbox.level.markers import unlike
from sandbox.level.model import Level
from sandbox.level.obstacles import UNITS, Obstacle
from sandbox.level.rect import Rect
from sandbox.level.terrain import FLOOR, MAX_TERRAINS, Palette
from sandbox.level.timed import Door, Drift, Timed

ENDS = ("start", "goal")  # the query's, not the map's: they stay
GROUND = "ground"  # in the view of a clip as text: whether its cells are meant


@dataclass(frozen=True, slots=True)
class Clip:
    """A small level; without `ground` only its shapes are meant."""

    level: Level
    ground: bool = True

    @classmethod
    def of(cls, level: Level, area: Rect) -> Clip:
        """Copy what a rectangle of cells holds."""
        box = area.clipped(level.width, level.height)
        if not box:
            raise BadInput("selection", f"cells {tuple(area)}", f"some inside {level.width} × {level.height}")
        piece = Level(level.terrain[box.y0 : box.y1, box.x0 : box.x1].copy(), palette=level.palette)
        _fill(piece, level, [p for p in level.polygons.values() if _holds(box, p)], box)
        piece.markers = {
            name: m.moved(-box.x0, -box.y0)
            for name, m in level.markers.items()
            if name not in ENDS and all(box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1 for x, y in m.points)
        }
        return cls(piece)

    @classmethod
    def of_polygons(cls, level: Level, numbers: Iterable[int]) -> Clip:
        """Copy some polygons, without the ground under them."""
        chosen = [level.polygons[n] for n in numbers]
        if not chosen:
            raise BadInput("selection", "nothing selected", "a polygon")
        box = Rect.nothing()
        for shape in chosen:
            box = box.union(shape.cells)
        piece = Level.empty(box.width, box.height, palette=level.palette)
        _fill(piece, level, chosen, box, doors=False)
        return cls(piece, ground=False)

    @property
    def size(self) -> tuple[int, int]:
        """Columns and rows."""
        return self.level.width, self.level.height

    def turned(self) -> Clip:
        """Turned by a quarter, clockwise on the screen."""
        return replace(self, level=quarter(self.level))

    def mirrored(self) -> Clip:
        """Left and right changed places."""
        return replace(self, level=mirrored(self.level))

    # Putting it somewhere.

    def pasted(self, target: Level, x: int, y: int) -> list[Edit]:
        """The edits that put it into a level, its top-left cell at (x, y); what reaches outside is cut."""
        palette, codes = _matched(self.level, target.palette)
        edits: list[Edit] = [SetPalette(palette)] if palette != target.palette else []
        if self.ground:
            edits.append(PaintCells.of(Rect(x, y, x + self.level.width, y + self.level.height), codes))
        shapes = _placed(self.level.polygons.values(), target, x, y)
        edits += [AddPolygon(shape) for shape in shapes.values()]
        edits += self._markers(target, x, y)
        return [*edits, *self._timed(target, x, y, {old: shape.id for old, shape in shapes.items()}, palette)]

    def _markers(self, target: Level, x: int, y: int) -> list[Edit]:
        renamed: dict[str, str] = {}
        for name in self.level.markers:
            renamed[name] = unlike(name, {*target.markers, *renamed.values()})
        moved = {renamed[name]: m.moved(x, y) for name, m in self.level.markers.items()}
        return [
            SetMarker(name, replace(m, target=renamed.get(m.target, m.target)))
            for name, m in moved.items()
            if m.inside(target.width, target.height)
        ]

    def _timed(self, target: Level, x: int, y: int, ids: dict[int, int], palette: Palette) -> list[Edit]:
        """Doors that fit, and the drifts of polygons that came along, which may turn out not to fit there."""
        taken = {t.name for t in target.timed}
        fresh: list[Timed] = []
        for change in self.level.timed:
            name = unlike(change.name, taken)
            if isinstance(change, Drift):
                if change.polygon in ids:
                    fresh.append(replace(change, name=name, polygon=ids[change.polygon]))
            else:
                door = self._door(change, palette).moved(x, y)
                if door.area.clipped(target.width, target.height) == door.area:
                    fresh.append(replace(door, name=name))
            taken.add(name)
        return [SetTimed((*target.timed, *fresh), checked=False)] if fresh else []

    def _door(self, door: Door, palette: Palette) -> Door:
        """The door with the codes its terrains have there."""
        names = self.level.palette.names
        opened, closed = (palette.code(names[code]) for code in (door.open_code, door.closed_code))
        return replace(door, open_code=opened, closed_code=closed)

    # As text.

    @property
    def text(self) -> str:
        """As a level file, for clipboards."""
        piece = self.level.copy()
        piece.view = {} if self.ground else {GROUND: False}
        return level_json.write(piece).decode()

    @classmethod
    def from_text(cls, text: str) -> Clip | None:
        """Read it again; None for any other text."""
        if not text.lstrip().startswith("{") or level_json.NAME not in text[:200]:
            return None
        level = read(Source("clipboard", text.encode("utf-8", "replace")), FORMATS[".json"])
        return cls(level, level.view.pop(GROUND, True) is not False)


def cleared(level: Level, area: Rect) -> list[Edit]:
    """The edits that leave plain floor and no polygons in a rectangle."""
    box = area.clipped(level.width, level.height)
    gone = [number for number, shape in level.polygons.items() if _holds(box, shape)]
    timed = tuple(t for t in level.timed if not _inside(t, box, gone))
    edits: list[Edit] = [SetTimed(timed, checked=False)] if timed != level.timed else []
    return [*edits, PaintCells.of(box, FLOOR), *(RemovePolygon(number) for number in gone)]


def _holds(box: Rect, shape: Obstacle) -> bool:
    x0, y0, x1, y1 = shape.box
    return box.x0 * UNITS <= x0 and box.y0 * UNITS <= y0 and x1 <= box.x1 * UNITS and y1 <= box.y1 * UNITS


def _inside(change: Timed, box: Rect, polygons: Iterable[int]) -> bool:
    if isinstance(change, Drift):
        return change.polygon in polygons
    return change.area.clipped(box.x1, box.y1) == change.area and change.area.x0 >= box.x0 and change.area.y0 >= box.y0


def _fill(piece: Level, level: Level, shapes: list[Obstacle], box: Rect, *, doors: bool = True) -> None:
    """Bring polygons along, moved to the piece, and whatever changes with time inside."""
    piece.polygons = {p.id: p.moved(-box.x0 * UNITS, -box.y0 * UNITS) for p in shapes}
    inside = [t for t in level.timed if _inside(t, box, piece.polygons) and (doors or isinstance(t, Drift))]
    piece.timed = tuple(t.moved(-box.x0, -box.y0) for t in inside)


def _matched(piece: Level, palette: Palette) -> tuple[Palette, NDArray[np.uint8]]:
    """The palette with what the piece needs besides, and the piece's cells in its codes."""
    doors = [c for t in piece.timed if isinstance(t, Door) for c in (t.open_code, t.closed_code)]
    used = [piece.palette[c] for c in sorted({*np.unique(piece.terrain).tolist(), *doors})]
    fresh = [t for t in used if t.name not in palette.names]
    if len(palette) + len(fresh) > MAX_TERRAINS:
        raise BadInput("paste", f"{len(fresh)} terrains this level lacks", f"room for them: {MAX_TERRAINS} at most")
    both = Palette((*palette, *fresh)) if fresh else palette
    codes = np.zeros(256, np.uint8)
    for code, terrain in enumerate(piece.palette):
        codes[code] = both.code(terrain.name) if terrain.name in both.names else FLOOR
    return both, codes[piece.terrain]


def _placed(shapes: Iterable[Obstacle], target: Level, x: int, y: int) -> dict[int, Obstacle]:
    """Polygons in their new place by their old numbers, cut at the border, each with a number free there."""
    moved = ((shape.id, shape.moved(x * UNITS, y * UNITS)) for shape in shapes)
    parts = [(old, pieces[0]) for old, shape in moved if (pieces := shape.cut(target.width, target.height))]
    return {old: replace(part, id=number) for number, (old, part) in enumerate(parts, start=target.free_id())}
