"""The Maps tab: everything meets here, and nothing is computed here."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame

from sandbox.level.edits import SetMarker, only_shapes
from sandbox.level.edits.effect import Edit
from sandbox.level.history import History
from sandbox.level.markers import Marker
from sandbox.level.model import Level
from sandbox.level.rect import Rect
from sandbox.planning.api import Query
from sandbox.settings import levels_folder
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.level_scene import follow, scene_of
from sandbox.ui.canvas.scene import Scene
from sandbox.ui.canvas.widget import Canvas
from sandbox.ui.kit import Action, Column, Splitter, Widget
from sandbox.ui.kit import Row as RowBox
from sandbox.ui.maps.asking import Asking
from sandbox.ui.maps.copying import Copying
from sandbox.ui.maps.editing import Editing
from sandbox.ui.maps.ends import paint_ends, place_ends
from sandbox.ui.maps.entries import all_rows, path_layer
from sandbox.ui.maps.files.autosave import Autosave
from sandbox.ui.maps.files.commands import LevelFiles
from sandbox.ui.maps.panels import inspector
from sandbox.ui.maps.panels.planners_panel import MapPanel
from sandbox.ui.maps.panels.side_sections import SIDE_SECTIONS
from sandbox.ui.maps.panels.toolbar import Toolbar
from sandbox.ui.maps.panels.toolbox import Toolbox
from sandbox.ui.maps.panels.transport import Transport
from sandbox.ui.maps.tools import TOOL_KINDS, MapTool, Workbench
from sandbox.ui.maps.tools.parts.pen import Pen
from sandbox.ui.maps.tools.places import AreaTool
from sandbox.ui.services import Services

FIRST_LEVEL = "flood"


class MapsTab:
    """One level, any planners on it."""

    key = "maps"
    rooms = frozenset({"level", "mesh", "planning", "ui"})

    def __init__(self, services: Services) -> None:
        self.services = services
        self.rows = all_rows()
        self.asking = Asking(self)
        self.keeper = services.worker("keeper")  # of unsaved work and of steps: no search holds it up
        self.editing = Editing(services.say, self.keeper)
        self.editing.on_edit.append(self._edited)
        self.canvas = Canvas(Scene())
        self.canvas.overlays += [self._paint_tool, self._paint_ends]
        self.canvas.on_hover = self._hover
        self.canvas.on_restyle = self._restyled
        self.transport = Transport(self._film_moved, services.say)
        self.bench = Workbench(self.editing, self.canvas, services.say, services.hint, self._palette, self.use_tool)
        self.tools: dict[str, MapTool] = {kind.name: kind(self.bench) for kind in TOOL_KINDS}
        self.tool = next(iter(self.tools.values()))
        self.files = LevelFiles(self)
        self.autosave = Autosave(self)
        self.copying = Copying(self)
        self.toolbox = Toolbox(self)
        self.toolbar = Toolbar(self)
        self.editing.on_step.append(self.toolbar.refresh)
        self.sections = [make(self) for make in SIDE_SECTIONS]
        self.panel = MapPanel(
            self.rows,
            self.canvas.scene,
            changed=self.asking.row_changed,
            focus=self.asking.focus_on,
            repaint=self.canvas.scene_changed,
            level_box=self.toolbar.level_box,
            sections=self.sections,
        )
        view = RowBox([self.toolbox.widget, self.canvas], gap=0, grow=1, cross="stretch")
        left = Column([self.toolbar.widget, view, self.transport.widget], gap=0)
        self._content: Widget = Splitter(left, self.panel.widget, share=0.68)
        self.use_tool(self.tool.name)
        self.open_first()
        self.panel.refresh()
        services.at_start(self._welcome)

    # The tab's duties ----------------------------------------------------------------------------------

    def content(self) -> Widget:
        """Canvas, toolbar and transport; the panel at their side."""
        return self._content

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        fixed = [*self.toolbar.actions(), *self.files.actions(), *self.copying.actions(), *self.transport.actions()]
        tools = [action for tool in self.tools.values() for action in tool.actions()]
        return [
            *fixed,
            *self.toolbox.actions(),
            *self.panel.planners.actions(),
            *tools,
            *(action for section in self.sections for action in section.actions()),
        ]

    def shown(self) -> None:
        """Take the keyboard."""
        self.services.hint(self.tool.hint)
        if self.canvas.is_mounted:
            self.services.root.focus.set(self.canvas)

    def hidden(self) -> None:
        """Stop playing."""
        self.transport.playing = 0
        self.services.hint("")

    def tick(self) -> None:
        """Play on; ask and record what is due."""
        now = time.perf_counter()
        self.asking.tick(now)
        if self.transport.tick(now):
            self.services.root.after(1 / 60, lambda: None)

    def warmed(self) -> None:
        """From now on nothing would be compiled here."""
        self.asking.ready = self.panel.ready = True
        self.canvas.fast = True
        self.panel.refresh()
        self.asking.ask_all()

    @property
    def settled(self) -> bool:
        """All asked for is answered and recorded."""
        return self.asking.settled

    def open_file(self, path: str, *, strict: bool = False) -> bool:
        """Open a level (or say why not), once nothing would be lost."""
        return self.files.take_file(path, strict=strict)

    def may_close(self, proceed: Callable[[], None]) -> bool:
        """Ask before unsaved edits are lost."""
        return self.files.may_leave(proceed)

    def close(self) -> None:
        """Remember where we were."""
        self.files.remember()
        self.autosave.close()

    def _welcome(self) -> None:
        """What a crash left comes first; who has never been here starts with the examples."""
        if not self.autosave.offer() and not self.files.chosen and not self.services.settings.level:
            self.files.open_gallery()

    # The level -----------------------------------------------------------------------------------------

    @property
    def level(self) -> Level:
        """The level shown."""
        return self.editing.level

    @property
    def history(self) -> History:
        """Its steps."""
        return self.editing.history

    def open_first(self) -> None:
        """The level of last time, or the first example."""
        last = self.services.settings.level
        for candidate in (
            last,
            str(levels_folder() / f"{FIRST_LEVEL}.json"),
            *map(str, sorted(levels_folder().glob("*.json"))),
        ):
            if candidate and Path(candidate).is_file() and self.files.open_path(candidate, quiet=True):
                return
        self.show_level(Level.empty(64, 48), "")

    def show_level(self, level: Level, name: str, history: History | None = None) -> None:
        """Take another level, with the steps it has or none."""
        place_ends(level)
        self.tool.drop()
        self.bench.selection.set(())
        self.editing.take(level, history)
        self._new_scene()
        self.transport.load(None)
        self.canvas.shared.fitted = True
        if self.canvas.is_mounted:
            self.canvas.fit()
        self.services.say(f"{name or 'A new level'}: {level.width} × {level.height} cells. {first_line(level.notes)}")
        self.asking.take(level)

    def show_query(self, path: str, planner: str, start: tuple[int, int], goal: tuple[int, int]) -> None:
        """Open a map at a query, with one planner in focus (a benchmark's row)."""

        def show() -> None:
            if not self.files.open_path(path):
                return
            for name, cell in (("start", start), ("goal", goal)):
                self.level.apply(SetMarker(name, Marker.at(cell[0] + 0.5, cell[1] + 0.5)))
            row = next((r for r in self.rows if r.key == planner), None)
            if row is not None:
                self.asking.focus_on(row)

        if self.files.may_leave(show):
            show()

    def _new_scene(self) -> None:
        scene = scene_of(self.level, self._palette())
        kept = self.canvas.scene
        kept.tiles, kept.rings, kept.patterns = scene.tiles, scene.rings, scene.patterns
        kept.signs, kept.signs_version, kept.coloured = scene.signs, scene.signs_version, scene.coloured
        kept.show([])
        kept.over.clear()
        kept.time = None
        kept.changes += 1

    def _palette(self) -> Any:
        return palette(self.services.settings.theme)

    def _restyled(self) -> None:
        """Another theme colours the ground anew."""
        follow(self.canvas.scene, self.level, self._palette(), Rect.nothing())

    def _edited(self, edit: Edit, dirty: Rect) -> None:
        """Every edit, undone ones too: show it, hand it to the worker, ask again."""
        follow(self.canvas.scene, self.level, self._palette(), dirty, cells=not only_shapes(edit))
        self.canvas.touch()
        self.asking.edit("Edit", edit)
        if self.transport.film is not None:
            self.transport.load(None)

    # Queries -------------------------------------------------------------------------------------------

    @property
    def query(self) -> Query | None:
        """From the start to the goal."""
        start, goal = self.level.markers.get("start"), self.level.markers.get("goal")
        return Query(start.point, goal.point, self.toolbar.radius) if start and goal else None

    def show_paths(self) -> None:
        """The path of every ticked planner, over everything else."""
        paths = [path_layer(row) for row in self.rows if row.ticked]
        self.canvas.scene.lay_over([layer for layer in paths if layer is not None])
        self._show_stack()

    def _show_stack(self) -> None:
        """What the planner looked at closely knows, and the recording on top."""
        layers = self.asking.layers
        if self.transport.film is not None:
            layers += self.transport.film.layers(self.transport.time)
        self.canvas.scene.show(layers)
        self.canvas.touch()
        self.panel.refresh()

    def _film_moved(self, time_now: int | None) -> None:
        self.canvas.scene.move_to(time_now)
        self._show_stack()

    # Looks ---------------------------------------------------------------------------------------------

    def use_tool(self, name: str) -> None:
        """What the left button does from now on."""
        self.tool.drop()
        self.editing.close_gesture()
        self.tool = self.canvas.tool = self.tools[name]
        self.canvas.cursor = self.tool.cursor
        if self.canvas.is_mounted:
            self.services.root.dispatcher.show_cursor()
        self.tool.taken()
        self.toolbox.show(self.tool)
        self.services.hint(self.tool.hint, now=True)
        self.canvas.touch()

    def type_area(self, name: str) -> None:
        """Take one of the tools for rectangles in hand, and type the rectangle."""
        tool = self.tools[name]
        assert isinstance(tool, AreaTool)
        self.use_tool(name)
        tool.type_area(self.canvas)

    def fit(self) -> None:
        """Show the whole level."""
        self.canvas.fit()

    def _hover(self, at: tuple[float, float] | None) -> None:
        self.bench.pointed(at)
        self.services.hint(self.tool.hint)
        self.canvas.touch()

    def _paint_tool(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        self.tool.paint(canvas, surface, clip)
        if self.bench.at is not None:
            pen = Pen(canvas, surface, clip, self._palette())
            inspector.draw(self.level, self.bench.at, pen, None if self.history.in_gesture else self.bench.nearby)

    def _paint_ends(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        paint_ends(self.level, self._palette(), canvas, surface)


def first_line(notes: str) -> str:
    """What the status line has room for."""
    return notes.splitlines()[0] if notes else ""
