"""What a book's moves came to in games that were played: a layer over the books, in the user's folder, never in ours.

A move's learned value is the mean of what the book says, which counts as so many games, and of the games' results for
the side that moved. After R. Hyatt, "Book Learning: A Methodology to Tune an Opening Book Automatically", ICCA Journal
22(1), 1999, who lets what happens after the book's last move speak for its lines; and after M. Buro, "Toward Opening
Book Learning", ICCA Journal 22(2), 1999, who has it speak in the evaluation's own unit.

Departs from both in that results count, not searches on the way to them, so that many games are needed to move a value;
and in that what is proven is never corrected: there the games' results only choose among moves of equal value.

The file is JSON: positions up to symmetry, by their two words, each with how often a move led there from a position of
the book, and what these games came to for whoever moved, added up.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from sandbox.errors import BadInput
from sandbox.files import write_atomically
from sandbox.settings import data_folder

FORMAT: Final = "game-ai-sandbox learned 1"
BOOK_COUNTS: Final = 16
"""Games: one result lies some 16 discs from the truth, a book's value some four."""


class Tally(NamedTuple):
    """What games said of a move."""

    games: int = 0
    total: float = 0.0  # of the results, for the side that moved, in the game's own score

    def corrected(self, value: float) -> float:
        """A book's value and the games' results as one."""
        return (BOOK_COUNTS * value + self.total) / (BOOK_COUNTS + self.games)


@dataclass(slots=True)
class Learned:
    """A game's layer."""

    game: str
    tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)  # by the canonical state a move leads to

    def of(self, state: tuple[int, int]) -> Tally:
        """What is known of the moves to a state."""
        return self.tallies.get(state, Tally())

    def add(self, reached: Iterable[tuple[tuple[int, int], float]]) -> None:
        """One game: the states that moves of the book led to, and its result for whoever moved there."""
        for state, result in reached:
            games, total = self.of(state)
            self.tallies[state] = Tally(games + 1, total + result)

    def save(self, path: Path) -> None:
        """Write it whole."""
        rows = [[str(a), str(b), *tally] for (a, b), tally in sorted(self.tallies.items())]
        content = {"format": FORMAT, "game": self.game, "moves": rows}
        path.parent.mkdir(parents=True, exist_ok=True)
        write_atomically(path, (json.dumps(content, indent=0) + "\n").encode("ascii"))


def file_of(game: str) -> Path:
    """Where a game's layer lies."""
    return data_folder() / "books" / f"{game}.learned.json"


def load(game: str) -> Learned:
    """A game's layer, empty where nothing was learned yet; or what is wrong with its file."""
    path = file_of(game)
    if not path.is_file():
        return Learned(game)
    try:
        return _read(json.loads(path.read_text(encoding="utf-8")), game)
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        expected = f"JSON with format {FORMAT!r}, game {game!r} and moves of two words, games and a total"
        raise BadInput(str(path), "something else", f"{expected}; or that it be removed") from None


def _read(content: Any, game: str) -> Learned:
    if (content["format"], content["game"]) != (FORMAT, game):
        raise ValueError(content["format"])
    rows = [((int(a), int(b)), Tally(int(games), float(total))) for a, b, games, total in content["moves"]]
    if any(tally.games < 1 for _, tally in rows):
        raise ValueError(game)
    return Learned(game, dict(rows))
