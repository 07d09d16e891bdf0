"""An equilibrium being found: who learns, what was found after which iteration, and which of that is looked at.

The learner belongs to the worker; the window keeps snapshots, so that it steps through them both ways. Of trees with
many moves only the snapshots that came last have strategies.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sandbox.games.general.api import GeneralGame
from sandbox.gametree.hidden.flat import Tree, written_down
from sandbox.gametree.hidden.learning import Fictitious, Learner, Minimiser
from sandbox.gametree.hidden.responses import Judge
from sandbox.kernels.arrays import Floats, Stop
from sandbox.registry import Entry

LEARNERS: Mapping[str, Callable[[Tree], Learner]] = {
    "CFR+": lambda tree: Minimiser(tree, plus=True),
    "CFR": lambda tree: Minimiser(tree, plus=False),
    "Fictitious play": Fictitious,
}
MOST_KEPT = 5_000  # slots of a tree of which every snapshot is kept whole
SINGLE = 40  # iterations that are looked at one by one; then a quarter more each time
SECONDS = 0.15  # of work until the window hears of it
ENOUGH = 1e-9  # exploitability below which nobody goes on


@dataclass(frozen=True, slots=True)
class Snapshot:
    """What was found after some iterations."""

    iterations: int
    exploitability: float
    worth: tuple[float, ...]
    average: Floats
    now: Floats | None = None  # the strategy of this iteration
    regret: Floats | None = None  # of each move, added up


@dataclass(eq=False)
class Run:
    """One game, one learner."""

    entry: Entry[GeneralGame]
    position: str = "-"
    options: Mapping[str, Any] = field(default_factory=dict)
    learner: str = "CFR+"

    def __post_init__(self) -> None:
        self.game = self.entry.create(dict(self.options))
        self.face = self.game.face()
        self.root = self.face.origin(self.face.parse(self.position))
        self.snapshots: list[Snapshot] = []
        self.at = -1  # the one looked at; the last if below 0
        self.tree: Tree | None = None
        self._learning: tuple[Learner, Judge] | None = None

    def same_as(self, other: Run) -> bool:
        """Whether both are about one game."""
        return (self.entry.key, self.game, self.root) == (other.entry.key, other.game, other.root)

    @property
    def large(self) -> bool:
        """Whether it cannot be written down, and so not be learnt."""
        return self.game.axes(self.root).large

    @property
    def players(self) -> int:
        """How many play."""
        return self.game.axes(self.root).players

    @property
    def shown(self) -> Snapshot | None:
        """What is looked at."""
        return self.snapshots[self.at] if self.snapshots else None

    @property
    def good_enough(self) -> bool:
        """Whether there is nothing left to learn."""
        return bool(self.snapshots) and self.snapshots[-1].exploitability <= ENOUGH

    def work(self, stop: Stop, *, single: bool = False) -> list[Snapshot]:
        """In the worker: learn on for a while, or for one iteration."""
        learner, judge = self._begun()
        found, until = list[Snapshot](), time.perf_counter() + SECONDS
        while not stop[0]:
            learner.run(1 if single or learner.done < SINGLE else max(learner.done // 4, 1), stop)
            found.append(_snapshot(learner, judge))
            if single or time.perf_counter() > until or found[-1].exploitability <= ENOUGH:
                break
        return found

    def write_down(self, stop: Stop) -> None:  # noqa: ARG002
        """In the worker: the game as a tree, before anything is learnt."""
        self._begun()

    def _begun(self) -> tuple[Learner, Judge]:
        if self._learning is None:
            tree = written_down(self.game, self.root)
            _ = tree.names
            self._learning = LEARNERS[self.learner](tree), Judge(tree)
            self.tree = tree
        return self._learning

    def take(self, found: Sequence[Snapshot]) -> None:
        """In the window: keep what was found."""
        if self.tree is not None and self.tree.slots > MOST_KEPT:
            self.snapshots = [_curve_only(s) for s in self.snapshots]
        self.snapshots += found

    def step(self, by: int) -> None:
        """Look at an earlier or later one."""
        many = len(self.snapshots)
        at = min(max((self.at if self.at >= 0 else many - 1) + by, 0), max(many - 1, 0))
        self.at = -1 if at >= many - 1 else at


def _snapshot(learner: Learner, judge: Judge) -> Snapshot:
    average = learner.average()
    worth = tuple(judge.worths(average)[:, 0].tolist())
    now = regret = None
    if isinstance(learner, Minimiser) and learner.tree.slots <= MOST_KEPT:
        now, regret = learner.work.sigma.copy(), learner.work.regret.copy()
    return Snapshot(learner.done, judge.exploitability(average), worth, average, now, regret)


def _curve_only(snapshot: Snapshot) -> Snapshot:
    """Without the strategies of each iteration: large trees would fill the memory."""
    return Snapshot(snapshot.iterations, snapshot.exploitability, snapshot.worth, snapshot.average[:0])
