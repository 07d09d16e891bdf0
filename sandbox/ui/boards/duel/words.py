"""What the engines of a duel answered, as rows of a table: no numbers are made here."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sandbox.bench.duel import MARK, Bout, Entrant, budget_words
from sandbox.figures import percent, seconds, short, times
from sandbox.ui.kit import Marked, TableColumn, Toned, Worded

LOSES = "What its move gives away by perfect play, in the game's own scores; – where that is not known"
COLUMNS = (
    TableColumn("Engine", 128, grow=1.0),
    TableColumn("Move", 62, help="≠ marks what is not as in the first row"),
    TableColumn("Value", 92, number=True, help="For the side to move; ≠ marks what is not as in the first row"),
    TableColumn("Depth", 64, number=True, help="The deepest completed depth; ≠ marks what is not as in the first row"),
    TableColumn("Nodes", 84, number=True, help="Positions visited"),
    TableColumn("Minimal", 76, number=True, format=short, help="Leaves that perfect ordering needs at this depth"),
    TableColumn("Time", 72, number=True, format=seconds, unit="s"),
    TableColumn("Loses", 66, number=True, format="{:g}".format, help=LOSES),
    TableColumn("Budget", 92),
    TableColumn("Leaves", 72, number=True, format=short, help="Judged by the evaluation, or scored by the rules"),
    TableColumn("To before", 82, number=True, format=times, help="Its nodes relative to the row above"),
    TableColumn("First cut", 78, number=True, format=percent, help="Share of cut-offs by the first move tried"),
)
RUNNING, WAITING = "…", ""


def rows_of(entrants: Sequence[Entrant], bouts: Sequence[Bout], *, running: bool) -> list[tuple[Any, ...]]:
    """A row for each: answered, at work, or waiting."""
    rows = [cells(bout, number) for number, bout in enumerate(bouts)]
    rest = enumerate(entrants[len(bouts) :], start=len(bouts))
    return rows + [_unanswered(entrant, n, at_work=running and n == len(bouts)) for n, entrant in rest]


def _unanswered(entrant: Entrant, number: int, *, at_work: bool) -> tuple[Any, ...]:
    budget = budget_words(entrant.limits)
    found = (None,) * 6
    return (_name(entrant, number), RUNNING if at_work else WAITING, *found, budget, None, None, None)


def cells(bout: Bout, number: int) -> tuple[Any, ...]:
    """What one answered."""
    worth = bout.shown.worth
    return (
        _name(bout.entrant, number),
        Toned(*_marked(bout, "best", bout.best)),
        Worded(worth.value, *_marked(bout, "value", worth.words)) if worth is not None else None,
        Worded(bout.depth, *_marked(bout, "depth", str(bout.depth))) if bout.depth else None,
        bout.nodes,
        bout.minimal_tree,
        bout.seconds,
        bout.regret,
        budget_words(bout.entrant.limits),
        bout.leaves or None,
        bout.ratio,
        bout.first_move_share if bout.shown.cutoffs else None,
    )


def _name(entrant: Entrant, number: int) -> Marked:
    return Marked(entrant.name, f"series {number}")


def _marked(bout: Bout, what: str, words: str) -> tuple[str, str]:
    """Words and their role."""
    return (MARK + words, "warn") if what in bout.differs else (words, "text")
