"""The tree of a search with dice or many players, in the place of the board: what each player gets at every node."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pygame

from sandbox.gametree.general.picture import Drawn, drawn
from sandbox.gametree.general.warm import of_tree
from sandbox.gametree.tree import files
from sandbox.layers import Discs, Role
from sandbox.settings import data_folder
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.general.play import Play
from sandbox.ui.boards.tree.canvas import TreeCanvas
from sandbox.ui.boards.tree.film import PACES, GeneralFilm
from sandbox.ui.boards.tree.found import Found, from_file, search
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.panning import Panning
from sandbox.ui.canvas.widget import Canvas
from sandbox.ui.jobs import Failure, Job, Stop
from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    Dropdown,
    FileDialog,
    Key,
    Label,
    MenuItem,
    Pointer,
    Scroll,
    Section,
    Splitter,
)
from sandbox.ui.kit.events import LEFT, nothing
from sandbox.ui.services import Services
from sandbox.ui.timeline import Timeline
from sandbox.ui.warm import NAMES, load_strokes

MOST_DRAWN = 120
LEAST, MOST = 66.0, 84.0  # dp a cell at home
DEPTHS = range(1, 9)
OF_CANVAS = tuple(f"ui: {name}" for name in NAMES)
COMPILED_FIRST = " (the first time, compiling takes a few seconds)"
TYPES = [("Trees", (".json",))]
HINT = (
    "Click a node · Enter draws what lies below it, Backspace goes up · . and , step through the search · T goes back"
)


class Pane(TreeCanvas):
    """At home the root is at the top, and words are read; what is smaller goes without words."""

    def _home(self) -> Camera:
        whole, least = self.camera.fitted(self.scene.world), LEAST * self.look.theme.factor
        if whole.scale >= least:
            left, top, right, bottom = self.scene.world
            scale = min(whole.scale, MOST * self.look.theme.factor)
            return replace(whole, scale=scale).centred((left + right) / 2, (top + bottom) / 2)
        camera = replace(self.camera, scale=round(least))
        x, y = self.root_at
        return camera.moved_to(x - camera.width / 2 / camera.scale, y - 1.0)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Words where there is room for them, then the tree."""
        read = self.camera.scale >= 0.6 * LEAST * self.look.theme.factor
        for name in ("worths", "moves"):
            wish = self.scene.wishes.get(name)
            if read != (wish is None or wish.visible is not False):
                self.scene.set_visible(name, visible=read)
        super().paint(surface, clip)


class NodeTool:
    """A click picks a node, a double click draws what lies below it; a drag moves."""

    cursor = "arrow"
    own_right = False

    def __init__(self, page: TreePage) -> None:
        self.page = page
        self._pan = Panning()

    def pointer(self, canvas: Canvas, event: Pointer, at: tuple[float, float]) -> bool:
        """Answer a press, a move, a release."""
        if event.kind == "down" and event.button == LEFT:
            self._pan.begin(event.at)
            self.page.pick_at(at)
            if event.clicks == 2:
                self.page.enter()
            return True
        held = self._pan.held
        self._pan.follow(canvas, event)
        return held

    def key(self, canvas: Canvas, event: Key) -> bool:  # noqa: ARG002
        """Arrows walk, Enter goes down, Backspace up."""
        if event.combo in ("Up", "Down", "Left", "Right"):
            self.page.walk(event.combo)
            return True
        if event.combo in ("Enter", "Backspace"):
            (self.page.enter if event.combo == "Enter" else self.page.up)()
            return True
        return False

    def menu(self) -> Sequence[MenuItem]:
        """What a right click offers."""
        return [MenuItem("Draw what lies below", self.page.enter, "list-tree", "Enter")]


class TreePage:
    """Canvas, depth, and what is said of the node picked."""

    def __init__(self, services: Services, back: Callable[[], None], place: str) -> None:
        self.services, self.back, self.place = services, back, place
        self.worker = services.worker(f"{place}s")
        self.timeline: Timeline[GeneralFilm] = Timeline(place, services.say, PACES)
        self.timeline.on_move.append(self._moved)
        self._time: int | None = None  # that is to be drawn
        self.play: Play | None = None
        self.at, self.engine, self.options, self.depth = 0, "", dict[str, Any](), 2
        self.found: Found | None = None
        self.drawn: Drawn | None = None
        self.root = self.picked = 0
        self._loading = False
        self.canvas = Pane()
        self.canvas.tool = NodeTool(self)
        self.depths = Dropdown([f"Depth {d}" for d in DEPTHS], 1, on_change=self._set_depth)
        self.depths.tip = "Decisions that are looked ahead; dice take no depth"
        board = Button("Board", icon="arrow-left", on_click=self.close, tip="Back to the board", tip_key="T")
        above = Button("Up", icon="chevron-up", on_click=self.up, tip="Draw from the node above", tip_key="Backspace")
        fit = Button("Fit", icon="maximize", on_click=self.canvas.fit, tip="All that is drawn", tip_key="F")
        tools = Wrapped([board, self.depths, above, fit], gap=6, pad=(8, 6), fill="panel")
        self.whose = Label("", style="small", role="dim", wrap=True, lines=2)
        self.title, self.path = Label("", style="strong", wrap=True), Label("", style="small", role="dim", wrap=True)
        self.facts = Label("", wrap=True)
        self.text = Label("", style="mono_small", wrap=True)
        left = Column([tools, Column([self.whose], pad=(16, 4)), self.canvas, self.timeline.widget], gap=0)
        node = Section("Node", [self.title, self.path, self.facts])
        right = Column([Scroll(Column([node, Section("Position", [self.text])], gap=4, pad=(12, 8)))], fill="panel")
        self.content = Splitter(left, right, share=0.7, visible=False)

    @property
    def is_open(self) -> bool:
        """Whether it is shown."""
        return self.content.visible

    def actions(self) -> list[Action]:
        """Its keys."""
        specs: list[tuple[str, str, tuple[str, ...], Callable[[], object], str]] = [
            ("close", "Back to the board", ("T", "Escape"), self.close, "arrow-left"),
            ("fit", "All that is drawn", ("F",), self.canvas.fit, "maximize"),
            ("deeper", "Search one decision deeper", ("Plus", "="), partial(self.deepen, 1), "plus"),
            ("shallower", "Search one decision less deep", ("-",), partial(self.deepen, -1), "minus"),
            ("open", "Open a tree …", ("Ctrl+O",), self.browse, "folder-open"),
            ("save", "Save the tree …", ("Ctrl+S",), self.save, "save"),
        ]
        place = self.place
        own = [Action(f"{place}.{n}", title, keys, run, where=place, icon=icon) for n, title, keys, run, icon in specs]
        return [*own, *self.timeline.actions()]

    # Opening -------------------------------------------------------------------------------------------

    def open(self, play: Play, engine: str, options: dict[str, Any], depth: int) -> None:
        """Search what is on the board, and show the tree."""
        self.play, self.at, self.engine, self.options = play, play.at, engine, options
        self.depth = min(max(depth, DEPTHS[0]), DEPTHS[-1])
        self.content.visible = True
        self.attend()
        self._search()

    def browse(self) -> None:
        """Choose a tree."""
        dialog = FileDialog("open", self.open_file, folder=data_folder() / "trees", types=[*TYPES, ("All files", ())])
        dialog.open(self.services.root)

    def open_file(self, path: Path) -> None:
        """Show a tree from a file."""
        self.worker.submit(Job(f"Opening {path.name}", "tree", lambda _: from_file(path), self.show, self._failed))

    def grow(self, work: Callable[[Stop], Found], words: str = "Searching …") -> None:
        """Show a tree that is searched elsewhere, when it is there; `words` until then."""
        self.play, self.content.visible = None, True
        self.attend()
        self.whose.text = words
        self.worker.submit(Job("The tree", "tree", work, self._show, self._failed))

    def show(self, found: Found) -> None:
        """Show a tree that was searched elsewhere."""
        self.play = None
        self.content.visible = True
        self.attend()
        self._show(found)

    def save(self) -> None:
        """Save the tree under a name of one's choice."""
        if self.found is None:
            self.services.say("There is no tree to save")
            return
        name, folder = f"{self.found.tree.about.game}.tree.json", data_folder() / "trees"
        FileDialog("save", self._write, folder=folder, name=name, types=TYPES).open(self.services.root)

    def _write(self, path: Path) -> None:
        assert self.found is not None
        tree = self.found.tree
        target = path if path.suffix.lower() == ".json" else path.with_name(path.name + ".tree.json")

        def work(stop: Stop) -> Path:  # noqa: ARG001
            target.parent.mkdir(parents=True, exist_ok=True)
            files.save(tree, target)
            return target

        said = self.services.say
        self.worker.submit(Job("Saving the tree", "save", work, lambda saved: said(f"Saved {saved}"), self._not_saved))

    def _not_saved(self, failure: Failure) -> None:
        self.services.root.toast("Not saved", failure.line.partition(": ")[2], "bad")

    def attend(self) -> None:
        """Take the keys."""
        root = self.services.root
        root.actions.places = (self.place,)
        self.services.hint(HINT, now=True)
        if self.canvas.is_mounted:
            root.focus.set(self.canvas, ring=False)

    def _search(self) -> None:
        play, at, engine, options, depth = self.play, self.at, self.engine, self.options, self.depth
        assert play is not None
        self.depths.value = DEPTHS.index(depth)
        self.whose.text = f"Searching to depth {depth} …" + ("" if of_tree(engine, play.entry.key) else COMPILED_FIRST)

        def work(stop: Stop) -> Found:
            return search(play, at, engine, options, depth, stop)

        self.worker.submit(Job("The tree", "tree", work, self._show, self._failed))

    def _failed(self, failure: Failure) -> None:
        self.services.root.toast("No tree", failure.line.partition(": ")[2], "bad")
        self.close()

    def _show(self, found: Found) -> None:
        self.found, self.root, self.picked, self._time = found, 0, 0, None
        self.depths.visible = self.play is not None
        self.whose.text = found.words
        self._draw()
        self.timeline.load(GeneralFilm(found.tree))

    # In the search's order -----------------------------------------------------------------------------

    def _moved(self, time: int | None) -> None:
        """Another moment of the search: what it was about is picked, as far as it is drawn; drawn with the frame."""
        self._time = time

    def _follow_time(self) -> None:
        film, time, self._time = self.timeline.film, self._time, None
        if film is None or time is None or self.found is None or film.tree is not self.found.tree:
            return
        if time < len(film):
            path = film.tree.path(film.row(time))
            if self.root not in path:
                self.root = 0
            self.picked = next((row for row in reversed(path) if self._shows(row)), self.root)
        self._draw(home=False)

    def _shows(self, row: int) -> bool:
        return self.drawn is not None and row in self.drawn.places

    def close(self) -> None:
        """Back to the board."""
        self.worker.cancel("tree")
        self.timeline.playing = 0
        self.content.visible = False
        self.back()

    def deepen(self, by: int) -> None:
        """Another depth."""
        self._set_depth(min(max(self.depth + by, DEPTHS[0]), DEPTHS[-1]) - DEPTHS[0])

    def _set_depth(self, number_: int) -> None:
        if self.play is not None and DEPTHS[number_] != self.depth:
            self.depth = DEPTHS[number_]
            self._search()

    # What is drawn -------------------------------------------------------------------------------------

    def _draw(self, *, home: bool = True) -> None:
        """What was searched by the moment shown."""
        assert self.found is not None
        film, states = self.timeline.film, None
        if film is not None and film.tree is self.found.tree:
            states = film.states(self.timeline.time)
        self.drawn = drawn(self.found.tree, self.root, MOST_DRAWN, states)
        picture = self.drawn.picture
        self.canvas.scene.box = (0.0, 0.0, picture.width, picture.height)
        self.canvas.scene.show(picture.layers)
        self.canvas.root_at = self.drawn.places[self.root]
        if home:
            self.canvas.home()
        self._mark()

    def _mark(self) -> None:
        """Ring what is picked, and tell of it."""
        found, shown = self.found, self.drawn
        assert found is not None
        assert shown is not None
        if self.picked in shown.places:
            x, y = shown.places[self.picked]
            self.canvas.show_node((x, y))
            ring = Discs(name="picked", xyr=np.array([[x, y, 0.42]]), role=Role.PATH, filled=False)
            self.canvas.scene.live = [ring]
        self.canvas.touch()
        self._tell(found, self.picked)

    def _tell(self, found: Found, row: int) -> None:
        self.title.text, self.path.text = found.title(row), found.path(row)
        self.facts.text = "\n".join(found.lines(row))
        self.text.text = found.board(row)

    # What is picked ------------------------------------------------------------------------------------

    def pick_at(self, at: tuple[float, float]) -> None:
        """The node at a place, if there is one."""
        if self.drawn is None:
            return
        near = [(abs(x - at[0]) + abs(y - at[1]), row) for row, (x, y) in self.drawn.places.items()]
        away, row = min(near)
        if away < 1.0:
            self.picked = row
            self._mark()

    def walk(self, key: str) -> None:
        """The node above, below or beside."""
        if self.found is None or self.drawn is None:
            return
        tree, row, places = self.found.tree, self.picked, self.drawn.places
        above = int(tree.parent[row])
        beside = [r for r in (tree.children(above) if above >= 0 else [row]) if r in places]
        below = [r for r in tree.children(row) if r in places]
        at = beside.index(row) if row in beside else 0
        to = {
            "Up": above, "Down": below[0] if below else row,
            "Left": beside[max(at - 1, 0)], "Right": beside[min(at + 1, len(beside) - 1)],
        }[key]  # fmt: skip
        if to in places:
            self.picked = to
            self._mark()

    def enter(self) -> None:
        """Draw what lies below the node picked."""
        if self.found is not None and self.found.tree.children(self.picked):
            self.root = self.picked
            self._draw()

    def up(self) -> None:
        """Draw from the node above."""
        if self.found is not None and self.root > 0:
            self.root = self.picked = int(self.found.tree.parent[self.root])
            self._draw()

    def tick(self) -> None:
        """Go on playing; have what draws smooth lines loaded as soon as it is compiled."""
        state = self.services.warmer.state
        if self.is_open:
            if self.timeline.tick(time.perf_counter()):
                self.services.root.after(1 / 60, nothing)
            self._follow_time()
        if self.is_open and not self._loading and state.has(OF_CANVAS) and state.sound("ui"):
            self._loading = True
            self.worker.submit(Job("Loading the canvas", "canvas", load_strokes, lambda _: self._quicken()))

    def _quicken(self) -> None:
        self.canvas.fast = True
        self.canvas.touch()

    @property
    def settled(self) -> bool:
        """Nothing is searched."""
        return not self.worker.busy
