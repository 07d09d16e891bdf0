"""One key into a hierarchy: the graph of its first level, then the next one's, and after the last one none."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.ui.kit import Action
from sandbox.ui.maps.panels.layers_panel import LEVEL

if TYPE_CHECKING:
    from sandbox.ui.maps.entries import Row
    from sandbox.ui.maps.panels.layers_panel import Layers, Line
    from sandbox.ui.maps.session import Session

ABSTRACTING = ("hpa", "pra")  # planners whose graphs have levels; the first one, if none of them is there
KINDS = ("sectors", "transitions", "abstract graph", "abstract nodes", "abstract path", "graph", "nodes", "path")


class Hierarchy:
    """Which level of a planner's abstraction is shown, if any."""

    def __init__(self, session: Session, layers: Layers) -> None:
        self.session, self.asking, self.layers = session, session.asking, layers
        self._due = False  # it is shown as soon as the planner has given its layers
        session.asking.on_answer.append(self._answered)

    @property
    def row(self) -> Row:
        """The planner meant: the one looked at closely, else one that is ticked, else the first."""
        rows = [row for key in ABSTRACTING for row in self.session.rows if row.key == key]
        ticked = [row for row in rows if row.ticked]
        return next((row for row in rows if row is self.asking.focus), (ticked or rows)[0])

    def step(self) -> None:
        """The next level of it; none after the last."""
        row = self.row
        if row is not self.asking.focus or not self._lines(row):
            self._due = True
            self.asking.focus_on(row)
        else:
            self._next(row)

    def _answered(self) -> None:
        if self._due and self._lines(self.row):
            self._due = False
            self._next(self.row)

    def _lines(self, row: Row) -> list[Line]:
        """What is said of its levels."""
        return [line for line in self.layers.lines if line.group == row.entry.title and kind_of(line) in KINDS]

    def _next(self, row: Row) -> None:
        lines, title = self._lines(row), row.entry.title
        levels = sorted({level for line in lines for level in line.names if level}) or [1]
        here = self.layers.level(title)
        if all(self.layers.on(line) for line in lines if line.name(here)):
            here = next((level for level in levels if level > here), 0)
        self.layers.levels[title] = here or 1
        for line in lines:
            self.layers.show(line, on=bool(here))
        self.session.say(f"{title}: level {here} of {levels[-1]}" if here else f"{title}: no level shown")

    def actions(self) -> list[Action]:
        """One key."""
        title = "Hierarchy: the next level of HPA* or PRA*"
        return [Action("maps.hierarchy", title, ("Z",), self.step, where="maps", icon="layers-2")]


def kind_of(line: Line) -> str:
    """What a line shows, of whatever level."""
    own = next(iter(line.names.values())).rpartition("/")[2]
    found = LEVEL.fullmatch(own)
    return found[2] if found else own
