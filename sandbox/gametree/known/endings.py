"""A table of every state of a small game, up to symmetry: its value by perfect play, and how far the end is.

The file is a line of JSON (which game, with which data of its own), the keys of all states in ascending order as
little-endian 64-bit words, then a signed byte each: 1 won for the side to move, 0 drawn, -1 lost; then a byte each: the
plies to the end, the winner's as few as can be, the loser's as many. A draw has 0: nobody can force its end.

A table knows states, no histories: where positions have occurred before, a repetition may come first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.api import Game, Words
from sandbox.gametree.books.book import States
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.headed import Headed, counted, line_of, read_headed
from sandbox.gametree.known.lookup import VALUE_UP
from sandbox.gametree.known.shipped import endings_files

FORMAT: Final = "game-ai-sandbox endings 1"
FACTS: Final = 10  # bytes a state takes in the file


@dataclass(frozen=True, slots=True)
class Ending:
    """What a state is worth for the side to move, and in how many plies the game ends."""

    value: int
    plies: int

    @property
    def words(self) -> str:
        """As one says it."""
        return f"{'won' if self.value > 0 else 'lost'} in {self.plies} plies" if self.value else "drawn"

    @property
    def rank(self) -> tuple[int, int]:
        """Larger is better for the mover: a win soon, a loss late."""
        return self.value, -self.value * self.plies


@dataclass(frozen=True, slots=True, eq=False)
class Endings(Headed):
    """States by key."""

    game: str
    data: tuple[int, ...]  # the game's own, as its options make it
    keys: NDArray[np.uint64]
    values: NDArray[np.int8]
    plies: NDArray[np.uint8]

    def __len__(self) -> int:
        return len(self.keys)

    def of(self, states: States, a: int, b: int) -> Ending | None:
        """A state's; None where it cannot come about."""
        key = states.key(states.canonical(a, b))
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        known = at < len(self.keys) and int(self.keys[at]) == key
        return Ending(int(self.values[at]), int(self.plies[at])) if known else None

    def words(self) -> Words:
        """All keys, then all values, for the kernel of lookup.py."""
        raised: Words = (self.values.astype(np.int64) + VALUE_UP).astype(np.uint64)
        return np.concatenate([self.keys, raised])

    def to_bytes(self) -> bytes:
        """The file."""
        head = {"format": FORMAT, "game": self.game, "data": list(self.data), "states": len(self)}
        return line_of(head) + self.keys.astype("<u8").tobytes() + self.values.tobytes() + self.plies.tobytes()


def load(path: Path) -> Endings:
    """Read a table, or say what is wrong with the file."""
    (game, data, states), body = read_headed(path, "a table of endings", FORMAT, _taken)
    if len(body) != states * FACTS:
        raise BadInput(str(path), f"{len(body)} bytes of states", f"{states * FACTS}")
    keys = np.frombuffer(body[: 8 * states], "<u8").astype(np.uint64)
    values = np.frombuffer(body[8 * states : 9 * states], np.int8)
    return Endings(game, data, keys, values, np.frombuffer(body[9 * states :], np.uint8))


def _taken(head: dict[str, Any]) -> tuple[str, tuple[int, ...], int]:
    (states,) = counted(head, "states")
    return str(head["game"]), tuple(int(word) for word in head["data"]), states


@cache
def _those_of(game: str) -> tuple[Endings, ...]:
    return tuple(load(path) for path in endings_files(game))


def endings_of(game: Game) -> Endings | None:
    """The table of a game with its options; None if there is none."""
    key, data = entry_of(game).key, tuple(int(word) for word in game.data())
    return next((table for table in _those_of(key) if (table.game, table.data) == (key, data)), None)


def after_moves(game: Game, position: Any) -> dict[str, Ending] | None:
    """What each move leads to, for the side that would move then; None where the game has no table."""
    table, face = endings_of(game), game.face()
    if table is None:
        return None
    states, found = States(game), {}
    for move in face.moves(position):
        a, b = (int(word) for word in face.play(position, move).words)
        known = table.of(states, a, b)
        if known is None:
            return None
        found[move] = known
    return found


def best_of(found: dict[str, Ending]) -> str:
    """The move that wins soonest, or loses latest."""
    return min(found, key=lambda move: found[move].rank)


def leading(found: dict[str, Ending]) -> Ending:
    """What the position itself is worth."""
    after = found[best_of(found)]
    return Ending(-after.value, after.plies + 1 if after.value else 0)


def worths(game: Game, position: Any) -> dict[str, float] | None:
    """Each move's value for the side to move; None where there is no table, or the position is not in it."""
    found = after_moves(game, position)
    return None if not found else {move: float(-ending.value) for move, ending in found.items()}
