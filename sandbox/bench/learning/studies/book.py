"""A learned book against none: the first moves looked up among games played before, or thought out each time.

The games' early positions are a graph. A book of *results* plays the move whose games ended best; one of *values* has
every position at the graph's edge searched, and hands the values back to the root; the third mixes both. Who has the
book plays the same engine without it, each opening from either side.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Final

import numpy as np

from sandbox.bench.learning.studies.api import Games, Piece, Plies, Point, Seed, last_of, studies
from sandbox.bench.openings import RANDOM_ONES, openings_of
from sandbox.games.api import Game, games
from sandbox.games.two_words.rules import WIN
from sandbox.gametree.api import Limits, engines
from sandbox.gametree.books.book import States
from sandbox.gametree.report import SearchReport
from sandbox.kernels.arrays import Stop
from sandbox.learn.playing import Judging, Playing, Searching, played, searched
from sandbox.learn.samples import Samples
from sandbox.registry import Help, Range

GAME: Final = "connect-four"
JUDGE: Final = Judging(GAME, "connect-four-threats")
NONE, RESULTS, VALUES, BOTH = "no book", "results", "values", "values and results"
STONES: Final = 10  # on the board, up to which positions are in the book
PLIES: Final = 2  # random ones, with which games of a match begin
SPICE: Final = 7  # one move in so many of the games is random
SHARE: Final = 200  # of a result in a mixed value
State = tuple[int, int]
Book = dict[State, dict[int, float]]
"""What each move of a position, by its bit, is worth to who makes it."""


@studies.register("learned-book", title="A learned book against none", x="games", y="points won")
@dataclass(frozen=True, slots=True)
class LearnedBook:
    """Connect Four's first moves from games played before: by results, by searches at the graph's edge, or both."""

    learned: Annotated[int, Range(20, 100_000), Help("games the book is made of")] = 600
    games: Annotated[Games, Help("of each match, half of them from either side")] = 80
    depth: Annotated[Plies, Help("plies of the engine of both")] = 3
    edge: Annotated[int, Range(1, 10), Help("plies of the searches at the graph's edge")] = 5
    seed: Annotated[Seed, Help("of games and openings")] = 1

    def pieces(self) -> Sequence[Piece]:
        """A match for each kind of book."""
        return [Piece(line, self.learned) for line in (NONE, RESULTS, VALUES, BOTH)]

    def measure(self, piece: Piece, stop: Stop) -> Sequence[Point]:
        """Every opening twice."""
        book = book_of(piece.line, self.learned, self.edge, self.seed) if piece.line != NONE else {}
        game = games[GAME].create()
        openings = openings_of(game, RANDOM_ONES, (self.games + 1) // 2, PLIES, self.seed)
        points = []
        for number in range(self.games):
            if stop[0]:
                return []
            points.append(_game(game, openings[number // 2 % len(openings)], number % 2, book, self.depth))
        return [Point(piece.line, piece.at, float(np.mean(points)))]

    def verdict(self, points: Sequence[Point]) -> str:
        """The points of each, with their error."""
        error = 1.96 * 0.5 / self.games**0.5
        said = [f"{line} {value:.3f}" for line, value in last_of(points).items()]
        return f"Points won a game, each ± {error:.2f} at most: {', '.join(said)}." if said else ""


def _game(game: Game, opening: str, seat: int, book: Book, depth: int) -> float:
    """The points of who has the book."""
    face, engine = game.face(), engines["pvs"].create({"table": "off"})
    position = face.parse(opening)
    mine = face.to_move(position) if seat == 0 else 1 - face.to_move(position)
    while face.moves(position):
        known = book.get(position.words, {}) if face.to_move(position) == mine else {}
        if known:
            move = face.move_of(position, max(known, key=lambda bit: known[bit]))
        else:
            move = engine.search(game, position, Limits(depth=depth), SearchReport()).best
        position = face.play(position, move)
    return 0.5 + 0.5 * float(np.sign(face.utility(position, mine) or 0))


@lru_cache(maxsize=4)
def book_of(kind: str, count: int, edge: int, seed: int) -> Book:
    """Made of games of an engine against itself."""
    early = _early(count, seed)
    results = _results(early)
    if kind == RESULTS:
        return _by_results(results)
    return _by_values(results, edge, SHARE if kind == BOTH else 0)


def _early(count: int, seed: int) -> Samples:
    found = played(Playing(JUDGE, count, 2, seed, 0, (1, 4), SPICE))
    return found.at(found.stones <= STONES)


def _results(early: Samples) -> dict[State, float]:
    """The mean result of each position, for its mover."""
    sums: dict[State, list[float]] = {}
    for state, label in zip(early.states.tolist(), np.sign(early.labels).tolist(), strict=True):
        sums.setdefault((state[0], state[1]), []).append(label)
    return {state: float(np.mean(labels)) for state, labels in sums.items()}


def _by_results(results: dict[State, float]) -> Book:
    """The moves that were played, by how their games ended."""
    states = States(games[GAME].create())
    book: Book = {}
    for state in results:
        after = {bit: states.played(state, bit) for bit in states.bits(state)}
        book[state] = {bit: -results[child] for bit, child in after.items() if child in results}
    return book


def _by_values(results: dict[State, float], edge: int, share: int) -> Book:
    """Every move, by searches at the graph's edge handed back to the root, with a share of the results if any."""
    states = States(games[GAME].create())
    after = {state: {bit: states.played(state, bit) for bit in states.bits(state)} for state in results}
    outside = sorted({child for children in after.values() for child in children.values()} - results.keys())
    rows = np.array(outside, np.uint64).reshape(-1, 2)
    worth: dict[State, float] = dict(zip(outside, searched(Searching(JUDGE, rows, edge)).tolist(), strict=True))
    book: Book = {}
    for state in sorted(results, key=lambda s: -(s[0] | s[1]).bit_count()):  # the latest first
        book[state] = {bit: -worth[child] for bit, child in after[state].items()}
        best = max(book[state].values(), default=0.0)
        worth[state] = best + share * results[state] if abs(best) < WIN else best
    return book
