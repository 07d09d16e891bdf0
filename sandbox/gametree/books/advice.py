"""What the books say of a position, whichever a game has: each move with its value, its margin, and how it is known.

What was learned from games lies over it (learned.py); an engine may answer from a book of lines (`tried`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Final

import numpy as np

from sandbox.games.api import Game
from sandbox.games.two_words.rules import exact_score
from sandbox.gametree import work as w
from sandbox.gametree.api import Result, Status
from sandbox.gametree.books import book, learned, lines
from sandbox.gametree.books.book import State, states_of
from sandbox.gametree.evaluation.judging import entry_of
from sandbox.gametree.report import Claims, SearchReport
from sandbox.kernels.rng import new_rng, next_below

PROVEN: Final = lines.SOURCES[lines.PROVEN]
FROM_LINES: Final = "from the book of lines"


@dataclass(frozen=True, slots=True)
class Advised:
    """A move as the books know it; values are the game's own score, for the mover."""

    move: str
    value: float
    margin: float  # what it gives away against the best
    source: str  # of lines.SOURCES
    depth: int  # plies looked at for its value; 0 in a book that is all proven
    games: int = 0  # that were learned from
    learned: float | None = None  # the value and those games' results as one; None without any

    @property
    def stated(self) -> float:
        """The value, and what games came to, as one."""
        return self.value if self.learned is None else self.learned

    @property
    def worth(self) -> float:
        """The value to choose by: what is proven stays."""
        return self.value if self.source == PROVEN else self.stated


@dataclass(frozen=True, slots=True)
class Choice:
    """How an engine takes its move."""

    within: float = 0.0  # one of the moves that give away at most so much, at random; 0: the best
    by_learned: bool = False
    seed: int = 0


def has_books(game: Game) -> bool:
    """Whether there is anything to know."""
    key = entry_of(game).key
    return book.book_of(key) is not None or lines.lines_of(key) is not None


def advised(game: Game, position: Any, *, by_learned: bool = True) -> tuple[Advised, ...]:
    """Each move, the best first; empty where the books know nothing of the position."""
    if not game.face().moves(position):
        return ()
    known = _proven(game, position) or _searched(game, position)
    if known and by_learned:
        layer = learned.load(entry_of(game).key)
        known = [_corrected(game, position, one, layer) for one in known]
    best = max((one.worth for one in known), default=0.0)
    ranked = [replace(one, margin=best - one.worth) for one in known]
    return tuple(sorted(ranked, key=lambda one: (one.margin, -one.stated, one.move)))


def _proven(game: Game, position: Any) -> list[Advised]:
    page = book.page_of(game, position) or {}
    return [Advised(move, value, 0.0, PROVEN, 0) for move, value in page.items()]


def _searched(game: Game, position: Any) -> list[Advised]:
    page = lines.page_of(game, position) or {}
    return [
        Advised(move, entry.value / lines.HUNDREDTHS, 0.0, lines.SOURCES[entry.source], entry.depth)
        for move, entry in page.items()
    ]


def _state_after(game: Game, position: Any, move: str) -> State:
    a, b = game.face().play(position, move).words
    return states_of(game).canonical(int(a), int(b))


def _corrected(game: Game, position: Any, one: Advised, layer: learned.Learned) -> Advised:
    """With what games said of it."""
    tally = layer.of(_state_after(game, position, one.move))
    return replace(one, games=tally.games, learned=tally.corrected(one.value)) if tally.games else one


def learn(game: Game, positions: Sequence[Any]) -> int:
    """A game was played to its end: its result counts for the moves that books know. How many did."""
    face, key = game.face(), entry_of(game).key
    ended = face.utility(positions[-1], 0)
    if ended is None:
        return 0
    reached = []
    for before, after in pairwise(positions):
        if not (book.page_of(game, before) or lines.page_of(game, before)):
            break  # what follows has left the book
        a, b = after.words
        result = ended if face.to_move(before) == 0 else -ended
        reached.append((states_of(game).canonical(int(a), int(b)), float(result)))
    if reached:
        layer = learned.load(key)
        layer.add(reached)
        layer.save(learned.file_of(key))
    return len(reached)


def tried(game: Game, position: Any, report: SearchReport, choice: Choice) -> Result | None:
    """What the book of lines answers; none where it knows nothing."""
    moves = advised(game, position, by_learned=choice.by_learned) if _searched(game, position) else ()
    return _result(game, position, report, moves, _drawn(moves, choice, position.ply)) if moves else None


def _drawn(moves: Sequence[Advised], choice: Choice, ply: int) -> Advised:
    """The best, or one of those that are good enough."""
    fair = [one for one in moves if one.margin <= choice.within]
    return fair[next_below(new_rng(choice.seed, ply), len(fair))] if choice.within > 0 else moves[0]


def _result(game: Game, position: Any, report: SearchReport, moves: Sequence[Advised], chosen: Advised) -> Result:
    """As engines answer: a row a move, the line as far as the book goes."""
    face, words = game.face(), np.zeros(w.FREE, np.uint64)
    progress = report.begin(face, position, words, Claims())
    for one in moves:
        at = w.ROOT + (face.bit_of(position, one.move).bit_length() - 1) * w.ROOT_STRIDE
        words[at + w.ROOT_VALUE], words[at + w.ROOT_BOUND] = _score_of(one) & 0xFFFF, w.BOUND_EXACT
        words[at + w.ROOT_DEPTH], words[at + w.ROOT_PROVEN] = one.depth, int(one.source == PROVEN)
    words[w.BEST] = face.bit_of(position, chosen.move).bit_length()
    words[w.VALUE] = _score_of(chosen) & 0xFFFF
    _write_line(game, position, words, chosen.move)
    progress.notes["rule"] = FROM_LINES
    progress.notes["opening"] = {one.move: one.margin for one in moves}
    if chosen.source == PROVEN:
        progress.notes["resolved"] = True
    shot = progress.end()
    return Result(shot.best, shot.value, shot.exact, shot.pv, Status.DONE, shot.seconds, shot)


def _score_of(one: Advised) -> int:
    """As engines count: an estimate in the evaluation's unit, a proven value beyond all of these."""
    return exact_score(round(one.value)) if one.source == PROVEN else round(one.value * lines.HUNDREDTHS)


def _write_line(game: Game, position: Any, words: Any, move: str) -> None:
    """The best moves behind one, as far as the book knows them."""
    face = game.face()
    index = face.bit_of(position, move).bit_length() - 1
    row, line, length = w.ROOT + index * w.ROOT_STRIDE, w.ROOT_PV + index * w.LINE, 0
    while move and length < w.LINE:
        words[line + length] = face.bit_of(position, move).bit_length() - 1
        length += 1
        position = face.play(position, move)
        page = lines.page_of(game, position) if face.moves(position) else None
        move = max(page, key=lambda name: page[name].value) if page else ""
    words[row + w.ROOT_PV_LENGTH] = length
