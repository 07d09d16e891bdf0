"""Time on the map: the level as it is at a moment, its planners following, while the level drawn stays as drawn.

The canvas shows a copy that a `Timeline` moves; the same edits go to the worker, which repairs what the planners
have prepared, so that paths change as doors close. Any edit of the level, and going back, ends it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.level.edits import Batch, Edit, PaintCells, SetPolygon
from sandbox.level.timed import Door, Drift, Timeline
from sandbox.ui.canvas.level_scene import follow

if TYPE_CHECKING:
    from collections.abc import Callable

    from sandbox.level.model import Level
    from sandbox.level.rect import Rect
    from sandbox.ui.maps.session import Session


class Moment:
    """Which moment the map shows; `moved` is called whenever it changes."""

    def __init__(self, session: Session, moved: Callable[[], None]) -> None:
        self.session, self.moved = session, moved
        session.moment = self
        self.time = 0.0
        self._shown: Level | None = None  # the level at that moment; None: as drawn
        self._timeline: Timeline | None = None
        self._drawn: Edit | None = None  # what brings the worker's level back to what is drawn
        self._of: Level | None = None
        session.editing.before.append(self._edited)  # the worker goes back to the drawing, and then follows the edit
        session.editing.on_step.append(self._stepped)

    def _edited(self, edit: Edit, dirty: Rect) -> None:  # noqa: ARG002
        if self.active:
            self.leave()

    def _stepped(self) -> None:
        if self.active and self._of is not self.session.level:  # another level: nothing to go back to
            self._forget()
            self.moved()

    @property
    def active(self) -> bool:
        """Whether the map shows another moment than the drawing."""
        return self._shown is not None

    def go(self, time: float) -> None:
        """Show the level as it is at a time."""
        self.time = max(time, 0.0)
        if self._shown is None:
            self._begin()
        assert self._shown is not None
        assert self._timeline is not None
        edit = self._timeline.edit_to(self.time)
        if edit is not None:
            self._shown.apply(edit)
            self.session.asking.edit("Time", edit, self._shown)
        self.moved()

    def leave(self) -> None:
        """Show the drawing again, and let the planners plan on it."""
        drawn = self._drawn
        self._forget()
        if drawn is not None:
            level = self.session.level
            self.session.asking.edit("Time", drawn, level)
            follow(self.session.canvas.scene, level, self.session.palette(), level.bounds)
            self.session.canvas.touch()
        self.moved()

    def _forget(self) -> None:
        self.time = 0.0
        self._shown = self._timeline = self._drawn = self._of = self.session.shown = None

    def _begin(self) -> None:
        level = self._of = self.session.level
        self._drawn = as_drawn(level)
        self._shown = self.session.shown = level.copy()
        self._timeline = Timeline(self._shown)
        self._shown.subscribe(self._follow)

    def _follow(self, edit: Edit, dirty: Rect) -> None:  # noqa: ARG002
        assert self._shown is not None
        scene = self.session.canvas.scene
        signs, version = scene.signs, scene.signs_version
        follow(scene, self._shown, self.session.palette(), dirty)
        scene.signs, scene.signs_version = signs, version  # a way stays where it was drawn, its block wanders
        self.session.canvas.touch()


def as_drawn(level: Level) -> Edit:
    """The edit that undoes the passing of time, wherever it has led."""
    edits: list[Edit] = []
    for change in level.timed:
        if isinstance(change, Door) and change.fits(level):
            x0, y0, x1, y1 = change.area
            edits.append(PaintCells.of(change.area, level.terrain[y0:y1, x0:x1].copy()))
        elif isinstance(change, Drift) and change.polygon in level.polygons:
            edits.append(SetPolygon(level.polygons[change.polygon]))
    return Batch(tuple(edits), "As drawn")
