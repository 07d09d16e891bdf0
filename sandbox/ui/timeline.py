"""A recording and its time: play it forwards and backwards, step, scrub; the last event in words.

A recording goes in (`load`), moments come out (`on_move`). Any tab that records has one: it names the tab for its
keys, and puts `widget` where it likes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from sandbox.ui.kit import Action, IconButton, Label, Row, Slider, Widget

SPEEDS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 1_000_000)  # events a second
FIRST_SPEED = 4


class Recorded(Protocol):
    """What can be played: events by number."""

    def __len__(self) -> int:
        """How many events there are."""

    @property
    def truncated(self) -> bool:
        """Whether more happened than was recorded."""

    def words(self, time: int) -> str:
        """What the last of so many events was, as a sentence."""

    def like(self, time: int, by: int) -> int | None:
        """The moment after the next (or, by -1, the previous) event of the kind just seen."""


R = TypeVar("R", bound=Recorded)


class Timeline(Generic[R]):
    """Where playback stands. `on_move` is told of every new moment, None when there is nothing to play."""

    def __init__(self, place: str, say: Callable[[str], None]) -> None:
        self.place, self.say = place, say
        self.on_move: list[Callable[[int | None], None]] = []
        self.film: R | None = None
        self.time = 0
        self.playing = 0  # +1 forwards, -1 backwards, 0 stopped
        self.speed = FIRST_SPEED
        self._due = 0.0  # events owed to the clock
        self._last: float | None = None
        self._build()

    def _build(self) -> None:
        def button(icon: str, run: Callable[[], None], tip: str, key: str) -> IconButton:
            return IconButton(icon, on_click=run, tip=tip, tip_key=key)

        self.play_button = button("play", self.toggle, "Play or pause", "Space")
        self.slider = Slider(0.0, 0.0, 1.0, on_change=self._scrubbed, tip="Drag to any event")
        self.count = Label("No recording", style="mono_small", role="dim", width=150)
        self.pace = Label("", style="mono_small", role="dim", width=92)
        parts: list[Widget] = [
            button("skip-back", self.to_start, "Before the first event", "Home"),
            button("step-back", lambda: self.step(-1), "One event back", ","),
            self.play_button,
            button("step-forward", lambda: self.step(1), "One event on", "."),
            button("skip-forward", self.to_end, "After the last event", "End"),
            self.slider,
            self.count,
            button("rewind", lambda: self.faster(-1), "Slower", "<"),
            self.pace,
            button("fast-forward", lambda: self.faster(1), "Faster", ">"),
        ]
        self.widget = Row(parts, gap=4, pad=(8, 6), fill="panel")
        self._show()

    @property
    def length(self) -> int:
        """How many events there are to play."""
        return len(self.film) if self.film is not None else 0

    def load(self, film: R | None) -> None:
        """Take another recording and show its end: the finished search. None, when there was none, is no news."""
        if film is None and self.film is None:
            return
        self.film = film
        self.playing = 0
        self.time = self.length
        self._tell()

    def tick(self, now: float) -> bool:
        """Follow the clock; True while playing."""
        if not self.playing or self.film is None:
            self._last = None
            return False
        if self._last is not None:
            self._due += (now - self._last) * SPEEDS[self.speed]
            steps = int(self._due)
            self._due -= steps
            self.go(self.time + steps * self.playing)
        self._last = now
        return True

    def go(self, time: int) -> None:
        """Show the moment after so many events; playing ends at either end."""
        if self.film is None:
            self.playing = 0
            return
        self.time = min(max(time, 0), self.length)
        if (self.playing > 0 and self.time == self.length) or (self.playing < 0 and self.time == 0):
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
            self.go(0 if self.time == self.length else self.time)

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
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
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
        truncated = "+" if self.film is not None and self.film.truncated else ""
        self.count.text = f"{self.time:,} / {length:,}{truncated}" if length else "No recording"
        self.pace.text = f"{SPEEDS[self.speed]:,}/s"
        self.play_button.icon = "pause" if self.playing else "play"

    def actions(self) -> list[Action]:
        """Keys of the recording, the same in every tab."""
        spec = [
            ("play", "Play or pause the recording", ("Space",), self.toggle),
            ("back", "Play backwards", ("Shift+Space",), self.play_backwards),
            ("next", "Next event", ("Right", "."), lambda: self.step(1)),
            ("previous", "Previous event", ("Left", ","), lambda: self.step(-1)),
            ("next-kind", "Next event of this kind", ("Shift+Right",), lambda: self.step_kind(1)),
            ("previous-kind", "Previous event of this kind", ("Shift+Left",), lambda: self.step_kind(-1)),
            ("start", "To the start of the recording", ("Home",), self.to_start),
            ("end", "To the end of the recording", ("End",), self.to_end),
            ("slower", "Play slower", ("Shift+,",), lambda: self.faster(-1)),
            ("faster", "Play faster", ("Shift+.",), lambda: self.faster(1)),
        ]
        return [Action(f"{self.place}.{name}", title, keys, run, where=self.place) for name, title, keys, run in spec]
