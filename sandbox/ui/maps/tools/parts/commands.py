"""What can be done with selected polygons by a key, a button or the command palette."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.edits import (
    AddPolygon,
    Batch,
    DeleteVertex,
    InsertVertex,
    MovePolygon,
    MoveVertex,
    RemovePolygon,
    SetPolygon,
    shaping,
)
from sandbox.level.markers import MarkerKind
from sandbox.level.obstacles import UNITS
from sandbox.level.terrain import WALL
from sandbox.ui.kit import Action, MenuItem
from sandbox.ui.maps.tools.parts.grips import frame_of
from sandbox.ui.maps.tools.parts.selection import Vertex
from sandbox.ui.maps.tools.parts.snapping import on_grid
from sandbox.ui.maps.tools.places import FIRST_AGENTS

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from sandbox.level.edits.effect import Edit
    from sandbox.level.edits.shaping import Side
    from sandbox.ui.maps.tools.parts.api import At
    from sandbox.ui.maps.tools.select import SelectTool

FINE = 1 / 8  # cells an arrow moves with Shift
COPY_SHIFT = UNITS  # a duplicate lies one cell beside
LEFT_RIGHT, TOP_BOTTOM = np.diag([-1.0, 1.0]), np.diag([1.0, -1.0])
MENU = (
    ("duplicate", "delete-polygons"),
    ("turn-right", "flip-x", "flip-y"),
    ("unite", "subtract"),
    ("to-tiles", "to-polygons"),
    ("to-spawns", "to-goals"),
)
ALIGN_KEYS: dict[Side, str] = {"left": "Alt+Left", "right": "Alt+Right", "top": "Alt+Up", "bottom": "Alt+Down"}
ALIGN_TITLES: dict[Side, str] = {
    "left": "Align left edges", "centre": "Align centres left to right", "right": "Align right edges",
    "top": "Align top edges", "middle": "Align middles top to bottom", "bottom": "Align bottom edges",
}  # fmt: skip


class PolygonCommands:
    """Each is one undo step; what cannot be done says why."""

    def __init__(self, tool: SelectTool) -> None:
        self.tool = tool

    # Helpers -------------------------------------------------------------------------------------------

    def do(self, label: str, make: Callable[[], Sequence[Edit]], nothing: str = "") -> bool:
        """Make edits and do them as one step."""
        edits = self.tool.bench.tried(make)
        if edits:
            return self.tool.editing.step(label, Batch(tuple(edits), label))
        if edits is not None:
            self.tool.bench.say(nothing or f"{label}: nothing to do")
        return False

    @property
    def _several(self) -> bool:
        return len(self.tool.chosen) > 1

    @property
    def _some(self) -> bool:
        return bool(self.tool.chosen)

    # Moving --------------------------------------------------------------------------------------------

    def nudge(self, dx: int, dy: int, *, fine: bool) -> bool:
        """By a cell, or finely; keys held down are one step."""
        step = FINE if fine else 1.0
        vertex = self.tool.selection.vertex
        if vertex is not None:
            x, y = self.tool.place_of(vertex)
            return self.put_vertex(vertex, (x + dx * step, y + dy * step))
        return self.move_by(dx * step, dy * step)

    def move_by(self, dx: float, dy: float) -> bool:
        """Move the selection by cells, but not out of the level."""
        chosen = self.tool.chosen
        wish = round(dx * UNITS), round(dy * UNITS)
        ux, uy = shaping.held_inside(shaping.box_of(chosen), *wish, self.tool.level)
        if (ux, uy) == (0, 0):
            self.tool.bench.say("The edge of the level is here")
            return True
        label = "Move polygon" if len(chosen) == 1 else f"Move {len(chosen)} polygons"
        return self.tool.editing.adjust(Batch(tuple(MovePolygon(p.id, ux, uy) for p in chosen), label))

    def put_vertex(self, vertex: Vertex, place: At) -> bool:
        """Put a vertex at a place in cells."""
        x, y = on_grid(place, self.tool.level)
        self.tool.editing.adjust(MoveVertex(*vertex, round(x * UNITS), round(y * UNITS)))
        return True

    def resize(self, width: float, height: float) -> bool:
        """Scale the selection about its top-left corner to a size in cells."""
        frame = frame_of(self.tool.chosen)
        sx, sy = (new / (old or 1.0) for new, old in ((width, frame.x1 - frame.x0), (height, frame.y1 - frame.y0)))
        return self._transform("Scale polygons", np.diag([sx, sy]), (frame.x0, frame.y0))

    def turn(self, degrees: float) -> bool:
        """Turn the selection about its middle."""
        c, s = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))
        return self._transform("Turn polygons", np.array([[c, -s], [s, c]]))

    def _transform(self, label: str, matrix: np.ndarray, centre: At | None = None) -> bool:
        chosen = self.tool.chosen
        x, y = centre or frame_of(chosen).centre
        middle = x * UNITS, y * UNITS
        return self.do(label, lambda: [SetPolygon(shaping.transformed(p, matrix, middle), label) for p in chosen])

    def rename(self, name: str) -> None:
        """Give the one selected polygon a name, or none."""
        (polygon,) = self.tool.chosen
        name = name.strip()
        if name != polygon.name:
            self.tool.editing.step("Name polygon", SetPolygon(replace(polygon, name=name), "Name polygon"))
            self.tool.bench.say(f"Polygon {polygon.id} is called {name}" if name else f"Polygon {polygon.id}: no name")

    # Selecting -----------------------------------------------------------------------------------------

    def select_all(self) -> None:
        """Every polygon."""
        self.tool.bench.use(self.tool.about.name)
        self.tool.selection.set(self.tool.level.polygons)

    def next_polygon(self, step: int) -> None:
        """Select the next, in the order they were drawn."""
        self.tool.bench.use(self.tool.about.name)
        ids = list(self.tool.level.polygons)
        if not ids:
            self.tool.bench.say("There are no polygons")
            return
        now = self.tool.selection.ids[-1] if self.tool.selection.ids else None
        at = (ids.index(now) + step) % len(ids) if now in ids else 0
        self.tool.selection.set([ids[at]])
        polygon = self.tool.level.polygons[ids[at]]
        self.tool.bench.say(f"Polygon {polygon.id} of {polygon.vertices} vertices")

    def next_vertex(self, step: int) -> None:
        """Select the next vertex of the polygon selected last."""
        chosen = self.tool.chosen
        if not chosen:
            return
        polygon, vertex = chosen[-1], self.tool.selection.vertex
        every = [Vertex(polygon.id, r, i) for r, ring in enumerate(polygon.rings) for i in range(len(ring))]
        at = (every.index(vertex) + step) % len(every) if vertex in every else 0
        self.tool.selection.set(self.tool.selection.ids, every[at])
        x, y = self.tool.place_of(every[at])
        self.tool.bench.say(f"Vertex {every[at].number} of polygon {polygon.id} at {x:g}, {y:g}")

    # Shapes --------------------------------------------------------------------------------------------

    def delete(self) -> None:
        """The selected vertex, or all selected polygons."""
        vertex, chosen = self.tool.selection.vertex, self.tool.chosen
        if vertex is not None:
            self.do("Delete vertex", lambda: [DeleteVertex(*vertex)])
            self.tool.selection.set(self.tool.selection.ids)
        else:
            label = "Delete polygon" if len(chosen) == 1 else f"Delete {len(chosen)} polygons"
            self.do(label, lambda: [RemovePolygon(p.id, label) for p in chosen])

    def insert_vertex(self) -> None:
        """In the middle of the edge after the selected vertex."""
        vertex = self.tool.selection.vertex
        if vertex is None:
            self.tool.bench.say("Select a vertex first (J)")
            return
        ring = self.tool.level.polygons[vertex.polygon].rings[vertex.ring]
        x, y = ((ring[vertex.number].astype(int) + ring[(vertex.number + 1) % len(ring)]) // 2).tolist()
        after = vertex._replace(number=vertex.number + 1)
        if self.do("Insert vertex", lambda: [InsertVertex(*after, x, y)]):
            self.tool.selection.set(self.tool.selection.ids, after)

    def duplicate(self) -> None:
        """A copy of each, one cell beside; the copies are selected."""
        made: list[AddPolygon] = []

        def make() -> Sequence[Edit]:
            made.extend(shaping.copies(self.tool.chosen, COPY_SHIFT, COPY_SHIFT, self.tool.level))
            return made

        if self.do("Duplicate polygons", make):
            self.tool.selection.set(edit.polygon.id for edit in made)

    def unite(self) -> None:
        """All selected into one where they meet."""
        self.do("Unite polygons", lambda: shaping.united(self.tool.chosen, self.tool.level))

    def subtract(self) -> None:
        """What was selected later is cut out of what was selected first."""
        first, *others = self.tool.chosen
        self.do("Subtract polygons", lambda: shaping.cut_out(first, others, self.tool.level))

    def align(self, side: Side) -> None:
        """On one line."""
        self.do("Align polygons", lambda: shaping.aligned(self.tool.chosen, side), "They are already aligned")

    def to_tiles(self) -> None:
        """The selected polygons, or all, as cells of the current terrain; of wall where that does not block."""
        level, code = self.tool.level, self.tool.bench.paint.code
        code = code if code < len(level.palette) and level.palette[code].blocked else WALL
        chosen = self.tool.chosen or list(level.polygons.values())
        self.do("Polygons to tiles", lambda: shaping.tiles_of_polygons(chosen, code), "There are no polygons")

    def from_tiles(self) -> None:
        """All cells of the current terrain as polygons; they are selected."""
        level, code = self.tool.level, min(self.tool.bench.paint.code, len(self.tool.level.palette) - 1)
        before = set(level.polygons)
        name = level.palette[code].name
        none = f"There is no {name}: pick the terrain to outline first"
        if self.do(f"Outline {name}", lambda: shaping.polygons_of_tiles(level, code), none):
            self.tool.bench.use(self.tool.about.name)
            self.tool.selection.set(i for i in level.polygons if i not in before)

    def to_areas(self, kind: MarkerKind) -> bool:
        """The selected polygons as areas where crowds appear, or want to go."""
        agents, tool = FIRST_AGENTS if kind is MarkerKind.SPAWN else 0, self.tool
        make = partial(shaping.areas_of_polygons, tool.chosen, kind, tool.level, agents)
        return self.do(f"Polygons to {kind.value} areas", make)

    # The list ------------------------------------------------------------------------------------------

    def actions(self) -> list[Action]:
        """All of it, with keys."""
        some, several = lambda: self._some, lambda: self._several
        spec: list[tuple[str, str, tuple[str, ...], Callable[[], object], Callable[[], bool] | None]] = [
            ("select-all-polygons", "Select all polygons", ("Ctrl+A",), self.select_all, None),
            ("next-polygon", "Select the next polygon", ("N",), partial(self.next_polygon, 1), None),
            ("previous-polygon", "Select the previous polygon", ("Shift+N",), partial(self.next_polygon, -1), None),
            ("next-vertex", "Select the next vertex", ("J",), partial(self.next_vertex, 1), some),
            ("previous-vertex", "Select the previous vertex", ("Shift+J",), partial(self.next_vertex, -1), some),
            ("insert-vertex", "Insert a vertex after the selected one", ("Insert",), self.insert_vertex, some),
            ("delete-polygons", "Delete polygons, or the selected vertex", ("Delete", "Backspace"), self.delete, some),
            ("duplicate", "Duplicate polygons", ("Ctrl+D",), self.duplicate, some),
            ("unite", "Unite polygons", ("U",), self.unite, several),
            ("subtract", "Subtract from the first selected polygon", ("Shift+U",), self.subtract, several),
            ("turn-right", "Turn polygons by 90°", ("Shift+R",), partial(self.turn, 90.0), some),
            ("flip-x", "Flip polygons left to right", ("Shift+H",), partial(self._flip, LEFT_RIGHT), some),
            ("flip-y", "Flip polygons top to bottom", ("Shift+V",), partial(self._flip, TOP_BOTTOM), some),
            ("to-tiles", "Polygons to tiles", ("Ctrl+Shift+T",), self.to_tiles, None),
            ("to-spawns", "Polygons to spawn areas", (), partial(self.to_areas, MarkerKind.SPAWN), some),
            ("to-goals", "Polygons to goal areas", (), partial(self.to_areas, MarkerKind.GOAL), some),
            ("to-polygons", "Tiles of the current terrain to polygons", ("Ctrl+Shift+P",), self.from_tiles, None),
        ]  # fmt: skip
        aligning = [
            Action(
                f"maps.align-{side}", ALIGN_TITLES[side], (ALIGN_KEYS[side],) if side in ALIGN_KEYS else (),
                partial(self.align, side), several, "maps",
            )
            for side in shaping.SIDES
        ]  # fmt: skip
        return [
            *(Action(f"maps.{n}", title, keys, run, may, "maps") for n, title, keys, run, may in spec),
            *aligning,
        ]

    def menu(self) -> list[MenuItem]:
        """What makes sense under the pointer, in groups; what cannot be done now is dim."""
        actions = {action.id.removeprefix("maps."): action for action in self.actions()}
        lines: list[MenuItem] = []
        for group in MENU:
            lines += [MenuItem.rule()] if lines else []
            lines += [MenuItem.of(actions[name]) for name in group]
        sides = [MenuItem.of(actions[f"align-{side}"]) for side in shaping.SIDES]
        return [*lines, MenuItem.rule(), MenuItem("Align", children=sides, enabled=self._several)]

    def _flip(self, matrix: np.ndarray) -> bool:
        return self._transform("Flip polygons", matrix)
