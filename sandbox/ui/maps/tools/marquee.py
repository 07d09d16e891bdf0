"""Select a rectangle of the map and copy, cut, move or clear it; paste a piece, seen before it is put down."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.edits.clip import Clip, cleared
from sandbox.level.obstacles import UNITS
from sandbox.level.rect import Rect
from sandbox.ui.canvas.level_scene import terrain_colours
from sandbox.ui.canvas.raster import Tiles, blit_cells
from sandbox.ui.kit.events import LEFT
from sandbox.ui.maps.tools.parts.api import ARROWS, About, At
from sandbox.ui.maps.tools.places import AreaTool

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit.events import Key, Pointer
    from sandbox.ui.maps.tools.parts.api import Workbench
    from sandbox.ui.maps.tools.parts.pen import Pen

OPACITY = 0.75  # of a piece not put down yet
TURNS: dict[str, Callable[[Clip], Clip]] = {
    "Shift+R": Clip.turned,
    "Shift+H": Clip.mirrored,
    "Shift+V": lambda clip: clip.mirrored().turned().turned(),
}
FAR = 10  # cells an arrow moves with Shift


@dataclass
class Held:
    """A piece over the map: where its top-left cell is, and where it was taken from if it is being moved."""

    clip: Clip
    x: int
    y: int
    taken_from: Rect | None = None
    changed: bool = False  # turned or mirrored
    grip: tuple[int, int] | None = None  # the cell of the piece under the pointer while it is dragged
    follows: bool = False  # the pointer carries it, no button held: it was pasted

    @property
    def area(self) -> Rect:
        """The cells it lies over."""
        width, height = self.clip.size
        return Rect(self.x, self.y, self.x + width, self.y + height)


class Marquee(AreaTool):
    """The selected rectangle, and the piece in hand."""

    about = About("marquee", "Select cells", "square-dashed", "M")
    shelf = True
    group = ""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench)
        self.selected: Rect | None = None
        self.held: Held | None = None
        self._pointer = (0, 0)
        self._tiles: tuple[Clip, Tiles] | None = None

    @property
    def hint(self) -> str:
        """What goes on."""
        if self.held is not None:
            return "A click or Enter puts it down  ·  arrows move it, Shift+R turns, Shift+H or V flips it  ·  Esc"
        if self.selected is not None:
            return "Drag inside to move it (Alt: a copy)  ·  Shift+R turns, Shift+H flips  ·  Ctrl+C, Ctrl+X  ·  Delete"
        return "Drag a rectangle of cells to select it, or press Enter to type it; Ctrl+V pastes"

    # Choosing ------------------------------------------------------------------------------------------

    def drawn(self, area: Rect) -> None:
        """Select a rectangle."""
        self.select(area)

    def first_area(self) -> Rect:
        """What is selected."""
        return self.selected or super().first_area()

    def select(self, area: Rect | None) -> None:
        """Select cells, or none."""
        self.selected = area.clipped(self.level.width, self.level.height) or None if area is not None else None
        self.changed()

    def select_all(self) -> None:
        """The whole level."""
        self.select(self.level.bounds)

    # The clipboard -------------------------------------------------------------------------------------

    def clip(self) -> Clip | None:
        """A copy of what is selected."""
        if self.selected is None:
            self.bench.say("Select a rectangle of cells first")
            return None
        area = self.selected
        return self.bench.tried(lambda: Clip.of(self.level, area))

    def clear(self, label: str = "Clear cells") -> None:
        """Leave plain floor where the selection is."""
        if self.selected is not None:
            self.editing.step(label, *cleared(self.level, self.selected))

    def hold(self, clip: Clip) -> None:
        """Take a piece in hand: the pointer carries it; until it is on the map, in the middle of what is seen."""
        left, top, right, bottom = self.bench.canvas.camera.seen
        at = self.bench.at
        if at is None or not self.level.bounds.holds(math.floor(at[0]), math.floor(at[1])):
            at = (left + right) / 2, (top + bottom) / 2
        self.held = Held(clip, 0, 0, follows=True)
        self._centre(self.held, at)
        self.changed()

    @staticmethod
    def _centre(held: Held, at: At) -> None:
        """Put the middle of a piece where the pointer is."""
        width, height = held.clip.size
        held.x, held.y = math.floor(at[0] - (width - 1) / 2), math.floor(at[1] - (height - 1) / 2)

    def put_down(self) -> None:
        """Put the piece where it is; a moved one leaves floor behind. It stays selected."""
        held, self.held = self.held, None
        if held is None or (held.area == held.taken_from and not held.changed):
            self.changed()
            return
        self.editing.begin("Move cells" if held.taken_from is not None else "Paste")
        if held.taken_from is not None:
            for edit in cleared(self.level, held.taken_from):
                self.editing.do(edit)
        edits = self.bench.tried(lambda: held.clip.pasted(self.level, held.x, held.y))
        if edits is None:
            self.editing.cancel()
            return
        for edit in edits:
            self.editing.do(edit)
        self.editing.end()
        self.select(held.area)

    # Events --------------------------------------------------------------------------------------------

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Drag the piece, lift one out of the selection, or draw another selection."""
        self._pointer = math.floor(at[0]), math.floor(at[1])
        if self.held is not None:
            return self._carry(event, self.held, at)
        if event.kind == "down" and event.button == LEFT and self._inside_selection():
            return self._lift(copy=event.mods.alt)
        if event.kind == "down" and event.button == LEFT:
            self.selected = None
        return super().pointer(canvas, event, at)

    def _inside_selection(self) -> bool:
        return self.selected is not None and self.selected.holds(*self._pointer)

    def _lift(self, *, copy: bool) -> bool:
        clip, area = self.clip(), self.selected
        if clip is not None and area is not None:
            grip = self._pointer[0] - area.x0, self._pointer[1] - area.y0
            self.held = Held(clip, area.x0, area.y0, None if copy else area, grip=grip)
            self.changed()
        return True

    def _carry(self, event: Pointer, held: Held, at: At) -> bool:
        if held.follows and event.kind in ("move", "down"):
            self._centre(held, at)
        if event.kind == "down" and event.button == LEFT and held.follows:
            self.put_down()
        elif event.kind == "down" and event.button == LEFT:
            held.grip = self._pointer[0] - held.x, self._pointer[1] - held.y
            width, height = held.clip.size
            if not (0 <= held.grip[0] < width and 0 <= held.grip[1] < height):
                self.put_down()
        elif event.kind == "move" and held.grip is not None:
            held.x, held.y = self._pointer[0] - held.grip[0], self._pointer[1] - held.grip[1]
        elif event.kind == "up" and held.grip is not None:
            self.put_down()
        elif event.kind == "cancel":
            self.held = None
        self.bench.canvas.touch()
        return True

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """Move by arrows, put down by Enter, clear by Delete."""
        if event.name in ARROWS and self._has_something and not (event.mods.ctrl or event.mods.alt):
            return self._nudge(*ARROWS[event.name], FAR if event.mods.shift else 1)
        if event.combo in TURNS and self._has_something:
            return self._turn(TURNS[event.combo])
        if event.combo == "Enter" and self.held is not None:
            self.put_down()
            return True
        if event.combo in ("Delete", "Backspace") and self.selected is not None:
            self.clear()
            return True
        return super().typed(canvas, event)

    @property
    def _has_something(self) -> bool:
        """Whether the arrows move a piece or a selection, not the crosshair."""
        return self._from is None and (self.held is not None or self.selected is not None)

    @property
    def busy(self) -> bool:
        """Whether Escape lets go of something."""
        return self.selected is not None or self.held is not None or super().busy

    def drop(self) -> None:
        """First what is being drawn or carried, then the selection."""
        if self._from is None and self.held is None:
            self.selected = None
        super().drop()
        self.held = None

    def _nudge(self, dx: int, dy: int, by: int) -> bool:
        self._take_up()
        if self.held is not None:
            self.held.x, self.held.y, self.held.follows = self.held.x + dx * by, self.held.y + dy * by, False
        return True

    def _take_up(self) -> None:
        """Lift the selection, if nothing is in hand yet."""
        clip = self.clip() if self.held is None and self.selected is not None else None
        if clip is not None and self.selected is not None:
            self.held = Held(clip, self.selected.x0, self.selected.y0, self.selected)

    def _turn(self, turn: Callable[[Clip], Clip]) -> bool:
        """The piece turned or mirrored about its middle."""
        self._take_up()
        if self.held is not None:
            before = self.held.area
            self.held.clip, self.held.changed = turn(self.held.clip), True
            after = self.held.area
            self.held.x += int((before.width - after.width) / 2)  # towards zero: four turns come back
            self.held.y += int((before.height - after.height) / 2)
        return True

    # Painting ------------------------------------------------------------------------------------------

    def draw(self, pen: Pen) -> None:
        """The selection's frame; the piece with its frame."""
        super().draw(pen)
        if self.held is not None:
            self._draw_held(pen, self.held)
        elif self.selected is not None and self._from is None:
            pen.box(*self.selected, dash=True)

    def _draw_held(self, pen: Pen, held: Held) -> None:
        if held.taken_from is not None:
            pen.box(*held.taken_from, dash=True)
        if held.clip.ground:
            camera = pen.canvas.camera
            moved = replace(camera, x=camera.x - held.x, y=camera.y - held.y)
            blit_cells(pen.surface, self._pixels(held.clip).surface, moved, pen.canvas.rect.topleft, OPACITY)
        for shape in held.clip.level.polygons.values():
            pen.path(np.asarray(shape.outer, np.float64) / UNITS + (held.x, held.y), closed=True)
        pen.box(*held.area)
        pen.measure(f"at {held.x}, {held.y}", (held.area.x1, held.area.y1))

    def _pixels(self, clip: Clip) -> Tiles:
        if self._tiles is None or self._tiles[0] is not clip:
            self._tiles = (clip, Tiles(clip.level.terrain, terrain_colours(clip.level, self.bench.colours())))
        return self._tiles[1]
