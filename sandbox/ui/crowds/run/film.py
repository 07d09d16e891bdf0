"""A run as the timeline plays it: ticks for events, conflicts for events of a kind."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from sandbox.agents.api import TICK
from sandbox.agents.record.telling import Encounter, briefly, described
from sandbox.ui.crowds.run.running import State
from sandbox.ui.timeline import Paces

if TYPE_CHECKING:
    from sandbox.ui.crowds.run.running import Lane, Run

FACTORS = (0.25, 0.5, 1, 2, 4, 8, 16)
PACES = Paces(
    rates=(*(factor / TICK for factor in FACTORS), math.inf),
    labels=(*(f"{factor:g}×" for factor in FACTORS), "fastest"),
    first=2,
    unit="tick",
    kind="conflict",
    none="No run yet",
)


class CrowdFilm:
    """What has been walked so far."""

    def __init__(self, run: Run) -> None:
        self.run = run
        self.picked: int | None = None  # the conflict that is described
        self.number = 0  # of the lane that is looked at closely

    @property
    def lane(self) -> Lane:
        """The lane that is looked at closely: its conflicts are described, its agents listed."""
        return self.run.lanes[min(self.number, len(self.run.lanes) - 1)]

    def look_at(self, number: int) -> None:
        """Look closely at a lane."""
        if number != self.number:
            self.number, self.picked = number, None

    def __len__(self) -> int:
        return self.run.length

    @property
    def growing(self) -> bool:
        """Whether somebody still walks; a run not begun yet begins when it is played."""
        return not self.run.done and self.run.state is not State.BROKEN

    def count(self, time: int) -> str:
        """Seconds, of how many."""
        return f"{clock(time)} / {clock(self.run.length)}"

    def words(self, time: int) -> str:
        """The conflict that began in this tick, or the last thing that was done."""
        if not self.run.lanes or time <= 0:
            return "Everybody is where they begin"
        row = self.shown(time)
        if row is not None:
            return briefly(self.lane.met.row(row), TICK)
        entry = self.lane.last_said(time)
        return f"{clock(entry.tick)}  {entry}" if entry is not None else f"{clock(time)}  Nothing has happened yet"

    def like(self, time: int, by: int) -> int | None:
        """When the next conflict has begun, or the one before; several of a tick come one after the other."""
        if not self.run.lanes:
            return None
        met, shown = self.lane.met, self.shown(time)
        if shown is not None:
            row: int | None = shown + by
        else:
            row = met.next_after(time) if by > 0 else met.last_before(time)
        if row is None or not 0 <= row < met.count:
            return None
        self.picked = row
        return int(met.table.begin[row]) + 1

    def shown(self, time: int) -> int | None:
        """The conflict that is described when a tick has ended: the one picked, or the first that began in it."""
        met = self.lane.met
        if self.picked is not None and self.picked < met.count and int(met.table.begin[self.picked]) == time - 1:
            return self.picked
        return self.at(time)

    def at(self, time: int) -> int | None:
        """The first conflict that began in the tick that has ended."""
        met = self.lane.met
        row = met.next_after(time - 1)
        return row if row is not None and int(met.table.begin[row]) == time - 1 else None

    def radii(self, met: Encounter) -> tuple[float, float]:
        """Of the two."""
        agents = self.run.agents
        assert agents is not None
        return float(agents.radius[met.first]), float(agents.radius[met.second])

    def described(self, row: int) -> str:
        """A conflict in words."""
        met = self.lane.met.row(row)
        return described(met, TICK, self.radii(met))


def clock(tick: int) -> str:
    """A tick as a time."""
    minutes, tenths = divmod(round(10 * tick * TICK), 600)
    hours, minutes = divmod(minutes, 60)
    rest = f"{tenths / 10:04.1f}"
    return f"{hours}:{minutes:02d}:{rest}" if hours else f"{minutes}:{rest}"
