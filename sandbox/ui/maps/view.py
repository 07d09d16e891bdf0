"""What the canvas shows: the level as edited, its planners' paths and layers, the recording, the ends, the pointer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandbox.level.edits import only_shapes
from sandbox.level.rect import Rect
from sandbox.ui.canvas.level_scene import follow, scene_of
from sandbox.ui.maps.ends import paint_ends
from sandbox.ui.maps.entries import path_layer
from sandbox.ui.maps.panels import inspector
from sandbox.ui.maps.tools.parts.pen import Pen

if TYPE_CHECKING:
    import pygame

    from sandbox.level.edits.effect import Edit
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.maps.session import Session


class MapView:
    """Keeps the canvas of a session true."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.canvas = session.canvas
        self.canvas.overlays += [self._paint_tool, self._paint_ends]
        self.canvas.on_hover = self._hover
        self.canvas.on_restyle = self._restyled
        session.editing.taken.append(self._taken)
        session.editing.applied.append(self._edited)
        session.timeline.on_move.append(self._film_moved)
        session.asking.on_answer.append(self.show_paths)

    def _taken(self) -> None:
        """Another level."""
        scene, kept = scene_of(self.session.level, self.session.palette()), self.canvas.scene
        kept.tiles, kept.rings, kept.patterns = scene.tiles, scene.rings, scene.patterns
        kept.signs, kept.signs_version, kept.coloured = scene.signs, scene.signs_version, scene.coloured
        kept.show([])
        kept.over.clear()
        kept.time = None
        kept.changes += 1
        self.canvas.fitted = True
        if self.canvas.is_mounted:
            self.canvas.fit()

    def _edited(self, edit: Edit, dirty: Rect) -> None:
        follow(self.canvas.scene, self.session.level, self.session.palette(), dirty, cells=not only_shapes(edit))
        self.canvas.touch()

    def _restyled(self) -> None:
        """Another theme colours the ground anew."""
        follow(self.canvas.scene, self.session.level, self.session.palette(), Rect.nothing())

    # Answers -------------------------------------------------------------------------------------------

    def show_paths(self) -> None:
        """The path of every ticked planner, over everything else."""
        paths = [path_layer(row) for row in self.session.rows if row.ticked]
        self.canvas.scene.lay_over([layer for layer in paths if layer is not None])
        self._show_stack()

    def _show_stack(self) -> None:
        """What the planner looked at closely knows, and the recording on top."""
        layers, timeline = self.session.asking.layers, self.session.timeline
        if timeline.film is not None:
            layers += timeline.film.layers(timeline.time)
        self.canvas.scene.show(layers)
        self.canvas.touch()

    def _film_moved(self, time_now: int | None) -> None:
        self.canvas.scene.move_to(time_now)
        self._show_stack()

    # The pointer ---------------------------------------------------------------------------------------

    def _hover(self, at: tuple[float, float] | None) -> None:
        self.session.bench.pointed(at)
        self.session.services.hint(self.session.tool.hint)
        self.canvas.touch()

    def _paint_tool(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        session, bench = self.session, self.session.bench
        session.tool.paint(canvas, surface, clip)
        if bench.at is not None:
            pen = Pen(canvas, surface, clip, session.palette())
            inspector.draw(session.level, bench.at, pen, None if session.history.in_gesture else bench.nearby)

    def _paint_ends(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        paint_ends(self.session.level, self.session.palette(), canvas, surface)
