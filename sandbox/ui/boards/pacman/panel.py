"""Beside the maze: what to look for, who plays, and what each way is worth."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from sandbox.figures import short
from sandbox.games.general.library.pacman.judging import pacman_sums
from sandbox.games.general.library.pacman.reading import load, shipped
from sandbox.ui.boards.pacman.board import worth_words
from sandbox.ui.boards.pacman.cast import GHOSTS, PACMEN, YOU, Cast
from sandbox.ui.boards.pacman.run import Run
from sandbox.ui.kit import Column, Dropdown, Field, Form, Label, Section, Table, TableColumn, Worded
from sandbox.ui.kit.events import nothing

DEEPEST = 12
WAYS = {"E": "→  East", "W": "←  West", "N": "↑  North", "S": "↓  South", "stay": "•  Stay"}
OWN = "A maze of your own"
SEARCHING = frozenset({YOU, "minimax", "expectimax"})
JUDGING = SEARCHING | {"reflex"}


class MazeSection(Section):
    """Which maze, and what it is there for."""

    def __init__(self, pick: Callable[[str], None]) -> None:
        self.names = list(shipped())
        self.pick = pick
        self.choice = Dropdown([*(load(name).title for name in self.names), OWN], 0, on_change=self._picked)
        self.notes = Label("", wrap=True, role="dim")
        super().__init__("Maze", [self.choice, self.notes])

    def _picked(self, at: int) -> None:
        if at < len(self.names):
            self.pick(self.names[at])

    def follow(self, run: Run, notes: str) -> None:
        """Show which."""
        self.choice.value = self.names.index(run.maze) if run.maze in self.names and not notes else len(self.names)
        self.notes.text = notes or load(run.maze).notes


class CastSection(Section):
    """Pac-Man and the ghosts: who plays them, how far they look, and what judges for them."""

    def __init__(self, put: Callable[[Cast], None]) -> None:
        self.put = put
        self._cast: Cast | None = None
        self.holder = Column([], gap=10)
        super().__init__("Who plays", [self.holder])

    def follow(self, cast: Cast) -> None:
        """Show who; controls are made anew where others are needed."""
        before, self._cast = self._cast, cast
        if before is None or replace(before, seed=0) != replace(cast, seed=0):
            self.holder.replace_children([Form(_fields(cast), _values(cast), on_change=self._set)])

    def _set(self, name: str, value: Any) -> None:
        assert self._cast is not None
        cast = replace(self._cast, **{name: value})
        if name in ("pacman", "ghosts"):
            self.put(cast)
            return
        self._cast = cast  # the control shows it already
        self.put(cast)


def _values(cast: Cast) -> dict[str, Any]:
    return {name: getattr(cast, name) for name in Cast.__dataclass_fields__}


def _fields(cast: Cast) -> list[Field]:
    sums = {entry.key: entry.title for entry in pacman_sums}
    keys, names = tuple(sums), tuple(sums.values())
    pacmen, ghosts = tuple(PACMEN), tuple(GHOSTS)
    look = "Plies: a step of Pac-Man or of one ghost each"
    fields = [
        Field("pacman", "Pac-Man", "choice", YOU, choices=pacmen, choice_labels=[PACMEN[key].title for key in pacmen])
    ]
    if cast.pacman in SEARCHING:
        fields.append(Field("depth", "Looks ahead", "int", 4, 1, DEEPEST, 1, help=look, unit="plies"))
    if cast.pacman in JUDGING:
        fields.append(
            Field(
                "evaluation", "Judges by", "choice", "careful", help="A weighted sum", choices=keys, choice_labels=names
            )
        )
    fields.append(
        Field(
            "ghosts", "Ghosts", "choice", "chase", choices=ghosts, choice_labels=[GHOSTS[key].title for key in ghosts]
        )
    )
    if GHOSTS[cast.ghosts].engine == "pacman-minimax":
        fields.append(Field("ghost_depth", "Look ahead", "int", 2, 1, DEEPEST, 1, help=look, unit="plies"))
        fields.append(
            Field(
                "ghost_evaluation",
                "Judge by",
                "choice",
                "chase",
                help="The score for Pac-Man",
                choices=keys,
                choice_labels=names,
            )
        )
    fields.append(Field("lot", "Equal moves by lot", "bool", True, help="Off: always the first of them"))
    return fields


class WaysSection(Section):
    """The value of each direction to Pac-Man."""

    def __init__(self) -> None:
        columns = (
            TableColumn("Way", 92),
            TableColumn("Worth", 64, number=True, help="Points, by the search or the evaluation"),
            TableColumn("Nodes", 64, number=True, format=short),
            TableColumn("Then", 90, grow=1.0, help="What is expected: his steps and every ghost's; it ends at dice"),
        )
        self.table = Table(columns, placeholder="Not known yet", multi=False, on_select=nothing)
        self.table.height = 176
        self.said = Label("", style="small", role="dim", wrap=True)
        super().__init__("The value of each direction", [self.table, self.said])

    def follow(self, run: Run) -> None:
        """Show what is known here."""
        answer = run.answer
        rows = answer.rows if answer is not None and not run.over else ()
        self.table.placeholder = "The game is over" if run.over else "Not known yet"
        self.table.rows = [
            (
                WAYS[row.move],
                Worded(row.worth[0], worth_words(row.worth[0])) if row.worth and row.worth[0] is not None else None,
                row.nodes or None,
                " ".join(row.line[1:9]),
            )
            for row in rows
        ]
        who = PACMEN[run.cast.pacman].title if not run.cast.person else "Minimax, for you"
        depth = f", {run.cast.depth} plies" if run.cast.pacman in SEARCHING else ""
        self.said.text = f"Says {who}{depth}" if rows else ""
