"""Over the scrub bar: who did what last, in words; the phases of the recording, and how dense its expansions are."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np
import pygame

from sandbox.ui.kit import Label, Pointer, Row, Widget
from sandbox.ui.kit.widgets.dragging import drags

if TYPE_CHECKING:
    from sandbox.ui.canvas.film import Film

HIGH, KNOB = 16, 8  # dp: the strip, and by how much the scrub bar's way is shorter on each side
NOTHING = "No recording yet: it is made once all answers are in"
BAR = 2  # dp, the width of one bar of the density


class Strip(Widget):
    """Phases as a row of boxes with their names; bars as high as expansions, or a lesson's changes, are dense."""

    greedy = "width"

    def __init__(self, go: Callable[[int], None]) -> None:
        super().__init__(align="stretch")
        self.go = go
        self.film: Film | None = None
        self.time = 0
        self._bars: list[float] = []

    def show(self, film: Film | None, time: int) -> None:
        """Follow the recording and its time."""
        if film is not self.film:
            self.film, self._bars = film, []
        self.time = time
        self.touch()

    def measure(self, width: int | None) -> tuple[int, int]:
        """As wide as there is room."""
        return self.dp(120) if width is None else width, self.dp(HIGH)

    def _track(self) -> pygame.Rect:
        knob = self.dp(KNOB)
        return pygame.Rect(self.rect.x + knob, self.rect.y, max(self.rect.w - 2 * knob, 1), self.rect.h)

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw phases, density, names."""
        film = self.film
        if film is None or not len(film):
            return
        track, c, length = self._track(), self.look.colours, len(film)
        xs = [track.x + round(phase.start / length * track.w) for phase in film.phases] + [track.right]
        boxes = [pygame.Rect(a, track.y, b - a, track.h) for a, b in pairwise(xs)]
        for number, box in enumerate(boxes):
            if box.w:
                surface.fill(c.sunken if number % 2 else c.hover, box)
        self._paint_bars(surface, track, round(self.time / length * track.w) + track.x)
        for phase, box in zip(film.phases, boxes, strict=True):
            surface.fill(c.strong_line, (box.x, box.y, 1, box.h))
            room = box.inflate(-self.dp(8), 0)
            if self.look.fonts.width(phase.name, "small") <= room.w:
                self.look.fonts.line(surface, phase.name, "small", c.text, room)

    def _paint_bars(self, surface: pygame.Surface, track: pygame.Rect, now: int) -> None:
        assert self.film is not None
        wide = max(self.dp(BAR), 1)
        count = max(track.w // wide, 1)
        if len(self._bars) != count:
            self._bars = self.film.density(count).tolist()
        c = self.look.colours
        past, ahead = c.faint, c.line
        for number, share in enumerate(self._bars):
            high, x = round(share * track.h), track.x + number * track.w // count
            if high:
                surface.fill(past if x < now else ahead, (x, track.bottom - high, max(wide - 1, 1), high))

    def tooltip(self, x: int, y: int) -> str:
        """The phase under the pointer."""
        film, track = self.film, self._track()
        if film is None or not len(film) or not track.collidepoint(x, y):
            return ""
        time = (x - track.x) / track.w * len(film)
        phase = next((p for p in reversed(film.phases) if p.start <= time), film.phases[0])
        return f"{phase.name}: events {phase.start + 1:,} to {phase.stop:,}. Bars: how much of it is {film.dense}"

    def on_pointer(self, event: Pointer) -> bool:
        """Go to a moment."""
        if self.film is None or not drags(self, event):
            return False
        self._go(event.x)
        return event.kind == "down"

    def _go(self, x: int) -> None:
        track = self._track()
        assert self.film is not None
        self.go(round(float(np.clip((x - track.x) / track.w, 0, 1)) * len(self.film)))


class FilmStrip:
    """What stands with the player: the line of words over it, and the strip over its scrub bar."""

    def __init__(self, go: Callable[[int], None]) -> None:
        self.words = Label(NOTHING, style="small", role="dim", grow=1)
        self.count = Label("", style="mono_small", role="dim")
        self.line = Row([self.words, self.count], gap=12, pad=(14, 4, 14, 0), fill="panel")
        self.strip = Strip(go)

    def show(self, film: Film | None, time: int) -> None:
        """Follow the recording and its time."""
        self.words.text = film.words(time) if film is not None else NOTHING
        self.words.role = "text" if film is not None else "dim"
        self.count.text = film.count(time) if film is not None else ""
        self.strip.show(film, time)
