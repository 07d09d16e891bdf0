"""Paints one lane: everybody by one kernel, where they came from, who is followed, the conflict that is described."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from sandbox.agents.layers import COLOURS, ghosts
from sandbox.agents.record.encounters import NONE, How
from sandbox.kernels.discs import CROSS, FULL, HIDDEN, HOLLOW, PLAIN, RING, Marks, paint_discs
from sandbox.layers import Role
from sandbox.ui.canvas.colours import packed
from sandbox.ui.canvas.painters import Brush, draw_lines, paint
from sandbox.ui.canvas.raster import words
from sandbox.ui.canvas.sprites import disc_sprite
from sandbox.ui.crowds.strip import colour_of
from sandbox.ui.maps.tools.parts.pen import Pen

if TYPE_CHECKING:
    import pygame
    from numpy.typing import NDArray

    from sandbox.agents.record.film import Frame
    from sandbox.ui.canvas.camera import Camera
    from sandbox.ui.canvas.widget import Canvas
    from sandbox.ui.crowds.pane import Pane

TRAIL = 90  # ticks
STRIDE = 6  # ticks between two points of a trail
MOST_TRAILS = 24_000  # segments


class Painter:
    """The overlays of a pane's canvas."""

    def __init__(self, pane: Pane) -> None:
        self.pane, self.session, self.lane, self.canvas = pane, pane.session, pane.lane, pane.canvas
        self._inks: NDArray[np.int64] = np.zeros(0, np.int64)
        self.canvas.overlays += [self._paint_below, self._paint_agents, self._paint_above]

    @property
    def frame(self) -> Frame | None:
        """The tick that is shown."""
        return self.pane.frame

    def forget(self) -> None:
        """Another crowd, or other colours."""
        self._inks = np.zeros(0, np.int64)

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
            draw_lines(brush, lines, [brush.palette.roles[Role.AGENT]], brush.dp, strength)

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
        share = self.session.timeline.between if self.pane.next is not None else 0.0
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
        to = self.pane.next or frame
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
        """Plain sprites, before the kernel is ready: who waits or is in a conflict looks like the others."""
        halo = self.session.palette().halo
        for i in np.flatnonzero(marks.shape != HIDDEN).tolist():
            ink = int(marks.ink[i])
            colour = ink >> 16 & 255, ink >> 8 & 255, ink & 255
            radius = round(max(float(marks.radius[i]) * camera.scale, 1.0) * 4) / 4
            sprite = disc_sprite(radius, colour, halo, filled=int(marks.shape[i]) in (FULL, HOLLOW))
            x, y = camera.to_screen(float(marks.x[i]), float(marks.y[i]))
            surface.blit(sprite, (x - sprite.get_width() / 2, y - sprite.get_height() / 2))

    def _paint_above(self, canvas: Canvas, surface: pygame.Surface, clip: pygame.Rect) -> None:
        """Who is followed with its way, and the conflict that is described with the future it had."""
        if self.frame is None or self.session.run.agents is None:
            return
        pen = Pen(canvas, surface, clip, self.session.palette())
        self._paint_followed(pen)
        if self.lane == self.session.film.number and not self.session.timeline.playing:
            self._paint_conflict(surface, clip, pen)

    def _paint_followed(self, pen: Pen) -> None:
        frame, agents, agent = self.frame, self.session.run.agents, self.session.followed
        assert frame is not None
        assert agents is not None
        if not 0 <= agent < len(frame.x) or frame.presence[agent] != 1:
            return
        at = self.pane.place(agent)
        seen = self.session.run.seen.get(self.lane)
        if seen is not None and seen.agent == agent and len(seen.way):
            pen.path(np.vstack([[at], seen.way]), dash=True)
        other = int(frame.waits[agent])
        if other >= 0:
            there = self.pane.place(other)
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
        met = session.film.lane.met.row(row)
        for layer in ghosts(met.scene, session.film.radii(met)):
            paint(layer, self._brush(surface, clip))
        x, y = float(met.scene[0] + met.scene[4]) / 2, float(met.scene[1] + met.scene[5]) / 2
        pen.cross((x, y))
