"""The tools over a tree: which search of it, how much of it, where to look, and files."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.tree.view import OVER_ALL, TOPS, TreeView
from sandbox.ui.kit import Button, Column, Dropdown, IconButton, Label, Widget

LONGEST_TITLE = 34
TITLES = {OVER_ALL: "Overview", 0: "All children", 1: "Best child"}


class Deeds(NamedTuple):
    """What the tools do."""

    close: Callable[[], None]
    act: Callable[[int], None]
    top: Callable[[int], None]
    home: Callable[[], None]
    fit: Callable[[], None]
    cut: Callable[[int], None]
    open: Callable[[], None]
    save: Callable[[], None]


class TreeBar(Column):
    """Tools, and below them whose tree it is and how much of the search."""

    def __init__(self, deeds: Deeds) -> None:
        back = Button("Board", icon="arrow-left", on_click=deeds.close, tip="Back to the board", tip_key="T")
        self.acts = Dropdown(["–"], 0, on_change=deeds.act, tip="The searches that began at the root, one by one")
        tops = [TITLES.get(top, f"Best {top} children") for top in TOPS]
        self.tops = Dropdown(tops, 0, on_change=lambda at: deeds.top(TOPS[at]))
        self.tops.tip = "How many children of each node are drawn; Enter opens and folds the one picked"
        self.cuts: list[Widget] = [
            IconButton("chevron-left", on_click=lambda: deeds.cut(-1), tip="Previous cut", tip_key="Shift+C"),
            Button("Cut", icon="scissors", on_click=lambda: deeds.cut(1), tip="The next cut, and why", tip_key="C"),
        ]
        tools: list[Widget] = [
            back,
            self.acts,
            self.tops,
            *self.cuts,
            IconButton("house", on_click=deeds.home, tip="To the root, at a size that can be read", tip_key="H"),
            IconButton("maximize", on_click=deeds.fit, tip="All that is drawn", tip_key="F"),
            IconButton("folder-open", on_click=deeds.open, tip="Open a tree", tip_key="Ctrl+O"),
            IconButton("save", on_click=deeds.save, tip="Save this tree", tip_key="Ctrl+S"),
        ]
        self.whose = Label("", style="strong")
        self.said = Label("", style="small", role="dim", wrap=True, lines=2)
        words = Column([self.whose, self.said], gap=2, pad=(16, 4))
        super().__init__([Wrapped(tools, gap=6, pad=(8, 6), fill="panel"), words], gap=0)

    def wait(self, whose: str, words: str) -> None:
        """A tree is on its way."""
        self.whose.text, self.said.text = whose, words
        self.acts.visible = False

    def follow_view(self, view: TreeView) -> None:
        """How much of the search it is, where in it one stands, and how much of it is drawn."""
        self.acts.value, self.tops.value = view.act, TOPS.index(view.top)
        at = "" if view.film is None or view.at_end else f" · {view.film.unit} {view.film.count(view.time)}"
        self.said.text = view.found.words + at

    def follow(self, view: TreeView, whose: str) -> None:
        """Show a tree."""
        self.whose.text = whose
        titles = [act.title for act in view.tree.acts]
        self.acts.visible = len(titles) > 1
        self.acts.choices = [t if len(t) <= LONGEST_TITLE else t[: LONGEST_TITLE - 1] + "…" for t in titles]
        self.follow_view(view)
        for button in self.cuts:
            button.visible = view.tree.visits is None
