"""A book and its file: positions up to symmetry, and the exact value of each of their moves.

The file is a line of JSON (what the book holds), then the keys of all positions in ascending order as little-endian
64-bit words, then a row of signed bytes for each: the values of its moves for the side to move, in the order of their
bits, NO_VALUE where there are no more. The same plan gives the same bytes on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from sandbox.errors import BadInput
from sandbox.games.api import Game, GameKernels
from sandbox.games.two_words.rules import work_array
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.headed import Headed, counted, line_of, read_headed
from sandbox.settings import assets_folder

FORMAT: Final = "game-ai-sandbox book 1"
NO_VALUE: Final = -128
State = tuple[int, int]
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class About:
    """What a book holds: every position to a ply, and to a later one what is reached when one side plays best."""

    game: str
    plies: int
    best_against_any: int
    start: str = "-"  # the position it begins with, in the game's notation; plies are counted from there


class States:
    """A game's states for books: up to symmetry, by its kernels, without faces."""

    def __init__(self, game: Game) -> None:
        self.kernels: GameKernels = game.kernels()
        self.data = work_array(game.data())

    def canonical(self, a: int, b: int) -> State:
        """The one state that stands for all its images."""
        x, y = self.kernels.symmetry(np.uint64(a), np.uint64(b), self.data)
        return int(x), int(y)

    def key(self, state: State) -> int:
        """What a canonical state is found by."""
        return int(self.kernels.key(np.uint64(state[0]), np.uint64(state[1]), self.data))

    def bits(self, state: State) -> list[int]:
        """Its moves, in ascending order."""
        left, found = int(self.kernels.moves(np.uint64(state[0]), np.uint64(state[1]), self.data)), []
        while left:
            found.append(left & -left)
            left &= left - 1
        return found

    def played(self, state: State, bit: int) -> State:
        """The state after a move, as it stands."""
        a, b = self.kernels.play(np.uint64(state[0]), np.uint64(state[1]), np.uint64(bit), self.data)
        return int(a), int(b)

    def children(self, state: State) -> list[State]:
        """The canonical states after each move."""
        return [self.canonical(*self.played(state, bit)) for bit in self.bits(state)]

    def spread(self, row: Sequence[T], a: int, b: int) -> dict[int, T]:
        """What a book says of the canonical state's moves, in the order of their bits: by bit, for this very image."""
        known = dict(zip(self.children(self.canonical(a, b)), row, strict=True))
        return {bit: known[self.canonical(*self.played((a, b), bit))] for bit in self.bits((a, b))}


_known: dict[type, States] = {}


def states_of(game: Game) -> States:
    """A game's states, made once."""
    if type(game) not in _known:
        _known[type(game)] = States(game)
    return _known[type(game)]


class Paged(Protocol[T]):
    """A book of either kind: what it knows of each move of a position."""

    def page(self, states: States, a: int, b: int) -> dict[int, T] | None:
        """By the move's bit; None where the book knows nothing."""


def by_name(book: Paged[T] | None, game: Game, position: Any) -> dict[str, T] | None:
    """A book's page of a position by the names of its moves; None where there is no book, or it knows nothing."""
    if book is None:
        return None
    page, face = book.page(states_of(game), *(int(word) for word in position.words)), game.face()
    return None if not page else {face.move_of(position, bit): found for bit, found in page.items()}


@dataclass(frozen=True, slots=True, eq=False)
class Book(Headed):
    """Positions by key, and their moves' values."""

    about: About
    keys: NDArray[np.uint64]
    values: NDArray[np.int8]  # [positions, most moves]

    @classmethod
    def of(cls, about: About, rows: Mapping[int, list[int]]) -> Book:
        """Rows by key."""
        width = max((len(row) for row in rows.values()), default=0)
        keys = sorted(rows)
        padded = [rows[key] + [NO_VALUE] * (width - len(rows[key])) for key in keys]
        return cls(about, np.array(keys, np.uint64), np.array(padded, np.int8).reshape(len(keys), width))

    def __len__(self) -> int:
        return len(self.keys)

    def row(self, key: int) -> list[int]:
        """The values of a canonical state's moves, in the order of their bits; empty where the book knows nothing."""
        at = int(np.searchsorted(self.keys, np.uint64(key)))
        known = at < len(self.keys) and int(self.keys[at]) == key
        return [int(value) for value in self.values[at] if value != NO_VALUE] if known else []

    def page(self, states: States, a: int, b: int) -> dict[int, int] | None:
        """Each move's value by its bit, in this very position; None where the book knows nothing."""
        row = self.row(states.key(states.canonical(a, b)))
        return states.spread(row, a, b) if row else None

    def to_bytes(self) -> bytes:
        """The file."""
        head = {"format": FORMAT, **asdict(self.about), "positions": len(self), "moves": self.values.shape[1]}
        return line_of(head) + self.keys.astype("<u8").tobytes() + self.values.tobytes()


def load(path: Path) -> Book:
    """Read a book, or say what is wrong with the file."""
    (about, positions, moves), body = read_headed(path, "a book", FORMAT, _taken)
    if len(body) != positions * (8 + moves):
        raise BadInput(str(path), f"{len(body)} bytes of positions", f"{positions * (8 + moves)}")
    keys = np.frombuffer(body[: 8 * positions], "<u8").astype(np.uint64)
    values = np.frombuffer(body[8 * positions :], np.int8).reshape(positions, moves)
    return Book(about, keys, values)


def _taken(head: dict[str, Any]) -> tuple[About, int, int]:
    about = About(str(head["game"]), int(head["plies"]), int(head["best_against_any"]), str(head["start"]))
    positions, moves = counted(head, "positions", "moves")
    return about, positions, moves


def shipped(game: str) -> Path:
    """Where a game's own book lies, if it has one."""
    return assets_folder() / "books" / f"{game}.book"


@cache
def book_of(game: str) -> Book | None:
    """A game's own book, read once."""
    return load(shipped(game)) if shipped(game).is_file() else None


def page_of(game: Game, position: Any) -> dict[str, int] | None:
    """Each move's value by its name; None where the game's book knows nothing of a position."""
    return by_name(book_of(entry_of(game).key), game, position)
