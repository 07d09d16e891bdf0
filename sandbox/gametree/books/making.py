"""How a book is made: what positions it holds, each solved move by move, in a journal that can be gone on with.

Every position to one ply; and to a later ply whatever is reached when one side plays a best move, the first in the
order of bits, and the other anything. What is solved are the positions after the moves of the last full layer, and of
what lies beyond it; above, a move is worth what its child's best move is. Kin are solved together, since most of what
lies below one lies below another: they share a table. All values are exact, so that neither the order of work nor the
number of processes changes a byte of the book; and a journal holds nothing but values, as a book does, so that a
larger book goes on where a smaller one ended.

    making = Making(game, About("connect-four", 6, 10), journal)
    for left in making.run(jobs, stop): ...      # positions still to be solved
    making.book().save(path)
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np

from sandbox.children import shared_out
from sandbox.errors import BadInput
from sandbox.games.api import Game, games
from sandbox.games.two_words.rules import utility_of
from sandbox.gametree.api import Limits, new_stop
from sandbox.gametree.books.book import About, Book, State, States
from sandbox.gametree.solving.api import solver_for
from sandbox.gametree.solving.batch import BatchSolver
from sandbox.gametree.solving.drivers import SIGN_FIRST
from sandbox.gametree.solving.session import MEGABYTE, Wish

TOGETHER: Final = 48  # positions that share a table, at most
MEMORY: Final = 4  # megabytes of it: with more it leaves the cache, which costs more time than it saves nodes


@dataclass(frozen=True, slots=True)
class Item:
    """Positions to be solved, near each other."""

    game: str
    states: tuple[State, ...]
    memory: int  # megabytes


def solved(item: Item, stop: Any = None) -> list[int]:
    """The value of each, as far as it came before it was stopped."""
    _, batch = _tools(item.game, item.memory)
    batch.forget(item.states[0])
    limits = Limits(stop=new_stop() if stop is None else stop)
    values, _ = batch.solve_states(item.states, limits, forget=False)
    return [int(value) for value in values]


@cache
def _tools(game: str, memory: int) -> tuple[States, BatchSolver]:
    """Once a process."""
    made = games[game].create()
    brought = solver_for(made)
    if brought is None or not games[game].info.get("perfect_key", True):
        raise BadInput("book", f"{games[game].title} has no solver, or no keys of its positions", "a game with both")
    return States(made), BatchSolver(Wish(brought.create(), SIGN_FIRST, memory=memory * MEGABYTE))


class Making:
    """A book as far as it has come."""

    def __init__(self, game: Game, about: About, journal: Path, memory: int = MEMORY) -> None:
        _tools(about.game, memory)
        self.about, self.journal, self.memory = about, journal, memory
        self.states, self.face = States(game), game.face()
        self.start: State = self.states.canonical(*self.start_of(about))
        self.values: dict[int, int] = {}  # of positions, by their keys
        self.rows: dict[int, list[int]] = {}  # what their moves are worth

    # The journal: a line of JSON, then a line a position: its key and its value.

    def resume(self) -> int:
        """Take over what a journal holds; how many positions."""
        if not self.journal.exists():
            return 0
        head, *lines = self.journal.read_text(encoding="ascii").split("\n")
        if head != self._head():
            raise BadInput(f"{self.journal}:1", head[:80], f"{self._head()}: a journal of this game")
        for number, line in enumerate(lines[:-1], start=2):  # what follows the last newline was cut off
            self._take(line, f"{self.journal}:{number}")
        return len(self.values)

    def take_over(self, smaller: Book) -> int:
        """Take over what a book of the same game knows, from its start on; how many positions are known now."""
        if smaller.about.game != self.about.game:
            raise BadInput("book", f"a book of {smaller.about.game}", f"one of {self.about.game}")
        before = [self.states.canonical(*self.start_of(smaller.about))]
        seen = {self.states.key(state) for state in before}
        while before:
            state = before.pop()
            row = smaller.row(self.states.key(state))
            for child, worth in zip(self.states.children(state), row, strict=False):
                key = self.states.key(child)
                self.values[key] = -worth
                if key not in seen:
                    seen.add(key)
                    before.append(child)
        return len(self.values)

    def start_of(self, about: About) -> State:
        """The state a book begins with."""
        a, b = self.face.parse(about.start).words
        return int(a), int(b)

    def _take(self, line: str, where: str) -> None:
        try:
            key, value = map(int, line.split())
        except ValueError:
            raise BadInput(where, repr(line[:40]), "a key and a value") from None
        self.values[key] = value

    def _head(self) -> str:
        return json.dumps({"game": self.about.game, "journal": "values"})

    def _begin_journal(self) -> None:
        """Whole lines only: what a kill cut off is gone."""
        lines = [f"{key} {value}" for key, value in self.values.items()]
        self.journal.parent.mkdir(parents=True, exist_ok=True)
        self.journal.write_text("\n".join([self._head(), *lines, ""]), encoding="ascii")

    # The work.

    def run(self, jobs: int = 1, stop: Any = None) -> Iterator[int]:
        """Solve what is not known yet; tells how many positions each stage still holds, as they are done."""
        flag = new_stop() if stop is None else stop
        self._begin_journal()
        layers = self._layers()
        yield from self._fill(layers[-1], jobs, flag)
        if not flag[0]:
            self._derive(layers)
            for side in (0, 1):
                yield from self._best_against_any(side, jobs, flag)

    def _layers(self) -> list[list[State]]:
        """Every state, ply by ply, related ones beside each other."""
        found = [[self.start]]
        for _ in range(self.about.plies):
            found.append(self._below(found[-1], self.states.children))
        return found

    def _below(self, layer: Sequence[State], following: Callable[[State], list[State]]) -> list[State]:
        """What follows, each once, in the order of its parents, and not over yet."""
        below = {self.states.key(s): s for state in layer for s in following(state)}
        return [state for state in below.values() if self.states.bits(state)]

    def _fill(self, wanted: Sequence[State], jobs: int, stop: Any) -> Iterator[int]:
        """The rows of states not known yet."""
        wanted = [state for state in wanted if self.states.key(state) not in self.rows]
        after = {self.states.key(s): s for state in wanted for s in self.states.children(state)}
        missing = [state for key, state in after.items() if key not in self.values and not self._follows(state)]
        yield from self._solve(missing, jobs, stop)
        if not stop[0]:
            for state in wanted:
                children = self.states.children(state)
                self.rows[self.states.key(state)] = [-self.values[self.states.key(child)] for child in children]

    def _follows(self, state: State) -> bool:
        """Whether a value follows from what is known of the states after it: a deeper book's journal was begun."""
        worths = [self._known(child) for child in self.states.children(state)]
        known = [worth for worth in worths if worth is not None]
        if not known or len(known) < len(worths):
            return False
        self.values[self.states.key(state)] = max(-worth for worth in known)
        return True

    def _known(self, state: State) -> int | None:
        """A state's value, if it was solved or the game is over."""
        known = self.values.get(self.states.key(state))
        return known if known is not None or self.states.bits(state) else self._ended(state)

    def _solve(self, missing: Sequence[State], jobs: int, stop: Any) -> Iterator[int]:
        """Their values."""
        size = min(TOGETHER, 1 + len(missing) // 100)  # the first ones take long, and the journal grows by whole items
        items = [
            Item(self.about.game, tuple(missing[at : at + size]), self.memory) for at in range(0, len(missing), size)
        ]
        left = len(missing)
        with self.journal.open("a", encoding="ascii") as out:
            for item, values in zip(items, shared_out(solved, items, jobs, stop), strict=False):
                for state, value in zip(item.states, values, strict=False):
                    self.values[self.states.key(state)] = value
                    out.write(f"{self.states.key(state)} {value}\n")
                out.flush()
                left -= len(values)
                yield left
                if stop[0]:
                    return

    def _derive(self, layers: list[list[State]]) -> None:
        """What the layers above the last are worth: each move what its child's best is."""
        for layer in reversed(layers[:-1]):
            for state in layer:
                self.rows[self.states.key(state)] = [-self._worth(child) for child in self.states.children(state)]

    def _worth(self, state: State) -> int:
        """A state's value: its best move's, or how the game ended."""
        return max(self.rows[self.states.key(state)]) if self.states.bits(state) else self._ended(state)

    def _ended(self, state: State) -> int:
        """What a finished game is worth."""
        a, b = (np.uint64(x) for x in state)
        return utility_of(int(self.states.kernels.outcome(a, b, self.states.data)))

    def _best_against_any(self, side: int, jobs: int, stop: Any) -> Iterator[int]:
        """What is reached when the side plays a best move and the other anything, ply by ply."""
        level = [self.start]
        for ply in range(self.about.best_against_any + 1):
            yield from self._fill(level, jobs, stop)
            if stop[0] or ply == self.about.best_against_any:
                return
            level = self._below(level, self._best if ply % 2 == side else self.states.children)

    def _best(self, state: State) -> list[State]:
        """What follows a best move, the first of them."""
        row = self.rows[self.states.key(state)]
        return [self.states.children(state)[row.index(max(row))]]

    def book(self) -> Book:
        """What was found, as a book."""
        return Book.of(self.about, self.rows)
