"""What the map shows, taken off the window: a copy that a worker can paint larger or smaller, or write as SVG.

It is painted by the window's own canvas, on a surface of its own, so that a picture is what was seen: ground, layers,
paths, the recording at its moment, ends and legend. What belongs to the hand (the tool, the words under the pointer)
is left out.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
import pygame

from sandbox.settings import assets_folder
from sandbox.ui.canvas.camera import Camera
from sandbox.ui.canvas.colours import palette
from sandbox.ui.canvas.raster import Tiles
from sandbox.ui.canvas.still import pixels
from sandbox.ui.canvas.widget import Canvas
from sandbox.ui.kit import MemoryClipboard, Root, load_look
from sandbox.ui.maps.ends import ENDS, paint_ends
from sandbox.ui.maps.overlays import figures
from sandbox.ui.maps.overlays.legend import Legend

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.layers import Layer, Segments
    from sandbox.level.model import Level
    from sandbox.ui.canvas.film import Film
    from sandbox.ui.canvas.scene import Scene
    from sandbox.ui.maps.view import MapView

LARGEST = 64_000_000  # pixels of a picture


@dataclass(frozen=True, slots=True)
class Sight:
    """A level with all that lies over it, as one camera sees it."""

    level: Level
    scene: Scene  # its own, but for the tiles, which are painted from the level
    camera: Camera
    theme: str
    dp: float
    fast: bool
    legend: bool
    arrows: bool
    figures: bool
    film: Film | None
    time: int
    known: Sequence[Layer]  # what lies under the recording while it is played
    paths: Sequence[Segments]  # and over it at its end

    @classmethod
    def of(cls, view: MapView) -> Sight:
        """What a map shows now."""
        session, canvas = view.session, view.canvas
        film, timeline = session.timeline.film, session.timeline
        return cls(
            level=(session.shown or session.level).copy(),
            scene=_apart(canvas.scene),
            camera=canvas.camera,
            theme=session.theme,
            dp=session.root.look.theme.scale,
            fast=canvas.fast,
            legend=view.legend.visible,
            arrows=view.arrows,
            figures=view.figures,
            film=None if film is None else film.apart(),
            time=timeline.time,
            known=() if film is not None and film.alone else tuple(session.asking.layers),
            paths=() if film is not None and film.alone else tuple(view.paths),
        )

    def largest(self) -> float:
        """How many times larger than seen it can be painted."""
        return math.sqrt(LARGEST / max(self.camera.width * self.camera.height, 1))

    # Painted -------------------------------------------------------------------------------------------

    def painted(self, times: float = 1.0) -> NDArray[np.uint8]:
        """The picture [height, width, 3], so many times larger than it was seen, or as large as LARGEST allows."""
        return _Easel(self, min(times, self.largest())).paint(self.time)

    def film_frames(self, count: int, times: float, said: Callable[[int], bool]) -> Iterator[NDArray[np.uint8]]:
        """The recording in so many frames; `said` hears of every one, and may end it by False."""
        if self.film is None:
            return
        easel = _Easel(self, min(times, self.largest()))
        for number, time in enumerate(np.rint(np.linspace(0, len(self.film), count)).astype(int).tolist()):
            if not said(number):
                return
            easel.turn_to(self.film, time)
            yield easel.paint(time)

    # As SVG --------------------------------------------------------------------------------------------

    def svg(self, times: float = 1.0) -> bytes:
        """The same as shapes: ground, layers, paths, figures, arrows, the ring, legend."""
        from sandbox.level.formats.svg import draw
        from sandbox.svg import Drawing, paint
        from sandbox.ui.maps.files.sketch import draw_legend, draw_marks

        left, top, right, bottom = self.camera.seen
        x0, y0 = max(left, 0.0), max(top, 0.0)
        x1, y1 = min(right, float(self.level.width)), min(bottom, float(self.level.height))
        drawing: Drawing = draw(self.level, self.camera.scale * times)
        drawing.left, drawing.top = x0, y0
        drawing.width, drawing.height = max(x1 - x0, 1.0), max(y1 - y0, 1.0)
        time = self.scene.time
        for shown in self.scene.visible():
            drawing.body.append(f'<g opacity="{shown.opacity:g}">')
            paint(drawing, [replace(shown.layer, visible=True)], time)
            drawing.body.append("</g>")
        paint(drawing, [*self.scene.over, *self.scene.live], time)
        cell, film = self.camera.scale / self.dp, self.film
        if film is not None:
            marks = figures.Marks(arrows=self.arrows, figures=self.figures)
            draw_marks(drawing, film, self.time, marks, (x0, y0, x1, y1), cell)
        if self.legend:
            in_cells = figures.fits(film, self.time, cell) if self.figures and film is not None else ""
            ends = [self.level.markers[name].point for name in ENDS if name in self.level.markers]
            draw_legend(drawing, self.scene, ends, cell=cell, figures_in_cells=in_cells)
        return drawing.text().encode()


def _apart(scene: Scene) -> Scene:
    """A scene of its own for another thread; its tiles are to be made there."""
    rings = copy.copy(scene.rings)
    if rings is not None:
        rings.layer = replace(rings.layer, xy=rings.layer.xy.copy())
    own = replace(scene, tiles=None, rings=rings, stack={name: replace(s) for name, s in scene.stack.items()})
    own.wishes = {name: replace(wish) for name, wish in scene.wishes.items()}
    own.over, own.live, own.dirty_cells = list(scene.over), list(scene.live), []
    if scene.tiles is not None:
        own.coloured = (scene.tiles.codes.copy(), scene.tiles.colours)
    return own


class _Easel:
    """A canvas on a surface of its own."""

    def __init__(self, sight: Sight, times: float) -> None:
        pygame.font.init()
        self.sight, camera = sight, sight.camera
        size = max(round(camera.width * times), 1), max(round(camera.height * times), 1)
        self.scene = replace(sight.scene)
        codes, colours = self.scene.coloured
        if isinstance(codes, np.ndarray) and isinstance(colours, np.ndarray):
            self.scene.tiles = Tiles(codes, colours)
        self.canvas = Canvas(self.scene)
        self.canvas.fast = sight.fast
        self.canvas.overlays = [self._film, self._ends, self._legend]
        self.legend, self.palette, self.time = Legend(), palette(sight.theme), sight.time
        look = load_look(assets_folder(), sight.theme, sight.dp * times)
        self.root = Root(pygame.Surface(size, 0, 32), look, self.canvas, clipboard=MemoryClipboard())
        self.root.layout()
        self.canvas.look_at(Camera(*size, camera.scale * times, camera.x, camera.y))

    def turn_to(self, film: Film, time: int) -> None:
        """Show another moment of the recording; the paths come with its end."""
        at_end = time == len(film)
        self.scene.show([*self.sight.known, *film.layers(time)])
        self.scene.lay_over(list(self.sight.paths) if at_end else [])
        self.scene.fade(pale=not at_end)
        self.scene.move_to(time)

    def paint(self, time: int) -> NDArray[np.uint8]:
        """The picture of a moment."""
        self.time = time
        self.root.damage_all()
        self.root.paint()
        return pixels(self.root.surface)

    def _film(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        sight = self.sight
        if sight.film is not None:
            marks = figures.Marks(arrows=sight.arrows, figures=sight.figures)
            figures.draw_marks(sight.film, self.time, marks, canvas, surface, clip, self.palette)

    def _ends(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        paint_ends(self.sight.level, self.palette, canvas, surface)

    def _legend(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        sight = self.sight
        if sight.legend:
            film = sight.film if sight.figures else None
            in_cells = "" if film is None else figures.shows_figures(film, canvas, self.time)
            self.legend.follow(self.scene, self.palette, figures_shown=in_cells)
            markers = (sight.level.markers.get(name) for name in ENDS)
            ends = [canvas.to_window(*marker.point) for marker in markers if marker is not None]
            self.legend.draw(canvas, surface, self.palette, ends)
