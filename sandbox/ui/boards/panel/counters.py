"""Everything else a search counts, in words."""

from __future__ import annotations

from typing import Any

from sandbox.figures import count, percent
from sandbox.gametree.report import Snapshot
from sandbox.ui.boards.panel.words import Asked
from sandbox.ui.kit import Section, Table, TableColumn, Worded

COLUMNS = (
    TableColumn("What", 210, grow=1.0),
    TableColumn("Count", 110, number=True),
)
NAMES = {
    "nodes": "Positions visited",
    "leaves": "Leaves, judged by the evaluation",
    "terminals": "Games that ended, scored by the rules",
    "interior": "Positions whose moves were made",
    "generated": "Moves they had",
    "cutoffs": "Cut-offs",
    "first_cutoffs": "… by the first move tried",
    "researches": "Windows searched again",
    "extensions": "Lines extended",
    "quiescent": "Positions beyond the depth, not quiet",
    "foretold": "Positions cut because of a shallower search",
    "repetitions": "Positions that recurred",
    "simulations": "Games simulated",
    "tree_nodes": "Nodes added to the tree",
    "deepest": "Deepest line, in plies",
}
TABLE = {
    "places": "Table: places",
    "filled": "Table: in use",
    "probes": "Table: looked up",
    "hits": "Table: found",
    "cutoffs": "Table: found, and it caused a cut-off",
    "stores": "Table: stored",
    "overwrites": "Table: overwritten",
    "lost": "Table: missed because it was replaced (with Watch table)",
    "false_hits": "Table: found, but another position's (with Watch table)",
}


class Counters(Section):
    """Folded until wanted."""

    def __init__(self) -> None:
        self.table = Table(COLUMNS, placeholder="Nothing counted yet", height=190, multi=False)
        super().__init__("All counters and the table's health", [self.table], open=False)

    def follow(self, asked: Asked | None) -> None:
        """Show another search, or none."""
        self.table.rows = counted(asked.shot) if asked is not None else []


def counted(shot: Snapshot) -> list[tuple[Any, ...]]:
    """What is not zero, and the table's health if it has one."""
    found = [(words, getattr(shot, name)) for name, words in NAMES.items()]
    rows = [(words, Worded(number, count(number))) for words, number in found if number]
    if not shot.table.places:
        return rows
    rows.append(("Table: full", Worded(shot.table.fill, percent(shot.table.fill))))
    table = [(words, getattr(shot.table, name)) for name, words in TABLE.items()]
    return [*rows, *((words, Worded(number, count(number))) for words, number in table)]
