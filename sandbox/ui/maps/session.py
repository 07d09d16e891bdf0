"""What everybody at the map shares: the level with its steps, the planners, the canvas, the recording, the tools.

Panels, sections, dialogs, files and queries are given a `Session` and nothing of the tab around them. What becomes
of an edit, or of another level, they learn from `editing`; another tool in hand is told to `on_tool`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.planning.api import Query
from sandbox.ui.canvas.film import Film
from sandbox.ui.canvas.scene import Scene
from sandbox.ui.canvas.widget import Canvas
from sandbox.ui.maps.asking import Asking
from sandbox.ui.maps.editing import Editing, OnLevel
from sandbox.ui.maps.ends import place_ends
from sandbox.ui.maps.entries import all_rows
from sandbox.ui.maps.overlays.film_strip import FilmStrip
from sandbox.ui.maps.preparing import FLOOD, Preparing
from sandbox.ui.maps.tools import TOOL_KINDS, MapTool, Workbench
from sandbox.ui.maps.tools.places import AreaTool
from sandbox.ui.timeline import Timeline

if TYPE_CHECKING:
    from sandbox.level.history import History
    from sandbox.level.model import Level
    from sandbox.ui.maps.moment import Moment
    from sandbox.ui.services import Services


class Session(OnLevel):
    """One level, any planners on it, one tool in hand."""

    def __init__(self, services: Services) -> None:
        self.keeper = services.worker("keeper")  # of unsaved work and of steps: no search holds it up
        super().__init__(services, Editing(services.say, self.keeper))
        self.rows = all_rows(services.chosen)
        self.in_front = False  # of the window: time passes only where somebody sees it
        self.radius = 0.0  # of the agent that is asked for
        self.on_radius: list[Callable[[], None]] = []
        self.shown: Level | None = None  # the level at another moment than that it is drawn at, while that is shown
        self.moment: Moment | None = None  # which moves it there
        self.canvas = Canvas(Scene())
        self.show_hint: Callable[[str], bool] = lambda _: False  # whether there was room
        self.strip = FilmStrip(self._go_to)
        self.timeline: Timeline[Film] = Timeline("maps", services.say, above=self.strip.strip)
        self.timeline.count.visible = False  # it stands with the words
        self.bench = Workbench(self.editing, self.canvas, services.say, self.hint, self.palette, self.use_tool)
        self.bench.has_ends = True
        self.tools: dict[str, MapTool] = {kind.about.name: kind(self.bench) for kind in TOOL_KINDS}
        self.tool = next(iter(self.tools.values()))
        self.on_tool: list[Callable[[], None]] = []
        self.preparing = Preparing(self)
        self.bench.may_flood = lambda: not services.warmer.begun or self.preparing.state.has([FLOOD])
        self.asking = Asking(self)

    def hint(self, text: str, *, now: bool = False) -> None:
        """Tell what can be done: beside the tool's options, or where that has no room in the status line."""
        self.services.hint("" if self.show_hint(text) else text, now=now)

    def _go_to(self, time: int) -> None:
        self.timeline.stop(time)

    @property
    def history(self) -> History:
        """Its steps."""
        return self.editing.history

    @property
    def query(self) -> Query | None:
        """From the start to the goal."""
        start, goal = self.level.markers.get("start"), self.level.markers.get("goal")
        return Query(start.point, goal.point, self.radius) if start and goal else None

    @property
    def theme(self) -> str:
        """The name of the look."""
        return self.services.settings.theme

    def show_level(self, level: Level, name: str, history: History | None = None) -> None:
        """Take another level, with the steps it has or none."""
        place_ends(level)
        self.tool.drop()
        self.bench.selection.set(())
        self.editing.take(level, history)
        self.say(f"{name or 'A new level'}: {level.width} × {level.height} cells. {first_line(level.notes)}")

    def set_radius(self, radius: float) -> None:
        """Ask for agents of another size."""
        self.radius = radius
        for follower in self.on_radius:
            follower()
        self.asking.let_go_film()
        self.asking.ask_all()

    def use_tool(self, name: str) -> None:
        """What the left button does from now on."""
        self.tool.drop()
        self.editing.close_gesture()
        self.tool = self.canvas.tool = self.tools[name]
        self.canvas.cursor = self.tool.cursor
        if self.canvas.is_mounted:
            self.root.dispatcher.show_cursor()
        self.tool.taken()
        for follower in self.on_tool:
            follower()
        self.hint(self.tool.hint, now=True)
        self.canvas.touch()

    def type_area(self, name: str) -> None:
        """Take one of the tools for rectangles in hand, and type the rectangle."""
        tool = self.tools[name]
        assert isinstance(tool, AreaTool)
        self.use_tool(name)
        tool.type_area(self.canvas)


def first_line(notes: str) -> str:
    """What the status line has room for."""
    return notes.splitlines()[0] if notes else ""
