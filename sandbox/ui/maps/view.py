"""What the canvas shows: the level as edited, its planners' paths and layers, the recording, the ends, the pointer."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from sandbox.layers import Segments
from sandbox.level.edits import only_shapes
from sandbox.level.rect import Rect
from sandbox.planning.mesh.funnel_steps import STAGE as FUNNEL
from sandbox.ui.canvas.level_scene import follow, scene_of
from sandbox.ui.kit import Action
from sandbox.ui.maps.ends import ENDS, paint_ends
from sandbox.ui.maps.entries import Row, path_layers, path_name
from sandbox.ui.maps.overlays import figures
from sandbox.ui.maps.overlays.legend import Legend
from sandbox.ui.maps.overlays.touched import Touched
from sandbox.ui.maps.panels import inspector
from sandbox.ui.maps.tools.parts.pen import Pen

if TYPE_CHECKING:
    import pygame

    from sandbox.layers import Layer
    from sandbox.level.edits.effect import Edit
    from sandbox.ui.canvas.film import Film
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.maps.session import Session


CHANNEL = ("channel", "crossed portals")


class MapView:
    """Keeps the canvas of a session true."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.canvas = session.canvas
        self.more: Callable[[], Sequence[Layer]] = tuple  # what somebody wants to have shown besides
        self.legend = Legend()
        self.touched = Touched(session)
        self.arrows = False  # to parents
        self.figures = True  # in cells, where there is room
        self.canvas.overlays += [self._paint_film, self._paint_tool, self._paint_ends, self._paint_words]
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

    @property
    def playing(self) -> Film | None:
        """The recording, while it stands at another moment than its end."""
        timeline = self.session.timeline
        return timeline.film if timeline.time < timeline.length else None

    def show_paths(self) -> None:
        """The path of every ticked planner, over everything else; in a recording they wait for its end."""
        film = self.session.timeline.film
        hidden = self.playing is not None or (film is not None and film.alone)
        self.canvas.scene.lay_over([] if hidden else self.paths)
        self._show_stack()

    @property
    def paths(self) -> list[Segments]:
        """The path of every ticked planner."""
        return path_layers(self.session.rows)

    def _show_stack(self) -> None:
        """What the planner looked at closely knows, and the recording on top."""
        timeline, more = self.session.timeline, self.more()
        layers = self._known() + [layer for layer in more if not isinstance(layer, Segments)]
        explained = bool(more) and self.playing is None
        if timeline.film is not None and not explained:
            layers += timeline.film.layers(timeline.time)
        self.canvas.scene.live = [layer for layer in more if isinstance(layer, Segments)]
        self.canvas.scene.fade(pale=self.playing is not None or explained)
        self.canvas.scene.show(layers)
        self.canvas.touch()

    def _known(self) -> list[Layer]:
        """What planners know; nothing beside a lesson; of a funnel's planner alone, unasked only its channel."""
        film, layers = self.session.timeline.film, self.session.asking.layers
        if film is not None and film.alone:
            return []
        if self.playing is None or film is None or film.act_of(self.session.timeline.time).stage != FUNNEL:
            return layers
        focus = self.session.asking.focus
        own = f"{focus.key}/" if focus is not None else "/"
        channel = [own + name for name in CHANNEL]
        return [replace(layer, visible=layer.name in channel) for layer in layers if layer.name.startswith(own)]

    def _film_moved(self, time_now: int | None) -> None:
        self.session.strip.show(self.session.timeline.film, time_now or 0)
        self.canvas.scene.move_to(time_now)
        self.show_paths()

    def light(self, row: Row | None) -> None:
        """Point out one planner's path."""
        scene = self.canvas.scene
        scene.light(path_name(row) if row is not None and row.found and row.ticked else "")
        self.canvas.touch()

    # The pointer ---------------------------------------------------------------------------------------

    def _hover(self, at: tuple[float, float] | None) -> None:
        self.session.bench.pointed(at)
        self.session.hint(self.session.tool.hint)
        self.canvas.touch()

    def _paint_film(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        film, time, palette = self.session.timeline.film, self.session.timeline.time, self.session.palette()
        if film is None:
            return
        marks = figures.Marks(arrows=self.arrows, figures=self.figures)
        figures.draw_marks(film, time, marks, canvas, surface, clip, palette)

    def _figures_shown(self, film: Film | None, time: int) -> str:
        return figures.shows_figures(film, self.canvas, time) if self.figures and film is not None else ""

    def _paint_tool(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        self.session.tool.paint(canvas, surface, clip)

    def _paint_words(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        session, bench, timeline = self.session, self.session.bench, self.session.timeline
        pen = Pen(canvas, surface, clip, session.palette())
        self.legend.follow(
            canvas.scene, session.palette(), figures_shown=self._figures_shown(timeline.film, timeline.time)
        )
        markers = session.level.markers
        ends = [canvas.to_window(*markers[name].point) for name in ENDS if name in markers]
        self.legend.draw(canvas, surface, session.palette(), ends)
        self.touched.draw(pen)
        if bench.at is not None:
            nearby = None if session.history.in_gesture else bench.nearby
            inspector.draw(session.level, bench.at, pen, nearby, self._story(bench.at))

    def _story(self, at: tuple[float, float]) -> str:
        """What the recording tells of a place."""
        session, timeline = self.session, self.session.timeline
        film = None if session.history.in_gesture else timeline.film
        story = film.at(*at, timeline.time) if film is not None and timeline.time > 0 else None
        return film.described(story) if film is not None and story is not None else ""

    def described(self) -> str:
        """All that is known of the place under the pointer; "" off the map."""
        at, bench = self.session.bench.at, self.session.bench
        if at is None:
            return ""
        parts = (
            inspector.words(self.session.level, at, inspector.REACH * bench.dp_in_cells, bench.nearby),
            self._story(at),
        )
        return inspector.PARTED.join(filter(None, parts)) if parts[0] else ""

    def _paint_ends(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        paint_ends(self.session.level, self.session.palette(), canvas, surface)

    # Commands ------------------------------------------------------------------------------------------

    def _toggle(self, name: str) -> None:
        owner = self.legend if name == "visible" else self
        setattr(owner, name, not getattr(owner, name))
        self.canvas.touch()

    def actions(self) -> list[Action]:
        """What explains the picture, switched on and off."""
        spec = [
            ("arrows", "Arrows to parents", ("A",), "arrows"),
            ("figures", "g, h and f in cells", ("Y",), "figures"),
            ("legend", "Legend", ("Shift+O",), "visible"),
        ]
        return [
            Action(f"maps.{key}", f"{title}: show or hide", keys, partial(self._toggle, name), where="maps")
            for key, title, keys, name in spec
        ]
