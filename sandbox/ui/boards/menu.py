"""Everything that can be done on the tab: its actions with their keys, and the menu of those without a button."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sandbox.ui.boards.game.files import KINDS
from sandbox.ui.kit import Action, MenuItem

if TYPE_CHECKING:
    from sandbox.ui.boards.tab import BoardsTab

LAST = 10**6  # plies further on than any game goes
OWN = ("game", "engine", "evaluation")  # kinds of code of one's own that are of use here
GROUPS = (
    ("open", "save", "save-as"),
    ("set-up", "paste", *(f"copy-{kind}" for kind in KINDS)),
    ("review", "promote", "first", "last"),
    tuple(f"new-own-{kind}" for kind in OWN),
    ("swap", "resign", "rematch", "match"),
)
Spec = tuple[str, str, tuple[str, ...], Callable[[], object], str]


def actions_of(tab: BoardsTab) -> list[Action]:
    """Its actions."""
    specs = [*_playing(tab), *_looking(tab), *_keeping(tab)]
    found = [Action(f"boards.{n}", title, keys, run, where="boards", icon=icon) for n, title, keys, run, icon in specs]
    up = tab.setting_up
    back = Action("boards.set-up-cancel", "Back to the game, nothing set up", ("Escape",), up.stop, lambda: up.visible)
    return [*found, replace(back, where="boards", icon="x")]


def _playing(tab: BoardsTab) -> list[Spec]:
    session = tab.session
    return [
        ("new", "New game", ("Ctrl+N",), tab.new_game, "plus"),
        ("back", "Take back", ("Ctrl+Z",), session.take_back, "undo-2"),
        ("forward", "Redo", ("Ctrl+Y",), session.forward, "redo-2"),
        ("now", "Move now", ("Space",), tab.move_now, "zap"),
        ("hint", "Hint", ("H",), tab.hint, "lightbulb"),
        ("pause", "Pause or resume two engines", ("P",), tab.pause, "pause"),
        ("analyse", "Show values while I think", ("Ctrl+A",), tab.toggle_analysis, "scan-search"),
        ("swap", "Swap the players", ("Ctrl+X",), session.swap, "arrow-down-up"),
        ("resign", "Resign", (), tab.resign, "flag"),
        ("match", "Match of two engines …", ("Ctrl+M",), tab.matches.ask, "trophy"),
        ("rematch", "Rematch with the sides swapped", ("Ctrl+R",), session.rematch, "refresh-cw"),
    ]


def _looking(tab: BoardsTab) -> list[Spec]:
    step = tab.session.step
    return [
        ("earlier", "Look one move earlier", ("PageUp",), partial(step, -1), "step-back"),
        ("later", "Look one move later", ("PageDown",), partial(step, 1), "step-forward"),
        ("first", "To the start of the game", ("Home",), partial(step, -LAST), "skip-back"),
        ("last", "To the end of the line", ("End",), partial(step, LAST), "skip-forward"),
        ("tree", "The tree of the search shown", ("T",), tab.open_tree, "network"),
        ("duel", "Engines on this position, side by side", ("D",), tab.duel, "swords"),
        ("review", "Analyse the game …", ("Ctrl+Shift+A",), tab.look_through, "chart-line"),
        ("promote", "Make this variation the main line", (), partial(_promote, tab), "arrow-up"),
        ("shapes", "Shapes on stones: show or hide", (), partial(_toggle_shapes, tab), "eye"),
    ]


def _keeping(tab: BoardsTab) -> list[Spec]:
    files = tab.files
    copies: list[Spec] = [
        (f"copy-{kind}", f"Copy {title}", ("Ctrl+C",) * (kind == "moves"), partial(files.copy, kind), "copy")
        for kind, title in KINDS.items()
    ]
    return [
        ("open", "Open a game …", ("Ctrl+O",), files.browse, "folder-open"),
        ("save", "Save the game", ("Ctrl+S",), files.save, "save"),
        ("save-as", "Save the game as …", ("Ctrl+Shift+S",), files.save_as, "save-all"),
        *((f"new-own-{kind}", f"New {kind} of your own", (), partial(_write, tab, kind), "file-plus") for kind in OWN),
        ("set-up", "Set up a position", ("Ctrl+E",), tab.set_up, "pencil"),
        ("paste", "Paste a game or a position", ("Ctrl+V",), tab.paste, "clipboard-paste"),
        *copies,
    ]


def _write(tab: BoardsTab, kind: str) -> None:
    """A working start for code of one's own; a game is opened as soon as it is read."""
    from sandbox.ui.own import write_new

    key = write_new(tab.services.root, kind)
    if key and kind == "game":
        tab.pages.to_come = key


def _promote(tab: BoardsTab) -> None:
    """The line looked at becomes the main line."""
    tab.session.match.document.promote(tab.session.match.here)
    tab.session.listeners.changed()


def _toggle_shapes(tab: BoardsTab) -> None:
    """A cross and a ring on the stones, or not."""
    tab.board.shapes = not tab.board.shapes
    tab.board.touch()


def open_menu(tab: BoardsTab) -> None:
    """What there is no button for."""
    actions = tab.services.root.actions
    items: list[MenuItem] = []
    for group in GROUPS:
        items += [*(MenuItem.of(actions[f"boards.{name}"]) for name in group), MenuItem.rule()]
    items.append(MenuItem("Shapes on stones", partial(_toggle_shapes, tab), checked=tab.board.shapes))
    tab.services.root.menu(items, tab.bar.more.rect)
