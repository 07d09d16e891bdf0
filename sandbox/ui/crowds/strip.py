"""The strip of conflicts over the timeline: a mark for every would-be collision, coloured by how it was resolved.

Where there are more than one to a column of pixels, they are stacked; high columns are squeezed, so that single marks
stay visible beside jams. A click goes to the nearest.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pygame

from sandbox.agents.record.encounters import How
from sandbox.ui.kit import Pointer, Widget
from sandbox.ui.kit.widgets.dragging import drags

if TYPE_CHECKING:
    from sandbox.ui.crowds.session import Session
    from sandbox.ui.kit.style.theme import Colour

HEIGHT = 26  # dp
KNOB = 8  # dp: the slider below has that much on both sides
BAR = 3  # dp wide
LEAST = 5  # dp high
SECONDS = 0.2  # between two drawings while it grows
SERIES = {
    How.STOPPED: 1, How.SLID: 0, How.PUSHED: 4, How.YIELDED: 3, How.TURNED: 2, How.WAITED: 6,
}  # fmt: skip


def colour_of(how: How, look: object) -> Colour:
    """The colour of a way to resolve conflicts, the same everywhere in the tab."""
    theme = look.theme  # type: ignore[attr-defined]
    colours = look.colours  # type: ignore[attr-defined]
    found: Colour = theme.series[SERIES[how]] if how in SERIES else colours.bad
    return found


def mark_of(how: How) -> str:
    """The same colour as a mark of the kit's."""
    return f"series {SERIES[how]}" if how in SERIES else "bad"


class Strip(Widget):
    """Marks along the time that there is."""

    clips = True
    cursor = "hand"

    def __init__(self, session: Session) -> None:
        super().__init__(height=HEIGHT, tip="Would-be collisions: click one", tip_key="N")
        self.session = session
        self._drawn: pygame.Surface | None = None
        self._of: tuple[object, ...] = ()
        self._at = -1.0

    def follow(self) -> None:
        """More has come, or time moved."""
        self.touch()

    def restyle(self) -> None:
        """Draw anew in another theme."""
        super().restyle()
        self._of = ()

    @property
    def track(self) -> pygame.Rect:
        """Where the slider below has its track."""
        knob = self.dp(KNOB)
        return pygame.Rect(self.rect.x + knob, self.rect.y, max(self.rect.w - 2 * knob, 1), self.rect.h)

    def x_of(self, tick: float) -> int:
        """The pixel of a tick."""
        track = self.track
        return track.x + round(tick / max(self.session.run.length, 1) * track.w)

    # Painting ------------------------------------------------------------------------------------------

    def paint(self, surface: pygame.Surface, clip: pygame.Rect) -> None:  # noqa: ARG002
        """Draw the marks, the one that is described, and where time stands."""
        session, track = self.session, self.track
        line = pygame.Rect(track.x, track.bottom - self.dp(1), track.w, self.dp(1))
        self.look.painter.fill(surface, self.look.colours.line, line)
        if not session.run.lanes or not session.run.length:
            return
        self._draw(track.size)
        if self._drawn is not None:
            surface.blit(self._drawn, track.topleft)
        x = self.x_of(session.tick)
        self.look.painter.fill(surface, self.look.colours.accent, pygame.Rect(x, track.y, self.dp(1), track.h))
        picked = session.film.shown(session.tick)
        if picked is not None:
            how = How(int(session.film.lane.met.table.how[picked]))
            half = track.h // len(session.run.lanes)
            centre = x, track.y + self.dp(5) + min(session.film.number, len(session.run.lanes) - 1) * half
            self.look.painter.disc(surface, centre, self.dp(5), colour_of(how, self.look), self.look.colours.text, 1.5)

    def _draw(self, size: tuple[int, int]) -> None:
        run = self.session.run
        of = (size, run.length, tuple(lane.met.count for lane in run.lanes), self.look.theme.name)
        now = self.root.clock()
        if of == self._of or (self._of and self._of[0] == size and 0 <= now - self._at < SECONDS):
            return
        self._of, self._at = of, now
        sheet = pygame.Surface(size, pygame.SRCALPHA, 32)
        half = size[1] // len(run.lanes)
        for number, lane in enumerate(run.lanes):
            part = sheet.subsurface((0, number * half, size[0], half))
            bar = self.dp(BAR)
            columns = max(size[0] // bar, 1)
            edges = np.linspace(0, run.length, columns + 1).round().astype(np.int64)
            self._stack(part, lane.met.binned(edges), bar)
        self._drawn = sheet

    def _stack(self, part: pygame.Surface, counts: np.ndarray, bar: int) -> None:
        """A column for each bin, its kinds on top of each other."""
        height, totals = part.get_height() - self.dp(2), counts.sum(axis=1)
        most = max(int(totals.max(initial=0)), 1)
        least = min(self.dp(LEAST), height)
        for column in np.flatnonzero(totals).tolist():
            share = np.log1p(totals[column]) / np.log1p(most) if most > 1 else 0.0
            high, bottom = least + (height - least) * float(share), float(height)
            for how in How:
                if counts[column, how]:
                    part_high = high * counts[column, how] / totals[column]
                    top = bottom - part_high
                    box = pygame.Rect(column * bar, round(top), max(bar - 1, 1), max(round(bottom) - round(top), 1))
                    part.fill(tuple(colour_of(how, self.look)), box)
                    bottom = top

    # Events --------------------------------------------------------------------------------------------

    def on_pointer(self, event: Pointer) -> bool:
        """Go to the conflict nearest to the pointer."""
        if not drags(self, event):
            return False
        self._go(event.x, event.y)
        return event.kind == "down"

    def _go(self, x: int, y: int) -> None:
        session, track = self.session, self.track
        if not session.run.lanes:
            return
        share = (y - track.y) * len(session.run.lanes) // max(track.h, 1)
        session.film.look_at(min(max(share, 0), len(session.run.lanes) - 1))
        met = session.film.lane.met
        if not met.count:
            return
        tick = min(max((x - track.x) / track.w, 0.0), 1.0) * session.run.length
        row = min(met.began_before(round(tick)), met.count - 1)
        if row and tick - met.table.begin[row - 1] < met.table.begin[row] - tick:
            row -= 1
        session.film.picked = row
        session.timeline.stop(int(met.table.begin[row]) + 1)
