"""One lane on the screen: the level as it is at the tick shown, and everybody on it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from sandbox.agents.layers import density
from sandbox.layers import Labels, Layer, Polygons
from sandbox.level.signs import signs_of
from sandbox.ui.canvas.level_scene import follow, scene_of
from sandbox.ui.canvas.several.linked import LinkedCanvas
from sandbox.ui.crowds.painting import Painter

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from sandbox.agents.record.film import Frame
    from sandbox.level.edits.effect import Edit
    from sandbox.level.model import Level
    from sandbox.level.rect import Rect
    from sandbox.ui.crowds.session import Session

MOST_SIGNS = 24  # markers whose names are shown; circles of single agents have none
DENSITY_EVERY = 6  # ticks
REACH = 6.0  # dp beside an agent that still means it


class Pane:
    """Keeps the canvas of a lane true."""

    def __init__(self, session: Session, lane: int) -> None:
        self.session, self.lane = session, lane
        self.canvas = LinkedCanvas()
        self.canvas.on_restyle = self._restyled
        self._shown: Level | None = None  # the level at the tick shown
        self._done = 0  # how many of the run's edits it has seen
        self._edits: list[Any] = []
        self.frame: Frame | None = None
        self.next: Frame | None = None
        self.painter = Painter(self)
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
        self.frame = self.next = None
        self._dense = -1
        if resized and self.canvas.is_mounted and self.canvas.rect.w:
            self.canvas.fit()
        self.canvas.touch()

    def edited(self, edit: Edit) -> None:
        """Follow the drawing, while nobody walks on it."""
        if self._shown is not None:
            self._shown.apply(edit)
            self.canvas.touch()

    def show_signs(self) -> None:
        """Follow the points as drawn."""
        scene = self.canvas.scene
        scene.signs = tuple(signs_of(self.session.level))
        self._few_signs()
        scene.changes += 1
        self.canvas.touch()

    def begun(self) -> None:
        """Another crowd has gathered."""
        self.painter.forget()

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
        self.painter.forget()

    def _few_signs(self) -> None:
        """Names of a hundred areas, and the areas themselves if they were filled, would hide who is in them."""
        scene, many = self.canvas.scene, len(self.session.level.markers) > MOST_SIGNS
        kept = [layer for layer in scene.signs if not (many and isinstance(layer, Labels))]
        scene.signs = tuple(replace(s, filled=False) if isinstance(s, Polygons) else s for s in kept)

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
            self.frame = self.next = None
            return True
        found = run.frames(tick)
        if found is None:
            return False
        self._bring(tick)
        following = run.frames(tick + 1) if tick < run.length and run.has(tick + 1) else None
        self.frame = found[self.lane]
        self.next = following[self.lane] if following is not None else None
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
        seen = self.session.run.seen.get(self.lane)
        if "ways" in chosen and seen is not None and seen.ways is not None:
            layers.append(seen.ways)
        if "reservations" in chosen and seen is not None and seen.reservations is not None:
            layers.append(seen.reservations)
        scene.show(layers)
        for name, strength in (("density", 0.75), ("ways", 0.55), ("reservations", 0.7)):
            if name in scene.stack and scene.stack[name].opacity == 1.0:
                scene.set_opacity(name, strength)

    def _free(self) -> NDArray[np.bool_]:
        """The cells whose terrain lets agents stand there."""
        assert self._shown is not None
        blocked = np.array([terrain.blocked for terrain in self._shown.palette])
        return np.asarray(~blocked[self._shown.terrain])

    # Where somebody is ---------------------------------------------------------------------------------

    def place(self, agent: int) -> tuple[float, float]:
        """An agent's place in the picture shown."""
        frame, to = self.frame, self.next or self.frame
        assert frame is not None
        assert to is not None
        share = self.session.timeline.between if self.next is not None else 0.0
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


def _is_past(done: Any, tick: int) -> bool:
    """Whether an edit was done before a tick was shown: those of a hand between two ticks count for the first."""
    return bool(done.tick < tick or (done.tick == tick and not done.timed))
