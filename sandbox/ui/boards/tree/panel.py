"""Beside the tree: the position at a node, what is said of it, open windows or the choice among arms, the legend."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandbox.errors import SandboxError
from sandbox.games.api import BoardPicture
from sandbox.gametree.tree.simulations import Simulation
from sandbox.ui.boards.board import Board
from sandbox.ui.boards.tree import words
from sandbox.ui.boards.tree.legend import Legend
from sandbox.ui.boards.tree.view import Target, TreeView
from sandbox.ui.kit import Button, Column, Label, Row, Section, Table, TableColumn, Widget
from sandbox.ui.kit.events import nothing
from sandbox.ui.kit.timers import Timer

BOARD_HIGH = 208
TABLE_HIGH = 200
STEP_SECONDS = 0.35  # between two moves of a rollout that is replayed
MOST_MOVES = 14  # of a rollout that are written
WINDOWS = (
    TableColumn("Move", 62),
    TableColumn("Side", 66, grow=1.0),
    TableColumn("α", 64, number=True, help="What the side to move already has by now, here or higher up"),
    TableColumn("β", 64, number=True, help="What the other side already has: at that, the rest is cut off"),
    TableColumn("Best", 64, number=True, help="The best move's value so far"),
    TableColumn("Tried", 58, number=True, help="Moves that have a value"),
)
ARMS = (
    TableColumn("Move", 58),
    TableColumn("Visits", 72, number=True),
    TableColumn("Exploit", 76, number=True, help="The mean result for whoever chooses, from −1 to 1"),
    TableColumn("Explore", 76, number=True, help="c · √(ln N / n): grows while others are tried"),
    TableColumn("UCB", 72, number=True, help="Their sum: the largest is chosen next"),
)


class TreePanel(Column):
    """Follows a view."""

    def __init__(self, pick: Callable[[int], None]) -> None:
        self.pick = pick
        self.board = Board(nothing)
        self.board.grow, self.board.height, self.board.focusable = 0.0, BOARD_HIGH, False
        self.caption = Label("", style="small", role="dim", wrap=True, lines=2)
        self.title = Label("", style="strong", wrap=True, lines=2)
        self.cut_off = Label("", role="bad", wrap=True, visible=False)
        self.names = [Label("", style="small", role="dim", width=76) for _ in range(6)]
        self.values = [Label("", style="small", wrap=True, grow=1) for _ in range(6)]
        self.lines = [Row(pair, gap=6, cross="start") for pair in zip(self.names, self.values, strict=True)]
        self.windows = Table(WINDOWS, placeholder="No window is open", multi=False, on_select=self._window_chosen)
        self.arms = Table(ARMS, placeholder="No child was tried yet", multi=False, on_select=self._arm_chosen)
        self.windows.height = self.arms.height = TABLE_HIGH
        self.replay = Button("Replay", icon="play", compact=True, on_click=self._replay, tip="Play the rollout out")
        self.replay.tip_key = "R"
        self.rolled = Label("", style="mono_small", role="dim", wrap=True, lines=3)
        self.rollout = Column([Row([self.replay], gap=6), self.rolled], gap=4, visible=False)
        self.around = Section("Open windows", [self.windows, self.arms, self.rollout])
        self.legend = Legend()
        self._window_rows: list[int] = []
        self._arm_rows: list[int] = []
        self._simulation: Simulation | None = None
        self._view: TreeView | None = None
        self._timer: Timer | None = None
        node: list[Widget] = [self.title, self.cut_off, *self.lines]
        parts = [
            Section("Position", [self.board, self.caption]),
            Section("Node", node, gap=4),
            self.around,
            Section("Legend", [self.legend]),
        ]
        super().__init__(parts, gap=4, pad=(12, 8))

    def show_node(self, view: TreeView, hovered: Target | None) -> None:
        """Tell of the node pointed at, or picked."""
        self._follow(view)
        target = _target(view, hovered)
        self.title.text = words.title(view, target.row)
        self.cut_off.visible = target.stub is not None
        self.cut_off.text = words.stub_words(target.stub) if target.stub is not None else ""
        facts = words.facts(view, target.row)
        for i, line in enumerate(self.lines):
            line.visible = i < len(facts)
            if line.visible:
                self.names[i].text, self.values[i].text = facts[i]

    def show_position(self, view: TreeView, hovered: Target | None) -> None:
        """The little board: the position at that node."""
        self._follow(view)
        self._stop()
        picture = self._picture(view, _target(view, hovered).row)
        if picture is not None:
            self.board.show(picture, live=False)
            self.caption.text = picture.caption
        else:
            self.caption.text = "This position cannot be shown"

    def _follow(self, view: TreeView) -> None:
        if view is not self._view:  # a rollout belongs to the tree it began in
            self.show_rollout(None)
        self._view = view

    @staticmethod
    def _picture(view: TreeView, row: int) -> BoardPicture | None:
        """A board; None where a file has a move that is none."""
        try:
            found: BoardPicture = view.walk.face.picture(view.walk.position(row))
        except (SandboxError, ValueError, KeyError):
            return None
        return found

    def show_inside(self, view: TreeView) -> None:
        """Tell of what is open around the node picked, or of the choice there."""
        simulated = view.tree.visits is not None
        self.legend.follow(simulated=simulated)
        self.windows.visible, self.arms.visible = not simulated, simulated
        if simulated:
            found = words.choices(view)
            self._arm_rows, self.arms.rows = [row for row, _ in found], [cells for _, cells in found]
            self.around.head.title = "Choice at this node"
        else:
            frames = words.frames(view)
            self._window_rows = [frame.row for frame in frames]
            self.windows.rows = [words.frame_cells(frame) for frame in frames]
            self.around.head.title = "Windows when it was entered" if view.at_end else "Open windows"
        self.around.head.touch()

    def _window_chosen(self, rows: list[int]) -> None:
        if rows:
            self.pick(self._window_rows[rows[0]])

    def _arm_chosen(self, rows: list[int]) -> None:
        if rows:
            self.pick(self._arm_rows[rows[0]])

    # A rollout -----------------------------------------------------------------------------------------

    def show_rollout(self, simulation: Simulation | None) -> None:
        """Tell how a simulation was played on from the tree."""
        self._simulation = simulation
        self.rollout.visible = simulation is not None
        if simulation is None:
            return
        moves = simulation.rollout
        more = f" … {len(moves) - MOST_MOVES} more" if len(moves) > MOST_MOVES else ""
        line = " ".join(moves[:MOST_MOVES]) + more
        self.rolled.text = f"Rollout: {line}" if moves else "Decided in the tree: nothing was played out"
        self.replay.enabled = bool(moves or simulation.moves)

    def _replay(self) -> None:
        if self._simulation is not None and self._view is not None:
            self._play(0)

    def play_rollout(self) -> str:
        """Replay it on the board; says why it cannot."""
        if self._simulation is None:
            return "There is no rollout: step through a tree of simulations"
        self._replay()
        return ""

    def _play(self, number: int) -> None:
        """Show the position after so many moves of the simulation, then the next."""
        self._timer = None
        if self._simulation is None or self._view is None:
            return
        moves = (*self._simulation.moves, *self._simulation.rollout)
        face = self._view.walk.face
        position: Any = self._view.walk.position(0)
        for move in moves[:number]:
            position = face.play(position, move)
        in_tree = number <= len(self._simulation.moves)
        where = "in the tree" if in_tree else "rollout"
        self.board.show(face.picture(position), live=False)
        self.caption.text = f"{where}, move {number} of {len(moves)}" + (f": {moves[number - 1]}" if number else "")
        if number < len(moves) and self.is_mounted:
            self._timer = self.root.after(STEP_SECONDS, lambda: self._play(number + 1))

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def _target(view: TreeView, hovered: Target | None) -> Target:
    return hovered or Target(view.picked, view.stub)
