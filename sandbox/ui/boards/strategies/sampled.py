"""The tree that a sampling search grows of a hand, as the seat may see it, in the place of the page."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from sandbox.bench.general.solving import GeneralTask, with_tree
from sandbox.figures import count
from sandbox.gametree.general.api import general_engines
from sandbox.gametree.general.tree import as_search_tree
from sandbox.kernels.arrays import Stop
from sandbox.ui.boards.general.tree import COMPILED_FIRST
from sandbox.ui.boards.pages.listed import Page
from sandbox.ui.boards.strategies.hand import Hand
from sandbox.ui.boards.strategies.run import Run
from sandbox.ui.boards.tree.found import Found
from sandbox.ui.boards.tree.place import TreePlace
from sandbox.ui.kit import Stack, Widget
from sandbox.ui.services import Services

SIMULATIONS, ROOM = 20_000, 20_000


class SampledTrees(TreePlace):
    """Grows trees, and shows them; `back` is called when the page is there again."""

    def __init__(self, services: Services, stack: Stack, beside: Widget, page: Page, back: Callable[[], None]) -> None:
        super().__init__(services, stack, beside, page, "sampled tree")
        self.back = back

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
        self.enter().grow(partial(searched, task, whose), "Searching …" + ("" if prepared else COMPILED_FIRST))

    def closed(self) -> None:
        """The page is there again, as things stand now."""
        super().closed()
        self.back()


def searched(task: GeneralTask, whose: str, stop: Stop) -> Found:
    """In the worker: what the search grew."""
    facts, nodes, about, lost = with_tree(task, stop, ROOM)
    tree = as_search_tree(nodes, about)
    more = f", {count(lost)} more had no room" if lost else ""
    title = general_engines[task.engine].title
    return Found(tree, f"{title}, {count(facts['nodes'])} simulations, {whose}: {count(len(tree))} nodes{more}")
