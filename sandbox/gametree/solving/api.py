"""What a game brings to be solved: five kernels, its ideas as switches, its memory.

    @solvers.register("connect-four", title="Connect Four", paper="Pons, Solving Connect 4, 2015-2019")
    @dataclass(frozen=True, slots=True)
    class ConnectFourIdeas:
        mirror: Annotated[bool, Help("mirror images share one entry of the table")] = True
        ...

Registered under the game's own key; its fields become options of the engine `solver`, offered where that game is
played. Values are the game's own scores from the mover's side (Connect Four: 22 minus the winner's stones), not lifted
beyond estimates: a solver knows no estimates.

The kernels are bound by their names here; `drivers.py` and `session.py` do the rest:

    fresh(a, b, work)        a new search begins here: nothing that was stored before counts any more
    span(a, b, work)         the least and the most the rules still allow; equal where the value is plain to see
    ask(a, b, alpha, work)   is the value above alpha? A lower bound if it is, else an upper bound
    remembered(a, b, work)   the bit index of the move the table knows for a state, NO_MOVE if none
    expected(a, b, work)     what the value may be, before anything is proven: where MTD(f) asks first

All must take any state of the game, finished ones too. `ask` counts nodes, and returns at once (anything) when they
reach the limit.
"""

from __future__ import annotations

from typing import Any, ClassVar, NamedTuple, Protocol, runtime_checkable

import numpy as np

from sandbox.games.api import Game, Words
from sandbox.gametree import work as w
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.kernels.jit import kernel
from sandbox.registry import Entry, Registry


class SolvingKernels(NamedTuple):
    """A game to be solved, bound by `specialise`."""

    fresh: Any
    span: Any
    ask: Any
    remembered: Any
    expected: Any


@runtime_checkable
class ExactSolver(Protocol):
    """A registered frozen dataclass; its fields are the ideas that can be switched off."""

    usual_driver: ClassVar[int]
    """What drives it best, of drivers.py."""

    def kernels(self) -> SolvingKernels:
        """The game's kernels."""

    def known(self) -> Words:
        """What kernels look up: it lies at the end of the work array, behind the table, and is written once."""

    def table_words(self, memory: int) -> int:
        """Words of the largest table that fits into so many bytes, and of what is known."""

    def nodes_for(self, empties: int) -> float:
        """What a position with so many empty squares takes, on an average and roughly."""

    def set_up(self, words: Words, at: int, size: int) -> None:
        """Write into a new work array what the kernels want to know: ideas, and where table and knowledge lie."""


solvers: Registry[ExactSolver] = Registry("exact solver", "sandbox.gametree.solving.games")


def solver_for(game: Game) -> Entry[ExactSolver] | None:
    """What a game brings to be solved; None if nothing."""
    mine = entry_of(game).key
    return next((entry for entry in solvers if entry.key == mine), None)


# The typed defaults of the names above.


@kernel
def fresh(a: np.uint64, b: np.uint64, work: Words) -> None:
    """Forget."""


@kernel
def span(a: np.uint64, b: np.uint64, work: Words) -> tuple[int, int]:  # noqa: ARG001
    """Least and most."""
    return 0, 0


@kernel
def ask(a: np.uint64, b: np.uint64, alpha: int, work: Words) -> int:  # noqa: ARG001
    """A bound."""
    return 0


@kernel
def remembered(a: np.uint64, b: np.uint64, work: Words) -> int:  # noqa: ARG001
    """A move."""
    return w.NO_MOVE


@kernel
def expected(a: np.uint64, b: np.uint64, work: Words) -> int:  # noqa: ARG001
    """A draw."""
    return 0
