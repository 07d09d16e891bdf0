"""A small game solved backwards: from all finished states to all that lead there, a ply at a time.

After K. Thompson, "Retrograde Analysis of Certain Endgames", ICCA Journal 9(3), 1986, and R. Gasser, "Solving Nine
Men's Morris", Computational Intelligence 12, 1996: a state is won as soon as one move leads to a lost one, and lost
when the last of its moves is known to lead to a won one; what is left at the end is drawn. So loops need no depth, and
each state's distance to the end comes with it.

Departs from them in going forwards first, to find the states that can come about at all, and by the game's own
kernels, up to symmetry: so it takes any game of two words that is won, drawn or lost, and small.
"""

from __future__ import annotations

from collections import defaultdict, deque
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.api import Game
from sandbox.games.two_words.rules import utility_of
from sandbox.gametree.books.book import State, States
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.known.endings import Ending, Endings

MOST: Final = 200_000  # states
MOST_PLIES: Final = 255


@dataclass
class Backwards:
    """A game as it is being solved."""

    game: Game
    most: int = MOST
    states: States = field(init=False)
    below: dict[int, set[int]] = field(default_factory=dict)  # by a state's key: those its moves lead to
    above: dict[int, list[int]] = field(default_factory=lambda: defaultdict(list))
    known: dict[int, Ending] = field(default_factory=dict)
    due: deque[int] = field(default_factory=deque)  # known, in the order of their distance; those above not yet known

    def __post_init__(self) -> None:
        self._check()
        self.states = States(self.game)

    def _check(self) -> None:
        entry = entry_of(self.game)
        if entry.info.get("largest_utility") != 1 or not entry.info.get("perfect_key"):
            raise BadInput("table", f"{entry.title}", "a game that is only won, drawn or lost, with keys of its states")

    def run(self) -> Endings:
        """All states, solved."""
        self._find_states()
        left = {key: len(below) for key, below in self.below.items()}
        while self.due:
            key = self.due.popleft()
            for before in self.above[key]:
                self._tell(before, self.known[key], left)
        return self._table()

    def _find_states(self) -> None:
        """What can come about; the finished ones are known at once."""
        start = self.states.canonical(*self.game.face().start().words)
        waiting, seen = deque([start]), {self.states.key(start)}
        while waiting:
            state = waiting.popleft()
            for child in self._put(state):
                if self.states.key(child) not in seen:
                    seen.add(self.states.key(child))
                    waiting.append(child)
            if len(seen) > self.most:
                raise BadInput("table", f"more than {self.most:,} states", "a smaller game")

    def _put(self, state: State) -> list[State]:
        """A state among the others, and what follows it."""
        key, children = self.states.key(state), self.states.children(state)
        self.below[key] = {self.states.key(child) for child in children}
        for child in self.below[key]:
            self.above[child].append(key)
        if not children:
            a, b = (np.uint64(x) for x in state)
            self._know(key, Ending(utility_of(int(self.states.kernels.outcome(a, b, self.states.data))), 0))
        return children

    def _tell(self, before: int, after: Ending, left: dict[int, int]) -> None:
        """A state above a known one: won if that is lost, lost if that was the last hope."""
        left[before] -= after.value > 0
        if before not in self.known and (after.value < 0 or not left[before]):
            self._know(before, Ending(-after.value, after.plies + 1))

    def _know(self, key: int, ending: Ending) -> None:
        if ending.plies > MOST_PLIES:
            raise BadInput("table", f"an ending of more than {MOST_PLIES} plies", "a shorter game")
        self.known[key] = ending
        if ending.value:
            self.due.append(key)

    def _table(self) -> Endings:
        keys = sorted(self.below)
        endings = [self.known.get(key, Ending(0, 0)) for key in keys]
        return Endings(
            entry_of(self.game).key,
            tuple(int(word) for word in self.game.data()),
            np.array(keys, np.uint64),
            np.array([ending.value for ending in endings], np.int8),
            np.array([ending.plies for ending in endings], np.uint8),
        )
