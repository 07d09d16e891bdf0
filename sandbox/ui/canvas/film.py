"""A recording as layers at any moment: cells as a raster, other subjects as points, and what happened in words."""

from __future__ import annotations

from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from sandbox.kernels.playback import Act, Playback, State
from sandbox.kernels.recording import STAGE, EventKind, Recording
from sandbox.layers import CellEvents, Layer, Points, Role
from sandbox.planning.mesh.funnel import in_words
from sandbox.planning.mesh.funnel_steps import STAGE as FUNNEL
from sandbox.planning.mesh.funnel_steps import funnel_layers
from sandbox.ui.canvas.colours import Palette
from sandbox.ui.canvas.playback import PlaybackRaster

Places = dict[int, NDArray[np.float64] | None]
WORDS = {
    EventKind.GENERATE: "generates",
    EventKind.EXPAND: "expands",
    EventKind.RELAX: "finds a cheaper way to",
    EventKind.REOPEN: "re-opens",
    EventKind.CLOSE: "closes",
    EventKind.PRUNE: "prunes",
}


class Film:
    """One recording over a level of a size; `time` is how many events have happened."""

    def __init__(self, recording: Recording, width: int, height: int, places: Places) -> None:
        self.recording = recording
        self.width, self.height, self.places = width, height, places
        self.playback = Playback(recording)
        self._cells = lru_cache(maxsize=4)(self._make_cells)

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
        """The moment after the next (or previous) event of the kind just seen, or the next expansion."""
        kind = int(self.recording.kind[time - 1]) if time > 0 else EventKind.EXPAND
        kind = EventKind.EXPAND if kind == STAGE else kind
        found = self.playback.next_of(kind, time - 1) if by > 0 else self.playback.previous_of(kind, time - 1)
        return None if found is None else found + 1

    def layers(self, time: int) -> list[Layer]:
        """What was open and closed after so many events, in the act of that moment."""
        act = self.playback.act_at(max(time - 1, 0))
        places = self.places.get(act.level)
        if places is None:
            return [self._cells(act.start)]
        if act.stage == FUNNEL:
            return funnel_layers(self.recording, act.start, max(time, act.start), places)
        return self._points(act, places, time)

    def developed(self, palette: Palette) -> list[PlaybackRaster]:
        """The pictures of its end. Of a large search they take many frames, so a worker makes them beforehand."""
        cells = [layer for layer in self.layers(len(self)) if isinstance(layer, CellEvents)]
        rasters = [PlaybackRaster(palette, layer) for layer in cells]
        for raster in rasters:
            raster.move_to(len(self))
        return rasters

    def _make_cells(self, start: int) -> Layer:
        act = self.playback.act_at(start)
        size = (self.height + 2) * (self.width + 2)
        opened, closed = (self._inner(numbers) for numbers in act.numbers(size))
        order = self._cell_of(self.recording.subject[act.start : act.stop].astype(np.int64))
        cells = self._cell_of(act.subjects[act.flips.at].astype(np.int64))
        flips = np.stack([cells, act.flips.number, act.flips.state == State.CLOSED], axis=1).astype(np.int32)
        return CellEvents(
            name="search", legend="Open and closed cells", group="Recording", role=Role.OPEN,
            width=self.width, height=self.height, order=order, opened=opened, closed=closed, start=act.start,
            flips=flips[cells >= 0],
        )  # fmt: skip

    def _inner(self, padded: NDArray[np.int32]) -> NDArray[np.int32]:
        """From the padded grid to the level's own cells, flat."""
        return np.ascontiguousarray(padded.reshape(self.height + 2, self.width + 2)[1:-1, 1:-1]).reshape(-1)

    def _cell_of(self, ids: NDArray[np.int64]) -> NDArray[np.int32]:
        """Flat padded ids as y * width + x; -1 for what is no cell."""
        stride = self.width + 2
        x, y = ids % stride - 1, ids // stride - 1
        inside = (ids >= 0) & (x >= 0) & (x < self.width) & (y >= 0) & (y < self.height)
        return np.where(inside, y * self.width + x, -1).astype(np.int32)

    def _points(self, act: Act, places: NDArray[np.float64], time: int) -> list[Layer]:
        states = act.states_at(time - 1)
        known = act.subjects < len(places)
        subjects, states = act.subjects[known], states[known]
        kinds = ((State.OPEN, "open nodes", Role.OPEN), (State.CLOSED, "closed nodes", Role.CLOSED))
        return [
            Points(name=name, legend=name.capitalize(), group="Recording", role=role, size=9.0,
                   xy=places[subjects[states == state]], version=time)
            for state, name, role in kinds
        ]  # fmt: skip

    def place_of(self, number: int) -> tuple[float, float] | None:
        """Where an event happened, in cells."""
        act, subject = self.playback.act_at(number), int(self.recording.subject[number])
        if subject < 0 or self.recording.kind[number] in (STAGE, EventKind.LEVEL):
            return None
        places = self.places.get(act.level)
        if places is not None:
            return tuple(places[subject].tolist()) if subject < len(places) else None
        stride = self.width + 2
        return subject % stride - 0.5, subject // stride - 0.5

    def words(self, time: int) -> str:
        """What the last of so many events was, as a sentence."""
        if time <= 0 or not len(self):
            return "Before the first event"
        number = min(time, len(self)) - 1
        kind = EventKind(int(self.recording.kind[number]))
        subject = int(self.recording.subject[number])
        head = f"Event {number + 1:,} of {len(self):,}: "
        if kind is EventKind.STAGE:
            return head + f"stage “{self.recording.stages[subject]}” begins"
        if kind is EventKind.LEVEL:
            return head + f"level {subject} begins"
        if told := in_words(self.recording, number):
            return head + told
        g, f = float(self.recording.g[number]), float(self.recording.f[number])
        return head + f"{WORDS.get(kind, kind.name.lower())} {self._named(number, subject)}, g {g:.2f}, f {f:.2f}"

    def _named(self, number: int, subject: int) -> str:
        if self.places.get(self.playback.act_at(number).level) is not None:
            return f"node {subject}"
        stride = self.width + 2
        return f"cell ({subject % stride - 1}, {subject // stride - 1})"
