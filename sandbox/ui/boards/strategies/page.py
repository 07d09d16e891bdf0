"""The page of games with hidden information: watch an equilibrium being found, step through it, play against it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from sandbox.games.general.api import general_games
from sandbox.games.general.library.matrix.rules import Choices, Matrix
from sandbox.gametree.document.general import GeneralDocument, refuse_what_hides
from sandbox.gametree.general.warm import first_move
from sandbox.kernels.warming.order import Needs
from sandbox.registry import Entry
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.pages.files import PageFiles
from sandbox.ui.boards.pages.listed import NONE, Page
from sandbox.ui.boards.strategies.bars import HIGH, StrategyBars
from sandbox.ui.boards.strategies.charts import TOO_LARGE, exploitability_of, regrets_of, status_of
from sandbox.ui.boards.strategies.hand import Hand
from sandbox.ui.boards.strategies.kept import document_of, hand_of, run_of
from sandbox.ui.boards.strategies.matrix import table_text
from sandbox.ui.boards.strategies.picture import SetTree
from sandbox.ui.boards.strategies.regions import Regions, two_by_two
from sandbox.ui.boards.strategies.run import LEARNERS, Run, Snapshot
from sandbox.ui.boards.strategies.sampled import SampledTrees
from sandbox.ui.boards.strategies.sheet import open_sheet
from sandbox.ui.jobs import Job
from sandbox.ui.kit import (
    Action,
    Button,
    Checkbox,
    Column,
    Dropdown,
    IconButton,
    Label,
    LineChart,
    Row,
    Scroll,
    Section,
    Segments,
    Splitter,
    Stack,
    Widget,
)
from sandbox.ui.services import Services

PLACE, SLOT, REPLY, WRITTEN = "strategies", "learn", "reply", "written"
HINT = "Space resumes or pauses learning · ← and → step through what was learnt · N one iteration · F1 for all keys"
GAME_WIDE, LEARNER_WIDE = 176, 132  # dp
CHART_HIGH, BARS_HIGH = 190, 12 * HIGH


class StrategyPage(Page):
    """Tree, strategies, curve."""

    place = PLACE
    files: PageFiles

    def __init__(self, services: Services, titles: list[str], pick: Callable[[int], None]) -> None:
        self.services, self.worker = services, services.worker("strategies")
        self.files = PageFiles(services, lambda: document_of(self.run, self.hand))
        self.run = Run(general_games["kuhn"])
        self.learning, self._all_ready = False, services.warmer.state.finished
        self.group = self.hands = self.number = 0
        self.hand: Hand | None = None
        self.asked: Run | None = None  # to be written down
        self.game_box = Dropdown(titles, 0, on_change=pick, name="game", width=GAME_WIDE)
        self.learner_box = Dropdown(list(LEARNERS), 0, on_change=lambda _: self.again(), width=LEARNER_WIDE)
        self.go = Button("Learn", icon="play", kind="primary", on_click=self.toggle, tip_key="Space")
        self.tree, self.regions = SetTree(self.choose), Regions(self._say)
        self.regions.visible = False
        self.view = Segments(["Tree", "Best responses"], 0, on_change=self._look)
        self.bars = StrategyBars(self.choose)
        self.lines = Scroll(self.bars, height=BARS_HIGH)
        self.said = Label("", style="strong", grow=1)
        self.about = Label("", style="small", role="dim", wrap=True, lines=4)
        self.curve = LineChart(
            x_label="iterations", log_x=True, log_y=True, placeholder="How exploitable the average is, as it is learnt",
            height=CHART_HIGH,
        )  # fmt: skip
        self.regrets = LineChart(
            x_label="iterations", log_x=True, placeholder="The regret of each move of a set", height=CHART_HIGH
        )
        self.hand_said = Label("Learn first; then play against what was learnt", style="small", wrap=True, lines=2)
        self.hand_moves = Wrapped([], gap=6)
        self._page = Splitter(self._left(), self._right(), share=0.58)
        self._content = Stack([self._page], grow=1)
        self.trees = SampledTrees(services, self._content, self._page, self, self._show)
        self._show()

    def _left(self) -> Column:
        steps: list[Widget] = [
            IconButton("step-forward", on_click=self.single, tip="One iteration", tip_key="N"),
            IconButton("chevron-left", on_click=partial(self.step, -1), tip="What was learnt earlier", tip_key="Left"),
            IconButton("chevron-right", on_click=partial(self.step, 1), tip="What was learnt later", tip_key="Right"),
            IconButton("rotate-ccw", on_click=self.again, tip="Forget what was learnt", tip_key="Ctrl+N"),
        ]
        tree_button = Button("Tree", icon="list-tree", on_click=self.open_tree, tip_key="T")
        tree_button.tip = "What information-set search grows, as your seat sees it"
        self.how = IconButton("sliders-horizontal", on_click=lambda: open_sheet(self.how, self.run, self._start))
        self.how.tip = "Rules, examples and options"
        tools: list[Widget] = [self.game_box, self.how, self.learner_box, self.go, Row(steps, gap=2), tree_button]
        status = Row([self.said, self.view], gap=8, pad=(16, 4))
        return Column([Wrapped(tools, gap=4, pad=(8, 6), fill="panel"), status, self.tree, self.regions], gap=0)

    def _right(self) -> Column:
        deal = Button("Deal", compact=True, icon="plus", on_click=self.deal, tip="Another hand, in the other seat")
        opened = IconButton("folder-open", on_click=self.files.browse, tip="Open a hand", tip_key="Ctrl+O")
        saved = IconButton("save", on_click=self.files.save, tip="Save this hand, once it is over", tip_key="Ctrl+S")
        self.open_cards = Checkbox("Open cards", on_change=self._open, tip="A teacher's screen: all are shown")
        hand = Column(
            [Row([deal, Row([opened, saved], gap=2), self.open_cards], gap=10), self.hand_said, self.hand_moves], gap=6
        )
        self.learnt = [
            Section("How often each move is played", [self.lines, self.about]),
            Section("Exploitability", [self.curve]),
            Section("Regret of the chosen set's moves", [self.regrets]),
        ]
        parts: list[Widget] = [*self.learnt, Section("Play against it", [hand])]
        return Column([Scroll(Column(parts, gap=4, pad=(12, 8)))], gap=0, fill="panel")

    def content(self) -> Widget:
        """Tree at the left, the rest beside."""
        return self._content

    def begin(self, entry: Entry[Any], position: str, number: int, options: Mapping[str, Any] = NONE) -> None:
        """Another game."""
        self.trees.close()
        run = Run(entry, position, options=options, learner=self.run.learner)
        self.number = self.game_box.value = number
        if entry.key != self.run.entry.key or position != self.run.position or options:
            self._begin(run)
        self._show()

    def take(self, document: GeneralDocument, number: int) -> None:
        """A hand from a file, which is over; what was learnt of its game stays."""
        refuse_what_hides(document)
        self.trees.close()
        run, self.number = run_of(document, self.run.learner), number
        self.game_box.value = number
        if not run.same_as(self.run):
            self._begin(run)
        self.hand = hand_of(self.run, document)
        self._show()

    def _begin(self, run: Run) -> None:
        self.worker.cancel(SLOT)
        self.run, self.group, self.hand, self.files.path = run, 0, None, None
        self.regions.point = (0.5, 0.5)
        self._look(0)

    # What a person does --------------------------------------------------------------------------------

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        specs: list[tuple[str, str, str, Callable[[], object], str]] = [
            ("learn", "Resume or pause learning", "Space", self.toggle, "play"),
            ("single", "Learn one iteration", "N", self.single, "step-forward"),
            ("earlier", "Look at what was learnt earlier", "Left", partial(self.step, -1), "chevron-left"),
            ("later", "Look at what was learnt later", "Right", partial(self.step, 1), "chevron-right"),
            ("again", "Forget what was learnt", "Ctrl+N", self.again, "rotate-ccw"),
            ("tree", "The tree of information-set search", "T", self.open_tree, "list-tree"),
            (
                "tree-of-guesses",
                "The tree of search that guesses",
                "Shift+T",
                partial(self.open_tree, "determinised"),
                "list-tree",
            ),
        ]
        own = [Action(f"{PLACE}.{n}", title, (key,), run, where=PLACE, icon=i) for n, title, key, run, i in specs]
        return [*own, *self.files.actions(PLACE)]

    def toggle(self) -> None:
        """Resume or pause learning."""
        if self.run.large:
            self._say(TOO_LARGE)
            return
        self.learning = not self.learning and not self.run.good_enough
        self.run.at = -1
        if self.learning:
            self._submit(single=False)
        self._show()

    def single(self) -> None:
        """One iteration more."""
        self.learning, self.run.at = False, -1
        if self.run.large:
            self._say(TOO_LARGE)
        else:
            self._submit(single=True)

    def again(self) -> None:
        """Forget what was learnt."""
        old = self.run
        self._start(Run(old.entry, old.position, old.options, list(LEARNERS)[self.learner_box.value]))

    def step(self, by: int) -> None:
        """Look at an earlier or later snapshot."""
        self.learning = False
        self.run.step(by)
        self._show()

    def choose(self, group: int) -> None:
        """Look at an information set."""
        self.group = group
        self._show()

    def deal(self) -> None:
        """Another hand, in the other seat."""
        if self.run.large and not self.ready:
            self._say("The opponent is still being prepared; try again soon")
            return
        if not self.run.large and not self.run.snapshots:
            self._say("Learn first: there is nobody to play against yet")
            return
        self.hand, self.hands, self.files.path = Hand(self.run, self.hands), self.hands + 1, None
        self.hand.open = self.open_cards.value
        self._reply(self.hand)

    def _start(self, run: Run) -> None:
        self.learning = False
        self._begin(run)
        self._show()

    def open_tree(self, engine: str = "ismcts") -> None:
        """What a sampling search grows here, as the seat may see it."""
        name = first_move(engine, self.run.entry.key)
        if name and not self._compiled(name):
            self._say("The search is still being prepared; try again soon")
            return
        self.rest()
        self.trees.open(self.run, self.hand, engine, prepared=bool(name))

    def _open(self, shown: bool) -> None:
        if self.hand is not None:
            self.hand.open = shown
        self._show_hand()

    def _play(self, move: str) -> None:
        if self.hand is not None:
            self.hand.make(move)
            self._reply(self.hand)

    def _reply(self, hand: Hand) -> None:
        """Have the other play: at once by what was learnt, else in the worker."""
        if not self.run.large:
            hand.go_on(self.run.snapshots[-1])
            self._show_hand()
            return
        self.hand_said.text = "It thinks …"
        self.hand_moves.replace_children([])
        work = partial(hand.reply, None)
        self.worker.submit(Job("Its move", REPLY, work, partial(self._replied, hand), self._failed))

    def _replied(self, hand: Hand, position: Any) -> None:
        hand.position = position
        if hand is self.hand:
            self._show_hand()

    def _look(self, which: int) -> None:
        self.view.choose(which) if self.view.value != which else None
        self.tree.visible, self.regions.visible = which == 0, which == 1

    def _say(self, text: str) -> None:
        self.services.say(text)

    # The worker ----------------------------------------------------------------------------------------

    def _submit(self, *, single: bool) -> None:
        if not self.ready:
            self.learning = False
            self._say("Learning is still being prepared; try again soon")
            return
        run = self.run
        work = partial(run.work, single=single)
        self.worker.submit(Job("Learning", SLOT, work, partial(self._learnt, run), self._failed))

    def _write_down(self) -> None:
        """Have the game's tree before anything is learnt."""
        run = self.run
        if self.ready and run.tree is None and not run.large and self.asked is not run:
            self.asked = run
            job = Job("Writing the game down", WRITTEN, run.write_down, lambda _: self._show(), self._failed)
            self.worker.submit(job)

    def _learnt(self, run: Run, found: list[Snapshot]) -> None:
        if run is not self.run:
            return
        run.take(found)
        self.learning = self.learning and not run.good_enough
        if self.learning:
            self._submit(single=False)
        self._show()

    def _failed(self, failure: Any) -> None:
        self.learning = False
        self.services.failed(failure)
        self._show()

    # What is shown -------------------------------------------------------------------------------------

    def _show(self) -> None:
        run, now = self.run, self.run.shown
        self.go.text, self.go.icon = ("Rest", "pause") if self.learning else ("Learn", "play")
        sigma = now.average if now is not None else None
        self.said.text = status_of(run)
        for part in self.learnt:
            part.visible = not run.large
        self.go.enabled = not run.large
        for widget in (self.tree, self.bars):
            widget.show(run.tree, sigma, self.group)
        self.curve.series = exploitability_of(run)
        high = min(BARS_HIGH, HIGH * (run.tree.groups if run.tree is not None else 1))
        if self.lines.height != high:
            self.lines.height = high
            self.lines.relayout()
        self.regrets.series = regrets_of(run, self.group)
        self._show_matrix()
        self._show_hand()

    def _show_matrix(self) -> None:
        """Equilibria and what is crossed out, of a matrix game."""
        root = self.run.root
        self.about.visible = isinstance(self.run.game, Matrix)
        if not isinstance(root, Choices):
            self.view.visible = False
            return
        table = root.payoffs
        self.view.visible = two_by_two(table)
        if two_by_two(table):
            self.regions.show(table)
        self.about.text = table_text(table)

    def _show_hand(self) -> None:
        hand = self.hand
        if hand is not None and hand.over:
            self.files.keep_soon()
        if hand is None:
            learnt = self.run.large or bool(self.run.snapshots)
            self.hand_said.text = "Deal, and play" if learnt else "Learn first; then play against what was learnt"
            self.hand_moves.replace_children([])
            return
        self.hand_said.text = hand.words
        self.hand_moves.replace_children(
            [Button(move, compact=True, on_click=partial(self._play, move)) for move in hand.moves]
        )

    # Frame ---------------------------------------------------------------------------------------------

    def attend(self) -> None:
        """Take the keys."""
        if self.trees.attend():
            return
        self.services.hint(HINT, now=True)

    def rest(self) -> None:
        """Nobody learns."""
        self.learning = False
        self.worker.cancel(SLOT)
        self._show()

    def tick(self, now: float) -> None:  # noqa: ARG002
        """The game is written down as soon as that may begin."""
        self._write_down()
        self.trees.tick()

    def warmed(self) -> None:
        """All kernels are compiled."""
        self._all_ready = True

    @property
    def ready(self) -> bool:
        """Whether what learns this game is compiled: another game's may be long before."""
        return self._compiled(self._warm_up)

    def _compiled(self, name: str) -> bool:
        return self._all_ready or bool(name and self.services.warmer.state.has([name]))

    @property
    def _warm_up(self) -> str:
        return first_move("cfr", self.run.entry.key) or first_move("ismcts", self.run.entry.key)

    @property
    def needs(self) -> Needs:
        """What writes the game down, and learns."""
        return Needs(now=(self._warm_up,) if self._warm_up else ())

    @property
    def settled(self) -> bool:
        """Nobody learns, no tree is grown."""
        return not (self.learning or self.worker.busy) and self.trees.settled
