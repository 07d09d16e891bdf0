"""The transport: play a recording forwards and backwards, step, scrub; the last event in words."""

from __future__ import annotations

from collections.abc import Callable

from sandbox.kernels.recording import EXPAND, STAGE
from sandbox.ui.canvas.film import Film
from sandbox.ui.kit import Action, IconButton, Label, Row, Slider, Widget

SPEEDS = (10, 30, 100, 300, 1_000, 3_000, 10_000, 30_000, 100_000, 1_000_000)  # events a second
FIRST_SPEED = 4


class Transport:
    """Where playback stands. `moved` is told of every new moment, None when there is nothing to play."""

    def __init__(self, moved: Callable[[int | None], None], say: Callable[[str], None]) -> None:
        self.moved, self.say = moved, say
        self.film: Film | None = None
        self.time = 0
        self.playing = 0  # +1 forwards, -1 backwards, 0 stopped
        self.speed = FIRST_SPEED
        self._due = 0.0  # events owed to the clock
        self._last: float | None = None
        self._build()

    def _build(self) -> None:
        self.play_button = IconButton("play", on_click=self.toggle, tip="Play or pause", tip_key="Space")
        self.slider = Slider(0.0, 0.0, 1.0, on_change=self._scrubbed, tip="Drag to any event")
        self.count = Label("No recording", style="mono_small", role="dim", width=150)
        self.pace = Label("", style="mono_small", role="dim", width=92)
        buttons: list[Widget] = [
            IconButton("skip-back", on_click=self.to_start, tip="Before the first event", tip_key="Home"),
            IconButton("step-back", on_click=lambda: self.step(-1), tip="One event back", tip_key=","),
            self.play_button,
            IconButton("step-forward", on_click=lambda: self.step(1), tip="One event on", tip_key="."),
            IconButton("skip-forward", on_click=self.to_end, tip="After the last event", tip_key="End"),
        ]
        slower = IconButton("rewind", on_click=lambda: self.faster(-1), tip="Slower", tip_key="<")
        faster = IconButton("fast-forward", on_click=lambda: self.faster(1), tip="Faster", tip_key=">")
        self.widget = Row(
            [*buttons, self.slider, self.count, slower, self.pace, faster], gap=4, pad=(8, 6), fill="panel"
        )
        self._show()

    def load(self, film: Film | None) -> None:
        """Take another recording and show its end: the finished search."""
        self.film = film
        self.playing = 0
        self.time = len(film) if film else 0
        self._show()
        self.moved(self.time if film else None)

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
            return
        self.time = min(max(time, 0), len(self.film))
        if (self.playing > 0 and self.time == len(self.film)) or (self.playing < 0 and self.time == 0):
            self.playing = 0
        self._show()
        self.moved(self.time)
        if not self.playing:
            self.say(self.film.words(self.time))

    def toggle(self) -> None:
        """Play from here (from the start, at the end), or pause."""
        if self.film is None:
            return
        if self.playing:
            self.playing = 0
        else:
            if self.time == len(self.film):
                self.time = 0
            self.playing = 1
        self.go(self.time)

    def play_backwards(self) -> None:
        """Undo the search, event by event."""
        if self.film is not None:
            self.playing = 0 if self.playing < 0 else -1
            self.go(self.time or len(self.film))

    def step(self, by: int) -> None:
        """One event."""
        self.playing = 0
        self.go(self.time + by)

    def step_kind(self, by: int) -> None:
        """To the next event of the kind just seen, or the next expansion."""
        if self.film is None:
            return
        self.playing = 0
        playback, at = self.film.playback, self.time - 1
        kind = int(self.film.recording.kind[at]) if 0 <= at < len(self.film) else EXPAND
        kind = EXPAND if kind == STAGE else kind
        found = playback.next_of(kind, at) if by > 0 else playback.previous_of(kind, at)
        if found is not None:
            self.go(found + 1)

    def to_start(self) -> None:
        """Before everything."""
        self.playing = 0
        self.go(0)

    def to_end(self) -> None:
        """After everything."""
        self.playing = 0
        self.go(len(self.film) if self.film else 0)

    def faster(self, by: int) -> None:
        """Another pace."""
        self.speed = min(max(self.speed + by, 0), len(SPEEDS) - 1)
        self._show()

    def _scrubbed(self, share: float) -> None:
        self.playing = 0
        self.go(round(share * len(self.film)) if self.film else 0)

    def _show(self) -> None:
        length = len(self.film) if self.film else 0
        self.slider.value = self.time / length if length else 0.0
        truncated = "+" if self.film is not None and self.film.recording.truncated else ""
        self.count.text = f"{self.time:,} / {length:,}{truncated}" if length else "No recording"
        self.pace.text = f"{SPEEDS[self.speed]:,}/s"
        self.play_button.icon = "pause" if self.playing else "play"

    def actions(self) -> list[Action]:
        """Keys of the transport, the same in every lab."""
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
        return [Action(f"maps.{name}", title, keys, run, where="maps") for name, title, keys, run in spec]
