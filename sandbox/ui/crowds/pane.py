"""One lane on the screen: the level as it is at the tick shown, and everybody on it, painted by one kernel."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np
import pygame

from sandbox.agents.layers import COLOURS, density, ghosts
from sandbox.agents.record.encounters import NONE, How
from sandbox.kernels.discs import CROSS, FULL, HIDDEN, HOLLOW, PLAIN, RING, Marks, paint_discs
from sandbox.layers import Labels, Layer
from sandbox.ui.canvas.colours import packed
from sandbox.ui.canvas.level_scene import follow, scene_of
from sandbox.ui.canvas.painters import Brush, draw_lines, paint
from sandbox.ui.canvas.raster import words
from sandbox.ui.canvas.scene import Scene
from sandbox.ui.canvas.sprites import disc_sprite
from sandbox.ui.canvas.widget import Canvas
from sandbox.ui.crowds.strip import colour_of
from sandbox.ui.maps.tools.parts.pen import Pen

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.agents.record.film import Frame
    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level
    from sandbox.level.rect import Rect
    from sandbox.ui.canvas.camera import Camera
    from sandbox.ui.crowds.session import Session

MOST_SIGNS = 24  # markers whose names are shown; circles of single agents have none
TRAIL = 90  # ticks
STRIDE = 6  # ticks between two points of a trail
MOST_TRAILS = 24_000  # segments
DENSITY_EVERY = 6  # ticks
REACH = 6.0  # dp beside an agent that still means it


class CrowdCanvas(Canvas):
    """A canvas whose camera another one shares."""

    def __init__(self) -> None:
        super().__init__(Scene())
        self.twin: CrowdCanvas | None = None
        self.free = False  # moved by hand
        self.led = False  # by the other one, at this moment

    def look_at(self, camera: Camera) -> None:
        """Move the camera, and the other one's."""
        super().look_at(camera)
        self.free = True
        twin = self.twin
        if twin is not None and twin.is_mounted and twin.rect.w and not self.led:
            twin.led = True
            twin.look_at(self.camera.resized(twin.rect.w, twin.rect.h))
            twin.led = False

    def fit(self, box: tuple[float, float, float, float] | None = None) -> None:
        """Show all, in both."""
        super().fit(box)
        self.free = box is not None
        twin = self.twin
        if twin is not None and twin.is_mounted and twin.rect.w and not self.led:
            twin.led = True
            twin.fit(box)
            twin.led = False


class Pane:
    """Keeps the canvas of a lane true."""

    def __init__(self, session: Session, lane: int) -> None:
        self.session, self.lane = session, lane
        self.canvas = CrowdCanvas()
        self.canvas.overlays += [self._paint_below, self._paint_agents, self._paint_above]
        self.canvas.on_restyle = self._restyled
        self._shown: Level | None = None  # the level at the tick shown
        self._done = 0  # how many of the run's edits it has seen
        self._edits: list[Any] = []
        self.frame: Frame | None = None
        self._next: Frame | None = None
        self._inks: NDArray[np.int64] = np.zeros(0, np.int64)
        self._dense = -1
        self.show_level()

    # The level -----------------------------------------------------------------------------------------

    def show_level(self) -> None:
        """Begin with the level as drawn."""
        self._shown = self.session.level.copy()
        self._done, self._edits = 0, []
        self._shown.subscribe(self._follow)
        scene, kept = scene_of(self._shown, self.session.palette()), self.canvas.scene
        resized = kept.world != scene.world
        kept.tiles, kept.rings, kept.patterns = scene.tiles, scene.rings, scene.patterns
        kept.signs, kept.signs_version, kept.coloured = scene.signs, scene.signs_version, scene.coloured
        kept.show([])
        kept.changes += 1
        self._few_signs()
        self.frame = self._next = None
        self._dense = -1
        if resized and self.canvas.is_mounted and self.canvas.rect.w:
            self.canvas.fit()
        self.canvas.touch()

    def begun(self) -> None:
        """Another crowd has gathered."""
        self._inks = np.zeros(0, np.int64)

    def _follow(self, edit: Edit, dirty: Rect) -> None:  # noqa: ARG002
        assert self._shown is not None
        signs, version = self.canvas.scene.signs, self.canvas.scene.signs_version
        follow(self.canvas.scene, self._shown, self.session.palette(), dirty)
        self.canvas.scene.signs, self.canvas.scene.signs_version = signs, version

    def _restyled(self) -> None:
        if self._shown is not None:
            self._follow_theme(self._shown)

    def _follow_theme(self, level: Level) -> None:
        follow(self.canvas.scene, level, self.session.palette(), level.bounds)
        self._few_signs()
        self._inks = np.zeros(0, np.int64)

    def _few_signs(self) -> None:
        """Names of a hundred areas would hide who is in them."""
        scene = self.canvas.scene
        if len(self.session.level.markers) > MOST_SIGNS:
            scene.signs = tuple(layer for layer in scene.signs if not isinstance(layer, Labels))

    def _bring(self, tick: int) -> None:
        """Do, or undo, what time and hand did to the level up to a tick."""
        edits = self.session.run.lanes[self.lane].edits
        if edits is not self._edits:
            self._catch_up(edits)
        assert self._shown is not None
        while self._done < len(edits) and _is_past(edits[self._done], tick):
            self._shown.apply(edits[self._done].edit)
            self._done += 1
        while self._done > 0 and not _is_past(edits[self._done - 1], tick):
            self._done -= 1
            self._shown.apply(edits[self._done].inverse)

    def _catch_up(self, edits: list[Any]) -> None:
        """Other edits than those done: those that are none any more are undone."""
        assert self._shown is not None
        while self._done > 0 and not (
            self._done <= len(edits) and edits[self._done - 1] is self._edits[self._done - 1]
        ):
            self._done -= 1
            self._shown.apply(self._edits[self._done].inverse)
        self._edits = edits

    # Moments -------------------------------------------------------------------------------------------

    def show(self, tick: int) -> bool:
        """Show a tick; False while its picture is still being fetched."""
        run = self.session.run
        if self.lane >= len(run.lanes):
            self.frame = self._next = None
            return True
        found = run.frames(tick)
        if found is None:
            return False
        self._bring(tick)
        following = run.frames(tick + 1) if tick < run.length and run.has(tick + 1) else None
        self.frame = found[self.lane]
        self._next = following[self.lane] if following is not None else None
        self._show_layers(tick)
        self.canvas.touch()
        return True

    def _show_layers(self, tick: int) -> None:
        """What lies below the agents."""
        chosen, scene, layers = self.session.choice.layers, self.canvas.scene, list[Layer]()
        agents = self.session.run.agents
        if self.frame is None or agents is None:
            scene.show([])
            return
        if "density" in chosen:
            if tick // DENSITY_EVERY != self._dense or "density" not in scene.stack:
                self._dense = tick // DENSITY_EVERY
                layers.append(density(self.frame, agents.radius, self._free(), version=tick))
            else:
                layers.append(scene.stack["density"].layer)
        seen = self.session.run.seen
        if "ways" in chosen and seen is not None and seen.lane == self.lane and seen.ways is not None:
            layers.append(seen.ways)
        if "reservations" in chosen and seen is not None and seen.lane == self.lane and seen.reservations is not None:
            layers.append(seen.reservations)
        scene.show(layers)
        for name, strength in (("density", 0.75), ("ways", 0.55)):
            if name in scene.stack and scene.stack[name].opacity == 1.0:
                scene.set_opacity(name, strength)

    def _free(self) -> NDArray[np.bool_]:
        """The cells whose terrain lets agents stand there."""
        assert self._shown is not None
        blocked = np.array([terrain.blocked for terrain in self._shown.palette])
        return np.asarray(~blocked[self._shown.terrain])

    # Painting ------------------------------------------------------------------------------------------

    def _brush(self, surface: pygame.Surface, clip: pygame.Rect, opacity: float = 1.0) -> Brush:
        canvas, palette = self.canvas, self.session.palette()
        return Brush(surface, canvas.window_camera(), clip, palette, canvas.look.theme.scale, canvas.fast, opacity)

    def _paint_below(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        if self.frame is not None and "trails" in self.session.choice.layers:
            self._paint_trails(self._brush(surface, clip))

    def _paint_trails(self, brush: Brush) -> None:
        """Where everybody came from, the older the fainter."""
        run, frame = self.session.run, self.frame
        assert frame is not None
        ticks = [t for t in range(frame.tick // STRIDE * STRIDE, max(frame.tick - TRAIL, 0) - 1, -STRIDE) if run.has(t)]
        lane, n = self.lane, len(frame.x)
        frames = [frame, *((run.frames(t) or (frame,) * (lane + 1))[lane] for t in ticks)]
        most = max(2, min(len(frames), MOST_TRAILS // max(n, 1) + 1))
        inks = self._colours()
        for age, (now, then) in enumerate(pairwise(frames[:most])):
            rows = np.flatnonzero((now.presence == 1) & ((now.x != then.x) | (now.y != then.y)))
            ends = np.column_stack([then.x[rows], then.y[rows], now.x[rows], now.y[rows]]).astype(np.float64)
            self._paint_trail(brush, ends, inks[rows], 1.0 - age / most)

    def _paint_trail(self, brush: Brush, ends: NDArray[np.float64], inks: NDArray[np.int64], strength: float) -> None:
        if not len(ends):
            return
        lines = brush.camera.project(ends.reshape(-1, 2, 2)).reshape(-1, 4)
        if brush.fast:
            from sandbox.kernels.pixels import strokes

            clip = brush.rect.clip(brush.surface.get_rect())
            window = np.array([*clip.topleft, *clip.bottomright, brush.surface.get_pitch() // 4], np.int64)
            table = np.column_stack([inks, np.full(len(inks), round(200 * strength), np.int64)])
            strokes(words(brush.surface).ravel(), window, lines, np.vstack([table, table[:1]]), 0.6)
        else:
            draw_lines(brush, lines, [brush.palette.roles[brush_role()]], brush.dp, strength)

    def _colours(self) -> NDArray[np.int64]:
        """Everybody's colour: that of its group."""
        agents = self.session.run.agents
        assert agents is not None
        if len(self._inks) != len(agents):
            series = np.array([packed(colour) for colour in self.session.palette().series[:COLOURS]], np.int64)
            self._inks = series[agents.group % len(series)]
        return self._inks

    def _paint_agents(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        agents = self.session.run.agents
        if self.frame is None or agents is None or self.lane >= len(self.session.run.lanes):
            return
        marks = self._marks()
        camera, clip = canvas.window_camera(), clip.clip(surface.get_rect())
        share = self.session.timeline.between if self._next is not None else 0.0
        if canvas.fast:
            window = np.array([*clip.topleft, *clip.bottomright, surface.get_pitch() // 4], np.int64)
            view = np.array([camera.x, camera.y, camera.scale])
            paint_discs(words(surface).ravel(), window, marks, share, view, packed(self.session.palette().halo))
        else:
            self._blit_agents(surface, marks, camera)

    def _marks(self) -> Marks:
        frame, agents = self.frame, self.session.run.agents
        assert frame is not None
        assert agents is not None
        to = self._next or frame
        return Marks(
            frame.x,
            frame.y,
            to.x,
            to.y,
            frame.vx,
            frame.vy,
            agents.radius,
            self.shapes(),
            self._colours(),
            self._rims(),
        )

    def shapes(self) -> NDArray[np.uint8]:
        """What each does, as a shape."""
        frame, arrived = self.frame, self.session.run.lanes[self.lane].arrived
        assert frame is not None
        shape = np.where(frame.waits >= 0, HOLLOW, FULL).astype(np.uint8)
        shape[(arrived != NONE) & (arrived < frame.tick)] = RING
        shape[frame.presence == 3] = CROSS
        shape[frame.presence == 2] = HIDDEN
        return shape

    def _rims(self) -> NDArray[np.int64]:
        """Who is in a conflict, in its colour."""
        frame, met = self.frame, self.session.run.lanes[self.lane].met
        assert frame is not None
        rims = np.full(len(frame.x), PLAIN, np.int64)
        if "conflicts" in self.session.choice.layers:
            rows = met.active(frame.tick)
            tints = np.array([packed(colour_of(how, self.canvas.look)[:3]) for how in How], np.int64)
            for side in (met.table.first, met.table.second):
                rims[side[rows]] = tints[met.table.how[rows]]
        return rims

    def _blit_agents(self, surface: pygame.Surface, marks: Marks, camera: Camera) -> None:
        """The same with sprites, before the kernel is ready."""
        halo = self.session.palette().halo
        for i in np.flatnonzero(marks.shape != HIDDEN).tolist():
            ink = int(marks.ink[i])
            colour = ink >> 16 & 255, ink >> 8 & 255, ink & 255
            radius = round(max(float(marks.radius[i]) * camera.scale, 1.0) * 4) / 4
            sprite = disc_sprite(radius, colour, halo, filled=int(marks.shape[i]) in (FULL, HOLLOW))
            x, y = camera.to_screen(float(marks.x[i]), float(marks.y[i]))
            surface.blit(sprite, (x - sprite.get_width() / 2, y - sprite.get_height() / 2))

    def _paint_above(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Who is followed with its way, and the conflict that is told with the future it had."""
        if self.frame is None or self.session.run.agents is None:
            return
        pen = Pen(canvas, surface, clip, self.session.palette())
        self._paint_followed(pen)
        if self.lane == 0 and not self.session.timeline.playing:
            self._paint_conflict(surface, clip, pen)

    def _paint_followed(self, pen: Pen) -> None:
        frame, agents, agent = self.frame, self.session.run.agents, self.session.followed
        assert frame is not None
        assert agents is not None
        if not 0 <= agent < len(frame.x) or frame.presence[agent] != 1:
            return
        at = self.place(agent)
        seen = self.session.run.seen
        if seen is not None and seen.agent == agent and seen.lane == self.lane and len(seen.way):
            pen.path(np.vstack([[at], seen.way]), dash=True)
        other = int(frame.waits[agent])
        if other >= 0:
            there = self.place(other)
            pen.segments(np.array([[*at, *there]]), pen.bad, width=2.0)
            pen.disc(there, pen.bad, self._large(other), filled=False)
        pen.disc(at, None, self._large(agent), filled=False)
        pen.measure(f"agent {agent}", at)

    def _large(self, agent: int) -> float:
        """The radius, in dp, of a ring around an agent."""
        agents = self.session.run.agents
        assert agents is not None
        return float(agents.radius[agent]) * self.canvas.camera.scale / self.canvas.look.theme.scale + 4.0

    def _paint_conflict(self, surface: pygame.Surface, clip: pygame.Rect, pen: Pen) -> None:
        session, frame = self.session, self.frame
        assert frame is not None
        row = session.film.shown(session.tick)
        if row is None:
            return
        met = session.film.met(0, row)
        for layer in ghosts(met.scene, session.film.radii(met)):
            paint(layer, self._brush(surface, clip))
        x, y = float(met.scene[0] + met.scene[4]) / 2, float(met.scene[1] + met.scene[5]) / 2
        pen.cross((x, y))

    # Where somebody is ---------------------------------------------------------------------------------

    def place(self, agent: int) -> tuple[float, float]:
        """An agent's place in the picture shown."""
        frame, to = self.frame, self._next or self.frame
        assert frame is not None
        assert to is not None
        share = self.session.timeline.between if self._next is not None else 0.0
        x, y = float(frame.x[agent]), float(frame.y[agent])
        return x + (float(to.x[agent]) - x) * share, y + (float(to.y[agent]) - y) * share

    def agent_at(self, at: tuple[float, float]) -> int:
        """Who is at a place, or so near that it is meant; -1 for nobody."""
        frame, agents = self.frame, self.session.run.agents
        if frame is None or agents is None or not len(agents):
            return -1
        away = np.hypot(frame.x - at[0], frame.y - at[1]) - agents.radius
        away[(frame.presence == 2)] = np.inf
        nearest = int(away.argmin())
        return nearest if away[nearest] <= self.canvas.dp(REACH) / self.canvas.camera.scale else -1

    def keep_in_view(self, agent: int) -> None:
        """Move a camera that was moved by hand after who is followed."""
        canvas, frame = self.canvas, self.frame
        if not canvas.free or frame is None or not 0 <= agent < len(frame.x):
            return
        x, y = self.place(agent)
        if not canvas.rect.inflate(-canvas.rect.w // 2, -canvas.rect.h // 2).collidepoint(canvas.to_window(x, y)):
            canvas.look_at(canvas.camera.centred(x, y))


def brush_role() -> Any:
    """The colour of trails where each cannot have its own."""
    from sandbox.layers import Role

    return Role.AGENT


def _is_past(done: Any, tick: int) -> bool:
    """Whether an edit was done before a tick was shown: those of a hand between two ticks count for the first."""
    return bool(done.tick < tick or (done.tick == tick and not done.timed))
