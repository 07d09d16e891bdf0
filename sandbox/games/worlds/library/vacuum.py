"""The vacuum world: squares in a row, dirt on some, and an agent that sucks and moves; all are to be clean.

S. Russell, P. Norvig, Artificial Intelligence: A Modern Approach, 4th ed., 2021, 4.3 (erratic, slippery). An erratic
agent cleans a neighbouring square too, sometimes, and on a clean square drops dirt, sometimes; on a slippery floor
it may stay where it is.

States are numbered as there: 1 is the agent on the left and all squares dirty, the last one on the right and all
clean.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from sandbox.games.worlds.api import Results, State, worlds
from sandbox.registry import Help, Range


@worlds.register(
    "vacuum", title="Vacuum world", paper="Russell & Norvig, Artificial Intelligence: A Modern Approach, 2021", order=30
)
@dataclass(frozen=True, slots=True)
class Vacuum:
    """An agent that sucks dirt, and errs."""

    squares: Annotated[int, Range(2, 8), Help("how many squares in a row")] = 2
    erratic: Annotated[bool, Help("sucking may clean a neighbour too, or drop dirt where there was none")] = True
    slippery: Annotated[bool, Help("a step may fail")] = False

    def states(self) -> Sequence[State]:
        """By number."""
        return tuple(str(number + 1) for number in range(self.squares << self.squares))

    def start(self) -> State:
        """On the left, all dirty."""
        return "1"

    def is_goal(self, state: State) -> bool:
        """All clean."""
        return all(self._read(state)[1])

    def results(self, state: State) -> Results:
        """Suck, then the steps."""
        at, clean = self._read(state)
        steps = {"Right": min(at + 1, self.squares - 1), "Left": max(at - 1, 0)}
        moved = {
            name: self._named([(to, clean), (at, clean)] if self.slippery else [(to, clean)])
            for name, to in steps.items()
        }
        return {"Suck": self._named(self._sucked(at, clean)), **moved}

    def _sucked(self, at: int, clean: tuple[bool, ...]) -> list[tuple[int, tuple[bool, ...]]]:
        here = _with(clean, at, clean=True)
        if not self.erratic:
            return [(at, here)]
        if clean[at]:
            return [(at, clean), (at, _with(clean, at, clean=False))]
        beside = [n for n in (at - 1, at + 1) if 0 <= n < self.squares]
        return [(at, here), *((at, _with(here, n, clean=True)) for n in beside)]

    def _read(self, state: State) -> tuple[int, tuple[bool, ...]]:
        """Where the agent is, and which squares are clean."""
        pattern, at = divmod(int(state) - 1, self.squares)
        return at, tuple(bool(pattern >> (self.squares - 1 - n) & 1) for n in range(self.squares))

    def _named(self, found: list[tuple[int, tuple[bool, ...]]]) -> tuple[State, ...]:
        names = (
            1 + at + self.squares * sum(c << (self.squares - 1 - n) for n, c in enumerate(clean)) for at, clean in found
        )
        return tuple(map(str, sorted(set(names))))

    def picture(self, state: State) -> str:
        """A cell a square: `*` dirt, `A` the agent."""
        at, clean = self._read(state)
        return "|" + "|".join(("A" if n == at else " ") + (" " if c else "*") for n, c in enumerate(clean)) + "|"


def _with(squares: tuple[bool, ...], at: int, *, clean: bool) -> tuple[bool, ...]:
    return (*squares[:at], clean, *squares[at + 1 :])
