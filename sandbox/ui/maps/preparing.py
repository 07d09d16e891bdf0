"""What is compiled for the planners on the list, and what is needed next.

First the answers of those that are ticked, what was clicked last before the others; then all else asked of them.

A first answer needs little. What edits, recordings, pictures, discs and other options need is a warm-up of its own,
and so is what levels with polygons need; on terrain of several costs a planner waits for both.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from sandbox.kernels.warming.order import Names, Needs
from sandbox.level import warm as of_levels
from sandbox.mesh import warm as of_meshes
from sandbox.planning.warm import all_else, first_answer
from sandbox.ui import warm as of_windows
from sandbox.ui.forms import changed_from_default

if TYPE_CHECKING:
    from sandbox.level.model import Level
    from sandbox.ui.jobs import WarmState
    from sandbox.ui.maps.entries import Row
    from sandbox.ui.maps.session import Session

COVERED = f"level: {of_levels.COVERED}"
FLOOD = f"level: {of_levels.FLOOD}"
OF_POLYGONS = f"mesh: {of_meshes.POLYGONS}"
OF_LEVELS: Names = tuple(f"level: {name}" for name in of_levels.NAMES)
OF_MESHES: Names = tuple(f"mesh: {name}" for name in of_meshes.NAMES)
OF_CANVAS: Names = (*(f"ui: {name}" for name in of_windows.NAMES), FLOOD)
COLD, ANSWERS, ALL = range(3)  # how much a planner can be asked


class Preparing:
    """What may be asked by now, and what is asked for in vain."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._clicked: list[Row] = []  # the last one first
        self._plain: tuple[int, int, bool] = (0, -1, True)  # level, version, whether its terrain is of one cost

    @property
    def state(self) -> WarmState:
        """How far the compiling child is."""
        return self.session.services.warmer.state

    def clicked(self, row: Row) -> None:
        """Somebody wants this one."""
        self._clicked = [row, *(other for other in self._clicked if other is not row)]

    def stage(self, row: Row) -> int:
        """What this one can be asked: nothing, for a first answer, anything."""
        if not self.state.has(self.answer(row)):
            return COLD
        return ALL if self.state.has(self.all_else(row)) else ANSWERS

    def answer(self, row: Row) -> Names:
        """What its answer on the level as it is now needs."""
        polygons = (COVERED, *([OF_POLYGONS] if _on_mesh(row) else [])) if self.session.level.polygons else ()
        first = (*polygons, *first_answer(row.entry))
        other = self.session.radius > 0 or changed_from_default(row.entry.options, row.options)
        return (*first, *self.all_else(row)) if other or not self._is_plain(self.session.level) else first

    def all_else(self, row: Row) -> Names:
        """What everything else needs that may be asked of it."""
        return (*all_else(row.entry), *OF_LEVELS, *(OF_MESHES if _on_mesh(row) else ()))

    @property
    def needs(self) -> Needs:
        """What the compiling child is to do first."""
        rows = [row for row in self._clicked if row.ticked]
        rows += [row for row in self.session.rows if row.ticked and row not in rows]
        focus = self.session.asking.focus
        now = [FLOOD] if self.session.tool.about.name == "fill" else []
        for row in rows:
            now += self.answer(row)
            if row is focus and row in self._clicked:
                now += self.all_else(row)  # to be recorded
        rows.sort(key=lambda row: row is not focus)
        soon = [*OF_CANVAS, *(name for row in rows for name in self.all_else(row))]
        return Needs(_once(now), _once(soon))

    @property
    def words(self) -> str:
        """What is being prepared, for people."""
        return self.state.words(self.needs)

    def _is_plain(self, level: Level) -> bool:
        """Whether all terrain that can be crossed costs the same (the worker's copy knows, but would compile)."""
        if self._plain[:2] != (id(level), level.version):
            there = np.zeros(256, bool)
            there[level.terrain] = True
            costs = {*level.palette.cost8()[there].tolist()} - {0}
            self._plain = (id(level), level.version, len(costs) <= 1)
        return self._plain[2]


def _on_mesh(row: Row) -> bool:
    return row.entry.info.get("world") == "mesh"


def _once(names: Iterable[str]) -> Names:
    return tuple(dict.fromkeys(names))
