"""A recording and its time: play it forwards and backwards, step, scrub; the last event in words.

A recording goes in (`load`), moments come out (`on_move`). Any tab that records has one: it names the tab for its
keys, and puts `widget` where it likes. A recording may still grow while it is played (`growing`): then playing at its
end waits for what comes, and `kept` says how much of the pace is kept.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from sandbox.ui.kit import Action, Column, IconButton, Label, Row, Slider, Spacer, Widget

SPEEDS = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 1_000_000)  # events a second
FIRST_SPEED = 6
KEPT = 0.93  # of the pace below which it is said that it is not kept
MEASURED = 1.0  # seconds over which it is measured how much of the pace is kept


@dataclass(frozen=True, slots=True)
class Paces:
    """How fast a recording can be played, and what it is a recording of."""

    rates: Sequence[float] = SPEEDS  # a second; infinite: whatever there is
    labels: Sequence[str] = tuple(f"{speed:,}/s" for speed in SPEEDS)
    first: int = FIRST_SPEED
    unit: str = "event"
    kind: str = "event of this kind"
    none: str = "No recording"


EVENTS = Paces()


class Recorded(Protocol):
    """What can be played: events by number."""

    def __len__(self) -> int:
        """How many events there are."""

    @property
    def growing(self) -> bool:
        """Whether more may come."""

    def count(self, time: int) -> str:
        """Where it stands, of how much."""

    def words(self, time: int) -> str:
        """What the last of so many events was, as a sentence."""

    def like(self, time: int, by: int) -> int | None:
        """The moment after the next (or, by -1, the previous) event of the kind just seen."""


R = TypeVar("R", bound=Recorded)


class Timeline(Generic[R]):
    """Where playback stands. `on_move` is called with every new moment, None when there is nothing to play."""

    def __init__(
        self, place: str, say: Callable[[str], None], paces: Paces = EVENTS, above: Widget | None = None
    ) -> None:
        self.place, self.say, self.paces, self.above = place, say, paces, above
        self.on_move: list[Callable[[int | None], None]] = []
        self.film: R | None = None
        self.time = 0
        self.playing = 0  # +1 forwards, -1 backwards, 0 stopped
        self.speed = paces.first
        self.kept = 1.0  # share of the pace that the recording grows fast enough for
        self._due = 0.0  # events owed to the clock
        self._wanted = self._got = 0.0  # since the share was measured
        self._last: float | None = None
        self._build()

    def _build(self) -> None:
        def button(icon: str, run: Callable[[], None], tip: str, key: str) -> IconButton:
            return IconButton(icon, on_click=run, tip=tip, tip_key=key)

        self.play_button = button("play", self.toggle, "Play or pause", "Space")
        unit = self.paces.unit
        self.slider = Slider(0.0, 0.0, 1.0, on_change=self._scrubbed, tip=f"Drag to any {unit}")
        self.count = Label(self.paces.none, style="mono_small", role="dim", width=150)
        self.pace = Label("", style="mono_small", role="dim", width=92)
        self.beside = Row([], gap=8)  # for whoever shows something that needs to be set
        parts: list[Widget] = [
            button("skip-back", self.to_start, f"Before the first {unit}", "Home"),
            button("step-back", lambda: self.step(-1), f"One {unit} back", ","),
            self.play_button,
            button("step-forward", lambda: self.step(1), f"One {unit} on", "."),
            button("skip-forward", self.to_end, f"After the last {unit}", "End"),
            self.slider if self.above is None else Spacer(),
            self.beside,
            self.count,
            button("rewind", lambda: self.faster(-1), "Slower", "<"),
            self.pace,
            button("fast-forward", lambda: self.faster(1), "Faster", ">"),
        ]
        line = Row(parts, gap=4, pad=(8, 6), fill="panel")
        self.widget: Widget = line
        if self.above is not None:  # marks need all the width there is
            marks = Column([self.above, self.slider], gap=0, pad=(8, 6, 8, 0), fill="panel")
            self.widget = Column([marks, line], gap=0)
        self._show()

    @property
    def length(self) -> int:
        """How many events there are to play."""
        return len(self.film) if self.film is not None else 0

    @property
    def growing(self) -> bool:
        """Whether more may come of what is played."""
        return self.film is not None and self.film.growing

    @property
    def between(self) -> float:
        """How much of the next event's time has passed, where it is played that slowly."""
        return min(self._due, 1.0) if self.playing > 0 and self.time < self.length else 0.0

    def load(self, film: R | None) -> None:
        """Take another recording and show its end: the finished search; or, if it has just begun to grow, its start.

        None, when there was none, is no news.
        """
        if film is None and self.film is None:
            return
        self.film = film
        self.playing = 0
        self._due, self.kept = 0.0, 1.0
        self.time = self.length
        self._tell()

    def extended(self) -> None:
        """More has come."""
        if self.time > self.length:
            self.go(self.length)
        self._show()

    def tick(self, now: float) -> bool:
        """Follow the clock; True while playing."""
        if not self.playing or self.film is None:
            self._last = None
            self._due = self._wanted = self._got = 0.0
            return False
        if self._last is not None:
            self._advance((now - self._last) * self.paces.rates[self.speed])
        self._last = now
        return True

    def _advance(self, steps: float) -> None:
        """Go on by so many events, or as many as there are."""
        before = self.time
        if math.isinf(steps):
            self.go(self.length if self.playing > 0 else 0)
            return
        self._due += steps
        whole = int(self._due)
        self._due -= whole
        self.go(self.time + whole * self.playing)
        missing = before + whole - self.time if self.playing > 0 else 0
        if missing > 0:
            self._due = 0.0
        self._measure(steps, steps - missing)

    def _measure(self, wanted: float, got: float) -> None:
        self._wanted += wanted
        self._got += got
        if self._wanted >= MEASURED * self.paces.rates[self.speed]:
            self.kept = min(max(self._got / self._wanted, 0.0), 1.0)
            self._wanted = self._got = 0.0

    def go(self, time: int) -> None:
        """Show the moment after so many events; playing ends at either end."""
        if self.film is None:
            self.playing = 0
            return
        self.time = min(max(time, 0), self.length)
        at_end = self.playing > 0 and self.time == self.length and not self.growing
        if at_end or (self.playing < 0 and self.time == 0):
            self.playing = 0
        self._tell()
        if not self.playing:
            self.say(self.film.words(self.time))

    def stop(self, time: int) -> None:
        """Show a moment, and stay there."""
        self.playing = 0
        self.go(time)

    def toggle(self) -> None:
        """Play from here (from the start, at the end), or pause."""
        if self.playing:
            self.stop(self.time)
        else:
            self.playing = 1
            self.go(0 if self.time == self.length and not self.growing else self.time)

    def play_backwards(self) -> None:
        """Undo the search, event by event."""
        self.playing = 0 if self.playing < 0 else -1
        self.go(self.time or self.length)

    def step(self, by: int) -> None:
        """One event."""
        self.stop(self.time + by)

    def step_kind(self, by: int) -> None:
        """To the next event of the kind just seen."""
        found = self.film.like(self.time, by) if self.film is not None else None
        self.stop(self.time if found is None else found)

    def to_start(self) -> None:
        """Before everything."""
        self.stop(0)

    def to_end(self) -> None:
        """After everything."""
        self.stop(self.length)

    def faster(self, by: int) -> None:
        """Another pace."""
        self.speed = min(max(self.speed + by, 0), len(self.paces.rates) - 1)
        self.kept, self._wanted, self._got = 1.0, 0.0, 0.0
        self._show()

    def _scrubbed(self, share: float) -> None:
        self.stop(round(share * self.length))

    def _tell(self) -> None:
        self._show()
        for follower in self.on_move:
            follower(self.time if self.film is not None else None)

    def _show(self) -> None:
        length = self.length
        self.slider.value = self.time / length if length else 0.0
        empty = self.film is None or not (length or self.growing)
        self.count.text = self.paces.none if empty or self.film is None else self.film.count(self.time)
        label, slow = self.paces.labels[self.speed], bool(self.playing) and self.kept < KEPT
        self.pace.text = f"{label} · {self.kept:.0%}" if slow else label
        self.pace.role = "warn" if slow else "dim"
        self.play_button.icon = "pause" if self.playing else "play"

    def actions(self) -> list[Action]:
        """Keys of the recording, the same in every tab."""
        unit, kind = self.paces.unit, self.paces.kind
        spec = [
            ("play", "Play or pause the recording", ("Space",), self.toggle),
            ("back", "Play backwards", ("Shift+Space",), self.play_backwards),
            ("next", f"Next {unit}", ("Right", "."), lambda: self.step(1)),
            ("previous", f"Previous {unit}", ("Left", ","), lambda: self.step(-1)),
            ("next-kind", f"Next {kind}", ("Shift+Right",), lambda: self.step_kind(1)),
            ("previous-kind", f"Previous {kind}", ("Shift+Left",), lambda: self.step_kind(-1)),
            ("start", "To the start of the recording", ("Home",), self.to_start),
            ("end", "To the end of the recording", ("End",), self.to_end),
            ("slower", "Play slower", ("Shift+,",), lambda: self.faster(-1)),
            ("faster", "Play faster", ("Shift+.",), lambda: self.faster(1)),
        ]
        return [Action(f"{self.place}.{name}", title, keys, run, where=self.place) for name, title, keys, run in spec]
