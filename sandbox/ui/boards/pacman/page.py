"""Pac-Man's page, in the place of the board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from sandbox.errors import BadInput, SandboxError
from sandbox.games.general.library.pacman.face import CAUGHT, LATE, WON
from sandbox.games.general.library.pacman.reading import load, shipped
from sandbox.gametree.document.general import GeneralDocument, is_general
from sandbox.gametree.general.warm import first_move, of_tree
from sandbox.kernels.warming.order import Needs
from sandbox.registry import Entry
from sandbox.ui.boards.area import Wrapped
from sandbox.ui.boards.head import GAME_WIDE, HEAD_HIGH
from sandbox.ui.boards.pacman.board import PacManBoard
from sandbox.ui.boards.pacman.cast import GHOSTS, LESSONS, PACMEN, YOU, Cast
from sandbox.ui.boards.pacman.panel import CastSection, MazeSection, WaysSection
from sandbox.ui.boards.pacman.run import Run
from sandbox.ui.boards.pages.files import PageFiles
from sandbox.ui.boards.pages.listed import NONE, Page
from sandbox.ui.boards.tree.place import TreePlace
from sandbox.ui.jobs import WarmState
from sandbox.ui.kit import (
    Action,
    Button,
    Checkbox,
    Column,
    Dropdown,
    FileDialog,
    Icon,
    IconButton,
    Label,
    Row,
    Scroll,
    Splitter,
    Stack,
    Widget,
)
from sandbox.ui.kit.events import nothing
from sandbox.ui.services import Services

PLACE = "pacman"
HINT = "Arrows steer · Space pauses or resumes · PageUp and PageDown step · F1 for all keys"
PACES = (1.0, 2.0, 3.0, 5.0, 8.0, 12.0, 20.0)  # rounds a second
WORDS = {WON: "All eaten: Pac-Man wins", CAUGHT: "Caught", LATE: "Time is up"}


class PacManPage(Page):
    """The maze, who plays, and what each way is worth."""

    place = PLACE
    files: PageFiles

    def __init__(self, services: Services, titles: list[str], pick: Callable[..., None]) -> None:
        self.services, self.number = services, 0
        self.files = PageFiles(services, self.document)
        self.ready = False
        self._notes = ""  # of a maze that does not ship
        self._seen: WarmState | None = None
        self.run = Run(services.worker("pacman"), self._show, services.failed)
        self.game_box = Dropdown(titles, 0, on_change=pick, name="game", width=GAME_WIDE)
        self.go = Button("Go", icon="play", kind="primary", on_click=self.toggle, tip_key="Space")
        self.pace = Dropdown([f"{pace:g} steps/s" for pace in PACES], 3, on_change=self._set_pace)
        self.board = PacManBoard(self.run, services.say)
        self.maze, self.cast, self.ways = MazeSection(self.open_maze), CastSection(self._recast), WaysSection()
        self.score, self.status = Label("", style="title"), Label("", role="dim", grow=1)
        self.trophy = Icon("trophy", role="warn", visible=False)
        self.values = Checkbox(
            "Values", value=True, on_change=self._set_values, tip="The value of each direction, beside Pac-Man"
        )
        self._content = self._built()
        self.trees = TreePlace(services, self._content, self._maze, self, "pacman tree")
        self._show()

    def _built(self) -> Stack:
        tools: list[Widget] = [
            self.game_box,
            Button("New", icon="plus", on_click=self.again, tip="From the beginning", tip_key="Ctrl+N"),
            IconButton("step-back", on_click=partial(self.run.step, -1), tip="One round back", tip_key="PageUp"),
            self.go,
            IconButton("step-forward", on_click=partial(self.run.step, 1), tip="One round on", tip_key="PageDown"),
            self.pace,
            IconButton("network", on_click=self.open_tree, tip="The tree of a search here", tip_key="T"),
            IconButton("folder-open", on_click=self.browse, tip="A maze, a level or a game saved", tip_key="Ctrl+O"),
            IconButton("save", on_click=self.files.save, tip="Save this game", tip_key="Ctrl+S"),
        ]
        bar = Wrapped(tools, gap=6, pad=(8, 6), fill="panel")
        status = Row([self.trophy, self.score, self.status, self.values], gap=10, pad=(16, 0), height=HEAD_HIGH)
        left = Column([bar, status, self.board], gap=0)
        panel = Column([self.maze, self.cast, self.ways], gap=4, pad=(12, 8))
        right = Column([Scroll(panel)], gap=0, fill="panel")
        self._maze = Splitter(left, right, share=0.64)
        return Stack([self._maze], grow=1)

    def content(self) -> Widget:
        """Maze and panel."""
        return self._content

    def begin(self, entry: Entry[Any], position: str, number: int, options: Mapping[str, Any] = NONE) -> None:  # noqa: ARG002
        """A maze by its name or text; the game there is goes on if nothing else is asked for."""
        if other := [name for name in options if name != "maze"]:
            raise BadInput(f"pacman.{other[0]}", "set beside the board", "the option maze")
        self.number, position = number, position if position != "-" else options.get("maze") or "-"
        self.trees.close()
        if position != "-" and position in shipped():
            self.open_maze(position)
        elif position != "-":
            self.run.begin(self.run.maze, position)
            self._notes = "Pasted or named: it can be played like those that ship."
        self._show()

    # What a person does ------------------------------------------------------------------------------------

    def actions(self) -> list[Action]:
        """Everything that can be done here."""
        specs: list[tuple[str, str, tuple[str, ...], Callable[[], object], str]] = [
            ("go", "Pause or resume", ("Space", "P"), self.toggle, "play"),
            ("new", "New game", ("Ctrl+N",), self.again, "plus"),
            ("back", "One round back", ("PageUp", "Ctrl+Z"), partial(self.run.step, -1), "step-back"),
            ("forward", "One round on", ("PageDown", "Ctrl+Y"), partial(self.run.step, 1), "step-forward"),
            ("first", "To the start of the game", ("Home",), partial(self.run.step, -(10**6)), "skip-back"),
            ("tree", "The tree of a search here", ("T",), self.open_tree, "network"),
            ("values", "Values of the directions: show or hide", ("Ctrl+A",), self.toggle_values, "scan-search"),
            ("open", "A maze, a level or a game saved …", ("Ctrl+O",), self.browse, "folder-open"),
            ("copy", "Copy the position", ("Ctrl+C",), self.copy, "copy"),
            ("paste", "Paste a maze or a position", ("Ctrl+V",), self.paste, "clipboard-paste"),
        ]
        own = [Action(f"pacman.{n}", title, keys, act, where=PLACE, icon=icon) for n, title, keys, act, icon in specs]
        return [*own, *self.files.actions(PLACE)[1:]]  # files are opened by what opens mazes

    def toggle(self) -> None:
        """Go on, or stand; after the end, begin anew."""
        if self.run.over and self.run.at + 1 == len(self.run.moments):
            self.again()
        self.run.set_running(not self.run.running)

    def again(self) -> None:
        """The same maze from its beginning."""
        self.run.again()

    def open_maze(self, name: str) -> None:
        """A maze that ships, with the cast that shows what it is there for."""
        self._notes = ""
        self.run.cast = LESSONS.get(name, self.run.cast if self.run.maze not in LESSONS else Cast())
        self.run.begin(name, "-")

    def browse(self) -> None:
        """Choose a file."""
        types = [("Mazes and levels", (".txt", ".json", ".map", ".png")), ("All files", ())]
        FileDialog("open", self.open_path, folder=Path.cwd(), types=types).open(self.services.root)

    def open_path(self, path: Path) -> None:
        """A file's maze, or a game that was saved; or what is wrong with it."""
        if is_general(path):
            self.files.open_any(path)
            return
        try:
            board = load(str(path))
            self.run.begin(str(path), "-")
        except (SandboxError, OSError) as error:
            self.services.root.toast("Not opened", str(error), "bad")
            return
        self._notes = board.notes or f"From {path.name}"
        self._show()

    def open_tree(self) -> None:
        """The tree of what Pac-Man, or whoever advises him, searches here."""
        run = self.run
        asked = run.searched(shipped())
        prepared = of_tree(asked[1], "pacman")
        if run.over or not (self.ready or (prepared and self.services.warmer.state.has([prepared]))):
            self.services.say("The game is over" if run.over else "Trees are still being prepared; try again soon")
            return
        run.rest()
        self.trees.enter().open(*asked)

    def document(self) -> GeneralDocument:
        """The game as it is kept."""
        run, moves = self.run, [move for moves in self.run.rounds for move in moves]
        maze = run.maze if run.maze in shipped() else ""
        options = {"maze": maze, "stay": run.cast.person}
        start = run.game.face().print(run.moments[0])
        return GeneralDocument(
            "pacman", options, start, run.cast.seed, tuple(moves), run.cast.players(len(run.moment.ghosts)), "Pac-Man"
        )

    def take(self, document: GeneralDocument, number: int) -> None:
        """A game from a file, at its end, with whoever played it."""
        self.number, self._notes = number, "From a file: step back through it, or resume."
        self.trees.close()
        cast = self.run.cast.named(document.players, document.seed)
        self.run.cast = replace(cast, pacman=YOU) if document.options.get("stay") else cast
        self.run.take(str(document.options.get("maze", "")), document.start, document.moves)
        self._show()

    def copy(self) -> None:
        """Put the position on the clipboard."""
        self.services.root.clipboard.put(self.run.game.face().print(self.run.moment))
        self.services.say("Copied the position")

    def paste(self) -> None:
        """Play what is on the clipboard, or say what is wrong with it."""
        try:
            self.run.begin(self.run.maze, self.services.root.clipboard.get().strip() or "nothing")
        except (SandboxError, OSError) as error:
            self.services.root.toast("Not a maze", str(error), "bad")
            return
        self._notes = "Pasted: it can be played like those that ship."
        self._show()

    def toggle_values(self) -> None:
        """The value of each direction, beside Pac-Man, or not."""
        self._set_values(not self.board.values)

    def _set_values(self, on: bool) -> None:
        self.board.values = self.values.value = on
        self.board.touch()

    def _set_pace(self, at: int) -> None:
        self.run.pace = PACES[at]

    def _recast(self, cast: Cast) -> None:
        self.run.recast(cast)

    # What is shown -----------------------------------------------------------------------------------------

    def _show(self) -> None:
        if not hasattr(self, "_content"):
            return
        run = self.run
        moment = run.moment
        self.game_box.value = self.number
        self.go.text, self.go.icon = ("Pause", "pause") if run.running else ("Go", "play")
        self.trophy.visible = moment.over == WON
        self.score.text = f"{moment.score} points".replace("-", "−")
        self.status.text = self._words()
        self.maze.follow(run, self._notes)
        self.cast.follow(run.cast)
        self.ways.follow(run)
        self.board.touch()
        self.files.keep_soon()

    def _words(self) -> str:
        moment, run = self.run.moment, self.run
        counts = f"step {moment.steps} · {moment.food.bit_count()} dots left"
        if moment.over:
            return f"{WORDS[moment.over]} · {counts}"
        if not self._may_begin:
            return "Preparing the search …"
        if run.cast.person and not run.running and not moment.steps:
            return f"{counts} · press an arrow key"
        who = "You play" if run.cast.person else f"{PACMEN[run.cast.pacman].title} plays"
        return f"{counts} · {who} · ghosts: {GHOSTS[run.cast.ghosts].title.lower()}"

    # Frame -------------------------------------------------------------------------------------------------

    def attend(self) -> None:
        """Take the keys."""
        if self.trees.attend():
            return
        self.services.hint(HINT, now=True)
        if self.board.is_mounted:
            self.services.root.focus.set(self.board, ring=False)

    def rest(self) -> None:
        """Nothing moves."""
        self.run.rest()
        self._show()

    def tick(self, now: float) -> None:  # noqa: ARG002
        """Rounds go on, figures move."""
        self.trees.tick()
        if self.trees.is_open:
            return
        if not self._may_begin:
            if self._seen is not self.services.warmer.state:
                self._seen = self.services.warmer.state
                self._show()
            return
        if self.run.tick():
            self.board.touch()
        if self.run.seen is not None or self.run.running:
            self.services.root.after(1 / 60, nothing)

    def warmed(self) -> None:
        """All kernels are compiled."""
        self.ready = True
        self._show()

    @property
    def _may_begin(self) -> bool:
        return self.ready or self.services.warmer.state.has(self._names)

    @property
    def _names(self) -> tuple[str, ...]:
        """The warm-ups of those who play."""
        keys = (PACMEN[self.run.cast.pacman].engine or "pacman-minimax", GHOSTS[self.run.cast.ghosts].engine)
        return tuple(dict.fromkeys(name for key in keys if (name := first_move(key, "pacman"))))

    @property
    def needs(self) -> Needs:
        """Whoever plays."""
        return Needs(now=self._names)

    @property
    def settled(self) -> bool:
        """Everything asked for is there."""
        return self.trees.settled and (self.trees.is_open or (not self.run.busy and self.run.answer is not None))
