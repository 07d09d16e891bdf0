"""The tree of a search in place of the board: opened, stepped through, explained, saved; nothing here searches."""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from pathlib import Path

from sandbox.gametree.tree import files
from sandbox.gametree.tree.anew import Anew, Search, again, ready
from sandbox.gametree.tree.causes import Walk
from sandbox.gametree.tree.layout import Placed
from sandbox.gametree.tree.picture import place
from sandbox.gametree.tree.simulations import Simulation
from sandbox.settings import data_folder
from sandbox.ui.boards.panel.later import AT_ONCE
from sandbox.ui.boards.tree.bar import Deeds, TreeBar
from sandbox.ui.boards.tree.canvas import LEAST, LEAST_OF_LECTURES, TreeCanvas, TreeTool
from sandbox.ui.boards.tree.film import PACES, Film, SimulationsFilm
from sandbox.ui.boards.tree.panel import TreePanel
from sandbox.ui.boards.tree.view import Target, TreeView
from sandbox.ui.jobs import Failure, Job, Stop
from sandbox.ui.kit import Action, Column, FileDialog, Scroll, Spacer, Splitter, Widget
from sandbox.ui.kit.events import nothing
from sandbox.ui.services import Services
from sandbox.ui.timeline import Timeline
from sandbox.ui.warm import NAMES, load_strokes

PLACE = "tree"
HINT = "Click a node to see why it ended · drag to move, wheel to zoom · . and , step through the search · T goes back"
OF_CANVAS = tuple(f"ui: {name}" for name in NAMES)
LOOK_EVERY = 0.12  # seconds between two looks of the panel at a search that is played


class TreeViewer:
    """A page that is shown instead of the board."""

    def __init__(self, services: Services, closed: Callable[[], None]) -> None:
        self.services, self.closed = services, closed
        self.worker = services.worker("trees")
        self.view: TreeView | None = None
        self.whose = ""
        self.waiting = False
        self.timeline: Timeline[Film] = Timeline(PLACE, services.say, PACES, Spacer(1))
        self.timeline.count.visible = False  # it stands over the tree
        self.timeline.on_move.append(self._moved)
        self.canvas = TreeCanvas()
        self.canvas.tool = TreeTool(lambda: self.view, self._changed)
        self.canvas.on_hover = self._hovered
        self.panel = TreePanel(self._pick)
        self.bar = TreeBar(
            Deeds(self.close, self.show_act, self.show_top, self.home, self.fit, self.next_cut, self.browse, self.save)
        )
        self._hover: Target | None = None
        self._drawn: Placed | None = None
        self._looked = 0.0
        self._wanted: int | None = None  # the time to be shown
        self._drawn_now = False  # the tree in this frame; its panel in the next ones
        self._to_tell: list[Callable[[TreeView], None]] = []
        self._loading = False  # what the canvas draws with
        self.content = self._build()

    def _build(self) -> Widget:
        left = Column([self.bar, self.canvas, self.timeline.widget], gap=0)
        right = Column([Scroll(self.panel)], gap=0, fill="panel")
        return Splitter(left, right, share=0.665, least=(420, 320), visible=False)

    @property
    def is_open(self) -> bool:
        """Whether it is shown instead of the board."""
        return self.content.visible

    # Opening and closing -------------------------------------------------------------------------------

    def record(self, search: Search, whose: str) -> None:
        """Open the tree of a search, once it has been made."""
        self._wait(whose, "Searching once more, to keep the tree …")

        def work(stop: Stop) -> TreeView:
            return TreeView(again(search, stop))

        self.worker.submit(Job("Keeping the tree", "tree", work, partial(self._show, whose), self._failed))

    def open(self, path: Path) -> None:
        """Open a tree from a file."""
        self._wait(path.name, "Reading …")

        def work(stop: Stop) -> TreeView:  # noqa: ARG001
            return self.read(path)

        self.worker.submit(Job(f"Opening {path.name}", "tree", work, partial(self._show, path.name), self._failed))

    @staticmethod
    def read(path: Path) -> TreeView:
        """A tree from a file, ready to be looked at."""
        tree = files.load(path)
        return TreeView(ready(Anew(tree, Walk(tree), f"{len(tree):,} nodes from {path.name}")))

    def open_now(self, path: Path) -> None:
        """The same, before anything else is done; what is wrong with the file is raised."""
        self._wait(path.name, "")
        self._show(path.name, self.read(path))

    def _wait(self, whose: str, words: str) -> None:
        self.waiting = True
        self.bar.wait(whose, words)
        self.content.visible = True
        self.attend()

    def attend(self) -> None:
        """Take the keys, and say what can be done."""
        root = self.services.root
        root.actions.places = (PLACE,)
        self.services.hint(HINT, now=True)
        if self.canvas.is_mounted:
            root.focus.set(self.canvas, ring=False)

    def _show(self, whose: str, view: TreeView) -> None:
        self.waiting = False
        if not len(view.tree):
            self._give_up("There is no tree: the game is over")
            return
        self.view, self.whose = view, whose
        self._drawn, self._hover, self._wanted, self._to_tell = None, None, None, []
        self.canvas.at_home = True
        self.timeline.load(view.film)
        self.bar.follow(view, whose)
        self._refresh()
        self.canvas.home()
        self.services.say(f"{whose}: {view.found.words}")
        self.services.tidy()

    def _failed(self, failure: Failure) -> None:
        self._give_up(failure.line.partition(": ")[2])

    def _give_up(self, why: str) -> None:
        self.waiting = False
        self.services.root.toast("No tree", why, "bad")
        if self.view is None:
            self.close()
        else:
            self.bar.follow(self.view, self.whose)

    def close(self) -> None:
        """Back to the board."""
        self.worker.cancel("tree")
        self.timeline.playing = 0
        self.waiting = False
        self.content.visible = False
        self.closed()

    # What a person does --------------------------------------------------------------------------------

    def actions(self) -> list[Action]:
        """Its keys."""
        specs: list[tuple[str, str, tuple[str, ...], Callable[[], object], str]] = [
            ("close", "Back to the board", ("T", "Escape"), self.close, "arrow-left"),
            ("home", "To the root", ("H",), self.home, "house"),
            ("fit", "All that is drawn", ("F",), self.fit, "maximize"),
            ("cut", "The next cut, and why", ("C",), partial(self.next_cut, 1), "scissors"),
            ("cut-before", "Previous cut", ("Shift+C",), partial(self.next_cut, -1), "scissors"),
            ("act", "The next search from the root", ("PageDown",), partial(self.next_act, 1), "chevron-down"),
            ("act-before", "The previous search from the root", ("PageUp",), partial(self.next_act, -1), "chevron-up"),
            ("rollout", "Replay the rollout", ("R",), self.replay, "play"),
            ("open", "Open a tree …", ("Ctrl+O",), self.browse, "folder-open"),
            ("save", "Save the tree …", ("Ctrl+S",), self.save, "save"),
        ]
        own = [Action(f"{PLACE}.{n}", title, keys, run, where=PLACE, icon=icon) for n, title, keys, run, icon in specs]
        return [*own, *self.timeline.actions()]

    def home(self) -> None:
        """Look at the root."""
        self.canvas.home()

    def fit(self) -> None:
        """Look at everything drawn."""
        self.canvas.fit()

    def next_cut(self, by: int) -> None:
        """Pick the next cut in the search's order."""
        if self.view is not None and not self.view.next_cut(by):
            self.services.say("No cut after this one" if by > 0 else "No cut before this one")
        self._changed()

    def next_act(self, by: int) -> None:
        """Look at the next search from the root."""
        if self.view is not None:
            self.show_act(min(max(self.view.act + by, 0), len(self.view.tree.acts) - 1))

    def show_act(self, act: int) -> None:
        """Look at one search from the root, at its end."""
        view = self.view
        if view is None:
            return
        if view.film is not None:
            self._to_tell = []  # at once, whatever was still to be shown
            self.timeline.stop(view.film.end_of(act))
        view.pick(view.tree.acts[act].start)
        self._drawn = None
        self._changed()
        self.canvas.home()

    def show_top(self, top: int) -> None:
        """Draw so many children of each node."""
        if self.view is not None:
            self.view.show_best(top)
            self._changed()

    def replay(self) -> None:
        """Play the rollout of the simulation shown on the board beside."""
        why = self.panel.play_rollout()
        if why:
            self.services.say(why)

    def _pick(self, row: int) -> None:
        if self.view is not None:
            self.view.pick(row)
            self._changed()

    def _hovered(self, at: tuple[float, float] | None) -> None:
        view = self.view
        found = view.at(*at) if view is not None and at is not None else None
        if view is not None and found != self._hover:
            self._hover = found
            self.canvas.scene.live = view.marks(found)
            self.canvas.touch()
            self.panel.show_node(view, found)
            self.panel.show_position(view, found)
            if found is None:
                self.panel.show_inside(view)

    def _changed(self) -> None:
        """Another node was picked, or others are drawn."""
        if self.view is not None:
            self._hover = None
            self._refresh()
            for row in (*(sign.row for sign in self.view.signs), self.view.picked):
                self.canvas.show_node(self.view.place_of(row))
            self._tell(self.view)

    def _moved(self, moment: int | None) -> None:
        """Time was moved: the tree follows at once, or some frames later where this one has the panel to show."""
        self._wanted = moment
        if not self._to_tell:
            self._go()

    def _go(self) -> None:
        """Show the tree at the time wanted; the panel comes with the next frames."""
        view, wanted = self.view, self._wanted
        if view is not None and wanted is not None and wanted != view.time:
            view.go(wanted)
            self._refresh()
            self._drawn_now, self._to_tell = True, [self._tell_node, self._tell_inside]

    def _follow_time(self) -> None:
        """The tree, the node in the panel, or what is around it: one of them in a frame."""
        drawn, self._drawn_now = self._drawn_now, False
        if self._to_tell and not drawn and self.view is not None:
            self._to_tell.pop(0)(self.view)
        elif not drawn:
            self._go()
        if not self.settled:
            self.services.root.after(AT_ONCE, nothing)

    @property
    def settled(self) -> bool:
        """Whether tree and panel show the time wanted."""
        view = self.view
        return not self._to_tell and (view is None or self._wanted is None or self._wanted == view.time)

    # What is shown -------------------------------------------------------------------------------------

    def _refresh(self) -> None:
        """Draw the tree as it is at the time shown; what is picked stays where it was on the screen."""
        view, canvas = self.view, self.canvas
        if view is None:
            return
        picture, before = view.picture, self._drawn
        canvas.scene.box = (0.0, 0.0, picture.width, picture.height)
        canvas.scene.show(picture.layers)
        canvas.scene.live = view.marks(self._hover)
        canvas.least = LEAST_OF_LECTURES if view.placed.lecture else LEAST
        canvas.root_at = view.place_of(view.root)
        if before is not None and before is not view.placed:
            both = [r for r in view.tree.path(view.picked) if r in before.index and r in view.placed.index]
            if both:
                old = place(before.xy[before.index[both[-1]]])[0].tolist()
                canvas.keep((old[0], old[1]), view.place_of(both[-1]))
        self._drawn = view.placed
        self.bar.follow_view(view)
        canvas.show_node(view.place_of(view.picked))
        canvas.touch()
        if before is None:
            self._tell(view)

    def _tell(self, view: TreeView) -> None:
        """Bring the panel up to date; while a search is played now and then."""
        self._to_tell = [self._tell_node, self._tell_inside]
        while self._to_tell:
            self._to_tell.pop(0)(view)

    def _tell_node(self, view: TreeView) -> None:
        now = time.perf_counter()
        if self.timeline.playing and now - self._looked < LOOK_EVERY:
            self._to_tell = []
            return
        self._looked = now
        self.panel.show_node(view, None)

    def _tell_inside(self, view: TreeView) -> None:
        self.panel.show_position(view, None)
        self.panel.show_inside(view)
        if isinstance(view.film, SimulationsFilm):
            view.film.through = view.picked
            self._ask_rollout(view, view.film)

    def _ask_rollout(self, view: TreeView, film: SimulationsFilm) -> None:
        """Have the simulation shown played out in the worker."""
        if not view.time or self.timeline.playing:
            self.panel.show_rollout(None)
            return
        number = view.time

        def work(stop: Stop) -> Simulation:  # noqa: ARG001
            return film.simulations.simulation(number)

        def done(found: Simulation) -> None:
            if self.view is view and view.time == number:
                self.panel.show_rollout(found)

        self.worker.submit(Job("Playing a rollout", "rollout", work, done))

    def tick(self, now: float) -> None:
        """Go on playing; have what draws loaded as soon as it is compiled."""
        if self.is_open and not self._loading and self.services.warmer.state.has(OF_CANVAS):
            self._loading = True
            if self.services.warmer.state.sound("ui"):
                self.worker.submit(Job("Loading the canvas", "canvas", load_strokes, lambda _: self._quicken()))
        if self.is_open:
            if self.timeline.tick(now):
                self.services.root.after(1 / 60, nothing)
            self._follow_time()

    def _quicken(self) -> None:
        self.canvas.fast = True
        self.canvas.touch()

    # Files ---------------------------------------------------------------------------------------------

    def browse(self) -> None:
        """Choose a tree."""
        types = [("Trees", (".json",)), ("All files", ())]
        FileDialog("open", self.open, folder=self._folder(), types=types).open(self.services.root)

    def save(self) -> None:
        """Save the tree under a name of one's choice."""
        if self.view is None:
            self.services.say("There is no tree to save")
            return
        name = f"{self.view.tree.about.game}.tree.json"
        types = [("Trees", (".json",))]
        FileDialog("save", self._write, folder=self._folder(), name=name, types=types).open(self.services.root)

    def _write(self, path: Path) -> None:
        view = self.view
        if view is None:
            return
        target = path if path.suffix.lower() == ".json" else path.with_name(path.name + ".tree.json")
        self.services.say(f"Saving {len(view.tree):,} nodes …")

        def work(stop: Stop) -> Path:  # noqa: ARG001
            target.parent.mkdir(parents=True, exist_ok=True)
            files.save(view.tree, target)
            return target

        self.worker.submit(Job("Saving the tree", "save", work, lambda saved: self.services.say(f"Saved {saved}")))

    @staticmethod
    def _folder() -> Path:
        return data_folder() / "games"
