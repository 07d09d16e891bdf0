"""Edits of what is neither cells nor polygons, and several edits as one."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import reduce
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.errors import BadInput
from sandbox.level.edits.effect import Edit, Effect, Small
from sandbox.level.rect import Rect

if TYPE_CHECKING:
    from sandbox.level.markers import Marker
    from sandbox.level.model import Level
    from sandbox.level.terrain import Palette
    from sandbox.level.timed import Timed


@dataclass(frozen=True, slots=True)
class SetMarker(Small):
    """Put a marker, or move it."""

    name: str
    marker: Marker

    @property
    def label(self) -> str:
        """For the history."""
        return f"Place {self.name}"

    def perform(self, level: Level) -> Effect:
        """Inverse: the marker that stood there, or none."""
        if not self.name:
            raise BadInput("marker", "no name", "a name")
        if not self.marker.inside(level.width, level.height):
            raise BadInput(
                f"marker {self.name!r}", f"at {self.marker.points}", f"inside {level.width} × {level.height} cells"
            )
        before = level.markers.get(self.name)
        level.markers[self.name] = self.marker
        return Effect(RemoveMarker(self.name) if before is None else SetMarker(self.name, before))


@dataclass(frozen=True, slots=True)
class RemoveMarker(Small):
    """Take a marker away."""

    name: str

    @property
    def label(self) -> str:
        """For the history."""
        return f"Remove {self.name}"

    def perform(self, level: Level) -> Effect:
        """Inverse: put it back."""
        if self.name not in level.markers:
            raise BadInput("marker", repr(self.name), "one of " + (", ".join(level.markers) or "none"))
        return Effect(SetMarker(self.name, level.markers.pop(self.name)))


@dataclass(frozen=True, slots=True)
class SetPalette(Small):
    """Other terrains: looks, costs, more of them. Every code in use must stay in the palette."""

    palette: Palette
    label: str = "Change terrains"

    def perform(self, level: Level) -> Effect:
        """Inverse: the palette before."""
        highest = int(level.terrain.max())
        if highest >= len(self.palette):
            found, wanted = f"{len(self.palette)} terrains", f"at least {highest + 1}: code {highest} is in use"
            raise BadInput("palette", found, wanted)
        before, level.palette = level.palette, self.palette
        recosted = not np.array_equal(before.cost8(), self.palette.cost8())
        return Effect(replace(self, palette=before), level.bounds, whole=recosted, looks=not recosted)


@dataclass(frozen=True, slots=True)
class SetTimed(Small):
    """Other doors and drifting blocks."""

    timed: tuple[Timed, ...]
    label: str = "Change timed edits"
    checked: bool = True  # an undo brings back even what no longer fits, a drift whose polygon is gone

    def perform(self, level: Level) -> Effect:
        """Inverse: the ones before."""
        for one in self.timed if self.checked else ():
            one.check(level)
        before, level.timed = level.timed, self.timed
        return Effect(replace(self, timed=before, checked=False))


@dataclass(frozen=True, slots=True)
class SetTitle(Small):
    """Another title."""

    title: str
    label: str = "Change title"

    def perform(self, level: Level) -> Effect:
        """Inverse: the title before."""
        before, level.title = level.title, self.title
        return Effect(replace(self, title=before))


@dataclass(frozen=True, slots=True)
class SetNotes:
    """Other notes."""

    notes: str
    label: str = "Change notes"

    @property
    def size(self) -> int:
        """The text."""
        return 100 + len(self.notes)

    def perform(self, level: Level) -> Effect:
        """Inverse: the notes before."""
        before, level.notes = level.notes, self.notes
        return Effect(replace(self, notes=before))


@dataclass(frozen=True, slots=True)
class SetView(Small):
    """Another remembered view: planners, options, layers, camera (any JSON object)."""

    view: dict[str, Any]
    label: str = "Change view"

    def perform(self, level: Level) -> Effect:
        """Inverse: the view before."""
        before, level.view = level.view, dict(self.view)
        return Effect(replace(self, view=before))


@dataclass(frozen=True, slots=True)
class Batch:
    """Several edits as one: either all of them happen or none."""

    edits: tuple[Edit, ...]
    label: str = "Several changes"

    @property
    def size(self) -> int:
        """All of them."""
        return 100 + sum(e.size for e in self.edits)

    def perform(self, level: Level) -> Effect:
        """Perform in order; when one is refused, take the ones before it back."""
        done: list[Effect] = []
        try:
            for edit in self.edits:
                done.append(edit.perform(level))  # noqa: PERF401  (what is done must be known when one fails)
        except BaseException:
            for effect in reversed(done):
                effect.inverse.perform(level)
            raise
        return _together(done, self.label)


def _together(done: list[Effect], label: str) -> Effect:
    parts = tuple(area for effect in done for area in effect.areas)
    dirty = reduce(Rect.union, parts, Rect.nothing())
    return Effect(
        Batch(tuple(e.inverse for e in reversed(done)), label),
        dirty,
        tuple(dict.fromkeys(p for e in done for p in e.polygons)),
        whole=any(e.whole for e in done),
        looks=bool(done) and all(e.looks for e in done),
        parts=parts,
    )
