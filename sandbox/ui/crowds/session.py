"""What everybody in the Crowds tab shares: the level, what was chosen, the run and its time, who is followed.

*One drawing.* The level is that of the Maps tab, with its one history: an edit made in either tab is an edit of both,
and is undone, kept and saved there. A run walks on a copy, in which time passes as well. What becomes of an edit:
- cells, polygons and doors: the run follows at the moment shown, and what came after that moment is forgotten;
- spawn and goal areas, another size, palette or level: the run begins anew, for its agents would be others;
- words, points and the view: nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING

from sandbox.agents.api import policies
from sandbox.errors import SandboxError
from sandbox.level.edits import (
    Batch,
    RemoveMarker,
    Resize,
    SetContent,
    SetMarker,
    SetNotes,
    SetPalette,
    SetTitle,
    SetView,
)
from sandbox.level.markers import Marker, MarkerKind
from sandbox.ui.crowds.choice import Choice
from sandbox.ui.crowds.run.engine import Start
from sandbox.ui.crowds.run.film import PACES, CrowdFilm
from sandbox.ui.crowds.run.running import Run, State
from sandbox.ui.crowds.strip import Strip
from sandbox.ui.maps.editing import OnLevel
from sandbox.ui.timeline import Timeline

if TYPE_CHECKING:
    from sandbox.level.edits.effect import Edit
    from sandbox.level.rect import Rect
    from sandbox.ui.kit.timers import Timer
    from sandbox.ui.maps.tab import MapsTab
    from sandbox.ui.services import Services

PATIENCE = 0.25  # seconds after the last change of a form until the run begins anew
AHEAD = 2  # ticks that the simulation is ahead of what is shown
FASTEST = 400  # the same, as fast as it goes
LIVE = 20  # ticks behind the end up to which an edit while it plays is one at the end
END = 1 << 40
AFRESH = (Resize, SetContent, SetPalette)
WORDS = (SetTitle, SetNotes, SetView)
Markers = tuple[tuple[str, Marker], ...]


class Session(OnLevel):
    """One crowd on the level of the maps."""

    def __init__(self, services: Services, maps: MapsTab) -> None:
        super().__init__(services, maps.editing)
        self.maps = maps
        self.choice = Choice()
        self.choice.take(services.settings.crowds)
        self.run = Run(services.worker("crowds"), services.wake, services.failed)
        self.film = CrowdFilm(self.run)
        self.strip = Strip(self)
        self.timeline: Timeline[CrowdFilm] = Timeline("crowds", services.say, PACES, self.strip)
        self.timeline.load(self.film)
        self.ready = False  # all kernels are warm
        self.cold = False  # a run could not begin: what it needs is being compiled
        self.followed = -1  # an agent
        self.on_follow: list[Callable[[], None]] = []
        self.on_level: list[Callable[[], None]] = []  # another level, or other markers
        self.on_edit: list[Callable[[Edit], None]] = []  # of the drawing, while nobody walks
        self.on_points: list[Callable[[], None]] = []  # points were put, moved or removed
        self.on_choice: list[Callable[[], None]] = []
        self._restart: Timer | None = None
        self._markers = tuple(self.level.markers.items())  # after the last edit
        self._stale = False  # the level is another than the run's, and the tab is not shown
        self.in_front = False
        self._going = False  # the engine was told to go on
        self.fit: Callable[[], None] = lambda: None  # show the whole level
        self.show_again: Callable[[], None] = lambda: None  # the moment, with other layers
        self.editing.taken.append(self._taken)
        self.editing.applied.append(self._edited)
        self.run.on_news.append(self.timeline.extended)
        self.run.on_news.append(self._say_trouble)
        self.run.on_state.append(self._state_changed)

    # Facts ---------------------------------------------------------------------------------------------

    @property
    def tick(self) -> int:
        """The tick shown."""
        return self.timeline.time

    @property
    def spawns(self) -> list[str]:
        """The areas agents appear in."""
        return [name for name, marker in self.level.markers.items() if marker.kind is MarkerKind.SPAWN]

    @property
    def goals(self) -> list[str]:
        """The areas they head for."""
        return [name for name, marker in self.level.markers.items() if marker.kind is MarkerKind.GOAL]

    def lane_title(self, number: int) -> str:
        """A lane in legends: its policy, or its letter where two are compared."""
        return "AB"[number] if self.choice.compared else policies[self.choice.policies[number].key].title

    @property
    def prepared(self) -> bool:
        """Whether what a run needs is compiled."""
        return self.ready or self.services.warmer.state.has(self.choice.warm_ups)

    # Runs ----------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Draw the agents anew and put them at their start; playing goes on."""
        self._cancel_restart()
        self._stale = False
        self.cold = not self.prepared
        if self.cold:
            return
        playing = self.timeline.playing > 0
        try:
            settings, muster = self.choice.settings(), self.choice.crowd
        except SandboxError as refusal:
            self.say(str(refusal))
            return
        seed = int(self.choice.walking.get("seed", 0))
        self.film.look_at(0)
        self.film.picked = None
        self.run.begin(Start(self.level.copy(), muster, seed, settings))
        self.timeline.load(self.film)
        self.timeline.playing = int(playing)
        self.timeline.extended()

    def begin_soon(self) -> None:
        """Begin anew when the hand rests."""
        self._cancel_restart()
        if self.run.state is not State.NONE or self.spawns:
            self._restart = self.root.after(PATIENCE, self.begin)

    def _cancel_restart(self) -> None:
        if self._restart is not None:
            self._restart.cancel()
            self._restart = None

    def chosen(self) -> None:
        """Something was chosen: it is remembered, and the run begins anew."""
        self.services.settings.crowds = self.choice.texts()
        for follower in self.on_choice:
            follower()
        self.begin_soon()

    def remember(self) -> None:
        """Something was chosen that the run does not depend on."""
        self.services.settings.crowds = self.choice.texts()

    def compare(self, *, on: bool) -> None:
        """A second policy beside the first, on the same start."""
        self.choice.compared = on
        self.chosen()

    def play(self) -> None:
        """Play on from what is shown; from the start where there is no run yet, or it is over."""
        if self.run.state is not State.READY:
            self.begin()
        self.timeline.playing = 0
        if self.run.done:
            self.timeline.go(0)
        self.timeline.toggle()

    def _state_changed(self) -> None:
        state = self.run.state
        if state is State.BROKEN:
            self.timeline.playing = 0
            self.say(self.run.trouble)
        elif state is State.READY and self.run.agents is not None:
            self.follow(-1)
            self._say_begun()
        self.timeline.extended()

    def _say_begun(self) -> None:
        agents = self.run.agents
        assert agents is not None
        words = f"{len(agents):,} agents" if len(agents) else "Nobody: there is no room for any agent"
        self.say(". ".join([words, *agents.messages[:2]]))

    def _say_trouble(self) -> None:
        if self.run.trouble and self.run.state is State.READY:
            self.say(f"The run could not follow the edit ({self.run.trouble}); it begins anew")
            self.run.trouble = ""
            self.begin()

    # Time ----------------------------------------------------------------------------------------------

    def advance(self, now: float) -> bool:
        """Follow worker and clock; whether there will be another picture soon."""
        heard = self.run.tick()
        playing = self.timeline.playing
        if playing and self.run.state is State.NONE:
            self.begin()
        moving = self.timeline.tick(now) if self.run.state is State.READY else bool(playing)
        if self.timeline.playing > 0:
            self._going = True
            rate = PACES.rates[self.timeline.speed]
            self.run.want(self.run.length + FASTEST if math.isinf(rate) else self.tick + max(AHEAD, int(rate / 30)))
        elif self._going:
            self._going = False
            self.run.want(0)
        return moving or heard

    def hide(self) -> None:
        """Nobody looks: time stands still."""
        self.in_front = False
        self.timeline.playing = 0
        self.run.want(0)

    def show(self) -> None:
        """Somebody looks: follow what happened meanwhile."""
        self.in_front = True
        if self._stale or (self.run.state is State.NONE and self.spawns):
            self.begin()

    # The level -----------------------------------------------------------------------------------------

    def _taken(self) -> None:
        """Another level."""
        self.timeline.playing = 0
        self._began_elsewhere()

    def _began_elsewhere(self) -> None:
        self._cancel_restart()
        self.run.drop()
        self.timeline.load(self.film)
        self._tell_level()
        if self.in_front and self.spawns:
            self.begin()

    def _tell_level(self) -> None:
        self._markers = tuple(self.level.markers.items())
        for follower in self.on_level:
            follower()

    def _edited(self, edit: Edit, dirty: Rect) -> None:  # noqa: ARG002
        markers = tuple(self.level.markers.items())
        if anew(edit) or areas_of(markers) != areas_of(self._markers):
            self._tell_level()
            self._stale = not self.in_front
            if self.in_front:
                self.begin_soon()
        elif self.run.state is State.NONE:
            for follower in self.on_edit:
                follower(edit)
        elif matters(edit):
            self._edit_run(edit)
        if markers != self._markers:
            self._markers = markers
            for points in self.on_points:
                points()

    def _edit_run(self, edit: Edit) -> None:
        """Have the run follow; before it has begun, it begins anew."""
        if self.run.state is not State.READY:
            self._stale = not self.in_front
            if self.in_front:
                self.begin_soon()
            return
        live = self.timeline.playing > 0 and self.tick + LIVE >= self.run.length
        self.run.edit(edit, END if live else self.tick)
        self.root.after(0.0, lambda: None)

    # Following -----------------------------------------------------------------------------------------

    def follow(self, agent: int) -> None:
        """Look closely at an agent; -1: at nobody."""
        if agent == self.followed:
            return
        self.followed = agent
        for follower in self.on_follow:
            follower()

    def jump(self, by: int) -> None:
        """To the next conflict, or the one before."""
        found = self.film.like(self.tick, by)
        if found is None:
            self.timeline.stop(self.tick)
            self.say("No later conflict so far" if by > 0 else "No conflict before this one")
        else:
            self.timeline.stop(found)


def areas_of(markers: Markers) -> Markers:
    """The areas, upon which depends who walks."""
    return tuple((name, marker) for name, marker in markers if marker.kind is not MarkerKind.POINT)


def anew(edit: Edit) -> bool:
    """Whether the agents of a level would be others after an edit that leaves its areas alone."""
    if isinstance(edit, Batch):
        return any(map(anew, edit.edits))
    return isinstance(edit, AFRESH)


def matters(edit: Edit) -> bool:
    """Whether an edit changes where one can walk."""
    if isinstance(edit, Batch):
        return any(map(matters, edit.edits))
    return not isinstance(edit, (*WORDS, SetMarker, RemoveMarker))
