"""What the left button does in the Crowds tab: look at agents, put a crowd down, say where it goes; and draw."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from sandbox.level.edits import SetMarker
from sandbox.level.markers import Marker, MarkerKind, free_name
from sandbox.level.rect import Rect
from sandbox.ui.canvas.panning import Panning
from sandbox.ui.kit import Dropdown, Label, NumberField, Widget
from sandbox.ui.kit.events import LEFT
from sandbox.ui.maps.tools.drifts import DriftTool
from sandbox.ui.maps.tools.parts.api import ARROWS, About, At, MapTool, Workbench
from sandbox.ui.maps.tools.places import DoorTool, GoalArea, SpawnArea
from sandbox.ui.maps.tools.polygon import PolygonTool
from sandbox.ui.maps.tools.regions import Fill, RectangleTool
from sandbox.ui.maps.tools.round import RoundTool
from sandbox.ui.maps.tools.select import SelectTool
from sandbox.ui.maps.tools.strokes import Brush, Eraser, LineTool

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.level.model import Level
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.crowds.pane import Pane
    from sandbox.ui.crowds.session import Session
    from sandbox.ui.kit.events import Key, Pointer

ACROSS, ANYWHERE = "Across the level", "Anywhere"
MOST_CELLS = 1 << 18  # of a level in which it is looked whether a way leads across
FREE = 0.6  # share of a goal area that agents can stand on
SLACK = 4  # pixels that a click may be drawn out


class Watch(MapTool):
    """Look at agents, and move the map."""

    about = About("watch", "Look at an agent", "eye", "V")
    cursor = "arrow"

    def __init__(self, bench: Workbench, session: Session, panes: list[Pane]) -> None:
        super().__init__(bench)
        self.session, self.panes = session, panes
        self._pan = Panning()

    @property
    def hint(self) -> str:
        """What a click does."""
        return "Click an agent to follow it  ·  drag to move the map  ·  Space plays, N jumps to the next conflict"

    def pointer(self, canvas: Canvas, event: Pointer, at: At) -> bool:
        """A click follows who is there, a drag moves the map."""
        if event.kind == "down" and event.button == LEFT:
            self._pan.begin(event.at, SLACK)
            return True
        if not self._pan.held:
            return False
        self._pan.follow(canvas, event)
        if event.kind == "up" and not self._pan.moved:
            self._follow(canvas, at)
        elif event.kind == "down":  # of another button
            self._pan.end()
        return True

    def _follow(self, canvas: Canvas, at: At) -> None:
        for pane in self.panes:
            if pane.canvas is canvas:
                agent = pane.agent_at(at)
                self.session.film.look_at(pane.lane if agent >= 0 else self.session.film.number)
                self.session.follow(agent)
                self.bench.say(f"Following agent {agent}" if agent >= 0 else "Following nobody")

    def key(self, canvas: Canvas, event: Key) -> bool:
        """The arrows step through time, not over the map, and Space plays."""
        if event.combo == "Escape" and self.session.followed >= 0:
            self.session.follow(-1)
            return True
        return False if event.name in (*ARROWS, "Space") else super().key(canvas, event)


class SpawnTool(SpawnArea):
    """Place a crowd, with one drag, and send it somewhere."""

    about = About("spawn-area", "Place a crowd", "users", "A")
    group = ""
    shelf = True

    def __init__(self, bench: Workbench, session: Session) -> None:
        super().__init__(bench)
        self.session = session
        self._bound = Dropdown([ACROSS, ANYWHERE], 0, tip="Where those go that you put down", width=150)
        session.on_level.append(self._follow_goals)

    @property
    def hint(self) -> str:
        """How to put one down."""
        count = self.session.choice.spawned
        words = f"Drag a rectangle: {count:,} agents appear there; Space lets them walk"
        return f"{words}  ·  drag one to move it, Enter types it"

    def options(self) -> list[Widget]:
        """How many, and where they go."""
        count = NumberField(
            self.session.choice.spawned, least=1, most=50_000, step=50, whole=True, on_number=self._set_count, width=90
        )
        self._follow_goals()
        return [Label("Agents", role="dim"), count, Label("bound for", role="dim"), self._bound]

    def _set_count(self, count: float) -> None:
        self.session.choice.spawned = int(count)
        self.session.remember()
        self.bench.hint(self.hint)

    def _follow_goals(self) -> None:
        """The goal areas there are can be chosen too."""
        choices = [ACROSS, ANYWHERE, *self.session.goals]
        if choices != self._bound.choices:
            chosen = self._bound.choices[self._bound.value]
            self._bound.choices = choices
            self._bound.value = choices.index(chosen) if chosen in choices else 0

    def drawn(self, area: Rect) -> None:
        """Add the area, and its goal: one step."""
        level, bound = self.level, self._bound.choices[self._bound.value]
        name, edits = free_name(self.stem, level.markers), []
        if bound == ACROSS:
            bound = free_name("goal", level.markers)
            edits.append(SetMarker(bound, Marker.area(MarkerKind.GOAL, across(level, area))))
        self.bench.by_keys = False  # the next Space plays
        spawn = Marker.area(
            self.kind, area, target="" if bound == ANYWHERE else bound, agents=self.session.choice.spawned
        )
        self.editing.step(f"Put {self.session.choice.spawned:,} agents down", SetMarker(name, spawn), *edits)


class GoalTool(GoalArea):
    """Say where crowds without a goal go, or else the one put down last."""

    about = About("goal-area", "Choose where they go", "flag", "T")
    group = ""
    shelf = True

    @property
    def hint(self) -> str:
        """How to draw one."""
        return (
            "Drag a rectangle: crowds without a goal go there, or else the one put down last"
            "  ·  drag one to move it, Enter types it"
        )

    def drawn(self, area: Rect) -> None:
        """Add the goal area, and send there who has none, or else whoever was put down last."""
        markers = self.level.markers
        name = free_name(self.stem, markers)
        edits = [SetMarker(name, self.marker(area))]
        spawns = [n for n, m in markers.items() if m.kind is MarkerKind.SPAWN]
        free = [n for n in spawns if not markers[n].target] or spawns[-1:]
        edits += [SetMarker(n, replace(markers[n], target=name)) for n in free]
        self.editing.step(f"Add {name}", *edits)


DRAWING: tuple[type[MapTool], ...] = (
    Brush, Eraser, LineTool, RectangleTool, Fill, SelectTool, PolygonTool, RoundTool, DoorTool, DriftTool,
)  # fmt: skip


def across(level: Level, area: Rect) -> Rect:
    """An area of the same size on the other side of the level, free for the most part, that a way leads to."""
    free = open_cells(level)
    width, height = area.width, area.height
    counted = np.pad(np.cumsum(np.cumsum(free, axis=0), axis=1), ((1, 0), (1, 0)))
    tops, bottoms = counted[:-height], counted[height:]
    inside = bottoms[:, width:] - tops[:, width:] - bottoms[:, :-width] + tops[:, :-width]
    rows, columns = np.indices(inside.shape)
    off = np.hypot(columns - (level.width - area.x1), rows - (level.height - area.y1))
    apart = (np.abs(columns - area.x0) >= width) | (np.abs(rows - area.y0) >= height)
    for least in (FREE * width * height, 1):
        places = np.flatnonzero((inside >= least) & apart)
        for place in places[np.argsort(off.flat[places], kind="stable")][:200].tolist():
            y, x = divmod(place, inside.shape[1])
            found = Rect(x, y, x + width, y + height)
            if _leads(level, free, area, found):
                return found
    return area


def open_cells(level: Level) -> NDArray[np.bool_]:
    """Which cells somebody can stand in, polygons taken by what they cover where that is known already."""
    blocked = np.array([terrain.blocked for terrain in level.palette])
    free = ~blocked[level.terrain]
    if level.polygons and level.terrain.size <= MOST_CELLS:
        inner = level.derived.grid.cost8.reshape(level.height + 2, level.width + 2)[1:-1, 1:-1]
        free = free & (inner > 0)
    return np.asarray(free, np.bool_)


def _leads(level: Level, free: NDArray[np.bool_], start: Rect, end: Rect) -> bool:
    """Whether a way leads from one area to another."""
    if level.terrain.size > MOST_CELLS:
        return True
    ends = [_first_free(free, box) for box in (start, end)]
    return ends[0] is not None and ends[1] is not None and level.derived.connected(ends[0], ends[1])


def _first_free(free: NDArray[np.bool_], box: Rect) -> tuple[float, float] | None:
    """The free cell of an area that is nearest to its middle."""
    rows, columns = np.nonzero(free[box.y0 : box.y1, box.x0 : box.x1])
    if not len(rows):
        return None
    at = int(np.argmin(np.abs(columns - box.width / 2) + np.abs(rows - box.height / 2)))
    return math.floor(box.x0 + columns[at]) + 0.5, math.floor(box.y0 + rows[at]) + 0.5


def tools_of(bench: Workbench, session: Session, panes: list[Pane]) -> list[MapTool]:
    """Every tool of the tab, in the order of their buttons."""
    return [
        Watch(bench, session, panes),
        SpawnTool(bench, session),
        GoalTool(bench),
        *(kind(bench) for kind in DRAWING),
    ]
