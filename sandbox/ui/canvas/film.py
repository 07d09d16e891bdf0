"""A recording as layers at any moment, its phases, and what it tells of an event or of what lies at a place."""

from __future__ import annotations

import copy
from functools import cached_property, lru_cache
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.arrays import Floats, Int32s, Int64s
from sandbox.kernels.playback import Act, Playback, State
from sandbox.kernels.recording import EXPAND, LEVEL, NONE, STAGE, EventKind, Recording
from sandbox.kernels.story import Latest, Story, story_at
from sandbox.layers import CellEvents, Layer, Net, Points, Polygons, Role
from sandbox.planning.mesh.funnel import in_words
from sandbox.planning.mesh.funnel_steps import STAGE as FUNNEL
from sandbox.planning.mesh.funnel_steps import funnel_layers

if TYPE_CHECKING:
    from sandbox.planning.recorded import Recorded
    from sandbox.ui.canvas.colours import Palette
    from sandbox.ui.canvas.searched.playback import PlaybackRaster

Places = dict[int, Floats | None]
Shapes = dict[int, Floats]
WORDS = {
    EventKind.GENERATE: "generates",
    EventKind.EXPAND: "expands",
    EventKind.RELAX: "finds a cheaper way to",
    EventKind.REOPEN: "re-opens",
    EventKind.CLOSE: "closes",
    EventKind.PRUNE: "prunes",
    EventKind.INCUMBENT: "finds a way over",
}
NODE_REACH = 1.0  # cells from an abstract node that count as on it
MOST_ACTS = 4000  # that are told apart as phases
ACTS_BACK = 24  # of the acts before this moment, those asked about a place


class Phase(NamedTuple):
    """A stretch of a recording with a name: search, refine, smooth, funnel."""

    name: str
    start: int
    stop: int


class Found(NamedTuple):
    """What lies at a place, and what the recording tells of it."""

    act: Act
    subject: int
    story: Story


class Film:
    """One recording over a level of a size; `time` is how many events have happened."""

    def __init__(
        self,
        recording: Recording,
        width: int,
        height: int,
        places: Places,
        *,
        title: str = "",
        shapes: Shapes | None = None,
    ) -> None:
        self.recording, self.title = recording, title
        self.width, self.height, self.places, self.shapes = width, height, places, shapes or {}
        self.playback = Playback(recording)
        self._cells = lru_cache(maxsize=4)(self._make_cells)
        self._net = lru_cache(maxsize=4)(self._make_net)
        self._latest: Latest | None = None

    def __len__(self) -> int:
        return self.recording.count

    @property
    def truncated(self) -> bool:
        """Whether more happened than was recorded."""
        return self.recording.truncated

    @property
    def growing(self) -> bool:
        """Whether more may come: a search is recorded whole."""
        return False

    def count(self, time: int) -> str:
        """Where it stands, of how many events."""
        return f"{time:,} / {len(self):,}{'+' if self.truncated else ''}"

    def like(self, time: int, by: int) -> int | None:
        """The moment after the next (or previous) event of the kind just seen; where there is none, of expansions."""
        kind = int(self.recording.kind[time - 1]) if time > 0 else EventKind.EXPAND
        kind = EventKind.EXPAND if kind == STAGE else kind
        found = self.playback.next_of(kind, time - 1) if by > 0 else self.playback.previous_of(kind, time - 1)
        return None if found is None else found + 1

    dense = "expanding"  # what the density tells how much there is of
    alone = False  # whether nothing else is to be seen while it is shown
    kept = False  # whether it stays when the planners have answered: it came out of a file, or is a lesson
    recorded: Recorded | None = None  # the file's content it is of

    @classmethod
    def of(cls, recorded: Recorded) -> Film:
        """What a file holds."""
        level, title = recorded.level, recorded.title
        film = cls(recorded.recording, level.width, level.height, dict(recorded.places), title=title,
                   shapes=dict(recorded.shapes))  # fmt: skip
        film.kept, film.recorded = True, recorded
        return film

    def apart(self) -> Film:
        """The same for another thread: the table of costs, which changes while it is asked, is its own."""
        other = copy.copy(self)
        other.forget()
        return other

    def forget(self) -> None:
        """Begin the table of costs anew."""
        self._latest = None

    # Layers --------------------------------------------------------------------------------------------

    def act_of(self, time: int) -> Act:
        """The act of the last of so many events."""
        return self.playback.act_at(max(time - 1, 0))

    def layers(self, time: int) -> list[Layer]:
        """What was open and closed after so many events, in the act of that moment."""
        act = self.act_of(time)
        places = self.places.get(act.level)
        if places is None:
            return [self._cells(act.start)]
        if act.stage == FUNNEL:
            return funnel_layers(self.recording, act.start, max(time, act.start), places)
        return self._nodes(act, places, time)

    def developed(self, palette: Palette) -> list[PlaybackRaster]:
        """The pictures of its end. Of a large search they take many frames, so a worker makes them beforehand."""
        from sandbox.ui.canvas.searched.playback import PlaybackRaster

        _ = self.phases, self._expansions, self._subjects
        cells = [layer for layer in self.layers(len(self)) if isinstance(layer, CellEvents)]
        rasters = [PlaybackRaster(palette, layer) for layer in cells]
        for raster in rasters:
            raster.move_to(len(self))
        return rasters

    def _make_cells(self, start: int) -> Layer:
        act = self.playback.act_at(start)
        opened, closed = (self._inner(numbers) for numbers in act.numbers(self.size))
        order = self._cell_of(self.recording.subject[act.start : act.stop].astype(np.int64))
        cells = self._cell_of(act.subjects[act.flips.at].astype(np.int64))
        flips = np.stack([cells, act.flips.number, act.flips.state == State.CLOSED], axis=1).astype(np.int32)
        return CellEvents(
            name="search", legend="Open and closed cells", group="Recording", role=Role.OPEN,
            width=self.width, height=self.height, order=order, opened=opened, closed=closed, start=act.start,
            flips=flips[cells >= 0],
        )  # fmt: skip

    @property
    def size(self) -> int:
        """Ids of the padded grid."""
        return (self.height + 2) * (self.width + 2)

    def _inner(self, padded: Int32s) -> Int32s:
        """From the padded grid to the level's own cells, flat."""
        return np.ascontiguousarray(padded.reshape(self.height + 2, self.width + 2)[1:-1, 1:-1]).reshape(-1)

    def _cell_of(self, ids: Int64s) -> Int32s:
        """Flat padded ids as y * width + x; -1 for what is no cell."""
        stride = self.width + 2
        x, y = ids % stride - 1, ids // stride - 1
        inside = (ids >= 0) & (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        return np.where(inside, y * self.width + x, -1).astype(np.int32)

    def _nodes(self, act: Act, places: Floats, time: int) -> list[Layer]:
        """Open and closed nodes as points; triangles as what they are."""
        known, net = act.subjects < len(places), self._net(act.start)
        states = act.states_at(time - 1)[known]
        opened, closed = np.flatnonzero(states == State.OPEN), np.flatnonzero(states == State.CLOSED)
        if net is None:
            places = places[act.subjects[known]]
            return [
                Points(name="open nodes", legend="Open nodes", group="Recording", role=Role.OPEN, size=9.0,
                       xy=places[opened], version=time),
                Points(name="closed nodes", legend="Closed nodes", group="Recording", role=Role.CLOSED, size=9.0,
                       xy=places[closed], version=time),
            ]  # fmt: skip
        when = act.closed[known][closed].astype(np.float64)
        return [
            _rings("open nodes", "Open triangles", Role.OPEN, net, opened, None, time),
            _rings("closed nodes", "Closed triangles, first to last", Role.CLOSED, net, closed, when, time),
        ]

    def _make_net(self, start: int) -> Net | None:
        """All triangles that are ever open or closed in the act that begins there; None if it is not of triangles."""
        act = self.playback.act_at(start)
        places, shapes = self.places.get(act.level), self.shapes.get(act.level)
        if places is None or shapes is None:
            return None
        return Net(shapes[act.subjects[act.subjects < len(places)]])

    # Phases --------------------------------------------------------------------------------------------

    @cached_property
    def phases(self) -> list[Phase]:
        """Stretches of one stage each; what has no name is the search. Acts beyond MOST_ACTS have none."""
        acts = [self.playback.act(number) for number in range(min(len(self.playback.act_starts), MOST_ACTS))]
        if not len(self):
            return [Phase("search", 0, 0)]
        runs = [list(run) for _, run in groupby(acts, key=lambda act: act.stage)]
        return [Phase(run[0].stage or "search", run[0].start, run[-1].stop) for run in runs]

    def density(self, bins: int) -> Floats:
        """Which share of each of so many parts are expansions."""
        return share_of(self._expansions, len(self), bins)

    @cached_property
    def _expansions(self) -> Int64s:
        return np.flatnonzero(self.recording.kind == EXPAND)

    @cached_property
    def _subjects(self) -> Int32s:
        return np.ascontiguousarray(self.recording.subject)

    # What lies at a place ------------------------------------------------------------------------------

    def at(self, x: float, y: float, time: int) -> Found | None:
        """What the recording knows of the cell, triangle or node at a place: of the latest act that knows some."""
        last = int(np.searchsorted(self.playback.act_starts, max(time - 1, 0), side="right")) - 1
        for number in range(last, max(last - ACTS_BACK, -1), -1):
            act = self.playback.act(number)
            subject = self.subject_at(act, x, y)
            if subject >= 0:
                story = story_at(self.recording, act, subject, time - 1, self._subjects)
                if story.generated >= 0:
                    return Found(act, subject, story)
        return None

    def subject_at(self, act: Act, x: float, y: float) -> int:
        """The cell, triangle or node of an act that lies at a place; NONE if there is none."""
        places, shapes = self.places.get(act.level), self.shapes.get(act.level)
        if places is None:
            inside = 0 <= x < self.width and 0 <= y < self.height
            return (int(y) + 1) * (self.width + 2) + int(x) + 1 if inside else NONE
        subjects = act.subjects[act.subjects < len(places)]
        if not len(subjects):
            return NONE
        if shapes is not None:
            holds = subjects[_holding(shapes[subjects], x, y)]
            return int(holds[0]) if len(holds) else NONE
        away = np.hypot(*(places[subjects] - (x, y)).T)
        return int(subjects[away.argmin()]) if away.min() <= NODE_REACH else NONE

    def described(self, found: Found) -> str:
        """What is known of it, in a line."""
        story = found.story
        parts = [f"{self.title}: {self.name(found.act, found.subject)}" if self.title else "", *_costs(story)]
        if story.parent not in (NONE, found.subject):
            parts.append(f"from {self.name(found.act, story.parent)}")
        parts.append(f"generated {_number(story.generated)}{self._by(found, story.generated)}")
        if story.closed:
            parts.append(f"closed {_number(story.closed[0])}")
        parts += [f"re-opened {_number(n)}{self._by(found, n)}" for n in story.reopened[-2:]]
        return "  ·  ".join(part for part in parts if part)

    def _by(self, found: Found, number: int) -> str:
        """By whom, if that is not where it is reached from now."""
        parent = int(self.recording.parent[number])
        known = parent not in (NONE, found.subject, found.story.parent)
        return f" by {self.name(found.act, parent)}" if known else ""

    def name(self, act: Act, subject: int) -> str:
        """A cell by its column and row; a triangle or node by its number."""
        if self.places.get(act.level) is None:
            stride = self.width + 2
            return f"({subject % stride - 1}, {subject // stride - 1})"
        return f"{'triangle' if act.level in self.shapes else 'node'} {subject}"

    def place_of(self, number: int) -> tuple[float, float] | None:
        """Where an event happened, in cells."""
        subject = int(self.recording.subject[number])
        if self.recording.kind[number] in (STAGE, LEVEL):
            return None
        return self.spot(self.playback.act_at(number), subject)

    def spot(self, act: Act, subject: int) -> tuple[float, float] | None:
        """Where a subject lies, in cells."""
        places = self.places.get(act.level)
        if subject < 0 or (places is not None and subject >= len(places)):
            return None
        if places is not None:
            x, y = places[subject].tolist()
            return x, y
        stride = self.width + 2
        return subject % stride - 0.5, subject // stride - 0.5

    def latest(self, time: int) -> tuple[Act, Int32s]:
        """The act of a moment, and for every subject of it the event that speaks for its costs."""
        act = self.act_of(time)
        places = self.places.get(act.level)
        if self._latest is None or self._latest.act is not act:
            self._latest = Latest(self.recording, act, self.size if places is None else len(places))
        return act, self._latest.at(time - 1)

    # Words ---------------------------------------------------------------------------------------------

    def words(self, time: int) -> str:
        """Who did what last, of so many events."""
        head = f"{self.title}: " if self.title else ""
        if time <= 0 or not len(self):
            return f"{head}before the first event"
        return head + self._words(min(time, len(self)) - 1)

    def _words(self, number: int) -> str:
        kind, subject = EventKind(int(self.recording.kind[number])), int(self.recording.subject[number])
        if kind is EventKind.STAGE:
            return f"“{self.recording.stages[subject]}” begins"
        if kind is EventKind.LEVEL:
            return f"level {subject} begins"
        if words := in_words(self.recording, number):
            return words
        act = self.playback.act_at(number)
        costs = _costs(story_at(self.recording, act, subject, number, self._subjects), "gf")
        return f"{WORDS.get(kind, kind.name.lower())} {self.name(act, subject)}{''.join(f', {c}' for c in costs)}"


def share_of(numbers: Int64s, length: int, bins: int) -> Floats:
    """Which share of each of so many parts of a recording are these events."""
    edges = np.linspace(0, max(length, 1), bins + 1)
    counts = np.diff(np.searchsorted(numbers, edges)).astype(np.float64)
    shares: Floats = np.minimum(counts * bins / max(length, 1), 1.0)
    return shares


def _number(event: int) -> str:
    return f"{event + 1:,}"


def _costs(story: Story, which: str = "ghf") -> list[str]:
    known = {"g": story.g, "h": story.h, "f": story.f}
    return [f"{name} {known[name]:.2f}" for name in which if np.isfinite(known[name])]


def _rings(
    name: str, legend: str, role: Role, net: Net, which: NDArray[Any], values: Floats | None, version: int
) -> Polygons:
    count, corners = len(which), net.corners.shape[1]
    starts = np.arange(0, corners * count + 1, corners, dtype=np.int32)
    return Polygons(name=name, legend=legend, group="Recording", role=role, xy=net.corners[which].reshape(-1, 2),
                    starts=starts, values=values if count else None, version=version,
                    among=(net, which) if corners == 3 else None)  # fmt: skip


def _holding(shapes: Floats, x: float, y: float) -> NDArray[np.bool_]:
    """Which convex outlines hold a point, whichever way they go round."""
    edge = np.roll(shapes, -1, axis=1) - shapes
    turn = edge[:, :, 0] * (y - shapes[:, :, 1]) - edge[:, :, 1] * (x - shapes[:, :, 0])
    inside: NDArray[np.bool_] = np.logical_or((turn >= 0).all(axis=1), (turn <= 0).all(axis=1))
    return inside
