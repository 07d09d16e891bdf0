"""The Maps tab: everything meets here, and nothing is computed here."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Protocol

from sandbox.kernels.warming.order import Needs
from sandbox.level.edits import SetMarker
from sandbox.level.history import History
from sandbox.level.markers import Marker
from sandbox.level.model import Level
from sandbox.settings import levels_folder
from sandbox.ui.jobs import Job
from sandbox.ui.kit import Action, Column, MenuItem, Splitter, Widget
from sandbox.ui.kit import Row as RowBox
from sandbox.ui.maps.compare.access import Comparing
from sandbox.ui.maps.copying import Copying
from sandbox.ui.maps.files.autosave import Autosave
from sandbox.ui.maps.files.commands import LevelFiles
from sandbox.ui.maps.files.pictures import Pictures
from sandbox.ui.maps.files.queries import Queries
from sandbox.ui.maps.files.recordings import Recordings
from sandbox.ui.maps.files.writing import Writing
from sandbox.ui.maps.lessons.access import Lessons
from sandbox.ui.maps.lessons.predicting import Predicting
from sandbox.ui.maps.own_code import OwnRows
from sandbox.ui.maps.panels.hierarchy import Hierarchy
from sandbox.ui.maps.panels.layers_panel import Layers
from sandbox.ui.maps.panels.planners_panel import MapPanel
from sandbox.ui.maps.panels.side_sections import SIDE_SECTIONS
from sandbox.ui.maps.panels.toolbar import Toolbar
from sandbox.ui.maps.panels.toolbox import Toolbox
from sandbox.ui.maps.panels.why_panel import Why
from sandbox.ui.maps.preparing import OF_CANVAS
from sandbox.ui.maps.session import Session
from sandbox.ui.maps.tools import MapTool
from sandbox.ui.maps.view import MapView
from sandbox.ui.services import Services
from sandbox.ui.warm import load_strokes

FIRST_LEVEL = "flood"


class Acting(Protocol):
    """Whatever has commands of its own."""

    def actions(self) -> list[Action]:
        """What can be done."""


class MapsTab:
    """One level, any planners on it."""

    key = "maps"
    packages = frozenset({"level", "mesh", "planning", "ui"})

    def __init__(self, services: Services) -> None:
        self.services = services
        self._chosen = 0  # how often what is ticked had been changed when this tab was left
        self._loaded = False  # what the canvas is drawn with
        self.session = session = Session(services)
        self.asking, self.editing, self.canvas = session.asking, session.editing, session.canvas
        self.timeline, self.tools, self.rows, self.bench = session.timeline, session.tools, session.rows, session.bench
        self.show_level, self.use_tool = session.show_level, session.use_tool
        self.view = MapView(session)
        self.files = LevelFiles(session)
        self.autosave = Autosave(session, self.files)
        writing = Writing(session)
        self.pictures = Pictures(self.view, self.files, writing)
        self.recordings = Recordings(session, self.files, writing)
        self.files.others += [services.take_lesson, self.recordings.open]
        services.open_gallery = self.files.open_gallery
        self.queries = Queries(session, self.files)
        self.copying = Copying(session)
        self.toolbox = Toolbox(session)
        self.layers = Layers(session)
        self.hierarchy = Hierarchy(session, self.layers)
        self.why = Why(session, self.view.light)
        self.view.more = lambda: self.why.layers
        self.why.on_show.append(self.view.show_paths)
        self.lessons = Lessons(session)
        self.predicting = Predicting(session)
        self.comparing = Comparing(session)
        self.bench.stepping = lambda: self.comparing.playing or self.view.playing is not None
        self.bench.offers = self._offers
        self.toolbar = Toolbar(session, self.files, self.layers.button)
        self.sections = [make(session) for make in SIDE_SECTIONS]
        self.panel = MapPanel(session, self.toolbar.level_box, self.sections, self.why)
        self.own_rows = OwnRows(session, self.panel.planners)
        one = [self.canvas, session.strip.line, self.timeline.widget]
        view = RowBox([self.toolbox.widget, self.canvas, self.comparing.widget], gap=0, grow=1, cross="stretch")
        top = Column([self.toolbar.widget, self.toolbox.line, self.queries.bar], gap=0, fill="panel")
        left = Column([top, view, *one[1:], self.comparing.foot], gap=0)
        self.comparing.instead_of = one
        self._content: Widget = Splitter(left, self.panel.widget, share=0.68)
        self.use_tool(session.tool.about.name)
        self.open_first()
        self.panel.refresh()
        services.at_start(self._welcome)

    @property
    def level(self) -> Level:
        """The level shown."""
        return self.session.level

    @property
    def history(self) -> History:
        """Its steps."""
        return self.session.history

    @property
    def tool(self) -> MapTool:
        """The tool in hand."""
        return self.session.tool

    def _offers(self) -> list[MenuItem]:
        """What a right click on the map offers, whatever the tool."""
        names = ("compare", "why", "layers", "arrows", "figures", "legend", "fit")
        words = self.view.described()
        inspect = [MenuItem("Inspect", partial(self._inspect, words), "scan-search")] if words else []
        return [*inspect, *(MenuItem.of(self.services.root.actions[f"maps.{name}"]) for name in names)]

    def _inspect(self, words: str) -> None:
        """What is known of the place, in sight for a while though the pointer goes on."""
        root = self.services.root
        root.toast("Inspected", words, "info", [("Copy", partial(root.clipboard.put, words))])

    # The tab's duties ----------------------------------------------------------------------------------

    def content(self) -> Widget:
        """Canvas, toolbar and timeline; the panel at their side."""
        return self._content

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        fixed = (
            self.toolbar,
            self.files,
            self.pictures,
            self.recordings,
            self.queries,
            self.copying,
            self.comparing,
            self.toolbox,
            self.panel.planners,
            self.panel.copier,
            self.own_rows,
            self.view,
            self.layers,
            self.hierarchy,
            self.why,
            self.lessons,
            self.predicting,
        )
        parts: list[Acting] = [*fixed, *self.tools.values(), *self.sections]
        return [action for part in parts for action in part.actions()]

    def found(self) -> Sequence[MenuItem]:
        """Every layer of the planners ticked."""
        return self.layers.found()

    def sought(self, *, going_on: bool) -> None:
        """Layers are made for whoever looks for them."""
        self.layers.look_for_all() if going_on else self.layers.look_for_shown()

    def shown(self) -> None:
        """Take the keyboard."""
        self.session.in_front = True
        self._follow_chosen()
        self.session.hint(self.tool.hint)
        if self.canvas.is_mounted:
            self.services.root.focus.set(self.bench.canvas)

    def _follow_chosen(self) -> None:
        """Other tabs tick planners and set their options, too."""
        chosen = self.services.chosen
        if chosen.changes == self._chosen:
            return
        self._chosen = chosen.changes
        for row in self.rows:
            if row.ticked != (row.key in chosen.ticked):
                row.ticked = not row.ticked
                self.asking.row_changed(row)
        self.asking.ask_all()
        self.panel.refresh()

    def hidden(self) -> None:
        """Stop playing."""
        self.session.in_front = False
        self._chosen = self.services.chosen.changes
        self.timeline.playing = self.comparing.compare.timeline.playing = 0
        self.services.hint("")

    def tick(self) -> None:
        """Play on; ask and record what is due."""
        now = time.perf_counter()
        if not self._loaded and self.services.warmer.state.has(OF_CANVAS):
            self._load_canvas()
        self.asking.tick(now)
        self.why.tick(now)
        self.comparing.tick(now)
        self.panel.measuring.tick(now)
        if self.timeline.tick(now):
            self.services.root.after(1 / 60, lambda: None)

    def warmed(self) -> None:
        """From now on nothing would be compiled here."""
        self.asking.ready = True
        if not self.canvas.fast:
            self._load_canvas()
        self.panel.refresh()
        self.asking.ask_prepared()

    @property
    def needs(self) -> Needs:
        """The answers of the planners ticked; then what the canvas is drawn with, and all else of them."""
        return self.session.preparing.needs

    @property
    def awaited(self) -> Mapping[str, bool]:
        """The answer of every planner that is ticked."""
        return {row.key: row.answer is not None for row in self.rows if row.ticked}

    def await_something(self) -> None:
        """The planners ticked are asked anyway."""

    def _load_canvas(self) -> None:
        self._loaded = True
        if self.services.warmer.state.sound("ui"):
            load = Job("Loading the canvas", "canvas", load_strokes, lambda _: self._quicken())
            self.session.keeper.submit(load)

    def _quicken(self) -> None:
        self.canvas.fast = True
        self.canvas.touch()
        self.comparing.view.quicken()

    @property
    def settled(self) -> bool:
        """All asked for is answered and recorded."""
        return self.asking.settled and self.why.settled and self.comparing.compare.settled

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
        seen = self.session.in_front
        if not self.autosave.offer() and seen and not self.files.chosen and not self.services.settings.level:
            self.files.open_gallery()

    # The level -----------------------------------------------------------------------------------------

    def open_first(self) -> None:
        """The level of last time, or the first example."""
        first, others = levels_folder() / f"{FIRST_LEVEL}.json", sorted(levels_folder().glob("*.json"))
        for candidate in (self.services.settings.level, *map(str, (first, *others))):
            if candidate and Path(candidate).is_file() and self.files.open_path(candidate, quiet=True):
                return
        self.show_level(Level.empty(64, 48), "")

    def show_query(self, path: str, planner: str, start: tuple[int, int], goal: tuple[int, int]) -> None:
        """Open a map at a query, with one planner in focus (a benchmark's row)."""

        def show() -> None:
            if not self.files.open_path(path):
                return
            for name, cell in (("start", start), ("goal", goal)):
                self.level.apply(SetMarker(name, Marker.at(cell[0] + 0.5, cell[1] + 0.5)))
            self.editing.stepped()  # no step, but whoever lists places follows
            row = next((r for r in self.rows if r.key == planner), None)
            if row is not None:
                self.asking.focus_on(row)

        if self.files.may_leave(show):
            show()
