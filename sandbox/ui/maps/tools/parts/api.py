"""What a tool of the map is: it answers the left button and keys, draws its preview, and says what to do next.

A tool is a class made once with the `Workbench`; naming it in `TOOL_KINDS` (tools/__init__.py) gives it a
button, a key, its place in the command palette and on the sheet of keys. `MapTool` has defaults for all but
what it is called. Every tool can be used without a mouse: the arrows move a crosshair, unless the tool
moves things by them, and Space presses there (and, for tools that drag, releases).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, ClassVar, Literal, NamedTuple, TypeVar

from sandbox.errors import SandboxError
from sandbox.ui.kit.events import LEFT, Pointer
from sandbox.ui.maps.nearby import Nearby
from sandbox.ui.maps.tools.parts.pen import Pen
from sandbox.ui.maps.tools.parts.selection import Selection
from sandbox.ui.maps.tools.parts.settings import PaintSettings

if TYPE_CHECKING:
    import pygame

    from sandbox.level.edits.clip import Clip
    from sandbox.level.model import Level
    from sandbox.ui.canvas.colours import Palette
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.kit import Action, MenuItem, Widget
    from sandbox.ui.kit.events import Key, Mods
    from sandbox.ui.maps.editing import Editing

T = TypeVar("T")
At = tuple[float, float]  # in cells
Cell = tuple[int, int]
Group = Literal["", "tiles", "polygons", "places"]
ARROWS = {"Left": (-1, 0), "Right": (1, 0), "Up": (0, -1), "Down": (0, 1)}
STRIDE = 8  # cells an arrow goes with Shift


@dataclass
class Workbench:
    """What every tool may use, and what all of them share."""

    editing: Editing
    canvas: Canvas
    say: Callable[[str], None]  # what just happened
    hint: Callable[[str], None]  # what can be done now
    colours: Callable[[], Palette]
    use: Callable[[str], None]  # take another tool in hand
    paint: PaintSettings = field(default_factory=PaintSettings)
    selection: Selection = field(default_factory=Selection)
    nearby: Nearby = field(default_factory=Nearby)
    at: At | None = None  # where the pointer or the crosshair is
    may_flood: Callable[[], bool] = lambda: True  # whether what fills regions is compiled
    by_keys: bool = False  # `at` is the crosshair's place
    stepping: Callable[[], bool] = lambda: False  # a recording stands between its ends: the arrows step it
    offers: Callable[[], list[MenuItem]] = list  # what everybody's menu of the map has besides
    last_painting: str = "paint"  # the tool terrain was painted with
    has_ends: bool = False  # a start and a goal are shown

    @property
    def level(self) -> Level:
        """The level being edited."""
        return self.editing.level

    @property
    def dp_in_cells(self) -> float:
        """How many cells one dp is, as the map is seen now."""
        return self.canvas.dp(64) / 64 / self.canvas.camera.scale

    def tried(self, make: Callable[[], T]) -> T | None:
        """What is made; None where that is refused, and why is said."""
        try:
            return make()
        except SandboxError as refusal:
            self.say(str(refusal))
            return None

    def pointed(self, at: At | None) -> None:
        """The mouse moved: it leads from now on."""
        self.at, self.by_keys = at, False


class About(NamedTuple):
    """What a tool is called."""

    name: str  # stable, for commands: maps.tool-<name>
    title: str
    icon: str
    key: str = ""  # takes it in hand

    @property
    def keys(self) -> tuple[str, ...]:
        """For the action that takes it in hand."""
        return (self.key,) if self.key else ()


class MapTool:
    """A tool; subclasses override what they need."""

    about: ClassVar[About]
    group: ClassVar[Group] = ""  # tools of one group stand together
    drags: ClassVar[bool] = True  # press and release are two things
    shelf: ClassVar[bool] = True  # has a button in the toolbar; else a section or a command takes it in hand
    watches: ClassVar[bool] = False  # whoever holds something still wants to see the search
    exact: ClassVar[bool] = False  # the crosshair goes to corners of cells, not to their middles
    cursor: str = "crosshair"

    @property
    def own_right(self) -> bool:
        """Whether the right button does something of the tool's: then its menu comes with the Menu key alone."""
        return False

    def __init__(self, bench: Workbench) -> None:
        self.bench = bench
        self._held_by_key = False

    @property
    def editing(self) -> Editing:
        """Where edits go."""
        return self.bench.editing

    @property
    def level(self) -> Level:
        """The level being edited."""
        return self.bench.editing.level

    @property
    def hint(self) -> str:
        """One line: what the next click or key does."""
        return self.about.title

    # What subclasses answer ----------------------------------------------------------------------------

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """Answer a press, a move, a release; True on "down" captures the drag."""
        return False

    def typed(self, canvas: Canvas, event: Key) -> bool:
        """Answer a key of its own."""
        return False

    def draw(self, pen: Pen) -> None:
        """Draw the preview over the picture."""

    def menu(self) -> list[MenuItem]:
        """What a right click offers, or the Menu key: to do with what stands under the pointer."""
        from sandbox.ui.maps.tools.parts.menu import of_place

        return of_place(self.bench, self.bench.at)

    def options(self) -> list[Widget]:
        """What can be set, shown over the map while this tool is in hand; asked for once."""
        return []

    def actions(self) -> list[Action]:
        """Commands of its own, besides taking it in hand."""
        return []

    def copied(self) -> Clip | None:
        """A copy of what is selected with this tool; None: whatever cells are selected."""
        return None

    def cut(self) -> None:
        """Take away what `copied` copied."""

    def taken(self) -> None:
        """It was taken in hand."""

    def drop(self) -> None:
        """Forget what is unfinished: another tool or level was taken, or Escape pressed."""

    @property
    def busy(self) -> bool:
        """Whether something is unfinished that Escape would drop."""
        return self.editing.history.in_gesture

    def finish(self, *, done: bool) -> None:
        """The gesture ends: kept, or (Escape, the window lost the mouse) taken back."""
        if done:
            self.editing.end()
        else:
            self.editing.cancel()

    def marker_near(self, at: At, names: Iterable[str], reach: float) -> str:
        """Which of these markers is nearest to a place, and within so many dp; nothing if none is."""
        canvas, markers = self.bench.canvas, self.level.markers
        away = {name: math.dist(markers[name].point, at) for name in names if name in markers}
        near = min(away, key=lambda name: away[name], default="")
        return near if near and away[near] <= canvas.dp(reach) / canvas.camera.scale else ""

    # What all share ------------------------------------------------------------------------------------

    def changed(self) -> None:
        """Show the preview and the hint anew."""
        self.bench.canvas.touch()
        self.bench.hint(self.hint)

    def paint(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Draw the preview and, while the keyboard leads, the crosshair."""
        pen = Pen(canvas, surface, clip, self.bench.colours())
        self.draw(pen)
        if self.bench.by_keys and self.bench.at is not None:
            pen.cross(self.bench.at, arm=9)

    def key(self, canvas: Canvas, event: Key) -> bool:
        """The tool's own keys first; then Escape, the crosshair and Space."""
        if self.typed(canvas, event):
            self.changed()
            return True
        if event.combo == "Escape":
            return self._escape()
        if event.name in ARROWS and not event.mods.ctrl and not event.mods.alt:
            if self.bench.stepping() and event.name in ("Left", "Right") and not self.busy:
                return False
            self._step(canvas, event)
            return True
        if event.name == "Space" and self.bench.by_keys and not event.mods.ctrl:
            self._press(canvas, event)
            return True
        return False

    def _escape(self) -> bool:
        if not self.busy:
            return False
        self.editing.cancel()
        self.drop()
        self._held_by_key = False
        self.changed()
        return True

    def _step(self, canvas: Canvas, event: Key) -> None:
        dx, dy = ARROWS[event.name]
        stride = STRIDE if event.mods.shift else 1
        x, y = self.bench.at if self.bench.by_keys and self.bench.at else self._first_place(canvas)
        level, margin = self.level, 0.0 if self.exact else 0.5
        x = min(max(x + dx * stride, margin), level.width - margin)
        y = min(max(y + dy * stride, margin), level.height - margin)
        self.bench.at, self.bench.by_keys = (x, y), True
        self._keep_in_view(canvas, (x, y))
        self._send(canvas, "move", event.mods)
        self.changed()

    def _first_place(self, canvas: Canvas) -> At:
        """Where the mouse was, or the middle of the view: on a cell."""
        x, y = self.bench.at or canvas.to_world(*canvas.rect.center)
        return (round(x), round(y)) if self.exact else (math.floor(x) + 0.5, math.floor(y) + 0.5)

    def _keep_in_view(self, canvas: Canvas, at: At) -> None:
        if not canvas.rect.inflate(-16, -16).collidepoint(canvas.to_window(*at)):
            canvas.look_at(canvas.camera.centred(*at))

    def _press(self, canvas: Canvas, event: Key) -> None:
        """Space: a click, or the beginning and then the end of a drag."""
        if not self.drags:
            self._send(canvas, "down", event.mods)
            self._send(canvas, "up", event.mods)
        else:
            self._held_by_key = self._send(canvas, "up" if self._held_by_key else "down", event.mods, self._held_by_key)
        self.changed()

    def _send(self, canvas: Canvas, kind: Literal["down", "up", "move"], mods: Mods, held: bool = False) -> bool:
        """A pointer event at the crosshair; whether the button is held now."""
        assert self.bench.at is not None
        x, y = canvas.to_window(*self.bench.at)
        taken = self.pointer(canvas, Pointer(kind, x, y, LEFT, 1, mods), self.bench.at)
        return kind == "down" and taken and not held
