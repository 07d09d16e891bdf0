"""The page of nondeterministic worlds: the world, what can be done in it, and a plan for whatever may happen."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np

from sandbox.errors import SandboxError
from sandbox.figures import count, mean_of
from sandbox.games.worlds.api import State, worlds
from sandbox.gametree.contingency.api import Planned, world_planners
from sandbox.gametree.contingency.picture import drawn
from sandbox.gametree.contingency.plan import as_table, as_text
from sandbox.gametree.document.general import GeneralDocument
from sandbox.layers import Discs, Role
from sandbox.registry import Entry
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.head import GAME_WIDE
from sandbox.ui.boards.pages.files import PageFiles
from sandbox.ui.boards.pages.listed import NONE, Page
from sandbox.ui.boards.worlds.floor import Floor
from sandbox.ui.boards.worlds.walk import USUAL, Walk, plan_from
from sandbox.ui.canvas.scene import Scene
from sandbox.ui.canvas.widget import Canvas
from sandbox.ui.forms import fields_of, open_options
from sandbox.ui.jobs import Job, Stop
from sandbox.ui.kit import (
    Action,
    Button,
    Column,
    Dropdown,
    Form,
    IconButton,
    Label,
    Row,
    Scroll,
    Section,
    Splitter,
    Swatch,
    Table,
    TableColumn,
    Widget,
)  # fmt: skip
from sandbox.ui.services import Services

PLACE = "worlds"
HINT = "Choose an action by its button or its first letter, arrows for steps · Space does what the plan says"
RULES = {
    "vacuum": "An agent sucks dirt and moves from square to square; all are to be clean. It errs: sucking may clean a "
    "neighbour too, or drop dirt on a clean square; on a slippery floor a step may fail.",
    "world": "From each state actions lead to one of several others, and nobody says to which. A file holds others.",
}
PLANNED_HIGH, TABLE_HIGH = 300, 190  # dp


class WorldsPage(Page):
    """World, actions, plan."""

    place = PLACE
    files: PageFiles

    def __init__(self, services: Services, titles: list[str], pick: Callable[..., None]) -> None:
        self.services, self.number = services, 0
        self.files = PageFiles(services, self.document)
        self.worker = services.worker("worlds")
        self.walk = Walk(next(iter(worlds)))
        self.by_hand = False
        self.found: tuple[str, Planned] | None = None
        self._planned_for: object = None
        self.planner = USUAL
        self.game_box = Dropdown(titles, 0, on_change=pick, name="game", width=GAME_WIDE)
        self.options = IconButton("sliders-horizontal", on_click=self._open_options, tip="Options of this world")
        self.hand = IconButton("dices", on_click=self.toggle_hand, tip="Choose how actions turn out", tip_key="Ctrl+D")
        new = Button("New", icon="plus", on_click=self.new, tip="The start, with other outcomes", tip_key="Ctrl+N")
        plan = Button("Do as planned", icon="zap", on_click=self.follow_plan, tip_key="Space")
        plan.tip = "What the plan says here"
        back = IconButton("undo-2", on_click=partial(self.step, -1), tip="Take back", tip_key="Ctrl+Z")
        again = IconButton("redo-2", on_click=partial(self.step, 1), tip="Redo", tip_key="Ctrl+Y")
        opened = IconButton("folder-open", on_click=self.files.browse, tip="Open a walk", tip_key="Ctrl+O")
        saved = IconButton("save", on_click=self.files.save, tip="Save this walk", tip_key="Ctrl+S")
        tools: list[Widget] = [self.game_box, self.options, new, back, again, plan, self.hand, opened, saved]
        bar = Wrapped(tools, gap=6, pad=(8, 6), fill="panel")
        self.swatch, self.words = Swatch("series 0", size=12), Label("", style="strong", grow=1)
        self.floor = Floor(self.press)
        self.choices = Wrapped([], gap=6, pad=(16, 4, 16, 12))
        head = Row([self.swatch, self.words], gap=8, pad=(16, 0), height=44)
        left = Column([bar, head, self.floor, self.choices], gap=0)
        self._content = Splitter(left, self._side(), share=0.52)

    def _side(self) -> Widget:
        names = ["Without trying again, if that can be", *(entry.title for entry in world_planners)]
        self.planners = Dropdown(names, 0, on_change=self._choose_planner)
        self.said, self.text = Label("", style="small", role="dim", wrap=True), Label("", style="mono_small", wrap=True)
        self.canvas = Canvas(Scene(grid_lines=False))
        self.canvas.grow, self.canvas.height = 0.0, PLANNED_HIGH
        columns = (TableColumn("State", 60), TableColumn("", 110), TableColumn("Action", 90),
                   TableColumn("May lead to", 110, grow=1.0))  # fmt: skip
        self.table = Table(columns, placeholder="No plan", multi=False)
        self.table.height = TABLE_HIGH
        plan = Section("Plan, whatever happens", [self.planners, self.said, self.text, self.canvas])
        panel = Column([plan, Section("State by state", [self.table])], gap=4, pad=(12, 8))
        return Column([Scroll(panel)], gap=0, fill="panel")

    def content(self) -> Widget:
        """World and plan."""
        return self._content

    def begin(self, entry: Entry[Any], position: str, number: int, options: Mapping[str, Any] = NONE) -> None:
        """Another world."""
        self.number = number
        if entry.key != self.walk.entry.key or position != "-" or options or self._planned_for is None:
            self.files.path = None
            self._take(Walk(entry, options, position))

    def document(self) -> GeneralDocument:
        """The walk as it is kept."""
        walk = self.walk
        moves = tuple(word for step in zip(walk.steps, walk.states[1:], strict=True) for word in step)
        return GeneralDocument(walk.entry.key, walk.options, walk.states[0], walk.seed, moves, title=walk.entry.title)

    def take(self, document: GeneralDocument, number: int) -> None:
        """A walk from a file, at its end."""
        self.number = number
        walk = Walk(worlds[document.key], document.options, document.start, document.seed)
        for action, state in zip(document.moves[::2], document.moves[1::2], strict=True):
            walk.do(action, state)
        self._take(walk)

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        specs: list[tuple[str, str, tuple[str, ...], Callable[[], object], str]] = [
            ("new", "Back to the start, with other outcomes", ("Ctrl+N",), self.new, "plus"),
            ("back", "Take back", ("Ctrl+Z", "PageUp"), partial(self.step, -1), "undo-2"),
            ("forward", "Redo", ("Ctrl+Y", "PageDown"), partial(self.step, 1), "redo-2"),
            ("now", "Do as planned", ("Space",), self.follow_plan, "zap"),
            ("hand", "Choose how actions turn out: on or off", ("Ctrl+D",), self.toggle_hand, "dices"),
            ("copy", "Copy the plan", ("Ctrl+C",), self.copy, "copy"),
        ]
        own = [Action(f"{PLACE}.{n}", title, keys, run, where=PLACE, icon=icon) for n, title, keys, run, icon in specs]
        return [*own, *self.files.actions(PLACE)]

    # What a person does --------------------------------------------------------------------------------

    def _take(self, walk: Walk) -> None:
        self.walk = walk
        self._plan()
        self._show()

    def new(self) -> None:
        """Back to the start, with other luck."""
        old = self.walk
        self._take(Walk(old.entry, old.options, old.states[0], old.seed + 1))

    def press(self, action: str) -> None:
        """Do something; where luck is set by hand and there are several ways, ask which."""
        walk = self.walk
        if walk.pending and action in walk.actions[walk.pending]:
            walk.do(walk.pending, action)
        elif action in walk.actions and not walk.over:
            if self.by_hand and len(walk.actions[action]) > 1:
                walk.pending = action
            else:
                walk.do(action)
                self.services.say(f"{action}: state {walk.state}")
        self._show()

    def step(self, by: int) -> None:
        """Look at another moment."""
        self.walk.go(self.walk.at + by)
        self._show()

    def follow_plan(self) -> None:
        """Do what the plan says here, or say why that cannot be."""
        plan = self.found[1].plan if self.found is not None else None
        action = plan.actions.get(self.walk.state) if plan is not None else None
        if self.walk.over:
            self.services.say("This is a goal")
        elif action is None:
            self.services.say("There is no plan for this state: it may not come to it")
        else:
            self.press(action)

    def toggle_hand(self) -> None:
        """A person says how actions turn out, or luck does."""
        self.by_hand = not self.by_hand
        self.walk.pending = ""
        self.services.say("You choose how actions turn out" if self.by_hand else "Actions turn out at random")
        self._show()

    def copy(self) -> None:
        """Put the plan on the clipboard."""
        if self.text.text:
            self.services.root.clipboard.put(self.text.text)
            self.services.say("Copied the plan")

    def _choose_planner(self, at: int) -> None:
        self.planner = ["", *world_planners.keys()][at]
        self._plan()

    def _open_options(self) -> None:
        entry, values = self.walk.entry, dict(self.walk.options)
        wrong = Label("", role="bad", wrap=True, style="small")

        def put(name: str, value: Any) -> None:
            values[name] = value
            try:
                self._take(Walk(entry, values, seed=self.walk.seed))
                wrong.text = ""
            except (SandboxError, OSError) as error:
                wrong.text = str(error)

        rules = Label(RULES.get(entry.key, entry.summary), wrap=True)
        form = Form(fields_of(entry.options), values, on_change=put)
        open_options(self.options, Label(entry.title, style="strong"), entry.summary, [rules, form, wrong])

    # The plan ------------------------------------------------------------------------------------------

    def _plan(self) -> None:
        """Plan from where the walk began."""
        walk, key = self.walk, self.planner
        self.found, self._planned_for = None, walk
        self.said.text = "Planning …"

        def work(stop: Stop) -> tuple[str, Planned]:
            return plan_from(walk.world, walk.states[0], key, stop)

        def done(found: tuple[str, Planned]) -> None:
            if self.walk is walk:
                self.found = found
                self._show_plan()

        self.worker.submit(Job("Planning", "plan", work, done))

    def _show_plan(self) -> None:
        assert self.found is not None
        (key, found), world = self.found, self.walk.world
        plan, who = found.plan, world_planners[key].title
        looked = f"{count(found.states)} states looked at"
        if plan is None:
            none = "no such plan" if found.status == "done" else f"no plan found ({found.status})"
            self.said.text, self.text.text, self.table.rows = f"{who}: {none}; {looked}", "", []
            self.canvas.scene.show([])
            self.canvas.touch()
            return
        cyclic = plan.cyclic(world)
        kind = "a plan that may try again" if cyclic else "a plan that comes to the goal however things turn out"
        self.said.text = f"{who}: {kind}; {mean_of(plan.steps(world), 'action')}; {looked}"
        self.text.text = "It may come back to a state: see the tree" if cyclic else as_text(plan, world)
        rows = [(state, world.picture(state), action, after) for state, action, after in as_table(plan, world)]
        self.table.rows = rows
        self.drawn = drawn(plan, world)
        picture = self.drawn.picture
        self.canvas.scene.box = (0.0, 0.0, picture.width, picture.height)
        self.canvas.scene.show(picture.layers)
        self.canvas.fit()
        self._mark()

    def _mark(self) -> None:
        """Ring the state one is in, in the plan."""
        if self.found is None or self.found[1].plan is None:
            return
        at = self.drawn.places.get(self.walk.state)
        ring = [] if at is None else [Discs(name="here", xyr=np.array([[*at, 0.5]]), role=Role.PATH, filled=False)]
        self.canvas.scene.live = list(ring)
        self.canvas.touch()

    # What is shown -------------------------------------------------------------------------------------

    def _show(self) -> None:
        walk = self.walk
        self.game_box.value = self.number
        self.hand.on = True if self.by_hand else None
        self.words.text = walk.caption
        self.swatch.role = "good" if walk.over else "series 0"
        self.floor.follow(walk)
        named: list[State] = list(walk.actions[walk.pending]) if walk.pending else list(walk.actions)
        shown = [] if walk.over else named
        titles = [f"state {name}  {walk.world.picture(name)}" if walk.pending else name for name in shown]
        buttons = [Button(t, compact=True, on_click=partial(self.press, n)) for t, n in zip(titles, shown, strict=True)]
        self.choices.replace_children(buttons)
        self.choices.visible = bool(buttons)
        self._mark()

    def attend(self) -> None:
        """Take the keys."""
        self.services.hint(HINT, now=True)
        if self.floor.is_mounted:
            self.services.root.focus.set(self.floor, ring=False)

    @property
    def settled(self) -> bool:
        """Nothing is planned."""
        return not self.worker.busy
