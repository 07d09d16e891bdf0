"""Select polygons and change them: move, turn, scale, drag vertices, put new ones into edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.edits import InsertVertex
from sandbox.level.edits.clip import Clip
from sandbox.level.obstacles import UNITS
from sandbox.ui.kit.events import LEFT, NO_MODS
from sandbox.ui.maps.tools.parts import grips
from sandbox.ui.maps.tools.parts.api import ARROWS, About, At, Workbench
from sandbox.ui.maps.tools.parts.dragging import BoxDrag, Drag, FrameDrag, MoveDrag, VertexDrag
from sandbox.ui.maps.tools.parts.entry import point_of
from sandbox.ui.maps.tools.parts.selection import Selection, Vertex
from sandbox.ui.maps.tools.parts.shapes import ShapeTool
from sandbox.ui.maps.tools.parts.snapping import Snap, on_grid, snapped

if TYPE_CHECKING:
    from sandbox.level.obstacles import Obstacle
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit import Action, MenuItem, Widget
    from sandbox.ui.kit.events import Key, Mods, Pointer
    from sandbox.ui.maps.tools.parts.pen import Floats, Pen


class SelectTool(ShapeTool):
    """What the pointer holds, and what is selected."""

    about = About("select", "Select and change polygons", "mouse-pointer-2", "S")
    cursor = "arrow"

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        from sandbox.ui.maps.tools.parts.commands import PolygonCommands

        self.drag: Drag | None = None
        self.commands = PolygonCommands(self)
        self.selection.followers.append(bench.canvas.touch)
        bench.editing.on_step.append(lambda: self.selection.prune(self.level))

    @property
    def selection(self) -> Selection:
        """What is selected."""
        return self.bench.selection

    @property
    def chosen(self) -> list[Obstacle]:
        """The selected polygons."""
        return self.selection.polygons(self.level)

    @property
    def hint(self) -> str:
        """What can be done with what is selected."""
        if self.drag is not None:
            return self.drag.hint
        if self.entry.text:
            return "x, y is where the vertex, or the selection's top left corner, goes  ·  +x, -y by how much  ·  Enter"
        if self.selection.vertex is not None:
            return "Drag the vertex, arrows move it, or type x, y  ·  Delete takes it out  ·  J next vertex  ·  Esc"
        if self.selection.ids:
            return "Drag to move, the frame to scale, the knob to turn  ·  double-click an edge for a vertex  ·  Delete"
        return "Click a polygon, Shift+click more, or drag a box around some  ·  N goes through them"

    @property
    def busy(self) -> bool:
        """Whether Escape lets go of something."""
        return self.drag is not None or bool(self.entry.text) or bool(self.selection.ids)

    def drop(self) -> None:
        """First what is held or typed, then the vertex, then the selection."""
        held, self.drag = self.drag, None
        if held is None and not self.entry.take():
            self.selection.set(self.selection.ids if self.selection.vertex is not None else ())

    def snap(self, at: At, mods: Mods = NO_MODS, before: At | None = None, more: Floats | None = None) -> Snap:
        """To everything but what is selected."""
        if self.bench.by_keys:
            return Snap(on_grid(at, self.level))
        return snapped(at, self.level, self.edges(self.selection.ids), self.reach, mods, before, more)

    # The pointer ---------------------------------------------------------------------------------------

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Grasp, drag, let go."""
        if event.kind == "down" and event.button == LEFT and self.drag is None:
            self.drag = self._grasp(at, event)
        elif self.drag is None:
            canvas.touch()
            return False
        elif event.kind == "move":
            self.drag.to(at, event.mods)
        elif event.kind in ("up", "cancel"):
            held, self.drag = self.drag, None
            self.finish(done=event.kind == "up" and held.end())
        self.changed()
        return True

    def _polygon_at(self, at: At) -> Obstacle | None:
        return grips.polygon_at(self.bench.nearby.near(self.level, at, grips.EDGE * self.reach), at, self.reach)

    def _grasp(self, at: At, event: Pointer) -> Drag:
        chosen, reach = self.chosen, self.reach
        if chosen and grips.too_small(chosen, reach):
            return self._grasp_polygon(at, event)  # its grips would leave nothing to move it by
        handle, vertex = grips.handle_at(chosen, at, reach), grips.vertex_at(chosen, at, reach)
        if event.clicks > 1 and vertex is None and (edge := grips.edge_at(chosen, at, reach)):
            return self._insert(*edge)
        if vertex is not None and not event.mods.shift:
            return self._hold_vertex(vertex, at, "Move vertex")
        if handle is not None:
            self.editing.begin("Turn polygons" if handle == (0, 0) else "Scale polygons")
            return FrameDrag(self, chosen, at, handle)
        return self._grasp_polygon(at, event)

    def _grasp_polygon(self, at: At, event: Pointer) -> Drag:
        polygon = self._polygon_at(at)
        if polygon is None:
            kept = self.selection.ids if event.mods.shift else ()
            self.selection.set(kept)
            return BoxDrag(self, at, kept)
        if event.mods.shift:
            self.selection.toggle(polygon.id)
        elif polygon.id not in self.selection.ids or self.selection.vertex is not None:
            self.selection.set(self.selection.ids if polygon.id in self.selection.ids else [polygon.id])
        if not self.chosen:
            return BoxDrag(self, at, ())
        self.editing.begin("Move polygon" if len(self.chosen) == 1 else f"Move {len(self.chosen)} polygons")
        return MoveDrag(self, self.chosen, at)

    def _hold_vertex(self, vertex: Vertex, at: At, label: str) -> Drag:
        self.selection.set([*self.selection.ids, vertex.polygon], vertex)
        self.editing.begin(label)
        return self._vertex_drag(vertex, at)

    def _vertex_drag(self, vertex: Vertex, at: At) -> VertexDrag:
        place = self.place_of(vertex)
        return VertexDrag(self, vertex, (place[0] - at[0], place[1] - at[1]), at=place)

    def _insert(self, vertex: Vertex, place: At) -> Drag:
        self.editing.begin("Insert vertex")
        x, y = on_grid(place, self.level)
        if self.editing.do(InsertVertex(*vertex, round(x * UNITS), round(y * UNITS))):
            self.selection.set([*self.selection.ids, vertex.polygon], vertex)
            return self._vertex_drag(vertex, place)
        return BoxDrag(self, place, self.selection.ids)

    def place_of(self, vertex: Vertex) -> At:
        """Where a vertex is."""
        x, y = (self.level.polygons[vertex.polygon].rings[vertex.ring][vertex.number] / UNITS).tolist()
        return x, y

    # Keys ----------------------------------------------------------------------------------------------

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """Arrows move what is selected; digits begin to type a place."""
        if self.drag is None and self.selection.ids and event.name in ARROWS and not event.mods.ctrl:
            return not event.mods.alt and self.commands.nudge(*ARROWS[event.name], fine=event.mods.shift)
        if event.combo == "Enter" and self.entry.text:
            text = self.entry.take()
            if self.chosen:  # what was selected when the typing began may be gone
                self._enter(text)
            return True
        return bool(self.selection.ids) and self.entry.press(event, opens="123456789+")

    def _enter(self, text: str) -> None:
        vertex = self.selection.vertex
        now = self.place_of(vertex) if vertex is not None else grips.frame_of(self.chosen)[:2]
        point = point_of(text, now, None)
        if point is None:
            self.bench.say(f"{text!r} is no place: type 12.5, 8, or +2, -1 to move by that much")
        elif vertex is not None:
            self.commands.put_vertex(vertex, point)
        else:
            self.commands.move_by(point[0] - now[0], point[1] - now[1])

    def copied(self) -> Clip | None:
        """The selected polygons."""
        return Clip.of_polygons(self.level, self.selection.ids) if self.chosen else None

    def cut(self) -> None:
        """Take them away."""
        self.commands.delete()

    def menu(self) -> list[MenuItem]:
        """What a right click offers: the commands for the polygon under the pointer, or what others offer there."""
        polygon = self._polygon_at(self.bench.at) if self.bench.at is not None else None
        if polygon is None:
            return super().menu()
        if polygon.id not in self.selection.ids:
            self.selection.set([polygon.id])
        return self.commands.menu()

    def options(self) -> list[Widget]:
        """Place and size of the selection, and what can be done with it."""
        from sandbox.ui.maps.tools.parts.select_options import options

        return options(self)

    def actions(self) -> list[Action]:
        """Everything that can be done with polygons, for the palette and the sheet of keys."""
        return self.commands.actions()

    # The preview ---------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        """Outlines, the frame with its handles, vertices, what is held."""
        chosen = self.chosen
        if self.drag is None and self.bench.at is not None:
            self._draw_hover(pen, self.bench.at)
        still = self.drag is None or isinstance(self.drag, BoxDrag)  # what moves needs no halo to be seen
        for polygon in chosen:
            for ring in polygon.rings:
                pen.path(ring / UNITS, closed=True, halo=still)
        if chosen and not grips.too_small(chosen, self.reach):
            self._draw_grips(pen, chosen)
        if self.drag is not None:
            self.drag.draw(pen)
        if self.entry.text and chosen:
            pen.measure(f"{self.entry.text}|", self.bench.at or grips.frame_of(chosen).centre)

    def _draw_hover(self, pen: Pen, at: At) -> None:
        polygon = self._polygon_at(at)
        if polygon is not None and polygon.id not in self.selection.ids:
            pen.path(polygon.outer / UNITS, closed=True, width=1.0)

    def _draw_grips(self, pen: Pen, chosen: list[Obstacle]) -> None:
        if not isinstance(self.drag, MoveDrag):
            pen.vertices(grips.all_vertices(p for p in chosen if not grips.crowded(p, self.reach)))
        if self.selection.vertex is not None:
            pen.handles([self.place_of(self.selection.vertex)], filled=True)
        elif self.drag is None or isinstance(self.drag, FrameDrag):
            places = grips.handle_places(chosen, self.reach)
            frame = [places[h] for h in ((-1, -1), (1, -1), (1, 1), (-1, 1))]
            pen.path(np.array(frame), closed=True, dash=True, width=1.0)
            pen.path(np.array([places[0, -1], places[0, 0]]), width=1.0)
            pen.handles([p for h, p in places.items() if h != (0, 0)])
            pen.disc(places[0, 0], radius=5.0)
