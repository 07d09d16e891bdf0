"""The tree that a sampling search grows of a hand, as the seat may see it, in the place of the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sandbox.bench.general.solving import GeneralTask, with_tree
from sandbox.figures import count
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.general.tree import as_search_tree
from sandbox.kernels.arrays import Stop
from sandbox.ui.boards.general.tree import COMPILED_FIRST, TreePage
from sandbox.ui.boards.strategies.hand import Hand
from sandbox.ui.boards.strategies.run import Run
from sandbox.ui.boards.tree.found import Found
from sandbox.ui.kit import Stack, Widget
from sandbox.ui.services import Services

SIMULATIONS, ROOM = 20_000, 20_000


class SampledTrees:
    """Grows trees, and shows them; `back` is called when the page is there again."""

    def __init__(self, services: Services, stack: Stack, page: Widget, back: Callable[[], None]) -> None:
        self.services, self.stack, self.page, self.back = services, stack, page, back
        self.viewer: TreePage | None = None

    @property
    def is_open(self) -> bool:
        """Whether a tree is shown."""
        return self.viewer is not None and self.viewer.is_open

    @property
    def settled(self) -> bool:
        """Nothing is grown."""
        return self.viewer is None or self.viewer.settled

    def open(self, run: Run, hand: Hand | None, engine: str, *, prepared: bool = True) -> None:
        """Search where the person is due, or else the beginning; what is not prepared is compiled first."""
        due = hand is not None and bool(hand.moves)
        position = hand.position if hand is not None and due else run.root
        texts = tuple((name, str(value)) for name, value in run.options.items())
        task = GeneralTask(
            run.entry.key, texts, run.face.print(position), engine, (("simulations", str(SIMULATIONS)),),
            opened=hand is not None and due and hand.open,
        )  # fmt: skip
        whose = "from the beginning" if not due else "open cards" if task.opened else "as your seat sees it"
        self._made().grow(partial(searched, task, whose), "Searching …" + ("" if prepared else COMPILED_FIRST))
        self.page.visible = False

    def _made(self) -> TreePage:
        if self.viewer is None:
            self.viewer = TreePage(self.services, self._closed, "sampled tree")
            self.stack.add(self.viewer.content)
            for action in self.viewer.actions():
                self.services.root.actions.add(action)
        return self.viewer

    def _closed(self) -> None:
        self.page.visible = True
        self.back()

    def close(self) -> None:
        """Have the page back."""
        if self.viewer is not None and self.viewer.is_open:
            self.viewer.close()

    def tick(self) -> None:
        """Go on playing."""
        if self.viewer is not None:
            self.viewer.tick()


def searched(task: GeneralTask, whose: str, stop: Stop) -> Found:
    """In the worker: what the search grew."""
    facts, nodes, about, lost = with_tree(task, stop, ROOM)
    tree = as_search_tree(nodes, about)
    more = f", {count(lost)} more had no room" if lost else ""
    title = general_engines[task.engine].title
    return Found(tree, f"{title}, {count(facts['nodes'])} simulations, {whose}: {count(len(tree))} nodes{more}")
