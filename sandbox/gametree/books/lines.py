"""A book of lines and its file: for games too large to be solved, what a search found each move of a position worth.

The file is a line of JSON (what the book holds and how it was made), then the states of all positions in ascending
order, the mover's word before the other's, as little-endian 64-bit words; then a row for each, in the order of their
moves' bits, padded with NO_VALUE: what was found by a search of the position after the move, and what follows from the
book's own positions below, as 16-bit numbers in hundredths of the game's own score; last, as bytes, to what depth, and
how it is known. The same plan gives the same bytes on any machine.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

import numpy as np

from sandbox.errors import BadInput
from sandbox.games.api import Game
from sandbox.gametree.books.book import State, States, by_name
from sandbox.gametree.books.shipped import lines_file
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.headed import Headed, counted, line_of, read_headed

FORMAT: Final = "game-ai-sandbox lines 1"
NO_VALUE: Final = -32768
HUNDREDTHS: Final = 100
SEARCHED, FROM_BELOW, PROVEN = range(3)
SOURCES: Final = ("searched", "from the book's lines below", "proven")


class Entry(NamedTuple):
    """What is known of a move."""

    searched: int  # hundredths, for the mover: what a search of the position after it found
    value: int  # what follows from the book's positions below, where there are any
    depth: int  # plies looked at, the move's own among them, on the way to that value
    source: int  # of SOURCES


@dataclass(frozen=True, slots=True)
class Plan:
    """How many positions, and who judged them."""

    game: str
    positions: int
    depth: int  # plies of each search
    evaluation: str
    start: str = "-"  # the position it begins with, in the game's notation


@dataclass(frozen=True, slots=True, eq=False)
class Lines(Headed):
    """Positions, and what is known of their moves."""

    plan: Plan
    rows: Mapping[State, Sequence[Entry]]  # of canonical states; moves in the order of their bits

    def __len__(self) -> int:
        return len(self.rows)

    def page(self, states: States, a: int, b: int) -> dict[int, Entry] | None:
        """What is known of each move, by its bit in this very position; None where the book knows nothing."""
        row = self.rows.get(states.canonical(a, b))
        return None if row is None else states.spread(row, a, b)

    def to_bytes(self) -> bytes:
        """The file."""
        states = sorted(self.rows)
        width = max((len(row) for row in self.rows.values()), default=0)
        facts = np.full((len(states), width, 4), (NO_VALUE, NO_VALUE, 0, 0), np.int64)
        for at, state in enumerate(states):
            facts[at, : len(self.rows[state])] = self.rows[state]
        head = {"format": FORMAT, **asdict(self.plan), "rows": len(states), "moves": width}
        values, notes = facts[:, :, :2].astype("<i2"), facts[:, :, 2:].astype(np.uint8)
        words = np.array(states, np.uint64).reshape(-1, 2).astype("<u8")
        return line_of(head) + words.tobytes() + values.tobytes() + notes.tobytes()


def load(path: Path) -> Lines:
    """Read a book of lines, or say what is wrong with the file."""
    (plan, rows, moves), body = read_headed(path, "a book of lines", FORMAT, _taken)
    if len(body) != rows * (16 + 6 * moves):
        raise BadInput(str(path), f"{len(body)} bytes of positions", f"{rows * (16 + 6 * moves)}")
    words = np.frombuffer(body[: 16 * rows], "<u8").reshape(rows, 2)
    values = np.frombuffer(body[16 * rows :][: 4 * rows * moves], "<i2").reshape(rows, moves, 2)
    notes = np.frombuffer(body[rows * (16 + 4 * moves) :], np.uint8).reshape(rows, moves, 2)
    facts = np.concatenate([values.astype(np.int64), notes.astype(np.int64)], axis=2).tolist()
    known = [[Entry(*entry) for entry in row if entry[0] != NO_VALUE] for row in facts]
    return Lines(plan, {(a, b): row for (a, b), row in zip(words.tolist(), known, strict=True)})


def _taken(head: dict[str, Any]) -> tuple[Plan, int, int]:
    game, evaluation, start = (str(head[name]) for name in ("game", "evaluation", "start"))
    rows, moves = counted(head, "rows", "moves")
    return Plan(game, int(head["positions"]), int(head["depth"]), evaluation, start), rows, moves


@cache
def lines_of(game: str) -> Lines | None:
    """A game's own book of lines, read once."""
    return load(lines_file(game)) if lines_file(game).is_file() else None


def page_of(game: Game, position: Any) -> dict[str, Entry] | None:
    """What is known of each move, by its name; None where the game's book of lines knows nothing of a position."""
    return by_name(lines_of(entry_of(game).key), game, position)
