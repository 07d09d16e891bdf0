"""All recordings of a comparison as one that is played: its time is the moment of the lock."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sandbox import figures
from sandbox.planning.compare.lock import Lock
from sandbox.planning.compare.words import in_words

if TYPE_CHECKING:
    from sandbox.planning.compare.comparison import Comparison

TITLES = {Lock.EXPANSIONS: "Expansions", Lock.SHARE: "Share of the run", Lock.F: "f", Lock.TIME: "Scaled time"}
TIPS = {
    Lock.EXPANSIONS: "So many expansions of each",
    Lock.SHARE: "The same share of each run: all begin together and end together",
    Lock.F: "All expansions up to a level of f, as each search weighs it",
    Lock.TIME: "The clock of the clean runs, each one's events spread evenly over its time",
}


class Together:
    """What a timeline plays."""

    growing = False

    def __init__(self, comparison: Comparison, lock: Lock) -> None:
        self.comparison, self.lock = comparison, lock
        self.lockstep = comparison.lockstep
        self.first_moment = self._first_moment()

    def __len__(self) -> int:
        return self.lockstep.length(self.lock)

    def times(self, moment: int) -> tuple[int, ...]:
        """How many events of each run have happened by a moment."""
        return self.lockstep.times(self.lock, moment)

    def count(self, moment: int) -> str:
        """Where it stands, of how many moments."""
        return f"{moment:,} / {len(self):,}"

    def words(self, moment: int) -> str:
        """What all runs have in common at a moment; at the first difference, what it is."""
        if moment <= 0:
            return "Before anything"
        head = self._reached(moment)
        return (
            f"{head}. {in_words(self.comparison.first, self.comparison.runs)}" if moment == self.first_moment else head
        )

    def _reached(self, moment: int) -> str:
        reached = self.lockstep.reached(self.lock, moment)
        if self.lock is Lock.EXPANSIONS:
            return f"After {figures.count(int(reached))} expansion{'s' * (reached != 1)} each"
        if self.lock is Lock.SHARE:
            return f"After {figures.percent(reached, 1)} of each run"
        if self.lock is Lock.TIME:
            return f"After {figures.seconds(1e-9 * reached)}, by the clock of the clean runs"
        return f"All expansions with f up to {reached:.2f}"

    def like(self, moment: int, by: int) -> int | None:
        """The first difference, if it lies that way."""
        first = self.first_moment
        return first if first is not None and (first - moment) * by > 0 else None

    def moment_like(self, times: Sequence[int]) -> int:
        """The moment at which the run that has come furthest, of those under way, has come as far."""
        ends = self.comparison.ends
        shares = {run: time / end for run, (time, end) in enumerate(zip(times, ends, strict=True)) if time < end}
        if not shares:
            return len(self)
        run = max(shares, key=shares.__getitem__)
        return self.lockstep.moment_of(self.lock, run, times[run])

    def _first_moment(self) -> int | None:
        """The first moment at which any run has made the expansion that differs."""
        if self.comparison.first is None:
            return None
        times = enumerate(self.comparison.first.times)
        return min(self.lockstep.moment_of(self.lock, run, time) for run, time in times if time is not None)
