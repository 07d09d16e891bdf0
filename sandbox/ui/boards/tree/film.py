"""A search as the timeline plays it: events of a depth-first search, or simulations."""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import NDArray

from sandbox.figures import count
from sandbox.gametree.general.picture import worth_of
from sandbox.gametree.recorder import Cause
from sandbox.gametree.tree.model import SearchTree
from sandbox.gametree.tree.picture import Moment, SimulatedMoment
from sandbox.gametree.tree.simulations import Simulations
from sandbox.gametree.tree.steps import Steps
from sandbox.ui.timeline import Paces

RATES = (1, 3, 10, 30, 100, 300, 1_000, 3_000, 10_000, 100_000)
PACES = Paces(
    rates=RATES,
    labels=tuple(f"{rate:,}/s" for rate in RATES),
    first=2,
    unit="step",
    kind="cut (or simulation through the node picked)",
    none="No search to step through",
)


class StepsFilm:
    """Nodes entered and left, in the search's order, over all its acts."""

    growing = False
    unit = "step"

    def __init__(self, tree: SearchTree) -> None:
        self.tree, self.steps = tree, Steps(tree)

    def __len__(self) -> int:
        return len(self.steps)

    def count(self, time: int) -> str:
        """Where it stands."""
        return f"{count(time)} of {count(len(self))}"

    def words(self, time: int) -> str:
        """What the last event was."""
        return self.steps.event(time - 1).words if time else "Before the search"

    def like(self, time: int, by: int) -> int | None:
        """The next cut, or the one before."""
        return self.steps.next_of(time - 1, by=by) + 1

    def row(self, time: int) -> int:
        """The node the last event was of; the first one's before there was any."""
        return int(self.steps.rows[max(time - 1, 0)])

    def moment(self, time: int) -> Moment | None:
        """What is drawn; None is all of it."""
        return Moment(self.steps, time - 1) if time < len(self) else None

    def end_of(self, act: int) -> int:
        """The time at which an act has ended."""
        return 2 * self.tree.acts[act].stop


class GeneralFilm(StepsFilm):
    """The same of a search with dice or several players: what each is worth to everybody."""

    def words(self, time: int) -> str:
        """What the last event was."""
        if not time:
            return "Before the search"
        row = self.row(time)
        name = self.tree.name(row) or "the root"
        if int(self.steps.entered[row]) == time - 1:
            return f"{name}: {self._due(row)}{self._window(row)}"
        why = Cause(int(self.tree.cause[row]))
        cut = {Cause.CUT: ", cut off", Cause.TABLE: ", remembered", Cause.HORIZON: ", estimated"}.get(why, "")
        return f"{name} is worth {worth_of(self.tree, row) or 'nothing known'}{cut}"

    def _due(self, row: int) -> str:
        over = self.tree.cause[row] == Cause.TERMINAL
        chance = "the end" if over else "dice"
        return f"{self.tree.side(row)} to move" if self.tree.player[row] >= 0 else chance

    def _window(self, row: int) -> str:
        low, high = float(self.tree.alpha[row]), float(self.tree.beta[row])
        return "" if math.isinf(low) and math.isinf(high) else f", window {low:.4g} … {high:.4g}".replace("-", "−")

    def states(self, time: int) -> NDArray[np.uint8] | None:
        """What every node is after so many events: AHEAD, OPEN, LEFT; None at the end."""
        return self.steps.states(time - 1) if time < len(self) else None


class SimulationsFilm:
    """Simulations, one by one."""

    growing = False
    unit = "simulation"

    def __init__(self, simulations: Simulations) -> None:
        self.simulations, self.tree = simulations, simulations.tree
        self.through = 0  # the row "like" looks for

    def __len__(self) -> int:
        return len(self.simulations)

    def count(self, time: int) -> str:
        """Where it stands."""
        return f"{count(time)} of {count(len(self))}"

    def words(self, time: int) -> str:
        """What the last simulation did."""
        if not time:
            return "Before the first simulation"
        line = " ".join(self.tree.moves(self.row(time))) or "the root"
        return f"Simulation {count(time)}: {line}, then {self.result(time)}"

    def result(self, time: int) -> str:
        """How a simulation ended, for whoever moves at the root."""
        result, side = float(self.simulations.results[time - 1]), self.tree.side(0)
        return f"{side} wins" if result > 0 else f"{side} loses" if result < 0 else "a draw"

    def like(self, time: int, by: int) -> int | None:
        """The next simulation through the node picked, or the one before."""
        numbers = self.simulations.through(self.through)
        found = numbers[numbers > time][:1] if by > 0 else numbers[numbers < time][-1:]
        return int(found[0]) if found.size else None

    def row(self, time: int) -> int:
        """The node the last simulation ended at."""
        return self.simulations.path(time)[-1] if time else 0

    def moment(self, time: int) -> SimulatedMoment:
        """What is drawn."""
        return SimulatedMoment(self.simulations, time)

    def end_of(self, act: int) -> int:  # noqa: ARG002
        """There is one act."""
        return len(self)


Film = StepsFilm | SimulationsFilm


def film_of(tree: SearchTree, simulations: Simulations | None) -> Film | None:
    """How a tree is played; None where nobody knows in which order it grew."""
    if simulations is not None:
        return SimulationsFilm(simulations) if len(simulations) else None
    if tree.visits is not None or not len(tree):
        return None
    film = StepsFilm(tree)
    _ = film.steps.rows, film.steps.left, film.steps.event(len(film) - 1), film.steps.stack(len(film) - 1)
    return film
