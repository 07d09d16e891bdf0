"""The Crowds tab: everything meets here, and nothing is computed here."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from sandbox.kernels.warming.order import Needs
from sandbox.settings import levels_folder
from sandbox.ui.canvas.several.linked import link
from sandbox.ui.crowds.details import AgentTable, Charts, ConflictBox
from sandbox.ui.crowds.empty import Lesson
from sandbox.ui.crowds.heads import Head, action_of
from sandbox.ui.crowds.own_policies import OwnPolicies
from sandbox.ui.crowds.pane import Pane
from sandbox.ui.crowds.panel import Panel
from sandbox.ui.crowds.run.running import State
from sandbox.ui.crowds.session import Session
from sandbox.ui.crowds.toolbar import Toolbar
from sandbox.ui.crowds.tools import tools_of
from sandbox.ui.jobs import Job, WarmState
from sandbox.ui.kit import Action, Column, Row, Splitter, Widget
from sandbox.ui.maps.preparing import OF_CANVAS
from sandbox.ui.maps.tools import Workbench
from sandbox.ui.services import Services
from sandbox.ui.tabs import Tab
from sandbox.ui.warm import load_discs

if TYPE_CHECKING:
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.maps.tab import MapsTab
    from sandbox.ui.maps.tools import MapTool

FRAME = 1 / 60
WIDE = 1.7  # from so many times as wide as high lanes lie on top of each other, while their room is not known
BETTER = 1.05  # lanes move if that shows the level so much larger
LOOK_EVERY = 0.4  # seconds between two looks at ways while it plays


class CrowdsTab(Tab):
    """A crowd on the level of the maps."""

    key = "crowds"
    packages = frozenset({"level", "mesh", "planning", "agents", "ui"})

    def __init__(self, services: Services) -> None:
        self.services = services
        self._seen: WarmState | None = None  # how far the compiling child was when last looked at
        maps: Any = services.tab("maps")
        self.maps: MapsTab = maps
        self.session = session = Session(services, self.maps)
        self.run, self.timeline = session.run, session.timeline
        self.panes = [Pane(session, 0), Pane(session, 1)]
        link(pane.canvas for pane in self.panes)
        self.canvas = self.panes[0].canvas
        say, hint = services.say, services.hint
        self.bench = Workbench(self.maps.editing, self.canvas, say, hint, session.palette, self.use_tool)
        self.tools = {tool.about.name: tool for tool in tools_of(self.bench, session, self.panes)}
        self.tool: MapTool = next(iter(self.tools.values()))
        self.toolbar = Toolbar(session, list(self.tools.values()), self.play_example)
        self.toolbar.use = self.use_tool
        self.heads = [Head(session, 0), Head(session, 1)]
        self.own_policies = OwnPolicies(session, self.heads)
        self.lesson = Lesson(session, self.play_example)
        self.conflict, self.charts, self.table = ConflictBox(session), Charts(session), AgentTable(session)
        self.panel = Panel(session, self.conflict, self.charts, self.table)
        self._looked = (-1.0, -1, -1)
        self._content = self._build()
        self._refit = False  # the canvases have other places than they had
        self._listen()
        self._arrange()
        self.use_tool("watch" if session.spawns else "spawn-area")
        self.toolbar.refresh()

    # Frame -------------------------------------------------------------------------------------------

    def _build(self) -> Widget:
        lanes = [Column([head.widget, pane.canvas], gap=0) for head, pane in zip(self.heads, self.panes, strict=True)]
        self.first, self.second = lanes
        self.beside = Row(lanes, gap=2, cross="stretch", grow=1)
        self.below = Column(gap=0, grow=1, visible=False)
        self.first.grow = self.second.grow = 1.0
        self.second.visible = self.session.choice.compared
        view = Row([self.toolbar.shelf, self.beside, self.below], gap=0, grow=1, cross="stretch")
        left = Column([self.toolbar.widget, view, self.lesson.widget, self.timeline.widget], gap=0)
        return Splitter(left, self.panel.widget, share=0.68)

    def _listen(self) -> None:
        session = self.session
        for pane in self.panes:
            pane.canvas.overlays.append(self._paint_tool)
            pane.canvas.on_hover = self._hovering(pane)
            session.on_edit.append(pane.edited)
            session.on_points.append(pane.show_signs)
        session.fit = self.canvas.fit
        session.show_again = self._show
        session.on_level.append(self._level_changed)
        session.on_choice.append(self._choice_changed)
        session.on_follow.append(self._followed)
        self.timeline.on_move.append(lambda _: self._show())
        self.run.on_news.append(self._news)
        self.run.on_state.append(self._state_changed)

    def _hovering(self, pane: Pane) -> Callable[[tuple[float, float] | None], None]:
        def hover(at: tuple[float, float] | None) -> None:
            self.bench.canvas = pane.canvas
            self.bench.pointed(at)
            self.services.hint(self.tool.hint)
            if self.tool.about.name != "watch":
                pane.canvas.touch()

        return hover

    def _paint_tool(self, canvas: Canvas, surface: Any, clip: Any) -> None:
        self.tool.paint(canvas, surface, clip)

    # The tab's duties ----------------------------------------------------------------------------------

    def content(self) -> Widget:
        """Canvases, toolbar and timeline; the panel at their side."""
        return self._content

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        timed = [self._timed(action) for action in self.timeline.actions()]
        spec = [
            ("unfollow", "Follow nobody", (), lambda: self.session.follow(-1), "eye-off"),
            ("tail", "Follow the agent that is furthest behind", ("F",), self.follow_last, "eye"),
        ]
        own = [Action(f"crowds.{n}", title, keys, run, where="crowds", icon=icon) for n, title, keys, run, icon in spec]
        picks = [action_of(self.heads[0], e) for e in self.heads[0].entries]
        return [*self.toolbar.actions(), *timed, *own, *picks, self.own_policies.action(), *self.panel.actions()]

    def _timed(self, action: Action) -> Action:
        """Jumps have keys of their own, since the arrows move the crosshair of tools."""
        if action.id == "crowds.next-kind":
            return replace(action, keys=(*action.keys, "N"), run=lambda: self.session.jump(1))
        if action.id == "crowds.previous-kind":
            return replace(action, keys=(*action.keys, "Shift+N"), run=lambda: self.session.jump(-1))
        return action

    def shown(self) -> None:
        """Take the keyboard, and follow what became of the level."""
        self.services.hint(self.tool.hint)
        if self.canvas.is_mounted:
            self.services.root.focus.set(self.canvas)
        self.toolbar.refresh()
        self.session.show()
        self._show()

    def hidden(self) -> None:
        """Time stands still."""
        self.session.hide()
        self.services.hint("")

    def tick(self) -> None:
        """Follow worker and clock."""
        now = time.perf_counter()
        if self._refit and not self.services.root.needs_layout:
            self._refit = False
            self.canvas.fit()
        elif self.second.visible and not self.services.root.needs_layout:
            self._arrange()  # the window, or the panel, may have another size
        if self.session.advance(now):
            self.services.root.after(FRAME, lambda: None)
            if self.timeline.playing and self.timeline.between:
                self._touch()
        if self.run.state is State.GATHERING:
            self.lesson.refresh()
        self._follow_warming()
        self._look(now)

    def _follow_warming(self) -> None:
        """Begin as soon as what the run needs is compiled."""
        state = self.services.warmer.state
        if state is self._seen or self.session.ready:
            return
        self._seen = state
        if self.session.cold and self.session.prepared:
            self.session.begin()
        self.lesson.refresh()

    @property
    def needs(self) -> Needs:
        """What the run chosen needs; then what it is drawn with."""
        return Needs(self.session.choice.warm_ups, OF_CANVAS)

    @property
    def awaited(self) -> Mapping[str, bool]:
        """The crowd, where there is one."""
        return {"crowd": self.run.state not in (State.NONE, State.GATHERING)} if self.session.spawns else {}

    def warmed(self) -> None:
        """From now on nothing would be compiled here."""
        self.session.ready = True
        if self.services.warmer.state.sound("ui"):
            load = Job("Loading the canvas", "canvas", load_discs, lambda _: self._quicken())
            self.services.reader.submit(load)
        if self.session.in_front:
            self.session.show()
        self.lesson.refresh()

    def _quicken(self) -> None:
        for pane in self.panes:
            pane.canvas.fast = True
            pane.canvas.touch()

    @property
    def settled(self) -> bool:
        """Whoever is to be seen is."""
        if not self.session.ready:
            return False
        return self.run.state is not State.GATHERING and not self.timeline.playing and not self.run.busy

    def open_file(self, path: str, *, strict: bool = False) -> bool:
        """A level: the maps open it, and it is shown here."""
        return self.maps.open_file(path, strict=strict)

    def close(self) -> None:
        """Stop."""
        self.timeline.playing = 0
        self.session.remember()

    # What a person does ------------------------------------------------------------------------------

    def use_tool(self, name: str) -> None:
        """What the left button does from now on."""
        self.tool.drop()
        self.maps.editing.close_gesture()
        self.tool = self.tools[name]
        for pane in self.panes:
            pane.canvas.tool, pane.canvas.cursor = self.tool, self.tool.cursor
            pane.canvas.touch()
        if self.canvas.is_mounted:
            self.services.root.dispatcher.show_cursor()
        self.tool.taken()
        self.toolbar.show(self.tool)
        self.services.hint(self.tool.hint, now=True)

    def play_example(self, key: str) -> None:
        """Open a level that is shipped, and play it."""

        def play() -> None:
            if self.maps.files.open_path(str(levels_folder() / f"{key}.json")):
                self.use_tool("watch")
                self.session.play()
                self.services.root.focus.set(self.canvas)

        self.maps.files.leave(play)

    def follow_last(self) -> None:
        """Whoever is furthest behind, of those who walk."""
        run = self.run
        if run.lanes and len(self.session.film.lane.delay):
            lane = self.session.film.lane
            self.session.follow(int((lane.delay * (lane.arrived < 0)).argmax()))

    # What is shown -----------------------------------------------------------------------------------

    def _arrange(self) -> None:
        """One lane; or two, beside each other, or on top of each other where that shows the level larger."""
        compared = self.session.choice.compared
        wide = compared and self._wide()
        place, other = (self.below, self.beside) if wide else (self.beside, self.below)
        if self.first.parent is not place or self.second.visible != compared:
            for lane in (self.first, self.second):
                place.add(lane)
            place.visible, other.visible, self.second.visible = True, False, compared
            self._refit = True

    def _wide(self) -> bool:
        """Whether two lanes lie on top of each other."""
        level, stacked = self.session.level, self.below.visible
        box, head = (self.below if stacked else self.beside).rect, self.heads[0].widget.rect.h
        if not (box.w and box.h):
            return level.width > WIDE * level.height
        beside = min(box.w / 2 / level.width, (box.h - head) / level.height)
        below = min(box.w / level.width, (box.h / 2 - head) / level.height)
        return below * BETTER > beside if stacked else below > beside * BETTER

    def _level_changed(self) -> None:
        self._arrange()
        for pane in self.panes:
            pane.show_level()
        self.toolbar.refresh()
        self.lesson.refresh()

    def _choice_changed(self) -> None:
        if self.second.visible != self.session.choice.compared:
            self.panes[1].show_level()
        self._arrange()
        self.toolbar.refresh()

    def _state_changed(self) -> None:
        if self.run.state in (State.GATHERING, State.NONE):
            for pane in self.panes:
                pane.show_level()
        elif self.run.state is State.READY:
            for pane in self.panes:
                pane.begun()
        self.lesson.refresh()
        self._show()
        self.panel.refresh(force=True)

    def _news(self) -> None:
        self.session.strip.touch()
        if self.panes[0].frame is None or self.panes[0].frame.tick != self.session.tick or not self.timeline.playing:
            self._show()
        self.panel.refresh()

    def _show(self) -> None:
        """The moment where time stands."""
        for pane in self.panes[: max(1, len(self.run.lanes))]:
            pane.show(self.session.tick)
        if self.session.followed >= 0 and self.timeline.playing:
            self.panes[self.session.film.number].keep_in_view(self.session.followed)
        for head in self.heads:
            head.refresh()
        self.session.strip.touch()
        self.conflict.refresh()
        self.panel.refresh()

    def _touch(self) -> None:
        for pane in self.panes:
            pane.canvas.touch()

    def _followed(self) -> None:
        self._looked = (-1.0, -1, -1)
        self.table.mark(self.session.followed)
        self.conflict.refresh()
        self._touch()

    def _look(self, now: float) -> None:
        """Have ways looked up, now and then while it plays, and where time was stopped."""
        session = self.session
        layers = session.choice.layers & {"ways", "reservations"}
        agent, tick = session.followed, session.tick
        if (agent < 0 and not layers) or self.run.state is not State.READY:
            return
        when, of, at = self._looked
        wanted = (agent, bool(layers))
        stale = of != hash(wanted) or at != tick
        if not stale or (self.timeline.playing and now - when < LOOK_EVERY):
            return
        self._looked = (now, hash(wanted), tick)
        for lane in range(len(self.run.lanes)):
            self.run.see(tick, lane, agent, all_ways=bool(layers))
