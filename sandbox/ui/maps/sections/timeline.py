"""The little timeline: a bar for each door and drifting block, when it is open or under way, and where time stands."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence

import pygame

from sandbox.level.timed import Door, Drift, Timed
from sandbox.ui.kit import Key, Pointer, Widget

ROW, HEAD = 24, 18  # dp
NAMES = 92  # dp for the names on the left
SHORTEST, LONGEST = 6.0, 120.0  # seconds shown
TICKS = (0.5, 1.0, 2.0, 5.0, 10.0, 20.0, 60.0)
STEP = 0.25  # seconds by which the arrows move


def span_of(timed: Sequence[Timed]) -> float:
    """Seconds worth showing: two rounds of the slowest."""
    longest = max((max(t.phase, 0.0) + 2 * t.period for t in timed), default=SHORTEST)
    return min(max(math.ceil(longest), SHORTEST), LONGEST)


def openings(door: Door, span: float) -> Iterator[tuple[float, float]]:
    """When a door is open between 0 and `span`."""
    if door.open_for <= 0:
        return
    begin = door.phase - math.ceil((door.phase + door.period) / door.period) * door.period
    while begin < span:
        if begin + door.open_for > 0:
            yield max(begin, 0.0), min(begin + door.open_for, span)
        begin += door.period


class TimelineBars(Widget):
    """Click or drag to go to a time; a click on a name picks it."""

    focusable = True
    ring_radius = 4

    def __init__(self, go: Callable[[float], None], pick: Callable[[int], None]) -> None:
        super().__init__(name="timeline", align="stretch")
        self.go, self.pick = go, pick
        self.timed: Sequence[Timed] = ()
        self.current = -1
        self.time = 0.0
        self.running = False  # time stands elsewhere than at the drawing
        self._dragging = False

    def show(self, timed: Sequence[Timed], current: int, time: float, *, running: bool) -> None:
        """Follow the level and the clock."""
        resized = len(timed) != len(self.timed)
        self.timed, self.current, self.time, self.running = timed, current, time, running
        if resized:
            self.relayout()
        self.touch()

    def measure(self, width: int | None) -> tuple[int, int]:
        """A row for each, and the seconds on top."""
        return self.dp(220) if width is None else width, self.dp(HEAD) + self.dp(ROW) * len(self.timed)

    @property
    def span(self) -> float:
        """Seconds from the left end to the right."""
        return span_of(self.timed)

    def _bars(self) -> pygame.Rect:
        """Where the bars are."""
        left = self.rect.x + self.dp(NAMES)
        return pygame.Rect(left, self.rect.y, max(self.rect.right - self.dp(8) - left, 1), self.rect.h)

    def x_of(self, time: float) -> int:
        """The pixel of a moment; time goes round at the right end."""
        bars = self._bars()
        shown = time % self.span if time > self.span else time
        return bars.x + round(shown / self.span * bars.w)

    def _row(self, number: int) -> pygame.Rect:
        top = self.rect.y + self.dp(HEAD) + number * self.dp(ROW)
        return pygame.Rect(self.rect.x, top, self.rect.w, self.dp(ROW))

    # Painting ------------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the seconds, a bar for each, and the hand."""
        self._paint_seconds(surface)
        for number, change in enumerate(self.timed):
            self._paint_row(surface, number, change)
        if self.running:
            x = self.x_of(self.time)
            hand = pygame.Rect(x - self.dp(1), self.rect.y + self.dp(2), self.dp(2), self.rect.h - self.dp(4))
            self.look.painter.fill(surface, self.look.colours.accent, hand)

    def _paint_seconds(self, surface: pygame.Surface) -> None:
        look, bars = self.look, self._bars()
        room = look.fonts.width("00.0", "mono_small") + self.dp(12)
        tick = next((t for t in TICKS if t / self.span * bars.w >= room), TICKS[-1])
        for number in range(math.floor(self.span / tick) + 1):
            text = f"{number * tick:g}"
            x = bars.x + round(number * tick / self.span * bars.w)
            width = look.fonts.width(text, "mono_small")
            at = (min(x - width // 2, self.rect.right - width), self.rect.y + self.dp(1))
            look.fonts.draw(surface, text, "mono_small", look.colours.dim, at)

    def _paint_row(self, surface: pygame.Surface, number: int, change: Timed) -> None:
        look, row, bars = self.look, self._row(number), self._bars()
        if number == self.current:
            look.painter.box(surface, row, look.colours.selection, None, self.dp(4))
        room = pygame.Rect(row.x + self.dp(6), row.y, self.dp(NAMES - 12), row.h)
        look.fonts.line(surface, change.name or "unnamed", "small", look.colours.text, room)
        groove = pygame.Rect(bars.x, row.y + self.dp(6), bars.w, row.h - self.dp(12))
        look.painter.box(surface, groove, look.colours.sunken, look.colours.line, self.dp(4), self.dp(1))
        if isinstance(change, Door):
            self._paint_openings(surface, groove, change)
        else:
            self._paint_swing(surface, groove, change)

    def _paint_openings(self, surface: pygame.Surface, groove: pygame.Rect, door: Door) -> None:
        for begin, end in openings(door, self.span):
            x0, x1 = (groove.x + round(t / self.span * groove.w) for t in (begin, end))
            box = pygame.Rect(x0, groove.y, max(x1 - x0, 1), groove.h)
            self.look.painter.box(surface, box, self.look.colours.good, None, self.dp(4))

    def _paint_swing(self, surface: pygame.Surface, groove: pygame.Rect, drift: Drift) -> None:
        """How far from home it is: up at the turning place, down at home."""
        points = []
        for x in range(0, groove.w, max(self.dp(2), 1)):
            into = ((x / groove.w * self.span - drift.phase) % drift.period) / drift.period
            far = 1 - abs(2 * into - 1)
            points.append((groove.x + x, groove.bottom - self.dp(3) - far * (groove.h - self.dp(6))))
        if len(points) > 1:
            pygame.draw.aalines(surface, self.look.colours.warn, closed=False, points=points)

    # Events --------------------------------------------------------------------------------------------

    def on_pointer(self, event: Pointer) -> bool:
        """Move time, or pick a row by its name."""
        if event.kind == "down" and event.button == 1:
            return self._press(event)
        if event.kind == "move" and self._dragging:
            self._move_to(event.x)
        elif event.kind in ("up", "cancel"):
            self._dragging = False
        return False

    def _press(self, event: Pointer) -> bool:
        number = (event.y - self.rect.y - self.dp(HEAD)) // self.dp(ROW)
        if 0 <= number < len(self.timed):
            self.pick(number)
        if event.x >= self._bars().x - self.dp(4):
            self._dragging = True
            self._move_to(event.x)
        return True

    def _move_to(self, x: int) -> None:
        bars = self._bars()
        self.go(min(max((x - bars.x) / bars.w, 0.0), 1.0) * self.span)

    def on_key(self, event: Key) -> bool:
        """Left and Right move time, Up and Down pick."""
        if not event.down:
            return False
        if event.combo in ("Left", "Right"):
            self.go(max(self.time + (STEP if event.combo == "Right" else -STEP), 0.0))
        elif event.combo in ("Up", "Down") and self.timed:
            step = 1 if event.combo == "Down" else -1
            self.pick(min(max(self.current + step, 0), len(self.timed) - 1))
        else:
            return False
        return True
